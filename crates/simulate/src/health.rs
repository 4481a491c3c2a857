//! The health of battles: figures that say whether they were fought as battles.

use std::collections::BTreeMap;
use umpire::UnitId;

/// How many breaches of a law are kept by name; all are counted.
const NAMED: usize = 100;

/// A law that holds in every battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Law {
    /// Nobody stands upon anybody.
    Apart,
    /// A charge or a forced move has an outcome that a ruling tells.
    Told,
    /// Nobody does what a test or a rule forbids.
    Allowed,
}

impl Law {
    /// The word for a breach of it.
    pub const fn breach(self) -> &'static str {
        match self {
            Law::Apart => "overlap",
            Law::Told => "unexplained",
            Law::Allowed => "forbidden",
        }
    }
}

/// A law that was broken: where to look for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The seed of the battle.
    pub seed: u64,
    /// The turn, as the battle stood after the step in which it happened.
    pub turn: u16,
    /// Which law.
    pub law: Law,
    /// By whom.
    pub units: Vec<UnitId>,
}

/// What was counted in one battle, or in many together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Health {
    /// Battles counted.
    pub battles: u32,
    /// Those that ended because time ran out.
    pub by_clock: u32,
    /// Those that a side conceded.
    pub conceded: u32,
    /// Those that nobody won.
    pub draws: u32,
    /// Those in which nobody struck a blow.
    pub without_blow: u32,
    /// Pairs of units that fought hand to hand, each once a turn.
    pub combats: u32,
    /// Charges announced.
    pub charges: u32,
    /// Charges that struck home.
    pub contacts: u32,
    /// Blows: a unit strikes at an enemy.
    pub blows: u32,
    /// Blows by a single figure.
    pub blows_by_one: u32,
    /// Blows by at most three figures.
    pub blows_by_three: u32,
    /// The longest run of turns in which the same two units fought each other.
    pub longest_lock: u16,
    /// The longest run of turns in which nobody moved, fought or fell.
    pub longest_idle: u16,
    /// Pairs of units that came to stand upon each other.
    pub overlaps: u32,
    /// Charges and forced moves whose outcome no ruling tells.
    pub unexplained: u32,
    /// Deeds that a rule forbids: a charge driven home after a test that bars it, a rally before the broken have run.
    pub forbidden: u32,
    /// The first breaches of these laws.
    pub breaches: Vec<Breach>,
    /// In how many battles each chapter of the book came into play: something became true, or dice were thrown, by one
    /// of its rules.
    pub chapters: BTreeMap<&'static str, u32>,
    /// The same for each rule by itself: whether a means that the book offers is ever used.
    pub rules: BTreeMap<&'static str, u32>,
}

impl Health {
    /// Adds the figures of other battles.
    pub fn join(&mut self, other: &Health) {
        self.battles += other.battles;
        self.by_clock += other.by_clock;
        self.conceded += other.conceded;
        self.draws += other.draws;
        self.without_blow += other.without_blow;
        self.combats += other.combats;
        self.charges += other.charges;
        self.contacts += other.contacts;
        self.blows += other.blows;
        self.blows_by_one += other.blows_by_one;
        self.blows_by_three += other.blows_by_three;
        self.longest_lock = self.longest_lock.max(other.longest_lock);
        self.longest_idle = self.longest_idle.max(other.longest_idle);
        self.overlaps += other.overlaps;
        self.unexplained += other.unexplained;
        self.forbidden += other.forbidden;
        let room = NAMED.saturating_sub(self.breaches.len());
        self.breaches.extend(other.breaches.iter().take(room).cloned());
        for (chapter, battles) in &other.chapters {
            *self.chapters.entry(chapter).or_default() += battles;
        }
        for (rule, battles) in &other.rules {
            *self.rules.entry(rule).or_default() += battles;
        }
    }

    /// Counts a breach of a law.
    pub fn breach(&mut self, breach: Breach) {
        match breach.law {
            Law::Apart => self.overlaps += 1,
            Law::Told => self.unexplained += 1,
            Law::Allowed => self.forbidden += 1,
        }
        if self.breaches.len() < NAMED {
            self.breaches.push(breach);
        }
    }

    /// A count of battles as a share of all.
    pub fn share(&self, battles: u32) -> f64 {
        f64::from(battles) / f64::from(self.battles.max(1))
    }
}
