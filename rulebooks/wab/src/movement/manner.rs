//! The ways of moving by number, and a move worked out.

use crate::movement::rules::Pace;
use crate::rule;
use table::{Facing, Rect};
use umpire::{Aim, Manner, UnitId};

/// The ways of moving, by number.
pub const MANNERS: &[Manner] = &[
    Manner::new("move", "Move", rule::MOVE_RATE),
    Manner::new("march", "March", rule::MARCH_RATE),
    Manner::new("fast_march", "Fast march", rule::FAST_MARCH_RATE),
    Manner::new("reform", "Reform", rule::MANOEUVRE_REFORM).aimed(Aim::Spot),
    Manner::new("deeper", "One rank deeper, then move", rule::MANOEUVRE_CHANGE_FORMATION).aimed(Aim::Spot),
    Manner::new("two_deeper", "Two ranks deeper", rule::MANOEUVRE_CHANGE_FORMATION).aimed(Aim::Spot),
    Manner::new("wider", "One rank fewer, then move", rule::MANOEUVRE_CHANGE_FORMATION).aimed(Aim::Spot),
    Manner::new("two_wider", "Two ranks fewer", rule::MANOEUVRE_CHANGE_FORMATION).aimed(Aim::Spot),
    Manner::new("join", "Join a unit", rule::TROOPS_CHARACTERS).aimed(Aim::Friend),
    Manner::new("leave", "Leave its unit", rule::TROOPS_CHARACTERS),
];

/// A normal move.
pub const MOVE: u8 = 0;
/// A march.
pub const MARCH: u8 = 1;
/// A fast march.
pub const FAST_MARCH: u8 = 2;
/// Reforming.
pub const REFORM: u8 = 3;
/// One rank deeper.
pub const DEEPER: u8 = 4;
/// Two ranks deeper.
pub const TWO_DEEPER: u8 = 5;
/// One rank fewer.
pub const WIDER: u8 = 6;
/// Two ranks fewer.
pub const TWO_WIDER: u8 = 7;
/// A character joins a unit.
pub const JOIN: u8 = 8;
/// A character leaves his unit.
pub const LEAVE: u8 = 9;

/// A unit goes somewhere.
#[derive(Clone, Copy, Debug)]
pub struct Go {
    /// Who.
    pub unit: UnitId,
    /// The manner.
    pub manner: u8,
    /// Its files then.
    pub files: u16,
    /// Its footprint then.
    pub rect: Rect,
    /// The way it faces then.
    pub facing: Facing,
    /// What it cost.
    pub cost: f64,
    /// How much of that bad ground cost, beyond the way itself.
    pub slowed: f64,
}

/// A move worked out.
#[derive(Clone, Debug)]
pub enum Movement {
    /// A unit goes somewhere.
    Go(Go),
    /// A unit reforms.
    Reform(UnitId),
    /// A character joins a unit.
    Join(UnitId, UnitId),
    /// A character leaves his unit.
    Leave(UnitId, Rect, Facing),
}

/// The pace of a manner.
pub fn pace(manner: u8) -> Pace {
    match manner {
        MARCH => Pace::March,
        FAST_MARCH => Pace::FastMarch,
        _ => Pace::Normal,
    }
}

/// The change of ranks of a manner.
pub fn rank_change(manner: u8) -> i16 {
    match manner {
        DEEPER => 1,
        TWO_DEEPER => 2,
        WIDER => -1,
        TWO_WIDER => -2,
        _ => 0,
    }
}
