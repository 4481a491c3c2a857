//! Fire missiles: the chapter "Flaming missiles".
//!
//! `rules` is the fire die, `resolve` what it does on the table.

pub mod resolve;
pub mod rules;
