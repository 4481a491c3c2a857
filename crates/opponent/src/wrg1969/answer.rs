//! How units meet a charge: light troops evade, horse goes to meet it, others stand.

use super::scene::{Scene, chosen, filled};
use umpire::{Command, PickAsk, UnitId};
use wrg1969::api::board::Body;
use wrg1969::api::movement::{Answer, may_countercharge, may_evade};
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

/// The same for all who are charged, without a sheet.
pub fn all(scene: &Scene<'_>) -> Vec<(UnitId, Answer)> {
    let threats = scene.view.phase.threats.iter();
    let answers = threats.filter_map(|threat| {
        let (body, charger) = (scene.board.body(threat.target)?, scene.board.body(threat.charger)?);
        Some((body.id, answer(scene, body, charger, threat.touched)?)).filter(|_| body.side == scene.side)
    });
    answers.collect()
}

fn answer(scene: &Scene<'_>, body: &Body<'_>, charger: &Body<'_>, touched: bool) -> Option<Answer> {
    let state = scene.state(body.id);
    if state.is_broken() {
        None
    } else if body.troop().is_light() && may_evade(&scene.board, body) {
        Some(Answer::Evade)
    } else if !touched && !state.is_charging() && may_countercharge(&scene.board, body, charger) {
        Some(Answer::Countercharge)
    } else {
        None
    }
}
