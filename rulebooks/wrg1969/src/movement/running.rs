//! A straight run in a direction, and round what cannot be passed.

use crate::board::sight::nearest_point;
use crate::board::{Board, Body};
use crate::data::measure::{NEAR, in_mils};
use crate::movement::course::{AtEdge, Course, Walker, plainly};
use table::Facing;
/// A straight run in a direction, with so much of a whole allowance left.
pub fn run(
    board: &Board<'_>,
    body: &Body<'_>,
    facing: Facing,
    (left, whole): (f64, f64),
    edge: AtEdge,
) -> Course {
    let mut walker = Walker::new(board.book, body, plainly(board, body), (left, whole), edge);
    walker.face(facing);
    walker.ahead(left);
    let stopped = !walker.goes() && walker.left() > NEAR;
    if stopped && edge == AtEdge::Leaves {
        go_round(board, &mut walker);
    }
    walker.done()
}

/// Round something impassable, along it, for 5 of what is left (`wrg1969.move.evade`).
pub fn go_round(board: &Board<'_>, walker: &mut Walker<'_>) {
    let rect = *walker.rect();
    let blocker = board.book.features.iter().filter(|f| f.is_impassable());
    let front = rect.front_mid();
    let near = blocker.min_by_key(|f| in_mils(nearest_point(f, front).distance(front)));
    let Some(feature) = near else { return };
    // Towards the nearer end of it.
    let off = (feature.centre() - rect.centre).dot(rect.right());
    let side = if off > NEAR { -rect.right() } else { rect.right() };
    walker.swerve(side);
}
