//! The way of the broken: straight back, round what they cannot pass, through gaps between friends or through the
//! friends themselves (`wrg1969.rout.path`).

use crate::Wrg1969;
use crate::aftermath::breaking_through::{self, GAP};
use crate::board::cover::distance_to;
use crate::board::sight::{nearest_part, sees};
use crate::board::state::{Flight, UnitState};
use crate::board::track::swerved;
use crate::board::{Board, Body};
use crate::combat::engagement;
use crate::data::measure::{NEAR, in_mils, within};
use crate::data::tables::tables;
use crate::movement::course::{AtEdge, Course, Walker, plainly};
use crate::movement::rules as movement;
use crate::movement::rules::Mode;
use crate::movement::running::go_round;
use table::{Edge, Facing, Rect, Vec2, cast};
use umpire::UnitId;

/// The way in which the broken turn to run: straight back, or on if their backs were turned, to the enemy in whose sight
/// they break; with an enemy upon them, of the four quarters in which none touches them the one that leads most away.
pub fn way_out(board: &Board<'_>, body: &Body<'_>) -> Facing {
    let facing = |quarters: u32| body.facing + Facing(quarters << 30);
    let unbroken = board.enemy_units(body.side).filter(|e| !board.routing(e.id));
    let nearest = Board::nearest(body, unbroken, |e| sees(board, body, e));
    let behind =
        nearest.is_some_and(|e| !within(body.off_front(nearest_part(e, body.standard())).abs(), 135.0));
    let state = board.state(body.id);
    let on = state.seen.broke_running || (state.seen.broke_untouched && behind);
    let usual = facing(if on { 0 } else { 2 });
    let enemies: Vec<&Body<'_>> = board.opponents(body.id).filter_map(|id| board.body(id)).collect();
    let shut: Vec<Edge> = enemies.iter().map(|e| engagement::touch(&body.rect, &e.rect).mine).collect();
    let away = |e: &&Body<'_>| body.standard() - nearest_part(e, body.standard());
    let away = enemies.iter().map(away).fold(Vec2::new(0.0, 0.0), |sum, way| sum + way);
    let quarters = [(Edge::Rear, 2_u32), (Edge::Front, 0), (Edge::Left, 3), (Edge::Right, 1)];
    let mut best: Option<(i64, Facing)> = None;
    for (_, quarters) in quarters.into_iter().filter(|(edge, _)| !shut.contains(edge)) {
        let leads = in_mils(facing(quarters).vec().dot(away));
        if best.is_none_or(|(most, _)| leads > most) {
            best = Some((leads, facing(quarters)));
        }
    }
    match best {
        Some((_, way)) if !enemies.is_empty() => way,
        _ => usual,
    }
}

/// Who lies deeper than this in another stands on him already; whoever runs up to another lies less deep in him.
const STANDS_ON: f64 = 10.0 * NEAR;

/// Who is in the routers' way, and how far off.
struct Met<'b, 'a> {
    other: &'b Body<'a>,
    after: f64,
}

/// The way of a broken unit that runs in a direction, with so much of a whole allowance left.
pub fn course(board: &Board<'_>, body: &Body<'_>, facing: Facing, (left, whole): (f64, f64)) -> Course {
    let mut walker = Walker::new(board.book, body, plainly(board, body), (left, whole), AtEdge::Leaves);
    walker.face(facing);
    let mut past: Vec<UnitId> = Vec::new();
    // Those who swerved to a gap are no wider than the gap.
    let mut narrow = swerved(board, body);
    while walker.goes() {
        let rect = if narrow { squeezed(body, walker.rect()) } else { *walker.rect() };
        let Some(met) = first_met(board, body, &rect, walker.left(), &past) else {
            walker.ahead(walker.left());
            break;
        };
        past.push(met.other.id);
        let friend = met.other.side == body.side;
        let shift = if friend {
            gap_beside(board, body, &rect.moved(rect.ahead * met.after), met.other)
        } else if may_try(board, body, met.other) {
            None
        } else {
            Some(way_round(&rect, &met.other.rect))
        };
        let Some(shift) = shift else { continue };
        let up_to = if friend { met.after } else { met.after - tables().moves.standoff };
        walker.ahead(up_to.max(0.0));
        if !walker.goes() {
            break;
        }
        walker.sidestep(shift, tables().moves.swerve);
        narrow |= friend;
    }
    if !walker.goes() && walker.left() > NEAR {
        go_round(board, &mut walker);
    }
    walker.done()
}

/// The first of those ahead whom they have not passed yet; who runs too, or stands on them already, is not in the way.
fn first_met<'b, 'a>(
    board: &'b Board<'a>,
    body: &Body<'_>,
    rect: &Rect,
    reach: f64,
    past: &[UnitId],
) -> Option<Met<'b, 'a>> {
    let there = |b: &&Body<'_>| b.id != body.id && !past.contains(&b.id) && !board.routing(b.id);
    let free = |b: &&Body<'_>| rect.penetration(&b.rect) <= STANDS_ON && !pursues(board, b, body.id);
    let met = board.troops().filter(there).filter(free).filter_map(|other| {
        cast(rect, rect.ahead, reach, &other.rect, NEAR).map(|after| Met { other, after })
    });
    met.min_by_key(|met| in_mils(met.after))
}

fn pursues(board: &Board<'_>, body: &Body<'_>, prey: UnitId) -> bool {
    board.opponents(body.id).any(|e| e == prey)
}

/// Routers who squeeze through a gap: three figures wide.
pub fn squeezed(body: &Body<'_>, rect: &Rect) -> Rect {
    let half_width = rect.half_width.min(f64::from(GAP) * body.file_width() / 2.0);
    Rect { half_width, ..*rect }
}

/// Whether routers may try to break through an enemy in their way (`wrg1969.rout.break_through.cavalry`,
/// `wrg1969.rout.break_through.infantry`).
pub fn may_try(board: &Board<'_>, router: &Body<'_>, enemy: &Body<'_>) -> bool {
    let facing = enemy.faces(router.standard()) || board.state(enemy.id).seen.square;
    let pikes = enemy.kit.hand == crate::data::troop::Hand::Pike;
    breaking_through::may_try(router.troop(), enemy.troop(), facing, pikes).0
}

/// The step aside to the nearest gap three figures wide beside a friend, seen from where they meet him.
fn gap_beside(board: &Board<'_>, body: &Body<'_>, at: &Rect, friend: &Body<'_>) -> Option<Vec2> {
    let across = at.right();
    let width = f64::from(GAP) * body.file_width();
    let deep = friend.rect.radius();
    let others: Vec<&Body<'_>> = board.troops().filter(|b| b.id != body.id && !board.routing(b.id)).collect();
    let spans = |b: &Body<'_>| {
        let along = b.rect.corners().map(|c| (c - at.centre).dot(across));
        along.into_iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), x| (lo.min(x), hi.max(x)))
    };
    let channel = |shift: f64| Rect {
        centre: at.front_mid() + across * shift + at.ahead * deep,
        half_width: width / 2.0 - 0.01,
        half_depth: deep,
        ..*at
    };
    let free = |shift: &f64| {
        let gap = channel(*shift);
        others.iter().all(|b| within(gap.penetration(&b.rect), 0.0))
            && !board.book.features.iter().any(|f| f.is_impassable() && distance_to(f, gap.centre) <= deep)
    };
    let beside = others.iter().map(|b| spans(b)).flat_map(|(lo, hi)| [lo - width / 2.0, hi + width / 2.0]);
    let near = beside.filter(|shift| breaking_through::swerves(GAP, shift.abs())).filter(free);
    // Of two as near, the one to the left.
    near.min_by_key(|shift| (in_mils(shift.abs()), *shift > 0.0)).map(|shift| across * shift)
}

/// The step aside that takes routers clear of an enemy they cannot pass, on the nearer side.
fn way_round(rect: &Rect, enemy: &Rect) -> Vec2 {
    let across = rect.right();
    let along = enemy.corners().map(|c| (c - rect.centre).dot(across));
    let room = rect.half_width + tables().moves.standoff;
    let left = along.into_iter().fold(f64::INFINITY, f64::min) - room;
    let right = along.into_iter().fold(f64::NEG_INFINITY, f64::max) + room;
    across * if left.abs() < right.abs() + NEAR { left } else { right }
}

/// How far a broken unit runs, or a pursuer follows, in its coming period (`wrg1969.rout.speed`).
pub fn run_length(book: &Wrg1969, state: &UnitState, body: &Body<'_>) -> f64 {
    let (mode, run) = match state.seen.flight {
        Flight::Routing(run) => (Mode::Rout, run),
        Flight::Pursuing(_, run) => (Mode::Pursuit, run),
        _ => return 0.0,
    };
    movement::allowance(&book.house, body.mover(), mode, u32::from(run) + 1, state.seen.tired).unwrap_or(0.0)
}
