//! Rolls typed in by hand from a real table.

use crate::{Dice, Die, RollId, Seeded};
use std::fmt;

/// Which die to roll, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prompt {
    /// What the roll is for.
    pub why: RollId,
    /// The die to roll.
    pub die: &'static Die,
    /// Which die of this throw, counted from 1.
    pub number: u16,
    /// How many dice are in this throw.
    pub of: u16,
    /// The answer just given, if the die has no such face.
    pub refused: Option<u8>,
}

/// Asks a person for every face, and asks again until the die has it.
///
/// The person answers `None` to give up. A roll cannot fail, so the faces are then stray ones from a fixed seed
/// and [`finish`](TypedIn::finish) says what was not answered.
///
/// ```
/// use testudo_dice::{D6, Dice, RollId, TypedIn};
/// let mut answers = [9, 4, 6].into_iter(); // 9 is refused
/// let mut dice = TypedIn::new(|_prompt| answers.next());
/// assert_eq!(dice.hits(RollId::new("book.rule", 0), &D6, 2, 5), 1);
/// assert_eq!(dice.finish(), Ok(()));
/// ```
#[derive(Clone, Debug)]
pub struct TypedIn<F> {
    ask: F,
    gave_up: Option<Unanswered>,
    stray: Seeded,
}

impl<F: FnMut(&Prompt) -> Option<u8>> TypedIn<F> {
    /// Dice rolled by whoever answers `ask`.
    pub fn new(ask: F) -> Self {
        TypedIn { ask, gave_up: None, stray: Seeded::new(0) }
    }

    /// Ends the questions.
    ///
    /// # Errors
    /// The first question that was given up.
    pub fn finish(self) -> Result<(), Unanswered> {
        self.gave_up.map_or(Ok(()), Err)
    }

    fn face(&mut self, mut prompt: Prompt) -> u8 {
        while self.gave_up.is_none() {
            match (self.ask)(&prompt) {
                Some(face) if prompt.die.has(face) => return face,
                Some(face) => prompt.refused = Some(face),
                None => self.gave_up = Some(Unanswered { why: prompt.why }),
            }
        }
        self.stray.roll(prompt.why, prompt.die)
    }

    fn throw(&mut self, why: RollId, die: &'static Die, of: u16) -> impl Iterator<Item = u8> {
        (1..=of).map(move |number| self.face(Prompt { why, die, number, of, refused: None }))
    }
}

impl<F: FnMut(&Prompt) -> Option<u8>> Dice for TypedIn<F> {
    fn roll(&mut self, why: RollId, die: &'static Die) -> u8 {
        self.face(Prompt { why, die, number: 1, of: 1, refused: None })
    }

    fn hits(&mut self, why: RollId, die: &'static Die, n: u16, at_least: u8) -> u16 {
        self.throw(why, die, n).map(|face| u16::from(face >= at_least)).sum()
    }

    fn total(&mut self, why: RollId, die: &'static Die, n: u16) -> u16 {
        self.throw(why, die, n).fold(0, |sum: u16, face| sum.saturating_add(u16::from(face)))
    }
}

/// A roll that nobody typed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unanswered {
    /// What the roll was for.
    pub why: RollId,
}

impl fmt::Display for Unanswered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no roll was given for {}", self.why)
    }
}

impl std::error::Error for Unanswered {}
