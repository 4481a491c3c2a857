//! Conforming: a charger's front is brought flush with the edge it touched (`wrg1969.geo.conform`).

use crate::board::{Board, Body};
use crate::rule;
use ruling::ledger;
use table::{Edge, Facing, Rect, Vec2, cast, distance_segments};

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
        if away < best.1 - 0.02 || (away < best.1 + 0.02 && facing > best.2) {
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

/// Turns a charger to face a direction about the middle of where it touches, and brings it up to the enemy.
fn flush(body: &Body<'_>, enemy: &Rect, facing: Facing) -> Option<Rect> {
    if body.facing.turn_to(facing).abs() > MOST {
        return None;
    }
    let pivot = body.rect.place(
        (enemy.centre - body.rect.centre)
            .dot(body.rect.right())
            .clamp(-body.rect.half_width, body.rect.half_width),
        body.rect.half_depth,
    );
    let turned = Rect { ahead: facing.vec(), ..body.rect };
    let (u, v) = body.rect.local(pivot);
    let turned = turned.moved(pivot - turned.place(u, v));
    // Back out of the enemy, then up to him.
    let clear = turned.moved(-turned.ahead * 3.0);
    let up = cast(&clear, turned.ahead, 8.0, enemy, 0.0)?;
    let there = clear.moved(turned.ahead * up);
    let slid = (there.front_mid() - body.rect.front_mid()).len();
    (slid <= body.file_width() + body.rect.half_width * 0.8).then_some(there)
}

/// Where a charger stands once flush with the enemy it touched; none if it cannot be.
pub fn conform(board: &Board<'_>, charger: &Body<'_>, touched: &Body<'_>) -> Option<Rect> {
    ledger::cite(rule::GEO_CONFORM);
    let edge = touched_edge(&charger.rect, &touched.rect);
    let facing = Facing::of(-outward(&touched.rect, edge));
    let there = flush(charger, &touched.rect, facing)?;
    is_free(board, &there, &[charger.id, touched.id]).then_some(there)
}

/// Where two chargers stand once both are flush with the line midway between them.
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
    let both = [stand(a, ahead), stand(b, -ahead)];
    let free = both.iter().all(|r| is_free(board, r, &[a.id, b.id]));
    let touching = table::distance(&both[0], &both[1]) <= 0.01;
    (free && touching).then_some(both)
}

fn is_free(board: &Board<'_>, rect: &Rect, but: &[umpire::UnitId]) -> bool {
    board.troops().all(|b| but.contains(&b.id) || rect.penetration(&b.rect) <= ROOM)
}
