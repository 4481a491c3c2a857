//! Flight: away from the enemy, round what is in the way, off the table if nothing is.

use crate::board::{Base, Board, ground};
use crate::data::scale::{MM, NEAR};
use crate::data::tables::tables;
use crate::movement::passing;
use crate::rule;
use arrayvec::ArrayVec;
use ruling::RuleId;
use table::{Bounds, Convex, Facing, Rect, Solid, Span};
use umpire::Side;

/// Where an element that flees ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Flight {
    /// It halts here.
    Halts {
        /// Where.
        to: Base,
        /// How far it ran.
        distance: f64,
    },
    /// It leaves the table and is lost.
    OffTable {
        /// Where it crosses the edge.
        at: Base,
    },
    /// It cannot run and is destroyed.
    Destroyed {
        /// The rule that says so.
        rule: RuleId,
    },
}

/// How far it gets along one heading.
#[derive(Clone, Copy, PartialEq)]
enum Run {
    /// So far, and halts.
    To(f64),
    /// Over the edge, after so much.
    Off(f64),
}

/// Decides a flight (`dba.flee.path`); `held` says whether an enemy is in contact with its flank or rear.
pub fn decide(board: &Board<'_>, base: &Base, held: bool) -> Flight {
    if board.camp_of(base.id).is_some() {
        return Flight::Destroyed { rule: rule::CAMP_RECOIL };
    }
    if held && board.book.house.flanked_flee_destroyed {
        return Flight::Destroyed { rule: rule::FLEE_HELD };
    }
    let full = tables().flee;
    let around = Around::of(board, base, full);
    let mut best: Option<(f64, Base)> = None;
    for offset in headings() {
        let turned = base.at(base.rect.centre, base.facing.about() + Facing::degrees(offset));
        let longest = best.map_or(0.0, |(far, _)| far);
        match run(board, &around, &turned, full, longest) {
            Run::Off(far) => return Flight::OffTable { at: turned.moved(turned.rect.ahead * far) },
            Run::To(far) => {
                if best.is_none_or(|(longest, _)| far > longest) {
                    best = Some((far, turned));
                }
                if far >= full {
                    break;
                }
            }
        }
    }
    match best {
        Some((far, turned)) if far >= base.depth() => {
            Flight::Halts { to: turned.moved(turned.rect.ahead * far), distance: far }
        }
        _ => Flight::Destroyed { rule: rule::FLEE_PATH },
    }
}

/// Straight away from the front, then ever farther to either side, clockwise first; in degrees.
fn headings() -> impl Iterator<Item = f64> {
    (0..=180).map(|i: i32| {
        let turn = f64::from((i + 1) / 2);
        if i % 2 == 1 { turn } else { -turn }
    })
}

/// What a base may meet wherever it runs.
struct Around<'b> {
    // Each with whether it bars the way; those who do come first.
    bases: Vec<(&'b Base, bool)>,
    camps: ArrayVec<Convex, 2>,
}

impl<'b> Around<'b> {
    fn of(board: &'b Board<'_>, base: &Base, full: f64) -> Self {
        let (centre, reach) = (base.rect.centre, base.rect.radius() + full);
        let bases =
            board.others(base.id).filter(|o| o.rect.centre.distance(centre) <= reach + o.rect.radius());
        let disc = Bounds::disc(centre, reach + NEAR);
        let bars = |o: &Base| !passing::may_pass(&board.book.house, base, base.facing, o);
        let camps = Side::ALL.into_iter().filter_map(|side| board.outline(side));
        Around {
            bases: bases.map(|o| (o, bars(o))).collect(),
            camps: camps.filter(|c| c.bounds().meets(&disc)).collect(),
        }
    }
}

/// Whether a run straight ahead plainly goes past a base, or away from it.
fn misses(turned: &Rect, other: &Rect) -> bool {
    let (u, v) = turned.local(other.centre);
    let (with, across) = (turned.ahead.dot(other.ahead).abs(), turned.ahead.dot(other.right()).abs());
    let wide = turned.half_width + other.half_width * with + other.half_depth * across;
    let deep = turned.half_depth + other.half_depth * with + other.half_width * across;
    u.abs() > wide || v < -deep
}

/// How far a base, turned to a heading, runs along it; not looked at closely if it is no farther than `least`.
fn run(board: &Board<'_>, around: &Around<'_>, turned: &Base, full: f64, least: f64) -> Run {
    let ahead = turned.rect.ahead;
    let edge = to_edge(board, &turned.rect);
    let mut near: Vec<Span> = Vec::new();
    // Nobody runs farther than to the first who bars the way; what it overlaps as it turns does not stop it, it only
    // may not halt there.
    let mut bar = full;
    for &(other, bars) in around.bases.iter().filter(|(o, _)| !misses(&turned.rect, &o.rect)) {
        let Some(span) = met(turned, &other.rect) else { continue };
        if bars && span.enter >= 0.0 {
            bar = bar.min(span.enter);
            if bar <= least && bar <= edge {
                return Run::To(bar);
            }
        }
        near.push(span);
    }
    let camps = around.camps.iter().filter_map(|outline| met(turned, outline));
    let camps_ahead = camps.clone().filter(|s| s.enter >= 0.0);
    let mut free = table::free_run(bar.min(ground::run(board, &turned.rect, ahead, full)), camps_ahead);
    free = free.min(no_room(board, turned, &near, free));
    if edge < free {
        return Run::Off(edge);
    }
    Run::To(table::last_stop(free, near.iter().copied().chain(camps)).unwrap_or(0.0))
}

/// The stretch of its run over which it would touch a shape that it cannot run past; it begins behind the start if
/// they overlap already.
fn met(turned: &Base, shape: &impl Solid) -> Option<Span> {
    let stretch = |slack| table::span(&turned.rect, turned.rect.ahead, shape, slack);
    let deep = stretch(NEAR).filter(|s| s.leave > 0.0)?;
    let touch = stretch(0.0).unwrap_or(deep);
    let enter = if deep.enter < 0.0 { deep.enter } else { touch.enter.max(0.0) };
    Some(Span { enter, leave: touch.leave })
}

/// Where a run of that length must stop for want of room directly beyond the friends it would pass
/// (`dba.pass.room`); friends met together are passed together.
fn no_room(board: &Board<'_>, turned: &Base, near: &[Span], length: f64) -> f64 {
    let mut passed = 0.0;
    loop {
        let ahead = near.iter().filter(|s| s.enter >= passed && s.enter < length);
        let first = ahead.clone().map(|s| s.enter).fold(f64::INFINITY, f64::min);
        if first == f64::INFINITY {
            return length;
        }
        let beyond = ahead.filter(|s| s.enter <= first + NEAR).map(|s| s.leave).fold(0.0, f64::max);
        let place = turned.moved(turned.rect.ahead * beyond);
        let off = !ground::on_table(board, &place.rect);
        let taken = near.iter().any(|s| s.enter < beyond && beyond < s.leave);
        if taken && !off {
            return first;
        }
        passed = beyond;
    }
}

/// How far a footprint goes straight ahead before any part of it leaves the table.
fn to_edge(board: &Board<'_>, rect: &Rect) -> f64 {
    let Bounds { min, max } = rect.bounds();
    let (width, depth) = (board.ground.width() / MM, board.ground.depth() / MM);
    let along = |speed: f64, low: f64, high: f64| {
        if low < 0.0 || high < 0.0 {
            0.0
        } else if speed > 0.0 {
            high / speed
        } else if speed < 0.0 {
            low / -speed
        } else {
            f64::INFINITY
        }
    };
    let east_west = along(rect.ahead.x, min.x + NEAR, width + NEAR - max.x);
    let north_south = along(rect.ahead.y, min.y + NEAR, depth + NEAR - max.y);
    east_west.min(north_south)
}
