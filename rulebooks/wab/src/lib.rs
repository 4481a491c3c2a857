//! Warhammer Ancient Battles: models that hit, wound and save, charges and answers, psychology, break tests.
//!
//! One folder a chapter, read in the order of play: `play::sequence` says what follows what. Everything inside is
//! measured in inches; bases are given in millimetres.

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

pub use board::book::Wab;

/// What the shelf, the generals, the reports and the benches may use of this book.
pub mod api {
    /// What comes after a fight.
    pub mod aftermath {
        pub use crate::aftermath::flight::away_from;
        pub use crate::aftermath::rally::{facings, widths};
        pub use crate::aftermath::rules::{Automatic, Beaten, Fate, Run, catches};
    }
    /// Armies.
    pub mod army {
        pub use crate::army::file::{fields, read, ready};
        pub use crate::army::list::{ArmyList, Entry, lists};
        pub use crate::army::muster::{offer, roll};
    }
    /// Who stands where.
    pub mod board {
        pub use crate::board::bodies::{Board, Body, footprint};
        pub use crate::board::faces::{edge, face, in_arc};
        pub use crate::board::room::{to_table_edge, way_is_clear};
        pub use crate::board::shape::{at_front, wheel, wheel_cost};
        pub use crate::board::sight::sees;
        pub use crate::board::state::{Contact, Phase, Query, State, Step};
        pub use crate::board::terrain::{afford, cost, is_lined, stretches, under};
    }
    /// Charges: declared, answered and driven home.
    pub mod charge {
        pub use crate::board::state::{Answer, Declaration};
        pub use crate::charge::approach::{Arrival, best, towards};
        pub use crate::charge::declare::{declarations, redirect_options};
    }
    /// Close combat.
    pub mod combat {
        pub use crate::combat::attacks::{Striker, Turn};
        pub use crate::combat::fighters::{arms, sides};
        pub use crate::combat::forecast::{Duel, End, Stroke};
        pub use crate::combat::resolve::combats;
        pub use crate::combat::rules::Blows;
    }
    /// What the book prints: its tables, troop types and what they carry.
    pub mod data {
        pub use crate::data::armour::Face;
        pub use crate::data::formation::Block;
        pub use crate::data::length::MM;
        pub use crate::data::tables::{Going, tables};
        pub use crate::data::troop::{Trait, Troop, Weapon};
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
        pub use crate::movement::manner;
        pub use crate::movement::path::can_march;
        pub use crate::movement::remaining::movers;
    }
    /// Nerve: the tests that troops take, and what comes of them.
    pub mod nerve {
        pub use crate::nerve::fear::{Dread, of};
        pub use crate::nerve::leadership::leaders;
        pub use crate::nerve::panic::panic_target;
        pub use crate::nerve::rules::chance;
    }
    /// Scenarios.
    pub mod scenario {
        pub use crate::scenario::file::fields;
        pub use crate::scenario::pairing::pairing;
        pub use crate::scenario::read::{bundled, read};
    }
    /// Shooting.
    pub mod shooting {
        pub use crate::shooting::resolve::{shooters, shots};
    }
    /// Victory.
    pub mod victory {
        pub use crate::victory::losses;
    }
}
