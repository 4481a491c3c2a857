//! Rallying: the dice, the number, and who cannot.

use crate::data::tables::tables;
use crate::data::troop::Profile;
use crate::house::{House, RallyEnemyNear};
use crate::rule;
use ruling::{RuleId, Tally};

/// What a rally is tried with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chance {
    /// How many friendly generals are near.
    pub generals: u16,
    /// Whether an enemy is near.
    pub enemy_near: bool,
}

/// The dice of a rally (`toms.rally.dice`, `toms.rally.generals`, `toms.rally.enemy_near`).
pub fn rally_dice(house: &House, chance: Chance) -> Tally {
    let rally = &tables().rally;
    let mut tally = Tally::of("dice");
    tally.add(rule::RALLY_DICE, rally.dice);
    tally.add(rule::RALLY_GENERALS, rally.each * chance.generals as i8);
    let enemy = match (house.rally_enemy_near, chance.enemy_near) {
        (RallyEnemyNear::Adds, true) | (RallyEnemyNear::NoEnemyAdds, false) => rally.enemy,
        (RallyEnemyNear::Removes, true) => -rally.enemy,
        _ => 0,
    };
    tally.add(rule::RALLY_ENEMY_NEAR, enemy);
    tally
}

/// What a die must show to rally a type (`toms.rally.number`).
pub fn rally_needs(who: &Profile) -> u8 {
    if who.trained { tables().rally.trained } else { tables().rally.untrained }
}

/// Why a broken unit cannot rally now, if it cannot.
pub fn cannot_rally(lost: bool, engaged: bool) -> Option<RuleId> {
    if lost {
        return Some(rule::RALLY_CASUALTIES);
    }
    engaged.then_some(rule::RALLY_ENGAGED)
}
