//! Scenes and cases that hold the book to its rules.

mod desk;
mod house;
mod table;
mod vectors;
