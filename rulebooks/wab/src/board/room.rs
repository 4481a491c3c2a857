//! Room: where a unit may stand, how far it can go until something stops it, and what that is.

use crate::board::bodies::{Board, Body};
use crate::board::shape::{self, may_touch, wheel};
use crate::board::terrain::Kind;
use crate::data::length::{self, BRINK, CUT, LEVEL, NEAR, SLACK};
use crate::data::tables::tables;
use table::{Rect, Span, Vec2, last_stop, span, swept};
use umpire::voice::name;
use umpire::{Field, UnitId};

/// What cuts a way short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bar {
    /// A unit.
    Unit(UnitId),
    /// Ground that is closed to it.
    Ground(Kind),
    /// The table's edge.
    Edge,
}

impl Bar {
    /// What it is, as the journal says it.
    pub fn words(self, field: &Field) -> String {
        match self {
            Bar::Unit(id) => name(field, id).to_string(),
            Bar::Ground(kind) => format!("the {}", kind.key().replace('_', " ")),
            Bar::Edge => "the table's edge".to_owned(),
        }
    }
}

/// How far a way goes, and what cuts it short.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Room {
    /// How far.
    pub far: f64,
    /// What stands there, if something does.
    pub bar: Option<Bar>,
}

impl Room {
    /// A way that nothing cuts short yet.
    pub fn open(far: f64) -> Room {
        Room { far, bar: None }
    }

    /// Stops at something, if it comes first.
    pub fn stop(&mut self, at: f64, bar: Bar) {
        if at < self.far - NEAR {
            *self = Room { far: at.max(0.0), bar: Some(bar) };
        }
    }

    /// Draws back to the last place at which it ends upon none of these; none if there is no such place.
    pub fn clear_of(self, met: &[(Span, UnitId)]) -> Option<Room> {
        let far = last_stop(self.far, met.iter().map(|(s, _)| *s))?;
        if far >= self.far {
            return Some(self);
        }
        let held = met.iter().find(|(s, _)| s.enter < self.far && self.far < s.leave);
        Some(Room { far, bar: held.map(|(_, id)| Bar::Unit(*id)).or(self.bar) })
    }

    /// How the journal says what stopped somebody: nothing if nothing did.
    pub fn because(&self, field: &Field) -> String {
        self.bar.map_or_else(String::new, |bar| format!(", stopped by {}", bar.words(field)))
    }
}

/// A way to be measured: who goes, from where, in which direction, and how far at most.
#[derive(Clone, Copy, Debug)]
pub struct Straight<'a> {
    /// Who goes.
    pub body: &'a Body<'a>,
    /// The footprint it goes from.
    pub rect: &'a Rect,
    /// The direction, of unit length.
    pub way: Vec2,
    /// How far at most.
    pub most: f64,
    /// How far short of enemies it stops.
    pub short: f64,
}

impl Straight<'_> {
    /// How far it can go: short of enemies and of friends, past skirmishing friends but not onto them. Those of whom
    /// `but` says so do not count.
    pub fn room(&self, board: &Board<'_>, but: impl Fn(UnitId) -> bool) -> Room {
        let Straight { body, rect, way, most, short } = *self;
        let mut room = Room::open(most);
        room.stop(edge_along(board, rect, way), Bar::Edge);
        let others = || board.bodies.iter().filter(|b| b.id != body.id && !but(b.id));
        for other in others().filter(|b| !passes(body, b)) {
            let margin = if other.side == body.side { 0.0 } else { short };
            let wide = shape::widened(&other.rect, margin);
            if let Some(s) = span(rect, way, &wide, CUT).filter(|s| s.leave > 0.0) {
                room.stop(s.enter, Bar::Unit(other.id));
            }
        }
        stop_at_ground(board, body, rect, way, &mut room);
        let passed = others().filter(|b| passes(body, b));
        let passed: Vec<(Span, UnitId)> =
            passed.filter_map(|b| Some((span(rect, way, &b.rect, CUT)?, b.id))).collect();
        room.clear_of(&passed).unwrap_or(Room { far: 0.0, ..room })
    }
}

/// Cuts a way short where closed ground begins.
pub fn stop_at_ground(board: &Board<'_>, body: &Body<'_>, rect: &Rect, way: Vec2, room: &mut Room) {
    for feature in board.book.features.iter().filter(|f| f.stops(body.kit.troop)) {
        for part in &feature.parts {
            if let Some(s) = span(rect, way, part, BRINK).filter(|s| s.leave > 0.0) {
                room.stop(s.enter, Bar::Ground(feature.kind));
            }
        }
    }
}

/// Whether a wheel passes through nobody and onto no closed ground.
pub fn wheel_is_clear(board: &Board<'_>, body: &Body<'_>, degrees: f64) -> bool {
    let steps = (degrees.abs() / 6.0).ceil().max(1.0) as u16;
    (1..=steps).all(|i| {
        let (rect, _) = wheel(&body.rect, body.facing, degrees * f64::from(i) / f64::from(steps));
        board.on_table(&rect) && is_passable(board, body, &rect)
    })
}

/// Whether a footprint overlaps nobody and no closed ground in passing: skirmishing friends do not count.
pub fn is_passable(board: &Board<'_>, body: &Body<'_>, rect: &Rect) -> bool {
    let in_way = |b: &&Body<'_>| b.id != body.id && !passes(body, b);
    board
        .bodies
        .iter()
        .filter(in_way)
        .all(|b| !may_touch(rect, &b.rect, 0.0) || !rect.overlaps(&b.rect, SLACK))
        && !board.is_closed(rect, body.kit.troop)
}

/// Whether a unit may end on a footprint: on the table, upon nobody and on no closed ground; `but` does not count.
pub fn is_free(board: &Board<'_>, body: &Body<'_>, rect: &Rect, but: Option<UnitId>) -> bool {
    board.on_table(rect)
        && !board.is_closed(rect, body.kit.troop)
        && lies_on(board, body, rect, but).is_none()
}

/// Whether one passes between the other's models (`wab.troops.skirmishers`).
pub fn passes(a: &Body<'_>, b: &Body<'_>) -> bool {
    a.side == b.side && (a.skirmishes() || b.skirmishes())
}

/// Whether a straight way passes nobody and no closed ground.
pub fn way_is_clear(board: &Board<'_>, body: &Body<'_>, rect: &Rect, by: Vec2, but: Option<UnitId>) -> bool {
    let path = swept(rect, by);
    let far = by.len();
    let in_way = |b: &&Body<'_>| {
        b.id != body.id && Some(b.id) != but && may_touch(rect, &b.rect, far) && !passes(body, b)
    };
    board.bodies.iter().filter(in_way).all(|b| table::penetration(&path, &b.rect) <= SLACK)
        && board
            .book
            .features
            .iter()
            .all(|f| !f.stops(body.kit.troop) || f.parts.iter().all(|p| table::penetration(&path, p) <= NEAR))
}

/// How far a unit can go straight back, at most so far: those it fights do not hinder it.
pub fn room_behind(board: &Board<'_>, body: &Body<'_>, most: f64) -> Room {
    room_along(board, body, -body.rect.ahead, most)
}

/// How far a unit can go in a direction, at most so far: those it fights do not hinder it.
pub fn room_along(board: &Board<'_>, body: &Body<'_>, way: Vec2, most: f64) -> Room {
    let engaged = |id: UnitId| board.phase.contacts_of(body.id).any(|(c, _)| c.place(id).is_some());
    let short = tables().distances.one_inch;
    Straight { body, rect: &body.rect, way, most, short }.room(board, engaged)
}

/// Somebody on whom a footprint lies; `but` does not count.
pub fn lies_on(board: &Board<'_>, body: &Body<'_>, rect: &Rect, but: Option<UnitId>) -> Option<UnitId> {
    let near = |b: &&Body<'_>| b.id != body.id && Some(b.id) != but && may_touch(rect, &b.rect, 0.0);
    board.bodies.iter().filter(near).find(|b| rect.overlaps(&b.rect, SLACK)).map(|b| b.id)
}

/// How far until a part of a footprint crosses the table's edge the way it faces.
pub fn to_table_edge(board: &Board<'_>, rect: &Rect) -> f64 {
    edge_along(board, rect, rect.ahead)
}

/// How far until a part of a footprint crosses the table's edge in a direction.
fn edge_along(board: &Board<'_>, rect: &Rect, way: Vec2) -> f64 {
    let size = board.book.size;
    let to = |p: Vec2| {
        let along = |at: f64, d: f64, most: f64| {
            if d > LEVEL {
                (most - at) / d
            } else if d < -LEVEL {
                at / -d
            } else {
                f64::INFINITY
            }
        };
        along(p.x, way.x, size.x).min(along(p.y, way.y, size.y)).max(0.0)
    };
    rect.corners().into_iter().map(to).fold(f64::INFINITY, f64::min)
}

/// Whether a unit may be put down on a footprint: on the table, on open ground, on nobody and an inch from enemies.
pub fn has_room(board: &Board<'_>, body: &Body<'_>, rect: &Rect) -> bool {
    is_free(board, body, rect, None) && clear_of_enemies(board, body, rect)
}

/// Whether a footprint is an inch from every enemy (`wab.basics.one_inch`).
pub fn clear_of_enemies(board: &Board<'_>, body: &Body<'_>, rect: &Rect) -> bool {
    let inch = tables().distances.one_inch - length::NEAR;
    board
        .enemies(body.side)
        .all(|e| !may_touch(rect, &e.rect, inch) || table::distance(rect, &e.rect) >= inch)
}
