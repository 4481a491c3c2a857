//! What a screen needs to know of a book beyond the field: names, marks, regions, previews.

use crate::{BySide, Command, Field, Rulebook, Side, Step, Throw, UnitId};
use ruling::{Refusal, RuleId};
use std::borrow::Cow;
use std::ops::Range;
use table::{Pose, Vec2};

/// The book's own measure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ruler {
    /// The unit, in the plural.
    pub unit: &'static str,
    /// Millimetres in one.
    pub mm: f64,
    /// How many units a bar of the ruler round the table is long.
    pub step: f64,
    /// Whether players may measure whenever they like.
    pub free_measuring: bool,
}

/// How a kind of terrain is called and drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TerrainLook {
    /// Its word in files.
    pub key: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Which drawing fits it: hill, steep_hill, woods, marsh, rough, dunes, oasis, river, stream, waterway, road,
    /// village, camp, hedge, wall, ditch, field_defences, ford, bridge.
    pub drawing: &'static str,
    /// Whether players lay it as a band, and how wide it usually is, in millimetres.
    pub band: Option<f64>,
    /// The rule that describes it.
    pub rule: RuleId,
}

/// How a troop class is called and drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassLook {
    /// Its word in files.
    pub key: &'static str,
    /// Its name.
    pub name: &'static str,
    /// The sign drawn for it.
    pub glyph: &'static str,
    /// Whether its bases are drawn as single elements rather than as bodies of figures.
    pub element: bool,
}

/// A mark on a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Badge {
    /// Which sign: general, disordered, shaken, routing, impetuous, halted, fired, fought, burning, hidden, moved,
    /// order, standard, musician, messenger.
    pub sign: &'static str,
    /// What it means, in words.
    pub label: Cow<'static, str>,
    /// The rule.
    pub rule: RuleId,
}

/// A line of a unit's card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardLine {
    /// What.
    pub label: Cow<'static, str>,
    /// How much, or which.
    pub value: String,
    /// The rule.
    pub rule: RuleId,
}

/// Something counted out to be spent: PIPs, messengers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Budget {
    /// What, in the plural.
    pub label: &'static str,
    /// How much is left.
    pub left: u16,
    /// How much there was.
    pub of: u16,
    /// Whose it is; nobody's where the turn says whose.
    pub side: Option<Side>,
    /// The rule.
    pub rule: RuleId,
}

/// What a region on the table means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegionKind {
    /// Where a unit can go.
    Reach,
    /// Where a unit can charge.
    ChargeReach,
    /// What a unit controls.
    Zone,
    /// What a unit can shoot at.
    Arc,
    /// How far a general commands.
    Command,
}

/// A region on the table, in millimetres.
#[derive(Clone, Debug, PartialEq)]
pub struct Region {
    /// What it means.
    pub kind: RegionKind,
    /// Its outline.
    pub outline: Vec<Vec2>,
    /// Words to write on it.
    pub label: Cow<'static, str>,
    /// The rule.
    pub rule: RuleId,
}

/// A camp or another place that belongs to a side.
#[derive(Clone, Debug, PartialEq)]
pub struct Site {
    /// Whose it is.
    pub side: Side,
    /// What it is called.
    pub label: String,
    /// Its outline, in millimetres.
    pub outline: Vec<Vec2>,
    /// Its present state in a word or two: held, empty, taken.
    pub state: &'static str,
}

/// The chances of one combat or choice, in the order they are drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct OddsBar {
    /// What is weighed, such as "R5 on C8".
    pub label: String,
    /// Whom it is about; whose chances they are comes first.
    pub units: Vec<UnitId>,
    /// The shares: outcome (destroy, drive_back, nothing, fall_back, die), exact fraction and number.
    pub parts: Vec<(&'static str, String, f64)>,
    /// The rules the factors rest on.
    pub rules: Vec<RuleId>,
}

/// How a line of a sheet is read while it is being written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LineRead {
    /// The line's number.
    pub line: u16,
    /// What each stretch of the text is about, in bytes: doing, target, way, condition.
    pub marks: Vec<(Range<usize>, &'static str)>,
    /// What was understood, part by part, in the book's own terms.
    pub terms: Vec<Term>,
    /// The places it leads to, as far as its words leave no doubt, from where the unit stands; in millimetres.
    pub way: Vec<Vec2>,
    /// All of it as the umpire would write it, if it was understood.
    pub sentence: Option<String>,
    /// Words passed over, taken for others, or in doubt.
    pub remarks: Vec<Remark>,
    /// Where the reader stumbled.
    pub snag: Option<Snag>,
    /// The phrases a line can be put together from, slot after slot.
    pub slots: Vec<Slot>,
    /// What the words could mean, where they mean more than one thing.
    pub meanings: Vec<Worded>,
    /// Lines that could be written here, each of which is understood.
    pub examples: Vec<Example>,
}

/// A way that was drawn for a line of a sheet.
#[derive(Clone, Copy, Debug)]
pub struct Drawn<'a> {
    /// What the line says already: the way goes on from where that leads.
    pub after: &'a str,
    /// The way.
    pub path: &'a [Step],
}

/// A whole line, and where it leads.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Worded {
    /// The line.
    pub text: String,
    /// The places it leads to from where the unit stands; in millimetres.
    pub way: Vec<Vec2>,
}

/// A line that shows how something is written.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// What it shows: doing, target, way, condition.
    pub about: &'static str,
    /// The line.
    pub line: Worded,
}

/// A part of a line that was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// What it is about: doing, target, way, condition.
    pub about: &'static str,
    /// What it is called.
    pub label: &'static str,
    /// What it says.
    pub words: String,
}

/// What the reader says of a stretch of a line that it understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Where it stands, in bytes.
    pub span: Range<usize>,
    /// What was done with it: passed (over), mended, doubt.
    pub about: &'static str,
    /// What is said of it.
    pub words: String,
}

/// Words of a line that were not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snag {
    /// Where they stand, in bytes.
    pub span: Range<usize>,
    /// What is wrong with them.
    pub why: String,
    /// Whole lines that would be understood instead.
    pub near: Vec<String>,
}

/// A place in a line that takes one of several phrases, or none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// What it is about: doing, target, way, condition.
    pub about: &'static str,
    /// What it is called.
    pub label: &'static str,
    /// The phrases, word for word as they are written.
    pub phrases: Vec<String>,
}

/// What a command would do, shown before it is given.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Preview {
    /// Where each unit would go: the ends of its legs, the last where it stops.
    pub ghosts: Vec<(UnitId, Vec<Pose>)>,
    /// What it costs and brings, in words.
    pub words: Vec<String>,
    /// The fights it would bring about.
    pub odds: Vec<OddsBar>,
    /// How the lines of a sheet are read.
    pub lines: Vec<LineRead>,
    /// Why it is not allowed; nothing if it is.
    pub refusals: Vec<Refusal>,
}

/// How a unit gets about, so that a screen can make steps of a drag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Manoeuvre {
    /// Straight to any pose: [`crate::Step::To`].
    Freely,
    /// It turns on the spot and goes straight ahead.
    Turns,
    /// It wheels and goes straight ahead.
    Wheels,
}

impl Manoeuvre {
    /// The word used on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Manoeuvre::Freely => "freely",
            Manoeuvre::Turns => "turns",
            Manoeuvre::Wheels => "wheels",
        }
    }
}

/// What a screen needs to know of a book.
pub trait Shown: Rulebook {
    /// The book's measure.
    const RULER: Ruler;
    /// The names of the parts of a turn.
    const PHASES: &'static [&'static str];

    /// The measure of this battle: that of the book, unless a house rule says otherwise.
    fn ruler(&self) -> Ruler {
        Self::RULER
    }
    /// How terrain is drawn, by kind.
    fn terrain(&self) -> &'static [TerrainLook];
    /// What players call a piece of terrain, by its id, where it has a name of its own.
    fn place_name(&self, _id: &str) -> Option<&str> {
        None
    }
    /// How troop classes are drawn, by number.
    fn classes(&self) -> &'static [ClassLook];
    /// The sign drawn for a unit, where its class alone does not say it.
    fn sign(&self, _unit: UnitId) -> Option<&'static str> {
        None
    }
    /// The characteristics of a unit by their short names, where the book prints a row of them.
    fn profile(&self, _unit: UnitId) -> Vec<(&'static str, u8)> {
        Vec::new()
    }
    /// Which part of the turn it is, among [`Shown::PHASES`].
    fn phase_now(&self, phase: &Self::Phase) -> usize;
    /// What is counted out to be spent.
    fn budgets(&self, field: &Field, phase: &Self::Phase) -> Vec<Budget>;
    /// A unit's marks.
    fn badges(&self, field: &Field, phase: &Self::Phase, unit: UnitId) -> Vec<Badge>;
    /// A unit's card.
    fn card(&self, field: &Field, phase: &Self::Phase, unit: UnitId) -> Vec<CardLine>;
    /// A unit's regions: reach, zone, arc.
    fn regions(&self, field: &Field, phase: &Self::Phase, unit: UnitId) -> Vec<Region>;
    /// The camps and other places that belong to a side.
    fn sites(&self, field: &Field, phase: &Self::Phase) -> Vec<Site>;
    /// Whether a unit is listed with its army; one that is still part of another is not.
    fn is_listed(&self, _field: &Field, _unit: UnitId) -> bool {
        true
    }
    /// How many figures of a unit are drawn.
    fn figures(&self, field: &Field, _phase: &Self::Phase, unit: UnitId) -> u16 {
        field.unit(unit).formation.figures
    }
    /// Whether a living general is with a unit.
    fn has_general(&self, field: &Field, _phase: &Self::Phase, unit: UnitId) -> bool {
        field.card(unit).general
    }
    /// How a unit that may move gets about.
    fn manoeuvre(&self, _field: &Field, _phase: &Self::Phase, _unit: UnitId) -> Manoeuvre {
        Manoeuvre::Freely
    }
    /// How many units are set down with one decision, where it is not all of them.
    fn set_down_at_once(&self) -> Option<u8> {
        None
    }
    /// The units that could move together with one that may move, itself among them.
    fn group(&self, _field: &Field, _phase: &Self::Phase, unit: UnitId) -> Vec<UnitId> {
        vec![unit]
    }
    /// Whether a unit could do anything now in a manner, by its number: screens offer no other.
    fn is_of_use(&self, _field: &Field, _phase: &Self::Phase, _unit: UnitId, _manner: u8) -> bool {
        true
    }
    /// Whether several units move together in a manner, by its number; the first such manner is the usual one.
    fn is_for_many(&self, _manner: u8) -> bool {
        false
    }
    /// Whether players write orders or moves on sheets: screens then keep room for them.
    fn writes_orders(&self) -> bool {
        false
    }
    /// How the way of a unit is drawn that is to be written on a sheet; nothing where drawing writes nothing.
    fn draws(&self, _field: &Field, _phase: &Self::Phase, _unit: UnitId) -> Option<Manoeuvre> {
        None
    }
    /// The words that a drawn way stands for on a sheet, after what is written already.
    fn phrase(
        &self,
        _field: &Field,
        _phase: &Self::Phase,
        _unit: UnitId,
        _drawn: Drawn<'_>,
    ) -> Option<String> {
        None
    }
    /// What losses are counted in, in the plural.
    fn losses_in(&self) -> &'static str {
        "points"
    }
    /// By how much a throw was better for whoever threw it than such throws are on average: by default the dice that
    /// reached their number. Returns `None` for dice that are neither good nor bad.
    fn luck(&self, throw: &Throw) -> Option<f64> {
        throw.beyond_average()
    }
    /// What luck is counted in, in the plural.
    fn luck_in(&self) -> &'static str {
        "dice that reached their number"
    }
    /// What a command would do.
    fn preview(&self, field: &Field, phase: &Self::Phase, side: Side, command: &Command) -> Preview;
    /// The combats as they stand now.
    fn combats(&self, field: &Field, phase: &Self::Phase) -> Vec<OddsBar>;
    /// The losses that lose the battle, where the book counts to a number.
    fn loss_limits(&self, _field: &Field, _phase: &Self::Phase) -> BySide<Option<i32>> {
        BySide::default()
    }
}
