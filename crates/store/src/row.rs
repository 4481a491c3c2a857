//! What is kept, as it is kept.

/// The SHA-256 of a token.
pub type Hash = [u8; 32];

/// A secret, or a share of the dice.
pub type Secret = [u8; 32];

/// A battle and how it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BattleRow {
    /// Its id.
    pub id: String,
    /// The version of the program that created it.
    pub engine: String,
    /// Its book.
    pub book: String,
    /// The scenario's id.
    pub scenario: String,
    /// Its title.
    pub name: String,
    /// The scenario file, whole.
    pub text: String,
    /// The version of the rules that began it; empty in battles of before.
    pub rules: String,
    /// The seed of the ground and of the generals' whims, and of the dice if there is no secret.
    pub seed: u64,
    /// Whether whoever created it chose the seed.
    pub chosen: bool,
    /// The server's part of the dice; battles of before have none.
    pub secret: Option<Secret>,
    /// How many decisions were taken in from a file.
    pub taken: u32,
    /// How often the shares of the dice were begun.
    pub round: u32,
    /// Who plays red: here, link, or ai:LEVEL.
    pub red: String,
    /// Who plays blue.
    pub blue: String,
    /// How many decisions are kept.
    pub steps: u32,
    /// How it stands.
    pub standing: Standing,
}

/// How a battle stands, for lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The turn.
    pub turn: u32,
    /// Who is waited for: red, blue, both or nobody.
    pub waiting: String,
    /// Since when, in seconds since 1970.
    pub since: i64,
}

/// One decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepRow {
    /// Whose.
    pub side: String,
    /// What, as in a saved battle.
    pub command: String,
    /// The dice as they fell.
    pub faces: Vec<u8>,
    /// The digest of the battle afterwards.
    pub digest: String,
    /// How the battle then stood.
    pub standing: Standing,
}

/// A token that opens a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenRow {
    /// Its hash.
    pub hash: Hash,
    /// What it allows: red, blue or spectator.
    pub role: String,
}

/// What became of a decision that was to be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    /// It is on disk.
    Kept,
    /// Another decision has its number already.
    Taken,
}

/// A player's share of the dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShareRow {
    /// Whose.
    pub side: String,
    /// The hash that promises it.
    pub promise: Hash,
    /// The share itself, once it is opened.
    pub share: Option<Secret>,
}

/// Who sits in a battle, and what they have given to the dice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seating {
    /// Every token that opens the battle.
    pub tokens: Vec<TokenRow>,
    /// The shares of the dice.
    pub shares: Vec<ShareRow>,
    /// How often they were begun.
    pub round: u32,
}

/// What a code is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeKind {
    /// It gives an empty seat to a friend.
    Invite,
    /// It takes one's own seat to another device.
    Carry,
    /// It hands one's seat on: it is no longer one's own.
    Hand,
}

impl CodeKind {
    /// As it is kept.
    pub fn as_str(self) -> &'static str {
        match self {
            CodeKind::Invite => "invite",
            CodeKind::Carry => "carry",
            CodeKind::Hand => "hand",
        }
    }
}

/// A code that is exchanged for a seat, once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeRow {
    /// Its hash.
    pub hash: Hash,
    /// Which seat: red or blue.
    pub role: String,
    /// What it is for.
    pub kind: CodeKind,
    /// Until when, in seconds since 1970; 0 for no end.
    pub until: i64,
}

/// What became of a code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claimed {
    /// The seat is the claimer's, now or already.
    Yours {
        /// In which battle.
        battle: String,
        /// Which seat.
        role: String,
    },
    /// Somebody else has claimed it.
    Spent,
    /// There is no such code, or it is too old.
    Unknown,
}

/// Why one of the computer's generals decided something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReasonRow {
    /// The decision, from 1.
    pub n: u32,
    /// How many steps there had been.
    pub step: u32,
    /// Whose general.
    pub side: String,
    /// In which turn.
    pub turn: u32,
    /// Whose turn it was, or nothing.
    pub active: String,
    /// The reason.
    pub text: String,
    /// The units it speaks of.
    pub units: Vec<u16>,
}

/// A battle as an operator lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its id.
    pub id: String,
    /// The scenario's id.
    pub scenario: String,
    /// Who plays red.
    pub red: String,
    /// Who plays blue.
    pub blue: String,
    /// How many decisions are kept.
    pub steps: u32,
    /// Who is waited for.
    pub waiting: String,
    /// When the last decision was taken, in seconds since 1970.
    pub touched: i64,
}
