//! The two charts: what a score means, how long it lasts, what becomes of the order.

use crate::house::House;
use crate::rule;
use crate::state::{Grade, Reaction};
use crate::tables::tables;
use ruling::{RuleId, ledger};

impl Reaction {
    /// Every result, worst first.
    pub const ALL: [Reaction; 11] = [
        Reaction::LeaveField,
        Reaction::Break,
        Reaction::Retreat,
        Reaction::Retire,
        Reaction::Halt,
        Reaction::HaltDisorganised,
        Reaction::FallBack,
        Reaction::CarryOn,
        Reaction::AdvanceOnEnemy,
        Reaction::ActAsCinc,
        Reaction::UncontrolledAdvance,
    ];

    /// The word used in files, questions and answers.
    pub const fn key(self) -> &'static str {
        match self {
            Reaction::Break => "break",
            Reaction::Retreat => "retreat",
            Reaction::Retire => "retire",
            Reaction::Halt => "halt",
            Reaction::HaltDisorganised => "halt_disorganised",
            Reaction::FallBack => "fall_back",
            Reaction::CarryOn => "carry_on",
            Reaction::AdvanceOnEnemy => "advance_on_enemy",
            Reaction::ActAsCinc => "act_as_cinc",
            Reaction::UncontrolledAdvance => "uncontrolled_advance",
            Reaction::LeaveField => "leave_field",
        }
    }

    /// For how many periods it runs; 0 where it does not count periods (`wrg1969.reaction.effect`).
    pub fn periods(self) -> u8 {
        tables().reaction.periods(self)
    }

    /// Whether it stands lower on the chart than another: the worse band.
    pub fn is_worse_than(self, other: Reaction) -> bool {
        let place = |of: Reaction| Reaction::ALL.iter().position(|&r| r == of);
        place(self) < place(other)
    }

    /// Whether it is anything but going on as ordered (`wrg1969.orders.positive`).
    pub fn positive(self) -> bool {
        self != Reaction::CarryOn
    }

    /// The rule that says what the unit then does.
    pub const fn rule(self) -> RuleId {
        match self {
            Reaction::Break => rule::REACTION_EFFECT_BREAK,
            Reaction::Retreat => rule::REACTION_EFFECT_RETREAT,
            Reaction::Retire => rule::REACTION_EFFECT_RETIRE,
            Reaction::Halt => rule::REACTION_EFFECT_HALT,
            Reaction::HaltDisorganised => rule::REACTION_EFFECT_HALT_OR_RETIRE,
            Reaction::FallBack => rule::REACTION_EFFECT_FALL_BACK,
            Reaction::CarryOn => rule::REACTION_EFFECT,
            Reaction::AdvanceOnEnemy => rule::REACTION_EFFECT_ADVANCE_ON_ENEMY,
            Reaction::ActAsCinc => rule::REACTION_EFFECT_ACT_AS_CINC,
            Reaction::UncontrolledAdvance => rule::REACTION_EFFECT_UNCONTROLLED,
            Reaction::LeaveField => rule::REACTION_LEAVE_FIELD,
        }
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
    ledger::cite(rule::ORDERS_POSITIVE);
    match result {
        Reaction::ActAsCinc => OrderThen::New,
        _ if !has_order => OrderThen::None,
        Reaction::CarryOn => OrderThen::Kept,
        Reaction::Halt if !house.halt_cancels_order => OrderThen::Suspended,
        _ => OrderThen::Cancelled,
    }
}
