//! Rates: how far troops move, charge, run and rally back, and what the ground takes of it.

use crate::board::state::Stage;
use crate::data::measure::{NEAR, within};
use crate::data::moves::{Going, Mover, charge, multiplier, normal, obstacle_cost};
use crate::data::tables::tables;
use crate::data::troop::Troop;
use crate::house::{House, RoutFatigue};
use crate::rule;
use ruling::RuleId;

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

/// The rules that say how far a move of that kind goes.
pub fn rules(mode: Mode) -> &'static [RuleId] {
    match mode {
        Mode::Normal => &[rule::MOVE_DISTANCES],
        Mode::Charge => &[rule::MOVE_CHARGE],
        Mode::Back => &[rule::MOVE_BACK],
        Mode::Evade => &[rule::MOVE_EVADE, rule::MOVE_SPECIAL_DISTANCES],
        Mode::Uncontrolled => &[rule::MOVE_UNCONTROLLED],
        Mode::Rout => &[rule::ROUT_SPEED, rule::ROUT_FATIGUE],
        Mode::Pursuit => &[rule::PURSUIT_SPEED, rule::ROUT_FATIGUE],
        Mode::RallyBack => &[rule::MOVE_SPECIAL_DISTANCES],
    }
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
        Mode::Rout => tired(special.rout_less),
        Mode::Pursuit => tired(special.pursuit_less),
        Mode::Uncontrolled => {
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

/// What the ground leaves of a move.
#[derive(Clone, Debug, PartialEq)]
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
    /// The rules of the ground that had a say.
    pub rules: Vec<RuleId>,
}

/// A move made wholly in one going, over so many obstacles.
pub fn travel(mover: Mover, mode: Mode, open: f64, going: Going, obstacles: u32) -> Travel {
    let mut allowance = open;
    if matches!(mode, Mode::Charge | Mode::Uncontrolled) && mover.troop.is_mounted() && going.stops_gallop() {
        allowance = allowance.min(normal(mover));
    }
    // Roads and fords lead through obstacles free of charge.
    let paid = if matches!(going, Going::Road | Going::Ford) { 0 } else { obstacles };
    let after_obstacles = (allowance - obstacle_cost(mover, allowance) * f64::from(paid)).max(0.0);
    let multiplier = multiplier(mover, going);
    let affected = multiplier > 1.0 || paid > 0;
    let wheeled = paid > 0 && mover.troop.is_wheeled();
    let rules = [
        (allowance < open, rule::TERRAIN_NO_BONUS),
        (multiplier > 1.0, rule::TERRAIN_GOING),
        (affected, rule::DISORG_5),
        (paid > 0 && !wheeled, rule::TERRAIN_OBSTACLE),
        (wheeled, rule::TERRAIN_WHEELED),
        (wheeled, rule::TERRAIN_WHEELED_HOW),
        (going == Going::Road, rule::TERRAIN_ROAD),
        (going == Going::Ford, rule::TERRAIN_FORDS),
        (going == Going::Ford, rule::TERRAIN_FORD_WIDTH),
    ];
    Travel {
        allowance,
        after_obstacles,
        multiplier,
        inches: after_obstacles / multiplier,
        disorganised: affected && mover.troop != Troop::LightInfantry,
        rules: rules.into_iter().filter(|(applies, _)| *applies).map(|(_, rule)| rule).collect(),
    }
}

/// What a wheel costs: the arc of the outer front corner (`wrg1969.move.wheel`).
pub fn wheel_cost(frontage: f64, degrees: f64) -> f64 {
    frontage * degrees.abs() * std::f64::consts::PI / 180.0
}

/// Where in its charge a charger reaches an enemy so far off.
pub fn reaches(normal_reach: f64, charge_reach: f64, distance: f64) -> Stage {
    if within(distance, normal_reach) {
        Stage::Normal
    } else if within(distance, charge_reach) {
        Stage::Bonus
    } else {
        Stage::None
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
