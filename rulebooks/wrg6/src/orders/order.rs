//! Orders: an area, a pace and a posture, and the charges they allow.

use crate::data::tables::tables;
use crate::data::troop::{Mover, by_key};
use crate::rule;
use binding::choice;
use ruling::RuleId;
use std::fmt;
use table::Point;
use umpire::UnitId;

choice! {
    /// Where a body acts (`wrg6.orders.area`).
    Area {
        /// Round the right flank, off the table.
        RightFlank => "RF",
        /// Round the left flank, off the table.
        LeftFlank => "LF",
        /// The right sector.
        Right => "R",
        /// The centre.
        Centre => "C",
        /// The left sector.
        Left => "L",
    }
}

impl Area {
    /// Whether it is a march off the table.
    pub const fn is_flank_march(self) -> bool {
        matches!(self, Area::RightFlank | Area::LeftFlank)
    }

    /// The sector to which it belongs.
    pub const fn sector(self) -> Area {
        match self {
            Area::RightFlank => Area::Right,
            Area::LeftFlank => Area::Left,
            other => other,
        }
    }
}

choice! {
    /// How fast a body goes (`wrg6.orders.pace`).
    Pace {
        /// Quickly.
        Quick => "Q",
        /// Warily.
        Wary => "W",
    }
}

impl Pace {
    /// The least and the most of a normal move of so many paces.
    pub fn limits(self, normal: f64) -> (f64, f64) {
        match self {
            Pace::Quick => (normal / 2.0, normal),
            Pace::Wary => (0.0, normal / 2.0),
        }
    }
}

choice! {
    /// How a body fights (`wrg6.orders.posture`).
    Posture {
        /// It skirmishes.
        Skirmish => "S",
        /// It holds.
        Hold => "H",
        /// It attacks.
        Attack => "A",
    }
}

/// What a body advances on, or screens (`wrg6.orders.grammar`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Objective {
    /// The enemy's edge of the table.
    #[default]
    EnemyEdge,
    /// A place.
    At(Point),
    /// A piece of terrain, by its number on the table.
    Ground(u16),
    /// A body of one's own.
    Follow(UnitId),
}

/// An order (`wrg6.orders.grammar`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Order {
    /// Where.
    pub area: Area,
    /// How fast.
    pub pace: Pace,
    /// How.
    pub posture: Posture,
    /// What for.
    pub objective: Objective,
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.area.key(), self.pace.key(), self.posture.key())
    }
}

impl Order {
    /// Reads an order.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub fn parse(code: &str) -> Result<Order, String> {
        let words: Vec<&str> = code.split(' ').collect();
        let [area, pace, posture] = words[..] else {
            return Err("an order is an area, a pace and a posture, such as `C Q A`".to_owned());
        };
        let area = by_key(Area::ALL, Area::key, area)
            .ok_or_else(|| format!("`{area}` is no area: RF, LF, R, C or L"))?;
        let pace =
            by_key(Pace::ALL, Pace::key, pace).ok_or_else(|| format!("`{pace}` is no pace: Q or W"))?;
        let posture = by_key(Posture::ALL, Posture::key, posture)
            .ok_or_else(|| format!("`{posture}` is no posture: S, H or A"))?;
        Ok(Order { area, pace, posture, objective: Objective::EnemyEdge })
    }

    /// The least and the most of a normal move under it.
    pub fn limits(self, mover: Mover) -> (f64, f64) {
        self.pace.limits(f64::from(tables().rates(mover).normal))
    }
}

/// An enemy whom a body might charge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Target {
    /// It shows the charger a flank.
    pub flank: bool,
    /// It is light troops.
    pub light: bool,
    /// It is shaken.
    pub shaken: bool,
    /// It is disordered.
    pub disordered: bool,
    /// It stands in the way to the objective.
    pub blocking: bool,
    /// It is outside the charger's sector.
    pub other_sector: bool,
    /// It is shooting at the charger.
    pub shooting_at_us: bool,
}

impl Target {
    /// Whether charging it is easier to want (`wrg6.reaction.factor.weak_target`).
    pub const fn is_weak(self) -> bool {
        self.flank || self.light || self.shaken || self.disordered
    }
}

/// Whether an order lets a body charge, and the rule that says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leave {
    /// Whether it may.
    pub granted: bool,
    /// By which rule it may or may not.
    pub rule: RuleId,
}

/// Whether an order lets a body charge an enemy.
pub fn leave_to_charge(order: Order, target: Target) -> Leave {
    if target.other_sector && !target.shooting_at_us && !target.flank {
        return Leave { granted: false, rule: rule::ORDERS_AREA };
    }
    let (granted, rule) = match order.posture {
        Posture::Skirmish => (target.is_weak(), rule::ORDERS_S_CHARGE),
        Posture::Hold => (target.blocking, rule::ORDERS_H_CHARGE),
        Posture::Attack => (true, rule::ORDERS_A_CHARGE),
    };
    Leave { granted, rule }
}

umpire::canonical! {
    enum Area { 0 => RightFlank, 1 => LeftFlank, 2 => Right, 3 => Centre, 4 => Left }
    enum Pace { 0 => Quick, 1 => Wary }
    enum Posture { 0 => Skirmish, 1 => Hold, 2 => Attack }
    enum Objective { 0 => EnemyEdge, 1 => At(place), 2 => Ground(piece), 3 => Follow(body) }
    struct Order { area, pace, posture, objective }
}
