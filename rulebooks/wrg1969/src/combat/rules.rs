//! Hand-to-hand fighting: weapon, tactical and random factors, and the blows they make.

pub mod casualties;
pub mod factors;

use crate::combat::rules::casualties::{Shot, hit};
use crate::combat::rules::factors::{Factors, disorganisation};
use crate::data::shields::{self, Quarter};
use crate::data::tables::tables;
use crate::data::troop::{Hand, Troop};
use crate::rule;
use dice::{AVERAGE, D6, Dice, Die, RollId};
use ruling::Factor;

/// What the enemy holds out against those who come at him.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reach {
    /// Pikes.
    Pike,
    /// Long thrusting spears.
    LongSpear,
    /// Neither.
    Other,
}

impl Reach {
    /// All of them.
    pub const ALL: [Reach; 3] = [Reach::Pike, Reach::LongSpear, Reach::Other];
    /// The words used in questions, in the same order.
    pub const KEYS: [&'static str; 3] = ["pike", "long_spear", "other"];
}

/// A unit's blows at an enemy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blows {
    /// The weapon used.
    pub weapon: Hand,
    /// Whether those who strike are regulars.
    pub regular: bool,
    /// Figures striking, crews man by man.
    pub figures: u32,
    /// Whether their thrusting spears are long.
    pub long_spear: bool,
    /// The enemy struck.
    pub target: Troop,
    /// What he holds out.
    pub target_weapon: Reach,
    /// Where he is struck.
    pub target_side: Quarter,
    /// Whether he cannot use shields for some other reason.
    pub target_shieldless: bool,
    /// Whether he is in cover.
    pub cover: bool,
    /// By how many causes those who strike are disorganised.
    pub disorganised: u8,
    /// Whether they lost a man a figure to fire this period or last.
    pub hit_by_fire: bool,
    /// Whether they stand higher, or charged from higher ground.
    pub higher_ground: bool,
    /// Whether they charge, countercharge or follow up.
    pub charging: bool,
    /// Whether the general fights with them.
    pub general_with: bool,
}

impl Blows {
    /// Blows with nothing for or against them.
    pub fn new(weapon: Hand, regular: bool, figures: u32, target: Troop) -> Self {
        Blows {
            weapon,
            regular,
            figures,
            long_spear: false,
            target,
            target_weapon: Reach::Other,
            target_side: Quarter::Front,
            target_shieldless: false,
            cover: false,
            disorganised: 0,
            hit_by_fire: false,
            higher_ground: false,
            charging: false,
            general_with: false,
        }
    }
}

/// The weapon factor against a target (`wrg1969.melee.factors`).
pub fn weapon_factor(weapon: Hand, target: Troop) -> i8 {
    tables().hand_factor(weapon, target)
}

/// All factors of some blows but the random one.
pub fn factors(blows: &Blows) -> Factors {
    let worth = &tables().tactical;
    let (target, side) = (blows.target, blows.target_side);
    let mut sum = Factors::default();
    sum.apply(Factor { rule: rule::MELEE_FACTORS, value: weapon_factor(blows.weapon, target) });
    sum.apply_if(blows.cover, worth.enemy_in_cover);
    let disorganised = Factor { value: disorganisation(blows.disorganised), ..worth.disorganised };
    sum.apply_if(disorganised.value != 0, disorganised);
    sum.apply_if(blows.hit_by_fire, worth.losses);
    sum.apply_if(outreached(blows), worth.against_pikes);
    let bare = blows.target_shieldless || side.is_open() || blows.target_weapon == Reach::Pike;
    if bare && let Some(lack) = shields::lack(target) {
        sum.apply(lack);
    }
    sum.apply_if(blows.charging, worth.charging);
    sum.apply_if(blows.higher_ground, worth.higher_ground);
    sum.apply_if(target == Troop::SuperHeavyCavalry && side != Quarter::Front, worth.shc_flanked);
    sum.apply_if(target.is_chariot() && side.is_flank(), worth.chariot_flanked);
    sum
}

/// Whether pikes or long spears keep them off: only from the front, and not those with the like.
fn outreached(blows: &Blows) -> bool {
    let equals = blows.weapon == Hand::Pike || (blows.weapon == Hand::ThrustingSpear && blows.long_spear);
    blows.target_weapon != Reach::Other && blows.target_side == Quarter::Front && !equals
}

/// The red die and the black die of hand-to-hand fighting (`wrg1969.random.melee`).
pub fn dice_of(regular: bool) -> [&'static Die; 2] {
    [&AVERAGE, if regular { &AVERAGE } else { &D6 }]
}

/// The random factor: black less red, never less than nothing with the general (`wrg1969.random.general`).
pub fn random(red: u8, black: u8, general_with: bool) -> i8 {
    let drawn = i8::try_from(black).unwrap_or(0) - i8::try_from(red).unwrap_or(0);
    if general_with && drawn < 0 {
        return 0;
    }
    drawn
}

/// Throws the dice, red first, and strikes.
pub fn strike(blows: &Blows, why: RollId, dice: &mut dyn Dice) -> Shot {
    let [red, black] = dice_of(blows.regular);
    let (red, black) = (dice.roll(why, red), dice.roll(why, black));
    hit(factors(blows).total(), random(red, black, blows.general_with), blows.figures)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spears(target_weapon: Reach, target_side: Quarter) -> Blows {
        let plain = Blows::new(Hand::ThrustingSpear, true, 10, Troop::HeavyInfantry);
        Blows { target_weapon, target_side, ..plain }
    }

    #[test]
    fn pikes_keep_others_off_their_front_alone() {
        let total = |blows: Blows| factors(&blows).total();
        assert_eq!(total(spears(Reach::Pike, Quarter::Front)), 3 - 1 + 1);
        assert_eq!(total(spears(Reach::LongSpear, Quarter::Front)), 3 - 1);
        assert_eq!(total(spears(Reach::LongSpear, Quarter::ShieldedFlank)), 3);
        assert_eq!(total(Blows { long_spear: true, ..spears(Reach::LongSpear, Quarter::Front) }), 3);
        let axes = Blows {
            weapon: Hand::TwoHandedAxe,
            long_spear: true,
            ..spears(Reach::LongSpear, Quarter::Front)
        };
        assert_eq!(total(axes), 5 - 1);
    }

    #[test]
    fn a_factor_worth_nothing_is_listed_when_it_applied() {
        let at_elephants = Blows::new(Hand::ThrustingSpear, true, 10, Troop::Elephant);
        let listed = factors(&at_elephants);
        assert_eq!((listed.list().len(), listed.list()[0].value, listed.tally().factors().len()), (1, 0, 0));
    }

    #[test]
    fn the_general_takes_away_bad_luck_alone() {
        assert_eq!([(5, 1), (3, 3), (2, 6)].map(|(r, b)| random(r, b, true)), [0, 0, 4]);
        assert_eq!(random(5, 1, false), -4);
    }
}
