//! Choices of a steady general: charges that pay at a glance, answers that save, targets near enough to break.

use super::charges::{added, answer_values, best_of, dares, declared_values, hunt, least, redirect_values};
use super::clash::{Clash, Meeting, ROUGH, alone, catches, worth};
use super::scene::Scene;
use super::sight::{Sight, holds_wall};
use super::volleys;
use table::{Facing, Rect};
use umpire::{Command, OptionId, UnitId};
use wab::api::aftermath;
use wab::api::board::Step;
use wab::api::board::{Board, Body};
use wab::api::charge;
use wab::api::charge::Declaration;
use wab::api::data::Block;
use wab::api::data::Face;
use wab::api::data::MM;

/// The share of their worth that fleers have left to lose when they are caught.
const CAUGHT: f64 = 0.35;
/// How far pursuers on foot are likely to run at most, and riders.
const RUNS: [f64; 2] = [7.5, 11.0];

/// How much more a charge must promise that leaves an obstacle behind.
const WALL: f64 = 5.0;

/// The option a steady general takes.
pub(super) fn choose(scene: &Scene<'_>) -> OptionId {
    let board = scene.board;
    match &board.phase.step {
        Step::Declare => best_of(declared_values(board, |u, t| gain(scene, u, t), |u, _| leave(scene, u))),
        Step::Answer { allowed, charger, target } => best_of(answers(scene, *charger, *target, allowed)),
        Step::Redirect(units) => best_of(redirect_values(board, units, |u, t| gain(scene, u, t))),
        Step::Regroup(unit) => wide(board, *unit),
        Step::Face(unit, files) => face(scene, *unit, *files),
        Step::Pursue { unit, prey, must } if !must => pursue(scene, *unit, prey),
        // Fleers who get away come back: it pursues, and follows up.
        _ => OptionId(0),
    }
}

/// A unit squarely before the face of another that it charges.
fn square(board: &Board<'_>, unit: &Body<'_>, target: &Body<'_>) -> Meeting {
    let face = if target.skirmishes() { Face::Front } else { charge::towards(board, unit, target) };
    Meeting::square(unit, target, face)
}

/// The charges declared upon a target, side by side.
fn declared(scene: &Scene<'_>, target: &Body<'_>) -> Vec<Meeting> {
    let names = |b: &&Body<'_>| b.state.now.charging.is_some_and(|c| c.target == target.id);
    let chargers = scene.board.friends(scene.side).filter(names);
    chargers.map(|b| square(scene.board, b, target)).collect()
}

/// What a charge seems to be worth, alone or with a friend who could join it.
pub(super) fn gain(scene: &Scene<'_>, unit: UnitId, target: UnitId) -> f64 {
    let board = scene.board;
    let (Some(u), Some(t)) = (board.body(unit), board.body(target)) else { return f64::NEG_INFINITY };
    if let Some(value) = hunt(scene, u, t) {
        return if value > 0.0 { value + exposed(scene, u, t) } else { value };
    }
    if u.skirmishes() && !t.skirmishes() {
        return -worth(board, u);
    }
    let others = declared(scene, t);
    let one = square(board, u, t);
    let mut value = added(scene, others.clone(), one);
    if counters(board, u, t, one.face) {
        value = value.min(added(scene, others.clone(), Meeting { countered: true, ..one }));
    }
    if value < least(scene, u) {
        let friends = charge::declarations(board).iter().filter_map(|d| match d {
            Declaration::Charge(friend, whom) if *whom == target && *friend != unit => board.body(*friend),
            _ => None,
        });
        for friend in friends.filter(|f| !f.skirmishes()) {
            let mut both = others.clone();
            both.push(square(board, friend, t));
            let both = Meeting::abreast(both, one);
            let together = Clash::new(scene, ROUGH, both).value(scene.side, target);
            value = value.max(0.8 * together - least(scene, friend));
        }
    }
    dares(board, u, t) * value - leaves(scene, u) * scene.stance.least * least(scene, u)
}

/// How much more a charge must promise to whoever leaves an obstacle for it.
fn leaves(scene: &Scene<'_>, unit: &Body<'_>) -> f64 {
    if holds_wall(scene, unit) { WALL } else { 1.0 }
}

/// What it costs a unit to stand where a charge ends that falls short.
fn exposed(scene: &Scene<'_>, unit: &Body<'_>, target: &Body<'_>) -> f64 {
    let facing = Facing::of(target.rect.centre - unit.rect.centre);
    let far = unit.movement().min(unit.distance(target) - 1.0).max(0.0);
    let rect = Rect { ahead: facing.vec(), ..unit.rect }.moved(facing.vec() * far);
    Sight::of(scene, unit).exposed(&rect, facing, target.id)
}

/// Whether a unit charged on a face may counter-charge.
fn counters(board: &Board<'_>, charger: &Body<'_>, target: &Body<'_>, face: Face) -> bool {
    let mounted = charger.kit.troop.counter_charges() && target.kit.troop.counter_charges();
    let far = !board.book.house.counter_charge_far || charger.distance(target) > charger.movement();
    mounted && face == Face::Front && !target.skirmishes() && far
}

/// Leaving a combat is worth what staying would cost.
pub(super) fn leave(scene: &Scene<'_>, unit: UnitId) -> f64 {
    let Some(body) = scene.board.body(unit) else { return f64::NEG_INFINITY };
    -Clash::new(scene, ROUGH, Vec::new()).value(scene.side, unit) - 0.25 * worth(scene.board, body)
}

/// What each answer to a charge seems to be worth.
pub(super) fn answers(
    scene: &Scene<'_>,
    charger: UnitId,
    target: UnitId,
    allowed: &[wab::api::charge::Answer],
) -> Vec<f64> {
    let board = scene.board;
    let (Some(c), Some(t)) = (board.body(charger), board.body(target)) else { return Vec::new() };
    let fight = |countered: bool| {
        let one = Meeting { countered, ..square(board, c, t) };
        alone(scene, one)
    };
    answer_values(scene, c, t, allowed, fight)
}

/// Whom a unit pursues, or nobody where it would run into worse.
fn pursue(scene: &Scene<'_>, unit: UnitId, prey: &[UnitId]) -> OptionId {
    let board = scene.board;
    let Some(u) = board.body(unit) else { return OptionId(0) };
    let value = |p: &UnitId| {
        let Some(p) = board.body(*p) else { return 0.0 };
        let caught = CAUGHT * catches(u.movement(), p.movement()) * worth(board, p);
        let way = aftermath::away_from(u.rect.centre, &p.rect);
        let facing = Facing::of(way);
        let start = Rect { ahead: facing.vec(), ..u.rect };
        let far = if u.movement() > 6.0 { RUNS[1] } else { RUNS[0] };
        let met = board
            .enemies(scene.side)
            .filter(|e| !prey.contains(&e.id) && !e.state.fleeing)
            .filter_map(|e| table::cast(&start, way, far, &e.rect, 0.0).map(|at| (at, e)))
            .min_by(|a, b| a.0.total_cmp(&b.0));
        let beyond = met.map_or(0.0, |(at, e)| {
            let from = Body { rect: start.moved(way * (at - 0.1)), facing, ..*u };
            let face = if e.skirmishes() { Face::Front } else { charge::towards(board, &from, e) };
            alone(scene, Meeting::square(u, e, face))
        });
        caught + beyond
    };
    best_of(prey.iter().map(value).chain([0.0]))
}

/// Five or six wide.
fn wide(board: &Board<'_>, unit: UnitId) -> OptionId {
    let widths = wab::api::aftermath::widths(board, unit);
    let best = (0..widths.len()).min_by_key(|&i| widths[i].abs_diff(6));
    OptionId(best.unwrap_or(0) as u16)
}

/// Facing where its prospects are best.
fn face(scene: &Scene<'_>, unit: UnitId, files: u16) -> OptionId {
    let board = scene.board;
    let Some(body) = board.body(unit) else { return OptionId(0) };
    let block = Block::of(body.places, files, body.kit.troop, body.kit.order);
    let sight = Sight::of(scene, body);
    let facings = wab::api::aftermath::facings(board, unit, files);
    best_of(facings.into_iter().map(|facing| {
        let rect = Rect::new(body.rect.centre, facing, block.width / MM, block.depth / MM);
        sight.score(&rect, facing)
    }))
}

/// The first shooter at the target whom it hurts most.
pub(super) fn shoot(board: &Board<'_>) -> Command {
    volleys::best_first(board).into_iter().next().unwrap_or(Command::Done)
}
