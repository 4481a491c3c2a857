//! Chargers move: counter-charges, contact, failed charges, fleers caught (`wab.move.sequence`, step 4).

use crate::armour::Face;
use crate::board::{Board, Body};
use crate::charge::{self, Arrival, SLACK, wheel, wheel_cost};
use crate::daring;
use crate::declare;
use crate::game::{Game, name};
use crate::moving::NEAR;
use crate::remaining;
use crate::rule;
use crate::state::{Contact, Step};
use crate::tables::{Going, tables};
use crate::terrain;
use crate::troop::Trait;
use table::{Facing, Rect, Vec2, span};
use umpire::{Motion, Place, UnitId};

/// Who still has a charge to move.
pub fn chargers(board: &Board<'_>) -> Vec<UnitId> {
    board.friends(board.phase.active).filter(|b| b.state.charging.is_some()).map(|b| b.id).collect()
}

/// Moves the next charger, or asks which it is to be.
pub fn go_on(game: &mut Game<'_, '_>) {
    loop {
        let waiting = chargers(&game.board());
        match waiting.as_slice() {
            [] => {
                remaining::begin(game);
                return;
            }
            [only] => move_charger(game, *only),
            _ => {
                game.phase.step = Step::Chargers;
                return;
            }
        }
    }
}

/// Moves one charger.
pub fn move_charger(game: &mut Game<'_, '_>, id: UnitId) {
    let Some(charging) = game.phase.unit_mut(id).charging.take() else { return };
    let target = charging.target;
    if !game.stands(target) {
        fail(game, id, None);
        return;
    }
    if game.phase.unit(target).fleeing {
        catch(game, id, target);
        return;
    }
    let countered = game.phase.unit(target).counter == Some(id);
    if countered {
        counter(game, target, id);
    }
    let face = if countered { Face::Front } else { charging.face };
    match solve(game, id, target, face) {
        Some(arrival) => arrive(game, id, target, &arrival, countered),
        None => fail(game, id, Some(target)),
    }
    game.phase.unit_mut(target).counter = game.phase.unit(target).counter.filter(|&c| c != id);
}

fn solve(game: &Game<'_, '_>, id: UnitId, target: UnitId, face: Face) -> Option<Arrival> {
    let board = game.board();
    let (charger, t) = (board.body(id)?, board.body(target)?);
    charge::best(&board, charger, t, face, charger.charge_move())
}

/// The charged unit turns to its charger and comes to meet it (`wab.react.counter_charge`).
fn counter(game: &mut Game<'_, '_>, id: UnitId, charger: UnitId) {
    let (rect, facing) = {
        let board = game.board();
        let (Some(body), Some(c)) = (board.body(id), board.body(charger)) else { return };
        let front = body.rect.front_mid();
        let facing = Facing::of(c.rect.front_mid() - front);
        let turned =
            crate::board::at_front(front, facing, body.rect.half_width * 2.0, body.rect.half_depth * 2.0);
        let free = charge::is_free(&board, body, &turned, Some(charger)) && board.on_table(&turned);
        let (rect, facing) = if free { (turned, facing) } else { (body.rect, body.facing) };
        let gap = table::distance(&rect, &c.rect) / 2.0;
        let go = room_ahead(&board, body, &rect, (body.movement() / 2.0).min(gap), Some(charger));
        (rect.moved(rect.ahead * go), facing)
    };
    game.put(id, &rect, facing, Motion::March, rule::REACT_COUNTER_CHARGE);
}

/// How far a footprint can go straight ahead, an inch short of enemies and short of friends.
pub fn room_ahead(board: &Board<'_>, body: &Body<'_>, rect: &Rect, most: f64, but: Option<UnitId>) -> f64 {
    let mut room = most.min(crate::flight::to_table_edge(board, rect));
    for other in
        board.bodies.iter().filter(|b| b.id != body.id && Some(b.id) != but && !charge::passes(body, b))
    {
        let margin = if other.side == body.side { 0.0 } else { tables().distances.one_inch };
        let wide = Rect {
            half_width: other.rect.half_width + margin,
            half_depth: other.rect.half_depth + margin,
            ..other.rect
        };
        if let Some(s) = span(rect, rect.ahead, &wide, SLACK).filter(|s| s.leave > 0.0) {
            room = room.min(s.enter.max(0.0));
        }
    }
    for part in board.book.features.iter().filter(|f| f.stops(body.kit.troop)).flat_map(|f| &f.parts) {
        if let Some(s) = span(rect, rect.ahead, part, NEAR).filter(|s| s.leave > 0.0) {
            room = room.min(s.enter.max(0.0));
        }
    }
    room
}

/// A charge reaches its target.
fn arrive(game: &mut Game<'_, '_>, id: UnitId, target: UnitId, arrival: &Arrival, countered: bool) {
    game.put(id, &arrival.rect, arrival.facing, Motion::Conform, rule::CHARGE_CONTACT);
    game.phase.unit_mut(id).done.charged = true;
    game.say(rule::CHARGE_CONTACT, |field| format!("{} is upon {}", name(field, id), name(field, target)));
    let over = crosses_obstacle(game, target, &arrival.rect);
    meet(game, id, target, arrival.face, [true, countered], false, over);
    if !arrival.both {
        return;
    }
    let touched: Vec<(UnitId, Face)> = {
        let board = game.board();
        let Some(body) = board.body(id) else { return };
        let others = board.enemies(body.side).filter(|e| e.id != target && body.distance(e) <= SLACK);
        others.filter(|e| !e.state.fleeing).map(|e| (e.id, declare::face(&board, body, e))).collect()
    };
    for (other, face) in touched {
        game.say(rule::CHARGE_BOTH, |field| format!("{} is charged as well", name(field, other)));
        if daring::stands(game, other, id, face) && game.stands(other) {
            meet(game, id, other, face, [true, false], false, false);
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
    let shaken = std::mem::take(&mut game.phase.unit_mut(target).shaken);
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

/// Whether an obstacle runs within an inch before a target's front, towards a charger (`wab.result.ranks_lost`).
fn crosses_obstacle(game: &Game<'_, '_>, target: UnitId, charger: &Rect) -> bool {
    let board = game.board();
    let Some(body) = board.body(target) else { return false };
    let strip = |u: f64| {
        let from: Vec2 = body.rect.place(u, body.rect.half_depth);
        [from, from + body.rect.ahead]
    };
    let half = body.rect.half_width / 2.0;
    let lines = game.book.features.iter().filter(|f| f.kind.going() == Some(Going::Obstacle));
    let towards = body.rect.ahead.dot(charger.centre - body.rect.centre) > 0.0;
    let runs = |f: &terrain::Feature| {
        let cut = |u: f64| {
            f.parts
                .iter()
                .any(|p| table::segments_meet(strip(u), [p.corners()[0], p.corners()[p.corners().len() - 1]]))
        };
        [-half, 0.0, half].into_iter().filter(|&u| cut(u)).count() >= 2
    };
    towards && lines.into_iter().any(runs)
}

/// A charge at fleers: they are destroyed if it reaches them (`wab.flee.caught`).
fn catch(game: &mut Game<'_, '_>, id: UnitId, target: UnitId) {
    let found = {
        let board = game.board();
        let (Some(charger), Some(t)) = (board.body(id), board.body(target)) else { return };
        declare::catch(&board, charger, t)
    };
    let Some(arrival) = found else {
        fail(game, id, Some(target));
        return;
    };
    game.put(id, &arrival.rect, arrival.facing, Motion::Conform, rule::FLEE_CAUGHT);
    game.phase.unit_mut(id).done.charged = true;
    game.say(rule::FLEE_CAUGHT, |field| format!("{} rides down {}", name(field, id), name(field, target)));
    game.phase.caught.push(target);
    game.remove(target, Place::Destroyed, rule::FLEE_CAUGHT);
}

/// A charge that does not reach: the wheel, then a normal move towards the target (`wab.charge.failed`).
fn fail(game: &mut Game<'_, '_>, id: UnitId, target: Option<UnitId>) {
    game.phase.unit_mut(id).done.failed_charge = true;
    let (rect, facing) = {
        let board = game.board();
        let Some(body) = board.body(id) else { return };
        let aim = target.and_then(|t| board.body(t)).map_or(0.0, |t| {
            let to = t.rect.centre - body.rect.front_mid();
            body.facing.turn_to(Facing::of(to)).clamp(-90.0, 90.0)
        });
        let pays = wheel_cost(&body.rect, aim) <= body.charge_move();
        let turns = pays && charge::wheel_is_clear(&board, body, aim, None);
        let (start, facing) =
            if turns { wheel(&body.rect, body.facing, aim) } else { (body.rect, body.facing) };
        let room = room_ahead(&board, body, &start, body.movement(), None);
        let go =
            terrain::afford(&game.book.features, &start, start.ahead, room, body.movement(), body.order());
        let end = start.moved(start.ahead * go);
        let near = crate::start::clear_of_enemies(&board, body, &end);
        if near { (end, facing) } else { (body.rect, body.facing) }
    };
    game.put(id, &rect, facing, Motion::March, rule::CHARGE_FAILED);
    game.say(rule::CHARGE_FAILED, |field| format!("{} falls short", name(field, id)));
}
