//! Taking tests: those that one attack or event calls for, and what becomes of those who fail.

use crate::board::state::{self, Flame};
use crate::board::{Board, Game};
use crate::data::tables::tables;
use crate::data::trigger::Trigger;
use crate::movement::ambush::reveal;
use crate::nerve::rules::{self, Cause, Nerve};
use crate::{rule, told};
use dice::RollId;
use umpire::{Motion, Ruling, UnitId, voice};

/// The tests one event calls for (`toms.break.event`).
#[derive(Debug, Default)]
pub struct Due(Vec<(UnitId, Cause)>);

impl Due {
    /// One more cause for a unit to test.
    pub fn add(&mut self, unit: UnitId, cause: impl Into<Cause>) {
        self.0.push((unit, cause.into()));
    }
}

/// What a unit is like when it tests.
pub fn nerve_of(board: &Board<'_>, unit: UnitId) -> Nerve {
    Nerve {
        below_half: rules::is_below_half(board.men(unit), board.start(unit)),
        general_near: board.generals_within(unit, tables().breaks.general) > 0,
        general: board.general(unit),
        cover: board.level(unit) > 0 || board.in_wood(unit),
    }
}

/// Takes every test that is due: one for a unit, the one most easily failed (`toms.break.event`).
pub fn test_all(game: &mut Game<'_, '_>, due: &Due) {
    if due.0.is_empty() {
        return;
    }
    let order: Vec<UnitId> = game.board().in_order().collect();
    for unit in order {
        let board = game.board();
        if !board.field.on_table(unit) || !board.obeys(unit) {
            continue;
        }
        let who = board.profile(unit);
        let causes = due.0.iter().filter(|(id, cause)| *id == unit && rules::immune(who, *cause).is_none());
        let worst = causes.map(|(_, cause)| *cause).min_by_key(|&cause| rules::number(who, cause).1);
        if let Some(cause) = worst {
            test(game, unit, cause);
        }
    }
}

/// A unit tests for a cause and may break (`toms.break.number` and its kin); whether it held.
pub fn test(game: &mut Game<'_, '_>, unit: UnitId, cause: Cause) -> bool {
    let board = game.board();
    let (side, elephant) = (board.side(unit), board.profile(unit).is_elephant());
    let (number_rule, needs) = rules::number(board.profile(unit), cause);
    let tally = rules::dice(nerve_of(&board, unit));
    let n = tally.total().max(0) as u16;
    let why = RollId::new(number_rule.as_str(), side as u8).unit(unit.0);
    let fell = told::Fell::throw(game.cx.dice, why, n);
    let holds = !fell.reach(needs);
    game.rule(unit, |field| {
        let what = match (holds, elephant) {
            (true, _) => "held",
            (false, true) => "went berserk",
            (false, false) => "broke",
        };
        let name = voice::name(field, unit);
        let why = told::because(cause.trigger, &name);
        let fails = if elephant { "maddens" } else { "breaks" };
        let fell =
            if n == 0 { fell.to_string() } else { format!("{fell} where a {needs} {fails} {}", name.them()) };
        let text = format!("{name} tested because {why}, {fell}, and {what}.");
        let ruling =
            Ruling::new(tables().breaks.of(cause.trigger).rule, text).tally(unit, tally).also(number_rule);
        let ruling = ruling.needing(number_rule, needs).also(rule::GENERAL_REACH);
        let ruling =
            if cause.trigger == Trigger::BrokenFriend { ruling.also(rule::BREAK_PANIC_STEP) } else { ruling };
        if n == 0 { ruling.also(rule::BREAK_PASS) } else { ruling.also(rule::BREAK_EVENT) }
    });
    if !holds {
        shatter(game, unit);
    }
    holds
}

/// A unit breaks, or an elephant goes berserk (`toms.broken.turn`, `toms.elephant.berserk`).
fn shatter(game: &mut Game<'_, '_>, unit: UnitId) {
    reveal(game, unit);
    let state = game.phase.state_mut(unit);
    state.seen.holdfast = false;
    state.seen.flame = Flame::None;
    state.now.halted = None;
    if game.board().profile(unit).is_elephant() {
        game.mark(unit, state::BERSERK, 1, rule::ELEPHANT_BERSERK);
        game.phase.contacts.iter_mut().filter(|c| c.is_of(unit)).for_each(|c| c.fresh = false);
        return;
    }
    game.mark(unit, state::BROKEN, 1, rule::BROKEN_TURN);
    let mut pose = game.board().field.unit(unit).pose;
    pose.facing = pose.facing.about();
    game.shift(unit, pose, Motion::Turn, rule::BROKEN_TURN);
    for contact in &mut game.phase.contacts {
        if contact.charger == unit {
            contact.charger_face = contact.charger_face.about();
        }
        if contact.charged == unit {
            contact.charged_face = contact.charged_face.about();
        }
    }
}
