//! Oriented rectangles: the footprints of units.

use crate::{Facing, Point, Pose, Vec2};

/// One edge of a footprint, as its owner sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Edge {
    /// The edge it faces.
    Front,
    /// Its own left.
    Left,
    /// Its own right.
    Right,
    /// The edge behind.
    Rear,
}

impl Edge {
    /// The four edges in the order in which ties between them are settled.
    pub const ALL: [Edge; 4] = [Edge::Front, Edge::Left, Edge::Right, Edge::Rear];
}

/// A footprint to compute with, in millimetres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// The centre.
    pub centre: Vec2,
    /// The unit vector of the facing.
    pub ahead: Vec2,
    /// Half the frontage.
    pub half_width: f64,
    /// Half the depth.
    pub half_depth: f64,
}

impl Rect {
    /// A footprint of a width and a depth at a pose.
    pub fn at(pose: Pose, width: f64, depth: f64) -> Self {
        Rect::new(pose.at.vec(), pose.facing, width, depth)
    }

    /// A footprint at a computed place.
    pub fn new(centre: Vec2, facing: Facing, width: f64, depth: f64) -> Self {
        Rect { centre, ahead: facing.vec(), half_width: width / 2.0, half_depth: depth / 2.0 }
    }

    /// The unit vector to its own right.
    #[inline]
    pub fn right(&self) -> Vec2 {
        self.ahead.right()
    }

    /// Front left corner.
    #[inline]
    pub fn fl(&self) -> Vec2 {
        self.place(-self.half_width, self.half_depth)
    }
    /// Front right corner.
    #[inline]
    pub fn fr(&self) -> Vec2 {
        self.place(self.half_width, self.half_depth)
    }
    /// Rear left corner.
    #[inline]
    pub fn rl(&self) -> Vec2 {
        self.place(-self.half_width, -self.half_depth)
    }
    /// Rear right corner.
    #[inline]
    pub fn rr(&self) -> Vec2 {
        self.place(self.half_width, -self.half_depth)
    }

    /// The corners clockwise from the front left.
    #[inline]
    pub fn corners(&self) -> [Vec2; 4] {
        [self.fl(), self.fr(), self.rr(), self.rl()]
    }

    /// The middle of the front edge.
    #[inline]
    pub fn front_mid(&self) -> Vec2 {
        self.place(0.0, self.half_depth)
    }

    /// The point `u` to its right and `v` ahead of its centre.
    #[inline]
    pub fn place(&self, u: f64, v: f64) -> Vec2 {
        self.centre + self.right() * u + self.ahead * v
    }

    /// A point in its own frame: how far right of its centre, and how far ahead.
    #[inline]
    pub fn local(&self, p: Vec2) -> (f64, f64) {
        let d = p - self.centre;
        (d.dot(self.right()), d.dot(self.ahead))
    }

    /// The ends of an edge, left to right for someone standing on it and looking out.
    #[inline]
    pub fn edge(&self, edge: Edge) -> [Vec2; 2] {
        match edge {
            Edge::Front => [self.fl(), self.fr()],
            Edge::Left => [self.rl(), self.fl()],
            Edge::Right => [self.fr(), self.rr()],
            Edge::Rear => [self.rr(), self.rl()],
        }
    }

    /// The same footprint moved.
    #[inline]
    pub fn moved(&self, by: Vec2) -> Rect {
        Rect { centre: self.centre + by, ..*self }
    }

    /// The same footprint with so much taken off both ends of its front; half the front stays at the least.
    #[inline]
    pub fn narrower(&self, by: f64) -> Rect {
        Rect { half_width: (self.half_width - by).max(self.half_width / 2.0), ..*self }
    }

    /// Half the diagonal: no part lies farther from the centre.
    #[inline]
    pub fn radius(&self) -> f64 {
        (self.half_width * self.half_width + self.half_depth * self.half_depth).sqrt()
    }

    /// The pose rounded to the grid.
    pub fn pose(&self, facing: Facing) -> Pose {
        Pose { at: Point::round(self.centre), facing }
    }

    /// How deep two footprints penetrate: the least length, over the separating axes, by which one must be moved
    /// to leave the other; not positive when they are apart or only touch.
    ///
    /// ```
    /// use testudo_table::{Facing, Rect, Vec2};
    /// let a = Rect::new(Vec2::new(0.0, 0.0), Facing::NORTH, 40.0, 15.0);
    /// let b = Rect::new(Vec2::new(40.0, 0.0), Facing::NORTH, 40.0, 15.0);
    /// assert_eq!(a.penetration(&b), 0.0);
    /// ```
    pub fn penetration(&self, o: &Rect) -> f64 {
        let d = o.centre - self.centre;
        let reach = self.square_reach(o);
        if d.dot(d) >= reach {
            return reach.sqrt() - d.len();
        }
        self.near_penetration(o)
    }

    /// How far two footprints are apart, 0 if they touch or overlap.
    ///
    /// ```
    /// use testudo_table::{Facing, Rect, Vec2};
    /// let a = Rect::new(Vec2::new(0.0, 0.0), Facing::NORTH, 40.0, 20.0);
    /// let b = Rect::new(Vec2::new(43.0, 24.0), Facing::NORTH, 40.0, 20.0);
    /// assert_eq!(a.gap(&b), 5.0);
    /// ```
    pub fn gap(&self, o: &Rect) -> f64 {
        if self.near_penetration(o) >= 0.0 {
            return 0.0;
        }
        self.square_to_corners(o).min(o.square_to_corners(self)).sqrt()
    }

    /// The square of the distance to the nearest corner of another footprint.
    fn square_to_corners(&self, o: &Rect) -> f64 {
        let (u, v) = self.local(o.centre);
        // The other's axes in this frame; both frames are square.
        let (with, across) = (self.ahead.dot(o.ahead), self.ahead.dot(o.right()));
        let mut least = f64::INFINITY;
        for (right, ahead) in [(1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (-1.0, 1.0)] {
            let (right, ahead) = (right * o.half_width, ahead * o.half_depth);
            let beside = ((u + with * right - across * ahead).abs() - self.half_width).max(0.0);
            let before = ((v + across * right + with * ahead).abs() - self.half_depth).max(0.0);
            least = least.min(beside * beside + before * before);
        }
        least
    }

    /// Whether two footprints overlap deeper than `slack`, which is not negative.
    #[inline]
    pub fn overlaps(&self, o: &Rect, slack: f64) -> bool {
        let d = o.centre - self.centre;
        d.dot(d) < self.square_reach(o) && self.near_penetration(o) > slack
    }

    /// The square of a distance from which on two footprints cannot overlap.
    #[inline]
    fn square_reach(&self, o: &Rect) -> f64 {
        // Twice the sum of two squares is never under the square of the sum: a reach without its two roots.
        let square = |r: &Rect| r.half_width * r.half_width + r.half_depth * r.half_depth;
        2.0 * (square(self) + square(o))
    }

    fn near_penetration(&self, o: &Rect) -> f64 {
        let d = o.centre - self.centre;
        let (f, r, of, or) = (self.ahead, self.right(), o.ahead, o.right());
        // Both frames are square, so two products say how they lie to each other.
        let (with, across) = (f.dot(of).abs(), f.dot(or).abs());
        let along_f = self.half_depth + o.half_depth * with + o.half_width * across - d.dot(f).abs();
        let along_r = self.half_width + o.half_depth * across + o.half_width * with - d.dot(r).abs();
        let along_of = o.half_depth + self.half_depth * with + self.half_width * across - d.dot(of).abs();
        let along_or = o.half_width + self.half_depth * across + self.half_width * with - d.dot(or).abs();
        let lesser = |a: f64, b: f64| if a < b { a } else { b };
        lesser(lesser(along_f, along_r), lesser(along_of, along_or))
    }
}
