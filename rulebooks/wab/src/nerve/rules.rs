//! Leadership and panic as arithmetic: whose Leadership is used, what changes it, and who need not test.

use crate::data::tables::tables;
use crate::data::troop::Order;
use crate::house::{House, Ignored};
use crate::rule;
use dice::{D6, Dice, Die, Dist, Fraction, RollId};
use ruling::{RuleId, Tally};
use umpire::voice;

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

    /// What happened, as the journal says it.
    pub const fn words(self) -> &'static str {
        match self {
            Cause::FriendsFleeing => "friends near by were fleeing",
            Cause::FriendsBroken => "friends near by broke or were destroyed",
            Cause::FlankOrRear => "a charge upon flank or rear",
            Cause::GeneralLost => "the general was lost",
            Cause::Shooting => "a quarter or more was shot down",
            Cause::IgnoredEnemy => "a charge by an enemy passed over before",
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
    2 * u32::from(models) <= u32::from(starting)
}

/// The target of a panic test.
pub fn panic_target(leaders: &Leaders, ranks: u8, models: u16, starting: u16) -> Tally {
    let mut tally = leaders.with_ranks(ranks);
    tally.add(rule::PANIC_HALF, -i8::from(is_half(models, starting)));
    tally
}

/// Whose Leadership a unit may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaders {
    /// Its own, or that of a character with it.
    pub own: u8,
    /// The general's, if he is near enough and the unit may use it.
    pub general: Option<u8>,
}

impl Leaders {
    /// A unit of an order with a general at a distance; a Ld of 0 is no general (`wab.general.leadership`).
    pub fn of(own: u8, order: Order, general_ld: u8, distance: f64) -> Leaders {
        let near = general_ld > 0 && order != Order::Skirmish && distance <= tables().distances.general;
        Leaders { own, general: near.then_some(general_ld) }
    }

    /// The best of them, as the first part of a target (`wab.psych.leadership`).
    pub fn best(&self) -> Tally {
        let mut tally = Tally::default();
        match self.general {
            Some(ld) if ld > self.own => tally.add(rule::GENERAL_LEADERSHIP, ld as i8),
            _ => tally.add(rule::PSYCH_LEADERSHIP, self.own as i8),
        }
        tally
    }

    /// The best of them with a warband's ranks, to at most 10 (`wab.special.warband`).
    pub fn with_ranks(&self, ranks: u8) -> Tally {
        let mut tally = self.best();
        let room = (10 - tally.total()).max(0) as i8;
        tally.add(rule::SPECIAL_WARBAND, (ranks as i8).min(room));
        tally
    }
}

/// Takes a test: 2D6, equal or under passes (`wab.psych.test`).
pub fn test(target: i16, why: RollId, dice: &mut dyn Dice) -> bool {
    dice.total(why, &D6, 2) as i16 <= target
}

/// The chance to pass, with a second try if there is one.
pub fn chance(target: i16, again: bool) -> Fraction {
    let pass = Dist::total(&D6, 2).chance(|&sum| sum as i16 <= target);
    if again { pass.clone() + pass.complement() * pass } else { pass }
}

/// Dice that remember what they showed, so that it can be told.
pub struct Noted<'a> {
    dice: &'a mut dyn Dice,
    shown: Vec<String>,
}

impl<'a> Noted<'a> {
    /// These dice from now on.
    pub fn new(dice: &'a mut dyn Dice) -> Noted<'a> {
        Noted { dice, shown: Vec::new() }
    }

    /// What they showed, roll by roll: "4", "9 (5+4) and then 6 (4+2)"; nothing if nothing was rolled.
    pub fn rolled(&self) -> String {
        self.shown.join(" and then ")
    }
}

impl Dice for Noted<'_> {
    fn roll(&mut self, why: RollId, die: &'static Die) -> u8 {
        let face = self.dice.roll(why, die);
        self.shown.push(face.to_string());
        face
    }

    fn total(&mut self, why: RollId, die: &'static Die, n: u16) -> u16 {
        let faces: Vec<u8> = (0..n).map(|_| self.dice.roll(why, die)).collect();
        self.shown.push(voice::sum(&faces));
        faces.iter().map(|&face| u16::from(face)).sum()
    }
}

/// A roll for a test under a rule.
pub fn roll(rule: RuleId, side: u8, unit: u16) -> RollId {
    RollId::new(rule.as_str(), side).unit(unit)
}
