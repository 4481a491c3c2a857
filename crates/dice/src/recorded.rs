//! Rolls kept as they fall.

use crate::{Dice, Die, RollId};

/// One die as it fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Roll {
    /// What it was for.
    pub why: RollId,
    /// The die.
    pub die: &'static Die,
    /// The face it showed.
    pub face: u8,
}

/// Rolls another source die by die and keeps every face.
///
/// ```
/// use testudo_dice::{D6, Dice, Recorded, RollId, Seeded};
/// let mut dice = Recorded::new(Seeded::new(7));
/// let sum = dice.total(RollId::new("book.rule", 0), &D6, 2);
/// assert_eq!(dice.faces().map(u16::from).sum::<u16>(), sum);
/// ```
#[derive(Clone, Debug)]
pub struct Recorded<D> {
    dice: D,
    rolls: Vec<Roll>,
}

impl<D: Dice> Recorded<D> {
    /// Records what `dice` roll from now on; `&mut` of a source will do.
    pub fn new(dice: D) -> Self {
        Recorded { dice, rolls: Vec::new() }
    }

    /// The rolls so far, first to last.
    pub fn rolls(&self) -> &[Roll] {
        &self.rolls
    }

    /// The faces so far, first to last.
    pub fn faces(&self) -> impl Iterator<Item = u8> + '_ {
        self.rolls.iter().map(|roll| roll.face)
    }

    /// Ends the recording and gives back the source and the rolls.
    pub fn finish(self) -> (D, Vec<Roll>) {
        (self.dice, self.rolls)
    }
}

impl<D: Dice> Dice for Recorded<D> {
    fn roll(&mut self, why: RollId, die: &'static Die) -> u8 {
        let face = self.dice.roll(why, die);
        self.rolls.push(Roll { why, die, face });
        face
    }
}
