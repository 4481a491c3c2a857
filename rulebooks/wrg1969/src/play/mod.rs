//! The engine's face of the book, to be read in this order: the rulebook (each step's decision and what follows), the
//! questions put to each side, the choices of the fighting part, the period from its beginning to its end, the screen,
//! and what a viewer may guess.

pub mod choices;
pub mod guess;
pub mod period;
pub mod questions;
pub mod rulebook;
pub mod screen;
