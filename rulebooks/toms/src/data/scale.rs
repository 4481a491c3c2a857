//! The scale: the rules measure in inches, the table keeps places on a grid of parts of a millimetre.

use table::{Facing, Point, Pose, Rect, Vec2};

/// Millimetres in an inch.
pub const MM: f64 = 25.4;
/// Places are kept on a grid; lengths nearer than this are the same on the table, in inches.
pub const NEAR: f64 = 1e-5;
/// Facings are kept to less than this, in degrees.
pub const NEAR_ANGLE: f64 = 1e-6;

/// A length on the grid in inches.
pub fn inches(grid: i32) -> f64 {
    f64::from(grid) / Point::PER_MM / MM
}

/// A length in inches on the grid.
pub fn grid(inches: f64) -> i32 {
    (inches * MM * Point::PER_MM).round() as i32
}

/// A turn in degrees, the shorter way.
pub fn degrees(turn: Facing) -> f64 {
    Facing::NORTH.turn_to(turn)
}

/// A place of the table in inches.
pub fn place(at: Point) -> Vec2 {
    at.vec() * (1.0 / MM)
}

/// A place in inches as a point of the table.
pub fn point(at: Vec2) -> Point {
    Point::round(at * MM)
}

/// A pose on the table from a place in inches.
pub fn pose(centre: Vec2, facing: Facing) -> Pose {
    Pose::new(centre * MM, facing)
}

/// A footprint in inches.
#[inline]
pub fn in_inches(base: &Rect) -> Rect {
    Rect {
        centre: base.centre * (1.0 / MM),
        ahead: base.ahead,
        half_width: base.half_width / MM,
        half_depth: base.half_depth / MM,
    }
}

/// A footprint in millimetres.
pub fn in_mm(base: &Rect) -> Rect {
    Rect {
        centre: base.centre * MM,
        half_width: base.half_width * MM,
        half_depth: base.half_depth * MM,
        ..*base
    }
}
