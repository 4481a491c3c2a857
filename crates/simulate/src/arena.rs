//! The opponents against each other: every pair of levels, on every scenario, from both sides.

use crate::{Fault, Plan, Summary};
use opponent::{Budget, Level};
use std::sync::atomic::AtomicBool;
use testudo::Scenario;
use umpire::BySide;

/// Two levels that met on a scenario, and what came of it.
#[derive(Clone, Debug)]
pub struct Meeting {
    /// The scenario.
    pub scenario: String,
    /// The better of the two, as they claim.
    pub upper: Level,
    /// The other.
    pub lower: Level,
    /// Their battles, half of them from each side.
    pub summary: Summary,
}

/// Who meets where, and how often.
#[derive(Clone, Debug)]
pub struct Card {
    /// The scenarios.
    pub scenarios: Vec<Scenario>,
    /// The levels.
    pub levels: Vec<Level>,
    /// How far those who search may go in one decision.
    pub budget: Budget,
    /// How many battles each pair fights on each scenario, half of them from each side.
    pub battles: u32,
    /// The seed of the first battle of each.
    pub seed: u64,
}

/// Lets every pair of levels meet on every scenario, from both sides with the same dice, and hands each meeting
/// over as it ends, until all have met or `stop` is set. `fought` is called after every battle.
///
/// # Errors
/// When a scenario cannot be set up or a general gives an illegal command.
pub fn run(
    card: &Card,
    jobs: usize,
    stop: &AtomicBool,
    mut fought: impl FnMut(),
    mut each: impl FnMut(Meeting),
) -> Result<(), Fault> {
    for scenario in &card.scenarios {
        let start = Plan::new(scenario)?;
        for (lower, upper) in pairs(&card.levels) {
            let plan = Plan {
                battles: card.battles,
                seed: card.seed,
                swap_sides: true,
                levels: BySide([upper, lower]),
                budget: card.budget,
                ..start.clone()
            };
            let mut summary = Summary::default();
            plan.run(jobs, stop, |row| {
                summary.add(&row);
                fought();
            })?;
            if summary.battles == 0 {
                return Ok(());
            }
            each(Meeting { scenario: scenario.name.clone(), upper, lower, summary });
        }
    }
    Ok(())
}

/// Every pair of different levels, the lower first.
pub fn pairs(levels: &[Level]) -> impl Iterator<Item = (Level, Level)> + '_ {
    levels.iter().enumerate().flat_map(|(i, a)| levels[i + 1..].iter().map(move |b| (*a.min(b), *a.max(b))))
}
