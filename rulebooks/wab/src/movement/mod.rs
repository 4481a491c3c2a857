//! Movement: remaining moves, marches and manoeuvres (the movement chapter, step 5).
//!
//! `rules` is what a move costs and what forbids it; `manner` lists the ways of moving; `path` walks one along the table; `remaining` is the step of the turn.

pub mod manner;
pub mod path;
pub mod remaining;
pub mod rules;
