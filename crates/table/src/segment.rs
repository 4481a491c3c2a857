//! Segments: sight lines, edges and the legs of polylines.

use crate::Vec2;

/// The share of the way from `a` to `b` at which the segment comes nearest to a point, from 0 to 1.
#[inline]
fn share_nearest(p: Vec2, [a, b]: [Vec2; 2]) -> f64 {
    let d = b - a;
    let square = d.dot(d);
    if square == 0.0 { 0.0 } else { ((p - a).dot(d) / square).clamp(0.0, 1.0) }
}

/// The point of a segment nearest to `p`.
#[inline]
pub fn nearest_on_segment(p: Vec2, segment: [Vec2; 2]) -> Vec2 {
    segment[0].lerp(segment[1], share_nearest(p, segment))
}

/// The distance from a point to a segment.
///
/// ```
/// use testudo_table::{Vec2, distance_to_segment};
/// let wall = [Vec2::new(0.0, 0.0), Vec2::new(10.0, 0.0)];
/// assert_eq!(distance_to_segment(Vec2::new(4.0, 3.0), wall), 3.0);
/// assert_eq!(distance_to_segment(Vec2::new(14.0, 3.0), wall), 5.0);
/// ```
#[inline]
pub fn distance_to_segment(p: Vec2, segment: [Vec2; 2]) -> f64 {
    p.distance(nearest_on_segment(p, segment))
}

/// Whether two segments share a point.
#[inline]
pub fn segments_meet([a, b]: [Vec2; 2], [c, d]: [Vec2; 2]) -> bool {
    let side = |p: Vec2, q: Vec2, r: Vec2| (q - p).cross(r - p);
    let (c_side, d_side) = (side(a, b, c), side(a, b, d));
    let (a_side, b_side) = (side(c, d, a), side(c, d, b));
    let apart = |s: f64, t: f64| (s > 0.0 && t > 0.0) || (s < 0.0 && t < 0.0);
    if apart(c_side, d_side) || apart(a_side, b_side) {
        return false;
    }
    // Neither line parts the other's ends; on one line the boxes still can.
    let overlap = |a: f64, b: f64, c: f64, d: f64| a.min(b) <= c.max(d) && c.min(d) <= a.max(b);
    overlap(a.x, b.x, c.x, d.x) && overlap(a.y, b.y, c.y, d.y)
}

/// The share of the way along the first segment at which it crosses the second; none if they are parallel or
/// do not meet.
#[inline]
pub fn crossing(one: [Vec2; 2], other: [Vec2; 2]) -> Option<f64> {
    let (d, e) = (one[1] - one[0], other[1] - other[0]);
    let across = d.cross(e);
    if across == 0.0 {
        return None;
    }
    let between = other[0] - one[0];
    let (t, s) = (between.cross(e) / across, between.cross(d) / across);
    ((0.0..=1.0).contains(&t) && (0.0..=1.0).contains(&s)).then_some(t)
}

/// The distance between two segments, 0 if they meet.
#[inline]
pub fn distance_segments(one: [Vec2; 2], other: [Vec2; 2]) -> f64 {
    if segments_meet(one, other) {
        return 0.0;
    }
    let from_one = distance_to_segment(one[0], other).min(distance_to_segment(one[1], other));
    let from_other = distance_to_segment(other[0], one).min(distance_to_segment(other[1], one));
    from_one.min(from_other)
}
