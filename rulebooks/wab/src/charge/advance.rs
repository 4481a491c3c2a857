//! Chargers move: counter-charges, contact, failed charges, fleers caught (`wab.move.sequence`, step 4).

use crate::board::bodies::{Board, Body};
use crate::board::game::Game;
use crate::board::room::{Room, Straight};
use crate::board::state::{Contact, Next, Step};
use crate::board::{room, shape, terrain};
use crate::charge::approach::Arrival;
use crate::charge::{approach, nerve_tests};
use crate::data::armour::Face;
use crate::data::length::SLACK;
use crate::data::tables::{Going, tables};
use crate::data::troop::Trait;
use crate::rule;
use table::{Facing, Rect, line_inside};
use umpire::voice::{self, name};
use umpire::{ChargeEnd, Deed, Motion, Place, UnitId};

/// Who still has a charge to move.
pub fn chargers(board: &Board<'_>) -> Vec<UnitId> {
    board.friends(board.phase.active).filter(|b| b.state.now.charging.is_some()).map(|b| b.id).collect()
}

/// Moves the next charger, or asks which it is to be.
pub fn go_on(game: &mut Game<'_, '_>) -> Next {
    loop {
        let waiting = chargers(&game.board());
        match waiting.as_slice() {
            [] => return Next::Remaining,
            [only] => move_charger(game, *only),
            _ => {
                game.phase.step = Step::Chargers;
                return Next::Ask;
            }
        }
    }
}

/// Moves one charger.
pub fn move_charger(game: &mut Game<'_, '_>, id: UnitId) {
    let Some(charging) = game.phase.unit_mut(id).now.charging.take() else { return };
    let target = charging.target;
    if !game.stands(target) {
        fail(game, id, None, charging.face);
        return;
    }
    if game.phase.unit(target).fleeing {
        catch(game, id, target);
        return;
    }
    let countered = game.phase.unit(target).now.counter == Some(id);
    if countered {
        counter(game, target, id);
    }
    let face = if countered { Face::Front } else { charging.face };
    match solve(game, id, target, face) {
        Some(arrival) => arrive(game, id, target, &arrival, countered),
        None => fail(game, id, Some(target), face),
    }
    game.phase.unit_mut(target).now.counter = game.phase.unit(target).now.counter.filter(|&c| c != id);
}

fn solve(game: &Game<'_, '_>, id: UnitId, target: UnitId, face: Face) -> Option<Arrival> {
    let board = game.board();
    let (charger, t) = (board.body(id)?, board.body(target)?);
    approach::best(&board, charger, t, face, charger.charge_move())
}

/// The charged unit turns to its charger and comes to meet it (`wab.react.counter_charge`).
fn counter(game: &mut Game<'_, '_>, id: UnitId, charger: UnitId) {
    let (rect, facing, room) = {
        let board = game.board();
        let (Some(body), Some(c)) = (board.body(id), board.body(charger)) else { return };
        if board.phase.is_engaged(id) {
            return;
        }
        let (rect, facing) = turn_towards(&board, body, c);
        let gap = table::distance(&rect, &c.rect) / 2.0;
        let most = (body.movement() / 2.0).min(gap);
        let way = Straight { body, rect: &rect, way: rect.ahead, most, short: 0.0 };
        let room = way.room(&board, |other| other == charger);
        (rect.moved(rect.ahead * room.far), facing, room)
    };
    game.put(id, &rect, facing, Motion::March, rule::REACT_COUNTER_CHARGE);
    game.say(rule::REACT_COUNTER_CHARGE, |f| {
        format!("{} came on {} to meet the charge{}.", name(f, id), voice::inches(room.far), room.because(f))
    });
}

/// A unit turned about the middle of its front to face its charger, as far as it touches nobody.
fn turn_towards(board: &Board<'_>, body: &Body<'_>, charger: &Body<'_>) -> (Rect, Facing) {
    let front = body.rect.front_mid();
    let turn = body.facing.turn_to(Facing::of(charger.rect.front_mid() - front));
    let degrees = turn.abs().ceil() as u16;
    let at =
        |i: u16| shape::wheeled(&body.rect, body.facing, front, turn * f64::from(i) / f64::from(degrees));
    let free = |(rect, _): &(Rect, Facing)| room::is_free(board, body, rect, Some(charger.id));
    (1..=degrees).map(at).take_while(free).last().unwrap_or((body.rect, body.facing))
}

/// A charge reaches its target.
fn arrive(game: &mut Game<'_, '_>, id: UnitId, target: UnitId, arrival: &Arrival, countered: bool) {
    let from = game.board().body(id).map_or(arrival.rect, |b| b.rect);
    game.put(id, &arrival.rect, arrival.facing, Motion::Conform, rule::CHARGE_CONTACT);
    game.phase.unit_mut(id).done.charged = true;
    game.cx.deed(Deed::Charged { unit: id, end: ChargeEnd::Contact });
    let far = from.front_mid().distance(arrival.rect.front_mid());
    let face = arrival.way.face.words();
    game.say(rule::CHARGE_CONTACT, |field| {
        let (who, whom) = (name(field, id), name(field, target));
        format!("{who} charged home, {}, upon {face} of {whom}.", voice::inches(far))
    });
    let over = defends_obstacle(&game.board(), target, &from, &arrival.rect);
    meet(game, id, target, arrival.way.face, [true, countered], false, over);
    if !arrival.both {
        return;
    }
    let touched: Vec<(UnitId, Face)> = {
        let board = game.board();
        let Some(body) = board.body(id) else { return };
        let others = board.enemies(body.side).filter(|e| e.id != target && body.distance(e) <= SLACK);
        others.filter(|e| !e.state.fleeing).map(|e| (e.id, approach::towards(&board, body, e))).collect()
    };
    for (other, face) in touched {
        game.say(rule::CHARGE_BOTH, |field| {
            let other = name(field, other);
            format!("{other} {} charged as well.", other.was())
        });
        if nerve_tests::stands(game, other, id, face) && game.stands(other) {
            let over = defends_obstacle(&game.board(), other, &from, &arrival.rect);
            meet(game, id, other, face, [true, false], false, over);
        }
    }
}

/// Two units are in contact from now on.
pub fn meet(
    game: &mut Game<'_, '_>,
    id: UnitId,
    target: UnitId,
    face: Face,
    charged: [bool; 2],
    by_pursuit: bool,
    defended: bool,
) {
    let skirmish = game.book.kit(target).skirmishes();
    let face = if skirmish { Face::Front } else { face };
    let mut ferocious = [false; 2];
    for (i, unit) in [id, target].into_iter().enumerate() {
        let normal = {
            let board = game.board();
            let under = |b: &Body<'_>| terrain::under(&game.book.features, &b.rect) == Going::Normal;
            board.body(unit).is_some_and(under)
        };
        let has = game.book.kit(unit).has(Trait::FerociousCharge);
        let state = game.phase.unit_mut(unit);
        if charged[i] && has && normal && !state.ferocious_used {
            state.ferocious_used = true;
            ferocious[i] = true;
        }
    }
    let shaken = game.phase.unit_mut(target).now.shaken_by.take(id);
    game.phase.contacts.push(Contact {
        units: [id, target],
        faces: [Face::Front, face],
        charged,
        shaken: [false, shaken],
        ferocious,
        first: true,
        by_pursuit,
        defended,
        won: None,
    });
}

/// Whether a unit stands at an obstacle it defends, and the charger came over one of those lines
/// (`wab.result.ranks_lost`).
fn defends_obstacle(board: &Board<'_>, target: UnitId, from: &Rect, charger: &Rect) -> bool {
    let Some(body) = board.body(target) else { return false };
    let features = &board.book.features;
    let crosses = |line| {
        table::segments_meet([from.centre, charger.front_mid()], line) || line_inside(line, charger).is_some()
    };
    terrain::is_lined(features, &body.rect)
        && terrain::lines_before(features, &body.rect).any(|(line, _)| crosses(line))
}

/// A charge at fleers: they are destroyed if it reaches them (`wab.flee.caught`).
fn catch(game: &mut Game<'_, '_>, id: UnitId, target: UnitId) {
    let found = {
        let board = game.board();
        let (Some(charger), Some(t)) = (board.body(id), board.body(target)) else { return };
        approach::catch(&board, charger, t)
    };
    let Some(arrival) = found else {
        fail(game, id, Some(target), Face::Front);
        return;
    };
    let (rect, facing) = arrival.way.met;
    game.put(id, &rect, facing, Motion::Conform, rule::FLEE_CAUGHT);
    game.phase.unit_mut(id).done.charged = true;
    game.cx.deed(Deed::Charged { unit: id, end: ChargeEnd::Contact });
    game.say(rule::FLEE_CAUGHT, |field| {
        let whom = name(field, target);
        format!("{} caught {whom} and destroyed {}.", name(field, id), whom.them())
    });
    game.phase.caught.push(target);
    game.remove(target, Place::Destroyed, rule::FLEE_CAUGHT);
}

/// A charge that does not reach: the wheel, then a normal move towards the target (`wab.charge.failed`).
fn fail(game: &mut Game<'_, '_>, id: UnitId, target: Option<UnitId>, face: Face) {
    game.phase.unit_mut(id).done.failed_charge = true;
    game.cx.deed(Deed::Charged { unit: id, end: ChargeEnd::Short });
    let (rect, facing, room) = {
        let board = game.board();
        let Some(body) = board.body(id) else { return };
        let straight = (body.rect, body.facing);
        let wheeled = target.and_then(|t| board.body(t)).map(|t| approach::heading(&board, body, t, face));
        let starts = wheeled.into_iter().chain([straight]);
        let ends = starts.map(|(start, facing)| stop_short(&board, body, &start, facing));
        let clear = |(end, _, _): &(Rect, Facing, Room)| {
            room::is_free(&board, body, end, None) && room::clear_of_enemies(&board, body, end)
        };
        ends.into_iter().find(clear).unwrap_or((body.rect, body.facing, Room::open(0.0)))
    };
    game.put(id, &rect, facing, Motion::March, rule::CHARGE_FAILED);
    game.say(rule::CHARGE_FAILED, |field| {
        let (who, went) = (name(field, id), voice::inches(room.far));
        format!("{who} fell short in {} charge and went {went}{}.", who.its(), room.because(field))
    });
}

/// Where a charge that falls short ends: a normal move on, an inch short of enemies.
fn stop_short(board: &Board<'_>, body: &Body<'_>, start: &Rect, facing: Facing) -> (Rect, Facing, Room) {
    let most = body.movement();
    let ground = &board.book.features;
    let paid = terrain::afford(ground, start, start.ahead, most, most, body.order());
    let short = tables().distances.one_inch;
    let way = Straight { body, rect: start, way: start.ahead, most: paid, short };
    let room = way.room(board, |_| false);
    (start.moved(start.ahead * room.far), facing, room)
}
