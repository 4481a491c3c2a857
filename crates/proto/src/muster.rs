//! Mustering over HTTP: what lists offer, and what armies come to.

use crate::WireFault;
use serde::{Deserialize, Serialize};

/// What an army list offers.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MusterOffer {
    /// Its short name.
    pub list: String,
    /// Its title.
    pub name: String,
    /// The first year it covers; before the common era negative.
    pub from: i32,
    /// The last.
    pub to: i32,
    /// A sentence about it; empty if there is nothing to say.
    pub note: String,
    /// The fields of the army as a whole, besides its name and its units.
    #[cfg_attr(feature = "ts", ts(as = "Vec<crate::api::FormField>"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Object>))]
    pub whole: serde_json::Value,
    /// What may be brought.
    pub entries: Vec<MusterEntry>,
}

/// One thing that an army list offers.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MusterEntry {
    /// Its short name in the list.
    pub id: String,
    /// Its title.
    pub name: String,
    /// The part of the list in which it stands.
    pub group: String,
    /// Sizes, prices, arms and what else there is to say.
    pub words: String,
    /// What it is made of in figures: the name of a column and what stands there.
    pub columns: Vec<(String, String)>,
    /// The most units of it in an army, if the list sets a limit.
    pub most: Option<u32>,
    /// A unit of it as it is first written down.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>"))]
    pub unit: serde_json::Value,
    /// What can be chosen for such a unit, besides its name.
    #[cfg_attr(feature = "ts", ts(as = "Vec<crate::api::FormField>"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Object>))]
    pub fields: serde_json::Value,
}

/// An army counted up, legal or not.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MusterRoll {
    /// What it is called.
    pub name: String,
    /// The title of its list.
    pub list: String,
    /// Whether it is legal.
    pub legal: bool,
    /// What it costs, in a book of points.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub points: Option<i64>,
    /// The points that may be spent, in a book of points.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub limit: Option<i64>,
    /// Its units in the order in which they are written.
    pub lines: Vec<MusterLine>,
    /// What else is paid for, such as generals without a unit.
    pub besides: Vec<MusterPart>,
    /// What the book limits, and how much of it is used.
    pub shares: Vec<MusterShare>,
    /// What is wrong with it, each where it stands: `units[2].figures`.
    pub faults: Vec<WireFault>,
    /// What is unusual about it, but allowed.
    pub notes: Vec<String>,
    /// The army file, to be kept.
    pub file: String,
}

/// A unit of an army.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MusterLine {
    /// The entry of the list that it is of, if the list has one.
    pub entry: Option<String>,
    /// What it is called.
    pub name: String,
    /// How many figures, models or elements it has.
    pub figures: u32,
    /// What it is and has, in words.
    pub words: String,
    /// What it costs.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub points: i64,
    /// What it costs that for.
    pub parts: Vec<MusterPart>,
}

/// Something that is paid for.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MusterPart {
    /// What it is, and how its price is reckoned.
    pub words: String,
    /// Its points.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub points: i64,
    /// The rule that prices it.
    pub rule: String,
}

/// Something of which an army must or may have so much.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MusterShare {
    /// Of what.
    pub name: String,
    /// In what it is counted.
    pub unit: String,
    /// How much the army has.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub used: i64,
    /// The least.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub least: Option<i64>,
    /// The most.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub most: Option<i64>,
    /// The rule that sets the limit.
    pub rule: String,
}

/// Which army is to be made up.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct MusterDraft {
    /// The army list.
    pub list: String,
    /// The points it may cost, in a book of points.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub points: Option<u32>,
    /// The same seed makes the same army; without one the army is the one that is ready to play.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, type = "number"))]
    pub seed: Option<u64>,
}

/// An army file to be read.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct MusterFile {
    /// Its text.
    pub text: String,
}

/// The army of a side: one of a list, or one of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum WireArmy {
    /// Drawn from the list of that id.
    List(String),
    /// As an army file has it.
    Own(#[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>"))] serde_json::Value),
}
