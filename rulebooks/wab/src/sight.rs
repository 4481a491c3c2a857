//! Lines of sight, and the cover of a target.

use crate::board::{Board, Body};
use crate::missile::Cover;
use crate::moving::NEAR;
use crate::terrain;
use crate::touch::in_arc;
use crate::troop::Troop;
use table::{Convex, Rect, Vec2, line_inside};

/// How much wood one sees through, in inches.
const THROUGH_WOOD: f64 = 2.0;
/// How close behind a hedge or a wall one is in its cover.
const BEHIND: f64 = 1.0;

/// Whether a unit sees another: in its arc, with a clear line (`wab.charge.arc`, `wab.shoot.arc`).
pub fn sees(board: &Board<'_>, from: &Body<'_>, to: &Body<'_>, all_round: bool) -> bool {
    let eyes = eyes(from, all_round);
    let seen = targets(&to.rect, eyes[1]);
    let ahead = |p: Vec2| all_round || in_arc(&from.rect, p);
    eyes.iter().any(|&eye| seen.iter().any(|&p| ahead(p) && is_clear(board, from, to, [eye, p])))
}

/// Where a unit looks from: its front, or all its edges.
fn eyes(from: &Body<'_>, all_round: bool) -> [Vec2; 3] {
    let rect = &from.rect;
    if all_round {
        return [rect.centre, rect.centre, rect.front_mid()];
    }
    let half = (rect.half_width - from.base()[0] / 2.0).max(0.0);
    [rect.place(-half, rect.half_depth), rect.front_mid(), rect.place(half, rect.half_depth)]
}

/// Points of a target to look at: the nearest, the corners just inside, the middle.
fn targets(rect: &Rect, from: Vec2) -> [Vec2; 6] {
    let (u, v) = rect.local(from);
    let (w, d) = (rect.half_width, rect.half_depth);
    let nearest = rect.place(u.clamp(-w, w), v.clamp(-d, d));
    let (w, d) = (w * 0.99, d * 0.99);
    [nearest, rect.place(-w, d), rect.place(w, d), rect.place(-w, -d), rect.place(w, -d), rect.centre]
}

/// Whether nothing stands in a line between two units.
fn is_clear(board: &Board<'_>, from: &Body<'_>, to: &Body<'_>, line: [Vec2; 2]) -> bool {
    let features = &board.book.features;
    let heights = line.map(|p| terrain::height(features, p));
    let over = heights[0].max(heights[1]);
    let tall = from.kit.troop == Troop::Elephant || to.kit.troop == Troop::Elephant;
    let third = |b: &&Body<'_>| b.id != from.id && b.id != to.id && !b.skirmishes();
    let blocked = board.bodies.iter().filter(third).any(|b| {
        let lower = terrain::height(features, b.rect.centre) < over;
        let seen_over = lower || (tall && b.kit.troop != Troop::Elephant);
        !seen_over && line_inside(line, &b.rect).is_some_and(|s| s.leave - s.enter > NEAR)
    });
    !blocked && features.iter().all(|f| !hides(f, line))
}

fn hides(feature: &terrain::Feature, line: [Vec2; 2]) -> bool {
    let inside = |part: &Convex| line_inside(line, part).map_or(0.0, |s| s.leave - s.enter);
    let on = |part: &Convex| part.contains(line[0]) || part.contains(line[1]);
    match feature.kind {
        kind if kind.is_wood() => feature.parts.iter().any(|p| inside(p) > THROUGH_WOOD),
        kind if kind.is_hill() => feature.parts.iter().any(|p| !on(p) && inside(p) > NEAR),
        terrain::Kind::Building => feature.parts.iter().any(|p| inside(p) > NEAR),
        _ => false,
    }
}

/// The cover of a target: what half of its front rank is in or close behind (`wab.shoot.modifiers`).
pub fn cover(board: &Board<'_>, from: &Body<'_>, to: &Body<'_>) -> Cover {
    let eye = from.rect.front_mid();
    let n = to.files.min(to.places).max(1);
    let at = |i: u16| {
        let u = (f64::from(i) - f64::from(n - 1) / 2.0) * (to.base()[0] + to.gap());
        to.rect.place(u, to.rect.half_depth - to.base()[1] / 2.0)
    };
    let of = |cover: Cover| (0..n).filter(|&i| model_cover(board, eye, at(i)) >= cover).count() as u16;
    [Cover::Hard, Cover::Soft].into_iter().find(|&c| 2 * of(c) >= n).unwrap_or_default()
}

fn model_cover(board: &Board<'_>, eye: Vec2, model: Vec2) -> Cover {
    let covers = |f: &terrain::Feature| {
        f.parts.iter().any(|part| {
            if !f.kind.is_line() {
                return part.contains(model);
            }
            let ends = [part.corners()[0], part.corners()[part.corners().len() - 1]];
            let near = table::distance_to_segment(model, ends) <= BEHIND + 0.5;
            near && table::segments_meet([eye, model], ends)
        })
    };
    let found = board.book.features.iter().filter(|f| covers(f)).map(|f| f.kind.cover());
    found.max().unwrap_or_default()
}
