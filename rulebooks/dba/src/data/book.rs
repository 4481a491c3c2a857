//! The book as one battle plays it.

use crate::data::lists::ArmyList;
use crate::data::troop::{Arm, Troop};
use crate::house::House;
use ruling::RuleIndex;
use umpire::{BySide, Side, UnitId};

/// How the armies of a battle are divided into commands (`dba.army.commands`).
#[derive(Clone, Debug, Default)]
pub struct Commands {
    // What each side's commands are called; none where nobody divided the armies.
    names: BySide<Vec<String>>,
    // The command of each element by number, from 0; short where the rest are of the first.
    of: Vec<u8>,
}

impl Commands {
    /// Commands by their names, and the command of each element by number.
    pub fn new(names: BySide<Vec<String>>, of: Vec<u8>) -> Self {
        Commands { names, of }
    }

    /// The command of an element, from 0.
    #[inline]
    pub fn of(&self, id: UnitId) -> usize {
        self.of.get(id.index()).copied().unwrap_or(0).into()
    }

    /// What a side's commands are called; none where the armies are not divided.
    pub fn names(&self, side: Side) -> &[String] {
        &self.names[side]
    }
}

/// The rulebook with its house rules.
#[derive(Clone, Debug, Default)]
pub struct Dba {
    /// The house rules in force.
    pub house: House,
    /// The lists the two armies are drawn from, which say who is apt to invade and how the land lies.
    pub lists: BySide<Option<&'static ArmyList>>,
    /// How they are divided.
    pub commands: Commands,
}

impl Dba {
    /// The book with these house rules.
    pub fn new(house: House) -> Self {
        Dba { house, ..Dba::default() }
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
