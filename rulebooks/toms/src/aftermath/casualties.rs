//! Casualties: men taken off, units destroyed, generals killed, and those an elephant touches.
//!
//! A slain elephant falls on others and may slay the next, so its touch and its fall are told here.

use crate::board::Game;
use crate::board::faces::face;
use crate::board::state::{self, Face};
use crate::combat::attack::{self, Attack, Outcome, Rolls};
use crate::combat::rules;
use crate::combat::shield::{Peril, Threat, save};
use crate::data::scale::NEAR;
use crate::data::tables::tables;
use crate::data::trigger::Trigger;
use crate::elephants::path::{crossed, heading};
use crate::house::LastGeneral;
use crate::movement::ambush::reveal;
use crate::nerve::resolve::{Due, test_all};
use crate::nerve::rules::{Cause, after_losses};
use crate::{rule, told};
use dice::{D6, RollId};
use ruling::RuleId;
use table::{Rect, Vec2};
use umpire::{Event, Place, Ruling, UnitId, voice};

/// What an attack did to a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wound {
    /// Men lost.
    pub casualties: u16,
    /// Whether the general was killed.
    pub general_killed: bool,
}

impl From<Outcome> for Wound {
    fn from(outcome: Outcome) -> Self {
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
    game.phase.state_mut(unit).now.losing = true;
    let elephant = game.board().profile(unit).is_elephant();
    let rule = if elephant { rule::ELEPHANT_LIVES } else { rule::CASUALTIES };
    game.mark(unit, state::MEN, after as i16, rule);
    if after == 0 {
        destroy(game, unit, rule, due);
        return;
    }
    if let Ok(trigger) = after_losses(elephant, start, before, after) {
        due.add(unit, trigger);
    }
}

/// A general falls; if it was the last, everyone tests (`toms.break.when.generals`).
fn kill_general(game: &mut Game<'_, '_>, unit: UnitId, rule: RuleId, due: &mut Due) {
    let side = game.board().side(unit);
    game.mark(unit, state::GENERAL, 0, rule);
    game.rule(unit, |field| {
        Ruling::new(rule, format!("The general with {} was killed.", voice::name(field, unit)))
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
    game.rule(unit, |field| {
        let name = voice::name(field, unit);
        Ruling::new(rule, format!("{name} {} destroyed.", name.was()))
    });
    let stood = game.board().rect(unit);
    if game.board().profile(unit).is_elephant() {
        fall(game, unit);
    }
    let board = game.board();
    let (side, auxiliary) = (board.side(unit), board.is_auxiliary(unit));
    let near = tables().breaks.destroyed + NEAR;
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

/// A slain elephant falls on those beside it (`toms.elephant.fall`).
fn fall(game: &mut Game<'_, '_>, unit: UnitId) {
    let facing = heading(game, unit);
    let side = game.board().side(unit);
    let why = RollId::new(rule::ELEPHANT_FALL.as_str(), side as u8).unit(unit.0);
    let length = game.cx.dice.roll(why, &D6);
    game.rule(unit, |field| {
        let far = voice::inches(length.into());
        let text = format!("{} rolled {length} and fell {far}.", voice::name(field, unit));
        Ruling::new(rule::ELEPHANT_FALL, text).rolled(side, Some(unit), length)
    });
    let base = Rect { ahead: facing.vec(), ..game.board().rect(unit) };
    for target in crossed(&game.board(), unit, &base, f64::from(length)) {
        if game.board().field.on_table(target) && game.board().men(target) > 0 {
            touch(game, unit, target, base.centre);
        }
    }
}

/// A touch outside melee: six dice at a plain number, shields save (`toms.elephant.touch`).
pub fn touch(game: &mut Game<'_, '_>, elephant: UnitId, target: UnitId, from: Vec2) {
    reveal(game, target);
    let board = game.board();
    let struck = face(&board.rect(target), from);
    let (who, men) = (board.profile(target), board.men(target));
    let needs = rules::touch(&game.book.house, false, Face::Front);
    let save = save(&game.book.house, who, men, Threat::close(Peril::Elephant, struck));
    let attack = Attack {
        dice: tables().elephant.touch,
        needs: tables().elephant.needs as u8,
        save: save.save,
        men,
        general: board.general(target),
    };
    let rolls = Rolls::of(rule::ELEPHANT_TOUCH, board.side(elephant), board.side(target), target.0);
    let outcome = attack::roll(&attack, rolls, game.cx.dice);
    game.rule(target, |field| {
        let text = format!(
            "{} trampled {} with {} at {}+: {}.",
            voice::name(field, elephant),
            voice::name(field, target),
            told::dice(attack.dice),
            attack.needs,
            told::outcome(&outcome)
        );
        Ruling::new(rule::ELEPHANT_TOUCH, text).tally(elephant, needs.tally).tally(target, save.tally)
    });
    let mut due = Due::default();
    suffer(game, target, outcome.into(), &mut due);
    test_all(game, &due);
}
