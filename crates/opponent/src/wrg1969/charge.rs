//! Who charges, who tests, who laps round.

use super::scene::{Scene, chosen, filled};
use crate::Level;
use umpire::{Command, PickAsk, UnitId};
use wrg1969::react;
use wrg1969::reaction::Occasion;
use wrg1969::rule;
use wrg1969::tactics::{BROKEN, Nerve, Thought};

/// What it puts up with to come to blows, in points; a little more every period, for who waits is charged.
const PATIENCE: f64 = 1.0;
const HASTE: f64 = 5.0;

/// The table in thought.
pub fn thought<'a>(scene: &Scene<'a>) -> Thought<'a> {
    Thought::new(&scene.view.book, &scene.view.field, &scene.view.phase)
}

/// What a charge is worth, in points.
pub fn gain(scene: &Scene<'_>, thought: &mut Thought<'_>, by: UnitId, at: UnitId) -> f64 {
    let Some(clash) = thought.charge(by, at, false) else { return f64::NEG_INFINITY };
    if scene.level != Level::Veteran {
        return clash.gain();
    }
    // Those charged from afar are tested first: some run, some go back in disorder.
    let nerve = thought.nerve(at, Occasion::Charged).unwrap_or_default();
    let flight = nerve.runs * BROKEN * clash.worth[1];
    flight + (1.0 - nerve.runs) * clash.gain()
}

/// What it will put up with now.
pub fn boldness(scene: &Scene<'_>) -> f64 {
    PATIENCE + HASTE * scene.lateness()
}

/// Who tests to charge next period, and who tests of his own accord.
pub fn sheet(scene: &Scene<'_>, picks: &[PickAsk]) -> Command {
    let mut thought = thought(scene);
    let made = chosen(picks, |pick| {
        let unit = pick.unit?;
        match pick.options.first()?.rule {
            r if r == rule::REACTION_WHEN_CLOSING => {
                Some(usize::from(!means_to_charge(scene, &mut thought, unit)))
            }
            r if r == rule::REACTION_WHEN_VOLUNTARY => Some(usize::from(tests(scene, &thought, unit))),
            _ => None,
        }
    });
    filled(Vec::new(), made)
}

fn means_to_charge(scene: &Scene<'_>, thought: &mut Thought<'_>, unit: UnitId) -> bool {
    let Some(body) = scene.board.body(unit) else { return false };
    if scene.is_spent(body) {
        return false;
    }
    let targets = react::may_close_with(&scene.board, body);
    let best =
        targets.into_iter().map(|(at, _)| gain(scene, thought, unit, at)).fold(f64::NEG_INFINITY, f64::max);
    let enough = -boldness(scene);
    if best < enough {
        return false;
    }
    // A test that fails throws the unit back; the veteran knows how likely it is.
    scene.level != Level::Veteran || nerve(thought, unit, Occasion::Closing).runs < 0.35
}

fn nerve(thought: &Thought<'_>, unit: UnitId, occasion: Occasion) -> Nerve {
    thought.nerve(unit, occasion).unwrap_or_default()
}

/// Whether a unit without orders should look to itself: only when that is likely to bring it forward.
fn tests(scene: &Scene<'_>, thought: &Thought<'_>, unit: UnitId) -> bool {
    if scene.level != Level::Veteran || scene.view.phase.under_order(unit) {
        return false;
    }
    let odds = nerve(thought, unit, Occasion::Voluntary);
    odds.obeys > 0.6 && odds.runs < 0.05
}

/// Who laps round: whoever kills more by it.
pub fn lapping(scene: &Scene<'_>, picks: &[PickAsk]) -> Command {
    let mut thought = thought(scene);
    filled(Vec::new(), chosen(picks, |pick| Some(usize::from(thought.lapping(pick.unit?) > 0.0))))
}
