//! Generals and messengers ride: through friends freely, never stopping close to an enemy (`wrg1969.geo.general`).

use crate::board::state::Phase;
use crate::board::{Board, Body};
use crate::data::kit::Role;
use crate::data::measure::within;
use crate::data::tables::tables;
use crate::movement::course::{AtEdge, Course, Drawn, Walker};
use crate::orders::messengers::{self, Goal};
use crate::{Wrg1969, rule};
use table::{Facing, Rect, Vec2, cast};
use umpire::{Cx, Event, UnitId};

/// What a rider did in a stage.
struct Ridden {
    unit: UnitId,
    to: Vec2,
    facing: Facing,
    inches: f64,
    gallops: bool,
}

/// Everyone who rides goes his normal move, after the friends have moved to whom they ride.
pub fn normal(book: &Wrg1969, phase: &mut Phase, cx: &mut Cx<'_>) {
    for those in [is_general as fn(Role) -> bool, is_messenger] {
        let ridden = {
            let board = Board::of(book, cx.field(), phase);
            riders(&board, those).filter_map(|b| ride(&board, b, b.normal())).collect::<Vec<_>>()
        };
        arrive(phase, ridden, cx);
    }
}

/// The rest of a gallop, and of a unit's move for the general with it.
pub fn bonus(book: &Wrg1969, phase: &mut Phase, cx: &mut Cx<'_>) {
    for those in [is_general as fn(Role) -> bool, is_messenger] {
        let ridden = {
            let board = Board::of(book, cx.field(), phase);
            let go = |b: &Body<'_>| {
                let gallops = gallops(&board, b);
                let more = if gallops { b.charge() - b.normal() } else { 0.0 };
                ride(&board, b, more).map(|r| Ridden { gallops, ..r })
            };
            riders(&board, those).filter_map(go).collect::<Vec<_>>()
        };
        arrive(phase, ridden, cx);
    }
}

/// Those who ride, of one kind: generals before those who ride for them.
fn riders<'b, 'a>(board: &'b Board<'a>, those: fn(Role) -> bool) -> impl Iterator<Item = &'b Body<'a>> {
    board.bodies.iter().filter(move |b| those(b.kit.role))
}

fn is_general(role: Role) -> bool {
    matches!(role, Role::General | Role::Subordinate)
}

fn is_messenger(role: Role) -> bool {
    role == Role::Messenger
}

/// Whether a rider has more than his normal move to go and has not galloped on this trip.
fn gallops(board: &Board<'_>, body: &Body<'_>) -> bool {
    let galloped = messengers::has_galloped(board.phase, body.id);
    match goal(board, body) {
        Some(place) if board.state(body.id).now.moved > 0 => {
            !galloped && !within(place.distance(body.standard()), 0.5)
        }
        _ => false,
    }
}

/// The place a rider makes for.
fn goal(board: &Board<'_>, body: &Body<'_>) -> Option<Vec2> {
    match messengers::goal(board.book, board.phase, body.id) {
        Goal::To(id) => board.body(id).map(Body::standard),
        Goal::Place(place) => Some(place),
        Goal::With(id) => board.body(id).map(|b| beside(board, b, body)),
        Goal::Stand => None,
    }
}

/// Where a rider keeps by another: a general inside his unit, messengers in rows of three behind their general, all of
/// them at hand.
fn beside(board: &Board<'_>, leader: &Body<'_>, rider: &Body<'_>) -> Vec2 {
    if leader.kit.is_troops() {
        return leader.standard();
    }
    let mut his = board.phase.command[rider.side].riders.iter().filter(|r| r.of == leader.id);
    let place = his.position(|r| r.figure == rider.id).unwrap_or(0);
    leader.rect.place((place % 3) as f64 - 1.0, -1.6 - 0.6 * (place / 3) as f64)
}

fn ride(board: &Board<'_>, body: &Body<'_>, allowance: f64) -> Option<Ridden> {
    let place = goal(board, body)?;
    let way = place - body.standard();
    let length = way.len();
    let inside = matches!(messengers::goal(board.book, board.phase, body.id), Goal::With(id)
        if board.body(id).is_some_and(|b| b.kit.is_troops()));
    if inside && length > 0.0 {
        // He moves as the unit moves.
        let Goal::With(id) = messengers::goal(board.book, board.phase, body.id) else { return None };
        let facing = board.body(id).map_or(body.facing, |b| b.facing);
        return Some(Ridden { unit: body.id, to: place, facing, inches: length, gallops: false });
    }
    if within(length, 0.05) || allowance <= 0.0 {
        return None;
    }
    let facing = Facing::of(way);
    let drawn = Drawn { files: 1, sideways: false, quarters: 0 };
    let mut walker = Walker::new(board.book, body, drawn, (allowance, body.normal()), AtEdge::Stops);
    walker.face(facing);
    walker.ahead(length);
    let course = walker.done();
    let to = clear_of_enemies(board, body, &course);
    let inches = to.distance(body.standard());
    (inches > 0.0).then_some(Ridden { unit: body.id, to, facing, inches, gallops: false })
}

/// The farthest point of a straight way that is not within 0.5 of an enemy; nobody rides through enemies who stand.
fn clear_of_enemies(board: &Board<'_>, body: &Body<'_>, course: &Course) -> Vec2 {
    let near = tables().moves.standoff;
    let end = course.last();
    let start = Rect { centre: body.standard(), ..end.rect };
    let enemies = || board.troops().filter(|e| e.side != body.side);
    let in_the_way = enemies().filter(|e| !board.routing(e.id));
    let met = in_the_way.filter_map(|e| cast(&start, start.ahead, end.inches, &e.rect, 0.0));
    let room = met.fold(f64::INFINITY, f64::min);
    let free = |t: f64| {
        let there = course.at_cost(end.cost * t);
        let clear = enemies().all(|e| within(near, there.rect.gap(&e.rect)));
        (clear && within(there.inches, room)).then_some(there.rect.centre)
    };
    (0..=20).rev().find_map(|k| free(f64::from(k) / 20.0)).unwrap_or(body.standard())
}

fn arrive(phase: &mut Phase, ridden: Vec<Ridden>, cx: &mut Cx<'_>) {
    for r in ridden {
        let state = &mut phase.units[r.unit.index()];
        state.now.moved += (r.inches * 1000.0).round() as i32;
        if r.gallops {
            messengers::gallops(phase, r.unit);
        }
        let to = crate::board::pose_at(r.to, r.facing);
        let motion = umpire::Motion::March;
        cx.apply(Event::Moved { unit: r.unit, to, motion, rule: rule::ORDERS_MESSENGERS });
    }
}
