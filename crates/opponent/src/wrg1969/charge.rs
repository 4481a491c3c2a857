//! Who charges, and who laps round.

use super::scene::{Scene, chosen, filled};
use umpire::{Command, PickAsk, UnitId};
use wrg1969::api::board::Body;
use wrg1969::api::nerve;
use wrg1969::api::tactics::{Station, Thought};
use wrg1969::rule;

/// What it puts up with to come to blows, in points; a little more every period, for who waits is charged.
const PATIENCE: f64 = 12.0;
const HASTE: f64 = 5.0;

/// The table in thought.
pub fn thought<'a>(scene: &Scene<'a>) -> Thought<'a> {
    Thought::new(&scene.view.book, &scene.view.field, &scene.view.phase)
}

/// What a charge is worth, in points.
pub fn gain(thought: &mut Thought<'_>, by: UnitId, at: UnitId) -> f64 {
    thought.charge(by, at, false).map_or(f64::NEG_INFINITY, |clash| clash.gain())
}

/// What it will put up with now.
pub fn boldness(scene: &Scene<'_>) -> f64 {
    PATIENCE + HASTE * scene.lateness()
}

/// Who tests to charge next period: a recruit's chargers whenever they can, a veteran's by the odds.
pub fn sheet(scene: &Scene<'_>, picks: &[PickAsk]) -> Command {
    let mut thought: Option<Thought<'_>> = None;
    let made = chosen(picks, |pick| {
        let body = scene.board.body(pick.unit?)?;
        if pick.options.first()?.rule != rule::REACTION_WHEN_CLOSING {
            return None;
        }
        if !is_charger(scene, body) {
            return Some(NOT);
        }
        if !scene.is_veteran() {
            return None;
        }
        let thought = thought.get_or_insert_with(|| self::thought(scene));
        Some(if pays(scene, thought, body) { 0 } else { NOT })
    });
    filled(Vec::new(), made)
}

/// The option not to charge.
const NOT: usize = 1;

/// Whether a unit is there to charge: close-order troops that are not spent.
pub fn is_charger(scene: &Scene<'_>, body: &Body<'_>) -> bool {
    matches!(scene.station(body.id), Station::Line | Station::Wing) && !scene.is_spent(body)
}

/// Whether the best charge open to a unit is worth more than to wait, for who waits may be charged himself.
fn pays(scene: &Scene<'_>, thought: &mut Thought<'_>, body: &Body<'_>) -> bool {
    let targets = nerve::may_close_with(&scene.board, body);
    let most = |gains: &mut dyn Iterator<Item = f64>| gains.fold(f64::NEG_INFINITY, f64::max);
    let charging = most(&mut targets.into_iter().map(|at| gain(thought, body.id, at)));
    let comes_on = |f: &&Body<'_>| {
        !scene.board.routing(f.id) && f.faces(body.standard()) && f.gap(body) <= f.charge() + body.normal()
    };
    let foes: Vec<UnitId> = scene.foes().filter(comes_on).map(|f| f.id).collect();
    let charged = most(&mut foes.into_iter().map(|f| gain(thought, f, body.id))).max(0.0);
    charging >= -charged - boldness(scene)
}

/// Who laps round: whoever kills more by it; a recruit keeps his lines.
pub fn lapping(scene: &Scene<'_>, picks: &[PickAsk]) -> Command {
    if !scene.is_veteran() {
        return Command::Done;
    }
    let mut thought = thought(scene);
    filled(Vec::new(), chosen(picks, |pick| Some(usize::from(thought.lapping(pick.unit?) > 0.0))))
}
