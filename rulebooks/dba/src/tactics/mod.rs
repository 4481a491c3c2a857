//! Tactical sense: what a fight is worth before anyone fights it, and where troops belong.
//!
//! Everything here follows from the tables: the odds are those of the thirty-six throws, the results those of the
//! outcome rows. Generals use it to choose; no rule depends on it.

pub mod fire;
pub mod melee;
pub mod odds;
pub mod stance;
pub mod station;
