//! Harm: casualties, units destroyed or broken, and the tests that follow one attack or event.

use crate::board::{self, Game};
use crate::house::LastGeneral;
use crate::morale::{self, Cause, Trigger};
use crate::phase::Flame;
use crate::tables::tables;
use crate::{ambush, elephant, rule, words};
use dice::{D6, RollId};
use ruling::RuleId;
use umpire::{Event, Motion, Place, Ruling, UnitId};

/// The tests one event calls for (`toms.break.event`).
#[derive(Debug, Default)]
pub struct Due(Vec<(UnitId, Cause)>);

impl Due {
    /// One more cause for a unit to test.
    pub fn add(&mut self, unit: UnitId, cause: impl Into<Cause>) {
        self.0.push((unit, cause.into()));
    }
}

/// What an attack did to a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wound {
    /// Men lost.
    pub casualties: u16,
    /// Whether the general was killed.
    pub general_killed: bool,
}

impl From<crate::attack::Outcome> for Wound {
    fn from(outcome: crate::attack::Outcome) -> Self {
        Wound { casualties: outcome.casualties, general_killed: outcome.general_killed }
    }
}

/// Takes off an attack's casualties and notes the tests it calls for.
pub fn suffer(game: &mut Game<'_, '_>, unit: UnitId, wound: Wound, due: &mut Due) {
    if !game.board().field.on_table(unit) {
        return;
    }
    let (before, start) = (game.board().men(unit), game.board().start(unit));
    let after = before.saturating_sub(wound.casualties);
    if wound.general_killed {
        kill_general(game, unit, rule::GENERAL_HIT, due);
    }
    if after == before {
        return;
    }
    game.phase.state_mut(unit).losing = true;
    let elephant = game.board().profile(unit).is_elephant();
    let rule = if elephant { rule::ELEPHANT_LIVES } else { rule::CASUALTIES };
    game.mark(unit, board::MEN, after as i16, rule);
    if after == 0 {
        destroy(game, unit, rule, due);
        return;
    }
    if let Ok(trigger) = morale::after_losses(elephant, start, before, after) {
        due.add(unit, trigger);
    }
}

/// A general falls; if it was the last, everyone tests (`toms.break.when.generals`).
fn kill_general(game: &mut Game<'_, '_>, unit: UnitId, rule: RuleId, due: &mut Due) {
    let side = game.board().side(unit);
    game.mark(unit, board::GENERAL, 0, rule);
    game.rule(unit, |field| {
        Ruling::new(rule, format!("the general with {} is killed", words::unit(field, unit)))
    });
    game.phase.killed[side] += 1;
    let had = match game.book.house.last_general {
        LastGeneral::LastOne => game.phase.generals[side],
        LastGeneral::AllInOneTurn => game.phase.all_generals[side],
    };
    if game.phase.killed[side] == had {
        let all: Vec<UnitId> = game.board().of_side(side).collect();
        all.into_iter().for_each(|id| due.add(id, Trigger::GeneralsKilled));
    }
}

/// A unit is destroyed; friends near by test (`toms.break.when.friend_destroyed`).
pub fn destroy(game: &mut Game<'_, '_>, unit: UnitId, rule: RuleId, due: &mut Due) {
    game.rule(unit, |field| Ruling::new(rule, format!("{} is destroyed", words::unit(field, unit))));
    let stood = game.board().rect(unit);
    if game.board().profile(unit).is_elephant() {
        elephant::fall(game, unit);
    }
    let board = game.board();
    let (side, auxiliary) = (board.side(unit), board.is_auxiliary(unit));
    let near = tables().breaks.destroyed + board::SLACK;
    let friends: Vec<UnitId> = board
        .of_side(side)
        .filter(|&id| id != unit && table::distance(&board.rect(id), &stood) <= near)
        .collect();
    if game.board().general(unit) {
        kill_general(game, unit, rule::GENERAL_LOST, due);
    }
    leave(game, unit, Place::Destroyed, rule);
    for id in friends {
        due.add(id, Cause { trigger: Trigger::FriendDestroyed, auxiliary });
    }
}

/// A unit is no longer on the table.
pub fn leave(game: &mut Game<'_, '_>, unit: UnitId, place: Place, rule: RuleId) {
    game.phase.part(unit);
    game.cx.apply(Event::Left { unit, place, rule });
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
        let causes = due.0.iter().filter(|(id, cause)| *id == unit && morale::immune(who, *cause).is_none());
        let worst = causes.map(|(_, cause)| *cause).min_by_key(|&cause| morale::number(who, cause).1);
        if let Some(cause) = worst {
            test(game, unit, cause);
        }
    }
}

/// A unit tests for a cause and may break (`toms.break.number` and its kin); whether it held.
pub fn test(game: &mut Game<'_, '_>, unit: UnitId, cause: Cause) -> bool {
    let board = game.board();
    let side = board.side(unit);
    let (number_rule, needs) = morale::number(board.profile(unit), cause);
    let tally = morale::dice(board.nerve(unit));
    let n = tally.total().max(0) as u16;
    let why = RollId::new(number_rule.as_str(), side as u8).unit(unit.0);
    let holds = game.cx.dice.hits(why, &D6, n, needs) == 0;
    game.rule(unit, |field| {
        let what = if holds { "holds" } else { "breaks" };
        let dice = words::count(n, "die", "dice");
        let text = format!("{} {what}: {dice} against {needs}", words::unit(field, unit));
        let ruling = Ruling::new(cause.trigger.rule(), text).tally(unit, tally).also(number_rule);
        let ruling = ruling.also(rule::GENERAL_REACH);
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
pub fn shatter(game: &mut Game<'_, '_>, unit: UnitId) {
    ambush::reveal(game, unit);
    let state = game.phase.state_mut(unit);
    state.holdfast = false;
    state.flame = Flame::None;
    state.halted = None;
    if game.board().profile(unit).is_elephant() {
        game.mark(unit, board::BERSERK, 1, rule::ELEPHANT_BERSERK);
        game.phase.part(unit);
        return;
    }
    game.mark(unit, board::BROKEN, 1, rule::BROKEN_TURN);
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
