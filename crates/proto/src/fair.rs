//! Where the dice of a battle come from: what players are told, and what a saved battle carries to prove it.

use crate::message::WireSide;
use crate::{Saved, WireSides};
use dice::{Bytes32, Dice, Die, Lot, Recorded, RollId, Seeded, Shared, promise};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use testudo::AnyBattle;
use umpire::{Silent, StepRecord};

/// What the dice of a battle are drawn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum WireDiceSource {
    /// The server's secret and a share of each player's: nobody can choose them, and they can be drawn again.
    Shares,
    /// A seed that whoever created the battle chose: they can foresee every die.
    Chosen,
    /// A seed that nobody promised beforehand, as in battles of earlier versions: nothing can be proved.
    Unproved,
}

/// Where the dice of a battle come from, as its players are told. Hashes, shares and the secret are 64 hexadecimal
/// digits; [`dice::promise`] says how a hash is made.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WireDice {
    /// What they are drawn from.
    pub source: WireDiceSource,
    /// The hash that promises the server's secret.
    pub promise: Option<String>,
    /// How often the shares were begun: again whenever a seat changes hands before all are open.
    pub round: u32,
    /// The hash that promises each side's share.
    pub promised: WireSides<Option<String>>,
    /// Each side's share, once it is open.
    pub shares: WireSides<Option<String>>,
    /// Whose share must still be promised or opened before a die can fall.
    pub waits: Vec<WireSide>,
    /// The server's secret, once the battle is over.
    pub secret: Option<String>,
    /// How many decisions were taken in from a file: their dice fell elsewhere.
    pub taken: u32,
}

/// What the dice of a saved battle were drawn from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "from", rename_all = "snake_case", deny_unknown_fields)]
pub enum SavedDice {
    /// The server's secret and the players' shares.
    Shares {
        /// The hash that promised the secret.
        promise: String,
        /// The secret, if the battle is over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        secret: Option<String>,
        /// Red's share.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        red: Option<String>,
        /// Blue's share.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        blue: Option<String>,
        /// How often the shares were begun.
        round: u32,
        /// How many decisions were taken in from another file.
        #[serde(default)]
        taken: u32,
    },
    /// The seed of the header, chosen by whoever created the battle, anew for each step.
    Chosen {
        /// How many decisions were taken in from another file.
        #[serde(default)]
        taken: u32,
    },
}

/// How far the dice of a saved battle are proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Every die after the first `taken` steps was drawn again from the secret and the shares.
    Shares {
        /// Steps whose dice fell elsewhere.
        taken: usize,
        /// How often the shares were begun.
        round: u32,
    },
    /// Every die was drawn again from the seed; whoever chose it could foresee them.
    Seed,
    /// Nothing is proved, and this is why.
    None(&'static str),
}

/// A die that does not follow from what it should be drawn from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfair {
    /// The step, from 1; 0 for the header.
    pub step: usize,
    /// What is wrong.
    pub message: String,
}

impl std::fmt::Display for Unfair {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.step {
            0 => f.write_str(&self.message),
            n => write!(f, "step {n}: {}", self.message),
        }
    }
}

impl std::error::Error for Unfair {}

/// Bytes as hexadecimal digits.
pub fn hex(bytes: &Bytes32) -> String {
    bytes.iter().fold(String::with_capacity(64), |mut text, byte| {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Reads 64 hexadecimal digits; `None` if they are not.
pub fn unhex(text: &str) -> Option<Bytes32> {
    let digits: Vec<u8> =
        text.chars().map(|c| c.to_digit(16).map(|d| d as u8)).collect::<Option<Vec<u8>>>()?;
    let pairs: Vec<u8> = digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect();
    if digits.len() == 64 { pairs.try_into().ok() } else { None }
}

/// Where the dice of a step are drawn from.
enum Source {
    Shares(Lot),
    /// A seed, its own stream for each step.
    Steps(u64),
    /// A seed, one stream for the whole battle.
    Whole(Box<Seeded>),
}

/// The dice of one step.
enum Drawn<'a> {
    Shared(Box<Shared>),
    Stream(Box<Seeded>),
    Whole(&'a mut Seeded),
}

impl Dice for Drawn<'_> {
    fn roll(&mut self, why: RollId, die: &'static Die) -> u8 {
        match self {
            Drawn::Shared(dice) => dice.roll(why, die),
            Drawn::Stream(dice) => dice.roll(why, die),
            Drawn::Whole(dice) => dice.roll(why, die),
        }
    }
}

impl Source {
    fn step(&mut self, n: u64) -> Drawn<'_> {
        match self {
            Source::Shares(lot) => Drawn::Shared(Box::new(lot.dice(n))),
            Source::Steps(seed) => Drawn::Stream(Box::new(Seeded::stream(*seed, n))),
            Source::Whole(dice) => Drawn::Whole(dice),
        }
    }
}

/// Draws every die of a saved battle again. `start` is the battle before its first step.
///
/// # Errors
/// The first step whose dice do not follow from the shares or the seed, or what is wrong with these.
pub fn prove(saved: &Saved, start: &AnyBattle, steps: &[StepRecord]) -> Result<Proof, Unfair> {
    let header = |message: &str| Unfair { step: 0, message: message.to_owned() };
    let (mut source, proof, taken) = match (&saved.header.dice, saved.header.seed) {
        (None, None) => {
            return Ok(Proof::None("it carries neither a seed nor shares, as battles of earlier versions"));
        }
        (None, Some(seed)) => (Source::Whole(Box::new(Seeded::new(seed))), Proof::Seed, 0),
        (Some(SavedDice::Chosen { .. }), None) | (Some(SavedDice::Shares { secret: None, .. }), _) => {
            return Ok(Proof::None("it is not over: the secret is opened at the end"));
        }
        (Some(SavedDice::Chosen { taken }), Some(seed)) => (Source::Steps(seed), Proof::Seed, *taken),
        (Some(SavedDice::Shares { promise: told, secret: Some(secret), red, blue, round, taken }), _) => {
            let part = |name: &str, text: &str| {
                unhex(text).ok_or_else(|| header(&format!("dice.{name}: not 64 hexadecimal digits")))
            };
            let secret = part("secret", secret)?;
            if promise(&secret) != part("promise", told)? {
                return Err(header("dice.secret: it is not the one that was promised"));
            }
            let share = |name, text: &Option<String>| text.as_ref().map(|t| part(name, t)).transpose();
            let shares = [share("red", red)?, share("blue", blue)?];
            let proof = Proof::Shares { taken: *taken as usize, round: *round };
            (Source::Shares(Lot { secret, shares }), proof, *taken)
        }
    };
    let mut battle = start.clone();
    for (i, step) in steps.iter().enumerate() {
        let unfair = |message: String| Unfair { step: i + 1, message };
        if i < taken as usize {
            battle.replay(std::slice::from_ref(step), &mut Silent).map_err(|e| unfair(e.to_string()))?;
            continue;
        }
        let mut dice = Recorded::new(source.step(i as u64));
        let taken = battle.submit(step.side, &step.command, &mut dice, &mut Silent);
        let faces: Vec<u8> = dice.faces().collect();
        if faces != step.faces {
            let words = |faces: &[u8]| faces.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
            let message = format!("the dice are {}, but {} were drawn", words(&step.faces), words(&faces));
            return Err(unfair(message));
        }
        taken.map_err(|refusals| {
            unfair(refusals.first().map_or_else(|| "it is refused".to_owned(), ToString::to_string))
        })?;
    }
    Ok(proof)
}
