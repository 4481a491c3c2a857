//! Deployment zones.

use crate::board::Board;
use crate::data::scale::{MM, NEAR};
use crate::data::tables::tables;
use table::Rect;
use umpire::Side;

/// How far from the south edge a side deploys, in inches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Zone {
    /// The least distance.
    pub low: f64,
    /// The greatest distance.
    pub high: f64,
}

impl Zone {
    /// The zone of a side (`toms.setup.deploy`).
    pub fn of(board: &Board<'_>, side: Side) -> Zone {
        Zone::at(board.phase.south == side, board.ground().depth() / MM)
    }

    /// The zone at the south or the north edge of a table of a depth.
    pub fn at(south: bool, depth: f64) -> Zone {
        let reach = tables().setup.depth;
        if south { Zone { low: 0.0, high: reach } } else { Zone { low: depth - reach, high: depth } }
    }

    /// Whether all of a footprint lies in it.
    pub fn holds(self, base: &Rect) -> bool {
        base.corners().iter().all(|c| c.y >= self.low - NEAR && c.y <= self.high + NEAR)
    }
}
