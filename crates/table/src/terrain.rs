//! Terrain: what lies on a table, and what lies under a footprint.

use crate::{Band, Bounds, Point, Polygon, Rect, Solid, Vec2, distance_to_segment};

/// A kind of terrain; the rulebook that laid it out knows which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KindId(pub u8);

/// The ground a piece of terrain covers.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A wood, hill, marsh or lake.
    Area(Polygon),
    /// A river or a road.
    Band(Band),
}

/// How much of a footprint must lie on a piece of terrain before it counts as being on it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Foothold {
    /// More than this many square millimetres of an area.
    pub area: f64,
    /// Deeper than this many millimetres into a band.
    pub depth: f64,
}

impl Shape {
    /// The least upright box around it.
    pub fn bounds(&self) -> &Bounds {
        match self {
            Shape::Area(area) => area.bounds(),
            Shape::Band(band) => band.bounds(),
        }
    }

    /// Whether a point lies on it, edges included.
    pub fn contains(&self, p: Vec2) -> bool {
        match self {
            Shape::Area(area) => area.contains(p),
            Shape::Band(band) => band.contains(p),
        }
    }

    /// Whether more of a footprint than the foothold lies on it.
    pub fn lies_under(&self, base: &impl Solid, foothold: Foothold) -> bool {
        match self {
            Shape::Area(area) => area.covers_more(base, foothold.area),
            Shape::Band(band) => band.overlaps(base, foothold.depth),
        }
    }

    /// The distance from a solid shape, 0 if they touch or overlap.
    pub fn distance(&self, base: &impl Solid) -> f64 {
        match self {
            Shape::Area(area) => area.distance(base),
            Shape::Band(band) => (-band.penetration(base)).max(0.0),
        }
    }
}

/// One piece of terrain.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// Its name in the scenario.
    pub id: String,
    /// What it is.
    pub kind: KindId,
    /// The ground it covers.
    pub shape: Shape,
    /// The crest line of a hill; without one a hill rises to its centroid.
    pub crest: Option<Vec<Point>>,
}

impl Piece {
    /// How high a hill is at a point: 0 outside and on its outline, 1 on the crest, and between them by the
    /// distance to the outline out of that distance and the distance to the crest together.
    ///
    /// ```
    /// use testudo_table::{KindId, Piece, Point, Polygon, Shape, Vec2};
    /// let at = |x: f64, y: f64| Point::round(Vec2::new(x, y));
    /// let outline = Polygon::new(&[at(0.0, 0.0), at(80.0, 0.0), at(80.0, 80.0), at(0.0, 80.0)])?;
    /// let hill = Piece { id: "hill".into(), kind: KindId(0), shape: Shape::Area(outline), crest: None };
    /// assert_eq!(hill.height(Vec2::new(40.0, 10.0)), 0.25);
    /// assert_eq!(hill.height(Vec2::new(40.0, 40.0)), 1.0);
    /// # Ok::<(), testudo_table::ShapeError>(())
    /// ```
    pub fn height(&self, p: Vec2) -> f64 {
        let Shape::Area(area) = &self.shape else {
            return 0.0;
        };
        if !area.contains(p) {
            return 0.0;
        }
        let from_outline = area.outline_distance(p);
        let from_crest = match self.crest.as_deref() {
            None | Some([]) => p.distance(area.centroid()),
            Some([top]) => p.distance(top.vec()),
            Some(line) => line
                .windows(2)
                .map(|w| distance_to_segment(p, [w[0].vec(), w[1].vec()]))
                .fold(f64::INFINITY, f64::min),
        };
        let sum = from_outline + from_crest;
        if sum > 0.0 { from_outline / sum } else { 0.0 }
    }
}

/// One edge of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TableEdge {
    /// Where y is greatest.
    North,
    /// Where x is greatest.
    East,
    /// Where y is 0.
    South,
    /// Where x is 0.
    West,
}

impl TableEdge {
    /// The four edges, clockwise from the north.
    pub const ALL: [TableEdge; 4] = [TableEdge::North, TableEdge::East, TableEdge::South, TableEdge::West];

    /// The edge across the table.
    pub fn opposite(self) -> TableEdge {
        match self {
            TableEdge::North => TableEdge::South,
            TableEdge::East => TableEdge::West,
            TableEdge::South => TableEdge::North,
            TableEdge::West => TableEdge::East,
        }
    }

    /// The unit vector from the table out over this edge.
    pub fn outward(self) -> Vec2 {
        match self {
            TableEdge::North => Vec2::new(0.0, 1.0),
            TableEdge::East => Vec2::new(1.0, 0.0),
            TableEdge::South => Vec2::new(0.0, -1.0),
            TableEdge::West => Vec2::new(-1.0, 0.0),
        }
    }
}

/// The table and the terrain on it; it never changes during a battle.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ground {
    /// The north-east corner; the south-west corner is the origin.
    pub corner: Point,
    /// What lies on the table.
    pub pieces: Vec<Piece>,
}

impl Ground {
    /// A bare table of a width and a depth in millimetres.
    pub fn bare(width: f64, depth: f64) -> Ground {
        Ground { corner: Point::round(Vec2::new(width, depth)), pieces: Vec::new() }
    }

    /// From west to east, in millimetres.
    pub fn width(&self) -> f64 {
        self.corner.vec().x
    }

    /// From south to north, in millimetres.
    pub fn depth(&self) -> f64 {
        self.corner.vec().y
    }

    /// How far a point lies inside one edge of the table; negative beyond it.
    pub fn distance_to_edge(&self, edge: TableEdge, p: Vec2) -> f64 {
        match edge {
            TableEdge::North => self.depth() - p.y,
            TableEdge::East => self.width() - p.x,
            TableEdge::South => p.y,
            TableEdge::West => p.x,
        }
    }

    /// The nearest edge of the table to a point, and how far it lies inside it; of equals the first clockwise
    /// from the north.
    pub fn nearest_edge(&self, p: Vec2) -> (TableEdge, f64) {
        TableEdge::ALL
            .map(|edge| (edge, self.distance_to_edge(edge, p)))
            .into_iter()
            .reduce(|best, next| if next.1 < best.1 { next } else { best })
            .expect("a table has four edges")
    }

    /// How far a shape stays inside the table's edges: the least over its corners; negative when a part is over.
    pub fn margin(&self, base: &impl Solid) -> f64 {
        let Bounds { min, max } = base.bounds();
        min.x.min(min.y).min(self.width() - max.x).min(self.depth() - max.y)
    }

    /// Whether a footprint lies wholly on the table, give or take a length.
    pub fn on_table(&self, base: &Rect, slack: f64) -> bool {
        self.margin(base) >= -slack
    }

    /// How far a shape goes in a direction (of unit length) before part of it is over the edge by `slack`.
    ///
    /// ```
    /// use testudo_table::{Facing, Ground, Rect, Vec2};
    /// let ground = Ground::bare(600.0, 600.0);
    /// let base = Rect::new(Vec2::new(300.0, 500.0), Facing::NORTH, 40.0, 20.0);
    /// assert_eq!(ground.run_to_edge(&base, base.ahead, 0.0), 90.0);
    /// ```
    pub fn run_to_edge(&self, base: &impl Solid, direction: Vec2, slack: f64) -> f64 {
        let Bounds { min, max } = base.bounds();
        let run = |room: f64, speed: f64| {
            if speed > 0.0 { (room + slack) / speed } else { f64::INFINITY }
        };
        let east_west = run(self.width() - max.x, direction.x).min(run(min.x, -direction.x));
        let north_south = run(self.depth() - max.y, direction.y).min(run(min.y, -direction.y));
        east_west.min(north_south).max(0.0)
    }

    /// The pieces on which a point lies, edges included, in the order they were laid.
    pub fn at(&self, p: Vec2) -> impl Iterator<Item = &Piece> {
        self.pieces.iter().filter(move |piece| piece.shape.contains(p))
    }

    /// The pieces on which more of a footprint lies than the foothold, in the order they were laid.
    pub fn under<'a, S: Solid>(&'a self, base: &'a S, foothold: Foothold) -> impl Iterator<Item = &'a Piece> {
        let around = base.bounds();
        self.pieces
            .iter()
            .filter(move |p| p.shape.bounds().meets(&around) && p.shape.lies_under(base, foothold))
    }

    /// The level of the ground at a point where contours of one kind are stacked: how many of them hold it.
    pub fn level(&self, contour: KindId, p: Vec2) -> usize {
        self.at(p).filter(|piece| piece.kind == contour).count()
    }
}
