//! What an option of an army list adds or takes away.

use crate::data::troop::{Missile, Piece, Trait, Weapon, parse};

/// Something an option adds or takes away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gear {
    /// A weapon.
    Weapon(Weapon),
    /// A missile weapon.
    Missile(Missile),
    /// A piece of armour.
    Piece(Piece),
    /// A trait.
    Trait(Trait),
}

impl Gear {
    /// Reads its word.
    pub fn parse(word: &str) -> Option<Gear> {
        parse(Weapon::ALL, Weapon::key, word)
            .map(Gear::Weapon)
            .or_else(|| parse(Missile::ALL, Missile::key, word).map(Gear::Missile))
            .or_else(|| parse(Piece::ALL, Piece::key, word).map(Gear::Piece))
            .or_else(|| parse(Trait::ALL, Trait::key, word).map(Gear::Trait))
    }
}
