//! Orders: an area, a pace and a posture, and the charges they allow.

use crate::rates;
use crate::rule;
use crate::troop::{Mover, by_key};
use binding::choice;
use ruling::ledger;
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
        ledger::cite(rule::ORDERS_PACE);
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
    /// ```
    /// use testudo_wrg6::order::{Area, Order};
    /// let order = Order::parse("LF Q A").expect("a good order");
    /// assert_eq!((order.area.sector(), order.to_string().as_str()), (Area::Left, "LF Q A"));
    /// assert!(Order::parse("R A Q").unwrap_err().contains("pace"));
    /// ```
    ///
    /// # Errors
    /// What is wrong, in words.
    pub fn parse(code: &str) -> Result<Order, String> {
        ledger::cite(rule::ORDERS_GRAMMAR);
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
        self.pace.limits(f64::from(rates::normal(mover)))
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

/// Whether an order lets a body charge an enemy.
pub fn may_charge(order: Order, target: Target) -> bool {
    if target.other_sector && !target.shooting_at_us && !target.flank {
        ledger::cite(rule::ORDERS_AREA);
        return false;
    }
    match order.posture {
        Posture::Skirmish => {
            ledger::cite(rule::ORDERS_S_CHARGE);
            target.is_weak()
        }
        Posture::Hold => {
            ledger::cite(rule::ORDERS_H_CHARGE);
            target.blocking
        }
        Posture::Attack => {
            ledger::cite(rule::ORDERS_A_CHARGE);
            true
        }
    }
}
