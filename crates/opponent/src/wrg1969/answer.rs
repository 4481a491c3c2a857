//! How units meet a charge: stand, evade, or go to meet it.

use super::charge::thought;
use super::scene::{Scene, chosen, filled};
use umpire::{Command, PickAsk, UnitId};
use wrg1969::rule;
use wrg1969::state::Threat;
use wrg1969::tables::tables;
use wrg1969::tactics::Thought;

/// A charge that would cost no more than this, in points, is stood.
const STOOD: f64 = 1.0;

/// The sheet of answers.
pub fn sheet(scene: &Scene<'_>, picks: &[PickAsk]) -> Command {
    let mut thought = thought(scene);
    let made = chosen(picks, |pick| {
        let body = scene.board.body(pick.unit?)?;
        let threats = scene.view.phase.threats.iter().filter(|t| t.target == body.id);
        let threat = threats.min_by_key(|t| t.gap)?;
        let open = |rule| pick.options.iter().position(|o| o.rule == rule);
        let cost = |thought: &mut Thought<'_>, met: bool| loss(thought, threat.charger, body.id, met);
        let stood = cost(&mut thought, false);
        let evades = open(rule::MOVE_EVADE).filter(|_| gets_away(scene, threat));
        let meets = open(rule::ORDERS_COUNTERCHARGE);
        match (evades, meets) {
            (_, Some(meets)) if cost(&mut thought, true) < stood.min(STOOD) => Some(meets),
            (Some(evades), _) if stood > STOOD => Some(evades),
            (_, Some(meets)) if cost(&mut thought, true) < stood => Some(meets),
            _ => open(rule::ORDERS_DISCRETION),
        }
    });
    filled(Vec::new(), made)
}

/// What a charge costs those charged, in points.
fn loss(thought: &mut Thought<'_>, charger: UnitId, unit: UnitId, met: bool) -> f64 {
    thought.charge(charger, unit, met).map_or(0.0, |clash| clash.gain())
}

/// Whether a unit that evades gets beyond what is left of the charge (`wrg1969.move.evade.caught`).
fn gets_away(scene: &Scene<'_>, threat: &Threat) -> bool {
    let Some(charger) = scene.board.body(threat.charger) else { return true };
    let gap = f64::from(threat.gap) / 1000.0;
    let from = scene.state(charger.id).charge_from.map_or(gap, |(mils, _)| f64::from(mils) / 1000.0);
    let left = (charger.charge() - (from - gap).max(0.0)).max(0.0);
    let left = if threat.touched { left } else { left.min(charger.charge() - charger.normal()) };
    let run = tables().moves.evade;
    gap + run > left + 0.001
}
