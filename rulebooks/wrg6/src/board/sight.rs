//! Sight: levels of the ground, cover, and who sees whom.

use crate::board::Board;
use crate::data::kit::Land;
use crate::data::lengths::LEFT_OVER;
use table::{Convex, Edge, Piece, Rect, Shape, Solid, Vec2, distance};
use umpire::UnitId;

impl Board<'_> {
    /// The level of the ground at a point (`wrg6.terrain.height`).
    pub fn level_at(self, p: Vec2) -> i32 {
        self.field.ground().at(p).map(|piece| Land::of(piece.kind).level()).max().unwrap_or(0)
    }

    /// A body's level: that under the middle of its front.
    pub fn level(self, id: UnitId) -> i32 {
        self.level_at(self.rect(id).front_mid())
    }

    /// Whether a body is in cover: its middle in a wood, village or fortification (`wrg6.geo.d9`).
    pub fn in_cover(self, id: UnitId) -> bool {
        self.field.ground().at(self.rect(id).centre).any(|piece| Land::of(piece.kind).is_cover())
    }

    /// Whether a body is in cover from a shooter: in a wood or village, or behind an obstacle that the line between them
    /// crosses within 10 paces of its front (`wrg6.geo.d9`).
    pub fn in_cover_from(self, id: UnitId, shooter: UnitId) -> bool {
        let (front, to) = (self.rect(id).front_mid(), self.rect(shooter).front_mid());
        let Some(way) = table::away_from(front, to) else { return self.in_cover(id) };
        let near = [front, front + way * 10.0_f64.min(front.distance(to))];
        let shields = |piece: &Piece| match &piece.shape {
            Shape::Area(area) if Land::of(piece.kind).is_enclosed() => {
                area.contains(near[0]) != area.contains(near[1])
            }
            _ => false,
        };
        self.in_cover(id) || self.field.ground().pieces.iter().any(shields)
    }

    /// Whether one body sees another (`wrg6.geo.d8`).
    pub fn sees(self, from: UnitId, to: UnitId) -> bool {
        let ground = self.field.ground();
        let (a, b) = (self.rect(from), self.rect(to));
        let around = a.bounds().join(&b.bounds());
        let blocks = |land: Land| land.is_cover() || land.level() > 0;
        let between = |piece: &Piece| blocks(Land::of(piece.kind)) && piece.shape.bounds().meets(&around);
        if !ground.pieces.iter().any(between) {
            return true;
        }
        if self.deep_in_wood(b) && distance(a, b) > 100.0 {
            return false;
        }
        let high = self.level(from).max(self.level(to));
        let ends = a.edge(Edge::Front);
        ends.iter().any(|&eye| b.corners().iter().any(|&corner| self.clear([eye, corner], high)))
    }

    /// Whether a body sees a place.
    pub fn sees_place(self, from: UnitId, at: Vec2) -> bool {
        let high = self.level(from).max(self.level_at(at));
        self.rect(from).edge(Edge::Front).iter().any(|&eye| self.clear([eye, at], high))
    }

    /// Whether a body stands deeper than 20 paces in a wood.
    fn deep_in_wood(self, rect: &Rect) -> bool {
        let deep = |piece: &Piece| match &piece.shape {
            Shape::Area(area) => area.contains(rect.centre) && area.outline_distance(rect.centre) > 20.0,
            Shape::Band(_) => false,
        };
        self.field.ground().pieces.iter().any(|p| Land::of(p.kind) == Land::Wood && deep(p))
    }

    /// Whether nothing on the ground blocks a line of sight between eyes at a level.
    fn clear(self, line: [Vec2; 2], level: i32) -> bool {
        let mut wood = 0.0;
        let around = Convex::segment(line).bounds();
        for piece in &self.field.ground().pieces {
            let Shape::Area(area) = &piece.shape else { continue };
            match Land::of(piece.kind) {
                _ if !area.bounds().meets(&around) => {}
                Land::Wood => wood += area.length_inside(line),
                Land::Village | Land::Fortification if area.length_inside(line) > 20.0 => return false,
                land if land.level() > level && area.length_inside(line) > 1.0 => return false,
                _ => {}
            }
        }
        wood <= 20.0
    }

    /// The nearest enemy that a body sees.
    pub fn nearest_enemy(self, id: UnitId) -> Option<UnitId> {
        let seen = self.enemies(self.side(id)).filter(|&enemy| self.sees(id, enemy));
        self.nearest_of(id, seen, |_| 0.0)
    }

    /// The nearest of some bodies, each so much farther than it is; of equals the first. Who cannot be it by a rough
    /// measure is not measured.
    pub fn nearest_of(
        self,
        id: UnitId,
        bodies: impl Iterator<Item = UnitId>,
        farther: impl Fn(UnitId) -> f64,
    ) -> Option<UnitId> {
        let mut nearest: Option<(f64, UnitId)> = None;
        for other in bodies {
            let (p, q, more) = (self.rect(id), self.rect(other), farther(other));
            let least = p.centre.distance(q.centre) - p.radius() - q.radius() - LEFT_OVER + more;
            if nearest.is_none_or(|(far, _)| least < far) {
                let far = self.gap(id, other) + more;
                nearest = nearest.filter(|(nearest, _)| *nearest <= far).or(Some((far, other)));
            }
        }
        nearest.map(|(_, other)| other)
    }

    /// Whether an enemy sees a body on the table.
    pub fn shows(self, id: UnitId) -> bool {
        self.phase.in_contact(id) || self.enemies(self.side(id)).any(|other| self.sees(other, id))
    }
}
