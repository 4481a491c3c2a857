//! Movement on small tables: every rule of moves, zones, contact and turning to face.

mod common;
mod contact;
mod facing;
mod group;
mod single;
use crate::tests::small;
mod whim;
