//! What players measure: how much of two edges is common, what lies ahead, in whose zone.

use crate::{Convex, Rect, Solid, Tolerance, Vec2};

/// How much of two edges is common, in millimetres: none unless they run along one line in opposite ways, as
/// the edges of two shapes that stand against each other do.
pub fn common_stretch(one: [Vec2; 2], other: [Vec2; 2], tolerance: Tolerance) -> f64 {
    let (d, e) = (one[1] - one[0], other[1] - other[0]);
    let (length, other_length) = (d.len(), e.len());
    if length == 0.0 || other_length == 0.0 {
        return 0.0;
    }
    let along = d * (1.0 / length);
    let sine = along.cross(e).abs() / other_length;
    if along.dot(e) >= 0.0 || sine > libm::sin(tolerance.angle.to_radians()) {
        return 0.0;
    }
    let place = |p: Vec2| (p - one[0]).dot(along);
    let (from, to) = (place(other[1]).max(0.0), place(other[0]).min(length));
    // The lines may lean within the angle, so they need lie together only over the common stretch.
    let middle = one[0] + along * ((from + to) / 2.0);
    let off_line = (middle - other[0]).cross(e).abs() / other_length;
    if off_line > tolerance.length { 0.0 } else { (to - from).max(0.0) }
}

/// The part of the ground around a footprint in which a point lies; the lines between them run at 45 degrees
/// from its corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Zone {
    /// Ahead; on the line between front and flank too.
    Front,
    /// To its own left; beside and inside the footprint, by the side of the centre line.
    Left,
    /// To its own right; so too on the centre line.
    Right,
    /// Behind; not on the line between flank and rear.
    Rear,
}

/// The zone of a footprint in which a point lies.
///
/// ```
/// use testudo_table::{Facing, Rect, Vec2, Zone, zone};
/// let base = Rect::new(Vec2::new(0.0, 0.0), Facing::NORTH, 40.0, 20.0);
/// assert_eq!(zone(&base, Vec2::new(25.0, 15.0)), Zone::Front); // on the line from the corner
/// assert_eq!(zone(&base, Vec2::new(-25.0, -15.0)), Zone::Left);
/// assert_eq!(zone(&base, Vec2::new(-24.0, -15.0)), Zone::Rear);
/// ```
pub fn zone(base: &Rect, p: Vec2) -> Zone {
    /// Lines are this thick: what lies on one does so only to the last digits.
    const ON: f64 = 1e-4;
    let (u, v) = base.local(p);
    let beside = (u.abs() - base.half_width).max(0.0);
    if v - base.half_depth >= beside - ON {
        Zone::Front
    } else if -v - base.half_depth > beside + ON {
        Zone::Rear
    } else if u < -ON {
        Zone::Left
    } else {
        Zone::Right
    }
}

/// The bearing of a point from the middle of a front edge, in degrees from straight ahead, clockwise positive.
pub fn bearing(base: &Rect, p: Vec2) -> f64 {
    let d = p - base.front_mid();
    libm::atan2(d.dot(base.right()), d.dot(base.ahead)).to_degrees()
}

/// The part of a shape that lies in the strip ahead of a front edge widened by `beside` on each side; none if
/// no point does. A negative `beside` narrows the strip.
///
/// ```
/// use testudo_table::{Convex, Facing, Rect, Solid, Vec2, cut_to_strip, distance};
/// let archers = Rect::new(Vec2::new(0.0, 0.0), Facing::NORTH, 40.0, 20.0);
/// let target = Rect::new(Vec2::new(70.0, 60.0), Facing::SOUTH, 40.0, 20.0);
/// let seen = cut_to_strip(&archers, 40.0, &target).expect("a part lies in the arc");
/// assert_eq!(seen.area(), 200.0);
/// ```
pub fn cut_to_strip(base: &Rect, beside: f64, shape: &impl Solid) -> Option<Convex> {
    let (front, right) = (base.front_mid(), base.right());
    let half = base.half_width + beside;
    shape
        .hull()
        .clip(front, base.ahead)?
        .clip(front + right * half, -right)?
        .clip(front - right * half, right)
}

/// The part of a shape that lies in a footprint's front zone, between lines at 45 degrees from its front
/// corners; none if no point does.
pub fn cut_to_front_zone(base: &Rect, shape: &impl Solid) -> Option<Convex> {
    let (ahead, right) = (base.ahead, base.right());
    let ahead_of_edge = shape.hull().clip(base.front_mid(), ahead)?;
    ahead_of_edge.clip(base.fl(), ahead + right)?.clip(base.fr(), ahead - right)
}

/// How far ahead of a front edge the nearest part of a shape lies; negative behind it.
pub fn least_ahead(base: &Rect, shape: &impl Solid) -> f64 {
    shape.shadow(base.ahead).0 - base.front_mid().dot(base.ahead)
}
