//! What the book prints: its tables, troop types and kinds of terrain, and the scale of the table.
//!
//! Read `scale` first, then `troop`, `terrain` and `trigger`, which name what the `tables` give figures for; `lists`
//! gives every troop type as a house plays it, `faults` words for what is wrong with a file, and `book` is the rulebook with its house rules.

pub mod book;
pub mod faults;
pub mod lists;
pub mod scale;
pub mod tables;
pub mod terrain;
pub mod trigger;
pub mod troop;
