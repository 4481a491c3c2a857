//! Psychology away from combat: panic, rallying, flight, and who need not test.

use crate::house::{FireFlee, House, Ignored, PursuitTie};
use crate::leadership::Leaders;
use crate::rule;
use crate::tables::tables;
use crate::troop::Troop;
use dice::{D6, Dice, RollId};
use ruling::{RuleId, Tally, ledger};

/// Why a unit may panic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    /// Friends flee within 4 inches at the start of the turn.
    FriendsFleeing,
    /// Friends within 12 inches broke or were destroyed in combat.
    FriendsBroken,
    /// It is charged in flank or rear.
    FlankOrRear,
    /// The general is lost.
    GeneralLost,
    /// A quarter was shot down.
    Shooting,
    /// An enemy it ignored charges it.
    IgnoredEnemy,
}

impl Cause {
    /// All of them, in the order of the list.
    pub const ALL: [Cause; 6] = [
        Cause::FriendsFleeing,
        Cause::FriendsBroken,
        Cause::FlankOrRear,
        Cause::GeneralLost,
        Cause::Shooting,
        Cause::IgnoredEnemy,
    ];

    /// The word used in questions.
    pub const fn key(self) -> &'static str {
        match self {
            Cause::FriendsFleeing => "friends_fleeing",
            Cause::FriendsBroken => "friends_broken",
            Cause::FlankOrRear => "flank_or_rear_charge",
            Cause::GeneralLost => "general_lost",
            Cause::Shooting => "shooting",
            Cause::IgnoredEnemy => "ignored_enemy",
        }
    }

    /// Its rule.
    pub const fn rule(self) -> RuleId {
        match self {
            Cause::FriendsFleeing => rule::PANIC_FRIENDS_FLEEING,
            Cause::FriendsBroken => rule::PANIC_FRIENDS_BROKEN,
            Cause::FlankOrRear => rule::PANIC_FLANK,
            Cause::GeneralLost => rule::PANIC_GENERAL,
            Cause::Shooting => rule::PANIC_CASUALTIES,
            Cause::IgnoredEnemy => rule::PANIC_IGNORED,
        }
    }
}

/// What may excuse a unit from a panic test.
#[derive(Clone, Copy, Debug)]
pub struct Panicky {
    /// Why it may panic.
    pub cause: Cause,
    /// How far the friends are.
    pub distance: f64,
    /// Shot down in the phase.
    pub casualties: u16,
    /// Models as the phase began.
    pub models_at_phase_start: u16,
    /// Whether it is engaged.
    pub engaged: bool,
    /// Whether it is frenzied.
    pub frenzied: bool,
    /// Whether it is stubborn.
    pub stubborn: bool,
    /// Whether it flees already.
    pub fleeing: bool,
    /// Whether the friends skirmish and it does not.
    pub only_skirmishers: bool,
}

/// The rule that excuses a unit from a panic test; none if it must test.
pub fn excused(house: &House, unit: &Panicky) -> Option<RuleId> {
    let rule = excuse(house, unit);
    rule.into_iter().for_each(ledger::cite);
    rule
}

fn excuse(house: &House, unit: &Panicky) -> Option<RuleId> {
    let d = &tables().distances;
    let too_far = match unit.cause {
        Cause::FriendsFleeing => unit.distance > d.panic_fleeing,
        Cause::FriendsBroken => unit.distance > d.panic_broken,
        Cause::Shooting => !is_quarter(unit.casualties, unit.models_at_phase_start),
        Cause::IgnoredEnemy => house.ignored_enemy == Ignored::Off,
        _ => false,
    };
    let friends = matches!(unit.cause, Cause::FriendsFleeing | Cause::FriendsBroken);
    let fleeing_friends = unit.cause == Cause::FriendsFleeing;
    if unit.frenzied {
        Some(rule::FRENZY_IMMUNE)
    } else if unit.fleeing {
        Some(rule::PANIC_EXEMPT)
    } else if fleeing_friends && unit.stubborn {
        Some(rule::STUBBORN_PANIC)
    } else if fleeing_friends && unit.engaged {
        Some(rule::PANIC_EXEMPT)
    } else if too_far {
        Some(unit.cause.rule())
    } else if friends && unit.only_skirmishers && !house.skirmishers_spread_panic {
        Some(rule::PANIC_SKIRMISHERS)
    } else {
        None
    }
}

/// Whether losses are a quarter or more of what there was (`wab.panic.casualties`).
pub fn is_quarter(casualties: u16, of: u16) -> bool {
    casualties > 0 && 4 * u32::from(casualties) >= u32::from(of)
}

/// Whether a unit is at half strength or below (`wab.basics.half_strength`).
pub fn is_half(models: u16, starting: u16) -> bool {
    ledger::cite(rule::BASICS_HALF_STRENGTH);
    2 * u32::from(models) <= u32::from(starting)
}

/// The target of a panic test.
pub fn panic_target(leaders: &Leaders, ranks: u8, models: u16, starting: u16) -> Tally {
    let mut tally = leaders.with_ranks(ranks);
    tally.add(rule::PANIC_HALF, -i8::from(is_half(models, starting)));
    tally
}

/// A unit that would rally.
#[derive(Clone, Copy, Debug)]
pub struct Rallying {
    /// Whose Leadership it may use.
    pub leaders: Leaders,
    /// What it is.
    pub troop: Troop,
    /// Its models.
    pub models: u16,
    /// The models it began with.
    pub starting: u16,
    /// How far the nearest enemy is.
    pub enemy: f64,
    /// Whether it feigned its flight and chose it.
    pub feigned: bool,
}

/// How a rally goes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "made and read at once, never kept")]
pub enum Rally {
    /// There are too few to rally.
    TooFew,
    /// It rallies of itself.
    Automatic,
    /// It tests on this.
    Test(Tally),
}

/// How a unit may rally (`wab.rally.test` and what follows it).
pub fn rally(unit: &Rallying) -> Rally {
    let t = tables();
    let excused = unit.troop.is_excused_from_five() || unit.troop == Troop::Character;
    if unit.models < t.five && !excused {
        return Rally::TooFew;
    }
    if unit.feigned && unit.models >= t.five {
        return Rally::Automatic;
    }
    let mut target = unit.leaders.best();
    target.add(rule::RALLY_HALF, -i8::from(is_half(unit.models, unit.starting)));
    target.add(rule::RALLY_NEAR, -i8::from(unit.enemy <= t.distances.rally));
    Rally::Test(target)
}

/// Dice of a flight or a pursuit: how many, and how many are taken off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// D6 rolled.
    pub dice: u8,
    /// D6 taken off.
    pub less: u8,
}

impl Run {
    /// The flight of a Movement (`wab.flee.distance`, `wab.flee.reduced`).
    pub fn flight(house: &House, movement: u8, fired: bool) -> Run {
        let t = tables();
        let full = t.flee_dice[usize::from(movement > t.slow_up_to)];
        match (fired, house.fire_flee_reduction) {
            (false, _) => Run { dice: full, less: 0 },
            (true, FireFlee::ReducedTo) => Run { dice: full - t.flee_fewer, less: 0 },
            (true, FireFlee::ReducedBy) => Run { dice: full, less: full - t.flee_fewer },
        }
    }

    /// Rolls the distance.
    pub fn roll(self, why: RollId, dice: &mut dyn Dice) -> u16 {
        let far = dice.total(why, &D6, self.dice.into());
        far.saturating_sub(dice.total(why, &D6, self.less.into()))
    }

    /// How it is written, such as 2d6.
    pub fn words(self) -> String {
        match self.less {
            0 => format!("{}d6", self.dice),
            less => format!("{}d6-{less}d6", self.dice),
        }
    }
}

/// Whether a pursuer catches fleers (`wab.pursuit.roll`).
pub fn catches(house: &House, pursuit: u16, flight: u16) -> bool {
    pursuit > flight || (pursuit == flight && house.pursuit_tie == PursuitTie::Caught)
}
