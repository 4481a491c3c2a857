//! Shooting.
//!
//! `rules` is one shot (what is needed, how strong, how many shoot); `resolve` is the phase on the table.

pub mod resolve;
pub mod rules;
