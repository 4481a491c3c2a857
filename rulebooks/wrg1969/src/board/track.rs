//! Tracks: where everyone was after each sub-step of the period (`wrg1969.geo.substeps`).
//!
//! Shooters pick the moment that suits them, and routers are seen to burst through those in their way.

use crate::Wrg1969;
use crate::board::state::{Phase, Spot, Stage, UnitState};
use crate::board::{Board, Body, in_inches};
use crate::data::measure::MM;
use table::Vec2;
use umpire::{Cx, UnitId};

/// Adds the sub-steps of a stage to a unit's track, before the unit is put where it ended; none if it stood.
pub fn keep(book: &Wrg1969, phase: &mut Phase, unit: UnitId, steps: &[Spot], stage: Stage, cx: &Cx<'_>) {
    let state = &mut phase.units[unit.index()];
    if steps.is_empty() && state.kept.secret.track.is_empty() {
        return;
    }
    let now = cx.field().unit(unit);
    let (from, each) =
        (Spot { pose: now.pose, formation: now.formation }, usize::from(book.house.substeps.max(1)));
    let before = 1 + if stage == Stage::Bonus { each } else { 0 };
    state.kept.secret.track.resize(before, from);
    state.kept.secret.track.extend(steps);
    state.kept.secret.track.resize(before + each, steps.last().copied().unwrap_or(from));
}

impl UnitState {
    /// Where it was at a moment, if it has moved; 0 is the start of the period.
    pub fn was_at(&self, moment: usize) -> Option<Spot> {
        self.kept.secret.track.get(moment).or(self.kept.secret.track.last()).copied()
    }
}

/// The moments of the period: its start and the end of each sub-step of both stages.
pub fn moments(book: &Wrg1969) -> usize {
    2 * usize::from(book.house.substeps.max(1)) + 1
}

/// The moment of the charge-bonus point.
pub fn bonus_point(book: &Wrg1969) -> usize {
    usize::from(book.house.substeps.max(1))
}

/// A body as it stood at a moment.
pub fn body_then<'b>(board: &Board<'_>, body: &Body<'b>, moment: usize) -> Body<'b> {
    match board.state(body.id).was_at(moment) {
        Some(Spot { pose, formation }) => {
            let rect = in_inches(&formation.rect(pose));
            Body { files: formation.files, facing: pose.facing, rect, ..*body }
        }
        None => *body,
    }
}

/// How far from where its standard is now any part of a body has been in this period, at most.
pub fn strayed(board: &Board<'_>, body: &Body<'_>) -> f64 {
    let away = |spot: &Spot| {
        let corner = Vec2::new(spot.formation.width() / 2.0, spot.formation.depth() / 2.0);
        (spot.pose.at.vec() - body.standard() * MM).len() + corner.len()
    };
    let been = board.state(body.id).kept.secret.track.iter().map(away);
    been.fold(0.0, f64::max).max(body.rect.radius() * MM) / MM
}

/// Whether anyone on the table is elsewhere at a moment than at the one before, or drawn up otherwise.
pub fn anyone_moved(board: &Board<'_>, moment: usize) -> bool {
    board.bodies.iter().map(|b| board.state(b.id)).any(|s| s.was_at(moment) != s.was_at(moment - 1))
}

/// The board as it was at a moment.
pub fn board_then<'a>(board: &Board<'a>, moment: usize) -> Board<'a> {
    let bodies = board.bodies.iter().map(|b| body_then(board, b, moment)).collect();
    Board { bodies, ..*board }
}

/// Whether a unit has swerved from its straight way in this period.
pub fn swerved(board: &Board<'_>, body: &Body<'_>) -> bool {
    let track = &board.state(body.id).kept.secret.track;
    let (Some(first), Some(next)) = (track.first(), track.get(1)) else { return false };
    let (from, axis) = (first.pose.at.vec(), next.pose.facing.vec());
    track.iter().any(|spot| (spot.pose.at.vec() - from).cross(axis).abs() > 0.1 * MM)
}
