//! The names a side's general may write: his units, the enemies he knows of, the ground.

use crate::Wrg1969;
use crate::data::kit::Role;
use crate::data::troop::Missile;
use crate::orders::language::words::Arm;
use crate::orders::language::{Called, Names};
use umpire::{Roster, Side, UnitId};

/// The names a side may use; of enemies those that `known` lets through.
pub fn of(book: &Wrg1969, roster: &Roster, side: Side, known: impl Fn(UnitId) -> bool) -> Names {
    // A part that may break from a unit has no name of its own until it does; nobody plans for it.
    let numbered = || roster.cards.iter().enumerate().map(|(i, c)| (UnitId(i as u16), c));
    let cards = || numbered().filter(|(id, _)| book.kits.get(id.index()).is_none_or(|kit| !kit.detached));
    let friends = cards().filter(|(_, c)| c.side == side);
    let enemies = cards().filter(|(id, c)| c.side != side && known(*id));
    let mut names = Names::new(
        friends.map(|(_, c)| (c.label.as_str(), c.name.as_str())),
        enemies.map(|(_, c)| (c.label.as_str(), c.name.as_str())),
        book.features.iter().map(|f| (f.id.as_str(), f.name.as_str())),
    );
    let kits = |called: &mut Called| {
        let Some((id, _)) = cards().find(|(_, c)| c.label == called.label) else { return };
        let kit = book.kit(id);
        let arm = kit.missile.map(|missile| match missile {
            Missile::Sling | Missile::StaffSling => Arm::Sling,
            missile if missile.is_bow() => Arm::Bow,
            _ => Arm::Javelin,
        });
        called.of_kind(kit.troop.key(), arm, kit.role == Role::General);
    };
    names.friends.iter_mut().chain(&mut names.enemies).for_each(kits);
    for (called, feature) in names.features.iter_mut().zip(&book.features) {
        called.of_kind(feature.kind.key(), None, false);
    }
    names.armies = [side, side.other()].map(|s| roster.names[s].to_string());
    names
}

/// Every name a side may use when it knows everyone on the table.
pub fn all(book: &Wrg1969, roster: &Roster, side: Side) -> Names {
    of(book, roster, side, |_| true)
}
