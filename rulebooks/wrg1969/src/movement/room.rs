//! Room where everyone stands: whoever has come to stand upon another is set down clear of him (`wrg1969.geo.clear`).
//!
//! Evaders run through friends who charge past them, the broken rally where friends stand, lines wheel into each other.
//! As an umpire would, the book then moves the one who is free to the nearest clear place and says so.

use crate::board::cover::distance_to;
use crate::board::state::Phase;
use crate::board::{Board, Body, JOSTLE, TOUCH};
use crate::data::measure::{NEAR, in_mils, within};
use crate::data::tables::tables;
use crate::movement::forced::off_table;
use crate::told;
use crate::{Wrg1969, rule};
use std::cmp::Reverse;
use table::{Facing, Rect, Vec2, cast};
use umpire::voice::name;
use umpire::{Cx, Event, Motion, Ruling, UnitId};

/// How far off a clear place is looked for, in steps of [`STEP`].
const STEPS: u16 = 120;
/// The steps in which a clear place is looked for, in inches.
const STEP: f64 = 0.1;
/// In how many directions, beginning straight back.
const DIRECTIONS: u32 = 24;

/// How deep two footprints lie in each other, the files at the ends of both fronts giving way.
pub fn deep(one: &Rect, two: &Rect) -> f64 {
    one.narrower(JOSTLE).penetration(&two.narrower(JOSTLE))
}

/// Sets down clear of the others whoever stands upon somebody, if it is free to move.
pub fn stand_clear(book: &Wrg1969, phase: &mut Phase, cx: &mut Cx<'_>) {
    let mut tried: Vec<UnitId> = Vec::new();
    loop {
        let found = {
            let board = Board::of(book, cx.field(), phase);
            let pair = next(&board, &tried);
            pair.map(|(mover, other)| (mover.id, other.id, clear_place(&board, mover)))
        };
        let Some((unit, upon, place)) = found else { return };
        tried.push(unit);
        let Some(to) = place else { continue };
        cx.apply(Event::Moved { unit, to: to.pose(), motion: Motion::Conform, rule: rule::GEO_CLEAR });
        cx.rule(|field| {
            let text = {
                let unit = name(field, unit);
                format!("{unit} {} set clear of {}.", unit.was(), name(field, upon))
            };
            told::of(book, phase, field, unit, Ruling::new(rule::GEO_CLEAR, text))
        });
    }
}

/// Who is moved next and has not been tried, with whom it stands upon: those first who lie deepest in each other, so that
/// it does not matter in which order they are listed.
fn next<'b, 'a>(board: &'b Board<'a>, tried: &[UnitId]) -> Option<(&'b Body<'a>, &'b Body<'a>)> {
    let troops: Vec<&Body<'_>> = board.troops().collect();
    let pairs = troops.iter().enumerate().flat_map(|(i, one)| {
        troops.iter().skip(i + 1).filter(|two| stands_upon(board, one, two)).map(|two| (*one, *two))
    });
    let movers = pairs.filter_map(|(one, two)| {
        let mut both = [(one, two), (two, one)];
        both.sort_by_key(|(body, _)| stays(board, body));
        both.into_iter().find(|(body, _)| !tried.contains(&body.id))
    });
    movers.min_by_key(|(one, two)| (Reverse(in_mils(deep(&one.rect, &two.rect))), stays(board, one)))
}

/// Whether two stand upon each other who may not: the broken run through their friends.
fn stands_upon(board: &Board<'_>, one: &Body<'_>, two: &Body<'_>) -> bool {
    let near = one.rect.centre.distance(two.rect.centre) < one.rect.radius() + two.rect.radius();
    let passes = one.side == two.side && (board.routing(one.id) || board.routing(two.id));
    near && !passes && !within(deep(&one.rect, &two.rect), TOUCH)
}

/// Those whom a unit fights: it is not moved out of contact with them.
fn foes<'b, 'a>(board: &'b Board<'a>, body: &Body<'_>) -> impl Iterator<Item = &'b Body<'a>> {
    let stands = !board.routing(body.id);
    board.opponents(body.id).filter(move |e| stands && !board.routing(*e)).filter_map(|e| board.body(e))
}

/// Of two the one who comes first moves: who is free before who fights, who runs before who stands, the lighter before
/// the heavier, the fewer before the more.
fn stays(board: &Board<'_>, body: &Body<'_>) -> impl Ord {
    let state = board.state(body.id);
    let place = board.troops().filter(|b| b.side == body.side && b.id < body.id).count();
    let held = board.opponents(body.id).next().is_some();
    (
        held,
        !board.routing(body.id),
        state.now.moved == 0,
        Reverse(in_mils(body.normal())),
        body.figures,
        place,
    )
}

/// The nearest place where a unit stands clear of everybody: back from the enemy if it is as near.
fn clear_place<'a>(board: &Board<'a>, body: &Body<'a>) -> Option<Body<'a>> {
    let turn = u32::MAX / DIRECTIONS + 1;
    let ways: Vec<Vec2> = (0..DIRECTIONS)
        .map(|n| {
            // Straight back, then to the left and the right of it in turn.
            let aside = n.div_ceil(2).wrapping_mul(turn);
            let aside = if n % 2 == 1 { aside } else { 0_u32.wrapping_sub(aside) };
            (body.facing.about() + Facing(aside)).vec()
        })
        .collect();
    let touched: Vec<&Body<'_>> = foes(board, body).filter(|e| within(e.gap(body), TOUCH)).collect();
    let keeps = |to: &Body<'_>| touched.iter().all(|e| within(e.gap(to), TOUCH));
    let places = (1..=STEPS).flat_map(|n| ways.iter().map(move |way| (*way, f64::from(n) * STEP)));
    places.map(|(way, far)| (way, far, body.moved(way * far))).find_map(|(way, far, to)| {
        (keeps(&to) && is_clear(board, &to) && no_enemy_between(board, body, way, far)).then_some(to)
    })
}

/// Whether a unit would stand clear of everybody, on the table and out of what cannot be entered.
fn is_clear(board: &Board<'_>, body: &Body<'_>) -> bool {
    let standoff = tables().moves.standoff;
    let clear = |b: &Body<'_>| {
        let near = body.rect.centre.distance(b.rect.centre) < body.rect.radius() + b.rect.radius() + standoff;
        let fights = board.opponents(body.id).any(|e| e == b.id);
        let passes = b.side == body.side && (board.routing(b.id) || board.routing(body.id));
        !near
            || passes
            || match b.side == body.side || fights {
                true => within(deep(&body.rect, &b.rect), if fights { TOUCH } else { 0.0 }),
                false => body.gap(b) >= standoff - NEAR,
            }
    };
    let shut = |f: &crate::data::feature::Feature| {
        let reach = body.rect.half_width.min(body.rect.half_depth);
        f.is_impassable() && distance_to(f, body.rect.centre) <= reach
    };
    board.troops().filter(|b| b.id != body.id).all(clear)
        && !off_table(board, &body.rect)
        && !board.book.features.iter().any(shut)
}

/// Whether a unit meets no enemy on a straight way but those it stands upon.
fn no_enemy_between(board: &Board<'_>, body: &Body<'_>, way: Vec2, far: f64) -> bool {
    let enemies = board.troops().filter(|e| e.side != body.side);
    let mut apart = enemies.filter(|e| within(deep(&body.rect, &e.rect), TOUCH));
    apart.all(|e| cast(&body.rect, way, far, &e.rect, TOUCH).is_none())
}
