//! Small convex shapes: camps, cut footprints, sight quadrilaterals and swept paths.

use crate::{Bounds, Rect, Solid, Vec2, nearest_on_segment};

/// A convex polygon of up to [`Convex::MOST`] corners, kept inline; one corner is a point, two are a segment.
///
/// Corners run clockwise, so that each edge goes from left to right for someone standing on it and looking out.
///
/// ```
/// use testudo_table::{Convex, Vec2};
/// let tip = [Vec2::new(0.0, 0.0), Vec2::new(4.0, 0.0), Vec2::new(0.0, 3.0)];
/// let triangle = Convex::from_corners(&tip).expect("a convex ring");
/// assert_eq!(triangle.area(), 6.0);
/// let low = triangle.clip(Vec2::new(0.0, 1.5), Vec2::new(0.0, -1.0)).expect("a part is left");
/// assert_eq!(low.area(), 4.5);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Convex {
    corners: [Vec2; Convex::MOST],
    count: u8,
}

impl PartialEq for Convex {
    fn eq(&self, o: &Convex) -> bool {
        self.corners() == o.corners()
    }
}

impl From<Rect> for Convex {
    fn from(rect: Rect) -> Convex {
        let mut corners = [Vec2::default(); Convex::MOST];
        corners[..4].copy_from_slice(&rect.corners());
        Convex { corners, count: 4 }
    }
}

impl Convex {
    /// The greatest number of corners.
    pub const MOST: usize = 8;

    pub(crate) const EMPTY: Convex = Convex { corners: [Vec2 { x: 0.0, y: 0.0 }; Convex::MOST], count: 0 };

    /// The shape with these corners in order, either way round; none if they are not a convex ring with an
    /// area, or are too many.
    pub fn from_corners(corners: &[Vec2]) -> Option<Convex> {
        let n = corners.len();
        if !(3..=Self::MOST).contains(&n) {
            return None;
        }
        let (mut clockwise, mut widdershins) = (true, true);
        let (mut a, mut b) = (corners[n - 2], corners[n - 1]);
        for &c in corners {
            let turn = (b - a).cross(c - b);
            clockwise &= turn <= 0.0;
            widdershins &= turn >= 0.0;
            (a, b) = (b, c);
        }
        let mut shape = Self::EMPTY;
        for &corner in corners {
            shape.push(corner);
        }
        if widdershins {
            shape.corners[..n].reverse();
        }
        // A star turns one way at every corner and yet is no convex ring: fanned from one corner its triangles
        // must all lie on one side.
        let fan =
            |i: usize| (shape.corners[i] - shape.corners[0]).cross(shape.corners[i + 1] - shape.corners[0]);
        let plain = (1..n - 1).all(|i| fan(i) <= 0.0);
        (clockwise != widdershins && plain && shape.area() > 0.0).then_some(shape)
    }

    /// The least convex shape around at most sixteen points; none if it would have too many corners, or there
    /// are no points, or more than sixteen.
    pub fn hull(points: &[Vec2]) -> Option<Convex> {
        const ROOM: usize = 16;
        let n = points.len();
        if !(1..=ROOM).contains(&n) {
            return None;
        }
        let mut sorted = [Vec2::default(); ROOM];
        sorted[..n].copy_from_slice(points);
        let sorted = &mut sorted[..n];
        sorted.sort_unstable_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
        // The chain along the north from west to east, then along the south and back: clockwise.
        let mut ring = [Vec2::default(); 2 * ROOM];
        let mut count = 0;
        for pass in 0..2 {
            let base = count;
            for i in 0..n {
                let p = if pass == 0 { sorted[i] } else { sorted[n - 1 - i] };
                while count >= base + 2
                    && (ring[count - 1] - ring[count - 2]).cross(p - ring[count - 1]) >= 0.0
                {
                    count -= 1;
                }
                if count == base || ring[count - 1] != p {
                    ring[count] = p;
                    count += 1;
                }
            }
            // The last of each chain is the first of the next.
            if count > 1 {
                count -= 1;
            }
        }
        if count > Self::MOST {
            return None;
        }
        let mut hull = Self::EMPTY;
        for &p in &ring[..count] {
            hull.push(p);
        }
        Some(hull)
    }

    /// The least convex shape around two segments, such as two edges that look at one another.
    pub fn hull_of_segments(one: [Vec2; 2], other: [Vec2; 2]) -> Convex {
        Self::hull(&[one[0], one[1], other[0], other[1]]).expect("four points make at most four corners")
    }

    /// The shape of a single segment.
    pub fn segment([a, b]: [Vec2; 2]) -> Convex {
        let mut shape = Self::EMPTY;
        shape.push(a);
        if b != a {
            shape.push(b);
        }
        shape
    }

    #[inline]
    pub(crate) fn push(&mut self, corner: Vec2) {
        self.corners[usize::from(self.count)] = corner;
        self.count += 1;
    }

    /// The corners, clockwise.
    #[inline]
    pub fn corners(&self) -> &[Vec2] {
        &self.corners[..usize::from(self.count)]
    }

    /// The edges, clockwise, each from left to right for someone looking out.
    #[inline]
    pub fn edges(&self) -> impl Iterator<Item = [Vec2; 2]> + '_ {
        let corners = self.corners();
        corners.iter().enumerate().map(|(i, &a)| [a, corners[if i + 1 == corners.len() { 0 } else { i + 1 }]])
    }

    /// The same shape in another unit of length, so many of which make one of this.
    ///
    /// ```
    /// use testudo_table::{Convex, Vec2};
    /// let inches = Convex::segment([Vec2::new(0.0, 1.0), Vec2::new(2.0, 1.0)]);
    /// assert_eq!(inches.scaled(25.4).corners()[1], Vec2::new(50.8, 25.4));
    /// ```
    pub fn scaled(&self, by: f64) -> Convex {
        Convex { corners: self.corners.map(|p| p * by), count: self.count }
    }

    /// The area in square millimetres.
    pub fn area(&self) -> f64 {
        let origin = self.corners[0];
        let doubled: f64 = self.edges().map(|[a, b]| (b - origin).cross(a - origin)).sum();
        doubled / 2.0
    }

    /// The mean of the corners, which lies inside.
    pub fn middle(&self) -> Vec2 {
        let sum = self.corners().iter().fold(Vec2::default(), |sum, &p| sum + p);
        sum * (1.0 / f64::from(self.count))
    }

    /// Whether a point lies inside or on the edge.
    #[inline]
    pub fn contains(&self, p: Vec2) -> bool {
        match self.corners() {
            [only] => *only == p,
            [a, b] => nearest_on_segment(p, [*a, *b]) == p,
            _ => self.edges().all(|[a, b]| (b - a).cross(p - a) <= 0.0),
        }
    }

    /// The part on one side of a line: of the points `p` with `(p - at) · keep` not negative; none if no point
    /// is left.
    ///
    /// A cut can add a corner; should that pass [`Convex::MOST`], the corner that adds the least area is dropped.
    pub fn clip(&self, at: Vec2, keep: Vec2) -> Option<Convex> {
        // Often nothing or everything is cut off.
        let side = |p: &Vec2| (*p - at).dot(keep);
        if self.corners().iter().all(|p| side(p) < 0.0) {
            return None;
        }
        if self.corners().iter().all(|p| side(p) >= 0.0) && self.is_plain() {
            return Some(*self);
        }
        let mut ring = [Vec2::default(); Self::MOST + 1];
        let mut count = 0;
        let mut put = |p: Vec2| {
            if (count == 0 || ring[count - 1] != p) && count <= Self::MOST {
                ring[count] = p;
                count += 1;
            }
        };
        for [a, b] in self.edges() {
            let (da, db) = ((a - at).dot(keep), (b - at).dot(keep));
            if da >= 0.0 {
                put(a);
            }
            if (da > 0.0 && db < 0.0) || (da < 0.0 && db > 0.0) {
                put(a.lerp(b, da / (da - db)));
            }
        }
        if count > 1 && ring[0] == ring[count - 1] {
            count -= 1;
        }
        if count > Self::MOST {
            count = drop_least(&mut ring);
        }
        let mut shape = Self::EMPTY;
        for &p in &ring[..count] {
            shape.push(p);
        }
        (count > 0).then_some(shape)
    }

    /// Whether no corner is where the one before it is.
    fn is_plain(&self) -> bool {
        self.edges().all(|[a, b]| a != b)
    }

    /// The part of this shape that lies in another; none if they share no point.
    pub fn intersection(&self, o: &Convex) -> Option<Convex> {
        let mut part = *self;
        for [a, b] in o.edges() {
            part = part.clip(a, (b - a).right())?;
        }
        Some(part)
    }

    /// The same shape moved.
    pub fn moved(&self, by: Vec2) -> Convex {
        let mut shape = *self;
        for corner in &mut shape.corners[..usize::from(self.count)] {
            *corner += by;
        }
        shape
    }
}

/// Drops, from a ring one corner too long, the one whose triangle with its neighbours is least.
fn drop_least(ring: &mut [Vec2; Convex::MOST + 1]) -> usize {
    let n = ring.len();
    let triangle = |i: usize| {
        let (a, b, c) = (ring[(i + n - 1) % n], ring[i], ring[(i + 1) % n]);
        (b - a).cross(c - b).abs()
    };
    let least = (1..n).fold(0, |best, i| if triangle(i) < triangle(best) { i } else { best });
    ring.copy_within(least + 1.., least);
    n - 1
}

impl Solid for Convex {
    fn hull(&self) -> Convex {
        *self
    }

    #[inline]
    fn least(&self, measure: impl Fn(Vec2) -> f64) -> f64 {
        self.corners().iter().copied().map(measure).fold(f64::INFINITY, f64::min)
    }

    fn axes(&self) -> usize {
        match self.count {
            // A point parts from others only along their axes, and along both of the table's.
            1 | 2 => 2,
            n => usize::from(n),
        }
    }

    fn axis(&self, i: usize) -> Vec2 {
        let corners = self.corners();
        let along = match corners {
            [_] => Vec2::new(1.0, 0.0),
            [a, b] => *b - *a,
            _ => corners[if i + 1 == corners.len() { 0 } else { i + 1 }] - corners[i],
        };
        let length = along.len();
        let along = if length > 0.0 { along * (1.0 / length) } else { Vec2::new(1.0, 0.0) };
        // A segment parts from others across and along itself.
        if corners.len() < 3 && i == 1 { along } else { -along.right() }
    }

    #[inline]
    fn shadow(&self, axis: Vec2) -> (f64, f64) {
        let corners = self.corners();
        let first = corners[0].dot(axis);
        corners[1..].iter().map(|p| p.dot(axis)).fold((first, first), |(lo, hi), x| (lo.min(x), hi.max(x)))
    }

    fn nearest(&self, p: Vec2) -> Vec2 {
        if self.contains(p) {
            return p;
        }
        let mut best = self.corners[0];
        for edge in self.edges() {
            let q = nearest_on_segment(p, edge);
            if p.distance(q) < p.distance(best) {
                best = q;
            }
        }
        best
    }

    fn bounds(&self) -> Bounds {
        Bounds::of(self.corners()).expect("a shape has a corner")
    }
}
