//! Chargers move: counter-charges, contact, failed charges, fleers caught (`wab.move.sequence`, step 4).

use crate::armour::Face;
use crate::board::{Board, Body};
use crate::charge::{self, Arrival, BRINK, CUT, SLACK};
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
use table::{Facing, Rect, line_inside, span};
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
        fail(game, id, None, charging.face);
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
        None => fail(game, id, Some(target), face),
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
        if board.phase.is_engaged(id) {
            return;
        }
        let (rect, facing) = turn_towards(&board, body, c);
        let gap = table::distance(&rect, &c.rect) / 2.0;
        let go = room_ahead(&board, body, &rect, (body.movement() / 2.0).min(gap), Some(charger), 0.0);
        (rect.moved(rect.ahead * go), facing)
    };
    game.put(id, &rect, facing, Motion::March, rule::REACT_COUNTER_CHARGE);
}

/// A unit turned about the middle of its front to face its charger, as far as it touches nobody.
fn turn_towards(board: &Board<'_>, body: &Body<'_>, charger: &Body<'_>) -> (Rect, Facing) {
    let front = body.rect.front_mid();
    let turn = body.facing.turn_to(Facing::of(charger.rect.front_mid() - front));
    let degrees = turn.abs().ceil() as u16;
    let at = |i: u16| {
        crate::board::wheeled(&body.rect, body.facing, front, turn * f64::from(i) / f64::from(degrees))
    };
    let free = |(rect, _): &(Rect, Facing)| {
        charge::is_free(board, body, rect, Some(charger.id)) && board.on_table(rect)
    };
    (1..=degrees).map(at).take_while(free).last().unwrap_or((body.rect, body.facing))
}

/// How far a footprint can go straight ahead, so far short of enemies and short of friends.
pub fn room_ahead(
    board: &Board<'_>,
    body: &Body<'_>,
    rect: &Rect,
    most: f64,
    but: Option<UnitId>,
    short: f64,
) -> f64 {
    let mut room = most.min(crate::flight::to_table_edge(board, rect));
    for other in
        board.bodies.iter().filter(|b| b.id != body.id && Some(b.id) != but && !charge::passes(body, b))
    {
        let margin = if other.side == body.side { 0.0 } else { short };
        let wide = charge::widened(&other.rect, margin);
        if let Some(s) = span(rect, rect.ahead, &wide, CUT).filter(|s| s.leave > 0.0) {
            room = room.min(s.enter.max(0.0));
        }
    }
    for part in board.book.features.iter().filter(|f| f.stops(body.kit.troop)).flat_map(|f| &f.parts) {
        if let Some(s) = span(rect, rect.ahead, part, BRINK).filter(|s| s.leave > 0.0) {
            room = room.min(s.enter.max(0.0));
        }
    }
    room
}

/// A charge reaches its target.
fn arrive(game: &mut Game<'_, '_>, id: UnitId, target: UnitId, arrival: &Arrival, countered: bool) {
    let from = game.board().body(id).map_or(arrival.rect, |b| b.rect);
    game.put(id, &arrival.rect, arrival.facing, Motion::Conform, rule::CHARGE_CONTACT);
    game.phase.unit_mut(id).done.charged = true;
    game.say(rule::CHARGE_CONTACT, |field| format!("{} is upon {}", name(field, id), name(field, target)));
    let over = defends_obstacle(&game.board(), target, &from, &arrival.rect);
    meet(game, id, target, arrival.way.face, [true, countered], false, over);
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
    let shaken = game.phase.unit_mut(target).shaken_by.take(id);
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

/// Whether a unit stands at an obstacle it defends: such lines run within an inch before at least half of its front, and
/// the charger came over one of them (`wab.result.ranks_lost`).
fn defends_obstacle(board: &Board<'_>, target: UnitId, from: &Rect, charger: &Rect) -> bool {
    let Some(body) = board.body(target) else { return false };
    let deep = tables().distances.one_inch / 2.0;
    let strip =
        Rect { centre: body.rect.front_mid() + body.rect.ahead * deep, half_depth: deep + NEAR, ..body.rect };
    let lines = board.book.features.iter().filter(|f| f.kind.going() == Some(Going::Obstacle));
    let mut covered = 0.0;
    let mut crossed = false;
    for part in lines.flat_map(|f| &f.parts) {
        let line = [part.corners()[0], part.corners()[part.corners().len() - 1]];
        let Some(inside) = line_inside(line, &strip) else { continue };
        let way = (line[1] - line[0]) * (1.0 / line[0].distance(line[1]).max(NEAR));
        covered += (inside.leave - inside.enter) * way.dot(body.rect.right()).abs();
        crossed |= table::segments_meet([from.centre, charger.front_mid()], line)
            || line_inside(line, charger).is_some();
    }
    crossed && covered >= body.rect.half_width - NEAR
}

/// A charge at fleers: they are destroyed if it reaches them (`wab.flee.caught`).
fn catch(game: &mut Game<'_, '_>, id: UnitId, target: UnitId) {
    let found = {
        let board = game.board();
        let (Some(charger), Some(t)) = (board.body(id), board.body(target)) else { return };
        charge::catch(&board, charger, t)
    };
    let Some(arrival) = found else {
        fail(game, id, Some(target), Face::Front);
        return;
    };
    let (rect, facing) = arrival.way.met;
    game.put(id, &rect, facing, Motion::Conform, rule::FLEE_CAUGHT);
    game.phase.unit_mut(id).done.charged = true;
    game.say(rule::FLEE_CAUGHT, |field| format!("{} rides down {}", name(field, id), name(field, target)));
    game.phase.caught.push(target);
    game.remove(target, Place::Destroyed, rule::FLEE_CAUGHT);
}

/// A charge that does not reach: the wheel, then a normal move towards the target (`wab.charge.failed`).
fn fail(game: &mut Game<'_, '_>, id: UnitId, target: Option<UnitId>, face: Face) {
    game.phase.unit_mut(id).done.failed_charge = true;
    let found = {
        let board = game.board();
        let Some(body) = board.body(id) else { return };
        let straight = (body.rect, body.facing);
        let wheeled = target.and_then(|t| board.body(t)).map(|t| charge::heading(&board, body, t, face));
        let far = |(start, facing): (Rect, Facing)| {
            let short = tables().distances.one_inch;
            let room = room_ahead(&board, body, &start, body.movement(), None, short);
            let ground = &game.book.features;
            let go = terrain::afford(ground, &start, start.ahead, room, body.movement(), body.order());
            (start.moved(start.ahead * go), facing)
        };
        let ends = wheeled.into_iter().chain([straight]).map(far);
        let clear = |(end, _): &(Rect, Facing)| crate::start::clear_of_enemies(&board, body, end);
        ends.into_iter().find(clear).unwrap_or(straight)
    };
    game.put(id, &found.0, found.1, Motion::March, rule::CHARGE_FAILED);
    game.say(rule::CHARGE_FAILED, |field| format!("{} falls short", name(field, id)));
}
