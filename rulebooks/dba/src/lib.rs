//! De Bellis Antiquitatis, 3000 BC to 1900 AD: twelve elements a side, PIPs, opposed dice.
//!
//! One module a chapter. Everything inside is measured in paces; 100 paces are 25 mm on the table.

pub mod army;
pub mod board;
pub mod bound;
pub mod camp;
pub mod combat;
pub mod desk;
pub mod fight;
pub mod flight;
pub mod geometry;
pub mod ground;
pub mod house;
pub mod outcome;
pub mod passing;
pub mod phase;
pub mod pursuit;
pub mod rates;
pub mod recoil;
pub mod results;
pub mod rule;
pub mod scenario;
pub mod setup;
pub mod shooting;
pub mod support;
pub mod tables;
pub mod troop;
pub mod veil;
pub mod victory;
pub mod volley;
pub mod words;

mod book;

pub use book::Dba;
