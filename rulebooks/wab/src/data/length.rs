//! Lengths: the book's unit, and how near is near enough.

use table::{Point, Vec2};

/// Millimetres in an inch.
pub const MM: f64 = 25.4;

/// How deep footprints may overlap in passing: rounding to the grid and to whole degrees.
pub const SLACK: f64 = 0.02;

/// How deep a way that is cut short by somebody ends in him: less than the slack, so that one may stand there.
pub const CUT: f64 = SLACK / 2.0;

/// How deep a way that is cut short by closed ground ends in it: less than what counts as being in it.
pub const BRINK: f64 = NEAR / 2.0;

/// Further than any table is wide.
pub const ANYWHERE: f64 = 400.0;

/// Lengths nearer than this are equal.
pub const NEAR: f64 = 0.001;

/// How far apart units in contact may be, however the grid rounds and losses thin their ranks.
pub const TOUCH: f64 = 0.1;

/// A way that gains less than this for each inch runs along the table's edge.
pub const LEVEL: f64 = 1e-9;

/// How wide a road is drawn.
pub const ROAD_WIDTH: f64 = 2.0;

/// How wide a hedge, a fence or a wall is drawn.
pub const OBSTACLE_WIDTH: f64 = 0.3;

/// A length in inches as it is told: to the tenth of an inch.
pub fn tenths(inches: f64) -> f64 {
    (inches * 10.0).round() / 10.0
}

/// A length in millimetres, in inches.
pub fn inches(mm: f64) -> f64 {
    mm / MM
}

/// A place of the table, in inches.
pub fn from_table(at: Point) -> Vec2 {
    at.vec() * (1.0 / MM)
}

/// A place in inches as the table keeps it.
pub fn to_table(at: Vec2) -> Vec2 {
    at * MM
}
