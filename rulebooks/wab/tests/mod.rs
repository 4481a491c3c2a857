//! Scenes and cases that hold the book to its rules.

mod battles;
mod common;
mod rules;
mod vectors;
