//! Outcomes and how likely they are.

use crate::row::{Read, Row, Throw, capped};
use crate::{Count, Dice, Die, Fraction, TooManyPaths, Weight, walk};
use std::collections::BTreeMap;

/// Outcomes in order, each with its exact part of one common whole (in lowest terms, so equal chances are `==`).
///
/// ```
/// use testudo_dice::{D6, Dist};
/// let two = Dist::total(&D6, 2);
/// assert_eq!(two.probability(&7).to_string(), "1/6");
/// assert_eq!(two.mean(|sum| (*sum).into()).to_string(), "7");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dist<T, W = Count> {
    outcomes: Vec<(T, W)>,
    whole: W,
}

/// Outcomes weighed in `f64`.
pub type Odds<T> = Dist<T, f64>;

impl<T, W: Weight> Dist<T, W> {
    /// How many different outcomes there are.
    pub fn len(&self) -> usize {
        self.outcomes.len()
    }

    /// Whether nothing can come out: never, since some outcome always does.
    pub fn is_empty(&self) -> bool {
        self.outcomes.is_empty()
    }

    /// Each outcome and its probability, lowest outcome first.
    pub fn iter(&self) -> impl Iterator<Item = (&T, W::Chance)> {
        self.outcomes.iter().map(|(outcome, part)| (outcome, W::chance(part, &self.whole)))
    }

    /// The probability of all the outcomes that meet a condition.
    pub fn chance(&self, mut meets: impl FnMut(&T) -> bool) -> W::Chance {
        let mut sum = W::ZERO;
        self.outcomes.iter().filter(|(outcome, _)| meets(outcome)).for_each(|(_, part)| sum.add(part));
        W::chance(&sum, &self.whole)
    }

    /// The distribution of something read off the outcomes; equal readings are merged.
    pub fn map<U: Ord>(&self, mut read: impl FnMut(&T) -> U) -> Dist<U, W> {
        let mut parts = BTreeMap::new();
        for (outcome, part) in &self.outcomes {
            parts.entry(read(outcome)).or_insert(W::ZERO).add(part);
        }
        Dist::gathered(parts, self.whole.clone())
    }

    /// Goes one step further from every outcome, along every path of the step's dice; equal results are merged.
    ///
    /// A long process is best taken in such steps: the work grows with the different states, not with the paths.
    ///
    /// ```
    /// use testudo_dice::{D6, Dist, RollId};
    /// let why = RollId::new("book.shooting", 0);
    /// let mut men = Dist::certain(12u16);
    /// for _volley in 0..5 {
    ///     men = men.then(1_000, |&left, dice| left - dice.hits(why, &D6, left, 6))?;
    /// }
    /// assert_eq!(men.len(), 13);
    /// # Ok::<(), testudo_dice::TooManyPaths>(())
    /// ```
    ///
    /// # Errors
    /// [`TooManyPaths`] if this step has more than `limit` paths from all states together.
    ///
    /// # Panics
    /// If the step rolls differently along the same path.
    pub fn then<U: Ord>(
        &self,
        limit: usize,
        step: impl FnMut(&T, &mut dyn Dice) -> U,
    ) -> Result<Dist<U, W>, TooManyPaths> {
        walk::step(&self.outcomes, &self.whole, limit, step)
    }

    /// Goes one step further from every outcome along odds already worked out; equal results are merged.
    ///
    /// ```
    /// use testudo_dice::{D6, Dist};
    /// let hits = Dist::hits(&D6, 3, 4);
    /// let kills = hits.onward(|&n| Dist::hits(&D6, n, 6));
    /// assert_eq!(kills.probability(&0).to_string(), "1331/1728");
    /// ```
    pub fn onward<U: Ord>(&self, next: impl FnMut(&T) -> Dist<U, W>) -> Dist<U, W> {
        walk::onward(&self.outcomes, &self.whole, next)
    }

    pub(crate) fn into_parts(self) -> (Vec<(T, W)>, W) {
        (self.outcomes, self.whole)
    }

    pub(crate) fn gathered(parts: BTreeMap<T, W>, mut whole: W) -> Self {
        let mut outcomes: Vec<_> = parts.into_iter().collect();
        W::reduce(&mut outcomes, &mut whole);
        Dist { outcomes, whole }
    }
}

impl<T: Ord, W: Weight> Dist<T, W> {
    /// The probability of one outcome.
    pub fn probability(&self, outcome: &T) -> W::Chance {
        let found = self.outcomes.binary_search_by(|(other, _)| other.cmp(outcome));
        W::chance(found.map_or(&W::ZERO, |i| &self.outcomes[i].1), &self.whole)
    }
}

impl<T> Dist<T> {
    /// What is sure: the start of a chain of steps.
    pub fn certain(outcome: T) -> Self {
        Dist { outcomes: vec![(outcome, Count::ONE)], whole: Count::ONE }
    }

    /// The exact mean of a number read off the outcomes.
    pub fn mean(&self, mut value: impl FnMut(&T) -> u64) -> Fraction {
        let mut sum = Count::ZERO;
        for (outcome, part) in &self.outcomes {
            sum.add(&part.times(&u128::from(value(outcome)).into()));
        }
        Fraction::of(&sum, &self.whole)
    }

    /// The same outcomes weighed in `f64`.
    pub fn odds(self) -> Odds<T> {
        let outcomes = self.outcomes.into_iter();
        Dist { outcomes: outcomes.map(|(o, part)| (o, part.ratio(&self.whole))).collect(), whole: 1.0 }
    }
}

impl Dist<u16> {
    /// The sum of `n` dice.
    pub fn total(die: &'static Die, n: u16) -> Self {
        Dist::throw(Throw { die, read: Read::Total { n } })
    }

    /// How many of `n` dice show `at_least` or more.
    ///
    /// ```
    /// use testudo_dice::{D6, Dist};
    /// assert_eq!(Dist::hits(&D6, 3, 5).probability(&3).to_string(), "1/27");
    /// ```
    pub fn hits(die: &'static Die, n: u16, at_least: u8) -> Self {
        Dist::throw(Throw { die, read: Read::Hits { n, at_least } })
    }

    fn throw(throw: Throw) -> Self {
        let row = Row::new(throw, &[]);
        Dist { outcomes: row.results, whole: row.whole }.map(|&result| capped(result))
    }
}

impl<T> Odds<T> {
    /// The mean of a number read off the outcomes.
    pub fn mean(&self, mut value: impl FnMut(&T) -> f64) -> f64 {
        self.outcomes.iter().map(|(outcome, part)| part * value(outcome)).sum()
    }
}
