//! The two sides.

use std::fmt;
use std::ops::{Index, IndexMut};

/// One of the two sides of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Side {
    /// The first side of the scenario.
    Red,
    /// The second.
    Blue,
}

impl Side {
    /// Both sides.
    pub const ALL: [Side; 2] = [Side::Red, Side::Blue];

    /// The enemy.
    pub const fn other(self) -> Side {
        match self {
            Side::Red => Side::Blue,
            Side::Blue => Side::Red,
        }
    }

    /// The word used in files and answers.
    pub const fn as_str(self) -> &'static str {
        match self {
            Side::Red => "red",
            Side::Blue => "blue",
        }
    }

    /// Reads that word.
    pub fn parse(word: &str) -> Option<Side> {
        Side::ALL.into_iter().find(|s| s.as_str() == word)
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One thing for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BySide<T>(pub [T; 2]);

impl<T> BySide<T> {
    /// What `make` gives for each side.
    pub fn each(make: impl FnMut(Side) -> T) -> Self {
        BySide(Side::ALL.map(make))
    }

    /// The same with each side's thing changed into another.
    pub fn map<U>(self, change: impl FnMut(T) -> U) -> BySide<U> {
        BySide(self.0.map(change))
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;
    fn index(&self, side: Side) -> &T {
        &self.0[side as usize]
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        &mut self.0[side as usize]
    }
}
