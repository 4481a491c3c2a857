//! When a unit must test, when it may, and when it may not.

use super::Occasion;
use crate::house::House;
use crate::rule;
use crate::tables::tables;
use arrayvec::ArrayVec;
use mechanics::{Befallen, occasions_due};
use ruling::ledger;

/// When in the period a test is made (`wrg1969.reaction.timing`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// As soon as the occasion arises.
    AtOnce,
    /// When the chargers begin their bonus.
    AtBonusPoint,
    /// When all fighting is done.
    EndOfPeriod,
}

impl When {
    /// The word used in answers.
    pub const fn key(self) -> &'static str {
        match self {
            When::AtOnce => "at_once",
            When::AtBonusPoint => "at_bonus_point",
            When::EndOfPeriod => "end_of_period",
        }
    }
}

/// All that can call for a test in a period, and all that bars one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Due {
    /// What befell it.
    pub befallen: Befallen,
    /// Whether it is in uncontrolled advance.
    pub uncontrolled: bool,
    /// Whether it is in close fighting.
    pub in_close_combat: bool,
    /// Whether it is broken.
    pub broken: bool,
    /// The period of its pursuit, 0 for none.
    pub pursuit_period: u8,
    /// Whether it carries out a positive result.
    pub positive_reaction: bool,
}

/// Every test due, those that cannot wait first, and whether the owner may ask for one.
pub fn due(house: &House, unit: &Due) -> (ArrayVec<(Occasion, When), 10>, bool) {
    let running = unit.positive_reaction || unit.pursuit_period == 1;
    let fixed = unit.in_close_combat || unit.broken || unit.uncontrolled;
    let barred = fixed || (running && !house.mandatory_tests_during_reaction);
    if barred {
        ledger::cite(rule::REACTION_BARRED);
    }
    let mut tests = ArrayVec::new();
    for spec in occasions_due(&tables().reaction.occasions, &unit.befallen) {
        // Nothing keeps those from testing who fall below half.
        if !barred || spec.occasion == Occasion::BelowHalf {
            ledger::cite(spec.rule);
            tests.push((spec.occasion, spec.moment));
        }
    }
    if tests.iter().any(|(_, when)| *when == When::EndOfPeriod) {
        ledger::cite(rule::REACTION_TIMING);
    }
    if tests.len() > 1 {
        // Whatever the reasons of one moment, one test is made for all of them.
        ledger::cite(rule::REACTION_ONCE);
    }
    ledger::cite(rule::REACTION_WHEN_VOLUNTARY);
    (tests, !fixed && !running)
}
