//! Warhammer Ancient Battles: models that hit, wound and save, charges and answers, psychology, break tests.
//!
//! One module a chapter. Everything inside is measured in inches; bases are given in millimetres.

pub mod advance;
pub mod aftermath;
pub mod area;
pub mod armour;
pub mod army;
pub mod blows;
pub mod board;
pub mod breaking;
pub mod charge;
pub mod claims;
pub mod daring;
pub mod decision;
pub mod declare;
pub mod desk;
pub mod disengage;
pub mod dread;
pub mod flight;
pub mod follow;
pub mod forecast;
pub mod game;
pub mod house;
pub mod leadership;
pub mod lines;
pub mod losses;
pub mod melee;
pub mod missile;
pub mod moving;
pub mod nerve;
pub mod offers;
pub mod prepare;
pub mod pursuit;
pub mod rally;
pub mod reaction;
pub mod remaining;
pub mod result;
pub mod rule;
pub mod scenario;
pub mod screen;
pub mod setup;
pub mod shoot;
pub mod sight;
pub mod stampede;
pub mod start;
pub mod state;
pub mod striking;
pub mod strokes;
pub mod tables;
pub mod terrain;
pub mod touch;
pub mod troop;
pub mod turn;
pub mod victory;
pub mod walk;

mod book;
mod play;

pub use book::Wab;
