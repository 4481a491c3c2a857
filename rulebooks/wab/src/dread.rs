//! Fear and terror: who frightens whom, and the tests of those who charge and are charged.

use crate::army::Kit;
use crate::board::{Board, Body};
use crate::rule;
use crate::troop::{Trait, Troop};
use ruling::ledger;
use umpire::UnitId;

/// What one unit feels before another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dread {
    /// Nothing.
    None,
    /// Fear.
    Fear,
    /// Terror.
    Terror,
}

/// What a unit feels before an enemy (`wab.troops.elephants`, `wab.special.used_to_elephants`).
pub fn of(unit: &Body<'_>, enemy: &Kit) -> Dread {
    if unit.is_frenzied() || unit.kit.troop == Troop::Elephant {
        return Dread::None;
    }
    let used = unit.kit.has(Trait::UsedToElephants);
    let horse = unit.kit.troop.is_mounted();
    if used && enemy.has(Trait::FearFoot) {
        ledger::cite(rule::SPECIAL_USED_TO_ELEPHANTS);
    }
    match (horse, used) {
        (true, false) if enemy.has(Trait::TerrorMounted) => Dread::Terror,
        (true, true) if enemy.has(Trait::TerrorMounted) => Dread::Fear,
        (false, false) if enemy.has(Trait::FearFoot) => Dread::Fear,
        _ => Dread::None,
    }
}

/// The headcount of the feared enemies that matter to a unit: in contact with it, or charging it, this one among them.
pub fn feared_count(board: &Board<'_>, unit: &Body<'_>, charger: UnitId) -> u16 {
    let touches = |e: &&Body<'_>| board.phase.contacts_of(unit.id).any(|(c, _)| c.place(e.id).is_some());
    let charges = |e: &&Body<'_>| e.id == charger || e.state.charging.is_some_and(|c| c.target == unit.id);
    let matter = board.enemies(unit.side).filter(|e| touches(e) || charges(e));
    matter.filter(|e| of(unit, e.kit) != Dread::None).map(|e| e.headcount(board.book)).sum()
}
