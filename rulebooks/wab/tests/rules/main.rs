//! Rules on small tables, chapter by chapter.

#[path = "../common/mod.rs"]
mod common;

mod answers;
mod characters;
mod charges;
mod disengaging;
mod dread;
mod fights;
mod flights;
mod moves;
mod nerves;
mod pursuits;
mod rallies;
mod set_up;
mod shots;
mod sight;
mod small;
