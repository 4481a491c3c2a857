//! Measuring: the one tolerance of the book, and lengths as they are kept (`wrg1969.geo.measure`).

use table::Rect;
use table::Vec2;
/// Lengths closer than this count as equal, in favour of what is within (`wrg1969.geo.measure`).
///
/// Troops who part stand whole inches and a thousandth from whom they touched: the limit is no such length itself.
pub const NEAR: f64 = 0.0015;

/// Whether a length is within another; exactly on it is within.
pub fn within(length: f64, limit: f64) -> bool {
    length <= limit + NEAR
}

/// A length to compare with others, in thousandths of an inch: lengths that differ only in their last digits are equal.
pub fn in_mils(length: f64) -> i64 {
    // Halves and sixteenths of an inch lie well between two steps.
    (length * 1000.0 + 0.123).floor() as i64
}

/// Millimetres in an inch.
pub const MM: f64 = 25.4;

/// A place in thousandths of an inch.
pub fn mils(p: Vec2) -> (i32, i32) {
    ((p.x * 1000.0).round() as i32, (p.y * 1000.0).round() as i32)
}

/// A place in inches.
pub fn inches((x, y): (i32, i32)) -> Vec2 {
    Vec2::new(f64::from(x) / 1000.0, f64::from(y) / 1000.0)
}

/// A footprint of the field in inches.
pub fn in_inches(shape: &Rect) -> Rect {
    Rect {
        centre: shape.centre * (1.0 / MM),
        half_width: shape.half_width / MM,
        half_depth: shape.half_depth / MM,
        ..*shape
    }
}
