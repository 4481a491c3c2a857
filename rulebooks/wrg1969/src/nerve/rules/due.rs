//! When a unit must test, when it may, and when it may not.

use crate::data::reaction::{Occasion, When};
use crate::data::tables::tables;
use crate::house::House;
use crate::rule;
use arrayvec::ArrayVec;
use mechanics::{Befallen, occasions_due};
use ruling::RuleId;

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
    let barred = is_barred(house, unit);
    let mut tests = ArrayVec::new();
    for spec in occasions_due(&tables().reaction.occasions, &unit.befallen) {
        // Nothing keeps those from testing who fall below half.
        if !barred || spec.occasion == Occasion::BelowHalf {
            tests.push((spec.occasion, spec.moment));
        }
    }
    (tests, !fixed && !running)
}

/// The rules by which those tests are due, or none is.
pub fn rules_of_due(house: &House, unit: &Due, tests: &[(Occasion, When)]) -> Vec<RuleId> {
    let mut rules: Vec<RuleId> = tests.iter().map(|(occasion, _)| occasion.rule()).collect();
    let timed = tests.iter().any(|(_, when)| *when == When::EndOfPeriod);
    rules.extend(timed.then_some(rule::REACTION_TIMING));
    let charged = tests.iter().any(|(_, when)| *when == When::AtBonusPoint);
    rules.extend(charged.then_some(rule::REACTION_TIMING_CHARGED));
    // Whatever the reasons of one moment, one test is made for all of them.
    rules.extend((tests.len() > 1).then_some(rule::REACTION_ONCE));
    rules.extend(is_barred(house, unit).then_some(rule::REACTION_BARRED));
    rules.push(rule::REACTION_WHEN_VOLUNTARY);
    rules
}

/// Whether what a unit is about keeps it from testing.
fn is_barred(house: &House, unit: &Due) -> bool {
    let running = unit.positive_reaction || unit.pursuit_period == 1;
    let fixed = unit.in_close_combat || unit.broken || unit.uncontrolled;
    fixed || (running && !house.mandatory_tests_during_reaction)
}
