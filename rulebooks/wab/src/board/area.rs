//! Areas of any simple outline, cut into convex parts.

use crate::data::length::to_table;
use table::{Convex, Point, Vec2, is_simple};

/// An area's convex parts: one if its outline is convex already, triangles if not; none if the outline is no outline.
pub fn parts(corners: &[Vec2]) -> Option<Vec<Convex>> {
    let grid: Vec<Point> = corners.iter().map(|&c| Point::round(to_table(c))).collect();
    if corners.len() < 3 || !is_simple(&grid) {
        return None;
    }
    if let Some(whole) = Convex::from_corners(corners) {
        return Some(vec![whole]);
    }
    let mut ring = corners.to_vec();
    if doubled_area(&ring) < 0.0 {
        ring.reverse();
    }
    let mut parts = Vec::new();
    while ring.len() > 3 {
        let ear = (0..ring.len()).find(|&i| is_ear(&ring, i))?;
        parts.extend(Convex::from_corners(&around(&ring, ear)));
        ring.remove(ear);
    }
    parts.extend(Convex::from_corners(&ring));
    Some(parts)
}

/// A corner with its neighbours.
fn around(ring: &[Vec2], i: usize) -> [Vec2; 3] {
    let n = ring.len();
    [ring[(i + n - 1) % n], ring[i], ring[(i + 1) % n]]
}

/// Whether a corner of a ring can be cut off: it juts out, and no other corner lies in its triangle.
fn is_ear(ring: &[Vec2], i: usize) -> bool {
    let [a, b, c] = around(ring, i);
    let left = |a: Vec2, b: Vec2, p: Vec2| (b - a).cross(p - a) >= 0.0;
    let inside = |p: Vec2| left(a, b, p) && left(b, c, p) && left(c, a, p);
    let other = |p: &&Vec2| **p != a && **p != b && **p != c;
    (b - a).cross(c - b) >= 0.0 && !ring.iter().filter(other).any(|&p| inside(p))
}

/// Twice the area of a ring, positive when it runs against the clock.
fn doubled_area(ring: &[Vec2]) -> f64 {
    let ends = ring.iter().skip(1).chain(ring.first());
    ring.iter().zip(ends).map(|(&a, &b)| (a - ring[0]).cross(b - ring[0])).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_simple_outline_has_convex_parts() {
        let at = |(x, y): (f64, f64)| Vec2::new(x, y);
        let square = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)].map(at);
        let elbow = [(0.0, 0.0), (6.0, 0.0), (6.0, 2.0), (2.0, 2.0), (2.0, 6.0), (0.0, 6.0)].map(at);
        let crossed = [(0.0, 0.0), (4.0, 4.0), (4.0, 0.0), (0.0, 4.0)].map(at);
        assert_eq!(parts(&square).map(|p| p.len()), Some(1));
        let area: f64 = parts(&elbow).expect("an outline").iter().map(Convex::area).sum();
        assert_eq!(area, 20.0);
        assert!(parts(&crossed).is_none());
    }
}
