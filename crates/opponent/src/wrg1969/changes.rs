//! What officers might decide otherwise than usual: whether to halt or go on, to charge or not and whom, how to meet a
//! charge.

use super::scene::{Scene, filled};
use umpire::{Choice, Command, OptionId, PickAsk};
use wrg1969::api::board::Step;
use wrg1969::rule;

/// Units with no enemy nearer than this have nothing to think over.
const NEAR: f64 = 18.0;

/// A pick, and what is picked instead of the usual.
pub type Change = (u16, OptionId);

/// What might be picked otherwise than on the usual sheet, by those nearest to the enemy first.
pub fn of(scene: &Scene<'_>, picks: &[PickAsk], usual: &Command) -> Vec<Change> {
    let mut changes: Vec<(f64, Change)> = Vec::new();
    for (n, pick) in picks.iter().enumerate() {
        let Some(body) = pick.unit.and_then(|id| scene.board.body(id)) else { continue };
        let (n, far, now) = (n as u16, scene.nearest_foe(body), picked(usual, n as u16, pick));
        let others = pick.options.iter().enumerate().filter(|(o, option)| {
            far <= NEAR && *o != usize::from(now.0) && is_telling(&scene.view.phase.step, option)
        });
        changes.extend(others.map(|(o, _)| (far, (n, OptionId(o as u16)))));
    }
    changes.sort_by(|a, b| a.0.total_cmp(&b.0));
    changes.into_iter().map(|(_, change)| change).collect()
}

/// What a sheet picks.
fn picked(sheet: &Command, n: u16, pick: &PickAsk) -> OptionId {
    let made = match sheet {
        Command::Sheet { picks, .. } => picks.iter().find(|made| made.0 == n),
        _ => None,
    };
    made.map_or(pick.usual, |made| made.1)
}

/// Whether it is worth a thought to decide so.
fn is_telling(step: &Step, option: &Choice) -> bool {
    match step {
        Step::Intent => matches!(
            option.rule,
            rule::ORDERS_HALT | rule::ORDERS_DISCRETION | rule::MOVE_CHARGE_DECLARE | rule::BREAKOFF
        ),
        Step::React => option.rule == rule::REACTION_WHEN_CLOSING,
        Step::BonusPoint => true,
        _ => false,
    }
}

/// The sheet with some changes.
pub fn made(usual: &Command, changes: &[Change]) -> Command {
    let (lines, mut picks) = match usual {
        Command::Sheet { lines, picks } => (lines.clone(), picks.clone()),
        _ => (Vec::new(), Vec::new()),
    };
    for &(n, option) in changes {
        picks.retain(|made| made.0 != n);
        picks.push((n, option));
    }
    filled(lines, picks)
}
