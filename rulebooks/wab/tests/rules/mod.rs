//! Rules on small tables, chapter by chapter.

mod answers;
mod arms;
mod breaks;
mod characters;
mod charges;
mod clear;
mod disengaging;
mod dread;
mod edges;
mod fights;
mod flights;
mod ignored;
mod marches;
mod moves;
mod nerves;
mod obstructed;
mod pursuits;
mod rallies;
mod redirects;
mod results;
mod set_up;
mod shots;
mod sight;
mod small;
mod ways;
mod weapons;
