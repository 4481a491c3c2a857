//! Charges and answers by their exact odds, with those who could help and those who could strike back.

use super::super::charges::{added, answer_values, arrival, dares, hunt, least, meeting};
use super::super::clash::{Clash, EXACT, Meeting, ROUGH, worth};
use super::super::scene::Scene;
use umpire::UnitId;
use wab::armour::Face;
use wab::board::Body;
use wab::charge::Arrival;
use wab::declare;
use wab::leadership::chance;
use wab::reaction::Reaction;

/// The charges already declared upon a target.
fn declared(scene: &Scene<'_>, charging: umpire::Side, target: &Body<'_>) -> Vec<Meeting> {
    let board = scene.board;
    let others = board.friends(charging).filter(|b| b.state.charging.is_some_and(|c| c.target == target.id));
    others.filter_map(|b| Some(meeting(b.id, target, &arrival(board, b, target)?))).collect()
}

/// What a charge adds to what has been declared, and to what comes of waiting.
pub fn gain(scene: &Scene<'_>, unit: UnitId, target: UnitId) -> f64 {
    let board = scene.board;
    let (Some(u), Some(t)) = (board.body(unit), board.body(target)) else { return f64::NEG_INFINITY };
    if let Some(value) = hunt(scene, u, t) {
        return value;
    }
    let Some(arrival) = arrival(board, u, t) else { return f64::NEG_INFINITY };
    if u.skirmishes() && !t.skirmishes() && arrival.way.face == Face::Front {
        return f64::NEG_INFINITY;
    }
    let others = declared(scene, scene.side, t);
    if others.iter().any(|m| m.rect.overlaps(&arrival.rect, 0.1)) {
        return f64::NEG_INFINITY;
    }
    let one = meeting(unit, t, &arrival);
    let mut value = added(scene, EXACT, others.clone(), one);
    if value < least(scene, u) {
        let mut all = others;
        all.push(one);
        value = value.max(with_help(scene, u, t, &all));
    }
    let exposed = exposed(scene, u, t, &arrival) * worth(board, u);
    dares(board, u, t) * value - exposed - waiting(scene, u) - least(scene, u)
}

/// The charge together with the best of those who could still join it.
fn with_help(scene: &Scene<'_>, unit: &Body<'_>, target: &Body<'_>, so_far: &[Meeting]) -> f64 {
    let board = scene.board;
    let mut best = f64::NEG_INFINITY;
    for friend in board.friends(scene.side).filter(|b| b.id != unit.id && declare::may_charge(board, b)) {
        if friend.distance(target) > friend.charge_move() {
            continue;
        }
        let Some(arrival) = arrival(board, friend, target) else { continue };
        if so_far.iter().any(|m| m.rect.overlaps(&arrival.rect, 0.1)) {
            continue;
        }
        let mut all = so_far.to_vec();
        all.push(meeting(friend.id, target, &arrival));
        best = best.max(Clash::new(scene, EXACT, all).value(scene.side, target.id) * 0.9);
    }
    best
}

/// The share of a unit that its new place puts at risk: enemies who could then charge its flank or rear.
fn exposed(scene: &Scene<'_>, unit: &Body<'_>, target: &Body<'_>, arrival: &Arrival) -> f64 {
    let board = scene.board;
    let there = Body { rect: arrival.rect, facing: arrival.facing, ..*unit };
    let enemies = board.enemies(scene.side).filter(|e| e.id != target.id && !e.state.fleeing);
    let strikes = |e: &&Body<'_>| {
        !board.phase.is_engaged(e.id)
            && !e.skirmishes()
            && e.distance(&there) <= e.charge_move()
            && declare::face(board, e, &there) != Face::Front
    };
    (enemies.filter(strikes).count() as f64 * 0.15).min(0.3)
}

/// What comes of waiting: the worst charge an enemy could make upon a unit, which is less than nothing or nothing.
fn waiting(scene: &Scene<'_>, unit: &Body<'_>) -> f64 {
    let board = scene.board;
    let mut worst: f64 = 0.0;
    for enemy in board.enemies(scene.side) {
        let able = !enemy.state.fleeing && !board.phase.is_engaged(enemy.id) && !enemy.skirmishes();
        if !able || enemy.distance(unit) > enemy.charge_move() {
            continue;
        }
        let meeting = Meeting::square(enemy, unit, declare::face(board, enemy, unit));
        worst = worst.min(Clash::new(scene, ROUGH, vec![meeting]).value(scene.side, unit.id));
    }
    worst * 0.7
}

/// Leaving a combat is worth what staying would cost.
pub fn leave(scene: &Scene<'_>, unit: UnitId, far: u8) -> f64 {
    let Some(body) = scene.board.body(unit) else { return f64::NEG_INFINITY };
    let stay = Clash::new(scene, EXACT, Vec::new()).value(scene.side, unit);
    let passes = chance(scene.board.leaders(body).best().total(), false).to_f64();
    // The further away, the better it can charge again.
    let short = 0.002 * (body.movement() - f64::from(far));
    passes * (-stay) - (0.08 + short) * worth(scene.board, body)
}

/// What each answer to a charge is worth.
pub fn answers(scene: &Scene<'_>, charger: UnitId, target: UnitId, allowed: &[Reaction]) -> Vec<f64> {
    let board = scene.board;
    let (Some(c), Some(t)) = (board.body(charger), board.body(target)) else { return Vec::new() };
    let met = arrival(board, c, t);
    let fight = |countered: bool| {
        let Some(arrival) = &met else { return 0.0 };
        let mut all = declared(scene, c.side, t);
        all.retain(|m| m.charger != charger);
        all.push(Meeting { countered, ..meeting(charger, t, arrival) });
        Clash::new(scene, EXACT, all).value(scene.side, target)
    };
    answer_values(scene, c, t, allowed, fight)
}

/// What the round is worth with each weapon a unit could choose.
pub fn arms(scene: &Scene<'_>, unit: UnitId) -> Vec<f64> {
    let board = scene.board;
    let Some(body) = board.body(unit) else { return Vec::new() };
    let value = |weapon| {
        let mut phase = board.phase.clone();
        phase.unit_mut(unit).weapon = Some(weapon);
        let bodies = board.bodies.iter().map(|b| Body { state: phase.unit(b.id), ..*b }).collect();
        let armed = wab::board::Board { book: board.book, phase: &phase, bodies };
        let scene = Scene { board: &armed, ..*scene };
        Clash::new(&scene, EXACT, Vec::new()).value(scene.side, unit)
    };
    wab::strokes::arms(body).into_iter().map(value).collect()
}
