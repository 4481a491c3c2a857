//! Scenes and cases that hold the book to its rules.

mod battles;
mod bound;
mod camps;
mod chapters;
mod commands;
mod fight;
mod ground;
mod movement;
mod results;
mod scenario;
mod setup;
mod setup_terrain;
mod shooting;
mod small;
mod terrain_pieces;
mod vectors;
mod victory;
