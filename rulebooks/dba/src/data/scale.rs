//! The scale: paces on the table, and how near is together.
//!
//! Everything inside the book is measured in paces. The table keeps millimetres; [`MM`] is the one way across.

use table::{Point, Tolerance, Vec2};

/// Millimetres in a pace.
pub const MM: f64 = 0.25;
/// The width of every base.
pub const WIDTH: f64 = 160.0;
/// Points nearer than this coincide; deeper than this bases overlap.
pub const NEAR: f64 = 0.5;
/// Directions nearer than this are the same, in degrees.
pub const NEAR_ANGLE: f64 = 0.1;
/// The one tolerance of the book, in paces.
pub const TOLERANCE: Tolerance = Tolerance { length: NEAR, angle: NEAR_ANGLE };
/// What is exactly at a limit is within it, whatever the last digits of a computed place say.
pub const HAIR: f64 = 0.01;
/// Computed lengths nearer than this are equal.
pub const SAME: f64 = 1e-6;
/// How finely a way is looked at along which things are met: a step in paces.
pub const STEP: f64 = 5.0;
/// One that ends no farther than this from where it began has only turned.
pub const ON_THE_SPOT: f64 = 1e-3;

/// A point of the table, in paces.
#[inline]
pub fn in_paces(p: Vec2) -> Vec2 {
    p * (1.0 / MM)
}

/// A point given in paces, on the table.
#[inline]
pub fn on_table(p: Vec2) -> Vec2 {
    p * MM
}

/// A length in paces as the table keeps it, in steps of its grid.
pub fn on_grid(paces: f64) -> f64 {
    paces * MM * Point::PER_MM
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::tables::tables;

    #[test]
    fn bases_are_as_wide_as_the_sheet_says() {
        assert_eq!(WIDTH, tables().width);
    }

    #[test]
    fn a_hundred_paces_are_twenty_five_millimetres() {
        assert_eq!(on_table(Vec2::new(100.0, 0.0)), Vec2::new(25.0, 0.0));
        assert_eq!(in_paces(Vec2::new(25.0, 0.0)), Vec2::new(100.0, 0.0));
    }
}
