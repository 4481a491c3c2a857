//! The book as the engine plays it.
//!
//! To be read in this order: the questions and what follows from their answers (`rulebook`), how a bound begins and ends
//! (`bound`), what the other side may not know (`veil`), and what the screen shows (`screen`).

pub mod bound;
pub mod rulebook;
pub mod screen;
pub mod veil;
