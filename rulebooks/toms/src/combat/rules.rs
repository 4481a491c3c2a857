//! Kill rolls: the number needed on each die, and the dice.

use crate::board::state::Face;
use crate::data::tables::tables;
use crate::data::troop::{Body, Profile};
use crate::house::House;
use crate::rule;
use ruling::{Factor, RuleId, Tally};

/// The number needed to kill, with everything that went into it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Needs {
    /// The base number and what changes it.
    pub tally: Tally,
    /// The number needed on a die.
    pub needs: u8,
    /// Dice added to the whole attack because the sum lies below the least number.
    pub extra: u8,
    /// Whether riders strike riders, who are then no harder to kill than anyone.
    riders: bool,
}

impl Needs {
    /// What a sum of factors comes to (`toms.kill.sum`, `toms.kill.below2`).
    fn of(tally: Tally) -> Needs {
        let kill = &tables().kill;
        let (sum, floor) = (tally.total(), i16::from(kill.floor));
        let needs = sum.clamp(floor, i16::from(kill.ceiling)) as u8;
        Needs { tally, needs, extra: (floor - sum).max(0) as u8, riders: false }
    }

    /// The rules beside its factors that made the number what it is.
    pub fn rules(&self) -> impl Iterator<Item = RuleId> + use<> {
        let (sum, kill) = (self.tally.total(), &tables().kill);
        let applied = [
            (self.tally.factors().len() > 2, rule::KILL_SUM),
            (sum < i16::from(kill.floor), rule::KILL_BELOW2),
            (self.riders, rule::KILL_CAV_VS_CAV),
        ];
        applied.into_iter().filter(|(applies, _)| *applies).map(|(_, rule)| rule)
    }

    /// How much the number was changed.
    pub fn modifier(&self) -> i16 {
        self.tally.total() - self.tally.factors().first().map_or(0, |f| i16::from(f.value))
    }
}

/// What an attack is like, apart from who fights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Circumstances {
    /// Whether the attacker has not moved and takes the time to aim.
    pub steady: bool,
    /// Whether the attacker has the gain of charging.
    pub charging: bool,
    /// The face attacked.
    pub face: Face,
}

/// Who fights, as far as the number needed is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sides {
    /// Whether the target is armoured.
    pub armour: bool,
    /// Whether the target counts as cavalry.
    pub cavalry: bool,
    /// Whether the target counts as infantry.
    pub infantry: bool,
    /// Whether the attacker strikes as cavalry.
    pub rider: bool,
}

fn add(tally: &mut Tally, factor: Factor) {
    tally.add(factor.rule, factor.value);
}

/// What missiles need, starting from a base (`toms.shoot.kill`, `toms.kill.armour`, `toms.kill.cavalry`).
pub fn by_missile(base: Factor, who: Sides, how: Circumstances) -> Needs {
    let kill = &tables().kill;
    let mut tally = Tally::of("needed to kill");
    add(&mut tally, base);
    if how.steady {
        add(&mut tally, tables().shooting.steady);
    }
    if who.armour {
        add(&mut tally, kill.armour);
    }
    if who.cavalry {
        add(&mut tally, kill.cavalry);
    }
    Needs::of(tally)
}

/// What blows need (`toms.kill.base` and what follows it).
pub fn by_blow(who: Sides, how: Circumstances) -> Needs {
    let kill = &tables().kill;
    let mut tally = Tally::of("needed to kill");
    tally.add(rule::KILL_BASE, kill.needs);
    if who.armour {
        add(&mut tally, kill.armour);
    }
    // A rider strikes riders as well as anyone (`toms.kill.cav_vs_cav`).
    let riders = who.cavalry && who.rider;
    if who.cavalry && !riders {
        add(&mut tally, kill.cavalry);
    }
    if how.charging {
        add(&mut tally, kill.charging);
    }
    if who.rider && who.infantry {
        add(&mut tally, kill.on_foot);
    }
    faced(&mut tally, how.face);
    Needs { riders, ..Needs::of(tally) }
}

fn faced(tally: &mut Tally, face: Face) {
    match face {
        Face::Front => {}
        Face::Side => add(tally, tables().kill.side),
        Face::Rear => add(tally, tables().kill.rear),
    }
}

/// What a volley needs against a unit.
pub fn volley(target: &Profile, steady: bool) -> Needs {
    let base = Factor { rule: rule::SHOOT_KILL, value: tables().shooting.needs };
    let who =
        Sides { armour: target.armour, cavalry: target.cavalry, infantry: !target.cavalry, rider: false };
    by_missile(base, who, Circumstances { steady, charging: false, face: Face::Front })
}

/// What a blow of one unit needs against another; elephants need the same against all.
pub fn blow(house: &House, attacker: &Profile, target: &Profile, charging: bool, face: Face) -> Needs {
    if attacker.is_elephant() {
        return touch(house, charging, face);
    }
    let who = Sides {
        armour: target.armour,
        cavalry: target.rides_in_melee(),
        infantry: target.is_infantry_in_melee(),
        rider: attacker.rides_in_melee(),
    };
    by_blow(who, Circumstances { steady: false, charging, face })
}

/// What an elephant's touch needs in melee (`toms.elephant.touch`).
pub fn touch(house: &House, charging: bool, face: Face) -> Needs {
    let mut tally = Tally::of("needed to kill");
    tally.add(rule::KILL_BASE, tables().elephant.needs);
    if house.elephant_modifiers {
        if charging {
            add(&mut tally, tables().kill.charging);
        }
        faced(&mut tally, face);
    }
    Needs::of(tally)
}

/// What a bolt needs (`toms.ballista.kill`).
pub fn bolt(house: &House, target: &Profile) -> Needs {
    let base = Factor { rule: rule::BALLISTA_KILL, value: tables().ballista.needs };
    let who = Sides {
        armour: false,
        cavalry: target.cavalry && house.ballista_cavalry_modifier,
        infantry: false,
        rider: false,
    };
    by_missile(base, who, Circumstances { steady: false, charging: false, face: Face::Front })
}

/// What burning needs (`toms.flame.burn`).
pub fn burning() -> Needs {
    let mut tally = Tally::of("needed to kill");
    tally.add(rule::FLAME_BURN, tables().flame.needs as i8);
    Needs::of(tally)
}

/// The dice of a volley (`toms.shoot.men`, `toms.elephant.crew`, `toms.shoot.over`).
pub fn volley_dice(shooter: &Profile, men: u16, over: bool) -> Tally {
    let mut tally = Tally::of("dice");
    let (rule, dice) = match shooter.body {
        Body::Elephant => (rule::ELEPHANT_CREW, u16::from(shooter.crew)),
        Body::Engine => (rule::BALLISTA_DICE, men.min(tables().ballista.dice)),
        _ => (rule::SHOOT_MEN, men),
    };
    tally.add(rule, dice as i8);
    if over {
        tally.add(rule::SHOOT_OVER, tables().shooting.over);
    }
    tally
}

/// The dice of a unit's blows, without those for a low number (`toms.melee.lines` and what follows it).
pub fn blow_dice(attacker: &Profile, men: u16, at_front: bool, general: bool) -> Tally {
    let melee = &tables().melee;
    let mut tally = Tally::of("dice");
    let (rule, dice) = match attacker.body {
        Body::Elephant => (rule::ELEPHANT_TOUCH, tables().elephant.touch),
        Body::Engine => (rule::BALLISTA_CREW, men),
        _ if attacker.rides_in_melee() => (rule::MELEE_CAVALRY, men),
        _ if attacker.fights_on_foot => (rule::MELEE_DISMOUNT, men.min(melee.line)),
        _ if attacker.lines > 1 && !at_front => (rule::MELEE_FRONT_ONLY, men.min(melee.line)),
        _ => {
            let rule = match attacker.lines {
                2 => rule::MELEE_TWO_LINES,
                3 => rule::MELEE_PIKES,
                _ => rule::MELEE_LINES,
            };
            (rule, men.min(melee.line * u16::from(attacker.lines.max(1))))
        }
    };
    tally.add(rule, dice as i8);
    if general {
        tally.add(rule::GENERAL_ATTACK, melee.general as i8);
    }
    tally
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_needs_more_than_a_six_or_less_than_a_two() {
        let needs = |sum: i8| {
            let mut tally = Tally::default();
            tally.add(rule::KILL_BASE, sum);
            let needs = Needs::of(tally);
            (needs.needs, needs.extra)
        };
        assert_eq!([8, 7, 6, 2, 1, 0].map(needs), [(6, 0), (6, 0), (6, 0), (2, 0), (2, 1), (2, 2)]);
    }
}
