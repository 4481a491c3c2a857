//! Faces and touching: which face of a unit a point lies before, and which models of two lines touch.

use crate::armour::Face;
use crate::house::{FlankZone, House};
use crate::moving::NEAR;
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
