//! Features of the ground, in inches (`wrg1969.setup.terrain`).

use crate::data::measure::{MM, NEAR, within};
use table::{Band, Ground, KindId, Piece, Point, Polygon, Shape, ShapeError, Vec2};

/// What a feature is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Kind {
    /// A wood.
    Wood,
    /// A village.
    Village,
    /// A hill.
    Hill,
    /// A bog or marsh.
    Bog,
    /// Broken ground.
    Broken,
    /// A river.
    River,
    /// A lake.
    Lake,
    /// Field defences.
    FieldDefences,
    /// A stream.
    Stream,
    /// A ditch.
    Ditch,
    /// A hedge.
    Hedge,
    /// A wall.
    Wall,
    /// A road.
    Road,
    /// A ford.
    Ford,
    /// A bridge.
    Bridge,
}

impl Kind {
    /// Every kind, in order.
    pub const ALL: [Kind; 15] = [
        Kind::Wood,
        Kind::Village,
        Kind::Hill,
        Kind::Bog,
        Kind::Broken,
        Kind::River,
        Kind::Lake,
        Kind::FieldDefences,
        Kind::Stream,
        Kind::Ditch,
        Kind::Hedge,
        Kind::Wall,
        Kind::Road,
        Kind::Ford,
        Kind::Bridge,
    ];

    /// Every kind's word, in the same order.
    pub const KEYS: [&'static str; 15] = crate::data::feature::GROUND_KINDS;

    /// The word used in files, questions and answers.
    pub const fn key(self) -> &'static str {
        Kind::KEYS[self as usize]
    }

    /// Reads that word.
    pub fn parse(key: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.key() == key)
    }

    /// Whether it is an area; others are lines or points.
    pub const fn is_area(self) -> bool {
        (self as u8) < Kind::Stream as u8
    }

    /// Whether it is a point on a line: a ford or a bridge.
    pub const fn is_crossing(self) -> bool {
        matches!(self, Kind::Ford | Kind::Bridge)
    }

    /// Whether it is a line that costs something to cross (`wrg1969.terrain.obstacle`).
    pub const fn is_obstacle(self) -> bool {
        matches!(self, Kind::Stream | Kind::Ditch | Kind::Hedge | Kind::Wall)
    }

    /// Whether nobody can cross it (`wrg1969.terrain.fords`).
    pub const fn is_impassable(self) -> bool {
        matches!(self, Kind::River | Kind::Lake)
    }

    /// Whether troops in it are in cover (`wrg1969.geo.cover`).
    pub const fn is_cover(self) -> bool {
        matches!(self, Kind::Wood | Kind::Village | Kind::FieldDefences)
    }

    /// Whether it is slow going (`wrg1969.terrain.going`); slopes are found by their contours.
    pub const fn is_slow(self) -> bool {
        matches!(self, Kind::Wood | Kind::Village | Kind::Bog | Kind::Broken)
    }

    /// How wide a line is drawn, in inches; a road really is as wide as that (`wrg1969.geo.going`).
    const fn drawn_width(self) -> f64 {
        match self {
            Kind::Road => 2.0,
            Kind::Stream => 0.6,
            _ => 0.3,
        }
    }
}

/// Where a feature lies, in inches.
#[derive(Clone, Debug, PartialEq)]
pub enum Outline {
    /// An area; a hill's contours from the lowest up, each within the one before.
    Area(Vec<Polygon>),
    /// A line.
    Line(Vec<Vec2>),
    /// A point on a line.
    Point(Vec2),
}

/// A feature of the ground.
#[derive(Clone, Debug, PartialEq)]
pub struct Feature {
    /// Its id, which no other has.
    pub id: String,
    /// Its name, which others may share.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// Where it lies.
    pub outline: Outline,
    /// How wide a ford or a bridge is; 0 for others.
    pub width: f64,
    /// Whether a stream, though one, cannot be crossed.
    pub closed: bool,
    /// What it is worth (`wrg1969.victory.feature`).
    pub value: u16,
}

impl Feature {
    /// Whether nobody can cross it.
    pub fn is_impassable(&self) -> bool {
        self.kind.is_impassable() || self.closed
    }

    /// Its centre, which is what one marches for (`wrg1969.geo.path`).
    pub fn centre(&self) -> Vec2 {
        match &self.outline {
            Outline::Area(contours) => contours.first().map(Polygon::centroid).unwrap_or_default(),
            Outline::Line(line) => line.get(line.len() / 2).copied().unwrap_or_default(),
            Outline::Point(at) => *at,
        }
    }
}

/// An area with these corners, in inches.
///
/// # Errors
/// Why they make none.
pub fn area(corners: &[Vec2]) -> Result<Polygon, ShapeError> {
    let points: Vec<Point> = corners.iter().map(|&corner| Point::round(corner)).collect();
    Polygon::new(&points)
}

/// The table with its features as the screen draws them.
///
/// # Errors
/// The number of the first feature that cannot be drawn, and why.
pub fn ground(size: Vec2, features: &[Feature]) -> Result<Ground, (usize, ShapeError)> {
    let mut ground = Ground::bare(size.x * MM, size.y * MM);
    for (i, feature) in features.iter().enumerate() {
        let drawn = shapes(feature, features).map_err(|error| (i, error))?;
        for (level, shape) in drawn.into_iter().enumerate() {
            let id = if level == 0 { feature.id.clone() } else { format!("{}/{}", feature.id, level + 1) };
            ground.pieces.push(Piece { id, kind: KindId(feature.kind as u8), shape, crest: None });
        }
    }
    Ok(ground)
}

fn shapes(feature: &Feature, all: &[Feature]) -> Result<Vec<Shape>, ShapeError> {
    let on_grid = |points: &[Vec2]| points.iter().map(|&p| Point::round(p * MM)).collect::<Vec<Point>>();
    let band =
        |line: &[Vec2], width: f64| Band::new(&on_grid(line), width * MM).map(|band| vec![Shape::Band(band)]);
    match &feature.outline {
        Outline::Area(contours) => contours
            .iter()
            .map(|contour| Polygon::new(&on_grid(contour.outline())).map(Shape::Area))
            .collect(),
        Outline::Line(line) => band(line, feature.kind.drawn_width()),
        Outline::Point(at) => {
            let along = direction_at(*at, all) * (feature.width / 2.0);
            band(&[*at - along, *at + along], 1.0)
        }
    }
}

/// The direction of the stream (or other obstacle, or river bank) on which a crossing lies; east if there is none.
pub fn direction_at(at: Vec2, features: &[Feature]) -> Vec2 {
    let mut nearest = (f64::INFINITY, Vec2::new(1.0, 0.0));
    let mut consider = |segment: [Vec2; 2]| {
        let away = table::distance_to_segment(at, segment);
        let along = segment[1] - segment[0];
        if away < nearest.0 && along.len() > 0.0 {
            nearest = (away, along * (1.0 / along.len()));
        }
    };
    for feature in features {
        match &feature.outline {
            Outline::Line(line) if feature.kind.is_obstacle() => {
                line.windows(2).for_each(|pair| consider([pair[0], pair[1]]));
            }
            Outline::Area(contours) if feature.kind.is_impassable() => {
                contours.iter().flat_map(Polygon::edges).for_each(&mut consider);
            }
            _ => {}
        }
    }
    nearest.1
}

/// Whether a place lies in an area; on its edge is within.
pub fn holds(area: &Polygon, p: Vec2) -> bool {
    area.contains(p) || (area.bounds().grown(NEAR).contains(p) && within(area.outline_distance(p), 0.0))
}

/// The kinds of ground an order may name.
pub const GROUND_KINDS: [&str; 15] = [
    "wood",
    "village",
    "hill",
    "bog",
    "broken",
    "river",
    "lake",
    "field_defences",
    "stream",
    "ditch",
    "hedge",
    "wall",
    "road",
    "ford",
    "bridge",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn feature(kind: Kind, outline: Outline) -> Feature {
        Feature { id: "f".into(), name: "it".into(), kind, outline, width: 4.0, closed: false, value: 0 }
    }

    #[test]
    fn kinds_are_areas_lines_and_points() {
        assert!(Kind::ALL.iter().enumerate().all(|(i, &kind)| kind as usize == i));
        assert_eq!(Kind::ALL.iter().filter(|kind| kind.is_area()).count(), 8);
        assert_eq!(Kind::parse("field_defences"), Some(Kind::FieldDefences));
        assert!(Kind::Stream.is_obstacle() && !Kind::Road.is_obstacle() && Kind::Lake.is_impassable());
        assert!(Kind::Wood.is_cover() && Kind::Wood.is_slow() && !Kind::Hill.is_slow());
    }

    #[test]
    fn a_ford_is_drawn_along_its_stream() {
        let stream = feature(Kind::Stream, Outline::Line(vec![Vec2::new(0.0, 0.0), Vec2::new(0.0, 40.0)]));
        let ford = feature(Kind::Ford, Outline::Point(Vec2::new(0.0, 20.0)));
        let features = [stream, ford];
        assert_eq!(direction_at(Vec2::new(0.0, 20.0), &features), Vec2::new(0.0, 1.0));
        let ground = ground(Vec2::new(72.0, 48.0), &features).expect("a good table");
        let Shape::Band(band) = &ground.pieces[1].shape else { panic!("a ford is a band") };
        assert_eq!(band.line().len(), 2);
        assert!((band.line()[1].y - 22.0 * MM).abs() < 1e-6, "{:?}", band.line());
    }

    #[test]
    fn a_place_on_any_edge_of_an_area_is_in_it_whatever_its_last_digits() {
        let corners = [(40.0, 2.0), (56.0, 2.0), (56.0, 8.0), (40.0, 8.0)].map(|(x, y)| Vec2::new(x, y));
        let camp = area(&corners).expect("a square");
        for y in [2.0 - 1e-9, 2.0 + 1e-9, 8.0 - 1e-9, 8.0 + 1e-9] {
            assert!(holds(&camp, Vec2::new(48.0, y)), "{y}");
        }
        assert!(!holds(&camp, Vec2::new(48.0, 1.99)));
        assert!(!holds(&camp, Vec2::new(48.0, 8.01)));
    }

    #[test]
    fn a_hill_is_drawn_contour_by_contour() {
        let square = |a: f64, b: f64| {
            let corners = [Vec2::new(a, a), Vec2::new(b, a), Vec2::new(b, b), Vec2::new(a, b)];
            area(&corners).expect("a square")
        };
        let hill = feature(Kind::Hill, Outline::Area(vec![square(10.0, 20.0), square(12.0, 18.0)]));
        assert!((hill.centre().x - 15.0).abs() < 1e-9);
        let ground = ground(Vec2::new(40.0, 40.0), &[hill]).expect("a good table");
        assert_eq!(ground.pieces.iter().map(|p| p.id.as_str()).collect::<Vec<_>>(), ["f", "f/2"]);
    }
}
