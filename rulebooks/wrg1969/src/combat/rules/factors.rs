//! Factors of firing and fighting: those worth nothing are listed too, for they applied.

use crate::data::tables::tables;
use arrayvec::ArrayVec;
use ruling::{Factor, Tally};

/// The factors that applied, in the order of the book, and their sum.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Factors {
    list: ArrayVec<Factor, 12>,
    total: i16,
}

impl Factors {
    /// Applies a factor, also one worth nothing.
    pub fn apply(&mut self, factor: Factor) {
        self.total += i16::from(factor.value);
        self.list.push(factor);
    }

    /// Applies a factor if it is called for.
    pub fn apply_if(&mut self, called_for: bool, factor: Factor) {
        if called_for {
            self.apply(factor);
        }
    }

    /// The factors.
    pub fn list(&self) -> &[Factor] {
        &self.list
    }

    /// Their sum.
    pub fn total(&self) -> i16 {
        self.total
    }

    /// The same as a tally, without those worth nothing.
    pub fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        self.list.iter().for_each(|f| tally.add(f.rule, f.value));
        tally
    }
}

/// What disorganisation costs: each cause once, two at the most (`wrg1969.disorg.cap`).
pub fn disorganisation(causes: u8) -> i8 {
    tables().tactical.disorganised.value * causes.min(tables().disorganised_most) as i8
}
