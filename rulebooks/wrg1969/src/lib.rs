//! Ancient Wargames Rules, 1st edition, 1969: written orders, simultaneous moves, reaction tests, casualties in men.
//!
//! One module a chapter. Everything inside is measured in inches; 1 inch is 10 yards.

pub mod house;
pub mod order;
pub mod reaction;
pub mod rule;
pub mod state;
pub mod tables;
pub mod troop;
