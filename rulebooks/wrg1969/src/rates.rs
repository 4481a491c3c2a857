//! Rates: how far troops move, charge, run and rally back, and what the ground takes of it.

use crate::house::{House, RoutFatigue};
use crate::rule;
use crate::tables::{Rates, tables};
use crate::troop::{Haul, Troop};
use ruling::ledger;

/// Lengths closer than this count as equal, in favour of what is within (`wrg1969.geo.measure`).
///
/// Troops who part stand whole inches and a thousandth from whom they touched: the limit is no such length itself.
pub const NEAR: f64 = 0.0015;

/// Whether a length is within another; exactly on it is within.
pub fn within(length: f64, limit: f64) -> bool {
    length <= limit + NEAR
}

/// A length to compare with others, in thousandths of an inch: lengths that differ only in their last digits are equal.
pub fn in_mils(length: f64) -> i64 {
    // Halves and sixteenths of an inch lie well between two steps.
    (length * 1000.0 + 0.123).floor() as i64
}

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

/// Whether troops can evade at all: chariots, light horse and light foot (`wrg1969.move.evade`).
pub fn is_evader(mover: Mover) -> bool {
    mover.troop.is_chariot()
        || mover.troop == Troop::LightInfantry
        || (mover.troop == Troop::LightCavalry && !mover.camel)
}

/// Whether troops so many ranks deep can evade: light troops no more than two.
pub fn can_evade(mover: Mover, ranks: u32) -> bool {
    is_evader(mover) && (mover.troop.is_chariot() || ranks <= 2)
}

/// What kind of move is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// A normal move.
    Normal,
    /// A charge.
    Charge,
    /// Away from a charge.
    Evade,
    /// Broken.
    Rout,
    /// After the broken.
    Pursuit,
    /// Out of control.
    Uncontrolled,
    /// Straight back without turning.
    Back,
    /// Rallying back.
    RallyBack,
}

impl Mode {
    /// Every kind.
    pub const ALL: [Mode; 8] = [
        Mode::Normal,
        Mode::Charge,
        Mode::Evade,
        Mode::Rout,
        Mode::Pursuit,
        Mode::Uncontrolled,
        Mode::Back,
        Mode::RallyBack,
    ];

    /// The words used in questions, in the same order.
    pub const KEYS: [&'static str; 8] =
        ["normal", "charge", "evade", "rout", "pursuit", "uncontrolled", "back", "rally_back"];
}

/// How far a move of that kind may go on open ground, in its nth period; none if it is not open to the troops.
///
/// A rout or pursuit that follows on an uncontrolled advance counts its first period as its second.
pub fn allowance(
    house: &House,
    mover: Mover,
    mode: Mode,
    period: u32,
    after_uncontrolled: bool,
) -> Option<f64> {
    let special = &tables().moves;
    let charge = charge(mover);
    let tired = |reduction: f64| {
        let periods = period.max(1).saturating_add(u32::from(after_uncontrolled));
        let times = match house.rout_fatigue {
            RoutFatigue::Cumulative => f64::from(periods),
            RoutFatigue::Flat => 1.0,
        };
        charge.map(|charge| (charge - reduction * times).max(normal(mover) - reduction))
    };
    match mode {
        Mode::Normal => Some(normal(mover)),
        Mode::Charge => charge,
        Mode::Evade => is_evader(mover).then_some(special.evade),
        Mode::Rout => {
            ledger::cite(rule::ROUT_SPEED);
            ledger::cite(rule::ROUT_FATIGUE);
            tired(special.rout_less)
        }
        Mode::Pursuit => {
            ledger::cite(rule::PURSUIT_SPEED);
            tired(special.pursuit_less)
        }
        Mode::Uncontrolled => {
            ledger::cite(rule::MOVE_UNCONTROLLED);
            let slower = if period > 1 { special.uncontrolled_less } else { 0.0 };
            charge.map(|charge| charge - slower)
        }
        Mode::Back => Some(special.back),
        Mode::RallyBack => charge.map(|_| rally_back(mover)),
    }
}

/// How far troops rally back after a charge that was evaded, a pursuit, or an attack on standing foot.
pub fn rally_back(mover: Mover) -> f64 {
    let special = &tables().moves;
    if mover.troop.is_mounted() && mover.troop != Troop::Elephant {
        special.rally_mounted
    } else {
        special.rally_foot
    }
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
    match () {
        () if !going.is_slow() => 1.0,
        () if mover.goes_as_mounted() => tables().moves.going_mounted,
        () => tables().moves.going_foot,
    }
}

/// What crossing one obstacle costs of a whole allowance; wheels cross by hand, which takes the whole period
/// (`wrg1969.terrain.obstacle`, `wrg1969.terrain.wheeled`).
pub fn obstacle_cost(mover: Mover, allowance: f64) -> f64 {
    let quarters = match () {
        () if mover.troop.is_wheeled() => 4.0,
        () if mover.goes_as_mounted() => tables().moves.obstacle_mounted,
        () => tables().moves.obstacle_foot,
    };
    allowance * quarters / 4.0
}

/// What the ground leaves of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Travel {
    /// The allowance it starts from.
    pub allowance: f64,
    /// What is left of it when the obstacles are paid.
    pub after_obstacles: f64,
    /// What each inch counts.
    pub multiplier: f64,
    /// How far the whole move goes.
    pub inches: f64,
    /// Whether the ground disorganises the unit (`wrg1969.disorg.5`).
    pub disorganised: bool,
}

/// A move made wholly in one going, over so many obstacles.
pub fn travel(mover: Mover, mode: Mode, open: f64, going: Going, obstacles: u32) -> Travel {
    let mut allowance = open;
    if matches!(mode, Mode::Charge | Mode::Uncontrolled) && mover.troop.is_mounted() && going.stops_gallop() {
        ledger::cite(rule::TERRAIN_NO_BONUS);
        allowance = allowance.min(normal(mover));
    }
    // Roads and fords lead through obstacles free of charge.
    let paid = if matches!(going, Going::Road | Going::Ford) { 0 } else { obstacles };
    let after_obstacles = (allowance - obstacle_cost(mover, allowance) * f64::from(paid)).max(0.0);
    let multiplier = multiplier(mover, going);
    if paid > 0 {
        let wheeled = mover.troop.is_wheeled();
        ledger::cite(if wheeled { rule::TERRAIN_WHEELED } else { rule::TERRAIN_OBSTACLE });
    }
    match going {
        Going::Road => ledger::cite(rule::TERRAIN_ROAD),
        Going::Ford => ledger::cite(rule::TERRAIN_FORDS),
        _ => {}
    }
    let affected = multiplier > 1.0 || paid > 0;
    Travel {
        allowance,
        after_obstacles,
        multiplier,
        inches: after_obstacles / multiplier,
        disorganised: affected && mover.troop != Troop::LightInfantry,
    }
}

/// What a wheel costs: the arc of the outer front corner (`wrg1969.move.wheel`).
pub fn wheel_cost(frontage: f64, degrees: f64) -> f64 {
    frontage * degrees.abs() * std::f64::consts::PI / 180.0
}

/// In which stage of the period something happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// While all move at normal speed.
    Normal,
    /// While chargers gallop or run.
    Bonus,
    /// In neither.
    None,
}

impl Stage {
    /// The word used in answers.
    pub const fn key(self) -> &'static str {
        match self {
            Stage::Normal => "normal",
            Stage::Bonus => "bonus",
            Stage::None => "none",
        }
    }
}

/// Where in its charge a charger reaches an enemy so far off.
pub fn reaches(normal_reach: f64, charge_reach: f64, distance: f64) -> Stage {
    match () {
        () if within(distance, normal_reach) => Stage::Normal,
        () if within(distance, charge_reach) => Stage::Bonus,
        () => Stage::None,
    }
}

/// A charge evaded or not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evasion {
    /// Whether the choice falls when the charger touches; otherwise at the bonus point.
    pub at_contact: bool,
    /// What the charger has left.
    pub remaining: f64,
    /// How far the evaders run.
    pub run: f64,
    /// By how much they get beyond him; caught at nothing or less.
    pub margin: f64,
}

impl Evasion {
    /// Whether they get away (`wrg1969.move.evade.caught`).
    pub fn safe(&self) -> bool {
        self.margin > NEAR
    }
}

/// A charge from so far off, and those charged running straight back (`wrg1969.move.evade.when`).
pub fn evade(normal: f64, charge: f64, distance: f64, impassable_behind: bool) -> Evasion {
    ledger::cite(rule::MOVE_EVADE);
    ledger::cite(rule::MOVE_EVADE_CAUGHT);
    ledger::cite(rule::MOVE_EVADE_WHEN);
    let special = &tables().moves;
    let at_contact = within(distance, normal);
    let used = if at_contact { distance } else { normal };
    let remaining = charge - used;
    let run = if impassable_behind { special.evade - special.swerve } else { special.evade };
    Evasion { at_contact, remaining, run, margin: distance - used + run - remaining }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn house() -> House {
        House::default()
    }

    #[test]
    fn the_tired_run_slower_but_never_much_below_their_walk() {
        let horse = Mover::new(Troop::HeavyCavalry);
        let rout = |period| allowance(&house(), horse, Mode::Rout, period, false);
        assert_eq!([1, 2, 5, 6, 9].map(rout), [16.0, 14.0, 8.0, 6.0, 6.0].map(Some));
        let pursuit = |period| allowance(&house(), horse, Mode::Pursuit, period, true);
        assert_eq!([1, 2, 9].map(pursuit), [12.0, 9.0, 5.0].map(Some));
        let flat = House { rout_fatigue: RoutFatigue::Flat, ..house() };
        assert_eq!(allowance(&flat, horse, Mode::Rout, 7, true), Some(16.0));
    }

    #[test]
    fn engines_never_charge_nor_run() {
        let engine = Mover::new(Troop::StoneThrower);
        for mode in
            [Mode::Charge, Mode::Evade, Mode::Rout, Mode::Pursuit, Mode::Uncontrolled, Mode::RallyBack]
        {
            assert_eq!(allowance(&house(), engine, mode, 1, false), None, "{mode:?}");
        }
        assert_eq!(allowance(&house(), engine, Mode::Normal, 1, false), Some(2.0));
    }

    #[test]
    fn two_obstacles_cost_twice_and_wheels_wait() {
        let go = |troop, n| {
            let mover = Mover::new(troop);
            travel(mover, Mode::Normal, normal(mover), Going::Open, n).inches
        };
        assert_eq!([0, 1, 2, 3].map(|n| go(Troop::MediumInfantry, n)), [6.0, 3.0, 0.0, 0.0]);
        assert_eq!([0, 1, 2].map(|n| go(Troop::HeavyCavalry, n)), [8.0, 2.0, 0.0]);
        assert_eq!([0, 1].map(|n| go(Troop::Chariot, n)), [8.0, 0.0]);
        let by_ford = travel(Mover::new(Troop::HeavyCavalry), Mode::Normal, 8.0, Going::Ford, 1);
        assert_eq!((by_ford.inches, by_ford.disorganised), (8.0, false));
    }

    #[test]
    fn evaders_must_get_beyond_the_charge() {
        let run = |distance, wall| evade(8.0, 20.0, distance, wall);
        assert!(run(10.5, false).safe() && !run(10.0, false).safe() && !run(10.5, true).safe());
        assert_eq!((run(15.1, true).margin > 0.0, run(15.1, true).run), (true, 5.0));
        let near = evade(8.0, 18.0, 4.0, false);
        assert_eq!((near.at_contact, near.remaining, near.margin), (true, 14.0, -4.0));
    }

    #[test]
    fn depth_hinders_light_troops_alone() {
        let deep = |troop| can_evade(Mover::new(troop), 3);
        assert_eq!(
            [Troop::LightInfantry, Troop::LightCavalry, Troop::Chariot].map(deep),
            [false, false, true]
        );
        assert!(!can_evade(Mover::new(Troop::LightCavalry).camel(true), 1));
        assert!(!can_evade(Mover::new(Troop::MediumInfantry), 1));
    }
}
