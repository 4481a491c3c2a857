//! The names a side's general may write: his units, the enemies he knows of, the ground.

use crate::Wrg1969;
use crate::feature::Feature;
use crate::language::Names;
use umpire::{Roster, Side, UnitId};

/// The names a side may use; of enemies those that `known` lets through.
pub fn of(roster: &Roster, side: Side, known: impl Fn(UnitId) -> bool, features: &[Feature]) -> Names {
    let cards = || roster.cards.iter().enumerate().map(|(i, c)| (UnitId(i as u16), c));
    let called = |c: &umpire::UnitCard| (c.label.clone(), c.name.clone());
    let friends = cards().filter(|(_, c)| c.side == side).map(|(_, c)| called(c));
    let enemies = cards().filter(|(id, c)| c.side != side && known(*id)).map(|(_, c)| called(c));
    Names::new(friends, enemies, features.iter().map(|f| (f.id.clone(), f.name.clone())))
}

/// Every name a side may use when it knows everyone on the table.
pub fn all(book: &Wrg1969, roster: &Roster, side: Side) -> Names {
    of(roster, side, |_| true, &book.features)
}
