//! Movement on small tables: every rule of moves, zones, contact and turning to face.

mod common;
mod contact;
mod facing;
mod group;
mod single;
#[path = "../small/mod.rs"]
mod small;
mod whim;
