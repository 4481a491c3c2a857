//! War Games Rules 3000 BC to 1485 AD, 6th edition: order codes, nine steps a period, reaction tests, casualties in men.
//!
//! One module a chapter. Everything inside is measured in paces; 1 pace is 1 mm on the table.

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

pub use data::book::Wrg6;

/// What the shelf, the generals, the reports and the benches may use of this book.
pub mod api {
    /// What comes after a fight.
    pub mod aftermath {
        pub use crate::aftermath::off_table::read_entry;
    }
    /// Armies.
    pub mod army {
        pub use crate::army::muster::{offer, roll};
        pub use crate::army::{Army, ArmyList, Line, fields, list, lists, pairing, read};
    }
    /// Who stands where.
    pub mod board {
        pub use crate::board::Board;
        pub use crate::board::state::{Charge, Phase, Step};
    }
    /// Charges: declared, answered and driven home.
    pub mod charge {
        pub use crate::board::state::Answer;
        pub use crate::charge::resolve::targets;
    }
    /// What the book prints: its tables, troop types and what they carry.
    pub mod data {
        pub use crate::data::kit::Land;
        pub use crate::data::tables::tables;
        pub use crate::data::troop::{Class, Training};
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
        pub use crate::movement::written::{Doing, allowance, judge};
    }
    /// Nerve: the tests that troops take, and what comes of them.
    pub mod nerve {
        pub use crate::data::occasion::Occasion;
        pub use crate::nerve::resolve::{Sign, choices, test};
        pub use crate::nerve::rules::{Line, Outcome, Test};
    }
    /// Orders: written, sent, understood and obeyed.
    pub mod orders {
        pub use crate::orders::order::{Area, Order, Pace, Posture};
        pub use crate::orders::riding::read;
        pub use crate::orders::sheet::{Item, Plan, Sheet, Written, of};
    }
    /// The face that the book turns to the engine.
    pub mod play {
        pub use crate::play::period::play;
        pub use crate::play::step9::count;
    }
    /// Scenarios.
    pub mod scenario {
        pub use crate::scenario::{bundled, fields, read};
    }
    /// Setting up.
    pub mod setup {
        pub use crate::setup::drawn_up;
    }
    /// Shooting.
    pub mod shooting {
        pub use crate::shooting::resolve::shot;
    }
    /// Tactics.
    pub mod tactics {
        pub use crate::tactics::{head_on, march, worth};
    }
    /// Winning and losing.
    pub mod victory {
        pub use crate::victory::Count;
    }
}
