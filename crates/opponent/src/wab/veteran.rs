//! The veteran: weighs charges, answers and places by the odds of the round each would lead to.

mod charges;
mod moves;
mod shots;

use super::steady;
use umpire::{Command, OptionId, Shooter, Side, View};
use wab::Wab;
use wab::board::Board;
use wab::state::{Query, Step};

/// The option a veteran takes.
pub(super) fn choose(board: &Board<'_>, side: Side, options: usize) -> OptionId {
    match &board.phase.step {
        Step::Declare => charges::declare(board, side),
        Step::React { allowed, charger, target } => charges::answer(board, *charger, *target, allowed),
        Step::Redirect(units) => charges::redirect(board, side, units),
        Step::Prepare(Query::Weapon(unit)) => charges::arm(board, side, *unit),
        _ => steady::choose(board, options),
    }
}

/// The next move.
pub(super) fn next_move(view: &View<Wab>, board: &Board<'_>, side: Side) -> Command {
    moves::next(view, board, side)
}

/// The next volley.
pub(super) fn shoot(board: &Board<'_>, shooters: &[Shooter]) -> Command {
    shots::next(board, shooters)
}
