//! What players may know of a choice before they make it: the odds of the fight, the flight or the chase it leads to.

use super::charges::{arrival, meeting, within};
use super::clash::{Clash, EXACT, Meeting, Outcome};
use super::scene::Scene;
use crate::reason::labels;
use umpire::{Command, OddsBar, OptionId, UnitId};
use wab::api::board::Step;
use wab::api::charge::{self, Answer, Declaration};
use wab::api::data::Face;

/// How what a command leads to is likely to end for the side that gives it.
pub(super) fn odds(scene: &Scene<'_>, command: &Command) -> Option<OddsBar> {
    match (&scene.board.phase.step, command) {
        (Step::Answer { charger, target, allowed }, Command::Choose(OptionId(i))) => {
            answered(scene, *charger, *target, *allowed.get(usize::from(*i))?)
        }
        // Where nobody may measure, nobody knows whether a charge arrives.
        (Step::Declare, _) if !scene.board.book.house.premeasure => None,
        (Step::Declare, Command::Charge { unit, target }) => charged(scene, *unit, *target),
        (Step::Declare, Command::Choose(OptionId(i))) => {
            match charge::declarations(scene.board).get(usize::from(*i))? {
                Declaration::Charge(unit, target) => charged(scene, *unit, *target),
                _ => None,
            }
        }
        _ => None,
    }
}

/// A charge that is met where it arrives; one that may miss those who run.
fn charged(scene: &Scene<'_>, unit: UnitId, target: UnitId) -> Option<OddsBar> {
    let (u, t) = (scene.board.body(unit)?, scene.board.body(target)?);
    if t.state.fleeing {
        let caught = within(t, u.charge_move() - u.distance(t), false);
        return Some(bar(scene, [unit, target], [caught, 0.0, 1.0 - caught, 0.0, 0.0]));
    }
    let met = meeting(unit, t, &arrival(scene.board, u, t)?);
    let outcome = Clash::new(scene, EXACT, vec![met]).outcome(unit)?;
    Some(bar(scene, [unit, target], shares(scene, &outcome)))
}

/// An answer to a charge: a fight, or a flight that may be too slow.
fn answered(scene: &Scene<'_>, charger: UnitId, target: UnitId, answer: Answer) -> Option<OddsBar> {
    let (c, t) = (scene.board.body(charger)?, scene.board.body(target)?);
    if matches!(answer, Answer::Flee | Answer::FireAndFlee) {
        let caught = within(t, c.charge_move() - c.distance(t), answer == Answer::FireAndFlee);
        return Some(bar(scene, [target, charger], [0.0, 0.0, 0.0, 1.0 - caught, caught]));
    }
    let face = if t.skirmishes() { Face::Front } else { charge::towards(scene.board, c, t) };
    let met = Meeting { countered: answer == Answer::CounterCharge, ..Meeting::square(c, t, face) };
    let outcome = Clash::new(scene, EXACT, vec![met]).outcome(target)?;
    Some(bar(scene, [target, charger], shares(scene, &outcome)))
}

/// The shares of a round for the own side: it breaks the enemy, wins, draws, loses, is broken.
fn shares(scene: &Scene<'_>, outcome: &Outcome) -> [f64; 5] {
    let (me, foe) = (scene.side as usize, scene.side.other() as usize);
    let gone = |side: usize| outcome.broken[side] + outcome.wiped[side];
    let held = |winner: usize, loser: usize| (outcome.won[winner] - gone(loser)).max(0.0);
    let drawn = (1.0 - outcome.won[me] - outcome.won[foe]).max(0.0);
    [gone(foe), held(me, foe), drawn, held(foe, me), gone(me)]
}

const WORDS: [&str; 5] = ["destroy", "drive_back", "nothing", "fall_back", "die"];

fn bar(scene: &Scene<'_>, units: [UnitId; 2], shares: [f64; 5]) -> OddsBar {
    let [mine, theirs] = units.map(|id| labels(&scene.view.field, &[id]));
    let part = |(word, share): (&'static str, f64)| (word, format!("{:.0}%", 100.0 * share), share);
    OddsBar {
        label: format!("{mine} against {theirs}"),
        units: units.to_vec(),
        parts: WORDS.into_iter().zip(shares).filter(|(_, share)| *share > 0.001).map(part).collect(),
        rules: Vec::new(),
    }
}
