//! Rolls from a seed: the same everywhere, for ever.

use crate::{Dice, Die, RollId};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// ChaCha8 seeded with a number, mapped to faces by our own stable rule.
///
/// ```
/// use testudo_dice::{D6, Dice, RollId, Seeded};
/// let why = RollId::new("book.rule", 0);
/// let (mut a, mut b) = (Seeded::new(7), Seeded::new(7));
/// assert_eq!(a.roll(why, &D6), b.roll(why, &D6));
/// ```
#[derive(Clone, Debug)]
pub struct Seeded {
    rng: ChaCha8Rng,
}

impl Seeded {
    /// Dice for a seed: stream 0.
    pub fn new(seed: u64) -> Self {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        Seeded { rng: ChaCha8Rng::from_seed(bytes) }
    }

    /// The `n`th stream of a seed, independent of all its others: one for each battle of a series.
    pub fn stream(seed: u64, n: u64) -> Self {
        let mut dice = Seeded::new(seed);
        dice.rng.set_stream(n);
        dice
    }

    /// A number below `n`, each equally likely; 0 when `n` is 0.
    pub fn below(&mut self, n: u32) -> u32 {
        if n == 0 {
            return 0;
        }
        // Lemire's method: the multiplication maps 2^32 words onto n; the few that would make some results
        // likelier are drawn again.
        let reject = n.wrapping_neg() % n;
        loop {
            let product = u64::from(self.rng.next_u32()) * u64::from(n);
            if product as u32 >= reject {
                return (product >> 32) as u32;
            }
        }
    }
}

impl Dice for Seeded {
    fn roll(&mut self, _why: RollId, die: &'static Die) -> u8 {
        let mut at = self.below(die.sides());
        for &(face, weight) in die.faces {
            if at < u32::from(weight) {
                return face;
            }
            at -= u32::from(weight);
        }
        unreachable!("a number below the sides falls on a face")
    }
}
