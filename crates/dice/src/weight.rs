//! What outcomes are weighed in: exact counts for people and tests, `f64` for search.

use crate::{Count, Fraction};

/// What a distribution weighs its outcomes in: [`Count`] or `f64`.
pub trait Weight: Clone + PartialEq + sealed::Arithmetic {
    /// What a probability is given as.
    type Chance;

    /// A part of the whole as a probability.
    #[doc(hidden)]
    fn chance(part: &Self, whole: &Self) -> Self::Chance;
}

pub(crate) mod sealed {
    /// What a walk needs of a weight. Counts keep part and whole apart; an `f64` is a share of 1 from the start.
    pub trait Arithmetic: Sized {
        const ZERO: Self;
        const ONE: Self;
        /// `sides` of a die with `of` sides.
        fn part(sides: u32, of: u32) -> Self;
        /// The whole of a die with `of` sides.
        fn whole(of: u32) -> Self;
        fn add(&mut self, other: &Self);
        fn times(&self, other: &Self) -> Self;
        /// What to multiply each of two wholes by so that they become equal.
        fn to_common(a: &Self, b: &Self) -> (Self, Self);
        /// Divides parts and whole by all they have in common.
        fn reduce<T>(parts: &mut [(T, Self)], whole: &mut Self);
    }
}
use sealed::Arithmetic;

impl Weight for Count {
    type Chance = Fraction;

    fn chance(part: &Count, whole: &Count) -> Fraction {
        Fraction::of(part, whole)
    }
}

impl Arithmetic for Count {
    const ZERO: Count = Count::ZERO;
    const ONE: Count = Count::ONE;

    fn part(sides: u32, _of: u32) -> Count {
        u128::from(sides).into()
    }

    fn whole(of: u32) -> Count {
        u128::from(of).into()
    }

    #[inline]
    fn add(&mut self, other: &Count) {
        Count::add(self, other);
    }

    #[inline]
    fn times(&self, other: &Count) -> Count {
        Count::times(self, other)
    }

    fn to_common(a: &Count, b: &Count) -> (Count, Count) {
        let common = a.gcd(b);
        (b.over(&common), a.over(&common))
    }

    fn reduce<T>(parts: &mut [(T, Count)], whole: &mut Count) {
        let mut common = whole.clone();
        for (_, part) in parts.iter() {
            common = common.gcd(part);
            if common == Count::ONE {
                return;
            }
        }
        for (_, part) in parts.iter_mut() {
            *part = part.over(&common);
        }
        *whole = whole.over(&common);
    }
}

impl Weight for f64 {
    type Chance = f64;

    fn chance(part: &f64, _whole: &f64) -> f64 {
        *part
    }
}

impl Arithmetic for f64 {
    const ZERO: f64 = 0.0;
    const ONE: f64 = 1.0;

    fn part(sides: u32, of: u32) -> f64 {
        f64::from(sides) / f64::from(of)
    }

    fn whole(_of: u32) -> f64 {
        1.0
    }

    #[inline]
    fn add(&mut self, other: &f64) {
        *self += other;
    }

    #[inline]
    fn times(&self, other: &f64) -> f64 {
        self * other
    }

    fn to_common(_a: &f64, _b: &f64) -> (f64, f64) {
        (1.0, 1.0)
    }

    fn reduce<T>(_parts: &mut [(T, f64)], _whole: &mut f64) {}
}
