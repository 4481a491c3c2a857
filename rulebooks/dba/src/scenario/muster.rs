//! The units of a scenario as they are gathered, and the phase in which its battle begins.

use crate::board::state::{Fronts, Marks, Phase, Purse, Step};
use crate::scenario::force::Force;
use std::sync::Arc;
use table::{Ground, TableEdge};
use umpire::{BySide, Field, Place, Roster, Side, Unit, UnitCard};

/// The units as they are gathered.
#[derive(Default)]
pub struct Muster {
    /// Their cards.
    pub cards: Vec<UnitCard>,
    /// How they stand.
    pub units: Vec<Unit>,
}

impl Muster {
    /// Adds a unit.
    pub fn add(&mut self, card: UnitCard, unit: Unit) {
        self.cards.push(card);
        self.units.push(unit);
    }

    /// Puts a unit on the table at once.
    pub fn stand(&mut self, card: UnitCard, pose: table::Pose, formation: table::Formation) {
        self.add(card, Unit { pose, place: Place::Table, ..Unit::waiting(formation) });
    }

    /// The field with everyone gathered.
    pub fn field(self, ground: Ground, forces: &BySide<Force>) -> Field {
        let names = BySide::each(|side| forces[side].name.clone());
        Field::new(Arc::new(ground), Arc::new(Roster { names, cards: self.cards }), self.units)
    }
}

/// The phase in which a battle begins.
pub fn opening(step: Step, invader: Side, edges: BySide<TableEdge>, muster: &Muster) -> Phase {
    Phase {
        step,
        bound: 0,
        active: invader,
        invader,
        rolled: Purse::default(),
        pips: Purse::default(),
        marks: vec![Marks::default(); muster.units.len()],
        contacts: Vec::new(),
        fronts: Fronts::default(),
        camps: BySide::default(),
        edges,
        shots: Vec::new(),
        pairs: Vec::new(),
    }
}
