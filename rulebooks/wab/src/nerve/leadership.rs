//! Leadership: whose is used, what changes it, and the test.

use crate::board::bodies::{Board, Body};
use crate::board::game::Game;
use crate::data::length::NEAR;
use crate::data::tables::tables;
use crate::data::troop::{Order, Trait};
use crate::nerve::rules::{Cause, Leaders, Noted, roll, test};
use crate::rule;
use ruling::{RuleId, Tally};
use umpire::voice::name;
use umpire::{Ruling, Side, UnitId};

/// Where a trait stands: the unit itself, or the one its bearer is with (`wab.troops.characters`).
fn bearer<'a, 'b>(board: &'b Board<'a>, side: Side, one: Trait) -> Option<(UnitId, &'b Body<'a>)> {
    board.friends(side).find_map(|b| {
        if b.kit.has(one) {
            return Some((b.id, b));
        }
        let with = board.phase.characters(b.id).find(|&c| board.book.kit(c).has(one))?;
        Some((with, b))
    })
}

/// Whose Leadership a unit may use (`wab.psych.leadership`, `wab.general.leadership`).
pub fn leaders(board: &Board<'_>, unit: &Body<'_>) -> Leaders {
    let with = board.phase.characters(unit.id).map(|c| board.book.kit(c).profile.ld);
    let own = with.fold(unit.kit.profile.ld, u8::max);
    let general = bearer(board, unit.side, Trait::General).filter(|(_, host)| !host.state.fleeing);
    match general {
        Some((id, host)) => {
            let distance = if host.id == unit.id { 0.0 } else { unit.distance(host) };
            Leaders::of(own, unit.kit.order, board.book.kit(id).profile.ld, distance)
        }
        None => Leaders { own, general: None },
    }
}

/// Whether the army standard is near enough for a re-roll (`wab.standard.reroll`).
pub fn standard_near(board: &Board<'_>, unit: &Body<'_>) -> bool {
    let bearer = bearer(board, unit.side, Trait::ArmyStandard).filter(|(_, host)| !host.state.fleeing);
    unit.kit.order != Order::Skirmish
        && bearer.is_some_and(|(_, host)| unit.distance(host) <= tables().distances.standard + NEAR)
}

/// A Leadership test on the table.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    /// The rule that asks for it.
    pub why: RuleId,
    /// What it is called, such as `panic test`.
    pub what: &'static str,
    /// What brought it about, where its name does not say so.
    pub cause: Option<&'static str>,
    /// The rule by which a failed test is taken once more, if one does.
    pub again: Option<RuleId>,
    /// The rule that says when it is taken, where that is another.
    pub when: Option<RuleId>,
}

impl Trial {
    /// A test that is taken once.
    pub const fn new(why: RuleId, what: &'static str) -> Trial {
        Trial { why, what, cause: None, again: None, when: None }
    }

    /// A panic test for a cause.
    pub const fn panic(cause: Cause) -> Trial {
        Trial::new(cause.rule(), "panic test").because(cause.words())
    }

    /// The same, with what brought it about.
    pub const fn because(self, cause: &'static str) -> Trial {
        Trial { cause: Some(cause), ..self }
    }

    /// A unit takes it on a target: whether it passes.
    pub fn take(self, game: &mut Game<'_, '_>, id: UnitId, target: &Tally) -> bool {
        let side = game.side(id);
        let tries = if self.again.is_some() { 2 } else { 1 };
        let mut taken = 0;
        let mut dice = Noted::new(game.cx.dice);
        let passed = (0..tries).any(|_| {
            taken += 1;
            test(target.total(), roll(self.why, side as u8, id.0), &mut dice)
        });
        let rolled = dice.rolled();
        game.cx.rule(|field| {
            let (unit, most) = (name(field, id), target.total());
            let outcome = if passed { "passed" } else { "failed" };
            let cause = self.cause.map_or_else(String::new, |cause| format!(": {cause}"));
            let what = self.what;
            let text = format!("{unit} {outcome} a {what} on {most} or less, rolling {rolled}{cause}.");
            let ruling = Ruling::new(self.why, text)
                .tally(id, target.clone().counted_as("or less"))
                .also(rule::PSYCH_TEST);
            let again = self.again.filter(|_| taken > 1);
            self.when.into_iter().chain(again).fold(ruling, Ruling::also)
        });
        passed
    }
}
