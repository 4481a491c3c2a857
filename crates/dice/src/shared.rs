//! Rolls that several people have a share in: nobody can choose or change a die, and everybody can draw it again.

use crate::face::{below, face};
use crate::{Dice, Die, RollId};
use sha2::{Digest as _, Sha256};

/// A secret, a share, or the hash of one.
pub type Bytes32 = [u8; 32];

/// What the dice of a battle are drawn from: the secret of whoever throws them, and a share of each player's own.
///
/// Before the first die everyone tells only a [hash](promise) of their part, and opens it when all hashes are known.
/// So nobody can fit their part to the others'. A side without a player has no share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lot {
    /// The server's secret.
    pub secret: Bytes32,
    /// Each side's share.
    pub shares: [Option<Bytes32>; 2],
}

/// The hash that promises a secret or a share before it is opened.
///
/// ```
/// let hex: String = testudo_dice::promise(&[0; 32]).iter().map(|b| format!("{b:02x}")).collect();
/// assert_eq!(hex, "3d1c80c5a2864013357821260fae5e1f34fe47a0a22162bad3d761df5a543ea0");
/// ```
pub fn promise(part: &Bytes32) -> Bytes32 {
    Sha256::new().chain_update(b"testudo promise 1").chain_update(part).finalize().into()
}

impl Lot {
    /// What every die is drawn from: the hash of all parts, a side without a share counting as zeros.
    fn key(&self) -> Bytes32 {
        let [red, blue] = self.shares.map(Option::unwrap_or_default);
        let parts = [&self.secret, &red, &blue];
        let mut hash = Sha256::new().chain_update(b"testudo dice 1");
        for part in parts {
            hash.update(part);
        }
        hash.finalize().into()
    }

    /// The dice of a step; steps count from 0.
    pub fn dice(&self, step: u64) -> Shared {
        Shared { key: self.key(), step, block: 0, words: [0; 8], used: 8 }
    }
}

/// The dice of one step, drawn from a [`Lot`].
///
/// The words are those of SHA-256 over the key, the number of the step and the number of the block, eight to a block;
/// the key is SHA-256 over the secret and the shares. Anyone with a SHA-256 at hand can draw them again.
///
/// ```
/// use testudo_dice::{D6, Dice, Lot, RollId};
/// let lot = Lot { secret: [1; 32], shares: [Some([2; 32]), None] };
/// let why = RollId::new("book.rule", 0);
/// let mut throw = |step| { let mut dice = lot.dice(step); [0; 6].map(|_| dice.roll(why, &D6)) };
/// assert_eq!(throw(0), throw(0));
/// assert_ne!(throw(0), throw(1));
/// ```
#[derive(Clone, Debug)]
pub struct Shared {
    key: Bytes32,
    step: u64,
    block: u64,
    words: [u32; 8],
    used: usize,
}

impl Shared {
    fn word(&mut self) -> u32 {
        if self.used == self.words.len() {
            let hash = Sha256::new()
                .chain_update(self.key)
                .chain_update(self.step.to_le_bytes())
                .chain_update(self.block.to_le_bytes())
                .finalize();
            for (word, bytes) in self.words.iter_mut().zip(hash.chunks_exact(4)) {
                *word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
            }
            self.block += 1;
            self.used = 0;
        }
        self.used += 1;
        self.words[self.used - 1]
    }
}

impl Dice for Shared {
    fn roll(&mut self, _why: RollId, die: &'static Die) -> u8 {
        face(die, below(die.sides(), || self.word()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AVERAGE, D6};

    const WHY: RollId = RollId::new("book.rule", 0);

    fn throw(lot: &Lot, step: u64) -> Vec<u8> {
        let mut dice = lot.dice(step);
        (0..40).map(|i| dice.roll(WHY, if i % 2 == 0 { &D6 } else { &AVERAGE })).collect()
    }

    #[test]
    fn every_part_and_the_step_change_the_dice() {
        let lot = Lot { secret: [1; 32], shares: [Some([2; 32]), Some([3; 32])] };
        let others = [
            Lot { secret: [9; 32], ..lot.clone() },
            Lot { shares: [Some([9; 32]), Some([3; 32])], ..lot.clone() },
            Lot { shares: [Some([2; 32]), Some([9; 32])], ..lot.clone() },
            Lot { shares: [Some([3; 32]), Some([2; 32])], ..lot.clone() },
            Lot { shares: [Some([2; 32]), None], ..lot.clone() },
        ];
        let usual = throw(&lot, 5);
        assert_eq!(usual, throw(&lot, 5));
        assert_ne!(usual, throw(&lot, 6));
        assert!(others.iter().all(|other| throw(other, 5) != usual));
    }

    /// The browser's page draws the same dice from the same parts (`web/tests/unit/proof.test.ts`).
    #[test]
    fn the_dice_are_these_for_ever() {
        let lot = Lot { secret: [1; 32], shares: [Some([2; 32]), Some([3; 32])] };
        let mut dice = lot.dice(7);
        let faces: Vec<u8> = (0..20).map(|_| dice.roll(WHY, &D6)).collect();
        assert_eq!(faces, [2, 5, 5, 1, 5, 5, 3, 4, 3, 3, 5, 2, 3, 4, 6, 3, 5, 1, 5, 3]);
    }

    #[test]
    fn every_face_comes_as_often_as_it_should() {
        let lot = Lot { secret: [4; 32], shares: [None, None] };
        let mut dice = lot.dice(0);
        let mut seen = [0u32; 7];
        for _ in 0..60_000 {
            seen[usize::from(dice.roll(WHY, &D6))] += 1;
        }
        assert!(seen[1..].iter().all(|n| (9_600..10_400).contains(n)), "{seen:?}");
    }
}
