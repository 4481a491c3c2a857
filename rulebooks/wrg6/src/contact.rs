//! Contact: which edge is touched, lining up, and who is still in touch.

use crate::Wrg6;
use crate::board::Board;
use crate::phase::{Contact, Phase};
use crate::rule;
use ruling::{RuleId, ledger};
use table::{Edge, Facing, Rect, Vec2, distance};
use umpire::{Cx, Event, Motion, Side, UnitId};

/// Bodies nearer than this touch.
pub const TOUCH: f64 = 1.0;

/// The edge of a body that another touches (`wrg6.geo.d4`).
pub fn edge_touched(body: &Rect, other: &Rect, from_before: bool) -> Edge {
    ledger::cite(rule::GEO_D4);
    let point = touching_point(body, other);
    let (u, v) = body.local(point);
    let corner = body.half_width - u.abs() <= 1.0 && body.half_depth - v <= 1.0;
    if corner {
        return if from_before {
            Edge::Front
        } else if u < 0.0 {
            Edge::Left
        } else {
            Edge::Right
        };
    }
    let gaps = [
        (Edge::Front, body.half_depth - v),
        (Edge::Left, u + body.half_width),
        (Edge::Right, body.half_width - u),
        (Edge::Rear, v + body.half_depth),
    ];
    let nearest = gaps.into_iter().min_by(|a, b| a.1.abs().total_cmp(&b.1.abs()));
    nearest.map_or(Edge::Front, |(edge, _)| edge)
}

/// A point where two footprints touch, or nearly do.
fn touching_point(body: &Rect, other: &Rect) -> Vec2 {
    use table::Solid;
    if let Some([p, _]) = table::shortest_between(body, other) {
        return p;
    }
    // They overlap by a hair: the middle of the other's front, brought onto the body.
    body.nearest(other.front_mid())
}

/// Two enemies come into contact: the mover lines up (`wrg6.charge.contact`).
pub fn meet(book: &Wrg6, phase: &mut Phase, by: UnitId, on: UnitId, from_before: bool, cx: &mut Cx<'_>) {
    ledger::cite(rule::CHARGE_CONTACT);
    if phase.contacts.iter().any(|c| c.place(by).is_some() && c.place(on).is_some()) {
        return;
    }
    let edge = {
        let field = cx.field();
        edge_touched(field.shape(on), field.shape(by), from_before)
    };
    line_up(book, phase, by, on, edge, cx);
    let (red, blue) = if cx.field().side(by) == Side::Red { (by, on) } else { (on, by) };
    let mine = edge_touched(cx.field().shape(by), cx.field().shape(on), true);
    let edges = if red == by { [mine, edge] } else { [edge, mine] };
    phase.contacts.push(Contact { pair: [red, blue], edges, first: true });
    phase.contacts.sort_by_key(|contact| contact.pair);
}

/// Turns a body flush with the edge that it touched, if that needs no more than 45 degrees and there is room.
fn line_up(book: &Wrg6, phase: &Phase, by: UnitId, on: UnitId, edge: Edge, cx: &mut Cx<'_>) {
    let (rect, at) = (*cx.field().shape(by), *cx.field().shape(on));
    let out = match edge {
        Edge::Front => at.ahead,
        Edge::Left => at.right() * -1.0,
        Edge::Right => at.right(),
        Edge::Rear => at.ahead * -1.0,
    };
    let facing = out * -1.0;
    if facing.dot(rect.ahead) < std::f64::consts::FRAC_1_SQRT_2 - 1e-6 {
        return;
    }
    let [a, b] = at.edge(edge);
    let along = b - a;
    let half = along.len() / 2.0;
    let unit = along * (1.0 / along.len().max(1e-9));
    let middle = a.lerp(b, 0.5);
    let room = (half + rect.half_width - 2.0).max(0.0);
    let offset = (rect.front_mid() - middle).dot(unit).clamp(-room, room);
    let front = middle + unit * offset;
    let to = Rect { centre: front - facing * rect.half_depth, ahead: facing, ..rect };
    let board = Board::of(book, cx.field(), phase);
    if board.bodies().any(|other| other != by && other != on && to.overlaps(board.rect(other), 0.5)) {
        return;
    }
    let pose = to.pose(Facing::of(facing));
    if cx.field().unit(by).pose != pose {
        cx.apply(Event::Moved { unit: by, to: pose, motion: Motion::Conform, rule: rule::CHARGE_CONTACT });
    }
}

/// Ends the contacts of those who no longer touch.
pub fn keep(_: &Wrg6, phase: &mut Phase, cx: &Cx<'_>) {
    let field = cx.field();
    phase.contacts.retain(|contact| {
        let [a, b] = contact.pair;
        field.on_table(a) && field.on_table(b) && distance(field.shape(a), field.shape(b)) <= TOUCH
    });
}

/// Slides bodies forward until they touch again those they fight (`wrg6.geo.d12`).
pub fn close_up(book: &Wrg6, phase: &mut Phase, cx: &mut Cx<'_>) {
    ledger::cite(rule::GEO_D12);
    for contact in phase.contacts.clone() {
        let [a, b] = contact.pair;
        if !cx.field().on_table(a) || !cx.field().on_table(b) {
            continue;
        }
        let gap = distance(cx.field().shape(a), cx.field().shape(b));
        if gap <= 0.1 {
            continue;
        }
        // The one whose front faces the other comes up to it.
        let (who, other) =
            if contact.edges[0] == Edge::Front && contact.edges[1] != Edge::Front { (a, b) } else { (b, a) };
        let (rect, at) = (*cx.field().shape(who), *cx.field().shape(other));
        if let Some(far) = table::cast(&rect, rect.ahead, 400.0, &at, 0.0) {
            come_up(book, phase, who, rect.ahead * far, rule::GEO_D12, cx);
        }
    }
    keep(book, phase, cx);
}

/// Slides a body up to one it fights unless it would come upon somebody; says whether it did.
pub fn come_up(book: &Wrg6, phase: &Phase, who: UnitId, by: Vec2, rule: RuleId, cx: &mut Cx<'_>) -> bool {
    let to = cx.field().shape(who).moved(by);
    let board = Board::of(book, cx.field(), phase);
    let clear = !board.bodies().any(|other| other != who && to.overlaps(board.rect(other), 0.5));
    if clear {
        let to = to.pose(cx.field().unit(who).pose.facing);
        cx.apply(Event::Moved { unit: who, to, motion: Motion::March, rule });
    }
    clear
}
