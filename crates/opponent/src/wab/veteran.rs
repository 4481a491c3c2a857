//! The veteran: weighs charges, answers and places by the odds of the round each would lead to, and fights the best of
//! them out a few times in its head.

pub(super) mod charges;
mod foresight;
mod moves;
mod shots;

use super::charges::{best_of, declared_values, redirect_values};
use super::is_legal;
use super::scene::{Scene, Thought};
use super::steady;
use umpire::{Command, OptionId, Shooter};
use wab::board::Board;
use wab::state::{Query, Step};

/// How many options besides the one that seems best are looked at.
const OTHERS: usize = 4;

/// The option a veteran takes.
pub(super) fn choose(scene: &Scene<'_>) -> OptionId {
    let board = scene.board;
    let gain = |unit, target| charges::gain(scene, unit, target);
    let values = match &board.phase.step {
        Step::Declare => declared_values(board, gain, |u, far| charges::leave(scene, u, far)),
        Step::React { allowed, charger, target } => charges::answers(scene, *charger, *target, allowed),
        Step::Redirect(units) => redirect_values(board, units, gain),
        Step::Pursue { prey, must, .. } => vec![0.0; prey.len() + usize::from(!must)],
        Step::Follow(..) => vec![0.0; 2],
        Step::Prepare(Query::Weapon(unit)) => return best_of(charges::arms(scene, *unit)),
        _ => return steady::choose(scene),
    };
    let usual = best_of(values.iter().copied());
    if scene.thought != Thought::Foresight {
        return usual;
    }
    match foresight::best(scene.view, scene.side, ideas(scene, &values, usual)) {
        Command::Choose(option) => option,
        _ => usual,
    }
}

/// The options worth a closer look, the usual one first: the likeliest, and nothing more to declare.
fn ideas(scene: &Scene<'_>, values: &[f64], usual: OptionId) -> Vec<Command> {
    let mut others: Vec<usize> = (0..values.len()).filter(|&i| values[i].is_finite()).collect();
    others.retain(|&i| i != usize::from(usual.0));
    others.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
    let done =
        others.iter().copied().find(|&i| i + 1 == values.len() && scene.board.phase.step == Step::Declare);
    others.truncate(OTHERS);
    others.extend(done.filter(|i| !others.contains(i)));
    let options = [usual].into_iter().chain(others.into_iter().map(|i| OptionId(i as u16)));
    options.map(Command::Choose).filter(|c| is_legal(scene.view, scene.side, c)).collect()
}

/// The next move.
pub(super) fn next_move(scene: &Scene<'_>) -> Command {
    moves::next(scene)
}

/// The next volley.
pub(super) fn shoot(board: &Board<'_>, shooters: &[Shooter]) -> Command {
    shots::next(board, shooters)
}
