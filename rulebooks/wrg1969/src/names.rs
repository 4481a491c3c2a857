//! The names a side's general may write: his units, the enemies he knows of, the ground.

use crate::Wrg1969;
use crate::feature::Feature;
use crate::language::Names;
use umpire::{Roster, Side, UnitId};

/// The names a side may use; of enemies those that `known` lets through.
pub fn of(roster: &Roster, side: Side, known: impl Fn(UnitId) -> bool, features: &[Feature]) -> Names {
    let cards = || roster.cards.iter().enumerate().map(|(i, c)| (UnitId(i as u16), c));
    let friends = cards().filter(|(_, c)| c.side == side);
    let enemies = cards().filter(|(id, c)| c.side != side && known(*id));
    Names::new(
        friends.map(|(_, c)| (c.label.as_str(), c.name.as_str())),
        enemies.map(|(_, c)| (c.label.as_str(), c.name.as_str())),
        features.iter().map(|f| (f.id.as_str(), f.name.as_str())),
    )
}

/// Every name a side may use when it knows everyone on the table.
pub fn all(book: &Wrg1969, roster: &Roster, side: Side) -> Names {
    of(roster, side, |_| true, &book.features)
}
