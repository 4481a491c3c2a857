//! Simple polygons: woods, hills, marshes, lakes.

use crate::{Bounds, Convex, Point, Solid, Vec2, crossing, nearest_on_segment, segments_meet};
use smallvec::SmallVec;

/// Why a list of points is not a shape that can lie on a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeError {
    /// A polygon needs three corners, a band two points.
    TooFewPoints,
    /// Two edges of the outline meet where they should not, or the outline has no area.
    NotSimple,
    /// A band needs a positive width.
    NoWidth,
}

impl std::fmt::Display for ShapeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            ShapeError::TooFewPoints => "too few points: a polygon needs three, a band two",
            ShapeError::NotSimple => "the outline touches or crosses itself, or encloses nothing",
            ShapeError::NoWidth => "a band needs a positive width",
        })
    }
}

impl std::error::Error for ShapeError {}

/// A simple polygon with its corners on the grid, clockwise.
///
/// ```
/// use testudo_table::{Point, Polygon, Vec2};
/// let at = |x: f64, y: f64| Point::round(Vec2::new(x, y));
/// let wood = Polygon::new(&[at(0.0, 0.0), at(100.0, 0.0), at(100.0, 50.0), at(0.0, 50.0)])?;
/// assert_eq!(wood.area(), 5000.0);
/// assert!(wood.contains(Vec2::new(10.0, 10.0)));
/// assert_eq!(wood.length_inside([Vec2::new(-10.0, 20.0), Vec2::new(30.0, 20.0)]), 30.0);
/// # Ok::<(), testudo_table::ShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Polygon {
    outline: Vec<Vec2>,
    bounds: Bounds,
    centroid: Vec2,
    area: f64,
}

/// The place on an outline nearest to a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bank {
    /// The nearest place of the outline.
    pub at: Vec2,
    /// How far it is.
    pub distance: f64,
    /// The unit vector across that edge to the inside.
    pub inward: Vec2,
}

impl Polygon {
    /// The polygon with these corners in order, either way round.
    ///
    /// # Errors
    ///
    /// [`ShapeError`] if there are fewer than three corners or the outline is not simple.
    pub fn new(corners: &[Point]) -> Result<Polygon, ShapeError> {
        if corners.len() < 3 {
            return Err(ShapeError::TooFewPoints);
        }
        if !is_simple(corners) {
            return Err(ShapeError::NotSimple);
        }
        let mut outline: Vec<Vec2> = corners.iter().map(|p| p.vec()).collect();
        if doubled_area(&outline) < 0.0 {
            outline.reverse();
        }
        let bounds = Bounds::of(&outline).ok_or(ShapeError::TooFewPoints)?;
        let area = doubled_area(&outline) / 2.0;
        let centroid = centroid(&outline);
        Ok(Polygon { outline, bounds, centroid, area })
    }

    /// The corners, clockwise.
    #[inline]
    pub fn outline(&self) -> &[Vec2] {
        &self.outline
    }

    /// The edges, clockwise.
    #[inline]
    pub fn edges(&self) -> impl Iterator<Item = [Vec2; 2]> + Clone + '_ {
        ring_edges(&self.outline)
    }

    /// The least upright box around it.
    #[inline]
    pub fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    /// The area in square millimetres.
    #[inline]
    pub fn area(&self) -> f64 {
        self.area
    }

    /// The centre of its area.
    #[inline]
    pub fn centroid(&self) -> Vec2 {
        self.centroid
    }

    /// Whether a point lies inside or on the outline.
    #[inline]
    pub fn contains(&self, p: Vec2) -> bool {
        if !self.bounds.contains(p) {
            return false;
        }
        let mut inside = false;
        for [a, b] in self.edges() {
            let side = (b - a).cross(p - a);
            if side == 0.0 && (p - a).dot(p - b) <= 0.0 {
                return true;
            }
            if (a.y > p.y) != (b.y > p.y) && (side > 0.0) == (b.y > a.y) {
                inside = !inside;
            }
        }
        inside
    }

    /// The place of the outline nearest to a point, inside or outside; of edges as near, give or take the last digits,
    /// on the first.
    pub fn bank(&self, p: Vec2) -> Bank {
        let mut best = Bank { at: p, distance: f64::INFINITY, inward: Vec2::default() };
        for [a, b] in self.edges() {
            let at = nearest_on_segment(p, [a, b]);
            let distance = p.distance(at);
            if distance < best.distance - 1e-9 {
                let inward = (b - a).right();
                best = Bank { at, distance, inward: inward * (1.0 / inward.len()) };
            }
        }
        best
    }

    /// The distance from a point to the outline, whether it lies inside or outside.
    pub fn outline_distance(&self, p: Vec2) -> f64 {
        let square = |edge: [Vec2; 2]| {
            let way = p - nearest_on_segment(p, edge);
            way.dot(way)
        };
        self.edges().map(square).fold(f64::INFINITY, f64::min).sqrt()
    }

    /// The distance from a solid shape to the polygon, 0 if they touch or overlap.
    pub fn distance(&self, shape: &impl Solid) -> f64 {
        if self.contains(shape.hull().corners()[0]) {
            return 0.0;
        }
        self.edges().map(|edge| crate::distance(shape, &Convex::segment(edge))).fold(f64::INFINITY, f64::min)
    }

    /// The area of a solid shape that lies inside, in square millimetres.
    pub fn overlap_area(&self, shape: &impl Solid) -> f64 {
        if !self.bounds.meets(&shape.bounds()) {
            return 0.0;
        }
        let shape = shape.hull();
        if !self.outline_meets(&shape) {
            return if self.contains(shape.corners()[0]) {
                shape.area()
            } else if shape.contains(self.outline[0]) {
                self.area
            } else {
                0.0
            };
        }
        let middle = shape.middle();
        let corners = shape.corners();
        // A triangle's three cuts may add three corners, so a shape with more than five goes in two parts.
        if corners.len() > 5 {
            // They are not asked whether they are convex: a swept path is so but for its last digits.
            let part = |corners: &mut dyn Iterator<Item = &Vec2>| {
                let mut part = Convex::EMPTY;
                corners.for_each(|&p| part.push(p));
                self.fan_area(&part, middle)
            };
            let other = &mut corners[4..].iter().chain([&corners[0]]);
            return part(&mut corners[..5].iter()) + part(other);
        }
        self.fan_area(&shape, middle)
    }

    /// Whether more than so much of a solid shape, in square millimetres, lies inside.
    pub fn covers_more(&self, shape: &impl Solid, area: f64) -> bool {
        /// So much more is more, whatever the last digits say.
        const PLAINLY: f64 = 1.0;
        if !self.bounds.meets(&shape.bounds()) {
            return false;
        }
        let hull = shape.hull();
        let whole = hull.area();
        // Shrunk about a point of its own until it fits in a disc inside the outline, the shape lies inside.
        let plainly = |p: Vec2| {
            if !self.contains(p) {
                return false;
            }
            let farthest = hull.corners().iter().map(|c| c.distance(p)).fold(0.0, f64::max);
            let shrunk = (self.outline_distance(p) / farthest).min(1.0);
            shrunk * shrunk * whole > area + PLAINLY
        };
        plainly(hull.middle())
            || hull.corners().iter().any(|&p| plainly(p))
            || self.overlap_area(&hull) > area
    }

    /// The overlap with a small shape as a sum over the triangles from `apex` to each edge, those seen from
    /// behind taken away: right for concave outlines too, and nothing is allocated.
    fn fan_area(&self, shape: &Convex, apex: Vec2) -> f64 {
        let inside = |[a, b]: [Vec2; 2]| {
            let turn = (b - apex).cross(a - apex);
            if turn == 0.0 {
                return 0.0;
            }
            let [a, b] = if turn > 0.0 { [a, b] } else { [b, a] };
            let part = [[apex, a], [a, b], [b, apex]]
                .iter()
                .try_fold(*shape, |part, [p, q]| part.clip(*p, (*q - *p).right()));
            part.map_or(0.0, |part| part.area() * turn.signum())
        };
        self.edges().map(inside).sum()
    }

    /// Whether a solid shape and the polygon share a point.
    pub fn meets(&self, shape: &impl Solid) -> bool {
        if !self.bounds.meets(&shape.bounds()) {
            return false;
        }
        let shape = shape.hull();
        self.outline_meets(&shape) || self.contains(shape.corners()[0]) || shape.contains(self.outline[0])
    }

    /// Whether the outline passes through or touches a shape.
    fn outline_meets(&self, shape: &Convex) -> bool {
        let around = shape.bounds();
        self.edges().any(|edge| {
            let near = Bounds::of(&edge).is_some_and(|b| b.meets(&around));
            near && (shape.contains(edge[0]) || shape.edges().any(|side| segments_meet(side, edge)))
        })
    }

    /// Whether a solid shape lies wholly inside, edges included.
    pub fn encloses(&self, shape: &impl Solid) -> bool {
        if !self.bounds.meets(&shape.bounds()) {
            return false;
        }
        let shape = shape.hull();
        let cut = |edge: [Vec2; 2]| crate::penetration(&shape, &Convex::segment(edge)) > 0.0;
        shape.corners().iter().all(|&p| self.contains(p)) && !self.edges().any(cut)
    }

    /// The stretches of a segment that lie inside, in order, as shares of the way along it.
    pub fn stretches(&self, segment: [Vec2; 2]) -> impl Iterator<Item = [f64; 2]> + '_ {
        let cuts = self.edges().filter_map(|edge| crossing(segment, edge));
        let mut ends: SmallVec<[f64; 8]> = cuts.filter(|&t| 0.0 < t && t < 1.0).collect();
        ends.push(1.0);
        ends.sort_unstable_by(f64::total_cmp);
        ends.dedup();
        let inside = move |from: f64, to: f64| self.contains(segment[0].lerp(segment[1], (from + to) / 2.0));
        let mut from = 0.0;
        let mut parts = ends.into_iter().map(move |to| [std::mem::replace(&mut from, to), to]);
        std::iter::from_fn(move || {
            let [start, mut end] = parts.find(|&[from, to]| inside(from, to))?;
            // Where it only touches the outline the stretch goes on.
            for [from, to] in parts.by_ref() {
                if !inside(from, to) {
                    break;
                }
                end = to;
            }
            Some([start, end])
        })
    }

    /// How much of a segment lies inside, in millimetres.
    pub fn length_inside(&self, segment: [Vec2; 2]) -> f64 {
        let share: f64 = self.stretches(segment).map(|[from, to]| to - from).sum();
        share * segment[0].distance(segment[1])
    }

    /// Whether a segment meets the polygon shrunk about its centroid, such as the crown of a hill.
    pub fn shrunk_meets(&self, factor: f64, segment: [Vec2; 2]) -> bool {
        // Growing the segment instead asks the same question and builds no polygon.
        let grow = |p: Vec2| self.centroid + (p - self.centroid) * (1.0 / factor);
        let segment = segment.map(grow);
        self.contains(segment[0]) || self.edges().any(|edge| segments_meet(edge, segment))
    }

    /// Whether a point lies in the polygon shrunk about its centroid.
    pub fn shrunk_contains(&self, factor: f64, p: Vec2) -> bool {
        self.contains(self.centroid + (p - self.centroid) * (1.0 / factor))
    }

    /// The corners of the polygon shrunk about its centroid, to draw.
    pub fn shrunk(&self, factor: f64) -> Vec<Vec2> {
        self.outline.iter().map(|&p| self.centroid.lerp(p, factor)).collect()
    }
}

/// Whether a ring of points on the grid encloses an area and touches itself nowhere; worked out exactly.
pub fn is_simple(ring: &[Point]) -> bool {
    let n = ring.len();
    let cross = |a: Point, b: Point, c: Point| {
        let d = |p: i32, q: i32| i128::from(q) - i128::from(p);
        (d(a.x, b.x) * d(a.y, c.y) - d(a.y, b.y) * d(a.x, c.x)).signum()
    };
    let between = |a: Point, b: Point, p: Point| {
        a.x.min(b.x) <= p.x && p.x <= a.x.max(b.x) && a.y.min(b.y) <= p.y && p.y <= a.y.max(b.y)
    };
    let on = |a: Point, b: Point, p: Point| cross(a, b, p) == 0 && between(a, b, p);
    let meet = |[a, b]: [Point; 2], [c, d]: [Point; 2]| {
        let crossed = cross(a, b, c) * cross(a, b, d) < 0 && cross(c, d, a) * cross(c, d, b) < 0;
        crossed || on(a, b, c) || on(a, b, d) || on(c, d, a) || on(c, d, b)
    };
    let edge = |i: usize| [ring[i], ring[(i + 1) % n]];
    let plain = |i: usize| {
        let ([a, b], [_, c]) = (edge(i), edge((i + 1) % n));
        // Neighbours may share their corner only: no edge without length, none folded back on the last.
        a != b && !on(a, b, c) && !on(b, c, a)
    };
    let apart = |i: usize| (i + 2..n).all(|j| (i == 0 && j == n - 1) || !meet(edge(i), edge(j)));
    n >= 3 && (0..n).all(plain) && (0..n).all(apart)
}

fn ring_edges(ring: &[Vec2]) -> impl Iterator<Item = [Vec2; 2]> + Clone + '_ {
    let ends = ring.iter().skip(1).chain(ring.first());
    ring.iter().zip(ends).map(|(&a, &b)| [a, b])
}

/// Twice the area of a ring, positive clockwise; taken about its first corner, where the digits are good.
fn doubled_area(ring: &[Vec2]) -> f64 {
    ring_edges(ring).map(|[a, b]| (b - ring[0]).cross(a - ring[0])).sum()
}

fn centroid(ring: &[Vec2]) -> Vec2 {
    let origin = ring[0];
    let mut sum = Vec2::default();
    for [a, b] in ring_edges(ring) {
        let (a, b) = (a - origin, b - origin);
        sum += (a + b) * b.cross(a);
    }
    origin + sum * (1.0 / (3.0 * doubled_area(ring)))
}
