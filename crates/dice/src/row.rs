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

    /// No fewer than this many results are possible; told without working them out.
    pub fn at_least_results(&self) -> usize {
        let dice = match self.read {
            Read::Face => return self.die.faces.len(),
            Read::Hits { n, at_least } => match self.die.sides_from(at_least) {
                0 => 0,
                hit if hit == self.die.sides() => 0,
                _ => n,
            },
            Read::Total { n } => n.min(u16::from(self.die.faces.len() > 1) * n),
        };
        usize::from(dice) + 1
    }
}

/// The results of a throw, lowest first, each with its part of the whole.
#[derive(Clone, Debug)]
pub(crate) struct Row<W> {
    pub throw: Throw,
    pub results: Vec<(u16, W)>,
    pub whole: W,
}

impl<W: Weight> Row<W> {
    pub fn new(throw: Throw) -> Self {
        let die = throw.die;
        let (results, whole) = match throw.read {
            Read::Face => sum_of(&faces(die), W::whole(die.sides()), 1),
            Read::Total { n } => sum_of(&faces(die), W::whole(die.sides()), n),
            Read::Hits { n, at_least } => {
                // A hit is a face of 1 on a die of hits and misses; in lowest terms, so that counts stay small.
                let (hit, sides) = (die.sides_from(at_least), die.sides());
                let common = gcd(hit, sides);
                let (hit, sides) = (hit / common, sides / common);
                let coin = [(0, W::part(sides - hit, sides)), (1, W::part(hit, sides))];
                sum_of(&coin, W::whole(sides), n)
            }
        };
        Row {
            throw,
            results,
            whole,
        }
    }
}

fn faces<W: Weight>(die: &Die) -> Vec<(u16, W)> {
    die.faces
        .iter()
        .map(|&(face, sides)| (face.into(), W::part(sides.into(), die.sides())))
        .collect()
}

/// The sums of `n` throws of these faces, one die added at a time; impossible sums are left out.
fn sum_of<W: Weight>(faces: &[(u16, W)], whole: W, n: u16) -> (Vec<(u16, W)>, W) {
    let lowest = faces.first().map_or(0, |face| face.0);
    let span = faces.last().map_or(0, |face| usize::from(face.0 - lowest));
    let (mut sums, mut product) = (vec![W::ONE], W::ONE);
    for _ in 0..n {
        let mut next = vec![W::ZERO; sums.len() + span];
        for (i, sum) in sums.iter().enumerate().filter(|(_, sum)| **sum != W::ZERO) {
            for (face, part) in faces {
                let slot = &mut next[i + usize::from(face - lowest)];
                *slot = slot.plus(&sum.times(part));
            }
        }
        sums = next;
        product = product.times(&whole);
    }
    let value = |i: usize| u16::try_from(usize::from(lowest) * usize::from(n) + i).unwrap_or(u16::MAX);
    let results = sums.into_iter().enumerate().filter(|(_, part)| *part != W::ZERO);
    (results.map(|(i, part)| (value(i), part)).collect(), product)
}

fn gcd(mut a: u32, mut b: u32) -> u32 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
