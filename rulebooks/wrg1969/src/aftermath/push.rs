//! Pushing back and following up: the loser gives ground, friends behind him make way, the winner comes after him
//! (`wrg1969.geo.push`, `wrg1969.after.follow`).

use crate::aftermath::off_table::off_table;
use crate::aftermath::rout;
use crate::board::ranks::Ranks;
use crate::board::state::Phase;
use crate::board::{Board, Body, TOUCH, cover};
use crate::combat::engagement;
use crate::data::measure::{MM, NEAR, within};
use crate::data::tables::tables;
use crate::movement::closing::{self, Placed};
use crate::{Wrg1969, rule};
use mechanics::contact::{self, Winner};
use table::{Edge, Pose, Rect, Vec2, cast};
use umpire::voice::name;
use umpire::{Cx, Event, Motion, Ruling, Side, UnitId};

/// Someone pushed, where to, and how.
type Push = (UnitId, Pose, Motion);

/// Pushes units straight back, unengaged friends before them (`wrg1969.geo.push`): the first of each side at once, then
/// the second, and so on.
pub fn push_back(book: &Wrg1969, phase: &mut Phase, losers: &[UnitId], cx: &mut Cx<'_>) {
    let of =
        |side: Side| losers.iter().copied().filter(|&id| cx.field().side(id) == side).collect::<Vec<_>>();
    let both = Side::ALL.map(of);
    for place in 0..losers.len() {
        let now: Vec<UnitId> = both.iter().filter_map(|side| side.get(place).copied()).collect();
        let pushes = {
            let board = Board::of(book, cx.field(), phase);
            let pushes: Vec<Vec<Push>> = now.iter().map(|&id| push(&board, id)).collect();
            // Where they would be pushed on to each other neither gives ground.
            if meet(&board, &pushes) { vec![Vec::new(); now.len()] } else { pushes }
        };
        for (id, moves) in now.into_iter().zip(pushes) {
            let state = &mut phase.units[id.index()];
            state.seen.pushed_back = state.seen.pushed_back.saturating_add(1);
            cx.rule(|field| {
                Ruling::new(
                    rule::AFTER_INFANTRY_PUSH,
                    format!("{} gave ground, pushed back.", name(field, id)),
                )
            });
            for (unit, to, motion) in moves {
                cx.apply(Event::Moved { unit, to, motion, rule: rule::GEO_PUSH });
                if off_table(book, cx, unit) {
                    rout::leaves(phase, unit, cx);
                }
            }
        }
    }
}

/// How one is pushed; not at all with enemies on two opposite sides.
fn push(board: &Board<'_>, id: UnitId) -> Vec<Push> {
    let Some(body) = board.body(id) else { return Vec::new() };
    let enemies = board.opponents(id).filter_map(|e| board.body(e));
    let edges: Vec<Edge> = enemies.map(|e| engagement::touch(&body.rect, &e.rect).mine).collect();
    let both = |a, b| edges.contains(&a) && edges.contains(&b);
    if both(Edge::Front, Edge::Rear) || both(Edge::Left, Edge::Right) {
        return Vec::new();
    }
    pushed(board, body, tables().moves.push_back)
}

/// Whether any of those pushed by the one would end upon any pushed by the other.
fn meet(board: &Board<'_>, pushes: &[Vec<Push>]) -> bool {
    let [one, two] = pushes else { return false };
    let ends = |&(id, to, _): &Push| board.body(id).map(|b| b.at(to.at.vec() * (1.0 / MM), to.facing).rect);
    let twos: Vec<Rect> = two.iter().filter_map(ends).collect();
    one.iter().filter_map(ends).any(|a| twos.iter().any(|b| !within(a.penetration(b), TOUCH)))
}

/// Where a unit and the friends behind it end when it goes straight back.
fn pushed(board: &Board<'_>, body: &Body<'_>, by: f64) -> Vec<Push> {
    let back = -body.rect.ahead;
    let mut room = by;
    while room > 0.0 && barred(board, body, room) {
        room = (room - 0.25).max(0.0);
    }
    let pushed = loop {
        let pushed = all_pushed(board, body, back, room);
        let over = pushed.iter().map(|(b, far)| too_far(board, b, back, *far)).fold(0.0, f64::max);
        if over <= NEAR || room <= 0.0 {
            break pushed;
        }
        room = (room - over).max(0.0);
    };
    let to = |(b, far): &(Body<'_>, f64)| {
        let motion = if b.id == body.id { Motion::Recoil } else { Motion::Pushed };
        (b.id, b.moved(back * *far).pose(), motion)
    };
    pushed.iter().rev().map(to).collect()
}

/// Everyone who must go back for a unit to go so far, himself first, and how far: each just clear of whoever pushes
/// him.
fn all_pushed<'a>(board: &Board<'a>, body: &Body<'a>, back: Vec2, by: f64) -> Vec<(Body<'a>, f64)> {
    let mut pushed = vec![(*body, by)];
    let mut next = 0;
    while let Some(&(by_whom, far)) = pushed.get(next) {
        next += 1;
        for friend in board.friendly_units(body).filter(|f| !board.engaged(f.id)) {
            let Some(reach) = comes_upon(&by_whom.rect, back, far, &friend.rect) else { continue };
            let known = pushed.iter().position(|(b, _)| b.id == friend.id);
            let far_enough = known.is_some_and(|n| pushed[n].1 >= far - reach - NEAR);
            if by_whom.id == friend.id || far_enough {
                continue;
            }
            match known {
                // He goes farther than was thought, and so do those behind him.
                Some(n) => {
                    pushed[n].1 = far - reach;
                    next = next.min(n);
                }
                None => pushed.push((*friend, far - reach)),
            }
        }
    }
    pushed
}

/// How far one goes back until he touches another whom he would come upon; who is touched already is not come upon.
fn comes_upon(rect: &Rect, back: Vec2, far: f64, other: &Rect) -> Option<f64> {
    cast(rect, back, far, other, TOUCH + NEAR)?;
    cast(rect, back, far, other, TOUCH)
}

/// By how much a unit that goes so far back comes upon enemies or friends who fight, and give no ground.
fn too_far(board: &Board<'_>, body: &Body<'_>, back: Vec2, far: f64) -> f64 {
    let stays = |b: &&Body<'_>| b.id != body.id && (b.side != body.side || board.engaged(b.id));
    let reach = |b: &Body<'_>| comes_upon(&body.rect, back, far, &b.rect);
    board.troops().filter(stays).filter_map(reach).map(|at| far - at.max(0.0)).fold(0.0, f64::max)
}

/// Whether going so far back would bring a unit into the impassable.
fn barred(board: &Board<'_>, body: &Body<'_>, by: f64) -> bool {
    let rear = body.rect.place(0.0, -body.rect.half_depth - by);
    board.book.features.iter().any(|f| f.is_impassable() && cover::distance_to(f, rear) <= 0.05)
}

/// The winners follow into contact, all at once, each unless another enemy holds him (`wrg1969.after.follow`): with as
/// few files tucked in and as short a step aside as lets them.
pub fn follow_up(book: &Wrg1969, phase: &mut Phase, winners: &[UnitId], cx: &mut Cx<'_>) {
    let (moves, held) = {
        let board = Board::of(book, cx.field(), phase);
        let ranks = Ranks::of(&board, |b| !board.routing(b.id)).on_ground(&board, |_| false);
        let winners: Vec<Winner> = winners.iter().filter_map(|&id| winner(&board, &ranks, id)).collect();
        let gave = contact::follow_up(&ranks.scene(), &winners);
        let mut moves = Vec::new();
        let mut held = Vec::new();
        for (winner, gave) in winners.iter().zip(gave) {
            let unit = ranks.ids[winner.who];
            if gave.went > 0.0 {
                moves.push(Placed { unit, rect: gave.rect, files: gave.files });
            } else if let Some(by) = ranks.holder(gave.held).filter(|by| !is_loser(&ranks, winner, *by)) {
                held.push((unit, by));
            }
        }
        (moves, held)
    };
    for placed in &moves {
        phase.units[placed.unit.index()].seen.following_up = true;
        cx.rule(|field| {
            Ruling::new(rule::AFTER_FOLLOW, format!("{} followed up.", name(field, placed.unit)))
        });
    }
    closing::put(book, phase, &moves, (Motion::Pursuit, rule::AFTER_FOLLOW), cx);
    for (unit, by) in held {
        cx.rule(|field| {
            let text = format!("{} could not follow: {} held it.", name(field, unit), name(field, by));
            Ruling::new(rule::AFTER_FOLLOW, text)
        });
    }
}

fn is_loser(ranks: &Ranks, winner: &Winner, id: UnitId) -> bool {
    ranks.place(id).is_some_and(|place| winner.losers.contains(&place))
}

/// A winner, those he beat, and how far it is to them.
fn winner(board: &Board<'_>, ranks: &Ranks, id: UnitId) -> Option<Winner> {
    let body = board.body(id)?;
    let who = ranks.place(id)?;
    let most = tables().moves.push_back + 0.5;
    let beaten = board.opponents(id).filter_map(|e| board.body(e));
    let beaten: Vec<&Body<'_>> = beaten.filter(|e| board.state(e.id).seen.pushed_back > 0).collect();
    let reach = beaten.iter().filter_map(|e| cast(&body.rect, body.rect.ahead, most, &e.rect, 0.0));
    let far = reach.fold(most, f64::min);
    let losers = beaten.iter().filter_map(|e| ranks.place(e.id)).collect();
    Some(Winner { who, losers, far })
}
