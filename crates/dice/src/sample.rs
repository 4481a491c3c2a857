//! Chances by trial, where there are too many paths to walk.

use crate::{Dice, Dist, Fraction, Seeded, TooManyPaths, exact};
use std::collections::BTreeMap;
use std::fmt;

/// Runs a rule function `trials` times (once at least) on seeded dice and counts what comes out.
///
/// ```
/// use testudo_dice::{D6, RollId, sample};
/// let why = RollId::new("book.rule", 0);
/// let tries = sample(1_000, 1, |dice| (1..).find(|_| dice.roll(why, &D6) == 6));
/// let at_once = tries.probability(&Some(1));
/// assert!((at_once.share - 1.0 / 6.0).abs() < 4.0 * at_once.standard_error);
/// ```
pub fn sample<T: Ord>(trials: u32, seed: u64, mut run: impl FnMut(&mut dyn Dice) -> T) -> Sampled<T> {
    let trials = trials.max(1);
    let mut dice = Seeded::new(seed);
    let mut counts = BTreeMap::new();
    for _ in 0..trials {
        *counts.entry(run(&mut dice)).or_insert(0) += 1;
    }
    Sampled { counts: counts.into_iter().collect(), trials }
}

/// Walks every path if there are no more than `limit`, and samples if there are.
pub fn exact_or_sample<T: Ord>(
    limit: usize,
    trials: u32,
    seed: u64,
    mut run: impl FnMut(&mut dyn Dice) -> T,
) -> Chances<T> {
    match exact(limit, &mut run) {
        Ok(dist) => Chances::Exact(dist),
        Err(TooManyPaths { .. }) => Chances::Sampled(sample(trials, seed, run)),
    }
}

/// How often each outcome came up in a number of trials.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sampled<T> {
    counts: Vec<(T, u32)>,
    trials: u32,
}

impl<T> Sampled<T> {
    /// How many trials were made.
    pub fn trials(&self) -> u32 {
        self.trials
    }

    /// Each outcome that came up and its estimated probability, lowest outcome first.
    pub fn iter(&self) -> impl Iterator<Item = (&T, Estimate)> {
        self.counts.iter().map(|(outcome, count)| (outcome, Estimate::new(*count, self.trials)))
    }

    /// The estimated probability of all the outcomes that meet a condition.
    pub fn chance(&self, mut meets: impl FnMut(&T) -> bool) -> Estimate {
        let meeting = self.counts.iter().filter(|(outcome, _)| meets(outcome));
        Estimate::new(meeting.map(|(_, count)| count).sum(), self.trials)
    }
}

impl<T: Ord> Sampled<T> {
    /// The estimated probability of one outcome.
    pub fn probability(&self, outcome: &T) -> Estimate {
        self.chance(|other| other == outcome)
    }
}

/// A probability seen in trials.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The share of the trials.
    pub share: f64,
    /// The standard error of that share; it is 0, and says little, when no trial or every trial counts.
    pub standard_error: f64,
    /// How many trials were made.
    pub trials: u32,
}

impl Estimate {
    fn new(count: u32, trials: u32) -> Self {
        let (share, trials_f) = (f64::from(count) / f64::from(trials), f64::from(trials));
        Estimate { share, standard_error: (share * (1.0 - share) / trials_f).sqrt(), trials }
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.4} ± {:.4} in {} trials", self.share, self.standard_error, self.trials)
    }
}

/// Chances, and how they were come by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chances<T> {
    /// Every path was walked.
    Exact(Dist<T>),
    /// There were too many paths; trials were made.
    Sampled(Sampled<T>),
}

impl<T: Ord> Chances<T> {
    /// The probability of one outcome.
    pub fn probability(&self, outcome: &T) -> Chance {
        match self {
            Chances::Exact(dist) => Chance::Exact(dist.probability(outcome)),
            Chances::Sampled(sampled) => Chance::Sampled(sampled.probability(outcome)),
        }
    }

    /// The probability of all the outcomes that meet a condition.
    pub fn chance(&self, meets: impl FnMut(&T) -> bool) -> Chance {
        match self {
            Chances::Exact(dist) => Chance::Exact(dist.chance(meets)),
            Chances::Sampled(sampled) => Chance::Sampled(sampled.chance(meets)),
        }
    }

    /// The outcomes, lowest first, each with its probability.
    pub fn iter(&self) -> impl Iterator<Item = (&T, Chance)> {
        let (exact, sampled) = match self {
            Chances::Exact(dist) => (Some(dist), None),
            Chances::Sampled(sampled) => (None, Some(sampled)),
        };
        let exact = exact.into_iter().flat_map(|d| d.iter().map(|(o, p)| (o, Chance::Exact(p))));
        exact.chain(sampled.into_iter().flat_map(|s| s.iter().map(|(o, e)| (o, Chance::Sampled(e)))))
    }
}

/// One probability, and how it was come by.
#[derive(Clone, Debug, PartialEq)]
pub enum Chance {
    /// An exact fraction.
    Exact(Fraction),
    /// An estimate from trials.
    Sampled(Estimate),
}

impl Chance {
    /// The probability, or the estimate of it, as a number.
    pub fn to_f64(&self) -> f64 {
        match self {
            Chance::Exact(fraction) => fraction.to_f64(),
            Chance::Sampled(estimate) => estimate.share,
        }
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::Exact(fraction) => fraction.fmt(f),
            Chance::Sampled(estimate) => estimate.fmt(f),
        }
    }
}
