//! Pieces of terrain for tests, as a player lays them; lengths are in paces.

use crate::data::scale::MM;
use crate::data::tables::Terrain;
use table::{Ground, Point, Vec2};
use umpire::Piece;

/// A table without terrain.
pub fn bare() -> Ground {
    Ground::bare(600.0, 600.0)
}

/// An area or, with a width, a band.
pub fn piece(kind: Terrain, width: Option<f64>, points: &[(f64, f64)]) -> Piece {
    Piece {
        kind: kind as u8,
        points: points.iter().map(|&(x, y)| Point::round(Vec2::new(x, y) * MM)).collect(),
        width: width.map(|w| (w * MM * Point::PER_MM) as i32),
    }
}

/// A rectangle by its south-west corner.
pub fn block(kind: Terrain, x: f64, y: f64, width: f64, depth: f64) -> Piece {
    piece(kind, None, &[(x, y), (x + width, y), (x + width, y + depth), (x, y + depth)])
}
