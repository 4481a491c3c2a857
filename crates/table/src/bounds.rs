//! Upright boxes for the first, coarse look at what may meet.

use crate::Vec2;

/// An upright box: every point between two corners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The south-west corner.
    pub min: Vec2,
    /// The north-east corner.
    pub max: Vec2,
}

impl Bounds {
    /// The box of a disc.
    #[inline]
    pub fn disc(centre: Vec2, radius: f64) -> Self {
        let r = Vec2::new(radius, radius);
        Bounds { min: centre - r, max: centre + r }
    }

    /// The least box around some points; none without points.
    #[inline]
    pub fn of(points: &[Vec2]) -> Option<Self> {
        let (first, rest) = points.split_first()?;
        let one = Bounds { min: *first, max: *first };
        Some(rest.iter().fold(one, |b, &p| b.join(&Bounds { min: p, max: p })))
    }

    /// The least box around two.
    #[inline]
    pub fn join(&self, o: &Bounds) -> Bounds {
        Bounds {
            min: Vec2::new(self.min.x.min(o.min.x), self.min.y.min(o.min.y)),
            max: Vec2::new(self.max.x.max(o.max.x), self.max.y.max(o.max.y)),
        }
    }

    /// The box grown by a length on every side.
    #[inline]
    pub fn grown(&self, by: f64) -> Bounds {
        let by = Vec2::new(by, by);
        Bounds { min: self.min - by, max: self.max + by }
    }

    /// Whether two boxes share a point.
    #[inline]
    pub fn meets(&self, o: &Bounds) -> bool {
        self.min.x <= o.max.x && o.min.x <= self.max.x && self.min.y <= o.max.y && o.min.y <= self.max.y
    }

    /// Whether a point lies in the box or on its edge.
    #[inline]
    pub fn contains(&self, p: Vec2) -> bool {
        self.min.x <= p.x && p.x <= self.max.x && self.min.y <= p.y && p.y <= self.max.y
    }
}
