#![doc = include_str!("../README.md")]

mod count;
mod die;
mod dist;
mod face;
mod fraction;
mod recorded;
mod row;
mod sample;
mod scripted;
mod seeded;
mod shared;
mod typed;
mod walk;
mod weight;

pub use count::Count;
pub use die::{AVERAGE, D3, D6, D12, D66, Die};
pub use dist::{Dist, Odds};
pub use fraction::Fraction;
pub use recorded::{Recorded, Roll};
pub use sample::{Chance, Chances, Estimate, Sampled, exact_or_sample, sample};
pub use scripted::{ScriptError, Scripted};
pub use seeded::{Seeded, spread};
pub use shared::{Bytes32, Lot, Shared, promise};
pub use typed::{Prompt, TypedIn, Unanswered};
pub use walk::{TooManyPaths, exact, odds};
pub use weight::Weight;

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

impl std::fmt::Display for RollId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} for side {}", self.rule, self.side)?;
        self.unit.map_or(Ok(()), |unit| write!(f, ", unit {unit}"))
    }
}

/// A source of rolls.
///
/// In play [`hits`](Dice::hits) and [`total`](Dice::total) roll die by die, so that every face can be shown;
/// walked for exact odds they branch only on the count or the sum. Ask for the coarsest thing the rule needs.
pub trait Dice {
    /// Rolls one die.
    fn roll(&mut self, why: RollId, die: &'static Die) -> u8;

    /// Rolls `n` dice and counts those that show `at_least` or more.
    fn hits(&mut self, why: RollId, die: &'static Die, n: u16, at_least: u8) -> u16 {
        (0..n).map(|_| u16::from(self.roll(why, die) >= at_least)).sum()
    }

    /// Rolls `n` dice and adds them up (2D6 is a `total` of two D6), stopping at [`u16::MAX`].
    fn total(&mut self, why: RollId, die: &'static Die, n: u16) -> u16 {
        (0..n).fold(0, |sum: u16, _| sum.saturating_add(u16::from(self.roll(why, die))))
    }
}

impl<D: Dice + ?Sized> Dice for &mut D {
    fn roll(&mut self, why: RollId, die: &'static Die) -> u8 {
        (**self).roll(why, die)
    }

    fn hits(&mut self, why: RollId, die: &'static Die, n: u16, at_least: u8) -> u16 {
        (**self).hits(why, die, n, at_least)
    }

    fn total(&mut self, why: RollId, die: &'static Die, n: u16) -> u16 {
        (**self).total(why, die, n)
    }
}
