//! Ancient Wargames Rules, 1st edition, 1969: written orders, simultaneous moves, reaction tests, casualties in men.
//!
//! One module a chapter. Everything inside is measured in inches; 1 inch is 10 yards.

mod aftermath;
mod army;
mod board;
mod charge;
mod combat;
mod data;
mod desk;
mod house;
mod movement;
mod nerve;
mod orders;
mod play;
pub mod rule;
mod scenario;
mod setup;
mod shooting;
mod tactics;
mod told;
mod victory;

#[cfg(test)]
#[path = "../tests/mod.rs"]
mod tests;

pub use data::book::Wrg1969;

/// What the shelf, the generals, the reports and the benches may use of this book.
pub mod api {
    /// What comes after a fight.
    pub mod aftermath {
        pub use crate::aftermath::resolve::{judge, may_stand};
        pub use crate::play::choices::Chosen;
    }
    /// Armies.
    pub mod army {
        pub use crate::army::file::fields;
        pub use crate::army::file::read;
        pub use crate::army::list::ArmyList;
        pub use crate::army::list::Line;
        pub use crate::army::lists::list;
        pub use crate::army::lists::lists;
        pub use crate::army::muster::{offer, roll};
    }
    /// Who stands where.
    pub mod board {
        pub use crate::board::cover::distance_to;
        pub use crate::board::state::{Command, Flight, General, Message, Messenger, Phase, Step, UnitState};
        pub use crate::board::{Board, Body, formation};
        pub use crate::data::feature::{Feature, Kind, Outline};
        pub use crate::data::measure::MM;
        pub use crate::data::reaction::Grade;
    }
    /// Charges: declared, answered and driven home.
    pub mod charge {
        pub use crate::charge::way::targets;
    }
    /// What the book prints: its tables, troop types and what they carry.
    pub mod data {
        pub use crate::data::troop::Troop;
    }
    /// The desk.
    pub mod desk {
        pub use crate::desk::{CASES, ask, questions};
    }
    /// house
    pub mod house {
        pub use crate::house::House;
    }
    /// Movement.
    pub mod movement {
        pub use crate::charge::answers::Answer;
        pub use crate::charge::answers::Answers;
        pub use crate::charge::answers::may_countercharge;
        pub use crate::charge::answers::may_evade;
        pub use crate::movement::course::wheel_to;
        pub use crate::movement::intent::{Go, Intent};
    }
    /// Nerve: the tests that troops take, and what comes of them.
    pub mod nerve {
        pub use crate::nerve::resolve::{is_near_enough, may_close_with};
    }
    /// Orders: written, sent, understood and obeyed.
    pub mod orders {
        pub use crate::orders::command::{Act, Plan};
        pub use crate::orders::knowledge::groundless;
        pub use crate::orders::language::{Names, print};
        pub use crate::orders::messengers::is_free;
        pub use crate::orders::order::{
            Charge, Condition, Deed, Leg, Order, Ref, Shape, Signal, Trigger, Verb, Where,
        };
        pub use crate::orders::sheet::{ask, names_for};
        pub use crate::orders::signals::{print as print_signal, reaches};
    }
    /// The face that the book turns to the engine.
    pub mod play {
        pub use crate::play::rulebook::Plan;
    }
    /// Scenarios.
    pub mod scenario {
        pub use crate::scenario::file::fields;
        pub use crate::scenario::pairing::pairing;
        pub use crate::scenario::read::bundled;
        pub use crate::scenario::read::read;
    }
    /// Setting up.
    pub mod setup {
        pub use crate::setup::deploy::overlap;
        pub use crate::setup::deploy::troubles;
    }
    /// Tactics.
    pub mod tactics {
        pub use crate::tactics::clash::Thought;
        pub use crate::tactics::station::Station;
        pub use crate::tactics::station::likely_grade;
        pub use crate::tactics::station::range;
        pub use crate::tactics::station::station;
    }
    /// Winning and losing.
    pub mod victory {
        pub use crate::victory::resolve::ground;
        pub use crate::victory::resolve::totals;
        pub use crate::victory::resolve::worth;
    }
}
