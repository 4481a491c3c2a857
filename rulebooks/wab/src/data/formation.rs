//! Ranks and files: the size of a block of models, and what a march column is.

use crate::data::tables::tables;
use crate::data::troop::{Order, Troop};

/// The files of a fleeing mass.
pub fn mass_files(places: u16) -> u16 {
    (1..=places.max(1)).find(|f| f * f >= places).unwrap_or(1)
}

/// Complete ranks behind the first (`wab.result.ranks`).
pub fn complete_ranks(models: u16, files: u16) -> u16 {
    (models / files.max(1)).saturating_sub(1)
}

/// Ranks and size of a formation in millimetres (`wab.basics.ranks`, `wab.basics.base`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Block {
    /// Files, never more than models.
    pub files: u16,
    /// Ranks, a short one counted whole.
    pub ranks: u16,
    /// Models in the last rank.
    pub last: u16,
    /// Width in millimetres.
    pub width: f64,
    /// Depth in millimetres.
    pub depth: f64,
}

impl Block {
    /// The block of so many models.
    pub fn of(models: u16, files: u16, troop: Troop, order: Order) -> Block {
        let (models, files) = (models.max(1), files.clamp(1, models.max(1)));
        let ranks = models.div_ceil(files);
        let [width, depth] = tables().base(troop);
        let gap = if order == Order::Skirmish { tables().skirmish_gap } else { 0.0 };
        let side = |n: u16, base: f64| f64::from(n) * base + f64::from(n - 1) * gap;
        Block {
            files,
            ranks,
            last: models - (ranks - 1) * files,
            width: side(files, width),
            depth: side(ranks, depth),
        }
    }
}

/// Whether a formation is a march column (`wab.basics.column`).
pub fn is_column(models: u16, files: u16, troop: Troop, order: Order) -> bool {
    let most = tables().column_files[usize::from(troop.is_chariot())];
    // Elephants and engines never march, so they form no columns.
    let marches = !matches!(troop, Troop::Elephant | Troop::Artillery);
    marches && order != Order::Skirmish && files <= most && models.div_ceil(files.max(1)) > files
}
