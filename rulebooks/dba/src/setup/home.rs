//! A side's base edge: an edge of the table, or the shore of a waterway along it.

use crate::board::ground;
use crate::data::scale::{MM, NEAR, in_paces};
use crate::data::tables::Terrain;
use table::{Facing, Ground, Point, Polygon, Rect, Shape, TableEdge, Vec2};

/// A side's base edge, for camp and deployment (`dba.setup.edge`).
#[derive(Clone, Copy, Debug)]
pub struct Home<'a> {
    ground: &'a Ground,
    edge: TableEdge,
    water: Option<&'a Polygon>,
}

impl<'a> Home<'a> {
    /// The base edge along an edge of the table.
    pub fn of(ground: &'a Ground, edge: TableEdge) -> Self {
        let water = ground.pieces.iter().find_map(|piece| match &piece.shape {
            Shape::Area(area) if ground::terrain(piece) == Terrain::Waterway => {
                ends(ground, edge).iter().all(|&end| area.contains(end)).then_some(area)
            }
            _ => None,
        });
        Home { ground, edge, water }
    }

    /// The way from the base edge across the table.
    pub fn ahead(&self) -> Facing {
        ahead(self.edge)
    }

    /// How long the table edge is, in paces.
    pub fn length(&self) -> f64 {
        let [from, to] = ends(self.ground, self.edge);
        from.distance(to) / MM
    }

    /// How far a point lies from the base edge, in paces; negative beyond it.
    pub fn depth(&self, p: Vec2) -> f64 {
        self.ground.distance_to_edge(self.edge, p * MM) / MM - self.shore(self.along(p))
    }

    /// How far a point lies from the nearer side edge, in paces; negative beyond it.
    pub fn margin(&self, p: Vec2) -> f64 {
        let along = self.along(p);
        along.min(self.length() - along)
    }

    /// The place of a point along the edge, from its left for someone looking across the table.
    fn along(&self, p: Vec2) -> f64 {
        let [from, to] = ends(self.ground, self.edge);
        let length = from.distance(to);
        (p * MM - from).dot(to - from) / length / MM
    }

    /// The point so far along the edge and so far ahead of the table edge, in paces.
    fn point(&self, along: f64, ahead: f64) -> Vec2 {
        let [from, to] = ends(self.ground, self.edge);
        let length = from.distance(to);
        in_paces(from) + (to - from) * (along / length) + self.ahead().vec() * ahead
    }

    /// How deep the waterway is at a place along the edge, in paces.
    fn shore(&self, along: f64) -> f64 {
        let Some(water) = self.water else { return 0.0 };
        // On the corner of the table itself the outline, not the water, would be measured.
        let along = along.clamp(NEAR, self.length() - NEAR);
        let line = [self.point(along, 0.0) * MM, self.point(along, self.length()) * MM];
        water.length_inside(line) / MM
    }

    /// The greatest depth of the waterway between two places along the edge, in paces.
    fn shore_between(&self, from: f64, to: f64) -> f64 {
        self.bends(from, to).map(|along| self.shore(along)).fold(0.0, f64::max)
    }

    /// The two places and the bends of the shore between them, in no order.
    fn bends(&self, from: f64, to: f64) -> impl Iterator<Item = f64> + '_ {
        let corners = self.water.map(Polygon::outline).unwrap_or_default();
        let bends = corners.iter().map(|&corner| self.along(in_paces(corner)));
        [from, to].into_iter().chain(bends.filter(move |&along| from < along && along < to))
    }

    /// A footprint that touches the base edge and faces away from it, its left at a place along the edge.
    pub fn touching(&self, left: f64, width: f64, depth: f64) -> Rect {
        let shore = self.shore_between(left, left + width);
        Rect::new(self.point(left + width / 2.0, shore + depth / 2.0), self.ahead(), width, depth)
    }

    /// Whether a footprint touches the base edge.
    pub fn touches(&self, rect: &Rect) -> bool {
        let gap = match self.water {
            Some(water) => {
                let corners = rect.corners().map(|p| p * MM);
                table::Convex::from_corners(&corners).map_or(f64::INFINITY, |camp| water.distance(&camp)) / MM
            }
            None => rect.corners().into_iter().map(|p| self.depth(p)).fold(f64::INFINITY, f64::min),
        };
        gap.abs() <= NEAR
    }

    /// The outline of the ground from the base edge to a depth, and so far from the side edges: for players to see.
    pub fn zone(&self, depth: f64, margin: f64) -> Vec<Point> {
        let mut along: Vec<f64> = self.bends(margin, self.length() - margin).collect();
        along.sort_unstable_by(f64::total_cmp);
        along.dedup();
        let near = along.iter().map(|&a| self.point(a, self.shore(a)));
        let far = along.iter().rev().map(|&a| self.point(a, self.shore(a) + depth));
        near.chain(far).map(|p| Point::round(p * MM)).collect()
    }
}

/// The way from an edge across the table.
pub fn ahead(edge: TableEdge) -> Facing {
    match edge {
        TableEdge::North => Facing::SOUTH,
        TableEdge::East => Facing::WEST,
        TableEdge::South => Facing::NORTH,
        TableEdge::West => Facing::EAST,
    }
}

/// The ends of a table edge in millimetres, from left to right for someone looking across the table.
fn ends(ground: &Ground, edge: TableEdge) -> [Vec2; 2] {
    let (width, depth) = (ground.width(), ground.depth());
    let (sw, se) = (Vec2::new(0.0, 0.0), Vec2::new(width, 0.0));
    let (nw, ne) = (Vec2::new(0.0, depth), Vec2::new(width, depth));
    match edge {
        TableEdge::North => [ne, nw],
        TableEdge::East => [se, ne],
        TableEdge::South => [sw, se],
        TableEdge::West => [nw, sw],
    }
}
