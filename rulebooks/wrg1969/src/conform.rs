//! Conforming: a charger's front is brought flush with the edge it touched (`wrg1969.geo.conform`).

use crate::board::{Board, Body, JOSTLE};
use crate::rates::{NEAR, in_mils, within};
use crate::rule;
use ruling::ledger;
use table::{Edge, Facing, Rect, Vec2, crossing, distance_segments, distance_to_segment, nearest_on_segment};

/// The greatest turn that conforming makes, in degrees.
const MOST: f64 = 45.0;
/// How deep a conforming unit may lie in another that it finds in its way.
const ROOM: f64 = 0.05;

/// The edge of a footprint that another's front touches: the nearest to that front, of equals the one turned most
/// towards it.
pub fn touched_edge(front: &Rect, touched: &Rect) -> Edge {
    let line = front.edge(Edge::Front);
    let against = |edge: Edge| -outward(touched, edge).dot(front.ahead);
    let mut best = (Edge::Front, f64::INFINITY, f64::NEG_INFINITY);
    for edge in Edge::ALL {
        let (away, facing) = (distance_segments(line, touched.edge(edge)), against(edge));
        if away < best.1 - 0.02 || (away < best.1 + 0.02 && facing > best.2 + NEAR) {
            best = (edge, away.min(best.1), facing);
        }
    }
    best.0
}

fn outward(rect: &Rect, edge: Edge) -> Vec2 {
    match edge {
        Edge::Front => rect.ahead,
        Edge::Rear => -rect.ahead,
        Edge::Right => rect.right(),
        Edge::Left => -rect.right(),
    }
}

/// Where two edges come nearest: the place on the first.
fn nearest_place(one: [Vec2; 2], other: [Vec2; 2]) -> Vec2 {
    if let Some(t) = crossing(one, other) {
        return one[0].lerp(one[1], t);
    }
    let ends = one.map(|p| (p, distance_to_segment(p, other)));
    let feet = other.map(|p| {
        let foot = nearest_on_segment(p, one);
        (foot, foot.distance(p))
    });
    let all = [ends[0], ends[1], feet[0], feet[1]];
    all.into_iter().min_by_key(|(_, away)| in_mils(*away)).map_or(one[0], |(p, _)| p)
}

/// Turns a charger about the place where it touches an edge until it faces a direction, brings it up to the edge, and
/// slides it along by up to one figure if less than a figure lies on it.
fn flush(body: &Body<'_>, edge: [Vec2; 2], facing: Facing) -> Option<Rect> {
    if body.facing.turn_to(facing).abs() > MOST {
        return None;
    }
    let pivot = nearest_place(body.rect.edge(Edge::Front), edge);
    let (u, v) = body.rect.local(pivot);
    let turned = Rect { ahead: facing.vec(), ..body.rect };
    let turned = turned.moved(pivot - turned.place(u, v));
    let up_to = (edge[0] - pivot).dot(turned.ahead);
    let there = turned.moved(turned.ahead * up_to);
    Some(there.moved(there.right() * slide(&there, edge, body.file_width())))
}

/// How far along its front, right positive, a unit must go for a whole figure of it to lie on an edge; at most the
/// width of one figure.
fn slide(rect: &Rect, edge: [Vec2; 2], figure: f64) -> f64 {
    let along = edge.map(|p| rect.local(p).0);
    let (from, to) = (along[0].min(along[1]), along[0].max(along[1]));
    let wanted = figure.min(to - from).min(2.0 * rect.half_width);
    let on_it = to.min(rect.half_width) - from.max(-rect.half_width);
    let lacks = (wanted - on_it).clamp(0.0, figure);
    if from + to > 0.0 { lacks } else { -lacks }
}

/// Where a charger stands once flush with the enemy it touched; none if it cannot be.
pub fn conform(board: &Board<'_>, charger: &Body<'_>, touched: &Body<'_>) -> Option<Rect> {
    ledger::cite(rule::GEO_CONFORM);
    let edge = touched_edge(&charger.rect, &touched.rect);
    let facing = Facing::of(-outward(&touched.rect, edge));
    let there = flush(charger, touched.rect.edge(edge), facing)?;
    is_free(board, charger, &there, touched).then_some(there)
}

/// Where two chargers stand once both are flush with the line midway between them; each slides by half of what they
/// lack for a figure of the one to meet a figure of the other.
pub fn meet_midway(board: &Board<'_>, a: &Body<'_>, b: &Body<'_>) -> Option<[Rect; 2]> {
    let axis = a.rect.ahead - b.rect.ahead;
    if axis.len() < 0.5 {
        return None;
    }
    let facing = Facing::of(axis);
    if a.facing.turn_to(facing).abs() > MOST || b.facing.turn_to(facing.about()).abs() > MOST {
        return None;
    }
    let ahead = facing.vec();
    // The line lies midway between the two fronts.
    let line = (a.rect.front_mid() + b.rect.front_mid()) * 0.5;
    let stand = |body: &Body<'_>, ahead: Vec2| {
        let front = body.rect.front_mid();
        let on_line = front + ahead * (line - front).dot(ahead);
        Rect { centre: on_line - ahead * body.rect.half_depth, ahead, ..body.rect }
    };
    let (one, two) = (stand(a, ahead), stand(b, -ahead));
    let lacks = slide(&one, two.edge(Edge::Front), a.file_width().min(b.file_width())) / 2.0;
    let both = [one.moved(one.right() * lacks), two.moved(two.right() * lacks)];
    let free = is_free(board, a, &both[0], b) && is_free(board, b, &both[1], a);
    let touching = within(both[0].gap(&both[1]), 0.01);
    (free && touching).then_some(both)
}

/// Whether a unit has room to stand against an enemy.
fn is_free(board: &Board<'_>, unit: &Body<'_>, there: &Rect, enemy: &Body<'_>) -> bool {
    let clear = |other: &Body<'_>| match other.side == unit.side {
        true => within(there.narrower(JOSTLE).penetration(&other.rect.narrower(JOSTLE)), ROOM),
        false => within(there.penetration(&other.rect), ROOM),
    };
    board.troops().filter(|b| b.id != unit.id && b.id != enemy.id).all(clear)
}
