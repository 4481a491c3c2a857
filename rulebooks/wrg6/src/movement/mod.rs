//! Moves, step 7.
//!
//! [`rules`] has the distances; [`written`] judges the moves that players write; [`together`] moves everyone at once.

pub mod drawn;
pub mod rules;
pub mod together;
pub mod written;
