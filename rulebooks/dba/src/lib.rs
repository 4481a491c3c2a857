//! De Bellis Antiquitatis, 3000 BC to 1900 AD: twelve elements a side, PIPs, opposed dice.
//!
//! One folder a chapter, to be read beside the rules: `data`, `army`, `scenario` and `setup` come before a battle,
//! `board` says who stands where, then `movement`, `contact`, `shooting`, `combat` and `aftermath` follow the bound,
//! and `victory` ends it. `play` is the engine's face, `desk` answers questions, `tactics` is what generals may know.
//!
//! Everything inside is measured in paces; 100 paces are 25 mm on the table.

mod aftermath;
mod army;
mod board;
mod combat;
mod contact;
mod data;
mod desk;
mod house;
mod movement;
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

pub use data::book::Dba;

/// What the shelf, the generals, the reports and the benches may use of this book.
pub mod api {
    /// What comes after a fight.
    pub mod aftermath {
        pub use crate::aftermath::recoil::decide;
    }
    /// Armies.
    pub mod army {
        pub use crate::army::file::{fields, read};
        pub use crate::army::muster::{offer, roll};
        pub use crate::data::lists::{ArmyList, Line, list, lists};
    }
    /// Who stands where.
    pub mod board {
        pub use crate::board::camp::{held_by, may_occupy};
        pub use crate::board::geometry::{Contact, behind, contact, line_up, shot_distance};
        pub use crate::board::ground::{
            defends_bank, going, in_river, in_waterway, on_table, shuns_bad_going, uphill,
        };
        pub use crate::board::state::{Holder, Marks, Pair, Phase, Purse, Shot, Step};
        pub use crate::board::{Base, Board};
        pub use crate::data::scale::{MM, NEAR, WIDTH};
    }
    /// Close combat.
    pub mod combat {
        pub use crate::combat::fighters::fighter;
        pub use crate::combat::resolve::pairs;
        pub use crate::combat::rules::fighter::{Fighter, Supporter};
        pub use crate::combat::rules::{Clash, Kind, Role, fight};
    }
    /// Contact: who may move into it, and how they stand then.
    pub mod contact {
        pub use crate::contact::facing::turn_to_face;
        pub use crate::contact::rules::flank_start;
    }
    /// What the book prints: its tables, troop types and what they carry.
    pub mod data {
        pub use crate::data::tables::{Circumstance, tables};
        pub use crate::data::troop::{Arm, Going, Troop, TroopSet};
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
        pub use crate::movement::check::check;
        pub use crate::movement::plan::MovePlan;
        pub use crate::movement::resolve::carry_out;
    }
    /// Scenarios.
    pub mod scenario {
        pub use crate::scenario::file::fields;
        pub use crate::scenario::pairing::pairing;
        pub use crate::scenario::read::{bundled, read};
    }
    /// Setting up.
    pub mod setup {
        pub use crate::setup::camp::find;
        pub use crate::setup::deploy::{elements, reason, swapped};
        pub use crate::setup::home::Home;
    }
    /// Shooting.
    pub mod shooting {
        pub use crate::shooting::shots::line;
        pub use crate::shooting::targets::{MOST, is_gun, reach, shooters};
    }
    /// Tactics.
    pub mod tactics {
        pub use crate::tactics::fire::fire;
        pub use crate::tactics::melee::{Melee, melee};
        pub use crate::tactics::odds::{Contender, closes, likes_bad_going, matchup, stakes, worth};
        pub use crate::tactics::stance::{Stance, Tie};
        pub use crate::tactics::station::{Station, ranks, station};
    }
    /// Winning and losing.
    pub mod victory {
        pub use crate::victory::{limit, losses};
    }
}
