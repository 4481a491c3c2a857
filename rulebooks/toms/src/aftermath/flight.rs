//! Flight of the broken.

use crate::aftermath::casualties::leave;
use crate::board::{Board, Game, land};
use crate::data::scale::{NEAR, pose};
use crate::data::tables::tables;
use crate::elephants::terror::{fears, frighten};
use crate::movement::ambush::{reveal_along, reveal_found};
use crate::movement::rules::{Course, Gait, Parts, allowance, rate};
use crate::rule;
use table::{Facing, Rect, Span, cast, penetration, span, swept};
use umpire::voice::{self, Name};
use umpire::{Deed, Field, Motion, Place, Ruling, UnitId};

/// Every broken unit of the active side flees, the farthest from the enemy first (`toms.broken.flee`).
pub fn flee_all(game: &mut Game<'_, '_>) {
    let board = game.board();
    let active = game.phase.active;
    let mut broken: Vec<(f64, UnitId)> = board
        .of_side(active)
        .filter(|&id| board.is_broken(id))
        .map(|id| {
            let far = board.enemies(active).map(|e| board.distance(id, e)).fold(f64::INFINITY, f64::min);
            (far, id)
        })
        .collect();
    broken.sort_by(|a, b| b.0.total_cmp(&a.0));
    for (_, unit) in broken {
        if game.board().field.on_table(unit) {
            flee(game, unit);
        }
    }
}

/// A flight that can be run: which way it faces, where it ends, how far that is and how far it could have been.
struct Flight {
    facing: Facing,
    end: Rect,
    length: f64,
    allowance: Parts,
    /// What cuts it short, if anything does.
    short: Option<Barrier>,
}

impl Flight {
    /// Whether there is a cause for its not having the length that was due.
    fn is_explained(&self) -> bool {
        self.short.is_some() || self.is_drawn_out()
    }

    /// Whether it goes on until it is clear of friends.
    fn is_drawn_out(&self) -> bool {
        self.length > self.allowance.total() + NEAR
    }
}

/// What bars a flight.
#[derive(Clone, Copy)]
enum Barrier {
    Enemy(UnitId),
    Ground,
}

/// How much nearer than an enemy a cut flight ends, in inches.
const SHY: f64 = 0.1;
/// By how much a flight is cut until its way is clear of impassable ground, in inches.
const CUT: f64 = 0.25;

/// The flight of a unit in a direction, cut short by what bars it.
fn flight(board: &Board<'_>, unit: UnitId, facing: Facing) -> Flight {
    let base = Rect { ahead: facing.vec(), ..board.rect(unit) };
    let (ground, who, side) = (board.ground(), board.profile(unit), board.side(unit));
    let whole = base.centre + base.ahead * rate(who, Gait::Flee);
    let course = Course {
        difficult: land::is_difficult(ground, base.centre, whole),
        uphill: land::climbs(ground, base.centre, whole),
        ..Course::default()
    };
    let allowance = allowance(who, Gait::Flee, &course);
    let friends: Vec<Rect> = board.of_side(side).filter(|&id| id != unit).map(|id| board.rect(id)).collect();
    let spans: Vec<Span> = friends.iter().filter_map(|f| span(&base, base.ahead, f, NEAR)).collect();
    let full = table::first_stop(allowance.total(), spans.iter().copied());
    let now = board.rect(unit);
    let path = swept(&base, base.ahead * full);
    let bars = |id: &UnitId| {
        let there = board.rect(*id);
        let touching = table::distance(&now, &there) <= NEAR;
        let touched = table::distance(&path, &there) <= NEAR;
        penetration(&path, &there) > NEAR || (touched && !touching)
    };
    let met = |id: UnitId| (cast(&base, base.ahead, full, &board.rect(id), NEAR).unwrap_or(0.0), id);
    let enemies = board.of_side(side.other()).filter(bars).map(met);
    let nearest = enemies.min_by(|a, b| a.0.total_cmp(&b.0));
    let mut short = nearest.map(|(_, id)| Barrier::Enemy(id));
    let mut length = nearest.map_or(full, |(at, _)| (at - SHY).max(0.0));
    while length > 0.0 && land::is_barred(ground, &swept(&base, base.ahead * length)) {
        short = short.or(Some(Barrier::Ground));
        length = (length - CUT).max(0.0);
    }
    if short.is_some() {
        // Who cannot get clear of friends stops before them.
        let inside =
            |length: f64| spans.iter().find(|s| length > 0.0 && s.enter < length && length < s.leave);
        while let Some(span) = inside(length) {
            length = span.enter.max(0.0);
        }
    }
    Flight { facing, end: base.moved(base.ahead * length), length, allowance, short }
}

/// The way a broken unit runs: the nearest to its facing that nothing bars, else the longest there is.
fn way_out(board: &Board<'_>, unit: UnitId) -> (f64, Flight) {
    let step = tables().flight;
    let facing = board.facing(unit);
    let turns = (0..=180 / step).flat_map(|i| {
        let by = f64::from(i * step);
        [by, -by].into_iter().take(if i == 0 || i == 180 / step { 1 } else { 2 })
    });
    let mut best = (0.0, flight(board, unit, facing));
    for by in turns {
        let flight = flight(board, unit, facing + Facing::degrees(by));
        if flight.short.is_none() {
            return (by, flight);
        }
        let room = !board.is_taken(board.side(unit), &flight.end, &[unit]);
        if room && flight.length > best.1.length + NEAR {
            best = (by, flight);
        }
    }
    best
}

/// A broken unit runs (`toms.broken.flee`, `toms.broken.blocked`, `toms.broken.leaves`).
fn flee(game: &mut Game<'_, '_>, unit: UnitId) {
    reveal_along(game, unit, rate(game.board().profile(unit), Gait::Flee));
    let board = game.board();
    let fears = fears(&board, unit);
    let (turn, flight) = way_out(&board, unit);
    let hundredths = |inches: f64| (100.0 * inches) as u32;
    let (due, went) = (hundredths(flight.allowance.total()), hundredths(flight.length));
    game.cx.deed(Deed::Forced { unit, due, went, told: flight.is_explained() });
    if flight.short.is_some() && flight.length <= NEAR {
        game.rule(unit, |field| {
            let name = voice::name(field, unit);
            let text = format!("{name} stayed with nowhere to run{}.", barred(field, &name, &flight));
            Ruling::new(rule::BROKEN_BLOCKED, text)
        });
        return;
    }
    game.phase.part(unit);
    let rule = if turn == 0.0 && flight.short.is_none() { rule::BROKEN_FLEE } else { rule::BROKEN_BLOCKED };
    let gone = !land::on_table(game.board().ground(), &flight.end);
    game.rule(unit, |field| {
        let name = voice::name(field, unit);
        let off = if gone { ", off the table" } else { "" };
        let (far, most) = (voice::tenths(flight.length), voice::inches(flight.allowance.total()));
        let why = flight.allowance.reasons();
        let aside =
            if turn == 0.0 { String::new() } else { format!(", turning aside by {} degrees", turn.abs()) };
        let text = format!("{name} fled {far} of {most}{why}{aside}{off}{}.", barred(field, &name, &flight));
        let ruling = Ruling::new(rule, text);
        let ruling = flight.allowance.rules().filter(|other| *other != rule).fold(ruling, Ruling::also);
        if gone { ruling.also(rule::BROKEN_LEAVES) } else { ruling }
    });
    game.shift(unit, pose(flight.end.centre, flight.facing), Motion::Flight, rule);
    if gone {
        leave(game, unit, Place::Fled, rule::BROKEN_LEAVES);
        return;
    }
    reveal_found(game);
    frighten(game, unit, &fears, None);
}

/// What cuts a flight short, or why it goes farther than its rate, in words.
fn barred(field: &Field, who: &Name, flight: &Flight) -> String {
    match flight.short {
        Some(Barrier::Enemy(id)) => format!(": {} barred the way", voice::name(field, id)),
        Some(Barrier::Ground) => ": impassable ground barred the way".to_owned(),
        None if flight.is_drawn_out() => format!(", on until {} {} clear of friends", who.it(), who.was()),
        None => String::new(),
    }
}
