//! Tom's Ancient Warfare Rules: units on cards, handfuls of dice, break tests.
//!
//! One folder a chapter, in the words of the printed rules. Everything inside is measured in inches.

mod aftermath;
mod army;
mod board;
mod charge;
mod combat;
mod data;
mod desk;
mod elephants;
mod fire;
mod house;
mod movement;
mod nerve;
mod play;
pub mod rule;
mod scenario;
mod setup;
mod shooting;
mod told;
mod victory;

#[cfg(test)]
#[path = "../tests/mod.rs"]
mod tests;

pub use data::book::Toms;

/// What the shelf, the generals, the reports and the benches may use of this book.
pub mod api {
    /// What comes after a fight.
    pub mod aftermath {
        pub use crate::aftermath::rally::may_rally;
    }
    /// Armies.
    pub mod army {
        pub use crate::army::muster::{offer, roll};
        pub use crate::army::{ArmyList, fields, list, lists, read};
    }
    /// Who stands where.
    pub mod board {
        pub use crate::board::Board;
        pub use crate::board::faces::face;
        pub use crate::board::state::{Charge, Face, Flame, Phase, Step, When};
        pub use crate::data::scale::{MM, degrees, grid, pose};
    }
    /// Charges: declared, answered and driven home.
    pub mod charge {
        pub use crate::charge::answers::options;
        pub use crate::charge::rules::{Answer, reform_dice};
        pub use crate::charge::way::{Way, best};
    }
    /// Close combat.
    pub mod combat {
        pub use crate::combat::attack::{Attack, odds};
        pub use crate::combat::resolve::{combats, next_blows};
        pub use crate::combat::rules::{blow, blow_dice, bolt, volley, volley_dice};
        pub use crate::combat::shield::{Peril, Threat, save};
    }
    /// What the book prints: its tables, troop types and what they carry.
    pub mod data {
        pub use crate::data::tables::tables;
        pub use crate::data::troop::{Body, Missile, Profile};
    }
    /// The desk.
    pub mod desk {
        pub use crate::desk::{CASES, ask, questions};
    }
    /// House rules.
    pub mod house {
        pub use crate::house::House;
    }
    /// Movement.
    pub mod movement {
        pub use crate::movement::check::{HOLDFAST, MARCH, March, check, may_act};
        pub use crate::movement::rules::turn_cost;
    }
    /// Nerve: the tests that troops take, and what comes of them.
    pub mod nerve {
        pub use crate::data::trigger::Trigger;
        pub use crate::nerve::resolve::nerve_of;
        pub use crate::nerve::rules::{Nerve, dice, number};
    }
    /// The face that the book turns to the engine.
    pub mod play {
        pub use crate::play::rulebook::Plan;
    }
    /// Scenarios.
    pub mod scenario {
        pub use crate::scenario::{TUTORIAL, bundled, fields, pairing, read};
    }
    /// Shooting.
    pub mod shooting {
        pub use crate::shooting::declare::{Declared, declarers, target_option};
        pub use crate::shooting::resolve::{Manner, attack, waiting};
        pub use crate::shooting::sight::aim;
    }
    /// Winning and losing.
    pub mod victory {
        pub use crate::victory::{Loss, loss};
    }
}
