//! What the score does to an army: who is behind late in the day must dare.

use umpire::Side;
use wrg6::api::board::Board;
use wrg6::api::play;
use wrg6::api::victory::Count;

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
