//! Plane geometry of what is drawn: millimetres, x east, y south, as SVG has it.

use proto::WireUnit;
use table::{Facing, Vec2};

/// A footprint: where its middle is, which way it looks, and its size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Block {
    /// Its middle.
    pub at: Vec2,
    /// Degrees clockwise from north.
    pub facing: f64,
    /// Its frontage.
    pub width: f64,
    /// Its depth.
    pub depth: f64,
}

/// An upright box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extent {
    /// West.
    pub x: f64,
    /// North.
    pub y: f64,
    /// East to west.
    pub width: f64,
    /// North to south.
    pub height: f64,
}

/// A point as it is drawn on a table so deep.
pub fn flip(point: (f64, f64), depth: f64) -> Vec2 {
    Vec2::new(point.0, depth - point.1)
}

impl Block {
    /// The ground a unit stands on.
    pub fn of(unit: &WireUnit, depth: f64) -> Self {
        Block { at: flip((unit.x, unit.y), depth), facing: unit.facing, width: unit.width, depth: unit.depth }
    }

    /// The direction it looks.
    pub fn ahead(&self) -> Vec2 {
        let north_up = Facing::degrees(self.facing).vec();
        Vec2::new(north_up.x, -north_up.y)
    }

    /// A point so far to its right and ahead of its middle.
    pub fn at(&self, right: f64, forward: f64) -> Vec2 {
        let a = self.ahead();
        Vec2::new(self.at.x - a.y * right + a.x * forward, self.at.y + a.x * right + a.y * forward)
    }

    /// How far to its right and ahead of its middle a point is.
    fn seen(&self, p: Vec2) -> (f64, f64) {
        let (a, d) = (self.ahead(), Vec2::new(p.x - self.at.x, p.y - self.at.y));
        (d.y * a.x - d.x * a.y, d.x * a.x + d.y * a.y)
    }

    /// Its corners: front left, front right, rear right, rear left.
    pub fn corners(&self) -> [Vec2; 4] {
        let (w, d) = (self.width / 2.0, self.depth / 2.0);
        [self.at(-w, d), self.at(w, d), self.at(w, -d), self.at(-w, -d)]
    }

    /// The box round it.
    pub fn extent(&self) -> Extent {
        Extent::round(&self.corners())
    }

    /// Where its front edge lies against another's outline: the middle of the common stretch.
    pub fn touches(&self, other: &Block) -> Option<Vec2> {
        const SAMPLES: u8 = 12;
        const NEAR: f64 = 0.3;
        let (w, d) = (other.width / 2.0, other.depth / 2.0);
        let on_edge = |right: &f64| {
            let (u, v) = other.seen(self.at(*right, self.depth / 2.0));
            let inside = u.abs() <= w + NEAR && v.abs() <= d + NEAR;
            inside && ((v.abs() - d).abs() <= NEAR || (u.abs() - w).abs() <= NEAR)
        };
        let along = (0..=SAMPLES).map(|i| (f64::from(i) / f64::from(SAMPLES) - 0.5) * self.width);
        let hits: Vec<f64> = along.filter(on_edge).collect();
        match hits[..] {
            [first, _, .., last] => Some(self.at((first + last) / 2.0, self.depth / 2.0)),
            _ => None,
        }
    }
}

impl Extent {
    /// The box round some points; nothing about none.
    pub fn round(points: &[Vec2]) -> Self {
        let low =
            points.iter().fold(Vec2::new(f64::MAX, f64::MAX), |a, p| Vec2::new(a.x.min(p.x), a.y.min(p.y)));
        let high =
            points.iter().fold(Vec2::new(f64::MIN, f64::MIN), |a, p| Vec2::new(a.x.max(p.x), a.y.max(p.y)));
        if points.is_empty() {
            return Extent { x: 0.0, y: 0.0, width: 0.0, height: 0.0 };
        }
        Extent { x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y }
    }

    /// A box by its middle and size.
    pub fn about(middle: Vec2, width: f64, height: f64) -> Self {
        Extent { x: middle.x - width / 2.0, y: middle.y - height / 2.0, width, height }
    }

    /// Its middle.
    pub fn middle(&self) -> Vec2 {
        Vec2::new(self.x + self.width / 2.0, self.y + self.height / 2.0)
    }

    /// How much of two boxes is the same.
    pub fn overlap(&self, other: &Extent) -> f64 {
        let across = (self.x + self.width).min(other.x + other.width) - self.x.max(other.x);
        let down = (self.y + self.height).min(other.y + other.height) - self.y.max(other.y);
        across.max(0.0) * down.max(0.0)
    }

    /// The same box, wider all round.
    pub fn grown(&self, by: f64) -> Self {
        Extent {
            x: self.x - by,
            y: self.y - by,
            width: self.width + 2.0 * by,
            height: self.height + 2.0 * by,
        }
    }
}

/// The centre of an outline's area.
pub fn centroid(points: &[Vec2]) -> Vec2 {
    let (mut area, mut x, mut y) = (0.0, 0.0, 0.0);
    for (i, a) in points.iter().enumerate() {
        let b = points[(i + 1) % points.len()];
        let cross = a.x * b.y - b.x * a.y;
        area += cross;
        x += (a.x + b.x) * cross;
        y += (a.y + b.y) * cross;
    }
    if area.abs() < 1e-9 {
        Extent::round(points).middle()
    } else {
        Vec2::new(x / (3.0 * area), y / (3.0 * area))
    }
}

/// Whether a point lies inside an outline.
pub fn inside(outline: &[Vec2], p: Vec2) -> bool {
    let mut within = false;
    for (i, a) in outline.iter().enumerate() {
        let b = outline[(i + outline.len() - 1) % outline.len()];
        if (a.y > p.y) != (b.y > p.y) && p.x < ((b.x - a.x) * (p.y - a.y)) / (b.y - a.y) + a.x {
            within = !within;
        }
    }
    within
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(x: f64, y: f64, facing: f64) -> Block {
        Block { at: Vec2::new(x, y), facing, width: 40.0, depth: 20.0 }
    }

    #[test]
    fn a_block_that_looks_north_has_its_front_above() {
        let [left, right, ..] = block(0.0, 0.0, 0.0).corners();
        assert_eq!((left, right), (Vec2::new(-20.0, -10.0), Vec2::new(20.0, -10.0)));
    }

    #[test]
    fn fronts_that_meet_touch_in_the_middle_of_what_they_share() {
        let (south, north) = (block(0.0, 0.0, 0.0), block(10.0, -20.0, 180.0));
        let at = south.touches(&north).unwrap();
        assert!((at.x - 5.0).abs() < 2.0 && (at.y + 10.0).abs() < 1e-6, "{at:?}");
        assert_eq!(south.touches(&block(0.0, -25.0, 180.0)), None);
    }

    #[test]
    fn the_centre_of_a_square_is_its_middle() {
        let square = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)].map(|(x, y)| Vec2::new(x, y));
        assert_eq!(centroid(&square), Vec2::new(2.0, 2.0));
        assert!(inside(&square, Vec2::new(1.0, 3.0)) && !inside(&square, Vec2::new(5.0, 3.0)));
    }
}
