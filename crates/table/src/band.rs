//! Bands: rivers and roads, a line with a width.

use crate::{Bounds, Convex, Point, ShapeError, Solid, Vec2, crossing, nearest_on_segment};

/// Every point within half a width of a polyline whose points lie on the grid.
///
/// ```
/// use testudo_table::{Band, Point, Vec2};
/// let at = |x: f64, y: f64| Point::round(Vec2::new(x, y));
/// let road = Band::new(&[at(0.0, 50.0), at(100.0, 50.0), at(100.0, 200.0)], 25.0)?;
/// assert!(road.contains(Vec2::new(40.0, 60.0)));
/// assert_eq!(road.along(Vec2::new(90.0, 150.0)).direction, Vec2::new(0.0, 1.0));
/// # Ok::<(), testudo_table::ShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Band {
    line: Vec<Vec2>,
    half_width: f64,
    bounds: Bounds,
}

/// The place on a centre line nearest to a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Along {
    /// The nearest place of the centre line.
    pub at: Vec2,
    /// How far it is.
    pub distance: f64,
    /// The unit vector in which the line runs there.
    pub direction: Vec2,
}

impl Band {
    /// The band along a polyline, of a width in millimetres.
    ///
    /// # Errors
    ///
    /// [`ShapeError`] if there are fewer than two different points, or no width.
    pub fn new(line: &[Point], width: f64) -> Result<Band, ShapeError> {
        let mut points: Vec<Vec2> = line.iter().map(|p| p.vec()).collect();
        points.dedup();
        // The width is kept on the grid like the points.
        let half_width = Point::round(Vec2::new(width, 0.0)).vec().x / 2.0;
        if half_width <= 0.0 {
            return Err(ShapeError::NoWidth);
        }
        match Bounds::of(&points) {
            Some(bounds) if points.len() > 1 => {
                Ok(Band { line: points, half_width, bounds: bounds.grown(half_width) })
            }
            _ => Err(ShapeError::TooFewPoints),
        }
    }

    /// The centre line.
    pub fn line(&self) -> &[Vec2] {
        &self.line
    }

    /// The width in millimetres.
    pub fn width(&self) -> f64 {
        2.0 * self.half_width
    }

    /// The least upright box around it.
    pub fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    /// The stretches of the centre line.
    pub fn segments(&self) -> impl Iterator<Item = [Vec2; 2]> + Clone + '_ {
        self.line.windows(2).map(|w| [w[0], w[1]])
    }

    /// The place on the centre line nearest to a point.
    pub fn along(&self, p: Vec2) -> Along {
        let mut best = Along { at: p, distance: f64::INFINITY, direction: Vec2::default() };
        for [a, b] in self.segments() {
            let at = nearest_on_segment(p, [a, b]);
            let distance = p.distance(at);
            if distance < best.distance {
                best = Along { at, distance, direction: (b - a) * (1.0 / a.distance(b)) };
            }
        }
        best
    }

    /// Whether a point lies in the band or on its bank.
    pub fn contains(&self, p: Vec2) -> bool {
        self.bounds.contains(p) && self.along(p).distance <= self.half_width
    }

    /// The distance from a solid shape to the centre line, 0 if they meet.
    pub fn distance_to_line(&self, shape: &impl Solid) -> f64 {
        self.segments().map(|s| crate::distance(shape, &Convex::segment(s))).fold(f64::INFINITY, f64::min)
    }

    /// How deep a solid shape reaches into the band from its bank, at most to the centre line; not positive
    /// when it stays out or only touches.
    pub fn penetration(&self, shape: &impl Solid) -> f64 {
        self.half_width - self.distance_to_line(shape)
    }

    /// Whether a solid shape reaches deeper than `slack` into the band.
    pub fn overlaps(&self, shape: &impl Solid, slack: f64) -> bool {
        self.bounds.meets(&shape.bounds()) && self.penetration(shape) > slack
    }

    /// The places where the centre lines of two bands cross: bridges and fords.
    pub fn crossings(&self, other: &Band) -> Vec<Vec2> {
        let mut places = Vec::new();
        for mine in self.segments() {
            for theirs in other.segments() {
                let place = crossing(mine, theirs).map(|t| mine[0].lerp(mine[1], t));
                places.extend(place.filter(|p| !places.contains(p)));
            }
        }
        places
    }
}
