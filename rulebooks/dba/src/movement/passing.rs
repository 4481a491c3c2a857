//! Interpenetration: who may go through whom.

use crate::board::Base;
use crate::board::geometry::faces;
use crate::data::troop::Troop;
use crate::house::House;
use crate::rule;
use ruling::RuleId;
use table::Facing;

/// How a friend that is met faces, as the mover sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Faces {
    /// The same way.
    Same,
    /// The opposite way.
    Opposite,
    /// Any other way.
    Other,
}

impl Faces {
    /// How one facing stands to another.
    pub fn of(mover: Facing, met: Facing) -> Faces {
        if faces(met, mover, 0.0) {
            Faces::Same
        } else if faces(met, mover, 180.0) {
            Faces::Opposite
        } else {
            Faces::Other
        }
    }
}

/// Whether a mover may go through a friend in a tactical move or in flight, room apart (`dba.pass.move`).
pub fn moves_through(house: &House, mover: Troop, met: Troop, facing: Faces) -> bool {
    facing != Faces::Other && house.passes(mover, met)
}

/// The rule by which an element may recoil through a friend, room apart; none if it may not.
pub fn recoils_through(house: &House, mover: Troop, met: Troop, facing: Faces) -> Option<RuleId> {
    if facing != Faces::Same {
        None
    } else if house.recoils_through(mover, met) {
        Some(rule::PASS_RECOIL)
    } else if house.rights_cover_recoil && house.passes(mover, met) {
        Some(rule::PASS_RECOIL_BY_RIGHT)
    } else {
        None
    }
}

/// Whether a base on the move may go through a friend, room apart; `facing` is the mover's as it meets the friend,
/// and in flight its facing before it turned.
pub fn may_pass(house: &House, mover: &Base, facing: Facing, met: &Base) -> bool {
    mover.side == met.side && moves_through(house, mover.troop, met.troop, Faces::of(facing, met.facing))
}
