//! What one throw can show, with its weights.

use crate::{Die, Weight};

/// A throw a walk branches on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Throw {
    pub die: &'static Die,
    pub read: Read,
}

/// What is read off a throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Read {
    /// The face of one die.
    Face,
    /// How many of `n` dice show `at_least` or more.
    Hits { n: u16, at_least: u8 },
    /// The sum of `n` dice.
    Total { n: u16 },
}

impl Throw {
    #[inline]
    pub fn same(&self, other: &Throw) -> bool {
        self.read == other.read && (std::ptr::eq(self.die, other.die) || self.die == other.die)
    }

    /// How many dice this throw lacks to be the other, if it is of the same dice read in the same way.
    fn dice_short_of(&self, other: &Throw) -> Option<u16> {
        let short = match (self.read, other.read) {
            (Read::Total { n }, Read::Total { n: more }) => more.checked_sub(n),
            (Read::Hits { n, at_least: a }, Read::Hits { n: more, at_least: b }) if a == b => {
                more.checked_sub(n)
            }
            _ => None,
        };
        short.filter(|_| self.die == other.die)
    }

    /// No fewer than this many results are possible; told without working them out.
    pub fn at_least_results(&self) -> usize {
        let dice = match self.read {
            Read::Face => return self.die.faces.len(),
            Read::Hits { n, at_least } => match self.die.sides_from(at_least) {
                0 => 0,
                hit if hit == self.die.sides() => 0,
                _ => n,
            },
            Read::Total { .. } if self.die.faces.len() == 1 => 0,
            Read::Total { n } => n,
        };
        usize::from(dice) + 1
    }
}

/// The results of a throw, lowest first, each with its part of the whole.
#[derive(Clone, Debug)]
pub(crate) struct Row<W> {
    pub throw: Throw,
    pub results: Vec<(u32, W)>,
    pub whole: W,
}

impl<W: Weight> Row<W> {
    /// Works a throw out, starting if possible from one of `known` with fewer of the same dice.
    pub fn new(throw: Throw, known: &[Row<W>]) -> Self {
        let (die, n) = match throw.read {
            Read::Face => {
                let Faces { parts, whole } = Faces::of(throw.die);
                return Row { throw, results: parts, whole };
            }
            Read::Total { n } => (Faces::of(throw.die), n),
            Read::Hits { n, at_least } => (Faces::hit_or_miss(throw.die, at_least), n),
        };
        let fewer = known.iter().filter_map(|row| Some((row.throw.dice_short_of(&throw)?, row)));
        match fewer.min_by_key(|(short, _)| *short) {
            Some((short, row)) => row.with_more(throw, &die, short),
            None => Row { throw, results: vec![(0, W::ONE)], whole: W::ONE }.with_more(throw, &die, n),
        }
    }

    /// Adds `n` more dice to a sum, one at a time; impossible sums are left out.
    fn with_more(&self, throw: Throw, die: &Faces<W>, n: u16) -> Self {
        let (bottom, top) = (self.results[0].0, self.results[self.results.len() - 1].0);
        let mut sums = vec![W::ZERO; (top - bottom) as usize + 1];
        for (sum, part) in &self.results {
            sums[(sum - bottom) as usize] = part.clone();
        }
        let mut whole = self.whole.clone();
        let (lowest, highest) = (die.parts[0].0, die.parts[die.parts.len() - 1].0);
        for _ in 0..n {
            let mut next = vec![W::ZERO; sums.len() + (highest - lowest) as usize];
            for (i, sum) in sums.iter().enumerate().filter(|(_, sum)| **sum != W::ZERO) {
                for (face, part) in &die.parts {
                    next[i + (face - lowest) as usize].add(&sum.times(part));
                }
            }
            sums = next;
            whole = whole.times(&die.whole);
        }
        let results = (bottom + u32::from(n) * lowest..).zip(sums).filter(|(_, part)| *part != W::ZERO);
        Row { throw, results: results.collect(), whole }
    }
}

/// A result as the rules are told it.
#[inline]
pub(crate) fn capped(result: u32) -> u16 {
    u16::try_from(result).unwrap_or(u16::MAX)
}

/// What one die can show, lowest first, each with its part of the whole.
struct Faces<W> {
    parts: Vec<(u32, W)>,
    whole: W,
}

impl<W: Weight> Faces<W> {
    fn of(die: &Die) -> Self {
        let sides = die.sides();
        let parts = die.faces.iter().map(|&(face, n)| (face.into(), W::part(n.into(), sides)));
        Faces { parts: parts.collect(), whole: W::whole(sides) }
    }

    /// The die read as a miss, 0, or a hit, 1; in lowest terms, so that counts stay small.
    fn hit_or_miss(die: &Die, at_least: u8) -> Self {
        let (hit, sides) = (die.sides_from(at_least), die.sides());
        let common = gcd(hit, sides);
        let (hit, sides) = (hit / common, sides / common);
        let both = [(0, sides - hit), (1, hit)].into_iter().filter(|(_, n)| *n > 0);
        Faces { parts: both.map(|(face, n)| (face, W::part(n, sides))).collect(), whole: W::whole(sides) }
    }
}

fn gcd(mut a: u32, mut b: u32) -> u32 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
