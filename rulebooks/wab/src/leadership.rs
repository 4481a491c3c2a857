//! Leadership: whose is used, what changes it, and the test.

use crate::rule;
use crate::tables::tables;
use crate::troop::Order;
use dice::{D6, Dice, Dist, Fraction, RollId};
use ruling::{RuleId, Tally};

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

/// A roll for a test under a rule.
pub fn roll(rule: RuleId, side: u8, unit: u16) -> RollId {
    RollId::new(rule.as_str(), side).unit(unit)
}
