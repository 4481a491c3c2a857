//! Replay: a battle is its beginning, its commands and its dice.

use crate::{Battle, Command, Digest, Journal, Rulebook, Side};
use dice::Scripted;
use ruling::Refusal;
use std::fmt;

/// One decision as it was carried out.
#[derive(Clone, Debug, PartialEq)]
pub struct StepRecord {
    /// Who decided.
    pub side: Side,
    /// What.
    pub command: Command,
    /// The faces of the dice it took, in order.
    pub faces: Vec<u8>,
    /// The digest of the battle afterwards.
    pub digest: Digest,
}

/// The decisions of a battle so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// In order.
    pub steps: Vec<StepRecord>,
}

/// Why a record does not replay; `step` counts from 1.
#[derive(Clone, Debug, PartialEq)]
pub enum ReplayError {
    /// A command is refused.
    Refused {
        /// Which step.
        step: usize,
        /// Why.
        reasons: Vec<Refusal>,
    },
    /// The dice do not fit.
    Dice {
        /// Which step.
        step: usize,
        /// In what way.
        problem: String,
    },
    /// The battle comes out differently.
    Digest {
        /// Which step.
        step: usize,
        /// What the record says.
        recorded: Digest,
        /// What came of it.
        replayed: Digest,
    },
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::Refused { step, reasons } => {
                write!(f, "step {step} is refused:")?;
                reasons.iter().try_for_each(|r| write!(f, " {r}"))
            }
            ReplayError::Dice { step, problem } => write!(f, "step {step}: {problem}"),
            ReplayError::Digest { step, recorded, replayed } => {
                write!(f, "step {step} gives digest {replayed}, but the record says {recorded}")
            }
        }
    }
}

impl std::error::Error for ReplayError {}

/// Plays recorded steps on a battle, checking each command, every die and each digest of the present version.
///
/// # Errors
/// The first step that does not fit.
pub fn replay<R: Rulebook>(
    battle: &mut Battle<R>,
    steps: &[StepRecord],
    journal: &mut dyn Journal,
) -> Result<(), ReplayError> {
    for (i, s) in steps.iter().enumerate() {
        let step = i + 1;
        let mut dice = Scripted::new(s.faces.iter().copied());
        battle
            .submit(s.side, &s.command, &mut dice, journal)
            .map_err(|reasons| ReplayError::Refused { step, reasons })?;
        dice.finish().map_err(|e| ReplayError::Dice { step, problem: e.to_string() })?;
        let replayed = battle.digest();
        if replayed.contradicts(s.digest) {
            return Err(ReplayError::Digest { step, recorded: s.digest, replayed });
        }
    }
    Ok(())
}
