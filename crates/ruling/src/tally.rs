//! Factors and their sums.

use crate::{RuleId, ledger};
use smallvec::SmallVec;

/// A number that enters a total, with the rule that puts it there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Factor {
    /// The rule.
    pub rule: RuleId,
    /// What it adds.
    pub value: i8,
}

/// Factors in the order their rulebook lists them, and their total.
///
/// A factor worth nothing is left out; several of one rule are one entry.
///
/// ```
/// use testudo_ruling::{RuleId, Tally};
/// let mut tally = Tally::default();
/// tally.add(RuleId::new("book.basic"), 4);
/// tally.add(RuleId::new("book.overlap"), -1);
/// tally.add(RuleId::new("book.overlap"), -1);
/// tally.add(RuleId::new("book.nothing"), 0);
/// assert_eq!((tally.total(), tally.factors().len()), (2, 2));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tally {
    // Few tallies have more; those that do go to the heap.
    factors: SmallVec<[Factor; 10]>,
    total: i16,
    of: &'static str,
}

impl Tally {
    /// An empty tally that counts something of its own, such as dice, rather than what is added to a die.
    ///
    /// ```
    /// use testudo_ruling::{RuleId, Tally};
    /// let mut tally = Tally::of("dice");
    /// tally.add(RuleId::new("book.men"), 8);
    /// assert_eq!(format!("{} {}", tally.total(), tally.what()), "8 dice");
    /// assert_eq!(Tally::default().what(), "");
    /// ```
    pub fn of(what: &'static str) -> Self {
        Tally { of: what, ..Tally::default() }
    }

    /// The same sum as a count of something.
    pub fn counted_as(self, what: &'static str) -> Self {
        Tally { of: what, ..self }
    }

    /// What it counts; empty for what is added to a die.
    pub fn what(&self) -> &'static str {
        self.of
    }

    /// Adds a factor.
    pub fn add(&mut self, rule: RuleId, value: i8) {
        if value == 0 {
            return;
        }
        ledger::cite(rule);
        self.total += i16::from(value);
        match self.factors.iter_mut().find(|f| f.rule == rule) {
            Some(f) => f.value += value,
            None => self.factors.push(Factor { rule, value }),
        }
    }

    /// The factors, in the order in which they were added.
    pub fn factors(&self) -> &[Factor] {
        &self.factors
    }

    /// Their sum.
    pub fn total(&self) -> i16 {
        self.total
    }
}
