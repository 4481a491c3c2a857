//! What the book prints, as types: troop types and weapons, what a unit carries, shields, the table of moves, the words
//! of reaction tests, features of the ground, and the tables that all of them stand in; measuring; and the book as one
//! battle plays it.

pub mod book;
pub mod feature;
pub mod kit;
pub mod measure;
pub mod moves;
pub mod reaction;
pub mod shields;
pub mod tables;
pub mod troop;
