//! Pursuit: straight ahead after a beaten enemy, and into line with whoever stands in the way.

use crate::board::geometry::{self, Contact};
use crate::board::state::{Holder, Phase};
use crate::board::{Base, Board, contacts, ground};
use crate::data::scale::{NEAR, NEAR_ANGLE, in_paces};
use crate::data::tables::tables;
use crate::data::troop::Troop;
use crate::{Dba, rule, told};
use table::{Rect, Solid, Vec2};
use umpire::{Cx, Event, Motion, Side, UnitId, voice};

/// Where a pursuer ends (`dba.pursuit.move`, `dba.pursuit.new_enemy`), and the rule that put it there.
pub fn decide(board: &Board<'_>, base: &Base) -> (Base, ruling::RuleId) {
    let direction = base.rect.ahead;
    let limits = &tables().pursuit;
    let run = free_of_ground_and_camps(board, base, base.depth().min(limits.most));
    let met = |other: &Base| meeting(&base.rect, direction, run, &other.rect);
    let first = board.others(base.id).filter_map(met).fold(run, f64::min);
    let enemies = board.enemies(base.side).filter(|e| met(e).is_some_and(|at| at <= first + NEAR));
    let stopped = base.moved(direction * first);
    let mut best: Option<(f64, Base)> = None;
    let mut stopped_by_enemy = false;
    for enemy in enemies {
        stopped_by_enemy = true;
        let place = geometry::line_up(base, enemy, nearest_edge(base, enemy));
        let shift = place.rect.front_mid().distance(stopped.rect.front_mid());
        let turn = base.facing.turn_to(place.facing).abs();
        let better = best.is_none_or(|(least, _)| shift < least - NEAR);
        let near = shift <= limits.shift + NEAR && turn <= limits.turn + NEAR_ANGLE;
        if better && near && is_free(board, &place) {
            best = Some((shift, place));
        }
    }
    match best {
        Some((_, place)) => (place, rule::PURSUIT_NEW_ENEMY),
        None if stopped_by_enemy => {
            (base.moved(direction * (first - limits.short).max(0.0)), rule::PURSUIT_NEW_ENEMY)
        }
        None => (stopped, rule::PURSUIT_MOVE),
    }
}

/// How far a run in a direction goes until it touches what it would overlap within a length.
fn meeting(from: &Rect, direction: Vec2, length: f64, other: &impl Solid) -> Option<f64> {
    table::cast(from, direction, length, other, NEAR)?;
    Some(table::span(from, direction, other, 0.0).map_or(0.0, |s| s.enter.max(0.0)))
}

/// How far a base runs before it meets a held camp, water or the edge of the table.
fn free_of_ground_and_camps(board: &Board<'_>, base: &Base, length: f64) -> f64 {
    let direction = base.rect.ahead;
    let mut run = ground::run(board, &base.rect, direction, length).min(to_edge(board, base));
    for camp in Side::ALL {
        let held = board.camps[camp].is_some_and(|c| c.holder != Holder::Nobody);
        if held && let Some(outline) = board.outline(camp) {
            run = meeting(&base.rect, direction, run, &outline).map_or(run, |at| at.min(run));
        }
    }
    run
}

/// How far a base runs straight ahead before it would leave the table.
fn to_edge(board: &Board<'_>, base: &Base) -> f64 {
    let far = in_paces(Vec2::new(board.ground.width(), board.ground.depth()));
    let (box_, d) = (base.rect.bounds(), base.rect.ahead);
    let along = |low: f64, high: f64, size: f64, speed: f64| {
        if speed > 0.0 {
            (size - high) / speed
        } else if speed < 0.0 {
            low / -speed
        } else {
            f64::INFINITY
        }
    };
    let x = along(box_.min.x, box_.max.x, far.x, d.x);
    let y = along(box_.min.y, box_.max.y, far.y, d.y);
    x.min(y).max(0.0)
}

/// The edge of an enemy that a pursuer's facing is nearest to meeting squarely.
fn nearest_edge(base: &Base, enemy: &Base) -> Contact {
    let turn = enemy.facing.turn_to(base.facing);
    let most = tables().pursuit.turn;
    if turn.abs() >= 180.0 - most {
        Contact::Front
    } else if turn.abs() < most {
        Contact::Rear
    } else if turn > 0.0 {
        Contact::LeftFlank
    } else {
        Contact::RightFlank
    }
}

/// Whether a base may stand at a place: clear of everyone else and of camps, on the table, on ground it may enter.
pub fn is_free(board: &Board<'_>, place: &Base) -> bool {
    let clear_of_camps = Side::ALL
        .into_iter()
        .filter_map(|side| board.outline(side))
        .all(|outline| table::penetration(&place.rect, &outline) <= NEAR);
    clear_of_camps
        && !board.others(place.id).any(|other| place.overlaps(&other.rect))
        && ground::on_table(board, &place.rect)
        && ground::may_enter(board, &place.rect, place.troop)
}

/// Where Warband that supported a pursuing element end (`dba.pursuit.supporters`).
pub fn follow(board: &Board<'_>, leader: &Base, follower: &Base) -> Base {
    let behind = leader.rect.place(0.0, -leader.rect.half_depth - follower.rect.half_depth);
    let place = follower.at(behind, leader.facing);
    if is_free(board, &place) {
        return place;
    }
    let direction = follower.rect.ahead;
    let run = free_of_ground_and_camps(board, follower, follower.depth().min(tables().pursuit.most));
    let met = |other: &Base| meeting(&follower.rect, direction, run, &other.rect);
    let first = board.others(follower.id).filter_map(met).fold(run, f64::min);
    follower.moved(direction * first)
}

/// The Warband directly behind a Warband element.
pub fn warband_behind(board: &Board<'_>, front: &Base) -> Option<UnitId> {
    if front.troop != Troop::Warband {
        return None;
    }
    let behind = |b: &&Base| b.troop == Troop::Warband && geometry::behind(b, front);
    board.friends(front).find(behind).map(|b| b.id)
}

/// Carries out a pursuit, and takes a supporter along.
pub fn pursue(book: &Dba, phase: &mut Phase, pursuer: UnitId, supporter: Option<UnitId>, cx: &mut Cx<'_>) {
    let board = Board::of(book, cx.field(), phase);
    let Some(&base) = board.base(pursuer) else { return };
    let (place, rule) = decide(&board, &base);
    let from = cx.field().unit(pursuer).pose;
    cx.apply(Event::Moved { unit: pursuer, to: place.pose(), motion: Motion::Pursuit, rule });
    let mut behind = Vec::new();
    if let Some(id) = supporter {
        let board = Board::of(book, cx.field(), phase);
        if let (Some(&follower), Some(&leader)) = (board.base(id), board.base(pursuer)) {
            let place = follow(&board, &leader, &follower);
            let rule = rule::PURSUIT_SUPPORTERS;
            cx.apply(Event::Moved { unit: id, to: place.pose(), motion: Motion::Pursuit, rule });
            behind.push(format!("{} following", voice::name(cx.field(), id)));
        }
    }
    told::forced(pursuer, rule, "pursued", from, &behind, cx);
    contacts::keep_contacts(book, phase, cx.field());
}
