//! The board: who stands where, on what ground, and who sees whom (the chapters on basics and terrain).
//!
//! Read `state` first (what a battle keeps between decisions), then `book` (what it never changes), `bodies` (every unit
//! as the rules see it) and `game` (a battle while something is carried out). The others are geometry: `shape` (one
//! footprint), `faces` (its sides and the models along them), `front` (what is left of it after losses), `terrain` and
//! `area` (the ground), `sight` (lines and cover), `room` (where one may stand and go).

pub mod area;
pub mod bodies;
pub mod book;
pub mod faces;
pub mod front;
pub mod game;
pub mod room;
pub mod shape;
pub mod sight;
pub mod state;
pub mod terrain;
