//! Scenes and cases that hold the book to its rules.

mod battle;
mod desk;
mod examples;
mod fighting;
mod language;
mod laws;
mod mirror;
mod movement;
mod orders;
mod scenario;
mod setup;
mod tactics;
mod vectors;
