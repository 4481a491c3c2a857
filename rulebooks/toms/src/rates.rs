//! How far units move, charge, flee and shoot.

use crate::rule;
use crate::tables::tables;
use crate::troop::Profile;
use ruling::RuleId;

/// Lengths nearer than this are the same, in inches.
pub const NEAR: f64 = 1e-6;

/// A length that enters a sum, with its rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    /// The rule.
    pub rule: RuleId,
    /// What it adds, in inches.
    pub inches: f64,
}

/// Lengths that are added up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parts(Vec<Part>);

impl Parts {
    fn add(&mut self, rule: RuleId, inches: f64) {
        if inches != 0.0 {
            ruling::ledger::cite(rule);
            self.0.push(Part { rule, inches });
        }
    }

    /// Their sum, never below nothing.
    pub fn total(&self) -> f64 {
        self.0.iter().map(|p| p.inches).sum::<f64>().max(0.0)
    }

    /// Each of them.
    pub fn list(&self) -> &[Part] {
        &self.0
    }
}

/// What kind of move it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gait {
    /// An ordinary move.
    Move,
    /// A charge.
    Charge,
    /// Flight.
    Flee,
}

/// What a move meets.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Course {
    /// What its turns cost.
    pub turns: f64,
    /// Whether it meets difficult ground.
    pub difficult: bool,
    /// Whether it climbs.
    pub uphill: bool,
    /// Whether the unit held fast the turn before.
    pub held_fast: bool,
    /// The level of the mover.
    pub level: u8,
    /// The level of whom it charges.
    pub target_level: u8,
}

/// The listed rate of a gait.
pub fn rate(who: &Profile, gait: Gait) -> f64 {
    f64::from(if gait == Gait::Charge { who.charge } else { who.pace })
}

/// How far a unit goes (`toms.move.rate`, `toms.charge.rate`, `toms.broken.flee`).
pub fn allowance(who: &Profile, gait: Gait, course: &Course) -> Parts {
    let movement = &tables().movement;
    let rate = rate(who, gait);
    let mut parts = Parts::default();
    parts.add(
        match gait {
            Gait::Move => rule::MOVE_RATE,
            Gait::Charge => rule::CHARGE_RATE,
            Gait::Flee => rule::BROKEN_FLEE,
        },
        rate,
    );
    if course.held_fast && gait != Gait::Flee {
        parts.add(rule::HOLDFAST_HALF, -rate / 2.0);
    }
    let charge = gait == Gait::Charge;
    if charge && course.level > course.target_level {
        parts.add(rule::CHARGE_DOWNHILL, movement.charge_down);
    }
    if gait != Gait::Flee {
        parts.add(rule::MOVE_TURN, -course.turns);
    }
    if course.difficult {
        parts.add(rule::MOVE_DIFFICULT, -movement.difficult);
    }
    if charge && course.target_level > course.level {
        parts.add(rule::CHARGE_UPHILL, -movement.charge_up);
    } else if course.uphill {
        parts.add(rule::MOVE_UPHILL, -movement.uphill);
    }
    parts
}

/// What a turn of so many degrees costs (`toms.move.turn`).
pub fn turn_cost(degrees: f64) -> f64 {
    /// Facings are kept to less than this.
    const SAME: f64 = 1e-6;
    let movement = &tables().movement;
    let degrees = degrees.abs();
    if degrees <= SAME {
        0.0
    } else if degrees <= movement.turn_degrees + SAME {
        movement.turn
    } else {
        2.0 * movement.turn
    }
}

/// How far missiles reach (`toms.shoot.range`, `toms.flame.range`, `toms.hill.range`, `toms.hill.up`,
/// `toms.woods.range`).
pub fn range(who: &Profile, flame: bool, level: u8, target_level: u8, in_wood: bool) -> Parts {
    let shooting = &tables().shooting;
    let listed = f64::from(who.range);
    let mut parts = Parts::default();
    parts.add(rule::SHOOT_RANGE, listed);
    if flame {
        parts.add(rule::FLAME_RANGE, listed * tables().flame.range - listed);
    }
    if level > target_level {
        parts.add(rule::HILL_RANGE, shooting.high);
    }
    if target_level > level {
        parts.add(rule::HILL_UP, shooting.up);
    }
    if in_wood {
        parts.add(rule::WOODS_RANGE, shooting.forest);
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
