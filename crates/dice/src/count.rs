//! Whole numbers of any size, quick while they are small.

use num_bigint::BigUint;
use std::fmt;

/// A whole number of any size; two machine words until it outgrows them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Count(Repr);

/// A `Big` never holds what a `Small` could, so equality and order can be derived.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Repr {
    Small(u128),
    Big(BigUint),
}
use Repr::{Big, Small};

impl Count {
    pub(crate) const ZERO: Count = Count(Small(0));
    pub(crate) const ONE: Count = Count(Small(1));

    #[inline]
    pub(crate) fn add(&mut self, other: &Count) {
        match (&mut self.0, &other.0) {
            (Small(a), Small(b)) => match a.checked_add(*b) {
                Some(sum) => *a = sum,
                None => self.0 = Big(self.big() + *b),
            },
            (Big(a), Small(b)) => *a += *b,
            (Big(a), Big(b)) => *a += b,
            (Small(a), Big(b)) => self.0 = Big(b + *a),
        }
    }

    /// The difference; `other` must not be the greater.
    pub(crate) fn minus(&self, other: &Count) -> Count {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => Count(Small(a - b)),
            _ => Count::of_big(self.big() - other.big()),
        }
    }

    #[inline]
    pub(crate) fn times(&self, other: &Count) -> Count {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => {
                // Two words into one cannot overflow, and is what most odds need.
                if let (Ok(a), Ok(b)) = (u64::try_from(*a), u64::try_from(*b)) {
                    return Count(Small(u128::from(a) * u128::from(b)));
                }
                Count(a.checked_mul(*b).map_or_else(|| Big(self.big() * *b), Small))
            }
            (Big(a), Small(b)) | (Small(b), Big(a)) => Count::of_big(a * *b),
            (Big(a), Big(b)) => Count(Big(a * b)),
        }
    }

    /// The quotient; `other` must divide this and not be zero.
    pub(crate) fn over(&self, other: &Count) -> Count {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => Count(Small(divide(*a, *b).0)),
            _ => Count::of_big(self.big() / other.big()),
        }
    }

    /// The greatest number that divides both.
    pub(crate) fn gcd(&self, other: &Count) -> Count {
        let (mut a, mut b) = match (&self.0, &other.0) {
            (Small(a), Small(b)) => return Count(Small(small_gcd(*a, *b))),
            _ => (self.big(), other.big()),
        };
        while b != BigUint::ZERO {
            (a, b) = (b.clone(), a % b);
        }
        Count::of_big(a)
    }

    /// This number as a fraction of another (not zero), to the nearest `f64` or its neighbour.
    pub(crate) fn ratio(&self, whole: &Count) -> f64 {
        if let (Small(a), Small(b)) = (&self.0, &whole.0) {
            return *a as f64 / *b as f64;
        }
        // Big numbers do not fit an f64: divide so that 64 to 66 bits are left, then put the exponent back.
        let (part, whole) = (self.big(), whole.big());
        let shift = (whole.bits() + 65).saturating_sub(part.bits());
        let quotient = (part << shift) / whole;
        let mut ratio = u128::try_from(&quotient).map_or(f64::INFINITY, |q| q as f64);
        let mut left = shift;
        while left > 0 && ratio > 0.0 {
            let step = left.min(1000);
            ratio *= f64::from_bits((1023 - step) << 52); // 2^-step
            left -= step;
        }
        ratio
    }

    fn big(&self) -> BigUint {
        match &self.0 {
            Small(n) => BigUint::from(*n),
            Big(n) => n.clone(),
        }
    }

    fn of_big(n: BigUint) -> Count {
        Count(u128::try_from(&n).map_or(Big(n), Small))
    }
}

/// Quotient and remainder, in one machine word where both fit.
#[inline]
fn divide(a: u128, b: u128) -> (u128, u128) {
    match (u64::try_from(a), u64::try_from(b)) {
        (Ok(a), Ok(b)) => ((a / b).into(), (a % b).into()),
        _ => (a / b, a % b),
    }
}

fn small_gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, divide(a, b).1);
    }
    a
}

impl From<u128> for Count {
    fn from(n: u128) -> Self {
        Count(Small(n))
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Small(n) => n.fmt(f),
            Big(n) => n.fmt(f),
        }
    }
}
