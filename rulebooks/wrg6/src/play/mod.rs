//! The sequence of play, and the face that the book turns to the engine.
//!
//! Read [`rulebook`] first: what the engine asks. [`period`] plays the nine steps in their order; the steps that need
//! more than a chapter have a file each. [`veil`] says what a side may know, [`screen`] and [`reading`] serve the table.

mod foreseen;
pub mod period;
pub mod reading;
pub mod rulebook;
pub mod screen;
pub mod step5;
pub mod step9;
pub mod steps2_4;
pub mod steps7_8;
pub mod veil;
