//! Shields: who can use one, who needs one, what going without is worth to the enemy.

use crate::data::tables::tables;
use crate::data::troop::Troop;
use ruling::Factor;

/// From where troops are attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quarter {
    /// The front.
    Front,
    /// The left.
    ShieldedFlank,
    /// The right.
    UnshieldedFlank,
    /// The rear.
    Rear,
}

impl Quarter {
    /// All sides.
    pub const ALL: [Quarter; 4] =
        [Quarter::Front, Quarter::ShieldedFlank, Quarter::UnshieldedFlank, Quarter::Rear];

    /// The words used in questions, in the same order.
    pub const KEYS: [&'static str; 4] = ["front", "shielded_flank", "unshielded_flank", "rear"];

    /// Whether it is either flank.
    pub const fn is_flank(self) -> bool {
        matches!(self, Quarter::ShieldedFlank | Quarter::UnshieldedFlank)
    }

    /// Whether shields are no help against what comes from there (`wrg1969.shield.use`).
    pub const fn is_open(self) -> bool {
        matches!(self, Quarter::UnshieldedFlank | Quarter::Rear)
    }
}

/// What troops have in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InHand {
    /// Nothing that matters.
    None,
    /// Something for one hand.
    OneHanded,
    /// A bow.
    Bow,
    /// A staff-sling.
    StaffSling,
    /// A crossbow.
    Crossbow,
    /// A two-handed lance.
    Kontos,
    /// A pike.
    Pike,
    /// A long axe or mace.
    TwoHandedAxe,
}

impl InHand {
    /// All that troops may have in hand.
    pub const ALL: [InHand; 8] = [
        InHand::None,
        InHand::OneHanded,
        InHand::Bow,
        InHand::StaffSling,
        InHand::Crossbow,
        InHand::Kontos,
        InHand::Pike,
        InHand::TwoHandedAxe,
    ];

    /// The words used in questions, in the same order.
    pub const KEYS: [&'static str; 8] =
        ["none", "one_handed", "bow", "staff_sling", "crossbow", "kontos", "pike", "two_handed_axe"];

    /// Whether it takes both hands.
    pub const fn both_hands(self) -> bool {
        !matches!(self, InHand::None | InHand::OneHanded)
    }
}

/// Whether troops can use their shields (`wrg1969.shield.use`).
pub fn usable(has_shield: bool, from: Quarter, in_hand: InHand) -> bool {
    has_shield && !from.is_open() && !in_hand.both_hands()
}

/// What it is worth to fire on or fight such troops when they cannot use shields (`wrg1969.tactical.shieldless`).
pub fn lack(troop: Troop) -> Option<Factor> {
    let worth = &tables().tactical;
    match troop {
        Troop::SuperHeavyCavalry => None,
        Troop::HeavyInfantry => Some(worth.shieldless_cavalry_or_hi),
        troop if troop.is_cavalry() => Some(worth.shieldless_cavalry_or_hi),
        troop if troop.is_infantry() => Some(worth.shieldless_mi_or_li),
        _ => None,
    }
}

/// Whether troops need shields: cavalry in full armour need none, nor do models (`wrg1969.shield.armoured`).
pub fn needed(troop: Troop, fully_armoured: bool) -> bool {
    !fully_armoured && (troop.is_cavalry() || troop.is_infantry())
}

/// What their lack is worth to the enemy, troops not in full armour being as other cavalry.
pub fn enemy_factor(troop: Troop, fully_armoured: bool, usable: bool) -> i8 {
    if usable || !needed(troop, fully_armoured) {
        return 0;
    }
    let troop = if troop == Troop::SuperHeavyCavalry { Troop::HeavyCavalry } else { troop };
    lack(troop).map_or(0, |factor| factor.value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shield_helps_in_front_and_on_the_left_with_a_hand_free() {
        let can = Quarter::ALL.map(|from| usable(true, from, InHand::OneHanded));
        assert_eq!(can, [true, true, false, false]);
        let can = InHand::ALL.map(|in_hand| usable(true, Quarter::Front, in_hand));
        assert_eq!(can, [true, true, false, false, false, false, false, false]);
        assert!(!usable(false, Quarter::Front, InHand::None));
    }

    #[test]
    fn the_lack_is_worth_more_against_foot_without_armour() {
        let worth = |troop| enemy_factor(troop, false, false);
        use Troop::{Elephant, HeavyInfantry, LightInfantry, MediumCavalry, StoneThrower, SuperHeavyCavalry};
        let troops = [MediumCavalry, HeavyInfantry, LightInfantry, Elephant, StoneThrower, SuperHeavyCavalry];
        assert_eq!(troops.map(worth), [1, 1, 2, 0, 0, 1]);
        assert_eq!(enemy_factor(SuperHeavyCavalry, true, false), 0);
    }
}
