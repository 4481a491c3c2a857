//! The book as one battle plays it.

use crate::data::lists::profiles;
use crate::data::tables::{rules, tables};
use crate::data::troop::{Card, Profile};
use crate::house::House;
use ruling::RuleIndex;
use umpire::BySide;

/// The rulebook with its house rules.
#[derive(Clone, Debug)]
pub struct Toms {
    /// The house rules in force.
    pub house: House,
    /// Every troop type as the house plays it, by number.
    pub profiles: Vec<Profile>,
    /// The lists the two armies are drawn from, by number; a guess at an ambush goes by them.
    pub lists: BySide<u8>,
    /// The cards that figures stand on.
    pub card: Card,
    /// Whether the umpire rolls for the terrain once the armies are mustered.
    pub random_terrain: bool,
}

impl Toms {
    /// The book with these house rules.
    pub fn new(house: House) -> Self {
        let profiles = profiles(&house);
        Toms { house, profiles, lists: BySide::default(), card: tables().card, random_terrain: false }
    }

    /// The rules as played.
    pub fn index() -> &'static RuleIndex {
        rules()
    }
}

impl Default for Toms {
    fn default() -> Self {
        Toms::new(House::default())
    }
}
