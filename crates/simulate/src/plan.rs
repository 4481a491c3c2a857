//! What is to be fought, and fighting it on all cores.

use crate::Row;
use opponent::{Budget, Illegal, Level, Player};
use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;
use testudo::{AnyBattle, Scenario, ScenarioError};
use umpire::BySide;

/// How many battles ahead of the one that is due next each core may fight: rows that wait take memory.
const AHEAD: u32 = 64;
/// How long a core waits that is too far ahead.
const PAUSE: Duration = Duration::from_millis(1);

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
    /// What it is set up from, once more for each core: nothing that cores share is written to.
    pub source: Scenario,
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
            source: scenario.clone(),
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
    pub fn run(&self, jobs: usize, stop: &AtomicBool, each: impl FnMut(Row)) -> Result<u32, Fault> {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let jobs = if jobs == 0 { cores } else { jobs };
        let ahead = AHEAD.saturating_mul(u32::try_from(jobs).unwrap_or(u32::MAX));
        let work = Work { plan: self, stop, next: AtomicU32::new(0), due: AtomicU32::new(0), ahead };
        thread::scope(|scope| {
            let (tell, told) = mpsc::channel();
            for _ in 0..jobs {
                let (work, tell) = (&work, tell.clone());
                scope.spawn(move || work.fight(&tell));
            }
            drop(tell);
            let handed = work.hand_over(told, each);
            // Whoever is still ahead need not wait for more.
            work.due.store(self.battles, Ordering::Relaxed);
            handed
        })
    }
}

/// A battle's number and what came of it.
type Ended = (u32, Result<Row, Box<Illegal>>);

/// What all cores work on.
struct Work<'p> {
    plan: &'p Plan,
    stop: &'p AtomicBool,
    /// The next battle nobody fights yet.
    next: AtomicU32,
    /// The next battle whose row is to be handed over.
    due: AtomicU32,
    /// How far ahead of it anyone may fight.
    ahead: u32,
}

impl Work<'_> {
    /// Fights one battle after another until there are no more, or nobody wants to know.
    fn fight(&self, tell: &mpsc::Sender<Ended>) {
        let start = self.plan.source.muster().unwrap_or_else(|_| self.plan.start.clone());
        loop {
            let battle = self.next.fetch_add(1, Ordering::Relaxed);
            while battle >= self.due.load(Ordering::Relaxed).saturating_add(self.ahead) {
                thread::sleep(PAUSE);
            }
            if battle >= self.plan.battles || self.stop.load(Ordering::Relaxed) {
                return;
            }
            let (seed, levels) = self.plan.draw(battle);
            let players = BySide::each(|side| Player::new(levels[side], seed, side).within(self.plan.budget));
            if tell.send((battle, Row::fight(&start, battle, seed, players))).is_err() {
                return;
            }
        }
    }

    /// Hands over the rows in order as they come in; a gap is left when the rest was stopped.
    fn hand_over(&self, told: mpsc::Receiver<Ended>, mut each: impl FnMut(Row)) -> Result<u32, Fault> {
        let mut waiting = BTreeMap::new();
        let mut due = 0;
        for (battle, row) in told {
            waiting.insert(battle, row);
            while let Some(row) = waiting.remove(&due) {
                let (seed, _) = self.plan.draw(due);
                each(row.map_err(|why| Fault::Illegal { battle: due + 1, seed, why })?);
                due += 1;
                self.due.store(due, Ordering::Relaxed);
            }
        }
        Ok(due)
    }
}
