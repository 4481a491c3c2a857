//! Answers to a charge: which a unit may give.

use crate::board::state::Answer;
use crate::data::armour::Face;
use crate::data::troop::{Order, Troop};
use crate::house::House;

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
    pub fn allowed(&self, house: &House) -> Vec<Answer> {
        if self.fleeing {
            return vec![Answer::Flee];
        }
        if self.engaged || self.countered {
            return vec![Answer::Hold];
        }
        let sees = self.visible && !self.is_flanked();
        let shoots = self.missiles && sees && self.is_far() && self.troop != Troop::Artillery;
        let flees = !self.frenzied;
        let counters = self.troop.counter_charges()
            && self.charger.counter_charges()
            && sees
            && (self.is_far() || !house.counter_charge_far)
            && self.order != Order::Skirmish
            && !self.column;
        let may = |reaction| match reaction {
            Answer::Hold => true,
            Answer::StandAndShoot => shoots,
            Answer::Flee => flees,
            Answer::FireAndFlee => shoots && flees,
            Answer::CounterCharge => counters,
        };
        Answer::ALL.into_iter().filter(|&r| may(r)).collect()
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
        let house = House::default();
        assert_eq!(HORSE.allowed(&house), Answer::ALL);
        let without = |charged: Charged| {
            let allowed = charged.allowed(&house);
            Answer::ALL.into_iter().filter(|r| !allowed.contains(r)).collect::<Vec<_>>()
        };
        let shots = [Answer::StandAndShoot, Answer::FireAndFlee];
        let far = [Answer::StandAndShoot, Answer::FireAndFlee, Answer::CounterCharge];
        assert_eq!(without(Charged { distance: 8.0, ..HORSE }), shots, "exactly half is not more");
        let strict = House { counter_charge_far: true, ..House::default() };
        assert!(!Charged { distance: 8.0, ..HORSE }.allowed(&strict).contains(&Answer::CounterCharge));
        assert_eq!(without(Charged { visible: false, ..HORSE }), far);
        assert_eq!(without(Charged { face: Face::Left, ..HORSE }), far);
        assert_eq!(without(Charged { missiles: false, ..HORSE }), shots);
        assert_eq!(without(Charged { frenzied: true, ..HORSE }), [Answer::Flee, Answer::FireAndFlee]);
        let no_counter = [Answer::CounterCharge];
        assert_eq!(without(Charged { column: true, ..HORSE }), no_counter);
        assert_eq!(without(Charged { charger: Troop::Infantry, ..HORSE }), no_counter);
        assert_eq!(without(Charged { troop: Troop::Infantry, ..HORSE }), no_counter);
        assert_eq!(without(Charged { order: Order::Skirmish, face: Face::Left, ..HORSE }), no_counter);
        assert_eq!(Charged { engaged: true, ..HORSE }.allowed(&house), [Answer::Hold]);
        assert_eq!(Charged { countered: true, ..HORSE }.allowed(&house), [Answer::Hold]);
        assert_eq!(Charged { fleeing: true, ..HORSE }.allowed(&house), [Answer::Flee]);
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
