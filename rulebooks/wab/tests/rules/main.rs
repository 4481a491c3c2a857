//! Rules on small tables, chapter by chapter.

#[path = "../common/mod.rs"]
mod common;

mod characters;
mod charges;
mod fights;
mod flights;
mod moves;
mod nerves;
mod set_up;
mod shots;
mod small;
