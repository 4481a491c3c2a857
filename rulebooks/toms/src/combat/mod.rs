//! Close combat: the chapters "Kill rolls", "Saving throws" and "Melee".
//!
//! `rules` says what kills and with how many dice, `shield` what saves, `attack` rolls one attack (volleys too) and
//! knows its exact odds, `resolve` fights the melees.

pub mod attack;
pub mod resolve;
pub mod rules;
pub mod shield;
