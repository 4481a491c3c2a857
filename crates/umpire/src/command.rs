//! Commands: what a player asks the umpire to do.

use crate::UnitId;
use ruling::RuleId;
use table::{Facing, Point, Pose};

/// The number of an option among those an ask offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OptionId(pub u16);

/// What a way of moving is told besides who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aim {
    /// A path.
    Path,
    /// A path, or nothing at all: it can be done on the spot.
    Spot,
    /// An enemy, by [`Command::Charge`].
    Enemy,
    /// A friend, named behind the unit that moves.
    Friend,
}

impl Aim {
    /// The word used on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Aim::Path => "path",
            Aim::Spot => "spot",
            Aim::Enemy => "enemy",
            Aim::Friend => "friend",
        }
    }
}

/// A way of moving that a rulebook knows, such as "as a group".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Manner {
    /// The word used in files.
    pub key: &'static str,
    /// The words shown to a player.
    pub label: &'static str,
    /// The rule that describes it.
    pub rule: RuleId,
    /// What it is told besides who moves.
    pub aim: Aim,
}

impl Manner {
    /// A way of moving along a path.
    pub const fn new(key: &'static str, label: &'static str, rule: RuleId) -> Self {
        Manner { key, label, rule, aim: Aim::Path }
    }

    /// The same, told something else than a path.
    pub const fn aimed(self, aim: Aim) -> Self {
        Manner { aim, ..self }
    }
}

/// One step of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// To a pose, straight, turning evenly the shorter way.
    To(Pose),
    /// Straight ahead.
    Forward(i32),
    /// Straight back, facing unchanged.
    Back(i32),
    /// Sideways: right is positive.
    Shift(i32),
    /// A wheel to the left, by an angle.
    WheelLeft(Facing),
    /// A wheel to the right, by an angle.
    WheelRight(Facing),
    /// A turn on the spot, clockwise.
    Turn(Facing),
}

/// A piece of terrain a player lays.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Its kind, numbered by the rulebook.
    pub kind: u8,
    /// The outline of an area, or the middle line of a band.
    pub points: Vec<Point>,
    /// The width of a band; nothing for an area.
    pub width: Option<i32>,
}

/// A player's decision.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    /// Lay terrain.
    Lay(Vec<Piece>),
    /// Put units on the table.
    Place(Vec<(UnitId, Pose)>),
    /// Exchange the places of pairs of units.
    Swap(Vec<(UnitId, UnitId)>),
    /// Move units in a manner (its number among the rulebook's) along a path.
    Move {
        /// The number of the manner.
        manner: u8,
        /// Who moves; the first leads.
        units: Vec<UnitId>,
        /// The steps.
        path: Vec<Step>,
    },
    /// Charge an enemy.
    Charge {
        /// Who charges.
        unit: UnitId,
        /// Whom.
        target: UnitId,
    },
    /// Give each shooter its target.
    Shoot(Vec<(UnitId, UnitId)>),
    /// Fill in a sheet: the number of each line written and its text, the number of each pick made and its option.
    /// What is left out stays as the sheet offers it.
    Sheet {
        /// The lines written.
        lines: Vec<(u16, String)>,
        /// The picks made.
        picks: Vec<(u16, OptionId)>,
    },
    /// Take one of the options offered.
    Choose(OptionId),
    /// Nothing more.
    Done,
    /// Give the battle up.
    Concede,
}
