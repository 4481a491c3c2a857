//! Charges on the table: who may charge whom and on which way, and how far it goes.

use crate::board::Board;
use crate::charge::{Charged, Response, responses};
use crate::formation::is_march_column;
use crate::order::{self, Target};
use crate::phase::Charge;
use crate::rule;
use arrayvec::ArrayVec;
use ruling::ledger;
use table::{Edge, Leg, Pose, Rect, Vec2, cast, swept, wheel_arc};
use umpire::UnitId;

/// Whether a body may declare a charge at all (`wrg6.charge.targets`).
pub fn may_declare(board: Board<'_>, id: UnitId) -> bool {
    ledger::cite(rule::CHARGE_TARGETS);
    let (state, block) = (board.state(id), &board.field.unit(id).formation);
    let idle = !state.routing && !state.shaken && state.retiring == 0 && !state.no_advance && !state.looting;
    idle && !state.aboard
        && board.kit(id).charge().is_some()
        && !board.phase.in_contact(id)
        && !is_march_column(block.files.into(), block.ranks().into())
}

/// What orders need to know of an enemy.
pub fn target(board: Board<'_>, id: UnitId, enemy: UnitId) -> Target {
    let (state, side) = (board.state(id), board.side(id));
    let at = board.rect(enemy);
    let sector = state.order.map(|order| order.area.sector());
    Target {
        flank: board.shows_flank(enemy, board.rect(id).front_mid()),
        light: board.kit(enemy).troop.is_light(),
        shaken: board.state(enemy).shaken,
        disordered: board.disordered(enemy),
        blocking: blocks(board, id, at),
        other_sector: sector.is_some_and(|sector| sector != board.sector_of(side, at.front_mid())),
        shooting_at_us: board.state(enemy).aimed_at == Some(id),
    }
}

/// Whether an enemy stands in the corridor between a body and its objective (`wrg6.orders.H.charge`).
fn blocks(board: Board<'_>, id: UnitId, enemy: &Rect) -> bool {
    let corridor = swept(board.rect(id), crate::objective::way(board, id));
    table::penetration(&corridor, enemy) > 0.0
}

/// The enemies a body may charge by its orders, each with its way; the nearest first.
pub fn targets(board: Board<'_>, id: UnitId) -> Vec<Charge> {
    if !may_declare(board, id) {
        return Vec::new();
    }
    let state = board.state(id);
    let allowed = |enemy: UnitId| match state.order {
        _ if state.impetuous => true,
        Some(order) => order::may_charge(order, target(board, id, enemy)),
        None => false,
    };
    let mut list: Vec<Charge> = board
        .enemies(board.side(id))
        .filter(|&enemy| board.in_reach(id, enemy) && allowed(enemy))
        .filter_map(|enemy| way(board, id, enemy))
        .collect();
    list.sort_by(|a, b| board.gap(id, a.on).total_cmp(&board.gap(id, b.on)).then(a.on.cmp(&b.on)));
    list
}

/// The way of a charge: the wheel that brings most of the front upon the target, the least of such wheels
/// (`wrg6.charge.path`).
pub fn way(board: Board<'_>, id: UnitId, enemy: UnitId) -> Option<Charge> {
    ledger::cite(rule::CHARGE_PATH);
    ledger::cite(rule::GEO_D7);
    let (start, at) = (board.rect(id), board.rect(enemy));
    let pose = board.field.unit(id).pose;
    let mut wheels: ArrayVec<(f64, f64, Rect), 19> = ArrayVec::new();
    for step in 0..=9 {
        for sign in [1.0, -1.0].into_iter().take(if step == 0 { 1 } else { 2 }) {
            let degrees = f64::from(step) * 5.0 * sign;
            let wheeled = if step == 0 { *start } else { wheeled(pose, start, degrees).last() };
            let wide = front_upon(&wheeled, at);
            if wide > 0.0 {
                wheels.push((wide, degrees, wheeled));
            }
        }
        // Nothing is gained by a wider wheel than one that brings the whole front, or the whole target, before it.
        if wheels.iter().any(|(wide, ..)| *wide >= 2.0 * start.half_width - 1.0) {
            break;
        }
    }
    // A sixth of the front more or less is not worth a wider wheel.
    let sixths = |wide: f64| (3.0 * wide / start.half_width).round();
    wheels.sort_by(|a, b| sixths(b.0).total_cmp(&sixths(a.0)).then(a.1.abs().total_cmp(&b.1.abs())));
    wheels.iter().find_map(|(_, degrees, wheeled)| straight_on(board, (id, enemy), *degrees, wheeled))
}

/// How much of a front has the target straight ahead of it, in paces.
fn front_upon(wheeled: &Rect, at: &Rect) -> f64 {
    let places = at.corners().map(|p| wheeled.local(p).0);
    let (low, high) = places.iter().fold((f64::MAX, f64::MIN), |(l, h), u| (l.min(*u), h.max(*u)));
    high.min(wheeled.half_width) - low.max(-wheeled.half_width)
}

/// The charge of a body that has wheeled, if it reaches its target and no friend is in its way.
fn straight_on(
    board: Board<'_>,
    (id, enemy): (UnitId, UnitId),
    degrees: f64,
    wheeled: &Rect,
) -> Option<Charge> {
    let (at, arc) = (board.rect(enemy), wheel_arc(2.0 * wheeled.half_width, degrees));
    let longest = board.kit(id).charge()?;
    let far = cast(wheeled, wheeled.ahead, longest - arc, at, 0.0)?;
    let left = board.charge_over(id, &swept(wheeled, wheeled.ahead * far))? - arc;
    let friend_in_way = || {
        board.friends(id).any(|friend| {
            let li = board.kit(friend).is_li() || board.kit(id).is_li();
            !li && cast(wheeled, wheeled.ahead, far, board.rect(friend), 0.5).is_some()
        })
    };
    if left < far || friend_in_way() {
        return None;
    }
    let from_before = !board.shows_flank(enemy, board.rect(id).front_mid());
    Some(Charge {
        by: id,
        on: enemy,
        wheel: (degrees * 1000.0) as i32,
        ahead: (left * 1000.0) as i32,
        front: from_before,
        from_before,
    })
}

/// The wheel at the beginning of a charge, clockwise positive.
pub fn wheeled(pose: Pose, rect: &Rect, degrees: f64) -> Leg {
    let side = if degrees >= 0.0 { Edge::Right } else { Edge::Left };
    Leg::wheel(pose, 2.0 * rect.half_width, 2.0 * rect.half_depth, side, degrees.abs())
}

/// Whether a body can go nowhere: in contact, or with less than 10 paces behind it (`wrg6.charge.responses`).
pub fn pinned(board: Board<'_>, id: UnitId) -> bool {
    if board.phase.in_contact(id) {
        return true;
    }
    let rect = board.rect(id);
    let back = rect.ahead * -1.0;
    board.bodies().filter(|&other| other != id).any(|other| {
        let passes = board.side(other) == board.side(id) && board.may_pass(id, other);
        !passes && cast(rect, back, 10.0, board.rect(other), 0.5).is_some()
    })
}

/// The nearest of those who charge a body (`wrg6.charge.many`).
pub fn nearest_charger(board: Board<'_>, id: UnitId) -> Option<UnitId> {
    ledger::cite(rule::CHARGE_MANY);
    let chargers = board.phase.charges_on(id).map(|charge| charge.by);
    chargers.min_by(|&a, &b| board.gap(id, a).total_cmp(&board.gap(id, b)).then(a.cmp(&b)))
}

/// How a charged body may answer, once it has tested.
pub fn answers(board: Board<'_>, id: UnitId) -> Vec<Response> {
    let Some(charger) = nearest_charger(board, id) else { return Vec::new() };
    let (kit, state) = (board.kit(id), board.state(id));
    let charged = Charged {
        troop: kit.troop,
        charger: board.kit(charger).troop,
        posture: state.posture(),
        in_cover: board.in_cover(id),
        row: state.row.max(1),
        // The test has broken those whom being shaken breaks; the others on row 5 are only shaken now.
        shaken: false,
        pinned: pinned(board, id),
    };
    let mut list = responses(&charged);
    // Those who cannot charge or run stand.
    let cannot = |response: &Response| match response {
        Response::Countercharge => kit.charge().is_none() || way(board, id, charger).is_none(),
        Response::Evade => crate::rates::evade(&board.book.house, kit.mover, 1).is_none(),
        _ => false,
    };
    list.retain(|response| !cannot(response));
    if list.is_empty() {
        list.push(Response::Stand);
    }
    list
}

/// A direction directly away from an enemy (`wrg6.geo.d10`).
pub fn away_from(board: Board<'_>, id: UnitId, enemy: UnitId) -> Vec2 {
    ledger::cite(rule::GEO_D10);
    let from = board.rect(enemy).front_mid();
    table::away_from(from, board.rect(id).centre).unwrap_or(board.rect(enemy).ahead)
}
