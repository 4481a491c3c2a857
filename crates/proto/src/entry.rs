//! The journal and refusals as they are sent.

use crate::view::RuleRef;
use ruling::{Refusal, RuleIndex};
use serde::Serialize;
use umpire::{Entry, Event, Motion, Place, Throw};

/// A reason why not.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WireRefusal {
    /// The rule that forbids it.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub rule: RuleRef,
    /// What is wrong.
    pub what: String,
    /// The units it concerns.
    pub units: Vec<u16>,
    /// What it would take, in words.
    pub needs: Option<String>,
    /// What there is, in words.
    pub has: Option<String>,
    /// What would be legal.
    pub instead: Option<String>,
}

impl From<&Refusal> for WireRefusal {
    fn from(r: &Refusal) -> Self {
        WireRefusal {
            rule: r.rule.as_str(),
            what: r.what.clone().into_owned(),
            units: r.units.clone(),
            needs: r.needs.map(|m| m.to_string()),
            has: r.has.map(|m| m.to_string()),
            instead: r.instead.clone().map(|i| i.into_owned()),
        }
    }
}

/// A number with its rule.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WireFactor {
    /// The rule.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub rule: RuleRef,
    /// Its title.
    pub title: String,
    /// The number.
    pub value: i8,
}

/// A unit's factors.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WireTally {
    /// The unit.
    pub unit: u16,
    /// Its factors.
    pub factors: Vec<WireFactor>,
    /// Their sum.
    pub total: i16,
    /// What the sum counts, such as dice; empty for what is added to a die.
    pub of: &'static str,
}

/// Dice thrown together.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct WireCast {
    /// Who threw them.
    #[cfg_attr(feature = "ts", ts(as = "crate::WireSide"))]
    pub side: &'static str,
    /// For which unit.
    pub unit: Option<u16>,
    /// The rule that asked for them.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub rule: RuleRef,
    /// Its title.
    pub title: String,
    /// What each die had to reach; nothing where they are added up.
    pub need: Option<u8>,
    /// How many of so many dice reach it on average, to a tenth; nothing where they are added up.
    pub average: Option<f64>,
    /// The faces.
    pub faces: Vec<u8>,
}

/// A line of the journal.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum WireEntry {
    /// A new part of the battle begins.
    Heading {
        /// The words.
        text: String,
        /// The rule.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        rule: RuleRef,
    },
    /// The umpire decided something.
    Ruling {
        /// The words.
        text: String,
        /// The rule.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        rule: RuleRef,
        /// Factors by unit.
        tallies: Vec<WireTally>,
        /// Dice: side, unit, face.
        #[cfg_attr(feature = "ts", ts(as = "Vec<(crate::WireSide, Option<u16>, u8)>"))]
        rolls: Vec<(&'static str, Option<u16>, u8)>,
        /// The dice throw by throw, where the umpire watched them fall.
        throws: Vec<WireCast>,
        /// Other rules that entered into it.
        #[cfg_attr(feature = "ts", ts(type = "string[]"))]
        also: Vec<RuleRef>,
    },
    /// A unit was placed or moved.
    Moved {
        /// The unit.
        unit: u16,
        /// Where to.
        x: f64,
        /// Where to.
        y: f64,
        /// Facing, in degrees.
        facing: f64,
        /// In what way.
        motion: WireMotion,
        /// The rule.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        rule: RuleRef,
    },
    /// A unit left the table.
    Left {
        /// The unit.
        unit: u16,
        /// off, destroyed or fled.
        #[cfg_attr(feature = "ts", ts(type = "\"off\" | \"destroyed\" | \"fled\""))]
        place: &'static str,
        /// The rule.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        rule: RuleRef,
    },
    /// Something else changed: the next view shows it.
    Changed {
        /// The unit, if it is about one.
        unit: Option<u16>,
        /// The rule.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        rule: RuleRef,
    },
}

impl WireEntry {
    /// The wire form of an entry; `rules` gives factors their titles.
    pub fn of(entry: &Entry, rules: &RuleIndex) -> Self {
        match entry {
            Entry::Heading { rule, text } => WireEntry::Heading { text: text.clone(), rule: rule.as_str() },
            Entry::Ruling(r) => WireEntry::Ruling {
                text: r.text.clone(),
                rule: r.rule.as_str(),
                tallies: r
                    .tallies
                    .iter()
                    .map(|(unit, tally)| WireTally {
                        unit: unit.0,
                        factors: tally
                            .factors()
                            .iter()
                            .map(|f| WireFactor {
                                rule: f.rule.as_str(),
                                title: title(rules, f.rule.as_str()),
                                value: f.value,
                            })
                            .collect(),
                        total: tally.total(),
                        of: tally.what(),
                    })
                    .collect(),
                rolls: r
                    .rolls
                    .iter()
                    .map(|(side, unit, face)| (side.as_str(), unit.map(|u| u.0), *face))
                    .collect(),
                throws: r.throws.iter().map(|throw| thrown(throw, rules)).collect(),
                also: r.also.iter().map(|r| r.as_str()).collect(),
            },
            Entry::Event(event) => WireEntry::from(event),
        }
    }
}

fn title(rules: &RuleIndex, rule: &str) -> String {
    rules.get(rule).map_or_else(String::new, |r| r.title.clone())
}

fn thrown(throw: &Throw, rules: &RuleIndex) -> WireCast {
    WireCast {
        side: throw.side.as_str(),
        unit: throw.unit.map(|u| u.0),
        rule: throw.rule,
        title: title(rules, throw.rule),
        need: throw.need,
        average: average(throw),
        faces: throw.faces.clone(),
    }
}

/// How many dice of a throw reach their number on average, to a tenth.
fn average(throw: &Throw) -> Option<f64> {
    let (reach, sides) = (throw.die.sides_from(throw.need?), throw.die.sides());
    let hits = f64::from(reach) / f64::from(sides) * throw.faces.len() as f64;
    Some((hits * 10.0).round() / 10.0)
}

impl From<&Event> for WireEntry {
    fn from(event: &Event) -> Self {
        let rule = event.rule().as_str();
        let moved = |unit: u16, pose: &table::Pose, motion: WireMotion| {
            let at = pose.at.vec();
            WireEntry::Moved { unit, x: at.x, y: at.y, facing: pose.facing.to_degrees(), motion, rule }
        };
        match event {
            Event::Placed { unit, pose, .. } => moved(unit.0, pose, WireMotion::Placed),
            Event::Moved { unit, to, motion, .. } => moved(unit.0, to, (*motion).into()),
            Event::Left { unit, place, .. } => WireEntry::Left {
                unit: unit.0,
                place: match place {
                    Place::Destroyed => "destroyed",
                    Place::Fled => "fled",
                    _ => "off",
                },
                rule,
            },
            Event::Reformed { unit, .. } | Event::Labelled { unit, .. } | Event::Marked { unit, .. } => {
                WireEntry::Changed { unit: Some(unit.0), rule }
            }
            Event::Laid { .. } => WireEntry::Changed { unit: None, rule },
        }
    }
}

/// In what way a unit was moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum WireMotion {
    /// It was put on the table.
    Placed,
    /// Under orders.
    March,
    /// Into line with an enemy it has reached.
    Conform,
    /// Turned to face.
    Turn,
    /// Pushed back by the enemy.
    Recoil,
    /// Pushed back by a friend.
    Pushed,
    /// Ran away.
    Flight,
    /// Went after a beaten enemy.
    Pursuit,
    /// Changed places before the battle.
    Swap,
}

impl From<Motion> for WireMotion {
    fn from(motion: Motion) -> Self {
        match motion {
            Motion::March => WireMotion::March,
            Motion::Conform => WireMotion::Conform,
            Motion::Turn => WireMotion::Turn,
            Motion::Recoil => WireMotion::Recoil,
            Motion::Pushed => WireMotion::Pushed,
            Motion::Flight => WireMotion::Flight,
            Motion::Pursuit => WireMotion::Pursuit,
            Motion::Swap => WireMotion::Swap,
        }
    }
}
