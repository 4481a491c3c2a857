//! What is kept, as it is kept.

/// The SHA-256 of a token.
pub type Hash = [u8; 32];

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
    /// The seed of the dice to come.
    pub seed: u64,
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
