//! How units meet a charge: light troops evade, horse goes to meet it, others stand.

use super::scene::{Scene, chosen, filled};
use umpire::{Command, PickAsk};
use wrg1969::rule;

/// The sheet of answers.
pub fn sheet(scene: &Scene<'_>, picks: &[PickAsk]) -> Command {
    let made = chosen(picks, |pick| {
        let body = scene.board.body(pick.unit?)?;
        let open = |rule| pick.options.iter().position(|o| o.rule == rule);
        open(rule::ORDERS_SKIRMISH_PART)
            .or_else(|| open(rule::MOVE_EVADE))
            .filter(|_| body.troop().is_light())
            .or_else(|| open(rule::ORDERS_COUNTERCHARGE))
            .or_else(|| open(rule::ORDERS_DISCRETION))
    });
    filled(Vec::new(), made)
}
