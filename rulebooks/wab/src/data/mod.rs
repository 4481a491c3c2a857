//! What the book prints: its tables, troop types and what they carry.
//!
//! `tables` holds every printed table, `troop` the words of troop types and traits, `armour` the save a man's armour gives,
//! `formation` the size of a block of men, `length` the unit everything is measured in.

pub mod armour;
pub mod formation;
pub mod length;
pub mod tables;
pub mod troop;
