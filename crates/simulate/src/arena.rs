//! The opponents against each other: every pair of levels, on every scenario, from both sides.

use crate::{Fault, Figures, Interval, Plan, Summary, wilson};
use opponent::{Budget, Level, Pace};
use std::collections::BTreeMap;
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

/// How two levels fared against each other at a place: a scenario, or all those of a book.
#[derive(Clone, Debug)]
pub struct Score {
    /// The scenario or the book.
    pub place: String,
    /// The better of the two, as they claim.
    pub upper: Level,
    /// The other.
    pub lower: Level,
    /// How many battles the better won.
    pub won: u32,
    /// Of how many.
    pub of: u32,
    /// How many turns they took.
    pub turns: Figures,
    /// How long its decisions took.
    pub pace: Pace,
}

impl Score {
    /// The share it won.
    pub fn share(&self) -> Interval {
        wilson(self.won, self.of)
    }
}

impl Meeting {
    /// How they fared.
    pub fn score(&self) -> Score {
        let (won, of) = self.summary.player(self.upper, self.lower);
        let pace = self.summary.pace.get(&self.upper).cloned().unwrap_or_default();
        let (upper, lower, turns) = (self.upper, self.lower, self.summary.turns.clone());
        Score { place: self.scenario.clone(), upper, lower, won, of, turns, pace }
    }
}

/// How each pair fared in all scenarios of a book together, where it met in several.
pub fn totals(met: &[Meeting]) -> Vec<Score> {
    let mut totals: BTreeMap<(String, Level, Level), (u32, Score)> = BTreeMap::new();
    for meeting in met {
        let one = meeting.score();
        let book = one.place.split('/').next().unwrap_or_default().to_owned();
        let none = Score {
            place: book.clone(),
            won: 0,
            of: 0,
            turns: Figures::default(),
            pace: Pace::default(),
            ..one
        };
        let (places, all) = totals.entry((book, one.upper, one.lower)).or_insert((0, none));
        *places += 1;
        all.won += one.won;
        all.of += one.of;
        all.turns.join(&one.turns);
        all.pace.join(&one.pace);
    }
    totals.into_values().filter(|(places, _)| *places > 1).map(|(_, all)| all).collect()
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
