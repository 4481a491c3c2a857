//! The army lists: every troop type by its number, as a house plays it.

use crate::data::tables::tables;
use crate::data::troop::Profile;
use crate::house::{House, TwoLines};

/// Every troop type as a house plays it, in the order of the lists.
pub fn profiles(house: &House) -> Vec<Profile> {
    tables().profiles.iter().map(|p| under(*p, house)).collect()
}

/// A type as a house plays it.
fn under(mut who: Profile, house: &House) -> Profile {
    match who.key {
        "persian.immortal_spearman" => {
            who.trained = house.immortals_trained;
            who.lines = lines_of_spears(house, who.lines);
        }
        "persian.spearman" => who.lines = lines_of_spears(house, who.lines),
        "persian.arabian_camel" if !house.camels_cavalry => {
            who.cavalry = false;
            who.lines = 1;
        }
        _ => {}
    }
    who
}

fn lines_of_spears(house: &House, lines: u8) -> u8 {
    if house.two_line_units == TwoLines::Spears { 2 } else { lines }
}

/// The number of a troop type by its word, such as "greek.hoplite".
pub fn class(key: &str) -> Option<u16> {
    let found = tables().profiles.iter().position(|p| p.key == key);
    found.and_then(|i| u16::try_from(i).ok())
}

/// The words of the troop types of all lists, in the order of their numbers.
pub fn words() -> Vec<&'static str> {
    tables().profiles.iter().map(|p| p.key).collect()
}
