//! Volleys where they hurt most: the most men's worth, and a quarter of a unit rather than none.

use super::super::clash::worth;
use umpire::{Command, Shooter, UnitId};
use wab::board::Board;
use wab::leadership::chance;
use wab::shoot;
use wab::start::panic_target;

/// The first shooter at its best target.
pub fn next(board: &Board<'_>, shooters: &[Shooter]) -> Command {
    let Some(shooter) = shooters.first() else { return Command::Done };
    let value = |id: &UnitId| hurt(board, shooter.unit, *id);
    let best = shooter.targets.iter().copied().max_by(|a, b| value(a).total_cmp(&value(b)));
    Command::Shoot(vec![(shooter.unit, best.unwrap_or(shooter.usual))])
}

/// What a volley is worth: the men it kills, and the chance that a quarter is down and the rest run.
fn hurt(board: &Board<'_>, unit: UnitId, target: UnitId) -> f64 {
    let (Some(u), Some(t)) = (board.body(unit), board.body(target)) else { return 0.0 };
    let Some((blows, _)) = shoot::shots(board, u, t, false) else { return 0.0 };
    let Ok(odds) = blows.odds() else { return 0.0 };
    let stake = worth(board, t);
    let wounds = f64::from(t.state.models * u16::from(t.kit.profile.w.max(1))).max(1.0);
    let mean = odds.mean(|n| u64::from(*n)).to_f64();
    let fallen = t.state.shot_down;
    let quarter = odds.chance(|&n| 4 * (fallen + n) >= t.state.at_shooting && n > 0).to_f64();
    let runs = 1.0 - chance(panic_target(board, t).total(), false).to_f64();
    let panics = if t.is_frenzied() || t.state.fleeing { 0.0 } else { quarter * runs };
    stake * (mean / wounds * 0.7 + panics * 0.5)
}
