//! The book as one battle plays it: what both sides may know.

use crate::data::kit::Kit;
use crate::house::House;
use ruling::RuleIndex;
use umpire::{BySide, UnitId};

/// The rulebook with its house rules and the kit of every body.
#[derive(Clone, Debug, Default)]
pub struct Wrg6 {
    /// The house rules in force.
    pub house: House,
    /// What each body is and carries, by its number on the roster.
    pub kits: Vec<Kit>,
    /// Which sides know elephants (`wrg6.disorder.beasts`).
    pub familiar: BySide<bool>,
}

impl Wrg6 {
    /// The book with these house rules and nobody on the table.
    pub fn new(house: House) -> Self {
        Wrg6 { house, kits: Vec::new(), familiar: BySide::default() }
    }

    /// The rules as played.
    pub fn index() -> &'static RuleIndex {
        crate::data::tables::rules()
    }

    /// What a body is and carries as its army lists it.
    #[inline]
    pub fn kit(&self, id: UnitId) -> &Kit {
        &self.kits[id.index()]
    }
}
