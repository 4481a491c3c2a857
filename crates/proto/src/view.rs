//! A view as it is sent to a screen: everything it draws, nothing it may not know.
//!
//! Lengths are millimetres on the table, angles degrees clockwise from north.

use crate::WireRefusal;
use serde::Serialize;
/// A point: east and north.
pub type Xy = (f64, f64);

/// The end of a leg of a move: east, north, facing in degrees.
pub type Leg = (f64, f64, f64);

/// A rule that something rests on.
pub type RuleRef = &'static str;

/// The whole view.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WireView {
    /// How many steps the viewer has noticed; where nobody counts them, how many decisions were carried out.
    pub seq: u32,
    /// The book's id.
    pub book: &'static str,
    /// Who is looking: red, blue, spectator or opened.
    #[cfg_attr(feature = "ts", ts(type = "WireSide | \"spectator\" | \"opened\""))]
    pub viewer: &'static str,
    /// The names of the sides.
    pub names: WireSides<String>,
    /// The table.
    pub table: WireTable,
    /// The units.
    pub units: Vec<WireUnit>,
    /// Camps and the like.
    pub sites: Vec<WireSite>,
    /// The parts of a turn.
    pub phases: &'static [&'static str],
    /// Which of them it is now.
    pub phase: usize,
    /// The turn, from 1; 0 during the set-up.
    pub turn: u16,
    /// What the book calls a turn.
    pub turn_word: &'static str,
    /// Whose turn it is, where turns alternate.
    #[cfg_attr(feature = "ts", ts(as = "Option<crate::WireSide>"))]
    pub active: Option<&'static str>,
    /// Losses as the book counts them.
    pub losses: WireSides<i32>,
    /// Whether players write orders or moves on sheets.
    pub writes_orders: bool,
    /// What losses are counted in, in the plural.
    pub losses_in: &'static str,
    /// The losses that lose the battle, where the book counts to a number.
    pub loss_limits: WireSides<Option<i32>>,
    /// What is counted out to be spent.
    pub budgets: Vec<WireBudget>,
    /// What is pending.
    pub pending: WirePending,
    /// The combats as they stand.
    pub combats: Vec<WireOdds>,
}

/// One thing for each side.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WireSides<T> {
    /// Red's.
    pub red: T,
    /// Blue's.
    pub blue: T,
}

/// The table and its measure.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WireTable {
    /// East to west.
    pub width: f64,
    /// North to south.
    pub depth: f64,
    /// The book's unit, in the plural.
    pub unit: &'static str,
    /// Millimetres in one unit.
    pub unit_mm: f64,
    /// Units in one bar of the ruler.
    pub step: f64,
    /// Whether players may measure whenever they like.
    pub free_measuring: bool,
    /// The terrain.
    pub terrain: Vec<WireTerrain>,
}

/// A piece of terrain.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WireTerrain {
    /// Its name in the scenario.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// Which drawing fits it.
    pub drawing: &'static str,
    /// The rule that describes it.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub rule: RuleRef,
    /// The outline of an area, or the middle line of a band.
    pub points: Vec<Xy>,
    /// The width of a band; nothing for an area.
    pub width: Option<f64>,
    /// The crest of a hill.
    pub crest: Vec<Xy>,
}

/// A unit as the viewer may know it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WireUnit {
    /// Its number.
    pub id: u16,
    /// Its side.
    #[cfg_attr(feature = "ts", ts(as = "crate::WireSide"))]
    pub side: &'static str,
    /// Its short label.
    pub label: String,
    /// Its name.
    pub name: String,
    /// The name of its troop class.
    pub class: &'static str,
    /// The sign drawn for it.
    pub glyph: &'static str,
    /// How its figures are drawn.
    pub figure: WireFigure,
    /// Whether it is drawn as a single element rather than as a body of figures.
    pub element: bool,
    /// Whether the general is with it.
    pub general: bool,
    /// Where it is: waiting, table, off, destroyed, fled.
    #[cfg_attr(feature = "ts", ts(type = "\"waiting\" | \"table\" | \"off\" | \"destroyed\" | \"fled\""))]
    pub place: &'static str,
    /// Its centre.
    pub x: f64,
    /// Its centre.
    pub y: f64,
    /// Its facing.
    pub facing: f64,
    /// Its frontage.
    pub width: f64,
    /// Its depth.
    pub depth: f64,
    /// Its files.
    pub files: u16,
    /// Its figures.
    pub figures: u16,
    /// Its marks.
    pub badges: Vec<WireBadge>,
    /// Its characteristics by their short names, where the book prints a row of them.
    pub profile: Vec<(&'static str, u8)>,
    /// Its card.
    pub card: Vec<WireLine>,
}

/// How figures are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum WireFigure {
    /// Men on foot.
    Foot,
    /// Riders.
    Horse,
    /// Elephants, chariots, engines.
    Model,
}

impl WireFigure {
    /// How the figures of a sign are drawn.
    pub fn of(glyph: &str) -> Self {
        match glyph {
            "knights" | "cataphracts" | "cavalry" | "light-horse" | "horse-archers" | "camelry"
            | "pistols" | "dragoons" => WireFigure::Horse,
            "elephants" | "chariot" | "scythed-chariot" | "artillery" | "stone-thrower" | "cannon"
            | "war-wagons" => WireFigure::Model,
            _ => WireFigure::Foot,
        }
    }
}

/// A mark on a unit.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WireBadge {
    /// Which sign.
    pub sign: &'static str,
    /// What it means.
    pub label: String,
    /// The rule.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub rule: RuleRef,
}

/// A line of a unit's card.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WireLine {
    /// What.
    pub label: String,
    /// How much.
    pub value: String,
    /// The rule.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub rule: RuleRef,
}

/// A camp or the like.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WireSite {
    /// Whose it is.
    #[cfg_attr(feature = "ts", ts(as = "crate::WireSide"))]
    pub side: &'static str,
    /// What it is called.
    pub label: String,
    /// Its outline.
    pub outline: Vec<Xy>,
    /// Its state.
    pub state: &'static str,
}

/// Something counted out to be spent.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WireBudget {
    /// What.
    pub label: &'static str,
    /// How much is left.
    pub left: u16,
    /// How much there was.
    pub of: u16,
    /// Whose it is, where the turn does not say whose.
    #[cfg_attr(feature = "ts", ts(as = "Option<crate::WireSide>"))]
    pub side: Option<&'static str>,
    /// The rule.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub rule: RuleRef,
}

/// What is pending.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum WirePending {
    /// One side decides; the ask is there for the viewer it concerns and for anyone else to read.
    Decide {
        /// Who.
        #[cfg_attr(feature = "ts", ts(as = "crate::WireSide"))]
        side: &'static str,
        /// What.
        ask: WireAsk,
    },
    /// Both decide, sealed; the viewer's own ask if it has one still.
    Sealed {
        /// The viewer's ask.
        ask: Option<WireAsk>,
    },
    /// The battle is over.
    Over {
        /// Who won.
        #[cfg_attr(feature = "ts", ts(as = "Option<crate::WireSide>"))]
        winner: Option<&'static str>,
        /// Why.
        reason: &'static str,
        /// The rule that ended it.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        rule: RuleRef,
    },
}

/// A question to a player.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WireAsk {
    /// The question.
    pub prompt: String,
    /// The rule that asks.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub rule: RuleRef,
    /// What an answer looks like.
    pub form: WireForm,
}

/// The shape of an answer.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum WireForm {
    /// Terrain pieces of these kinds; `done` for the umpire's own map.
    Lay {
        /// The kinds.
        kinds: Vec<WireLayKind>,
    },
    /// A pose for each unit inside an outline.
    Place {
        /// Who.
        units: Vec<u16>,
        /// Where.
        zone: Vec<Xy>,
        /// Whether `done` leaves them off the table.
        may_decline: bool,
        /// How many are set down with one decision, where it is not all of them.
        at_once: Option<u8>,
    },
    /// Pairs to exchange.
    Swap {
        /// Among these.
        units: Vec<u16>,
        /// At most so many.
        pairs: u8,
    },
    /// Moves until `done`.
    Move {
        /// Who may still move.
        units: Vec<u16>,
        /// How each of them gets about, in the same order.
        #[cfg_attr(feature = "ts", ts(type = "(\"freely\" | \"turns\" | \"wheels\")[]"))]
        gets_about: Vec<&'static str>,
        /// The ways of moving.
        manners: Vec<WireManner>,
        /// The keys of those that are of use to each unit now, in the order of the units.
        #[cfg_attr(feature = "ts", ts(type = "string[][]"))]
        of_use: Vec<Vec<&'static str>>,
        /// The units that could move together: every set of more than one.
        groups: Vec<Vec<u16>>,
    },
    /// A target for every shooter.
    Shoot {
        /// The shooters.
        shooters: Vec<WireShooter>,
    },
    /// A sheet of lines to write and picks to make; `done` for the sheet as offered.
    Sheet {
        /// Lines, by number.
        lines: Vec<WireLineAsk>,
        /// Picks, by number.
        picks: Vec<WirePickAsk>,
    },
    /// One of several options.
    Choose {
        /// The options, by number.
        options: Vec<WireChoice>,
    },
}

/// A kind of terrain that a player may lay.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WireLayKind {
    /// Its number.
    pub kind: u8,
    /// What it is called.
    pub name: &'static str,
    /// Which drawing fits it.
    pub drawing: &'static str,
    /// The usual width of a band in millimetres; nothing for an area.
    pub band: Option<f64>,
    /// The rule that describes it.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub rule: RuleRef,
}

/// A way of moving.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WireManner {
    /// Its word.
    pub key: &'static str,
    /// Its name.
    pub label: &'static str,
    /// The rule.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub rule: RuleRef,
    /// What it is told besides who moves: a path, a path or nothing, an enemy (by a charge), or a friend.
    #[cfg_attr(feature = "ts", ts(type = "\"path\" | \"spot\" | \"enemy\" | \"friend\""))]
    pub aim: &'static str,
    /// Whether several units move together in it.
    pub many: bool,
}

/// A unit that can shoot.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WireShooter {
    /// The unit.
    pub unit: u16,
    /// Its possible targets.
    pub targets: Vec<u16>,
    /// The one offered.
    pub usual: u16,
}

/// A line of a sheet to write.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WireLineAsk {
    /// The unit it is for.
    pub unit: Option<u16>,
    /// What it is.
    pub label: String,
    /// What stands there now.
    pub now: String,
    /// The rule.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub rule: RuleRef,
    /// How the unit's way is drawn that writes this line; nothing where drawing writes nothing.
    #[cfg_attr(feature = "ts", ts(type = "\"freely\" | \"turns\" | \"wheels\" | null"))]
    pub draws: Option<&'static str>,
}

/// A pick of a sheet to make.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WirePickAsk {
    /// The unit it is for.
    pub unit: Option<u16>,
    /// What is picked.
    pub label: String,
    /// The options, by number.
    pub options: Vec<WireChoice>,
    /// The one taken unless another is picked.
    pub usual: u16,
}

/// An option.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WireChoice {
    /// The words.
    pub label: String,
    /// The rule.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub rule: RuleRef,
    /// The units it is about.
    pub units: Vec<u16>,
}

/// The chances of a combat.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WireOdds {
    /// What is weighed.
    pub label: String,
    /// Whom it is about; whose chances they are comes first.
    pub units: Vec<u16>,
    /// Outcome (destroy, drive_back, nothing, fall_back, die; of a test run_wild, obey, no_advance, shaken, break),
    /// exact fraction, share.
    #[cfg_attr(feature = "ts", ts(type = "Array<[string, string, number]>"))]
    pub parts: Vec<(&'static str, String, f64)>,
    /// The rules it rests on.
    #[cfg_attr(feature = "ts", ts(type = "string[]"))]
    pub rules: Vec<RuleRef>,
}

/// A region on the table.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WireRegion {
    /// reach, charge_reach, zone, arc or command.
    #[cfg_attr(feature = "ts", ts(type = "\"reach\" | \"charge_reach\" | \"zone\" | \"arc\" | \"command\""))]
    pub kind: &'static str,
    /// Its outline.
    pub outline: Vec<Xy>,
    /// Words to write on it.
    pub label: String,
    /// The rule.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub rule: RuleRef,
}

/// What a command would do.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WirePreview {
    /// Each unit's number and the ends of its legs: east, north, facing in degrees.
    pub ghosts: Vec<(u16, Vec<Leg>)>,
    /// What it costs and brings.
    pub words: Vec<String>,
    /// The fights it would bring about.
    pub odds: Vec<WireOdds>,
    /// How the lines of a sheet are read.
    pub lines: Vec<WireLineRead>,
    /// Why it is not allowed.
    pub refusals: Vec<WireRefusal>,
}

/// A stretch of a text, in bytes of UTF-8: where it begins and where it ends.
pub type Stretch = (usize, usize);

/// How a line of a sheet is read while it is being written.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WireLineRead {
    /// The line's number.
    pub line: u16,
    /// What each stretch of the text is about: doing, target, way or condition.
    #[cfg_attr(
        feature = "ts",
        ts(type = "Array<[[number, number], \"doing\" | \"target\" | \"way\" | \"condition\"]>")
    )]
    pub marks: Vec<(Stretch, &'static str)>,
    /// What was understood, part by part.
    pub terms: Vec<WireTerm>,
    /// The places it leads to, as far as its words leave no doubt.
    pub way: Vec<Xy>,
    /// All of it as the umpire would write it, if it was understood.
    pub sentence: Option<String>,
    /// Words passed over, taken for others, or in doubt.
    pub remarks: Vec<WireRemark>,
    /// Where the reader stumbled.
    pub snag: Option<WireSnag>,
    /// The phrases a line can be put together from.
    pub slots: Vec<WireSlot>,
    /// What the words could mean, where they mean more than one thing.
    pub meanings: Vec<WireWorded>,
    /// Lines that could be written here, each of which is understood.
    pub examples: Vec<WireExample>,
}

/// A whole line, and where it leads.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WireWorded {
    /// The line.
    pub text: String,
    /// The places it leads to.
    pub way: Vec<Xy>,
}

/// A line that shows how something is written.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WireExample {
    /// What it shows.
    #[cfg_attr(feature = "ts", ts(type = "\"doing\" | \"target\" | \"way\" | \"condition\""))]
    pub about: &'static str,
    /// The line.
    pub line: WireWorded,
}

/// A part of a line that was understood.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WireTerm {
    /// What it is about.
    pub about: &'static str,
    /// What it is called.
    pub label: &'static str,
    /// What it says.
    pub words: String,
}

/// What the reader says of a stretch of a line that it understood.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WireRemark {
    /// Where it stands.
    pub span: Stretch,
    /// What was done with it.
    #[cfg_attr(feature = "ts", ts(type = "\"passed\" | \"mended\" | \"doubt\""))]
    pub about: &'static str,
    /// What is said of it.
    pub words: String,
}

/// Words of a line that were not understood.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WireSnag {
    /// Where they stand.
    pub span: Stretch,
    /// What is wrong with them.
    pub why: String,
    /// Whole lines that would be understood instead.
    pub near: Vec<String>,
}

/// A place in a line that takes one of several phrases, or none.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WireSlot {
    /// What it is about.
    pub about: &'static str,
    /// What it is called.
    pub label: &'static str,
    /// The phrases, word for word as they are written.
    pub phrases: Vec<String>,
}
