//! The reaction test: dice by the strength that is left, listed factors, and results by bands of the score.

use ruling::{RuleId, Tally};
use std::marker::PhantomData;

/// How many dice a test has by the strength that is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiceByStrength {
    /// Above two thirds, from there to half, below half.
    pub dice: [u16; 3],
    /// What those throw who have exactly two thirds or exactly half.
    pub exactly: Exactly,
}

/// On which side of a limit those count who stand exactly on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exactly {
    /// As if they had more.
    More,
    /// As if they had fewer.
    Fewer,
}

impl DiceByStrength {
    /// The dice of a unit that has some of its original figures left.
    ///
    /// ```
    /// use testudo_mechanics::{DiceByStrength, Exactly};
    /// let spec = DiceByStrength { dice: [3, 2, 1], exactly: Exactly::Fewer };
    /// assert_eq!([24, 17, 16, 13, 12].map(|left| spec.of(left, 24)), [3, 3, 2, 2, 1]);
    /// let spec = DiceByStrength { exactly: Exactly::More, ..spec };
    /// assert_eq!([16, 15, 12, 11].map(|left| spec.of(left, 24)), [3, 2, 2, 1]);
    /// ```
    pub fn of(&self, left: u32, original: u32) -> u16 {
        let (left, original) = (u64::from(left), u64::from(original));
        let more = |part: u64, limit: u64| match self.exactly {
            Exactly::More => part >= limit,
            Exactly::Fewer => part > limit,
        };
        let [many, some, few] = self.dice;
        if more(3 * left, 2 * original) {
            many
        } else if more(2 * left, original) {
            some
        } else {
            few
        }
    }
}

/// Whether fewer than half of the original figures are left; exactly half is not fewer.
///
/// ```
/// assert!(testudo_mechanics::is_below_half(11, 24) && !testudo_mechanics::is_below_half(12, 24));
/// ```
pub const fn is_below_half(left: u32, original: u32) -> bool {
    2 * (left as u64) < original as u64
}

/// Results by bands of the score: the least score of each band but the lowest, the lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bands<const N: usize>([i16; N]);

impl<const N: usize> Bands<N> {
    /// Bands whose least scores are given from the lowest up; below the first lies one more.
    ///
    /// # Panics
    /// If they do not rise.
    pub fn rising(least: [i16; N]) -> Self {
        assert!(least.is_sorted_by(|a, b| a < b), "bands rise: {least:?}");
        Bands(least)
    }

    /// Bands whose least scores are given from the highest down.
    ///
    /// # Panics
    /// If they do not fall.
    pub fn falling(mut least: [i16; N]) -> Self {
        least.reverse();
        Bands::rising(least)
    }

    /// Bands whose highest scores are given from the lowest up; above the last lies one more.
    ///
    /// # Panics
    /// If they do not rise.
    pub fn up_to(most: [i16; N]) -> Self {
        Bands::rising(most.map(|score| score + 1))
    }

    /// How many bands lie below that of a score.
    ///
    /// ```
    /// use testudo_mechanics::Bands;
    /// let bands = Bands::up_to([-2, 2, 3]);
    /// assert_eq!([-3, -2, -1, 3, 4].map(|score| bands.below(score)), [0, 0, 1, 2, 3]);
    /// ```
    #[inline]
    pub fn below(&self, score: i16) -> usize {
        self.0.iter().filter(|least| **least <= score).count()
    }

    /// How many bands lie above that of a score.
    ///
    /// ```
    /// use testudo_mechanics::Bands;
    /// let rows = Bands::falling([16, 6, 4, 3, 1]);
    /// assert_eq!([20, 16, 15, 3, 1, 0].map(|score| rows.above(score)), [0, 0, 1, 3, 4, 5]);
    /// ```
    #[inline]
    pub fn above(&self, score: i16) -> usize {
        N - self.below(score)
    }

    /// The least score of the highest band.
    pub const fn highest_from(&self) -> i16 {
        self.0[N - 1]
    }
}

/// How a line of a list of factors counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// Once, however many there are.
    Once,
    /// Every time it applies.
    Each,
    /// Once, plus or minus as the owner says.
    Choice,
}

/// A line of a list of factors, with its value by each reading of the book.
#[derive(Clone, Debug)]
pub struct FactorLine<const READINGS: usize = 1> {
    /// Its word.
    pub key: String,
    /// Its rule.
    pub rule: RuleId,
    /// How it counts.
    pub counts: Counts,
    /// What it is worth.
    pub values: [i8; READINGS],
}

/// How often each of the `N` lines `L` of a list counts for a unit; a line of choice may count minus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Counted<L, const N: usize> {
    times: [i16; N],
    lines: PhantomData<L>,
}

impl<L, const N: usize> Default for Counted<L, N> {
    fn default() -> Self {
        Counted { times: [0; N], lines: PhantomData }
    }
}

impl<L: Into<usize>, const N: usize> Counted<L, N> {
    /// How often a line counts.
    #[inline]
    pub fn times(&self, line: L) -> i16 {
        self.times[line.into()]
    }

    /// Lets a line count so often.
    pub fn count(&mut self, line: L, times: u32) {
        self.times[line.into()] = i16::try_from(times).unwrap_or(i16::MAX);
    }

    /// Lets a line count once more.
    pub fn more(&mut self, line: L) {
        let times = &mut self.times[line.into()];
        *times = times.saturating_add(1);
    }

    /// Lets a line count if it applies; one that counts already goes on counting.
    pub fn note(&mut self, line: L, applies: bool) {
        if applies {
            self.times[line.into()] = 1;
        }
    }

    /// Lets a line of choice count plus or minus.
    pub fn choose(&mut self, line: L, plus: bool) {
        self.times[line.into()] = if plus { 1 } else { -1 };
    }

    /// Lets a line count no longer.
    pub fn omit(&mut self, line: L) {
        self.times[line.into()] = 0;
    }

    /// The lines that count, in the order of the list, as one reading values them.
    ///
    /// ```
    /// use testudo_mechanics::{Counted, Counts, FactorLine};
    /// let rule = ruling::RuleId::new("book.factor");
    /// let line = |key: &str, counts, value| FactorLine { key: key.into(), rule, counts, values: [value] };
    /// let list = [line("enemy_near", Counts::Each, -1), line("general", Counts::Choice, 3)];
    /// let mut counted = Counted::<usize, 2>::default();
    /// counted.count(0, 4);
    /// counted.choose(1, true);
    /// assert_eq!((counted.tally(&list, 0).total(), counted.sum(&list, 0)), (-1, -1));
    /// ```
    pub fn tally<const R: usize>(&self, list: &[FactorLine<R>], reading: usize) -> Tally {
        let mut tally = Tally::default();
        for (line, worth) in self.worth(list, reading).filter(|(_, worth)| *worth != 0) {
            tally.add(line.rule, worth.clamp(i8::MIN.into(), i8::MAX.into()) as i8);
        }
        tally
    }

    /// Their sum alone.
    pub fn sum<const R: usize>(&self, list: &[FactorLine<R>], reading: usize) -> i16 {
        self.worth(list, reading).fold(0, |sum, (_, worth)| sum.saturating_add(worth))
    }

    fn worth<'a, const R: usize>(
        &'a self,
        list: &'a [FactorLine<R>],
        reading: usize,
    ) -> impl Iterator<Item = (&'a FactorLine<R>, i16)> {
        list.iter()
            .zip(&self.times)
            .map(move |(line, times)| (line, i16::from(line.values[reading]).saturating_mul(*times)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_told_from_either_end_are_the_same() {
        let down = Bands::falling([16, 6, 4, 3, 1]);
        assert_eq!(down, Bands::rising([1, 3, 4, 6, 16]));
        assert_eq!(down, Bands::up_to([0, 2, 3, 5, 15]));
        assert_eq!(down.highest_from(), 16);
        for score in -30..30 {
            assert_eq!(down.below(score) + down.above(score), 5);
        }
    }

    #[test]
    #[should_panic(expected = "bands rise")]
    fn bands_out_of_order_are_no_bands() {
        let _ = Bands::rising([3, 3]);
    }

    #[test]
    fn a_line_noted_stays_noted_until_it_is_omitted() {
        let mut counted = Counted::<usize, 2>::default();
        counted.note(0, true);
        counted.note(0, false);
        counted.more(1);
        counted.more(1);
        assert_eq!((counted.times(0), counted.times(1)), (1, 2));
        counted.omit(0);
        assert_eq!(counted.times(0), 0);
    }

    #[test]
    fn another_reading_has_other_values_and_no_sum_overflows() {
        let rule = RuleId::new("book.factor");
        let line = FactorLine { key: "each".into(), rule, counts: Counts::Each, values: [3, -1] };
        let mut counted = Counted::<usize, 1>::default();
        counted.count(0, 5);
        let list = [line];
        assert_eq!((counted.sum(&list, 0), counted.sum(&list, 1)), (15, -5));
        counted.count(0, u32::MAX);
        assert_eq!((counted.sum(&list, 0), counted.tally(&list, 0).total()), (i16::MAX, 127));
    }
}
