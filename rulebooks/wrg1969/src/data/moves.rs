//! The table of moves: who moves, how far, and what the ground and obstacles cost (`wrg1969.move.distances`).

use crate::data::tables::{Rates, tables};
use crate::data::troop::{Haul, Troop};

/// Who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mover {
    /// The troop type.
    pub troop: Troop,
    /// Whether it rides camels (`wrg1969.troops.camels`).
    pub camel: bool,
    /// How an engine is moved.
    pub haul: Haul,
}

impl Mover {
    /// Troops as they usually move.
    pub fn new(troop: Troop) -> Self {
        Mover { troop, camel: false, haul: usual_haul(troop) }
    }

    /// The same, on camels or not.
    pub fn camel(self, camel: bool) -> Self {
        Mover { camel, ..self }
    }

    /// Whether the ground costs it what it costs the mounted.
    pub fn goes_as_mounted(self) -> bool {
        match self.troop {
            troop if troop.is_engine() => self.haul != Haul::Man,
            troop => troop.is_mounted(),
        }
    }
}

/// How an engine is usually moved: light ones by hand, others by oxen.
pub const fn usual_haul(troop: Troop) -> Haul {
    if matches!(troop, Troop::LightDartEngine) { Haul::Man } else { Haul::Ox }
}

/// The normal and the charge move; engines have neither of their own.
fn rates(mover: Mover) -> Option<Rates> {
    if mover.camel { Some(tables().moves.camel) } else { tables().troop(mover.troop).rates }
}

/// The normal move (`wrg1969.move.distances`).
pub fn normal(mover: Mover) -> f64 {
    rates(mover).map_or_else(|| tables().moves.haul(mover.haul), |rates| rates.normal)
}

/// The charge move; engines have none.
pub fn charge(mover: Mover) -> Option<f64> {
    rates(mover).map(|rates| rates.charge)
}

/// What the charge adds to the normal move (`wrg1969.move.charge`).
pub fn bonus(mover: Mover) -> f64 {
    charge(mover).map_or(0.0, |charge| charge - normal(mover))
}

/// The ground that a unit moves over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Going {
    /// Open ground.
    Open,
    /// A road.
    Road,
    /// A ford or bridge.
    Ford,
    /// Down a slope.
    SlopeDown,
    /// Up a slope.
    SlopeUp,
    /// Across a slope.
    SlopeAcross,
    /// A wood.
    Wood,
    /// A village.
    Village,
    /// Bog.
    Bog,
    /// Broken ground.
    Broken,
}

impl Going {
    /// Every going.
    pub const ALL: [Going; 10] = [
        Going::Open,
        Going::Road,
        Going::Ford,
        Going::SlopeDown,
        Going::SlopeUp,
        Going::SlopeAcross,
        Going::Wood,
        Going::Village,
        Going::Bog,
        Going::Broken,
    ];

    /// The words used in questions, in the same order.
    pub const KEYS: [&'static str; 10] = [
        "open",
        "road",
        "ford",
        "slope_down",
        "slope_up",
        "slope_across",
        "wood",
        "village",
        "bog",
        "broken",
    ];

    /// Whether each inch counts for more (`wrg1969.terrain.going`).
    pub const fn is_slow(self) -> bool {
        !matches!(self, Going::Open | Going::Road | Going::Ford | Going::SlopeDown)
    }

    /// Whether horses cannot gallop there (`wrg1969.terrain.no_bonus`).
    pub const fn stops_gallop(self) -> bool {
        matches!(self, Going::Wood | Going::Village | Going::Bog)
    }
}

/// What each inch in some going counts (`wrg1969.terrain.going`).
pub fn multiplier(mover: Mover, going: Going) -> f64 {
    if !going.is_slow() {
        1.0
    } else if mover.goes_as_mounted() {
        tables().moves.going_mounted
    } else {
        tables().moves.going_foot
    }
}

/// What crossing one obstacle costs of a whole allowance; wheels cross by hand, which takes the whole period
/// (`wrg1969.terrain.obstacle`, `wrg1969.terrain.wheeled`).
pub fn obstacle_cost(mover: Mover, allowance: f64) -> f64 {
    let quarters = if mover.troop.is_wheeled() {
        4.0
    } else if mover.goes_as_mounted() {
        tables().moves.obstacle_mounted
    } else {
        tables().moves.obstacle_foot
    };
    allowance * quarters / 4.0
}
