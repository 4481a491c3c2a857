//! A decision that has been checked.

use crate::board::state::{Answer, Declaration};
use crate::movement::manner::Movement;
use table::{Facing, Pose};
use umpire::UnitId;

/// A checked decision.
#[derive(Clone, Debug)]
pub enum Plan {
    /// The battle begins.
    Begin,
    /// An edge: whether it is the south one.
    Edge(bool),
    /// The first turn, taken or given away.
    FirstTurn(bool),
    /// A unit is deployed.
    Place(UnitId, Pose),
    /// A charge, a disengagement, or nothing more.
    Declare(Declaration),
    /// An answer to a charge.
    Answer(Answer),
    /// Another target for a charger, or none.
    Redirect(UnitId, Option<UnitId>),
    /// A width.
    Width(u16),
    /// A facing.
    Face(Facing),
    /// The charger that moves next.
    Charger(UnitId),
    /// A move.
    Move(Movement),
    /// No more moves.
    Stand,
    /// Shots.
    Shoot(Vec<(UnitId, UnitId)>),
    /// No more shots.
    HoldFire,
    /// The combat fought next.
    Combat(usize),
    /// The answer to a question before a combat.
    Settle(usize),
    /// A pursuit, or holding back.
    Pursue(Option<UnitId>),
    /// Following up, or not.
    Follow(bool),
}
