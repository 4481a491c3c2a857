//! Broken units: flight and rally.

use crate::board::{self, Board, Game, SLACK, pose};
use crate::elephant;
use crate::harm::{self, Due};
use crate::house::{House, RallyEnemyNear};
use crate::rates::{self, Course, Gait};
use crate::tables::tables;
use crate::troop::Profile;
use crate::{ambush, land, rule, words};
use dice::{D6, RollId};
use ruling::{RuleId, Tally};
use table::{Facing, Rect, penetration, span, swept};
use umpire::{Motion, Place, Ruling, UnitId};

/// Every broken unit of the active side flees, the farthest from the enemy first (`toms.broken.flee`).
pub fn flee_all(game: &mut Game<'_, '_>) {
    let board = game.board();
    let active = game.phase.active;
    let mut broken: Vec<(f64, UnitId)> = board
        .of_side(active)
        .filter(|&id| board.is_broken(id))
        .map(|id| {
            let far = board.enemies(active).map(|e| board.distance(id, e)).fold(f64::INFINITY, f64::min);
            (far, id)
        })
        .collect();
    broken.sort_by(|a, b| b.0.total_cmp(&a.0));
    for (_, unit) in broken {
        if game.board().field.on_table(unit) {
            flee(game, unit);
        }
    }
}

/// A flight that can be run: which way it faces, and where it ends.
struct Flight {
    facing: Facing,
    end: Rect,
}

/// The flight of a unit in a direction; nothing if something bars it.
fn flight(board: &Board<'_>, unit: UnitId, facing: Facing) -> Option<Flight> {
    let base = Rect { ahead: facing.vec(), ..board.rect(unit) };
    let (ground, who, side) = (board.ground(), board.profile(unit), board.side(unit));
    let whole = base.centre + base.ahead * rates::rate(who, Gait::Flee);
    let course = Course {
        difficult: land::is_difficult(ground, base.centre, whole),
        uphill: land::climbs(ground, base.centre, whole),
        ..Course::default()
    };
    let length = rates::allowance(who, Gait::Flee, &course).total();
    let friends: Vec<Rect> = board.of_side(side).filter(|&id| id != unit).map(|id| board.rect(id)).collect();
    let spans = friends.iter().filter_map(|f| span(&base, base.ahead, f, SLACK));
    let length = table::first_stop(length, spans);
    let path = swept(&base, base.ahead * length);
    let now = board.rect(unit);
    let barred = |id: UnitId| {
        let there = board.rect(id);
        let touching = table::distance(&now, &there) <= SLACK;
        let touched = table::distance(&path, &there) <= SLACK;
        penetration(&path, &there) > SLACK || (touched && !touching)
    };
    if board.of_side(side.other()).any(barred) || land::is_barred(ground, &path) {
        return None;
    }
    Some(Flight { facing, end: base.moved(base.ahead * length) })
}

/// A broken unit runs (`toms.broken.flee`, `toms.broken.blocked`, `toms.broken.leaves`).
fn flee(game: &mut Game<'_, '_>, unit: UnitId) {
    /// Headings tried when the way is barred, in degrees.
    const STEP: u16 = 15;
    ambush::reveal_along(game, unit, rates::rate(game.board().profile(unit), Gait::Flee));
    let board = game.board();
    let facing = board.facing(unit);
    let turns = (0..=180 / STEP).flat_map(|i| {
        let by = f64::from(i * STEP);
        [by, -by].into_iter().take(if i == 0 || i == 180 / STEP { 1 } else { 2 })
    });
    let mut flights = turns.map(|by| (by, facing + Facing::degrees(by)));
    let found = flights.find_map(|(by, facing)| flight(&board, unit, facing).map(|f| (by, f)));
    let fears = elephant::fears(&board, unit);
    let Some((turn, flight)) = found else {
        let mut due = Due::default();
        harm::destroy(game, unit, rule::BROKEN_BLOCKED, &mut due);
        harm::test_all(game, &due);
        return;
    };
    game.phase.part(unit);
    let rule = if turn == 0.0 { rule::BROKEN_FLEE } else { rule::BROKEN_BLOCKED };
    let gone = !land::on_table(game.board().ground(), &flight.end);
    game.rule(unit, |field| {
        let what = if gone { "flees from the table" } else { "flees" };
        let ruling = Ruling::new(rule, format!("{} {what}", words::unit(field, unit)));
        if gone { ruling.also(rule::BROKEN_LEAVES) } else { ruling }
    });
    game.shift(unit, pose(flight.end.centre, flight.facing), Motion::Flight, rule);
    if gone {
        harm::leave(game, unit, Place::Fled, rule::BROKEN_LEAVES);
        return;
    }
    ambush::reveal_found(game);
    elephant::frighten(game, unit, &fears, None);
}

/// What a rally is tried with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chance {
    /// How many friendly generals are near.
    pub generals: u16,
    /// Whether an enemy is near.
    pub enemy_near: bool,
}

/// The dice of a rally (`toms.rally.dice`, `toms.rally.generals`, `toms.rally.enemy_near`).
pub fn rally_dice(house: &House, chance: Chance) -> Tally {
    let rally = &tables().rally;
    let mut tally = Tally::of("dice");
    tally.add(rule::RALLY_DICE, rally.dice);
    tally.add(rule::RALLY_GENERALS, rally.each * chance.generals as i8);
    let enemy = match (house.rally_enemy_near, chance.enemy_near) {
        (RallyEnemyNear::Adds, true) | (RallyEnemyNear::NoEnemyAdds, false) => rally.enemy,
        (RallyEnemyNear::Removes, true) => -rally.enemy,
        _ => 0,
    };
    tally.add(rule::RALLY_ENEMY_NEAR, enemy);
    tally
}

/// What a die must show to rally a type (`toms.rally.number`).
pub fn rally_needs(who: &Profile) -> u8 {
    if who.trained { tables().rally.trained } else { tables().rally.untrained }
}

/// Why a broken unit cannot rally now, if it cannot.
pub fn cannot_rally(lost: bool, engaged: bool) -> Option<RuleId> {
    if lost {
        return Some(rule::RALLY_CASUALTIES);
    }
    engaged.then_some(rule::RALLY_ENGAGED)
}

/// The broken units of the active side that may try to rally, in list order (`toms.rally.when`).
pub fn may_rally(board: &Board<'_>) -> Vec<UnitId> {
    let may = |id: &UnitId| {
        board.is_broken(*id)
            && !board.state(*id).rallied
            && cannot_rally(board.state(*id).lost, board.is_engaged(*id)).is_none()
    };
    board.of_side(board.phase.active).filter(may).collect()
}

/// The dice a unit rallies with now.
pub fn chance_of(board: &Board<'_>, unit: UnitId) -> Chance {
    let near = |e: UnitId| board.within(unit, e, tables().rally.near);
    Chance {
        generals: board.generals_within(unit, tables().rally.general),
        enemy_near: board.enemies(board.side(unit)).any(near),
    }
}

/// A broken unit tries to rally.
pub fn rally(game: &mut Game<'_, '_>, unit: UnitId) {
    // It tries once a turn.
    game.phase.state_mut(unit).rallied = true;
    let board = game.board();
    let tally = rally_dice(&game.book.house, chance_of(&board, unit));
    let (needs, side) = (rally_needs(board.profile(unit)), board.side(unit));
    let dice = tally.total().max(0) as u16;
    let why = RollId::new(rule::RALLY_NUMBER.as_str(), side as u8).unit(unit.0);
    let rallies = game.cx.dice.hits(why, &D6, dice, needs) > 0;
    game.rule(unit, |field| {
        let what = if rallies { "rallies" } else { "does not rally" };
        let text = format!("{} {what}: {dice} dice against {needs}", words::unit(field, unit));
        Ruling::new(rule::RALLY_WHEN, text).tally(unit, tally).also(rule::RALLY_NUMBER)
    });
    if rallies {
        game.mark(unit, board::BROKEN, 0, rule::RALLY_NUMBER);
    }
}
