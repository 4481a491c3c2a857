//! Cover: who is sheltered from whom, and what lies near.

use crate::board::{Board, Body, sight};
use crate::data::feature::{Feature, Kind, Outline, holds};
use crate::data::measure::within;
use table::{Polygon, Rect, Vec2, crossing, distance_to_segment};

/// How near an obstacle troops stand that shelters them.
const BEHIND: f64 = 1.0;

/// Whether a target is in partial cover from someone at a place (`wrg1969.geo.cover`).
pub fn sheltered(board: &Board<'_>, from: Vec2, target: &Rect) -> bool {
    let line = [from, nearest_point(target, from)];
    let length = line[0].distance(line[1]);
    let close = |share: f64| within((1.0 - share) * length, BEHIND);
    // Whoever stands right at an obstacle is behind it.
    let behind = |edge: [Vec2; 2]| {
        crossing(line, edge).is_some_and(close) || within(distance_to_segment(line[1], edge), 0.0)
    };
    board.book.features.iter().any(|feature| match &feature.outline {
        Outline::Area(areas) if matches!(feature.kind, Kind::Wood | Kind::Village) => {
            areas.iter().any(|area| holds(area, line[1]) || holds(area, target.centre))
        }
        Outline::Area(areas) if feature.kind == Kind::FieldDefences => {
            areas.iter().any(|area| holds(area, target.centre) || area.edges().any(behind))
        }
        Outline::Line(points) if matches!(feature.kind, Kind::Hedge | Kind::Wall | Kind::Ditch) => {
            points.windows(2).any(|w| behind([w[0], w[1]]))
        }
        _ => false,
    })
}

/// Whether a unit stands in or behind cover or field defences against the enemy nearest to it of those it sees
/// (`wrg1969.reaction.special`).
pub fn behind_cover(board: &Board<'_>, body: &Body<'_>) -> bool {
    let faced = |e: &Body<'_>| !board.routing(e.id) && sight::sees(board, body, e);
    match Board::nearest(body, board.enemy_units(body.side), faced) {
        Some(enemy) => sheltered(board, enemy.rect.front_mid(), &body.rect),
        None => false,
    }
}

/// How far a place is from a feature; nothing inside an area.
pub fn distance_to(feature: &Feature, p: Vec2) -> f64 {
    let to_area = |area: &Polygon| if area.contains(p) { 0.0 } else { area.outline_distance(p) };
    match &feature.outline {
        Outline::Area(areas) => areas.iter().map(to_area).fold(f64::INFINITY, f64::min),
        Outline::Line(points) => points
            .windows(2)
            .map(|w| table::distance_to_segment(p, [w[0], w[1]]))
            .fold(f64::INFINITY, f64::min),
        Outline::Point(at) => at.distance(p),
    }
}

/// The point of a footprint nearest to a place.
pub fn nearest_point(rect: &Rect, p: Vec2) -> Vec2 {
    let (right, ahead) = rect.local(p);
    let inside = |x: f64, half: f64| x.clamp(-half, half);
    rect.place(inside(right, rect.half_width), inside(ahead, rect.half_depth))
}
