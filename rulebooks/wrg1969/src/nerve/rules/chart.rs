//! The two charts: what a score means, how long it lasts, what becomes of the order.

use crate::data::reaction::{Grade, Reaction};
use crate::data::tables::tables;
use crate::house::House;
use crate::rule;
use ruling::RuleId;

impl Reaction {
    /// For how many periods it runs; 0 where it does not count periods (`wrg1969.reaction.effect`).
    pub fn periods(self) -> u8 {
        tables().reaction.periods(self)
    }
}

/// Which chart a unit reads and how it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Its grade.
    pub grade: Grade,
    /// Whether it has an order.
    pub has_order: bool,
    /// Whether it was fired on this period or is being charged.
    pub pressed: bool,
    /// Whether it is pursuing.
    pub pursuing: bool,
}

/// The chart a unit reads.
pub const fn chart(has_order: bool) -> RuleId {
    if has_order { rule::REACTION_CHART_ORDERED } else { rule::REACTION_CHART_UNORDERED }
}

/// What a score means.
pub fn read(unit: Standing, score: i16) -> Reaction {
    let bands = &tables().reaction.chart(unit.has_order)[unit.grade as usize];
    match (bands.below(score), unit.has_order) {
        (0, _) if unit.pressed => Reaction::Break,
        (0, _) => Reaction::Retreat,
        (1, true) => Reaction::Retire,
        (1, false) if unit.pursuing => Reaction::HaltDisorganised,
        (1, false) => Reaction::Retire,
        (2, true) => Reaction::Halt,
        (2, false) => Reaction::FallBack,
        (3, true) => Reaction::CarryOn,
        (3, false) => Reaction::AdvanceOnEnemy,
        (4, _) => Reaction::ActAsCinc,
        _ => Reaction::UncontrolledAdvance,
    }
}

/// The least score at which a unit goes out of control.
pub fn uncontrolled_from(unit: Standing) -> i16 {
    tables().reaction.chart(unit.has_order)[unit.grade as usize].highest_from()
}

/// What becomes of the order of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OrderThen {
    /// It stands.
    Kept,
    /// It waits until the result has run.
    Suspended,
    /// It is struck out.
    Cancelled,
    /// The owner writes another.
    New,
    /// There was none and there is none.
    None,
}

impl OrderThen {
    /// The word used in answers.
    pub const fn key(self) -> &'static str {
        match self {
            OrderThen::Kept => "kept",
            OrderThen::Suspended => "suspended",
            OrderThen::Cancelled => "cancelled",
            OrderThen::New => "new",
            OrderThen::None => "none",
        }
    }
}

/// What a result does to the order (`wrg1969.orders.positive`).
pub fn order_then(house: &House, has_order: bool, result: Reaction) -> OrderThen {
    match result {
        Reaction::ActAsCinc => OrderThen::New,
        _ if !has_order => OrderThen::None,
        Reaction::CarryOn => OrderThen::Kept,
        Reaction::Halt if !house.halt_cancels_order => OrderThen::Suspended,
        _ => OrderThen::Cancelled,
    }
}
