//! The face the book turns to the engine, and the order of a turn.
//!
//! Read `sequence` first (what follows what in a turn), then `turn_start` and `turn_end`. `decision` is what the engine
//! calls: what is asked, what may be answered and what an answer does; `plan` and `offers` are its words. `screen` is what
//! a player sees.

pub mod card;
pub mod decision;
pub mod offers;
pub mod plan;
pub mod screen;
pub mod sequence;
pub mod signs;
pub mod turn_end;
pub mod turn_start;
