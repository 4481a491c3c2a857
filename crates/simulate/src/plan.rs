//! What is to be fought, and fighting it on all cores.

use crate::Row;
use opponent::{Budget, Illegal, Level, Player};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use testudo::{AnyBattle, Scenario, ScenarioError};
use umpire::BySide;

/// How many battles each core fights before rows are handed over.
const BATCH: u32 = 32;

/// What is to be fought.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The scenario's name.
    pub scenario: String,
    /// How many battles.
    pub battles: u32,
    /// The seed of the first battle; the next has the next.
    pub seed: u64,
    /// Who plays each side.
    pub levels: BySide<Level>,
    /// How far those who search may go in one decision.
    pub budget: Budget,
    /// Whether every seed is fought twice, the second time with the players on each other's side.
    pub swap_sides: bool,
    /// The battle as it stands before the first decision.
    pub start: AnyBattle,
}

/// Why battles could not be fought.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The scenario cannot be set up.
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
    /// A general gave an illegal command: a fault of the program.
    #[error("battle {battle} with seed {seed}: {why}")]
    Illegal {
        /// Which battle, from 1.
        battle: u32,
        /// Its seed.
        seed: u64,
        /// What was wrong.
        why: Box<Illegal>,
    },
    /// The cores could not be shared out.
    #[error("jobs: {0}")]
    Jobs(#[from] rayon::ThreadPoolBuildError),
}

impl Plan {
    /// A plan to fight a scenario once, recruit against recruit, with seed 1.
    ///
    /// # Errors
    /// Every fault of the scenario.
    pub fn new(scenario: &Scenario) -> Result<Plan, Fault> {
        Ok(Plan {
            scenario: scenario.name.clone(),
            battles: 1,
            seed: 1,
            levels: BySide([Level::Recruit, Level::Recruit]),
            budget: Budget::default(),
            swap_sides: false,
            start: scenario.muster()?,
        })
    }

    /// This scenario, fought as another plan says.
    pub fn like(self, other: &Plan) -> Plan {
        Plan {
            battles: other.battles,
            seed: other.seed,
            levels: other.levels,
            budget: other.budget,
            swap_sides: other.swap_sides,
            ..self
        }
    }

    /// The seed of a battle, and who plays each side in it.
    pub fn draw(&self, battle: u32) -> (u64, BySide<Level>) {
        if !self.swap_sides {
            return (self.seed.wrapping_add(battle.into()), self.levels);
        }
        let [red, blue] = self.levels.0;
        let levels = if battle.is_multiple_of(2) { [red, blue] } else { [blue, red] };
        (self.seed.wrapping_add((battle / 2).into()), BySide(levels))
    }

    /// Fights the battles on that many cores (0: all there are) and hands over the rows in order, until all are
    /// fought or `stop` is set. Gives back how many rows were handed over.
    ///
    /// # Errors
    /// When a general gives an illegal command; all rows before it have been handed over.
    pub fn run(&self, jobs: usize, stop: &AtomicBool, mut each: impl FnMut(Row)) -> Result<u32, Fault> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build()?;
        let batch = BATCH * u32::try_from(pool.current_num_threads()).unwrap_or(1);
        let mut next = 0;
        while next < self.battles && !stop.load(Ordering::Relaxed) {
            let end = next.saturating_add(batch).min(self.battles);
            let rows: Vec<_> =
                pool.install(|| (next..end).into_par_iter().map(|i| self.fight(i, stop)).collect());
            for (battle, row) in (next..).zip(rows) {
                match row {
                    Ok(Some(row)) => each(row),
                    // Stopped: what comes after it would leave a gap.
                    Ok(None) => return Ok(battle),
                    Err(why) => {
                        let seed = self.draw(battle).0;
                        return Err(Fault::Illegal { battle: battle + 1, seed, why });
                    }
                }
            }
            next = end;
        }
        Ok(next)
    }

    fn fight(&self, battle: u32, stop: &AtomicBool) -> Result<Option<Row>, Box<Illegal>> {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let (seed, levels) = self.draw(battle);
        let players = BySide::each(|side| Player::new(levels[side], seed, side).within(self.budget));
        Row::fight(&self.start, battle, seed, players).map(Some)
    }
}
