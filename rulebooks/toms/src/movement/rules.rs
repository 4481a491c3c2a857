//! How far units move, charge and flee.

use crate::data::scale::NEAR_ANGLE;
use crate::data::tables::tables;
use crate::data::troop::Profile;
use crate::rule;
use ruling::RuleId;

/// A length that enters a sum, with its rule and its cause.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    /// The rule.
    pub rule: RuleId,
    /// What it adds, in inches.
    pub inches: f64,
    /// The cause in words.
    pub why: &'static str,
}

/// Lengths that are added up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parts(Vec<Part>);

impl Parts {
    /// Adds a length.
    pub fn add(&mut self, rule: RuleId, inches: f64, why: &'static str) {
        if inches != 0.0 {
            self.0.push(Part { rule, inches, why });
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

    /// What changes the first of them, in words: " (rate 8, difficult ground -2)". Returns an empty text if it stands alone.
    pub fn reasons(&self) -> String {
        if self.0.len() < 2 {
            return String::new();
        }
        let words: Vec<String> = self.0.iter().map(|p| format!("{} {}", p.why, p.inches)).collect();
        format!(" ({})", words.join(", "))
    }

    /// The rules of all of them, and that of levels if one lies higher than the other.
    pub fn rules(&self) -> impl Iterator<Item = RuleId> {
        const HEIGHTS: [RuleId; 4] =
            [rule::CHARGE_DOWNHILL, rule::CHARGE_UPHILL, rule::HILL_RANGE, rule::HILL_UP];
        let uneven = self.0.iter().any(|p| HEIGHTS.contains(&p.rule));
        self.0.iter().map(|p| p.rule).chain(uneven.then_some(rule::HILL_LEVEL))
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
    /// Whether it passes through friends.
    pub passing: bool,
    /// Whether it climbs.
    pub uphill: bool,
    /// Whether the unit held fast the turn before.
    pub held_fast: bool,
    /// The level of the mover.
    pub level: u8,
    /// The level of its target.
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
    let by = match gait {
        Gait::Move => rule::MOVE_RATE,
        Gait::Charge => rule::CHARGE_RATE,
        Gait::Flee => rule::BROKEN_FLEE,
    };
    parts.add(by, rate, "rate");
    if course.held_fast && gait != Gait::Flee {
        parts.add(rule::HOLDFAST_HALF, -rate / 2.0, "held fast last turn");
    }
    let charge = gait == Gait::Charge;
    if charge && course.level > course.target_level {
        parts.add(rule::CHARGE_DOWNHILL, movement.charge_down, "from above");
    }
    if gait != Gait::Flee {
        parts.add(rule::MOVE_TURN, -course.turns, "turning");
    }
    if course.difficult {
        parts.add(rule::MOVE_DIFFICULT, -movement.difficult, "difficult ground");
    } else if course.passing {
        parts.add(rule::MOVE_PASS, -movement.difficult, "passing through friends");
    }
    if charge && course.target_level > course.level {
        parts.add(rule::CHARGE_UPHILL, -movement.charge_up, "from below");
    } else if course.uphill {
        parts.add(rule::MOVE_UPHILL, -movement.uphill, "climbing");
    }
    parts
}

/// What a turn of so many degrees costs (`toms.move.turn`).
pub fn turn_cost(degrees: f64) -> f64 {
    let movement = &tables().movement;
    let degrees = degrees.abs();
    if degrees <= NEAR_ANGLE {
        0.0
    } else if degrees <= movement.turn_degrees + NEAR_ANGLE {
        movement.turn
    } else {
        2.0 * movement.turn
    }
}
