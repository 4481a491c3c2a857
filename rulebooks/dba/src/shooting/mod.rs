//! Shooting.
//!
//! Shots are declared first, by the active side, then by the other, then by guns that reply; then they are carried out
//! one by one. To be read in that order: `targets`, `declare`, `shots`, `resolve`. The factors of a shot stand with
//! those of close combat (`combat::rules`).

pub mod declare;
pub mod resolve;
pub mod shots;
pub mod targets;
