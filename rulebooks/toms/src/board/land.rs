//! The land: hills, woods and what is hard to cross. Places are in inches.

use crate::data::scale::{MM, NEAR, in_mm};
use crate::data::terrain::Terrain;
use table::{Foothold, Ground, Piece, Rect, Shape, Vec2};

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
        .filter(|[enter, leave]| leave - enter > NEAR)
}

/// What counts as standing on a piece rather than touching it, in millimetres: rounding to the grid makes less.
const FOOTHOLD: Foothold = Foothold { area: 1.0, depth: 0.01 };

/// Whether a footprint reaches into impassable ground.
pub fn is_barred(ground: &Ground, base: &impl table::Solid) -> bool {
    let mut barred = pieces(ground, |t| t == Terrain::Impassable);
    barred.any(|piece| piece.shape.lies_under(&base.hull().scaled(MM), FOOTHOLD))
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

/// Whether a footprint lies on the table.
pub fn on_table(ground: &Ground, base: &Rect) -> bool {
    ground.on_table(&in_mm(base), NEAR * MM)
}
