//! Events: physical facts, in the order in which they happened.

use crate::{Mark, Place, UnitId};
use ruling::RuleId;
use std::sync::Arc;
use table::{Formation, Ground, Pose};

/// How a unit moved, for those who draw it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Motion {
    /// Under orders, along one leg.
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

/// Something that has become true on the field.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The terrain was laid.
    Laid {
        /// The table with its terrain.
        ground: Arc<Ground>,
        /// Why.
        rule: RuleId,
    },
    /// A unit was put on the table.
    Placed {
        /// The unit.
        unit: UnitId,
        /// Where.
        pose: Pose,
        /// Why.
        rule: RuleId,
    },
    /// A unit moved.
    Moved {
        /// The unit.
        unit: UnitId,
        /// Where to.
        to: Pose,
        /// In what way.
        motion: Motion,
        /// Why.
        rule: RuleId,
    },
    /// A unit changed its formation or lost figures.
    Reformed {
        /// The unit.
        unit: UnitId,
        /// What it is now.
        formation: Formation,
        /// Why.
        rule: RuleId,
    },
    /// A unit left the table.
    Left {
        /// The unit.
        unit: UnitId,
        /// What became of it.
        place: Place,
        /// Why.
        rule: RuleId,
    },
    /// A unit got another label.
    Labelled {
        /// The unit.
        unit: UnitId,
        /// What it is called now.
        label: String,
        /// Why.
        rule: RuleId,
    },
    /// One of a unit's counters was set.
    Marked {
        /// The unit.
        unit: UnitId,
        /// Which counter.
        mark: Mark,
        /// Its new value.
        value: i16,
        /// Why.
        rule: RuleId,
    },
}

impl Event {
    /// The unit it is about; none when it is about the ground.
    pub fn unit(&self) -> Option<UnitId> {
        match self {
            Event::Laid { .. } => None,
            Event::Placed { unit, .. }
            | Event::Moved { unit, .. }
            | Event::Reformed { unit, .. }
            | Event::Left { unit, .. }
            | Event::Labelled { unit, .. }
            | Event::Marked { unit, .. } => Some(*unit),
        }
    }

    /// The rule it rests on.
    pub fn rule(&self) -> RuleId {
        match self {
            Event::Laid { rule, .. }
            | Event::Placed { rule, .. }
            | Event::Moved { rule, .. }
            | Event::Reformed { rule, .. }
            | Event::Left { rule, .. }
            | Event::Labelled { rule, .. }
            | Event::Marked { rule, .. } => *rule,
        }
    }
}
