//! The book as one battle plays it.

use crate::data::lists::ArmyList;
use crate::data::troop::{Arm, Troop};
use crate::house::House;
use ruling::RuleIndex;
use umpire::BySide;

/// The rulebook with its house rules.
#[derive(Clone, Debug, Default)]
pub struct Dba {
    /// The house rules in force.
    pub house: House,
    /// The lists the two armies are drawn from, which say who is apt to invade and how the land lies.
    pub lists: BySide<Option<&'static ArmyList>>,
}

impl Dba {
    /// The book with these house rules.
    pub fn new(house: House) -> Self {
        Dba { house, lists: BySide::default() }
    }

    /// The rules as played.
    pub fn index() -> &'static RuleIndex {
        crate::data::tables::rules()
    }

    /// The arm of a troop type under the house rules.
    #[inline]
    pub fn arm(&self, troop: Troop) -> Arm {
        self.house.arm(troop)
    }
}
