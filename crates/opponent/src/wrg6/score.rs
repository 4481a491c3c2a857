//! What the score does to an army: who is behind late in the day must dare.

use umpire::{Side, View};
use wrg6::Wrg6;
use wrg6::api::board::{Board, Step};
use wrg6::api::play;
use wrg6::api::victory::Count;

/// What the margin counts in a battle that is over: who wins by more has been lucky less often.
const MARGIN: f64 = 0.25;

/// What part of the battle is over before a side that is behind is pressed.
const LATE: f64 = 0.4;

/// By how much more of its army the enemy has lost than a side.
pub fn lead(count: &Count, side: Side) -> f64 {
    let lost = |i: usize| f64::from(count.lost_halves[i]) / f64::from(2 * count.total[i].max(1));
    lost(side.other() as usize) - lost(side as usize)
}

/// Whether a side has lost more than the enemy, as far as it shows, and has little time left to mend it.
pub fn is_pressed(board: Board<'_>, side: Side) -> bool {
    let over = f64::from(board.phase.period) / f64::from(board.book.house.period_limit.max(1));
    over > LATE && lead(&play::count(board.book, board.field, board.phase), side) < 0.0
}

/// What a battle is worth to a side: won or lost, or by how much more of its points the enemy has lost. The less is left
/// of the battle, the more a lead is worth.
pub fn worth(view: &View<Wrg6>, side: Side) -> f64 {
    let View { book, field, phase, .. } = view;
    let lead = lead(&play::count(book, field, phase), side);
    let limit = f64::from(book.house.period_limit.max(1));
    let left = 1.0 - f64::from(phase.period).min(limit) / limit;
    let lead = lead / (lead.abs() + 0.05 + 0.3 * left);
    match phase.step {
        Step::Over(outcome) => {
            let won = outcome.winner.map_or(0.0, |winner| if winner == side { 1.0 } else { -1.0 });
            MARGIN * lead + (1.0 - MARGIN) * won
        }
        _ => lead,
    }
}
