//! What goes over the socket of a battle, in both directions.
//!
//! A client says [`ClientMsg::Hello`] first, with its tokens and the last step it knows; the answer is
//! [`ServerMsg::Welcome`]. Every message is one JSON object with its `type`.

use crate::{
    WireChange, WireCommand, WireDice, WireEntry, WirePreview, WireRefusal, WireRegion, WireRole, WireSeat,
    WireSides, WireStep, WireView,
};
use serde::{Deserialize, Serialize};
use umpire::Side;

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum WireSide {
    /// The first side of the scenario.
    Red,
    /// The second.
    Blue,
}

impl From<Side> for WireSide {
    fn from(side: Side) -> Self {
        match side {
            Side::Red => WireSide::Red,
            Side::Blue => WireSide::Blue,
        }
    }
}

impl From<WireSide> for Side {
    fn from(side: WireSide) -> Self {
        match side {
            WireSide::Red => Side::Red,
            WireSide::Blue => Side::Blue,
        }
    }
}

/// What a client says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMsg {
    /// The first message: who it is and what it knows.
    Hello {
        /// The tokens of the seats it holds, or the spectator's.
        tokens: Vec<String>,
        /// The last step it knows, as they were numbered for it; nothing for all of them.
        #[serde(default)]
        since: Option<u32>,
    },
    /// A decision.
    Submit {
        /// The step it was decided on: the `seq` of the view it answers.
        seq: u32,
        /// Whose decision it is.
        side: WireSide,
        /// The decision.
        command: WireCommand,
    },
    /// What would this do?
    Preview {
        /// A number that comes back with the answer.
        id: u32,
        /// Who would do it.
        side: WireSide,
        /// What.
        command: WireCommand,
        /// After these orders, which are planned and not given.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<WireCommand>>"))]
        after: Vec<WireCommand>,
    },
    /// How far can each of these be carried out?
    Ways {
        /// A number that comes back with the answer.
        id: u32,
        /// Who would do it.
        side: WireSide,
        /// What: ways to do the same thing.
        commands: Vec<WireCommand>,
        /// After these orders, which are planned and not given.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<WireCommand>>"))]
        after: Vec<WireCommand>,
    },
    /// What words does a drawn way stand for on a sheet?
    Phrase {
        /// A number that comes back with the answer.
        id: u32,
        /// Who would write them.
        side: WireSide,
        /// The unit.
        unit: u16,
        /// The way.
        path: Vec<WireStep>,
        /// What the line says already: the way goes on from where that leads.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
        after: String,
    },
    /// How would it stand after these orders?
    Rehearse {
        /// A number that comes back with the answer.
        id: u32,
        /// Who would give them.
        side: WireSide,
        /// The orders.
        commands: Vec<WireCommand>,
    },
    /// The last decision is to be taken back.
    TakeBack {
        /// The step it was decided on: the `seq` of the view.
        seq: u32,
        /// Who takes it back.
        side: WireSide,
    },
    /// May the other side take back?
    Consent {
        /// Who answers.
        side: WireSide,
        /// Whether it may.
        granted: bool,
    },
    /// What would a good general do?
    Hint {
        /// A number that comes back with the answer.
        id: u32,
        /// Whose general.
        side: WireSide,
    },
    /// Where can this unit go, what does it control, what can it shoot at?
    Regions {
        /// A number that comes back with the answer.
        id: u32,
        /// Through whose eyes, where the client has more than one pair.
        #[serde(default)]
        side: Option<WireSide>,
        /// The unit.
        unit: u16,
        /// After these orders, which are planned and not given.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<WireCommand>>"))]
        after: Vec<WireCommand>,
    },
    /// Why did the computer's generals do what they did?
    Reasons {
        /// A number that comes back with the answer.
        id: u32,
        /// Only what was decided after this step; everything without it.
        #[serde(default)]
        since: Option<u32>,
    },
    /// The hash of a share of the dice. Each player's client gives one as soon as it is told of the server's promise
    /// and finds none for a seat it holds; see [`WireDice`].
    Promise {
        /// Whose share.
        side: WireSide,
        /// Its hash: 64 hexadecimal digits.
        promise: String,
    },
    /// The share itself: given when all hashes are in, and not before.
    Share {
        /// Whose share.
        side: WireSide,
        /// The share: 64 hexadecimal digits.
        share: String,
    },
    /// Are you there?
    Ping,
}

/// What the server says.
#[allow(clippy::large_enum_variant, reason = "a message is made, written and gone")]
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMsg {
    /// Everything as it stands; also sent after a refusal for staleness.
    Welcome {
        /// Which battle.
        battle: WireBattle,
        /// What this client may do.
        roles: Vec<WireRole>,
        /// How many steps this client has noticed: one of which it sees nothing is none to it. Once the battle is
        /// over, how many there truly were.
        seq: u32,
        /// The battle through each pair of eyes the client has.
        views: WireViews,
        /// What happened since the step the client knew; once the battle is over, everything.
        steps: Vec<WireJournalStep>,
        /// Who is there.
        presence: WirePresence,
        /// Which of the computer's generals is thinking.
        thinking: Option<WireSide>,
        /// What could be taken back now.
        back: WireSides<Option<WireBack>>,
        /// Where the dice come from.
        dice: WireDice,
    },
    /// Something was promised or opened for the dice, or the secret is open now that the battle is over.
    Dice {
        /// Where they come from.
        dice: WireDice,
    },
    /// A decision was carried out, and is on disk. Only those who notice anything of it are told. A sealed one changes
    /// nothing yet: its `seq` is the old one, and only its own side is told.
    Step {
        /// How many steps this client has noticed.
        seq: u32,
        /// Whose it was.
        side: WireSide,
        /// The turn it ended in; 0 is the set-up.
        turn: u16,
        /// Whose turn that is, where turns alternate.
        active: Option<WireSide>,
        /// What happened.
        entries: Vec<WireEntry>,
        /// What has changed in the views that were last sent.
        changes: WireChange,
        /// What could be taken back now.
        back: WireSides<Option<WireBack>>,
    },
    /// A decision was not accepted; nothing has changed.
    Refused {
        /// The `seq` it was sent with.
        seq: u32,
        /// In what way.
        why: WireWhy,
        /// Every reason the rules give.
        reasons: Vec<WireRefusal>,
    },
    /// What a command would do.
    Preview {
        /// The number it was asked with.
        id: u32,
        /// The answer.
        preview: WirePreview,
    },
    /// How far ways of doing something can be carried out.
    Ways {
        /// The number it was asked with.
        id: u32,
        /// The answer, way by way.
        ways: Vec<WireWay>,
    },
    /// The words that a drawn way stands for.
    Phrase {
        /// The number it was asked with.
        id: u32,
        /// The words; nothing where there are none.
        words: Option<String>,
    },
    /// How it would stand after some orders.
    Rehearsed {
        /// The number it was asked with.
        id: u32,
        /// How many of the orders were carried out.
        done: u32,
        /// Why the next is not allowed.
        refusals: Vec<WireRefusal>,
        /// Whether the next would have dice thrown.
        rolls: bool,
        /// The battle as it would stand, through the eyes of the side that gives them.
        view: Box<WireView>,
    },
    /// What a good general would do; nothing if he does not know.
    Hint {
        /// The number it was asked with.
        id: u32,
        /// What he would do.
        hint: Option<WireHint>,
    },
    /// The regions of a unit.
    Regions {
        /// The number it was asked with.
        id: u32,
        /// The answer.
        regions: Vec<WireRegion>,
    },
    /// Why the computer's generals did what they did, as far as this client may read it: what was decided in a turn
    /// that is over, and speaks only of units it can see. Once the battle is over, everything.
    Reasons {
        /// The number it was asked with.
        id: u32,
        /// The answer, in the order of the decisions.
        reasons: Vec<WireReason>,
    },
    /// Who is there has changed, or who has sealed.
    Presence {
        /// Who is there now.
        presence: WirePresence,
    },
    /// One of the computer's generals is thinking.
    Thinking {
        /// Whose.
        side: WireSide,
    },
    /// A message could not be understood or granted; after some of these the socket is closed.
    Error {
        /// A word for programs.
        code: WireErrorCode,
        /// A sentence for people.
        message: String,
    },
    /// Here I am.
    Pong,
}

/// A command as far as it can be carried out.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WireWay {
    /// The part of it that is allowed; nothing if none is.
    pub command: Option<WireCommand>,
    /// What that part would do; if none is allowed, what the whole is refused for.
    pub preview: WirePreview,
    /// What stops the rest.
    pub stopped_by: Vec<WireRefusal>,
    /// Whether dice would be thrown for it, or the other side be asked: then it cannot be taken back.
    pub rolls: bool,
}

/// A decision that could be taken back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WireBack {
    /// What it was, in the umpire's words.
    pub words: String,
    /// Whether the other side is asked first.
    pub by_consent: bool,
}

/// What a good general would do.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WireHint {
    /// The decision.
    pub command: WireCommand,
    /// What it would bring.
    pub preview: WirePreview,
    /// Why, in a line of words.
    pub words: String,
    /// The units he speaks of.
    pub units: Vec<u16>,
}

/// Why a decision was not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum WireWhy {
    /// The rules forbid it.
    Rules,
    /// The battle has gone on: the present state follows.
    Stale,
    /// This client does not hold that seat.
    NotYourSeat,
    /// Dice must fall for it, and a player's share of them is still missing: it may be tried again.
    Waiting,
    /// It could not be written down; nothing has changed, and it may be tried again.
    NotKept,
}

/// What is wrong with a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum WireErrorCode {
    /// It is not a message, or not one that is due.
    Malformed,
    /// It is too long.
    TooLarge,
    /// Messages come too fast: this one was dropped.
    TooFast,
    /// No token opens this battle.
    Forbidden,
    /// There is no such battle, or no such unit.
    NotFound,
    /// The battle cannot be loaded.
    Broken,
    /// The computer's general has failed.
    Opponent,
    /// Nothing can be taken back.
    Final,
    /// Too many are connected.
    Full,
    /// A seat this client held is no longer its own.
    SeatLost,
    /// The client does not read what it is told.
    TooSlow,
    /// The server is about to stop: come back in a moment.
    Stopping,
}

/// A battle as its players know it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WireBattle {
    /// Its id.
    pub id: String,
    /// Its book.
    pub book: String,
    /// The scenario's id.
    pub scenario: String,
    /// Its title.
    pub name: String,
    /// Who plays each side.
    pub seats: WireSides<WireSeat>,
}

/// The battle through each pair of eyes a client has: never mixed.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
pub struct WireViews {
    /// As red sees it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub red: Option<WireView>,
    /// As blue sees it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blue: Option<WireView>,
    /// As those see it who only watch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spectator: Option<WireView>,
}

/// What happened in one step.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WireJournalStep {
    /// Its number among those the reader has noticed.
    pub seq: u32,
    /// Whose it was.
    pub side: WireSide,
    /// The turn it ended in; 0 is the set-up.
    pub turn: u16,
    /// Whose turn that is, where turns alternate.
    pub active: Option<WireSide>,
    /// What happened.
    pub entries: Vec<WireEntry>,
}

/// Why one of the computer's generals did something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WireReason {
    /// The step of the journal it belongs to.
    pub seq: u32,
    /// Whose general.
    pub side: WireSide,
    /// The turn it was decided in; 0 is the set-up.
    pub turn: u16,
    /// The reason, in a line of words.
    pub text: String,
    /// The units it speaks of.
    pub units: Vec<u16>,
}

/// Who is there, and who has sealed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WirePresence {
    /// Whether each side is connected.
    pub online: WireSides<bool>,
    /// Whether each side's sealed decision is in.
    pub sealed: WireSides<bool>,
    /// How many watch.
    pub spectators: u32,
    /// Which side asks to take its last decision back.
    pub asks_back: Option<WireSide>,
}
