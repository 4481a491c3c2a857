//! Deeds: what the figures of a battle's health count, as a book notes it while it resolves.
//!
//! A journal tells people what happened; deeds let a program count it without reading words. They change nothing and
//! are not kept.

use crate::UnitId;

/// How a charge ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChargeEnd {
    /// It struck home.
    Contact,
    /// It fell short, or was stopped on its way.
    Short,
    /// Whom it was meant for was gone, or it was called off before it began.
    Spent,
}

/// What was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Deed {
    /// A unit announces a charge.
    Charge {
        /// Who charges.
        unit: UnitId,
        /// Whom.
        target: UnitId,
    },
    /// A charge that was announced has ended, and a ruling tells how.
    Charged {
        /// Who charged.
        unit: UnitId,
        /// How it ended.
        end: ChargeEnd,
    },
    /// A unit strikes an enemy in a round of hand-to-hand fighting.
    Blow {
        /// Who strikes.
        unit: UnitId,
        /// Whom.
        target: UnitId,
        /// With how many figures; nothing in a book whose units fight as a whole.
        figures: Option<u16>,
    },
    /// A unit had to move by the length that was rolled or printed.
    Forced {
        /// Who.
        unit: UnitId,
        /// How far, in hundredths of the book's measure (inches, paces).
        due: u32,
        /// How far it went.
        went: u32,
        /// Whether a ruling names the cause of the difference.
        told: bool,
    },
    /// A test, or an order that comes of one, forbids a unit to charge home in this turn.
    Barred {
        /// Who.
        unit: UnitId,
    },
    /// A unit breaks: it has to run.
    Broke {
        /// Who.
        unit: UnitId,
    },
    /// A broken unit is in hand again.
    Rallied {
        /// Who.
        unit: UnitId,
    },
}

/// How troops bear themselves, for everyone to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bearing {
    /// In hand: they can still be led against the enemy.
    InHand,
    /// Broken: routing, fleeing or otherwise out of hand.
    Broken,
    /// No troops: a camp, a messenger, a general by himself.
    NoTroops,
}
