//! The face that the book turns to the engine.
//!
//! `rulebook` says who is asked for what, judges the answer and carries it out; `turn` is the sequence of play between
//! two decisions; `veil` hides what a viewer may not know; `screen` is what a screen shows.

pub mod rulebook;
pub mod screen;
pub mod turn;
pub mod veil;
