//! Charges as the state keeps them: what may be declared, a charge under way, and how it may be answered.

use crate::data::armour::Face;
use crate::rule;
use ruling::RuleId;
use umpire::{UnitId, canonical};

/// Something that may be declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Declaration {
    /// A charge.
    Charge(UnitId, UnitId),
    /// A try to leave a combat, drawing back so many inches.
    Disengage(UnitId, u8),
    /// Nothing more.
    Done,
}

/// A charge declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Charging {
    /// Upon whom.
    pub target: UnitId,
    /// Upon which face, settled at the declaration (`wab.charge.zone`).
    pub face: Face,
}

/// An answer to a charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// Hold.
    Hold,
    /// Stand and shoot.
    StandAndShoot,
    /// Flee.
    Flee,
    /// Fire and flee.
    FireAndFlee,
    /// Counter-charge.
    CounterCharge,
}

impl Answer {
    /// All of them, in the order of the sheet.
    pub const ALL: [Answer; 5] =
        [Answer::Hold, Answer::StandAndShoot, Answer::Flee, Answer::FireAndFlee, Answer::CounterCharge];

    /// The word used in answers.
    pub const fn key(self) -> &'static str {
        match self {
            Answer::Hold => "hold",
            Answer::StandAndShoot => "stand_and_shoot",
            Answer::Flee => "flee",
            Answer::FireAndFlee => "fire_and_flee",
            Answer::CounterCharge => "counter_charge",
        }
    }

    /// The words shown to a player.
    pub const fn label(self) -> &'static str {
        match self {
            Answer::Hold => "Hold",
            Answer::StandAndShoot => "Stand and shoot",
            Answer::Flee => "Flee",
            Answer::FireAndFlee => "Fire and flee",
            Answer::CounterCharge => "Counter-charge",
        }
    }

    /// What the unit did to the charger, as the journal says it.
    pub const fn told(self) -> &'static str {
        match self {
            Answer::Hold => "held against",
            Answer::StandAndShoot => "stood and shot at",
            Answer::Flee => "fled from",
            Answer::FireAndFlee => "shot at and fled from",
            Answer::CounterCharge => "made ready to counter-charge",
        }
    }

    /// Its rule.
    pub const fn rule(self) -> RuleId {
        match self {
            Answer::Hold => rule::REACT_HOLD,
            Answer::StandAndShoot => rule::REACT_STAND_AND_SHOOT,
            Answer::Flee => rule::REACT_FLEE,
            Answer::FireAndFlee => rule::REACT_FIRE_AND_FLEE,
            Answer::CounterCharge => rule::REACT_COUNTER_CHARGE,
        }
    }
}

canonical! {
    enum Declaration { 0 => Charge(unit, target), 1 => Disengage(unit, inches), 2 => Done }
    struct Charging { target, face }
    enum Answer { 0 => Hold, 1 => StandAndShoot, 2 => Flee, 3 => FireAndFlee, 4 => CounterCharge }
}
