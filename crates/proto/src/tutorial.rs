//! A guided battle: what a book teaches with it, lesson by lesson, as it is written in a file and as it is sent.

use crate::WireSide;
use serde::{Deserialize, Serialize};

/// A guided battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Tutorial {
    /// Its title.
    pub title: String,
    /// What it offers, in a sentence.
    pub about: String,
    /// The id of its scenario, such as `book/scenario`.
    pub scenario: String,
    /// Which side the learner plays.
    pub side: WireSide,
    /// The level of the general on the other side.
    pub opponent: String,
    /// The seed of the dice.
    pub seed: u32,
    /// What is taught, in order.
    pub lessons: Vec<Lesson>,
}

/// One thing that is taught. The first lesson not yet learnt whose `when` holds is shown; one without `when` waits
/// for all before it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// Its short name.
    pub id: String,
    /// A heading.
    pub title: String,
    /// The words; `[words](rule)` leads to a rule.
    pub text: String,
    /// What is lit while it is shown.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(as = "Vec<Pointer>", optional = false))]
    pub point: Vec<Pointer>,
    /// It is shown when one of these holds.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(as = "Vec<Cue>", optional = false))]
    pub when: Vec<Cue>,
    /// It is learnt when one of these holds; without any, when the learner says so.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(as = "Vec<Cue>", optional = false))]
    pub until: Vec<Cue>,
    /// Whether it is only for the moment: gone when its `when` no longer holds, and back when it does again.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(as = "bool", optional = false))]
    pub passing: bool,
}

/// Something that is lit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Pointer {
    /// A unit, by its label.
    Unit(String),
    /// The table.
    Table,
    /// The buttons on the table.
    Tools,
    /// What is to be decided.
    Decision,
    /// The last ruling.
    Ruling,
    /// The journal.
    Journal,
    /// The card of what is picked.
    Card,
    /// The parts of the turn.
    Phases,
}

/// Something that holds or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Cue {
    /// The learner is being asked something.
    Asked(Asking),
    /// Something under this rule stands in the journal.
    Ruled(String),
    /// The same, in a step that the learner decided.
    Resolved(String),
    /// The learner has this unit picked, by its label.
    Picked(String),
    /// The learner has done this with the screen, at any time.
    Did(Deed),
    /// The battle has come to this turn.
    Turn(u16),
    /// The battle is over.
    Over,
}

/// What the learner is being asked; what is left out may be anything.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Asking {
    /// In which part of the turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<String>,
    /// The shape of the answer: lay, place, swap, move, shoot, sheet or choose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<String>,
    /// In this turn or a later one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u16>,
}

/// Something done with the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// The view was brought nearer or moved.
    Looked,
    /// Something was measured.
    Measured,
    /// A rule was opened.
    OpenedRule,
    /// A ruling was opened in the journal.
    OpenedRuling,
    /// A move was planned that the umpire allows.
    Planned,
    /// A move was planned that the umpire refuses.
    Refused,
    /// A unit of one's own was moved.
    Moved,
}
