//! What two solid shapes have to do with each other: how deep they penetrate, how far they are apart, when a
//! straight move brings them together.
//!
//! Every query takes any two of [`Rect`] and [`Convex`], the one that asks or moves first.

use crate::{Bounds, Convex, Rect, Vec2};

/// A convex shape, as the separating-axis queries see it.
pub trait Solid {
    /// The shape as a list of corners.
    fn hull(&self) -> Convex;
    /// The least that some measure of its corners comes to.
    fn least(&self, measure: impl Fn(Vec2) -> f64) -> f64;
    /// How many directions may part it from another shape.
    fn axes(&self) -> usize;
    /// One of those directions, of unit length.
    fn axis(&self, i: usize) -> Vec2;
    /// The least and the greatest place of the shape along a direction.
    fn shadow(&self, axis: Vec2) -> (f64, f64);
    /// The point of the shape nearest to `p`: `p` itself inside.
    fn nearest(&self, p: Vec2) -> Vec2;
    /// The least upright box around it.
    fn bounds(&self) -> Bounds;
}

impl Solid for Rect {
    fn hull(&self) -> Convex {
        Convex::from(*self)
    }

    #[inline]
    fn least(&self, measure: impl Fn(Vec2) -> f64) -> f64 {
        self.corners().into_iter().map(measure).fold(f64::INFINITY, f64::min)
    }

    fn axes(&self) -> usize {
        2
    }

    #[inline]
    fn axis(&self, i: usize) -> Vec2 {
        if i == 0 { self.ahead } else { self.right() }
    }

    #[inline]
    fn shadow(&self, axis: Vec2) -> (f64, f64) {
        let middle = self.centre.dot(axis);
        let half =
            self.half_depth * self.ahead.dot(axis).abs() + self.half_width * self.right().dot(axis).abs();
        (middle - half, middle + half)
    }

    #[inline]
    fn nearest(&self, p: Vec2) -> Vec2 {
        let (u, v) = self.local(p);
        let u_in = u.clamp(-self.half_width, self.half_width);
        let v_in = v.clamp(-self.half_depth, self.half_depth);
        if u == u_in && v == v_in { p } else { self.place(u_in, v_in) }
    }

    fn bounds(&self) -> Bounds {
        let half_x = self.half_depth * self.ahead.x.abs() + self.half_width * self.ahead.y.abs();
        let half_y = self.half_depth * self.ahead.y.abs() + self.half_width * self.ahead.x.abs();
        let half = Vec2::new(half_x, half_y);
        Bounds { min: self.centre - half, max: self.centre + half }
    }
}

/// How deep two shapes penetrate: the least length by which one must be moved, along a direction that may part
/// them, to leave the other; not positive when they are apart or only touch.
///
/// ```
/// use testudo_table::{Convex, Facing, Rect, Vec2, penetration};
/// let a = Rect::new(Vec2::new(0.0, 0.0), Facing::NORTH, 40.0, 15.0);
/// let b = Convex::from(Rect::new(Vec2::new(39.0, 0.0), Facing::NORTH, 40.0, 15.0));
/// assert_eq!(penetration(&a, &b), 1.0);
/// ```
pub fn penetration(a: &impl Solid, b: &impl Solid) -> f64 {
    let mut least = f64::INFINITY;
    let mut look = |axis: Vec2| {
        let ((a_low, a_high), (b_low, b_high)) = (a.shadow(axis), b.shadow(axis));
        least = least.min(a_high - b_low).min(b_high - a_low);
    };
    for i in 0..a.axes() {
        look(a.axis(i));
    }
    for i in 0..b.axes() {
        look(b.axis(i));
    }
    least
}

/// The distance between two shapes, 0 if they touch or overlap.
///
/// ```
/// use testudo_table::{Facing, Rect, Vec2, distance};
/// let a = Rect::new(Vec2::new(0.0, 0.0), Facing::NORTH, 40.0, 20.0);
/// let b = Rect::new(Vec2::new(43.0, 24.0), Facing::NORTH, 40.0, 20.0);
/// assert_eq!(distance(&a, &b), 5.0);
/// ```
pub fn distance(a: &impl Solid, b: &impl Solid) -> f64 {
    if penetration(a, b) >= 0.0 {
        return 0.0;
    }
    let square = |p: Vec2, q: Vec2| (p - q).dot(p - q);
    let from_a = a.least(|p| square(p, b.nearest(p)));
    from_a.min(b.least(|p| square(p, a.nearest(p)))).sqrt()
}

/// The shortest segment from one shape to another that is apart from it; where two parallel edges give many,
/// the middle one. None if they touch or overlap.
///
/// ```
/// use testudo_table::{Facing, Rect, Vec2, shortest_between};
/// let a = Rect::new(Vec2::new(0.0, 0.0), Facing::NORTH, 40.0, 20.0);
/// let b = Rect::new(Vec2::new(20.0, 30.0), Facing::SOUTH, 40.0, 20.0);
/// assert_eq!(shortest_between(&a, &b), Some([Vec2::new(10.0, 10.0), Vec2::new(10.0, 20.0)]));
/// ```
pub fn shortest_between(a: &impl Solid, b: &impl Solid) -> Option<[Vec2; 2]> {
    /// Lengths nearer than this are one length: parallel edges are parallel only to the last digits.
    const SAME: f64 = 1e-7;
    let shortest = distance(a, b);
    if shortest <= 0.0 {
        return None;
    }
    let (hull_a, hull_b) = (a.hull(), b.hull());
    let from_a = hull_a.corners().iter().map(|&p| [p, b.nearest(p)]);
    let from_b = hull_b.corners().iter().map(|&q| [a.nearest(q), q]);
    let mut ends: Option<([Vec2; 2], [Vec2; 2])> = None;
    for pair in from_a.chain(from_b).filter(|[p, q]| p.distance(*q) <= shortest + SAME) {
        let across = (pair[1] - pair[0]).right();
        ends = Some(match ends {
            None => (pair, pair),
            Some((left, right)) if pair[0].dot(across) < left[0].dot(across) => (pair, right),
            Some((left, right)) if pair[0].dot(across) > right[0].dot(across) => (left, pair),
            Some(both) => both,
        });
    }
    ends.map(|(left, right)| [left[0].lerp(right[0], 0.5), left[1].lerp(right[1], 0.5)])
}

/// The stretch of a straight move over which two shapes overlap, in millimetres from its start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// Where the overlap begins; negative if it lies behind the start.
    pub enter: f64,
    /// Where the overlap ends.
    pub leave: f64,
}

/// The stretch along the line through `a` in a direction (of unit length) over which `a` would overlap `b`
/// deeper than `slack`; none if it passes by.
///
/// It looks both ways along the line, behind the start as well as ahead. A move along it is free while its
/// length does not pass `enter`, and clear again from `leave` on.
///
/// ```
/// use testudo_table::{Facing, Rect, Span, Vec2, span};
/// let base = Rect::new(Vec2::new(0.0, 0.0), Facing::NORTH, 40.0, 10.0);
/// let friend = Rect::new(Vec2::new(0.0, -15.0), Facing::NORTH, 40.0, 10.0);
/// let back = -base.ahead;
/// assert_eq!(span(&base, back, &friend, 0.0), Some(Span { enter: 5.0, leave: 25.0 }));
/// ```
pub fn span(a: &impl Solid, direction: Vec2, b: &impl Solid, slack: f64) -> Option<Span> {
    let mut stretch = Span { enter: f64::NEG_INFINITY, leave: f64::INFINITY };
    let mut look = |axis: Vec2| {
        let ((a_low, a_high), (b_low, b_high)) = (a.shadow(axis), b.shadow(axis));
        let speed = direction.dot(axis);
        // The shadows overlap while both of these, changing at `speed`, are over `slack`.
        let (rising, falling) = (a_high - b_low - slack, b_high - a_low - slack);
        if speed == 0.0 {
            return rising > 0.0 && falling > 0.0;
        }
        let (one, other) = (-rising / speed, falling / speed);
        let (enter, leave) = if one < other { (one, other) } else { (other, one) };
        if enter > stretch.enter {
            stretch.enter = enter;
        }
        if leave < stretch.leave {
            stretch.leave = leave;
        }
        rising + falling > 0.0 && stretch.enter < stretch.leave
    };
    let met = (0..a.axes()).all(|i| look(a.axis(i))) && (0..b.axes()).all(|i| look(b.axis(i)));
    (met && stretch.enter < stretch.leave).then_some(stretch)
}

/// How far `a` goes in a direction (of unit length) before it overlaps `b` deeper than `slack`; none if it
/// does not within `length`, and 0 if it does from the start.
///
/// ```
/// use testudo_table::{Facing, Rect, Vec2, cast};
/// let base = Rect::new(Vec2::new(0.0, 0.0), Facing::NORTH, 40.0, 10.0);
/// let enemy = Rect::new(Vec2::new(5.0, 30.0), Facing::SOUTH, 40.0, 10.0);
/// assert_eq!(cast(&base, base.ahead, 40.0, &enemy, 0.0), Some(20.0));
/// assert_eq!(cast(&base, base.ahead, 15.0, &enemy, 0.0), None);
/// ```
pub fn cast(a: &impl Solid, direction: Vec2, length: f64, b: &impl Solid, slack: f64) -> Option<f64> {
    let met = span(a, direction, b, slack)?;
    (met.leave > 0.0 && met.enter < length).then(|| met.enter.max(0.0))
}

/// The least move of `a` in a direction (of unit length) after which it overlaps `b` no deeper than `slack`,
/// however much farther it goes.
pub fn clearance(a: &impl Solid, direction: Vec2, b: &impl Solid, slack: f64) -> f64 {
    span(a, direction, b, slack).map_or(0.0, |met| met.leave.max(0.0))
}

/// The path of a straight move: everything a footprint passes over on its way.
///
/// ```
/// use testudo_table::{Facing, Rect, Vec2, swept};
/// let base = Rect::new(Vec2::new(0.0, 0.0), Facing::NORTH, 40.0, 10.0);
/// assert_eq!(swept(&base, Vec2::new(0.0, -10.0)).area(), 800.0);
/// ```
pub fn swept(base: &Rect, by: Vec2) -> Convex {
    let corners = base.corners();
    let leads = |from: usize, to: usize| -(corners[to] - corners[from]).right().dot(by) > 0.0;
    let mut path = Convex::EMPTY;
    for (i, &start) in corners.iter().enumerate() {
        let end = start + by;
        match (leads((i + 3) % 4, i), leads(i, (i + 1) % 4)) {
            (true, true) => path.push(end),
            (false, false) => path.push(start),
            (false, true) => {
                path.push(start);
                path.push(end);
            }
            (true, false) => {
                path.push(end);
                path.push(start);
            }
        }
    }
    path
}
