//! Warhammer Ancient Battles: models that hit, wound and save, charges and answers, psychology, break tests.
//!
//! One module a chapter. Everything inside is measured in inches; bases are given in millimetres.

pub mod armour;
pub mod army;
pub mod blows;
pub mod breaking;
pub mod desk;
pub mod house;
pub mod leadership;
pub mod missile;
pub mod moving;
pub mod nerve;
pub mod reaction;
pub mod result;
pub mod rule;
pub mod striking;
pub mod tables;
pub mod touch;
pub mod troop;
pub mod victory;

mod book;

pub use book::Wab;
