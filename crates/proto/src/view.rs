//! A view as it is sent to a screen: everything it draws, nothing it may not know.
//!
//! Lengths are millimetres on the table, angles degrees clockwise from north.

use crate::WireRefusal;
use ruling::RuleId;
use serde::Serialize;
use table::{Shape, Vec2};
use umpire::{
    Ask, BySide, Choice, Form, OddsBar, Pending, Place, Preview, Region, RegionKind, Rulebook, Shown, Side, UnitId, View,
    Viewer,
};

/// A point: east and north.
pub type Xy = (f64, f64);

/// A rule that something rests on.
pub type RuleRef = &'static str;

/// The whole view.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct WireView {
    /// How many decisions have been carried out.
    pub seq: u32,
    /// The book's id.
    pub book: &'static str,
    /// Who is looking: red, blue, spectator or opened.
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
    pub active: Option<&'static str>,
    /// Losses as the book counts them.
    pub losses: WireSides<i32>,
    /// What is counted out to be spent.
    pub budgets: Vec<WireBudget>,
    /// What is pending.
    pub pending: WirePending,
    /// The combats as they stand.
    pub combats: Vec<WireOdds>,
}

/// One thing for each side.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct WireSides<T> {
    /// Red's.
    pub red: T,
    /// Blue's.
    pub blue: T,
}

impl<T: Clone> From<&BySide<T>> for WireSides<T> {
    fn from(by: &BySide<T>) -> Self {
        WireSides { red: by[Side::Red].clone(), blue: by[Side::Blue].clone() }
    }
}

/// The table and its measure.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
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
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct WireTerrain {
    /// Its name in the scenario.
    pub id: String,
    /// What it is called.
    pub name: &'static str,
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
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct WireUnit {
    /// Its number.
    pub id: u16,
    /// Its side.
    pub side: &'static str,
    /// Its short label.
    pub label: String,
    /// Its name.
    pub name: String,
    /// The name of its troop class.
    pub class: &'static str,
    /// The sign drawn for it.
    pub glyph: &'static str,
    /// Whether it is drawn as a single element rather than as a body of figures.
    pub element: bool,
    /// Whether the general is with it.
    pub general: bool,
    /// Where it is: waiting, table, off, destroyed, fled.
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
    /// Its card.
    pub card: Vec<WireLine>,
}

/// A mark on a unit.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
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
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
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
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct WireSite {
    /// Whose it is.
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
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct WireBudget {
    /// What.
    pub label: &'static str,
    /// How much is left.
    pub left: u16,
    /// How much there was.
    pub of: u16,
    /// The rule.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub rule: RuleRef,
}

/// What is pending.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum WirePending {
    /// One side decides; the ask is there for the viewer it concerns and for anyone else to read.
    Decide {
        /// Who.
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
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
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
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum WireForm {
    /// Terrain pieces of these kinds; `done` for the umpire's own map.
    Lay {
        /// Number and name of each kind.
        kinds: Vec<(u8, &'static str)>,
    },
    /// A pose for each unit inside an outline.
    Place {
        /// Who.
        units: Vec<u16>,
        /// Where.
        zone: Vec<Xy>,
        /// Whether `done` leaves them off the table.
        may_decline: bool,
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
        /// The ways of moving.
        manners: Vec<WireManner>,
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

/// A way of moving.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct WireManner {
    /// Its word.
    pub key: &'static str,
    /// Its name.
    pub label: &'static str,
    /// The rule.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub rule: RuleRef,
}

/// A unit that can shoot.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
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
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
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
}

/// A pick of a sheet to make.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
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
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
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
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct WireOdds {
    /// What is weighed.
    pub label: String,
    /// Outcome (destroy, drive_back, nothing, fall_back, die), exact fraction, share.
    pub parts: Vec<(&'static str, String, f64)>,
    /// The rules it rests on.
    #[cfg_attr(feature = "ts", ts(type = "string[]"))]
    pub rules: Vec<RuleRef>,
}

/// A region on the table.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct WireRegion {
    /// reach, charge_reach, zone, arc or command.
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
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct WirePreview {
    /// Each unit's number and the ends of its legs: east, north, facing in degrees.
    pub ghosts: Vec<(u16, Vec<(f64, f64, f64)>)>,
    /// What it costs and brings.
    pub words: Vec<String>,
    /// The fights it would bring about.
    pub odds: Vec<WireOdds>,
    /// Why it is not allowed.
    pub refusals: Vec<WireRefusal>,
}

fn xy(v: Vec2) -> Xy {
    (v.x, v.y)
}

fn numbers(units: &[UnitId]) -> Vec<u16> {
    units.iter().map(|u| u.0).collect()
}

impl WireView {
    /// The wire form of a view.
    pub fn of<R: Shown>(view: &View<R>) -> Self {
        let (book, field, phase) = (&*view.book, &view.field, &view.phase);
        let standing = book.standing(field, phase);
        WireView {
            seq: view.seq,
            book: R::ID,
            viewer: match view.viewer {
                Viewer::Player(side) => side.as_str(),
                Viewer::Spectator => "spectator",
                Viewer::Opened => "opened",
            },
            names: (&field.roster().names).into(),
            table: table_of(view),
            units: field.ids().map(|id| unit_of(view, id)).collect(),
            sites: book
                .sites(field, phase)
                .into_iter()
                .map(|s| WireSite {
                    side: s.side.as_str(),
                    label: s.label,
                    outline: s.outline.into_iter().map(xy).collect(),
                    state: s.state,
                })
                .collect(),
            phases: R::PHASES,
            phase: book.phase_now(phase),
            turn: standing.turn,
            turn_word: standing.turn_word,
            active: standing.active.map(Side::as_str),
            losses: (&standing.losses).into(),
            budgets: book
                .budgets(field, phase)
                .into_iter()
                .map(|b| WireBudget { label: b.label, left: b.left, of: b.of, rule: b.rule.as_str() })
                .collect(),
            pending: pending_of(view),
            combats: book.combats(field, phase).into_iter().map(WireOdds::from).collect(),
        }
    }
}

fn table_of<R: Shown>(view: &View<R>) -> WireTable {
    let ground = view.field.ground();
    let looks = view.book.terrain();
    let terrain = ground
        .pieces
        .iter()
        .filter_map(|piece| {
            let look = looks.get(usize::from(piece.kind.0))?;
            let (points, width) = match &piece.shape {
                Shape::Area(area) => (area.outline(), None),
                Shape::Band(band) => (band.line(), Some(band.width())),
            };
            Some(WireTerrain {
                id: piece.id.clone(),
                name: look.name,
                drawing: look.drawing,
                rule: look.rule.as_str(),
                points: points.iter().map(|p| xy(*p)).collect(),
                width,
                crest: piece.crest.iter().flatten().map(|p| xy(p.vec())).collect(),
            })
        })
        .collect();
    WireTable {
        width: ground.width(),
        depth: ground.depth(),
        unit: R::RULER.unit,
        unit_mm: R::RULER.mm,
        step: R::RULER.step,
        free_measuring: R::RULER.free_measuring,
        terrain,
    }
}

fn unit_of<R: Shown>(view: &View<R>, id: UnitId) -> WireUnit {
    let (book, field, phase) = (&*view.book, &view.field, &view.phase);
    let (unit, card) = (field.unit(id), field.card(id));
    let look = book.classes().get(usize::from(card.class));
    let at = unit.pose.at.vec();
    WireUnit {
        id: id.0,
        side: card.side.as_str(),
        label: card.label.clone(),
        name: card.name.clone(),
        class: look.map_or("unknown", |l| l.name),
        glyph: look.map_or("unknown", |l| l.glyph),
        element: look.is_none_or(|l| l.element),
        general: card.general,
        place: match unit.place {
            Place::Waiting => "waiting",
            Place::Table => "table",
            Place::Off => "off",
            Place::Destroyed => "destroyed",
            Place::Fled => "fled",
        },
        x: at.x,
        y: at.y,
        facing: unit.pose.facing.to_degrees(),
        width: unit.formation.width(),
        depth: unit.formation.depth(),
        files: unit.formation.files,
        figures: unit.formation.figures,
        badges: book
            .badges(field, phase, id)
            .into_iter()
            .map(|b| WireBadge { sign: b.sign, label: b.label.into_owned(), rule: b.rule.as_str() })
            .collect(),
        card: book
            .card(field, phase, id)
            .into_iter()
            .map(|l| WireLine { label: l.label.into_owned(), value: l.value, rule: l.rule.as_str() })
            .collect(),
    }
}

fn pending_of<R: Rulebook>(view: &View<R>) -> WirePending {
    match &view.pending {
        Pending::Decide(side, ask) => WirePending::Decide { side: side.as_str(), ask: ask.into() },
        Pending::Sealed(asks) => WirePending::Sealed {
            ask: match view.viewer {
                Viewer::Player(side) => asks[side].as_ref().map(WireAsk::from),
                _ => None,
            },
        },
        Pending::Over(o) => WirePending::Over {
            winner: o.winner.map(Side::as_str),
            reason: o.reason,
            rule: o.rule.as_str(),
        },
    }
}

impl From<&Ask> for WireAsk {
    fn from(ask: &Ask) -> Self {
        WireAsk { prompt: ask.prompt.clone().into_owned(), rule: ask.rule.as_str(), form: (&ask.form).into() }
    }
}

impl From<&Form> for WireForm {
    fn from(form: &Form) -> Self {
        match form {
            Form::Lay(kinds) => WireForm::Lay { kinds: kinds.clone() },
            Form::Place { units, zone, may_decline } => WireForm::Place {
                units: numbers(units),
                zone: zone.iter().map(|p| xy(p.vec())).collect(),
                may_decline: *may_decline,
            },
            Form::Swap { units, pairs } => WireForm::Swap { units: numbers(units), pairs: *pairs },
            Form::Move { units, manners, .. } => WireForm::Move {
                units: numbers(units),
                manners: manners
                    .iter()
                    .map(|m| WireManner { key: m.key, label: m.label, rule: m.rule.as_str() })
                    .collect(),
            },
            Form::Shoot(shooters) => WireForm::Shoot {
                shooters: shooters
                    .iter()
                    .map(|s| WireShooter { unit: s.unit.0, targets: numbers(&s.targets), usual: s.usual.0 })
                    .collect(),
            },
            Form::Sheet { lines, picks } => WireForm::Sheet {
                lines: lines
                    .iter()
                    .map(|l| WireLineAsk {
                        unit: l.unit.map(|u| u.0),
                        label: l.label.clone().into_owned(),
                        now: l.now.clone(),
                        rule: l.rule.as_str(),
                    })
                    .collect(),
                picks: picks
                    .iter()
                    .map(|p| WirePickAsk {
                        unit: p.unit.map(|u| u.0),
                        label: p.label.clone().into_owned(),
                        options: p.options.iter().map(WireChoice::from).collect(),
                        usual: p.usual.0,
                    })
                    .collect(),
            },
            Form::Choose(choices) => {
                WireForm::Choose { options: choices.iter().map(WireChoice::from).collect() }
            }
        }
    }
}

impl From<&Choice> for WireChoice {
    fn from(c: &Choice) -> Self {
        WireChoice { label: c.label.clone().into_owned(), rule: c.rule.as_str(), units: numbers(&c.units) }
    }
}

impl From<OddsBar> for WireOdds {
    fn from(o: OddsBar) -> Self {
        WireOdds { label: o.label, parts: o.parts, rules: o.rules.into_iter().map(RuleId::as_str).collect() }
    }
}

impl From<Region> for WireRegion {
    fn from(r: Region) -> Self {
        WireRegion {
            kind: match r.kind {
                RegionKind::Reach => "reach",
                RegionKind::ChargeReach => "charge_reach",
                RegionKind::Zone => "zone",
                RegionKind::Arc => "arc",
                RegionKind::Command => "command",
            },
            outline: r.outline.into_iter().map(xy).collect(),
            label: r.label.into_owned(),
            rule: r.rule.as_str(),
        }
    }
}

impl From<Preview> for WirePreview {
    fn from(p: Preview) -> Self {
        let leg = |pose: &table::Pose| {
            let at = pose.at.vec();
            (at.x, at.y, pose.facing.to_degrees())
        };
        WirePreview {
            ghosts: p.ghosts.iter().map(|(u, legs)| (u.0, legs.iter().map(leg).collect())).collect(),
            words: p.words,
            odds: p.odds.into_iter().map(WireOdds::from).collect(),
            refusals: p.refusals.iter().map(WireRefusal::from).collect(),
        }
    }
}
