//! Tom's Ancient Warfare Rules: units on cards, handfuls of dice, break tests.
//!
//! One module a chapter. Everything inside is measured in inches.

pub mod ambush;
pub mod army;
pub mod attack;
pub mod ballista;
pub mod board;
pub mod broken;
pub mod charge;
pub mod decision;
pub mod declare;
pub mod desk;
pub mod elephant;
pub mod fire;
pub mod flame;
pub mod harm;
pub mod house;
pub mod kill;
pub mod land;
pub mod march;
pub mod melee;
pub mod morale;
pub mod phase;
pub mod place;
pub mod rates;
pub mod react;
pub mod rule;
pub mod scenario;
pub mod screen;
pub mod setup;
pub mod shield;
pub mod sight;
pub mod tables;
pub mod troop;
pub mod turn;
pub mod veil;
pub mod victory;
pub mod words;

mod book;
mod play;

pub use book::Toms;
