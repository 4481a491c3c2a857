//! Charge reach: who could charge whom from where they stand (`wrg6.charge.reach`).

use crate::board::Board;
use crate::data::lengths::{HAIR, LEFT_OVER};
use crate::movement;
use table::{Convex, Edge, Rect, Solid, Vec2, distance, penetration};
use umpire::UnitId;

/// How far a body could charge straight over some ground: halved where it is difficult.
pub fn charge_over(board: Board<'_>, id: UnitId, way: &Convex) -> Option<f64> {
    let (kit, house) = (board.kit(id), &board.book.house);
    let slowed = kit.troop.minds_going() && board.difficult(way);
    let charge = movement::rules::charge(kit.mover)?;
    Some(f64::from(movement::rules::over_difficult(house, slowed, charge)))
}

/// Whether a body is in an enemy's charge reach (`wrg6.charge.reach`).
pub fn in_reach(board: Board<'_>, enemy: UnitId, body: UnitId) -> bool {
    let Some(most) = board.kit(enemy).charge() else { return false };
    let (from, at) = (board.rect(enemy), board.rect(body));
    let d = from.centre - at.centre;
    let far = from.radius() + at.radius() + most;
    if d.dot(d) > far * far {
        return false;
    }
    let front = Convex::segment(from.edge(Edge::Front));
    let ahead = |p: Vec2| {
        let (u, v) = from.local(p);
        let out = v - from.half_depth;
        out >= -LEFT_OVER && u.abs() - from.half_width <= out + LEFT_OVER
    };
    let nearest = at.nearest(from.front_mid());
    let before = ahead(nearest) || at.corners().into_iter().any(ahead);
    if !before {
        return false;
    }
    let gap = distance(&front, at);
    if gap > most
        || board.phase.is_pinned(enemy)
        || !board.sees(enemy, body)
        || is_behind_friends(board, enemy, body)
    {
        return false;
    }
    let way = Convex::hull_of_segments(from.edge(Edge::Front), [nearest, nearest + Vec2::new(0.1, 0.1)]);
    charge_over(board, enemy, &way).is_some_and(|reach| gap <= reach)
}

/// Whether friends stand between all of a body's front and an enemy: light infantry steps aside.
fn is_behind_friends(board: Board<'_>, id: UnitId, enemy: UnitId) -> bool {
    let (from, at) = (board.rect(id), board.rect(enemy));
    let [left, right] = from.edge(Edge::Front);
    let between: Vec<&Rect> = board
        .friends(id)
        .filter(|&friend| !board.steps_aside(friend) && !board.kit(id).is_li())
        .map(|friend| board.rect(friend))
        .filter(|rect| rect.corners().into_iter().any(|p| from.local(p).1 > from.half_depth + HAIR))
        .collect();
    let barred = |eye: Vec2| {
        let line = Convex::segment([eye, at.nearest(eye)]);
        between.iter().any(|rect| penetration(&line, *rect) > HAIR)
    };
    !between.is_empty()
        && [left, left.lerp(right, 0.25), left.lerp(right, 0.5), left.lerp(right, 0.75), right]
            .into_iter()
            .all(barred)
}

/// Whether any unbroken enemy in sight could charge a body, or it could charge one (`wrg6.orders.pace`). What its
/// side does not see decides nothing for it.
pub fn enemy_at_hand(board: Board<'_>, id: UnitId) -> bool {
    board
        .enemies(board.side(id))
        .filter(|&enemy| !board.state(enemy).seen.routing)
        .any(|enemy| in_reach(board, id, enemy) || in_reach(board, enemy, id) && board.shows(enemy))
}
