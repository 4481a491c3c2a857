//! What generals remember while they imagine battles: what two units are worth to each other when they meet.

use super::clash::Meeting;
use super::scene::Scene;
use std::cell::RefCell;
use std::collections::HashMap;
use umpire::{Side, UnitId};
use wab::armour::Face;

/// Two units that meet, as far as it matters for what comes of it; who stands near them hardly does.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Pair {
    /// Who asks what it is worth.
    side: Side,
    units: [UnitId; 2],
    models: [u16; 2],
    /// Who has used its ferocious charge up.
    spent: [bool; 2],
    face: Face,
    countered: bool,
    /// What losses count to him, to the last bit.
    caution: u64,
}

/// What is remembered.
#[derive(Default)]
pub struct Memory(RefCell<HashMap<Pair, f64>>);

impl Memory {
    /// What a meeting is worth to a side: as it was when it was first asked, or as it is reckoned now.
    pub fn recall(&self, scene: &Scene<'_>, m: &Meeting, reckon: impl FnOnce() -> f64) -> f64 {
        let units = [m.charger, m.target];
        let pair = Pair {
            side: scene.side,
            units,
            models: units.map(|u| scene.board.phase.unit(u).models),
            spent: units.map(|u| scene.board.phase.unit(u).ferocious_used),
            face: m.face,
            countered: m.countered,
            caution: scene.stance.caution.to_bits(),
        };
        *self.0.borrow_mut().entry(pair).or_insert_with(reckon)
    }
}
