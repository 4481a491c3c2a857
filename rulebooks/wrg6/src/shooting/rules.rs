//! Shooting: ranges, figures that count, factors.

use crate::data::casualties::inflicted;
use crate::data::tables::tables;
use crate::data::troop::{Missile, Training, Troop};
use crate::house::{House, RandomShooting, Rounding};
use crate::rule;
use binding::choice;
use dice::{AVERAGE, Dice, Die, RollId};
use ruling::{Factor, RuleId};

choice! {
    /// How far a target is for a weapon.
    Band {
        /// Within short range.
        Short => "short",
        /// At long range.
        Long => "long",
        /// Out of range.
        Out => "out",
    }
}

/// The greatest range of a weapon whose shooters stand so many levels above the target (`wrg6.shooting.height`).
pub fn maximum(house: &House, weapon: Missile, levels: i32) -> f64 {
    let range = tables().range(weapon);
    let counted = if house.height_shortens_range { levels } else { levels.max(0) };
    (f64::from(range.maximum) + f64::from(counted) * f64::from(range.height)).max(0.0)
}

/// The rules that say how far a weapon reaches whose shooters stand so many levels above the target.
pub fn range_rules(weapon: Missile, levels: i32) -> Vec<RuleId> {
    let mut rules = vec![rule::SHOOTING_RANGES];
    if levels != 0 {
        rules.push(rule::SHOOTING_HEIGHT);
    }
    if matches!(weapon, Missile::Javelin | Missile::TwoManFireSyphon) {
        rules.push(rule::SHOOTING_RANGES_ASTERISK);
    }
    rules
}

/// Which band a distance is in (`wrg6.shooting.ranges`).
pub fn band(house: &House, weapon: Missile, distance: f64, levels: i32) -> Band {
    if distance > maximum(house, weapon, levels) {
        Band::Out
    } else if tables().range(weapon).long_from.is_some_and(|long| distance >= f64::from(long)) {
        Band::Long
    } else {
        Band::Short
    }
}

/// How many figures a shot counts, some of them half anyway (`wrg6.shooting.half_figures`).
pub fn counted(house: &House, figures: u32, half: u32, band: Band) -> u32 {
    let halves = match band {
        Band::Long => figures,
        _ => 2 * figures.saturating_sub(half) + half,
    };
    match house.half_figure_rounding {
        Rounding::Up => halves.div_ceil(2),
        Rounding::Down => halves / 2,
    }
}

/// How many ranks of a body shoot with a weapon, and how many of these at full count (`wrg6.shooting.ranks`).
pub fn ranks(weapon: Missile) -> (u32, u32) {
    use Missile::{
        FootBow, FootCrossbow, FootLongbow, MountedBow, MountedCrossbow, MountedLongbow, Sling, StaffSling,
    };
    match weapon {
        Sling => (2, 2),
        FootBow | FootCrossbow | FootLongbow | MountedBow | MountedCrossbow | MountedLongbow | StaffSling => {
            (4, 2)
        }
        Missile::Javelin | Missile::TwoManFireSyphon => (1, 1),
        _ => (1, 1),
    }
}

/// A shot, dice apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    /// With what.
    pub weapon: Missile,
    /// At whom.
    pub target: Troop,
    /// The training of the shooters.
    pub training: Training,
    /// The figures counted.
    pub figures: u32,
    /// The target has no shields to use.
    pub target_shieldless: bool,
    /// The target moved far, is in contact or in cover.
    pub hard_target: bool,
    /// The shooters are disordered or shaken.
    pub unsteady: bool,
}

/// The factor that stands for a blank cell where the house gives it one.
pub(crate) const BLANK: i8 = -3;

impl Shot {
    /// The weapon's factor; nothing if nobody can fall (`wrg6.shooting.weapon`).
    pub fn weapon_factor(&self, house: &House) -> Option<i8> {
        let cell = tables().shot(tables().range(self.weapon).row, self.target);
        cell.or((!house.super_heavy_foot_immune).then_some(BLANK))
    }

    /// The tactical factors, in the order of the sheet.
    pub fn tactical(&self) -> Vec<Factor> {
        let table = &tables().shooting_tactical;
        let medium = matches!(self.target, Troop::MediumInfantry | Troop::LightMediumInfantry);
        let bare = self.target_shieldless && !self.target.is_never_shieldless();
        let mut list = Vec::new();
        if bare {
            list.push(if medium { table.shieldless_medium } else { table.shieldless_other });
        }
        if self.unsteady {
            list.push(table.unsteady);
        }
        if self.hard_target {
            list.push(table.hard_target);
        }
        list
    }

    /// The plus and the minus die.
    pub fn dice(&self) -> [&'static Die; 2] {
        [self.training.die(), &AVERAGE]
    }

    /// Throws for the random factor.
    pub fn throw(&self, house: &House, why: RollId, dice: &mut dyn Dice) -> i8 {
        let [plus, minus] = self.dice().map(|die| dice.roll(why, die));
        random(house, plus, minus)
    }

    /// What falls with a random factor (`wrg6.shooting.total`).
    pub fn casualties(&self, house: &House, random: i8) -> u32 {
        let Some(weapon) = self.weapon_factor(house) else { return 0 };
        inflicted(i16::from(weapon) + sum(&self.tactical()) + i16::from(random), self.figures)
    }
}

/// The sum of some factors.
pub fn sum(factors: &[Factor]) -> i16 {
    factors.iter().map(|factor| i16::from(factor.value)).sum()
}

/// The random factor of a shot (`wrg6.shooting.random`).
pub fn random(house: &House, plus: u8, minus: u8) -> i8 {
    let difference = plus as i8 - minus as i8;
    match house.random_shooting {
        RandomShooting::Sign => difference.signum(),
        RandomShooting::Difference => difference,
        RandomShooting::None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uphill_shots_are_shorter_unless_the_house_says_not() {
        let house = House::default();
        assert_eq!(maximum(&house, Missile::FootBow, -1), 220.0);
        let flat = House { height_shortens_range: false, ..house };
        assert_eq!(maximum(&flat, Missile::FootBow, -1), 240.0);
        assert_eq!(maximum(&flat, Missile::FootBow, 2), 280.0);
    }

    #[test]
    fn thrown_weapons_need_the_front_rank_and_bows_do_not() {
        assert_eq!(ranks(Missile::Javelin), (1, 1));
        assert_eq!((ranks(Missile::Sling), ranks(Missile::FootBow)), ((2, 2), (4, 2)));
    }

    #[test]
    fn a_figure_never_counts_less_than_half() {
        let house = House::default();
        assert_eq!(counted(&house, 15, 10, Band::Long), 8);
        assert_eq!(counted(&house, 15, 5, Band::Short), 13);
        let down = House { half_figure_rounding: Rounding::Down, ..house };
        assert_eq!(counted(&down, 15, 5, Band::Short), 12);
    }
}
