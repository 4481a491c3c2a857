//! Lines of sight, and the cover of a target.

use crate::board::bodies::{Board, Body};
use crate::board::terrain;
use crate::data::length::NEAR;
use crate::data::tables::Cover;
use crate::data::tables::tables;
use crate::data::troop::Troop;
use table::{Bounds, Convex, Rect, Solid as _, Vec2, cut_to_front_zone, line_inside, nearest_on_segment};

/// Whether a unit sees another: some part of it in its arc, with a clear line from the front of any model of its front
/// rank (`wab.charge.arc`, `wab.shoot.arc`).
pub fn sees(board: &Board<'_>, from: &Body<'_>, to: &Body<'_>, all_round: bool) -> bool {
    let part = if all_round { Some(Convex::from(to.rect)) } else { cut_to_front_zone(&from.rect, &to.rect) };
    let Some(part) = part else { return false };
    let eyes = eyes(from);
    let third = blockers(board, from, to, &eyes, &part);
    let clear = |eye: Vec2, p: Vec2| is_clear(board, &third, [from, to], [eye, p]);
    // Most who are seen at all are seen straight away.
    if eyes.iter().any(|&eye| nearest(&part, eye).is_some_and(|p| clear(eye, p))) {
        return true;
    }
    let corners = corners(board, &third);
    eyes.iter().any(|&eye| gaps(&part, eye, &corners).any(|p| clear(eye, p)))
}

/// Where a unit looks from, the middle first: the front of each model of its front rank.
fn eyes(from: &Body<'_>) -> Vec<Vec2> {
    let n = from.in_rank(0).max(1);
    let pitch = from.base()[0] + from.gap();
    let along = |i: u16| (f64::from(i) - f64::from(n - 1) / 2.0) * pitch;
    let mut places: Vec<f64> = (0..n).map(along).collect();
    places.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
    places.into_iter().map(|u| from.rect.place(u, from.rect.half_depth)).collect()
}

/// The point of what is looked at that is nearest to an eye.
fn nearest(part: &Convex, eye: Vec2) -> Option<Vec2> {
    let near = part.edges().map(|edge| nearest_on_segment(eye, edge));
    near.min_by(|a, b| a.distance(eye).total_cmp(&b.distance(eye)))
}

/// The corners of everything that may hide somebody: what is seen past it begins or ends at one of them.
fn corners(board: &Board<'_>, third: &[&Body<'_>]) -> Vec<Vec2> {
    let mut corners: Vec<Vec2> = third.iter().flat_map(|b| b.rect.corners()).collect();
    let hiding = board.book.features.iter().filter(|f| may_hide(f.kind));
    corners.extend(hiding.flat_map(|f| &f.parts).flat_map(|part| part.corners()));
    corners
}

/// Where an eye may see what it looks at: for every gap between two corners the near and the far end of the line through
/// its middle. Nothing begins or ends to hide within a gap, so that one line stands for all.
fn gaps(part: &Convex, eye: Vec2, corners: &[Vec2]) -> impl Iterator<Item = Vec2> {
    let ahead = part.middle() - eye;
    // How far to the right a point lies, for each inch ahead; whoever is beside the eye lies farther than anyone.
    let slope = |p: &Vec2| {
        let (aside, far) = ((*p - eye).dot(ahead.right()), (*p - eye).dot(ahead));
        if far > 0.0 { (aside / far).clamp(-ASIDE, ASIDE) } else { ASIDE.copysign(aside) }
    };
    let ends = part.corners().iter().map(slope);
    let (left, right) = ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, r), t| (l.min(t), r.max(t)));
    let mut slopes: Vec<f64> =
        corners.iter().map(slope).filter(|&t| left < t && t < right).chain([left, right]).collect();
    slopes.sort_unstable_by(f64::total_cmp);
    let part = *part;
    let middles = (1..slopes.len()).map(move |i| (slopes[i - 1] + slopes[i]) / 2.0);
    middles.flat_map(move |t| {
        let way = ahead + ahead.right() * t;
        let line = [eye, eye + way * BEYOND];
        let met = line_inside(line, &part);
        let way = way * (1.0 / way.len());
        met.into_iter().flat_map(move |s| [eye + way * s.enter, eye + way * s.leave])
    })
}

/// The most that counts of how far to one side something lies.
const ASIDE: f64 = 1000.0;
/// So many times the way to the middle of a unit is beyond its farthest corner, but for one in contact, who is seen.
const BEYOND: f64 = 50.0;

/// The units that may stand in a line between two others.
fn blockers<'a>(
    board: &'a Board<'_>,
    from: &Body<'_>,
    to: &Body<'_>,
    eyes: &[Vec2],
    part: &Convex,
) -> Vec<&'a Body<'a>> {
    let Some(bounds) = Bounds::of(eyes).map(|b| b.join(&part.bounds())) else { return Vec::new() };
    let third = |b: &&Body<'_>| b.id != from.id && b.id != to.id && !b.skirmishes();
    board.bodies.iter().filter(third).filter(|b| b.rect.bounds().meets(&bounds)).collect()
}

/// Whether nothing stands in a line between two units.
fn is_clear(board: &Board<'_>, third: &[&Body<'_>], ends: [&Body<'_>; 2], line: [Vec2; 2]) -> bool {
    let features = &board.book.features;
    let over = || terrain::height(features, line[0]).max(terrain::height(features, line[1]));
    let tall = ends.iter().any(|b| b.kit.troop == Troop::Elephant);
    let blocks = |b: &&&Body<'_>| {
        line_inside(line, &b.rect).is_some_and(|s| s.leave - s.enter > NEAR)
            && !(tall && b.kit.troop != Troop::Elephant)
            && terrain::height(features, b.rect.centre) >= over()
    };
    !third.iter().any(|b| blocks(&b)) && features.iter().all(|f| !hides(f, line))
}

/// Whether ground of a kind hides anyone.
fn may_hide(kind: terrain::Kind) -> bool {
    kind.is_wood() || kind.is_hill() || kind == terrain::Kind::Building
}

/// Whether a piece of ground hides one end of a line from the other.
fn hides(feature: &terrain::Feature, line: [Vec2; 2]) -> bool {
    let inside = || -> f64 {
        let through = |part: &Convex| line_inside(line, part).map_or(0.0, |s| s.leave - s.enter);
        feature.parts.iter().map(through).sum()
    };
    let on = |p: Vec2| feature.parts.iter().any(|part| part.contains(p));
    match feature.kind {
        kind if kind.is_wood() => inside() > tables().distances.through_wood,
        kind if kind.is_hill() => inside() > NEAR && !on(line[0]) && !on(line[1]),
        terrain::Kind::Building => inside() > NEAR,
        _ => false,
    }
}

/// The cover of a target: what half of its front rank is in or close behind, or half of its models where they are
/// scattered (`wab.shoot.modifiers`).
pub fn cover(board: &Board<'_>, from: &Body<'_>, to: &Body<'_>) -> Cover {
    if board.book.features.iter().all(|f| f.kind.cover() == Cover::None) {
        return Cover::None;
    }
    let eye = from.rect.front_mid();
    let ranks = if to.skirmishes() { to.ranks() } else { 1 };
    let models: Vec<Cover> = (0..ranks)
        .flat_map(|rank| (0..to.in_rank(rank)).map(move |file| (rank, file)))
        .map(|(rank, file)| model_cover(board, eye, &to.model(rank, file)))
        .collect();
    let of = |cover: Cover| models.iter().filter(|&&c| c >= cover).count();
    [Cover::Hard, Cover::Soft].into_iter().find(|&c| 2 * of(c) >= models.len()).unwrap_or_default()
}

/// The cover of one model: the ground its base is in, or what the shot crosses close before it, a line or a wood or
/// building.
fn model_cover(board: &Board<'_>, eye: Vec2, base: &Rect) -> Cover {
    let covers = |f: &terrain::Feature| {
        f.parts.iter().any(|part| {
            let shot = [eye, base.centre];
            let close = || table::distance(base, part) <= tables().distances.behind_cover + NEAR;
            if f.kind.is_line() {
                let ends = [part.corners()[0], part.corners()[part.corners().len() - 1]];
                close() && table::segments_meet(shot, ends)
            } else {
                let crossed = || line_inside(shot, part).is_some_and(|s| s.leave - s.enter > NEAR);
                part.contains(base.centre) || (close() && crossed())
            }
        })
    };
    let found = board.book.features.iter().filter(|f| covers(f)).map(|f| f.kind.cover());
    found.max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::Facing;

    #[test]
    fn one_close_before_a_long_line_looks_at_all_of_it() {
        let line = Convex::from(Rect::new(Vec2::new(10.0, 1.0), Facing::NORTH, 24.0, 1.0));
        let seen: Vec<Vec2> = gaps(&line, Vec2::new(0.0, 0.4), &[Vec2::new(0.0, 0.45)]).collect();
        assert!(!seen.is_empty());
        let on_it = |p: &Vec2| nearest(&line, *p).is_some_and(|q| q.distance(*p) < 1e-6);
        assert!(seen.iter().all(on_it), "{seen:?}");
    }
}
