//! Footprints: placed by their front, wheeled about a corner, widened.

use crate::data::length::{BRINK, CUT};
use table::{Facing, Rect, Vec2};

/// A footprint with the middle of its front edge at a place.
pub fn at_front(front: Vec2, facing: Facing, width: f64, depth: f64) -> Rect {
    let rect = Rect::new(front, facing, width, depth);
    rect.moved(rect.ahead * -(depth / 2.0))
}

/// A footprint turned about a point, clockwise positive, and its new facing.
pub fn wheeled(rect: &Rect, facing: Facing, about: Vec2, degrees: f64) -> (Rect, Facing) {
    let facing = table::turned(facing, degrees);
    let (u, v) = rect.local(about);
    let turned = Rect { ahead: facing.vec(), ..*rect };
    (turned.moved(about - turned.place(u, v)), facing)
}

/// The footprint after a wheel about the corner of that side.
pub fn wheel(rect: &Rect, facing: Facing, degrees: f64) -> (Rect, Facing) {
    wheeled(rect, facing, pivot(rect, degrees), degrees)
}

/// The corner about which a unit wheels: the left one to the left.
pub fn pivot(rect: &Rect, degrees: f64) -> Vec2 {
    if degrees < 0.0 { rect.fl() } else { rect.fr() }
}

/// What a wheel costs: the arc of the outer front corner (`wab.manoeuvre.wheel`).
pub fn wheel_cost(rect: &Rect, degrees: f64) -> f64 {
    table::wheel_arc(rect.half_width * 2.0, degrees.abs())
}

/// Whether two footprints are near enough to touch once one has gone so far: a quick look before the exact one.
pub fn may_touch(a: &Rect, b: &Rect, far: f64) -> bool {
    let apart = a.centre - b.centre;
    let most = a.radius() + b.radius() + far;
    apart.dot(apart) <= most * most
}

/// A footprint with so many inches around it: whoever stops where it meets this stops that far off.
pub fn widened(rect: &Rect, inches: f64) -> Rect {
    let more = if inches > 0.0 { inches + CUT - BRINK } else { 0.0 };
    Rect { half_width: rect.half_width + more, half_depth: rect.half_depth + more, ..*rect }
}
