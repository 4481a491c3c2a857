//! The veteran: weighs charges, answers and places by the odds of the round each would lead to.

pub(super) mod charges;
mod moves;
mod shots;

use super::charges::{best_of, declared_values, redirect_values};
use super::scene::Scene;
use super::steady;
use umpire::{Command, OptionId, Shooter};
use wab::board::Board;
use wab::state::{Query, Step};

/// The option a veteran takes.
pub(super) fn choose(scene: &Scene<'_>) -> OptionId {
    let board = scene.board;
    let gain = |unit, target| charges::gain(scene, unit, target);
    match &board.phase.step {
        Step::Declare => best_of(declared_values(board, gain, |u, far| charges::leave(scene, u, far))),
        Step::React { allowed, charger, target } => {
            best_of(charges::answers(scene, *charger, *target, allowed))
        }
        Step::Redirect(units) => best_of(redirect_values(board, units, gain)),
        Step::Prepare(Query::Weapon(unit)) => best_of(charges::arms(scene, *unit)),
        _ => steady::choose(scene),
    }
}

/// The next move.
pub(super) fn next_move(scene: &Scene<'_>) -> Command {
    moves::next(scene)
}

/// The next volley.
pub(super) fn shoot(board: &Board<'_>, shooters: &[Shooter]) -> Command {
    shots::next(board, shooters)
}
