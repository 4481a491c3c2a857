//! Charges: declared, answered and driven home (the movement chapter, steps 1 and 4).
//!
//! Read them in the order of play: `declare` (who charges whom, and redirects), `nerve_tests` (fear, terror and panic of
//! those who charge and are charged), `rules` and `answers` (what the charged may do, and what each answer does),
//! `disengage` (leaving a combat instead), `approach` (the way of a charge, found), `advance` (the way gone, and who meets
//! whom).

pub mod advance;
pub mod answers;
pub mod approach;
pub mod declare;
pub mod disengage;
pub mod nerve_tests;
pub mod rules;
