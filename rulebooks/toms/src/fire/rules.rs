//! The fire die: what lights it, how it burns down.

use crate::data::tables::tables;
use crate::house::{FireDieOne, FlameCatches, House};

/// What a face of an ordinary die means as a fire die (`toms.flame.dice`, `toms.flame.flammable`, `toms.scale.dice`).
pub fn fire_die(flammable: bool, face: u8) -> u8 {
    let flame = &tables().flame;
    let sides = if flammable { flame.sides_flammable } else { flame.sides };
    face.div_ceil(6 / sides)
}

/// The fire die after a roll: the higher stays (`toms.flame.again`), and the face that puts out lights nothing.
pub fn lit(burning: u8, roll: u8) -> u8 {
    if roll == tables().flame.out { burning } else { burning.max(roll) }
}

/// The fire die after it has burnt once (`toms.flame.tick`).
pub fn burnt_down(house: &House, die: u8) -> u8 {
    let left = die.saturating_sub(1);
    if house.fire_die_one == FireDieOne::Out && left == tables().flame.out { 0 } else { left }
}

/// Whether so many kills of a volley or a bolt that is no miss set a unit alight (`toms.flame.catch`).
pub fn catches(house: &House, kills: u16) -> bool {
    kills > 0 || house.flame_catches == FlameCatches::Always
}
