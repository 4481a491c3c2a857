//! How far missiles reach, and what woods stop.

use crate::data::scale::NEAR;
use crate::data::tables::tables;
use crate::data::troop::Profile;
use crate::movement::rules::Parts;
use crate::rule;
use ruling::RuleId;

/// How far missiles reach (`toms.shoot.range`, `toms.flame.range`, `toms.hill.range`, `toms.hill.up`,
/// `toms.woods.range`).
pub fn range(who: &Profile, flame: bool, level: u8, target_level: u8, in_wood: bool) -> Parts {
    let shooting = &tables().shooting;
    let listed = f64::from(who.range);
    let mut parts = Parts::default();
    parts.add(rule::SHOOT_RANGE, listed, "range");
    if flame {
        parts.add(rule::FLAME_RANGE, listed * tables().flame.range - listed, "fire");
    }
    if level > target_level {
        parts.add(rule::HILL_RANGE, shooting.high, "from above");
    }
    if target_level > level {
        parts.add(rule::HILL_UP, shooting.up, "from below");
    }
    if in_wood {
        parts.add(rule::WOODS_RANGE, shooting.forest, "into a wood");
    }
    parts
}

/// How a line of fire lies to woods.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Woods {
    /// How much of the shooter's own wood the line passes.
    pub shooter: Option<f64>,
    /// How much of the target's wood the line passes.
    pub target: Option<f64>,
    /// Whether both are in one wood; the length is then the whole line.
    pub same: bool,
    /// Whether any other wood is in the way.
    pub between: bool,
}

/// The rule that stops a line of fire of a length, if one does.
pub fn stopped(woods: &Woods, length: f64) -> Option<RuleId> {
    let shooting = &tables().shooting;
    if woods.between {
        return Some(rule::WOODS_BLOCK);
    }
    if woods.same {
        return (length >= shooting.shelter - NEAR).then_some(rule::WOODS_SAME);
    }
    if woods.target.is_some_and(|depth| depth >= shooting.shelter - NEAR) {
        return Some(rule::WOODS_FIRE_IN);
    }
    woods.shooter.is_some_and(|depth| depth > shooting.out + NEAR).then_some(rule::WOODS_FIRE_OUT)
}
