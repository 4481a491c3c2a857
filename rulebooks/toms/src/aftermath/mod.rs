//! What comes of a fight: the chapters "Casualties" and "Broken units".
//!
//! `casualties` takes off the dead and, with a slain elephant, those it falls on; `flight` runs the broken, `rules`
//! and `rally` bring them back.

pub mod casualties;
pub mod flight;
pub mod rally;
pub mod rules;
