//! Choices of a steady general: charges that pay at a glance, answers that save, targets near enough to break.

use super::charges::{added, answer_values, best_of, dares, declared_values, hunt, least, redirect_values};
use super::clash::{Clash, Meeting, ROUGH, worth};
use super::scene::Scene;
use umpire::{Command, OptionId, UnitId};
use wab::armour::Face;
use wab::board::{Board, Body};
use wab::declare::{self, Declaration};
use wab::state::Step;

/// The option a steady general takes.
pub(super) fn choose(scene: &Scene<'_>) -> OptionId {
    let board = scene.board;
    match &board.phase.step {
        Step::Declare => best_of(declared_values(board, |u, t| gain(scene, u, t), |u, _| leave(scene, u))),
        Step::React { allowed, charger, target } => best_of(answers(scene, *charger, *target, allowed)),
        Step::Redirect(units) => best_of(redirect_values(board, units, |u, t| gain(scene, u, t))),
        Step::Regroup(unit) => wide(board, *unit),
        Step::Face(unit, files) => face(board, *unit, *files),
        // Fleers who get away come back: it pursues, and follows up.
        _ => OptionId(0),
    }
}

/// A unit squarely before the face of another that it charges.
fn square(board: &Board<'_>, unit: &Body<'_>, target: &Body<'_>) -> Meeting {
    let face = if target.skirmishes() { Face::Front } else { declare::face(board, unit, target) };
    Meeting::square(unit, target, face)
}

/// The charges declared upon a target, side by side.
fn declared(scene: &Scene<'_>, target: &Body<'_>) -> Vec<Meeting> {
    let names = |b: &&Body<'_>| b.state.charging.is_some_and(|c| c.target == target.id);
    let chargers = scene.board.friends(scene.side).filter(names);
    chargers.map(|b| square(scene.board, b, target)).collect()
}

/// What a charge seems to be worth, alone or with a friend who could join it.
pub(super) fn gain(scene: &Scene<'_>, unit: UnitId, target: UnitId) -> f64 {
    let board = scene.board;
    let (Some(u), Some(t)) = (board.body(unit), board.body(target)) else { return f64::NEG_INFINITY };
    if let Some(value) = hunt(scene, u, t) {
        return value;
    }
    if u.skirmishes() && !t.skirmishes() {
        return -worth(board, u);
    }
    let others = declared(scene, t);
    let mut value = added(scene, ROUGH, others.clone(), square(board, u, t));
    if value < least(scene, u) {
        let friends = declare::declarations(board).iter().filter_map(|d| match d {
            Declaration::Charge(friend, whom) if *whom == target && *friend != unit => board.body(*friend),
            _ => None,
        });
        for friend in friends.filter(|f| !f.skirmishes()) {
            let mut both = others.clone();
            both.push(square(board, friend, t));
            let both = Meeting::abreast(both, square(board, u, t));
            let together = Clash::new(scene, ROUGH, both).value(scene.side, target);
            value = value.max(0.8 * together - least(scene, friend));
        }
    }
    dares(board, u, t) * value - least(scene, u)
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
    allowed: &[wab::reaction::Reaction],
) -> Vec<f64> {
    let board = scene.board;
    let (Some(c), Some(t)) = (board.body(charger), board.body(target)) else { return Vec::new() };
    let fight = |countered: bool| {
        let one = Meeting { countered, ..square(board, c, t) };
        Clash::new(scene, ROUGH, vec![one]).value(scene.side, target)
    };
    answer_values(scene, c, t, allowed, fight)
}

/// Five or six wide.
fn wide(board: &Board<'_>, unit: UnitId) -> OptionId {
    let widths = wab::rally::widths(board, unit);
    let best = (0..widths.len()).min_by_key(|&i| widths[i].abs_diff(6));
    OptionId(best.unwrap_or(0) as u16)
}

/// Facing the nearest enemy.
fn face(board: &Board<'_>, unit: UnitId, files: u16) -> OptionId {
    let Some(body) = board.body(unit) else { return OptionId(0) };
    let to = board.nearest_enemy(body).map(|(e, _)| table::Facing::of(e.rect.centre - body.rect.centre));
    let facings = wab::rally::facings(board, unit, files);
    let off = |i: usize| to.map_or(0.0, |t| facings[i].turn_to(t).abs());
    let best = (0..facings.len()).min_by(|&a, &b| off(a).total_cmp(&off(b)));
    OptionId(best.unwrap_or(0) as u16)
}

/// The first shooter at the target with the fewest men.
pub(super) fn shoot(board: &Board<'_>) -> Command {
    let models = |id: &UnitId| board.body(*id).map_or(u16::MAX, |b| b.state.models);
    let shooters = wab::shoot::shooters(board).into_iter();
    let mut shots =
        shooters.filter_map(|(unit, targets)| Some((unit, targets.into_iter().min_by_key(models)?)));
    shots.next().map_or(Command::Done, |shot| Command::Shoot(vec![shot]))
}
