//! Volleys where they hurt most: the most men's worth, and a quarter of a unit rather than none.

use super::clash::worth;
use umpire::{Command, UnitId};
use wab::api::board::Board;
use wab::api::nerve::chance;
use wab::api::nerve::panic_target;
use wab::api::shooting;

/// The first shooter at its targets, those whom it hurts most first.
pub fn best_first(board: &Board<'_>) -> Vec<Command> {
    let Some((unit, targets)) = shooting::shooters(board).into_iter().next() else { return Vec::new() };
    let mut hurts: Vec<(f64, UnitId)> = targets.into_iter().map(|t| (hurt(board, unit, t), t)).collect();
    hurts.sort_by(|a, b| b.0.total_cmp(&a.0));
    hurts.into_iter().map(|(_, target)| Command::Shoot(vec![(unit, target)])).collect()
}

/// What a volley is worth: the men it kills, and the chance that a quarter is down and the rest run.
fn hurt(board: &Board<'_>, unit: UnitId, target: UnitId) -> f64 {
    let (Some(u), Some(t)) = (board.body(unit), board.body(target)) else { return 0.0 };
    let Some((blows, _)) = shooting::shots(board, u, t, false) else { return 0.0 };
    let Ok(odds) = blows.odds() else { return 0.0 };
    let stake = worth(board, t);
    let wounds = f64::from(t.state.models * u16::from(t.kit.profile.w.max(1))).max(1.0);
    let mean = odds.mean(|n| u64::from(*n)).to_f64();
    let fallen = t.state.now.shot_down;
    let quarter = odds.chance(|&n| 4 * (fallen + n) >= t.state.now.at_shooting && n > 0).to_f64();
    let runs = 1.0 - chance(panic_target(board, t).total(), false).to_f64();
    let panics = if t.is_frenzied() || t.state.fleeing { 0.0 } else { quarter * runs };
    stake * (mean / wounds * 0.7 + panics * 0.5)
}
