//! Plans a veteran chooses from: the line, a refused flank, horse early or late, waiting for the enemy, or the orders
//! that the scenario suggests.

use super::campaign::{Plan, sheet};
use super::scene::Scene;
use crate::Level;
use umpire::{Command, LineAsk, Rulebook, Side, View};
use wrg1969::Wrg1969;
use wrg1969::board::Body;

/// A third of the front that hangs back while the others attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Nobody hangs back.
    Nobody,
    /// The western third.
    West,
    /// The eastern third.
    East,
}

impl Refused {
    /// Whether a unit is among those who hang back.
    pub fn has(self, scene: &Scene<'_>, body: &Body<'_>) -> bool {
        let all = || scene.own().map(|b| b.standard().x);
        let (west, east) = (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max));
        let along = (body.standard().x - west) / (east - west).max(1.0);
        match self {
            Refused::Nobody => false,
            Refused::West => along < 1.0 / 3.0,
            Refused::East => along > 2.0 / 3.0,
        }
    }
}

/// Different legal plans, the usual one first.
pub fn of(view: &View<Wrg1969>, side: Side, lines: &[LineAsk]) -> Vec<Command> {
    let [veteran, recruit] = [Level::Veteran, Level::Recruit].map(|level| Scene::of(level, view, side));
    let usual = Plan::of(&veteran);
    let mut plans = vec![sheet(&veteran, &usual, lines)];
    let early = Plan { hour: 1, ..usual };
    let other = Plan { attack: !usual.attack, ..usual };
    let mut varied = vec![early, other];
    if usual.attack {
        varied.extend([Refused::West, Refused::East].map(|refused| Plan { refused, ..usual }));
        varied.push(Plan { hour: 2 * usual.hour, ..usual });
    }
    let simple = [sheet(&recruit, &Plan::of(&recruit), lines), Command::Done];
    for plan in simple.into_iter().chain(varied.iter().map(|plan| sheet(&veteran, plan, lines))) {
        let legal = || view.book.check(&view.field, &view.phase, side, &plan).is_ok();
        if !plans.contains(&plan) && legal() {
            plans.push(plan);
        }
    }
    plans
}
