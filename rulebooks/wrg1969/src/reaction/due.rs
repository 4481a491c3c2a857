//! When a unit must test, when it may, and when it may not.

use super::Occasion;
use crate::house::House;
use crate::rule;
use crate::tables::tables;
use arrayvec::ArrayVec;
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
    /// Its figures now.
    pub figures: u16,
    /// Its figures before this period's losses.
    pub figures_before: u16,
    /// The figures it began with.
    pub original: u16,
    /// Whether it is charged.
    pub charged: bool,
    /// Whether the charger touches it within its normal move.
    pub contact_in_normal_move: bool,
    /// Whether it is fired on for the first time.
    pub first_fired_on: bool,
    /// Whether it is within charge reach of an enemy for the first time.
    pub first_in_charge_reach: bool,
    /// How far off an enemy is whom cover had hidden.
    pub hidden_enemy_at: Option<f64>,
    /// Whether it was warned of him.
    pub warned: bool,
    /// Whether it is to come to close quarters under orders.
    pub ordered_to_close: bool,
    /// Whether it is in uncontrolled advance.
    pub uncontrolled: bool,
    /// How far off the nearest friendly unit broke.
    pub friend_broke_at: Option<f64>,
    /// Men lost to missiles this period.
    pub missile_men_lost: u32,
    /// Whether it threw back an infantry attack that it was ordered to await.
    pub thrown_back_attack: bool,
    /// How far off its general was lost.
    pub general_lost_at: Option<f64>,
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
    let mut tests = ArrayVec::new();
    let mut test = |called_for: bool, occasion: Occasion, when: When| {
        if called_for {
            ledger::cite(occasion.rule());
            tests.push((occasion, when));
        }
    };
    let reach = &tables().reaction.distance;
    let within = |at: Option<f64>, reach: f64| at.is_some_and(|at| crate::rates::within(at, reach));

    let half = |figures: u16| u32::from(figures) * 2 >= u32::from(unit.original);
    test(half(unit.figures_before) && !half(unit.figures), Occasion::BelowHalf, When::AtOnce);

    let running = unit.positive_reaction || unit.pursuit_period == 1;
    let fixed = unit.in_close_combat || unit.broken || unit.uncontrolled;
    let barred = fixed || (running && !house.mandatory_tests_during_reaction);
    if barred {
        ledger::cite(rule::REACTION_BARRED);
    } else {
        test(unit.charged && !unit.contact_in_normal_move, Occasion::Charged, When::AtBonusPoint);
        let met = unit.first_fired_on || unit.first_in_charge_reach;
        test(met, Occasion::FirstContact, When::EndOfPeriod);
        let surprised = within(unit.hidden_enemy_at, reach.surprise) && !unit.warned;
        test(surprised, Occasion::Surprise, When::EndOfPeriod);
        test(unit.ordered_to_close, Occasion::Closing, When::EndOfPeriod);
        let friend = within(unit.friend_broke_at, reach.friend_breaks);
        test(friend, Occasion::FriendBreaks, When::EndOfPeriod);
        // Two men for every figure there was before the fire.
        let shot_down =
            unit.missile_men_lost > 0 && unit.missile_men_lost >= 2 * u32::from(unit.figures_before);
        test(shot_down, Occasion::MissileLoss, When::EndOfPeriod);
        test(unit.thrown_back_attack, Occasion::ThrownBack, When::AtOnce);
        let orphaned = within(unit.general_lost_at, reach.general_lost);
        test(orphaned, Occasion::GeneralLost, When::EndOfPeriod);
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
