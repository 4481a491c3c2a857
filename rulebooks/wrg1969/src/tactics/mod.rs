//! Tactical sense: what a fight or a volley is worth before anyone strikes, how steady men are, where troops belong.
//!
//! Everything here is worked out by the chapters that decide it in play, over every throw there is. Generals use it to
//! choose; no rule depends on it.

pub mod clash;
pub mod nerve;
pub mod station;
