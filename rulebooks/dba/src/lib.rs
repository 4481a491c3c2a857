//! De Bellis Antiquitatis, 3000 BC to 1900 AD: twelve elements a side, PIPs, opposed dice.
//!
//! One module a chapter. Everything inside is measured in paces; 100 paces are 25 mm on the table.

pub mod board;
pub mod geometry;
pub mod ground;
pub mod phase;
pub mod rule;

mod book;

pub use book::Dba;
