//! What goes over HTTP, in both directions.

use crate::{WireArmy, WireEntry, WireSide, WireSides, WireView};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A rulebook on the shelf.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BookInfo {
    /// Its short name.
    pub id: &'static str,
    /// Its title.
    pub title: &'static str,
    /// One sentence about it.
    pub about: &'static str,
    /// How many rules it has.
    pub rules: usize,
    /// How many questions its umpire answers.
    pub questions: usize,
    /// How many army lists it has.
    pub armies: usize,
    /// How many scenarios it has.
    pub scenarios: usize,
    /// The computer's generals who play it.
    pub opponents: Vec<&'static str>,
    /// Whether it has a guided battle.
    pub tutorial: bool,
}

/// A rule as played.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RuleInfo {
    /// Its name.
    pub id: &'static str,
    /// A heading.
    pub title: String,
    /// The rule in our own words.
    pub text: String,
    /// How firmly the source states it: stated, stated in part, repaired or ruling.
    pub status: &'static str,
    /// Where in the source.
    pub source: String,
    /// The house rules that change it.
    pub toggles: Vec<String>,
    /// Whether the tests cite it.
    pub exercised: bool,
}

/// A question of the umpire's desk.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct QuestionInfo {
    /// Its short name.
    pub id: &'static str,
    /// What it asks.
    pub title: &'static str,
    /// How to ask it and what comes back.
    pub help: &'static str,
    /// Its fields.
    #[cfg_attr(feature = "ts", ts(as = "Vec<FormField>"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Object>))]
    pub fields: serde_json::Value,
    /// Something to ask, to begin with.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub example: serde_json::Value,
}

/// A field of a question's form, as `form::schema` describes it; what a kind does not need is absent.
#[cfg(feature = "ts")]
#[derive(ts_rs::TS)]
#[ts(optional_fields)]
pub struct FormField {
    /// Its name; absent inside lists.
    pub name: Option<String>,
    /// bool, int, number, text, choice, list, record or map.
    pub r#type: String,
    /// Whether it must be given.
    pub required: Option<bool>,
    /// What it means.
    pub help: Option<String>,
    /// What holds unless it is given.
    #[ts(optional, type = "unknown")]
    pub default: Option<()>,
    /// The words of a choice.
    pub options: Option<Vec<String>>,
    /// The least.
    pub min: Option<f64>,
    /// The most.
    pub max: Option<f64>,
    /// It must be more than this.
    pub above: Option<f64>,
    /// It must be less than this.
    pub below: Option<f64>,
    /// The unit, in the plural.
    pub unit: Option<String>,
    /// What a list holds.
    pub of: Option<Box<FormField>>,
    /// The least number of items.
    pub min_items: Option<u32>,
    /// The most items.
    pub max_items: Option<u32>,
    /// The fields of a record.
    pub fields: Option<Vec<FormField>>,
    /// The keys of a map, where only some are allowed.
    pub keys: Option<Vec<String>>,
    /// What a map's keys stand for.
    pub to: Option<Box<FormField>>,
}

/// An army list.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ArmyInfo {
    /// Its short name.
    pub id: String,
    /// Its title.
    pub name: String,
    /// The first year it covers; before the common era negative.
    pub from: i32,
    /// The last.
    pub to: i32,
    /// What it holds, a line each.
    pub lines: Vec<String>,
}

/// A bundled scenario.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ScenarioInfo {
    /// Its id, such as `book/scenario`.
    pub id: String,
    /// Its book.
    pub book: &'static str,
    /// Its title.
    pub name: String,
    /// A sentence or two about it.
    pub summary: String,
    /// The table as it stands at the beginning.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub map: WireView,
}

/// Who plays a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum WireSeat {
    /// Whoever creates the battle.
    Here,
    /// Anyone who has the link.
    Link,
    /// One of the computer's generals, by level.
    Ai(String),
}

/// Which battle: a bundled scenario, or two armies that meet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum WireChoiceOfBattle {
    /// A bundled scenario.
    Scenario {
        /// Its id.
        scenario: String,
    },
    /// Two armies, each of a list or of its player's own.
    Armies {
        /// The rulebook.
        book: String,
        /// Red's army.
        red_army: WireArmy,
        /// Blue's army.
        blue_army: WireArmy,
    },
}

/// The value of a house rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum WireSetting {
    /// On or off.
    Switch(bool),
    /// A number.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    Number(i64),
    /// One of several words.
    Word(String),
}

/// A battle to be created.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewBattle {
    /// Which battle.
    #[serde(flatten)]
    pub battle: WireChoiceOfBattle,
    /// Who plays red.
    pub red: WireSeat,
    /// Who plays blue.
    pub blue: WireSeat,
    /// A seed that makes the dice the same each time, allowed where no friend plays; without one they are drawn from
    /// the server's secret and the players' shares.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, type = "number"))]
    pub seed: Option<u64>,
    /// House rules that differ from the book's.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<BTreeMap<String, WireSetting>>"))]
    pub house: BTreeMap<String, WireSetting>,
}

/// A saved battle to be taken in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ImportBattle {
    /// The saved battle, whole.
    pub file: String,
    /// Who goes on with red.
    #[serde(default = "here")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<WireSeat>"))]
    pub red: WireSeat,
    /// Who goes on with blue.
    #[serde(default = "here")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<WireSeat>"))]
    pub blue: WireSeat,
}

fn here() -> WireSeat {
    WireSeat::Here
}

/// A battle that was created, with its secrets: they are shown this once.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CreatedBattle {
    /// The battle's id; no secret.
    pub id: String,
    /// The tokens of the creator's own seats, and the one to watch with: `/battle/ID#TOKEN`.
    pub links: WireLinks,
    /// What friends claim their seats with, once: `/battle/ID#join.CODE`.
    pub invitations: crate::WireInvitations,
    /// The hash that promises the server's part of the dice, if it has one.
    pub promise: Option<String>,
}

/// The tokens of a battle: a seat that is not the creator's has none.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WireLinks {
    /// Red's.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub red: Option<String>,
    /// Blue's.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub blue: Option<String>,
    /// For those who only watch.
    pub spectator: String,
}

/// The tokens a client holds.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Tokens {
    /// In any order.
    pub tokens: Vec<String>,
}

/// What a token lets one do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum WireRole {
    /// Play red.
    Red,
    /// Play blue.
    Blue,
    /// Watch.
    Spectator,
}

/// A battle as it is listed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BattleInfo {
    /// Its id.
    pub id: String,
    /// Its book.
    pub book: String,
    /// The scenario's id.
    pub scenario: String,
    /// Its title.
    pub name: String,
    /// Who plays each side.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub seats: WireSides<WireSeat>,
    /// What the tokens allow.
    pub roles: Vec<WireRole>,
    /// The turn, from 1; 0 during the set-up.
    pub turn: u32,
    /// Who is waited for: red, blue, both, or nobody when it is over.
    pub waiting: String,
    /// Whether it no longer comes out as it did: then it can be read, but not gone on with.
    pub broken: bool,
    /// Since when, in seconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub changed: i64,
}

/// Which part of a battle to replay, and through whose eyes.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub struct ReplayQuery {
    /// The first step wanted; 0 is the beginning.
    #[serde(default)]
    pub from: u32,
    /// How many steps at most.
    pub count: Option<u32>,
    /// The last step wanted of a file; all of them without it.
    pub upto: Option<u32>,
    /// Through whose eyes: red, blue or spectator; once the battle is over also opened, which is then the default.
    pub view: Option<String>,
}

/// How a client takes what a socket sends.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(default)]
pub struct SocketQuery {
    /// Whether it takes long messages compressed.
    pub packed: bool,
}

/// After which step a battle is fought on, and from whose view.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub struct OutlookQuery {
    /// After which step; 0 is the beginning.
    pub step: u32,
    /// Through whose eyes: red, blue or spectator; once the battle is over also opened, which is then the default.
    pub view: Option<String>,
}

/// Through whose eyes a battle is told, and how well it is reckoned who led.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub struct ReportQuery {
    /// Through whose eyes: red, blue or spectator; once the battle is over also opened, which is then the default.
    pub view: Option<String>,
    /// How many battles are fought on from the end of each turn to tell who led; without it nobody reckons it.
    #[serde(default)]
    pub battles: u32,
}

/// A battle told on one page.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WireReport {
    /// The battle's title.
    pub name: String,
    /// The page as HTML, in which everything that anyone typed is escaped; nothing before there is anything to tell.
    pub article: Option<String>,
    /// From which step on the battle no longer replays, and why: it is told up to there.
    pub broken: Option<String>,
}

/// How a battle went that was fought on many times from one of its steps, quickly.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WireOutlook {
    /// After which step.
    pub step: u32,
    /// How often it was fought on.
    pub battles: u32,
    /// How many red won, or was ahead in when they were broken off.
    pub red: u32,
    /// How many blue won; the rest were even.
    pub blue: u32,
}

/// A stretch of a battle, step by step.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WireReplay {
    /// The battle's title.
    pub name: String,
    /// How many steps there are in all.
    pub total: u32,
    /// Whether the battle is over, and everything may be seen.
    pub over: bool,
    /// The steps asked for; the first of all is the beginning, before any decision.
    pub steps: Vec<WireReplayStep>,
    /// Where the dice come from.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub dice: crate::WireDice,
    /// From which step on the battle no longer replays, and why: it can be read up to there.
    pub broken: Option<String>,
}

/// A die as it fell, as much as is needed to draw it again.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WireRoll {
    /// The faces of the die, each with its weight.
    pub die: Vec<(u8, u8)>,
    /// The face it showed.
    pub face: u8,
}

/// A step of a replay.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WireReplayStep {
    /// Its number; 0 is the beginning.
    pub seq: u32,
    /// Whose decision it was.
    pub side: Option<WireSide>,
    /// What happened.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Object>))]
    pub entries: Vec<WireEntry>,
    /// The view afterwards.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub view: WireView,
    /// The decisions that made the step, with their dice; only once the battle is over.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<WireThrow>>"))]
    pub thrown: Vec<WireThrow>,
}

/// The dice of one decision.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WireThrow {
    /// How many decisions there had been: the number its dice are drawn with.
    pub n: u32,
    /// The dice, in the order they fell.
    pub rolls: Vec<WireRoll>,
}

/// Why a request was not granted.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ApiError {
    /// A word for programs: not_found, forbidden, faults, too_large, too_fast, busy, broken.
    pub code: &'static str,
    /// A sentence for people.
    pub error: String,
    /// Each fault of what was sent, where it has any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<WireFault>>"))]
    pub faults: Vec<WireFault>,
}

/// A fault of a form.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WireFault {
    /// The field, such as `attacker.troop`; empty for the whole form.
    pub path: String,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub help: Option<String>,
}
