//! Faces and touching: which face of a unit a point lies before, and which models of two lines touch.

use crate::board::bodies::Body;
use crate::data::armour::Face;
use crate::data::length::NEAR;
use crate::house::{FlankZone, House};
use table::{Rect, Vec2};

/// The face of a footprint that a point lies before (`wab.charge.zone`).
///
/// A point on a line counts for the unit: front before flank, flank before rear.
pub fn face(house: &House, rect: &Rect, p: Vec2) -> Face {
    let (u, v) = rect.local(p);
    let (front, rear) = (v - rect.half_depth, -v - rect.half_depth);
    let beside = (u.abs() - rect.half_width).max(0.0);
    let side = if u < 0.0 { Face::Left } else { Face::Right };
    match house.flank_zone {
        FlankZone::Diagonal if front >= beside - NEAR => Face::Front,
        FlankZone::Diagonal if rear > beside + NEAR => Face::Rear,
        FlankZone::FrontLine if front >= -NEAR => Face::Front,
        FlankZone::FrontLine if rear > NEAR && beside <= NEAR => Face::Rear,
        _ => side,
    }
}

/// Whether a point lies in the arc before a unit (`wab.charge.arc`).
pub fn in_arc(rect: &Rect, p: Vec2) -> bool {
    let (u, v) = rect.local(p);
    v - rect.half_depth >= (u.abs() - rect.half_width).max(0.0) - NEAR
}

/// A row of bases along a line: how many, how wide, the gap between them, and where the first begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// How many bases.
    pub n: u16,
    /// The width of each.
    pub base: f64,
    /// The gap between them.
    pub gap: f64,
    /// Where the first begins.
    pub from: f64,
}

impl Row {
    /// A row with its middle at a place.
    pub fn centred(n: u16, base: f64, gap: f64, middle: f64) -> Row {
        let width = f64::from(n) * base + f64::from(n.saturating_sub(1)) * gap;
        Row { n, base, gap, from: middle - width / 2.0 }
    }

    /// Where it ends.
    pub fn to(&self) -> f64 {
        self.from + f64::from(self.n) * self.base + f64::from(self.n.saturating_sub(1)) * self.gap
    }

    /// The stretch of one base.
    pub fn base_at(&self, i: u16) -> (f64, f64) {
        let from = self.from + f64::from(i) * (self.base + self.gap);
        (from, from + self.base)
    }

    /// How many bases share a point with a stretch, corners included (`wab.combat.who`).
    pub fn touching(&self, from: f64, to: f64) -> u16 {
        let touches = |i: &u16| {
            let (a, b) = self.base_at(*i);
            a <= to + NEAR && b >= from - NEAR
        };
        (0..self.n).filter(touches).count() as u16
    }
}

/// How many bases of each of two rows that stand flush touch the other row.
pub fn contact(a: &Row, b: &Row) -> (u16, u16) {
    (a.touching(b.from, b.to()), b.touching(a.from, a.to()))
}

/// The edge of a footprint on a face: left to right for someone looking out, and the way out.
pub fn edge(rect: &Rect, face: Face) -> ([Vec2; 2], Vec2) {
    match face {
        Face::Front => ([rect.fl(), rect.fr()], rect.ahead),
        Face::Rear => ([rect.rr(), rect.rl()], -rect.ahead),
        Face::Left => ([rect.rl(), rect.fl()], -rect.right()),
        Face::Right => ([rect.fr(), rect.rr()], rect.right()),
    }
}

/// The bases along a face of a unit, measured along the line of that face from its left end.
pub fn row(body: &Body<'_>, face: Face) -> Row {
    let [w, d] = body.base();
    let gap = body.gap();
    let (n, base, width) = match face {
        Face::Front => (body.files.min(body.places), w, body.rect.half_width * 2.0),
        Face::Rear => (body.in_rank(body.ranks().saturating_sub(1)), w, body.rect.half_width * 2.0),
        Face::Left | Face::Right => (body.ranks(), d, body.rect.half_depth * 2.0),
    };
    Row::centred(n.max(1), base, gap, width / 2.0)
}

/// The row of another unit's face laid along the line of an edge.
pub fn row_along(body: &Body<'_>, rect: &Rect, face: Face, line: [Vec2; 2]) -> Row {
    let ([left, right], _) = edge(rect, face);
    let along = line[1] - line[0];
    let along = along * (1.0 / along.len().max(NEAR));
    let [a, b] = [left, right].map(|p| (p - line[0]).dot(along));
    let mut row = row(&Body { rect: *rect, ..*body }, face);
    row.from += a.min(b);
    row
}
