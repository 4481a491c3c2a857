//! Answers to a charge: which a unit may give.

use crate::armour::Face;
use crate::rule;
use crate::troop::{Order, Troop};
use ruling::RuleId;

/// An answer to a charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reaction {
    /// Hold.
    Hold,
    /// Stand and shoot.
    StandAndShoot,
    /// Flee.
    Flee,
    /// Fire and flee.
    FireAndFlee,
    /// Counter-charge.
    CounterCharge,
}

impl Reaction {
    /// All of them, in the order of the sheet.
    pub const ALL: [Reaction; 5] = [
        Reaction::Hold,
        Reaction::StandAndShoot,
        Reaction::Flee,
        Reaction::FireAndFlee,
        Reaction::CounterCharge,
    ];

    /// The word used in answers.
    pub const fn key(self) -> &'static str {
        match self {
            Reaction::Hold => "hold",
            Reaction::StandAndShoot => "stand_and_shoot",
            Reaction::Flee => "flee",
            Reaction::FireAndFlee => "fire_and_flee",
            Reaction::CounterCharge => "counter_charge",
        }
    }

    /// The words shown to a player.
    pub const fn label(self) -> &'static str {
        match self {
            Reaction::Hold => "Hold",
            Reaction::StandAndShoot => "Stand and shoot",
            Reaction::Flee => "Flee",
            Reaction::FireAndFlee => "Fire and flee",
            Reaction::CounterCharge => "Counter-charge",
        }
    }

    /// Its rule.
    pub const fn rule(self) -> RuleId {
        match self {
            Reaction::Hold => rule::REACT_HOLD,
            Reaction::StandAndShoot => rule::REACT_STAND_AND_SHOOT,
            Reaction::Flee => rule::REACT_FLEE,
            Reaction::FireAndFlee => rule::REACT_FIRE_AND_FLEE,
            Reaction::CounterCharge => rule::REACT_COUNTER_CHARGE,
        }
    }
}

/// A charge as its target sees it.
#[derive(Clone, Copy, Debug)]
pub struct Charged {
    /// What charges.
    pub charger: Troop,
    /// M of the charger after armour.
    pub charger_movement: u8,
    /// How far away it starts.
    pub distance: f64,
    /// What is charged.
    pub troop: Troop,
    /// How the target stands.
    pub order: Order,
    /// Whether it has missiles it may still shoot.
    pub missiles: bool,
    /// Whether it is engaged.
    pub engaged: bool,
    /// Whether it flees.
    pub fleeing: bool,
    /// Whether it is frenzied.
    pub frenzied: bool,
    /// Whether it is a march column.
    pub column: bool,
    /// Where the charge comes from.
    pub face: Face,
    /// Whether the line to the charger is clear.
    pub visible: bool,
    /// Whether it has chosen a counter-charge this turn.
    pub countered: bool,
}

impl Charged {
    /// Whether the charger starts more than half its charge move away.
    pub fn is_far(&self) -> bool {
        self.distance > f64::from(self.charger_movement)
    }

    /// Whether it is charged in flank or rear; skirmishers have neither.
    pub fn is_flanked(&self) -> bool {
        self.face != Face::Front && self.order != Order::Skirmish
    }

    /// The answers it may give (`wab.react.limits`).
    pub fn allowed(&self) -> Vec<Reaction> {
        if self.fleeing {
            return vec![Reaction::Flee];
        }
        if self.engaged || self.countered {
            return vec![Reaction::Hold];
        }
        let sees = self.visible && !self.is_flanked();
        let shoots = self.missiles && sees && self.is_far() && self.troop != Troop::Artillery;
        let flees = !self.frenzied;
        let counters = self.troop.counter_charges()
            && self.charger.counter_charges()
            && sees
            && self.is_far()
            && self.order != Order::Skirmish
            && !self.column;
        let may = |reaction| match reaction {
            Reaction::Hold => true,
            Reaction::StandAndShoot => shoots,
            Reaction::Flee => flees,
            Reaction::FireAndFlee => shoots && flees,
            Reaction::CounterCharge => counters,
        };
        Reaction::ALL.into_iter().filter(|&r| may(r)).collect()
    }

    /// Whether the charge calls for a panic test (`wab.panic.flank`).
    pub fn panics(&self) -> bool {
        self.is_flanked() && !self.fleeing && !self.frenzied
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HORSE: Charged = Charged {
        charger: Troop::Cavalry,
        charger_movement: 8,
        distance: 10.0,
        troop: Troop::Cavalry,
        order: Order::Open,
        missiles: true,
        engaged: false,
        fleeing: false,
        frenzied: false,
        column: false,
        face: Face::Front,
        visible: true,
        countered: false,
    };

    #[test]
    fn what_keeps_a_unit_from_an_answer() {
        assert_eq!(HORSE.allowed(), Reaction::ALL);
        let without = |charged: Charged| {
            let allowed = charged.allowed();
            Reaction::ALL.into_iter().filter(|r| !allowed.contains(r)).collect::<Vec<_>>()
        };
        let shots = [Reaction::StandAndShoot, Reaction::FireAndFlee];
        let far = [Reaction::StandAndShoot, Reaction::FireAndFlee, Reaction::CounterCharge];
        assert_eq!(without(Charged { distance: 8.0, ..HORSE }), far, "exactly half is not more");
        assert_eq!(without(Charged { visible: false, ..HORSE }), far);
        assert_eq!(without(Charged { face: Face::Left, ..HORSE }), far);
        assert_eq!(without(Charged { missiles: false, ..HORSE }), shots);
        assert_eq!(without(Charged { frenzied: true, ..HORSE }), [Reaction::Flee, Reaction::FireAndFlee]);
        let no_counter = [Reaction::CounterCharge];
        assert_eq!(without(Charged { column: true, ..HORSE }), no_counter);
        assert_eq!(without(Charged { charger: Troop::Infantry, ..HORSE }), no_counter);
        assert_eq!(without(Charged { troop: Troop::Infantry, ..HORSE }), no_counter);
        assert_eq!(without(Charged { order: Order::Skirmish, face: Face::Left, ..HORSE }), no_counter);
        assert_eq!(Charged { engaged: true, ..HORSE }.allowed(), [Reaction::Hold]);
        assert_eq!(Charged { countered: true, ..HORSE }.allowed(), [Reaction::Hold]);
        assert_eq!(Charged { fleeing: true, ..HORSE }.allowed(), [Reaction::Flee]);
    }

    #[test]
    fn a_charge_in_the_flank_calls_for_a_test_of_those_who_can_panic() {
        let flanked = Charged { face: Face::Rear, ..HORSE };
        assert!(flanked.panics() && !HORSE.panics());
        assert!(!Charged { fleeing: true, ..flanked }.panics());
        assert!(!Charged { frenzied: true, ..flanked }.panics());
        assert!(!Charged { order: Order::Skirmish, ..flanked }.panics());
    }
}
