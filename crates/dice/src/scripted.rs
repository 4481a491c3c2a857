//! Rolls played from a list.

use crate::{Dice, Die, Roll, RollId, Seeded};
use std::fmt;

/// Plays a list of faces, and holds the rules to using exactly those.
///
/// A roll cannot fail, so the first error is kept for [`finish`](Scripted::finish). From then on the faces are
/// stray ones from a fixed seed: a rule that rolls again until something happens must still end.
///
/// ```
/// use testudo_dice::{D6, Dice, RollId, Scripted};
/// let mut dice = Scripted::new([3, 5]);
/// assert_eq!(dice.total(RollId::new("book.rule", 0), &D6, 2), 8);
/// assert_eq!(dice.finish(), Ok(()));
/// ```
#[derive(Clone, Debug)]
pub struct Scripted {
    lines: Vec<Line>,
    used: usize,
    error: Option<ScriptError>,
    stray: Seeded,
}

#[derive(Clone, Debug)]
struct Line {
    face: u8,
    /// What the roll must be for, where the script says.
    cue: Option<(RollId, &'static Die)>,
}

impl Scripted {
    /// Plays these faces for whatever is asked.
    pub fn new(faces: impl IntoIterator<Item = u8>) -> Self {
        Scripted::of(faces.into_iter().map(|face| Line { face, cue: None }).collect())
    }

    /// Plays these rolls again, and checks that each is asked for the same reason and with the same die.
    pub fn checked(rolls: &[Roll]) -> Self {
        Scripted::of(rolls.iter().map(|r| Line { face: r.face, cue: Some((r.why, r.die)) }).collect())
    }

    fn of(lines: Vec<Line>) -> Self {
        Scripted { lines, used: 0, error: None, stray: Seeded::new(0) }
    }

    /// Ends the script.
    ///
    /// # Errors
    /// The first thing that went wrong, or [`ScriptError::LeftOver`] if not every face was used.
    pub fn finish(self) -> Result<(), ScriptError> {
        match self.error {
            Some(error) => Err(error),
            None if self.used < self.lines.len() => {
                Err(ScriptError::LeftOver { used: self.used, left: self.lines.len() - self.used })
            }
            None => Ok(()),
        }
    }

    fn next(&mut self, why: RollId, die: &'static Die) -> Result<u8, ScriptError> {
        let number = self.used + 1;
        let line = self.lines.get(self.used).ok_or(ScriptError::RanOut { number, why, die })?;
        if let Some((cue_why, cue_die)) = line.cue
            && (cue_why != why || cue_die != die)
        {
            return Err(ScriptError::Miscued { number, why, die, cue_why, cue_die });
        }
        if !die.has(line.face) {
            return Err(ScriptError::NoSuchFace { number, why, die, face: line.face });
        }
        self.used = number;
        Ok(line.face)
    }
}

impl Dice for Scripted {
    fn roll(&mut self, why: RollId, die: &'static Die) -> u8 {
        if self.error.is_none() {
            match self.next(why, die) {
                Ok(face) => return face,
                Err(error) => self.error = Some(error),
            }
        }
        self.stray.roll(why, die)
    }
}

/// How a script and the rules that played it disagree; rolls are numbered from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScriptError {
    /// The die that was asked for does not have the face that was next.
    NoSuchFace {
        /// Which roll of the script.
        number: usize,
        /// What the roll was for.
        why: RollId,
        /// The die asked for.
        die: &'static Die,
        /// The face in the script.
        face: u8,
    },
    /// A roll was asked for after the last face.
    RanOut {
        /// Which roll it would have been.
        number: usize,
        /// What the roll was for.
        why: RollId,
        /// The die asked for.
        die: &'static Die,
    },
    /// The roll asked for is not the one the script has next.
    Miscued {
        /// Which roll of the script.
        number: usize,
        /// What the roll was for.
        why: RollId,
        /// The die asked for.
        die: &'static Die,
        /// What the script's roll is for.
        cue_why: RollId,
        /// The die the script's roll is with.
        cue_die: &'static Die,
    },
    /// Faces were left when all was done.
    LeftOver {
        /// How many were used.
        used: usize,
        /// How many were not.
        left: usize,
    },
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScriptError::NoSuchFace { number, why, die, face } => {
                write!(f, "roll {number} ({why}): a {} has no face {face}", die.name)
            }
            ScriptError::RanOut { number, why, die } => {
                write!(f, "roll {number} ({why}): no face is left for a {}", die.name)
            }
            ScriptError::Miscued { number, why, die, cue_why, cue_die } => {
                let (asked, scripted) = (die.name, cue_die.name);
                write!(
                    f,
                    "roll {number}: asked a {asked} ({why}), but the script has a {scripted} ({cue_why})"
                )
            }
            ScriptError::LeftOver { used, left } => write!(f, "{left} faces left over after {used} rolls"),
        }
    }
}

impl std::error::Error for ScriptError {}
