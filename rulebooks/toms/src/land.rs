//! The land: hills, woods and what is hard to cross. Places are in inches.

use crate::board::MM;
use table::{Ground, KindId, Piece, Rect, Shape, Vec2};

/// The kinds of terrain (`toms.move.difficult`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Terrain {
    /// Trees.
    Wood,
    /// A contour of a hill.
    Hill,
    /// A contour with trees on it.
    WoodedHill,
    /// Stones and scrub.
    Rough,
    /// A marsh.
    Marsh,
    /// A stream.
    Stream,
    /// A wall, a hedge, a ditch.
    Obstacle,
    /// What nobody enters.
    Impassable,
}

impl Terrain {
    /// All kinds, by number.
    pub const ALL: [Terrain; 8] = [
        Terrain::Wood,
        Terrain::Hill,
        Terrain::WoodedHill,
        Terrain::Rough,
        Terrain::Marsh,
        Terrain::Stream,
        Terrain::Obstacle,
        Terrain::Impassable,
    ];

    /// The word used in files.
    pub const fn key(self) -> &'static str {
        match self {
            Terrain::Wood => "wood",
            Terrain::Hill => "hill",
            Terrain::WoodedHill => "wooded_hill",
            Terrain::Rough => "rough",
            Terrain::Marsh => "marsh",
            Terrain::Stream => "stream",
            Terrain::Obstacle => "obstacle",
            Terrain::Impassable => "impassable",
        }
    }

    /// Whether trees grow on it.
    pub const fn is_wood(self) -> bool {
        matches!(self, Terrain::Wood | Terrain::WoodedHill)
    }

    /// Whether it rises above the plain.
    pub const fn is_hill(self) -> bool {
        matches!(self, Terrain::Hill | Terrain::WoodedHill)
    }

    /// Whether it is hard to cross.
    pub const fn is_difficult(self) -> bool {
        !matches!(self, Terrain::Hill | Terrain::Impassable)
    }

    /// The kind of a piece of terrain.
    pub fn of(kind: KindId) -> Terrain {
        Terrain::ALL.get(usize::from(kind.0)).copied().unwrap_or(Terrain::Rough)
    }
}

/// The pieces of some kinds.
pub fn pieces(ground: &Ground, wanted: fn(Terrain) -> bool) -> impl Iterator<Item = &Piece> {
    ground.pieces.iter().filter(move |piece| wanted(Terrain::of(piece.kind)))
}

/// Whether a point lies on a piece, edges included.
pub fn on(piece: &Piece, p: Vec2) -> bool {
    piece.shape.contains(p * MM)
}

/// The level of the ground at a point (`toms.hill.level`).
pub fn level(ground: &Ground, p: Vec2) -> u8 {
    pieces(ground, Terrain::is_hill).filter(|piece| on(piece, p)).count() as u8
}

/// Whether a point lies in a wood (`toms.woods.in`).
pub fn in_wood(ground: &Ground, p: Vec2) -> bool {
    pieces(ground, Terrain::is_wood).any(|piece| on(piece, p))
}

/// Whether a straight way touches difficult ground.
pub fn is_difficult(ground: &Ground, from: Vec2, to: Vec2) -> bool {
    pieces(ground, Terrain::is_difficult).any(|piece| touches(piece, from, to))
}

/// Whether a straight way touches a piece.
fn touches(piece: &Piece, from: Vec2, to: Vec2) -> bool {
    let bounds = piece.shape.bounds();
    let (a, b) = (from * MM, to * MM);
    let apart = a.x.max(b.x) < bounds.min.x
        || a.x.min(b.x) > bounds.max.x
        || a.y.max(b.y) < bounds.min.y
        || a.y.min(b.y) > bounds.max.y;
    if apart {
        return false;
    }
    match &piece.shape {
        Shape::Area(area) => area.contains(a) || area.edges().any(|edge| table::segments_meet(edge, [a, b])),
        Shape::Band(band) => band.distance_to_line(&table::Convex::segment([a, b])) <= band.width() / 2.0,
    }
}

/// Whether a straight way climbs: onto a hill, or to a higher contour of it (`toms.move.uphill`).
pub fn climbs(ground: &Ground, from: Vec2, to: Vec2) -> bool {
    pieces(ground, Terrain::is_hill).any(|piece| {
        !on(piece, from) && touches(piece, from, to) && (on(piece, to) || passes(piece, from, to))
    })
}

/// Whether a straight way runs through a piece for some length.
fn passes(piece: &Piece, from: Vec2, to: Vec2) -> bool {
    stretches(piece, from, to).any(|[enter, leave]| leave > enter)
}

/// The stretches of a straight way that lie on a piece, in inches from its start.
pub fn stretches(piece: &Piece, from: Vec2, to: Vec2) -> impl Iterator<Item = [f64; 2]> + '_ {
    let length = from.distance(to);
    let area = match &piece.shape {
        Shape::Area(area) => Some(area),
        Shape::Band(_) => None,
    };
    area.into_iter()
        .flat_map(move |area| area.stretches([from * MM, to * MM]))
        .map(move |stretch| stretch.map(|share| share * length))
        .filter(|[enter, leave]| leave - enter > crate::board::SLACK)
}

/// Whether a footprint reaches into impassable ground.
pub fn is_barred(ground: &Ground, base: &impl table::Solid) -> bool {
    let foothold = table::Foothold { area: 1.0, depth: 0.01 };
    let mut barred = pieces(ground, |t| t == Terrain::Impassable);
    barred.any(|piece| piece.shape.lies_under(&base.hull().scaled(MM), foothold))
}

/// Whether a footprint lies wholly inside a piece.
pub fn is_inside(piece: &Piece, base: &Rect) -> bool {
    match &piece.shape {
        Shape::Area(area) => area.encloses(&in_mm(base)),
        Shape::Band(_) => false,
    }
}

/// How far a footprint is from a piece.
pub fn distance(piece: &Piece, base: &Rect) -> f64 {
    piece.shape.distance(&in_mm(base)) / MM
}

/// A footprint in millimetres.
pub fn in_mm(base: &Rect) -> Rect {
    Rect {
        centre: base.centre * MM,
        half_width: base.half_width * MM,
        half_depth: base.half_depth * MM,
        ..*base
    }
}

/// Whether a footprint lies on the table.
pub fn on_table(ground: &Ground, base: &Rect) -> bool {
    ground.on_table(&in_mm(base), crate::board::SLACK * MM)
}
