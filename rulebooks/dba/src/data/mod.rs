//! What the book prints, and the scale it is played in.
//!
//! To be read in this order: the scale, the troop types, the tables, the army lists, the book as one battle plays it.

pub mod book;
pub mod lists;
pub mod scale;
pub mod tables;
pub mod troop;
