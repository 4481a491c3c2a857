//! De Bellis Antiquitatis, 3000 BC to 1900 AD: twelve elements a side, PIPs, opposed dice.
//!
//! One module a chapter. Everything inside is measured in paces; 100 paces are 25 mm on the table.

pub mod again;
pub mod army;
pub mod board;
pub mod bound;
pub mod breakoff;
pub mod camp;
pub mod column;
pub mod combat;
pub mod contact;
pub mod decision;
pub mod desk;
pub mod facing;
pub mod fight;
pub mod flight;
pub mod geometry;
pub mod ground;
pub mod group;
pub mod house;
pub mod leg;
pub mod movement;
pub mod outcome;
pub mod passing;
pub mod phase;
pub mod pips;
pub mod pursuit;
pub mod rates;
pub mod recoil;
pub mod results;
pub mod rule;
pub mod run;
pub mod scenario;
pub mod screen;
pub mod setup;
pub mod shooting;
pub mod support;
pub mod sweep;
pub mod tables;
pub mod tactics;
pub mod troop;
pub mod veil;
pub mod victory;
pub mod volley;
pub mod words;
pub mod zone;

mod book;
mod order;
mod play;

pub use book::Dba;
