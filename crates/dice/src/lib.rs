//! Chance: dice as weighted faces, where their rolls come from, and exact odds.
//!
//! A rule function asks a [`Dice`]; the source decides what a roll is.

mod die;
mod seeded;

pub use die::{AVERAGE, D3, D6, Die};
pub use seeded::Seeded;

/// What a roll is for: the rule that asks for it, and for whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RollId {
    /// The id of the rule that asks.
    pub rule: &'static str,
    /// The side that rolls, 0 or 1.
    pub side: u8,
    /// The unit it is rolled for, if it is for one.
    pub unit: Option<u16>,
}

impl RollId {
    /// A roll under a rule by a side.
    pub const fn new(rule: &'static str, side: u8) -> Self {
        RollId { rule, side, unit: None }
    }

    /// The same roll for a unit.
    pub const fn unit(mut self, unit: u16) -> Self {
        self.unit = Some(unit);
        self
    }
}

/// A source of rolls.
pub trait Dice {
    /// Rolls one die.
    fn roll(&mut self, why: RollId, die: &'static Die) -> u8;

    /// Rolls `n` dice and counts those that show `at_least` or more.
    fn hits(&mut self, why: RollId, die: &'static Die, n: u16, at_least: u8) -> u16 {
        (0..n).map(|_| u16::from(self.roll(why, die) >= at_least)).sum()
    }

    /// Rolls `n` dice and adds them up.
    fn total(&mut self, why: RollId, die: &'static Die, n: u16) -> u16 {
        (0..n).map(|_| u16::from(self.roll(why, die))).sum()
    }
}
