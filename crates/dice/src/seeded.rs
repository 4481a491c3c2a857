//! Rolls from a seed: the same everywhere, for ever.

use crate::face::{below, face};
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
        below(n, || self.rng.next_u32())
    }
}

/// Spreads the bits of a number over all 64 (the finalizer of SplitMix64), so that near seeds lie far apart.
///
/// ```
/// assert_eq!(testudo_dice::spread(0), 0xe220_a839_7b1d_cdaf);
/// ```
pub fn spread(mut x: u64) -> u64 {
    x = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

impl Dice for Seeded {
    fn roll(&mut self, _why: RollId, die: &'static Die) -> u8 {
        face(die, self.below(die.sides()))
    }
}
