//! Exact fractions.

use crate::Count;
use std::cmp::Ordering;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Mul};

/// A fraction of nothing or more, in lowest terms.
///
/// ```
/// use testudo_dice::Fraction;
/// let p = Fraction::new(10, 36);
/// assert_eq!(p.to_string(), "5/18");
/// assert_eq!((p.clone() + Fraction::new(13, 18)).to_string(), "1");
/// assert!(p < Fraction::new(1, 3));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fraction {
    part: Count,
    whole: Count,
}

impl Fraction {
    /// Nothing.
    pub const ZERO: Fraction = Fraction { part: Count::ZERO, whole: Count::ONE };
    /// The whole.
    pub const ONE: Fraction = Fraction { part: Count::ONE, whole: Count::ONE };

    /// So many parts of a whole.
    ///
    /// # Panics
    /// If the whole is 0.
    pub fn new(part: u128, whole: u128) -> Self {
        assert!(whole > 0, "a fraction of nothing");
        Fraction::of(&part.into(), &whole.into())
    }

    /// Brings a part of a whole (not zero) to lowest terms.
    pub(crate) fn of(part: &Count, whole: &Count) -> Self {
        let common = part.gcd(whole);
        Fraction { part: part.over(&common), whole: whole.over(&common) }
    }

    /// The number above the line.
    pub fn numerator(&self) -> &Count {
        &self.part
    }

    /// The number below the line.
    pub fn denominator(&self) -> &Count {
        &self.whole
    }

    /// What is left of 1; nothing if this is more than 1.
    pub fn complement(&self) -> Fraction {
        if self.part >= self.whole {
            return Fraction::ZERO;
        }
        Fraction { part: self.whole.minus(&self.part), whole: self.whole.clone() }
    }

    /// The decimal with so many digits after the point, rounded half up from the exact value.
    ///
    /// ```
    /// use testudo_dice::Fraction;
    /// assert_eq!(Fraction::new(16, 3).to_decimal(9), "5.333333333");
    /// assert_eq!(Fraction::new(1, 2).to_decimal(0), "1");
    /// assert_eq!(Fraction::new(1, 16).to_decimal(3), "0.063");
    /// ```
    pub fn to_decimal(&self, digits: u32) -> String {
        let scale: Count = (0..digits).fold(Count::ONE, |scale, _| scale.times(&10.into()));
        let two = Count::from(2);
        // Half of the whole is added before the division drops what is left over.
        let mut doubled = self.part.times(&scale).times(&two);
        doubled.add(&self.whole);
        let rounded = doubled.over(&self.whole.times(&two)).to_string();
        let digits = digits as usize;
        if digits == 0 {
            return rounded;
        }
        let padded = format!("{rounded:0>width$}", width = digits + 1);
        let (whole, part) = padded.split_at(padded.len() - digits);
        format!("{whole}.{part}")
    }

    /// The nearest `f64`, or its neighbour where the numbers are very large.
    pub fn to_f64(&self) -> f64 {
        self.part.ratio(&self.whole)
    }
}

impl Add for Fraction {
    type Output = Fraction;

    fn add(self, other: Fraction) -> Fraction {
        let mut part = self.part.times(&other.whole);
        part.add(&other.part.times(&self.whole));
        Fraction::of(&part, &self.whole.times(&other.whole))
    }
}

impl Mul for Fraction {
    type Output = Fraction;

    fn mul(self, other: Fraction) -> Fraction {
        Fraction::of(&self.part.times(&other.part), &self.whole.times(&other.whole))
    }
}

impl Sum for Fraction {
    fn sum<I: Iterator<Item = Fraction>>(fractions: I) -> Fraction {
        fractions.fold(Fraction::ZERO, Add::add)
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        self.part.times(&other.whole).cmp(&other.part.times(&self.whole))
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.whole == Count::ONE {
            return f.pad(&self.part.to_string());
        }
        f.pad(&format!("{}/{}", self.part, self.whole))
    }
}
