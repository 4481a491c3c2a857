//! What players measure: within, touching, square to, ahead of, in whose zone.
//!
//! Each question that compares takes the book's [`Tolerance`]; none has a tolerance of its own.

use crate::{Convex, Edge, Facing, Rect, Solid, Tolerance, Vec2, distance, penetration};

/// Whether two points coincide.
#[inline]
pub fn coincide(a: Vec2, b: Vec2, tolerance: Tolerance) -> bool {
    a.distance(b) <= tolerance.length
}

/// Whether two directions are the same.
#[inline]
pub fn same_direction(a: Facing, b: Facing, tolerance: Tolerance) -> bool {
    a.turn_to(b).abs() <= tolerance.angle
}

/// Whether two directions are opposite.
#[inline]
pub fn opposite_direction(a: Facing, b: Facing, tolerance: Tolerance) -> bool {
    same_direction(a.about(), b, tolerance)
}

/// Whether two shapes overlap: touching is not overlapping.
#[inline]
pub fn overlaps(a: &impl Solid, b: &impl Solid, tolerance: Tolerance) -> bool {
    penetration(a, b) > tolerance.length
}

/// Whether two shapes are no farther apart than a range; exactly at range is within.
#[inline]
pub fn within(a: &impl Solid, b: &impl Solid, range: f64, tolerance: Tolerance) -> bool {
    distance(a, b) <= range + tolerance.length
}

/// Whether two shapes touch without overlapping.
pub fn touches(a: &impl Solid, b: &impl Solid, tolerance: Tolerance) -> bool {
    !overlaps(a, b, tolerance) && within(a, b, 0.0, tolerance)
}

/// Two edges that lie along each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The edge of the first footprint.
    pub mine: Edge,
    /// The edge of the second.
    pub theirs: Edge,
    /// How much of them is common, in millimetres.
    pub length: f64,
}

/// The edges along which two footprints touch, the longest common stretch if there are several; none if they
/// touch nowhere or only with a corner.
///
/// ```
/// use testudo_table::{Edge, Facing, Rect, Tolerance, Vec2, faces_touching};
/// let exact = Tolerance { length: 0.125, angle: 0.1 };
/// let spears = Rect::new(Vec2::new(0.0, 0.0), Facing::NORTH, 40.0, 20.0);
/// let flanker = Rect::new(Vec2::new(35.0, -10.0), Facing::WEST, 40.0, 30.0);
/// let contact = faces_touching(&spears, &flanker, exact).expect("flush");
/// assert_eq!((contact.mine, contact.theirs, contact.length), (Edge::Right, Edge::Front, 20.0));
/// ```
pub fn faces_touching(a: &Rect, b: &Rect, tolerance: Tolerance) -> Option<Contact> {
    let mut best: Option<Contact> = None;
    for mine in Edge::ALL {
        for theirs in Edge::ALL {
            let length = common_stretch(a.edge(mine), b.edge(theirs), tolerance);
            if length > tolerance.length && best.is_none_or(|b| length > b.length) {
                best = Some(Contact { mine, theirs, length });
            }
        }
    }
    best
}

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

/// Whether a point lies within an angle to either side of straight ahead of the middle of a front edge.
pub fn in_sector(base: &Rect, p: Vec2, half_angle: f64, tolerance: Tolerance) -> bool {
    bearing(base, p).abs() <= half_angle + tolerance.angle
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
