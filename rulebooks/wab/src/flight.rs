//! Flight: which way, round whom, and how it ends.

use crate::board::{Board, Body, footprint, mass_files};
use crate::charge::{BRINK, SLACK};
use crate::game::{Game, name};
use crate::leadership::roll;
use crate::moving::NEAR;
use crate::nerve::Run;
use crate::rule;
use crate::stampede;
use crate::state::{State, UnitSet};
use crate::terrain;
use crate::troop::{Order, Trait};
use ruling::{RuleId, ledger};
use table::{Facing, Rect, Solid, Span, Vec2, first_stop, span, swept};
use umpire::{Motion, Place, UnitId};

/// How a flight ends.
#[derive(Clone, Copy, Debug)]
enum End {
    /// Here.
    Stops(Rect, Facing),
    /// Over the edge, which it touches here.
    OffTable(Rect, Facing),
    /// Against an enemy with no way round.
    RunDown,
}

/// The way from an enemy, through the own centre (`wab.flee.direction`).
pub fn away_from(from: Vec2, own: &Rect) -> Vec2 {
    table::away_from(from, own.centre).unwrap_or(-own.ahead)
}

/// The way to the nearest point of the table's edge; of equals the own edge, then left, right, far.
pub fn to_edge(board: &Board<'_>, body: &Body<'_>) -> Vec2 {
    let (c, size) = (body.rect.centre, board.book.size);
    let south = (c.y, Vec2::new(0.0, -1.0));
    let north = (size.y - c.y, Vec2::new(0.0, 1.0));
    let (west, east) = ((c.x, Vec2::new(-1.0, 0.0)), (size.x - c.x, Vec2::new(1.0, 0.0)));
    let order =
        if board.phase.south == body.side { [south, west, east, north] } else { [north, east, west, south] };
    let nearest = order.into_iter().fold(order[0], |best, e| if e.0 < best.0 - NEAR { e } else { best });
    nearest.1
}

/// A unit that flees runs so far in a direction; those in `free` do not block it.
pub fn run(game: &mut Game<'_, '_>, id: UnitId, direction: Vec2, distance: f64, free: UnitSet, why: RuleId) {
    let end = {
        let board = game.board();
        let Some(body) = board.body(id) else { return };
        find(&board, body, direction, distance, free)
    };
    match end {
        End::Stops(rect, facing) => {
            game.put(id, &rect, facing, Motion::Flight, why);
            game.say(rule::FLEE_DIRECTION, |field| format!("{} flees {distance} inches", name(field, id)));
        }
        End::OffTable(rect, facing) => {
            game.put(id, &rect, facing, Motion::Flight, rule::FLEE_OFF_TABLE);
            game.say(rule::FLEE_OFF_TABLE, |field| format!("{} flees off the table", name(field, id)));
            game.remove(id, Place::Fled, rule::FLEE_OFF_TABLE);
        }
        End::RunDown => {
            game.say(rule::FLEE_THROUGH, |field| format!("{} finds no way out", name(field, id)));
            game.remove(id, Place::Destroyed, rule::FLEE_THROUGH);
        }
    }
}

fn find(board: &Board<'_>, body: &Body<'_>, direction: Vec2, distance: f64, free: UnitSet) -> End {
    let mass = State { fleeing: true, ..body.state.clone() };
    let pose = crate::board::pose(&body.rect, body.facing);
    let block = footprint(body.kit, &mass, body.places, mass_files(body.places), pose);
    let straight = Facing::of(direction);
    let turns =
        (0..=18).flat_map(|i| if i == 0 { vec![0.0] } else { vec![5.0 * f64::from(i), -5.0 * f64::from(i)] });
    for turn in turns {
        let facing = table::turned(straight, turn);
        let rect = Rect { ahead: facing.vec(), ..block };
        let far = length(board, &rect, distance, Order::Close);
        let edge = to_table_edge(board, &rect);
        if is_open(board, body, &rect, far.min(edge), free) {
            if edge < far - NEAR {
                return End::OffTable(rect.moved(rect.ahead * edge), facing);
            }
            return beyond(board, body, &rect, facing, far);
        }
    }
    let rect = Rect { ahead: straight.vec(), ..block };
    let far = length(board, &rect, distance, Order::Close);
    let stopped =
        |solid: &dyn Fn(f64) -> Option<Span>| solid(far).map_or(f64::INFINITY, |s| s.enter.max(0.0));
    let enemy = board
        .bodies
        .iter()
        .filter(|b| blocks(body, b, free))
        .map(|b| stopped(&|_| span(&rect, rect.ahead, &b.rect, SLACK).filter(|s| s.leave > 0.0)));
    let wall = board.book.features.iter().filter(|f| f.stops(body.kit.troop)).flat_map(|f| &f.parts);
    let wall = wall.map(|p| stopped(&|_| span(&rect, rect.ahead, p, BRINK).filter(|s| s.leave > 0.0)));
    let (enemy, wall) = (enemy.fold(f64::INFINITY, f64::min), wall.fold(f64::INFINITY, f64::min));
    if enemy <= wall {
        return End::RunDown;
    }
    End::Stops(rect.moved(rect.ahead * wall.min(far)), straight)
}

/// How far a flight or a pursuit goes: the ground counts only where the house says so (`wab.flee.through`).
pub fn length(board: &Board<'_>, rect: &Rect, distance: f64, order: Order) -> f64 {
    if !board.book.house.flee_terrain_penalty {
        return distance;
    }
    let far = terrain::afford(&board.book.features, rect, rect.ahead, distance, distance, order);
    if far < distance {
        ledger::cite(rule::FLEE_THROUGH);
    }
    far
}

/// How far until a part of a footprint crosses the table's edge.
pub fn to_table_edge(board: &Board<'_>, rect: &Rect) -> f64 {
    let size = board.book.size;
    let to = |p: Vec2| {
        let along = |at: f64, d: f64, most: f64| {
            if d > 1e-9 {
                (most - at) / d
            } else if d < -1e-9 {
                at / -d
            } else {
                f64::INFINITY
            }
        };
        along(p.x, rect.ahead.x, size.x).min(along(p.y, rect.ahead.y, size.y)).max(0.0)
    };
    rect.corners().into_iter().map(to).fold(f64::INFINITY, f64::min)
}

/// Whether a unit blocks fleers (`wab.flee.through`).
fn blocks(body: &Body<'_>, other: &Body<'_>, free: UnitSet) -> bool {
    other.side != body.side && !other.state.fleeing && !free.has(other.id)
}

fn is_open(board: &Board<'_>, body: &Body<'_>, rect: &Rect, far: f64, free: UnitSet) -> bool {
    let path = swept(rect, rect.ahead * far);
    let clear = |b: &Body<'_>| {
        // Who already overlaps it as the ranks dissolve is left behind.
        table::penetration(rect, &b.rect) > SLACK || table::penetration(&path, &b.rect) <= SLACK
    };
    board.bodies.iter().filter(|b| blocks(body, b, free)).all(clear)
        && board.book.features.iter().filter(|f| f.stops(body.kit.troop)).flat_map(|f| &f.parts).all(|p| {
            let apart: &dyn Fn() -> bool = &|| table::penetration(&path, p) <= NEAR;
            !overlaps_box(&path, p) || apart()
        })
}

fn overlaps_box(a: &impl Solid, b: &impl Solid) -> bool {
    let (a, b) = (a.bounds(), b.bounds());
    a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y
}

/// The end of a run: the first free place from there on.
fn beyond(board: &Board<'_>, body: &Body<'_>, rect: &Rect, facing: Facing, far: f64) -> End {
    let others: Vec<Span> = board
        .bodies
        .iter()
        .filter(|b| b.id != body.id)
        .filter_map(|b| span(rect, rect.ahead, &b.rect, NEAR))
        .collect();
    let stop = first_stop(far, others.iter().copied());
    let edge = to_table_edge(board, rect);
    if stop > edge + NEAR {
        return End::OffTable(rect.moved(rect.ahead * edge), facing);
    }
    let end = rect.moved(rect.ahead * stop);
    if board.is_closed(&end, body.kit.troop) {
        return End::Stops(rect.moved(rect.ahead * far), facing);
    }
    End::Stops(end, facing)
}

/// Rolls how far a unit flees.
pub fn distance(game: &mut Game<'_, '_>, id: UnitId, fired: bool) -> u16 {
    let movement = game.book.kit(id).movement();
    let run = Run::flight(&game.book.house, movement, fired);
    let side = game.side(id) as u8;
    run.roll(roll(rule::FLEE_DISTANCE, side, id.0), game.cx.dice)
}

/// A unit that must flee in its own movement phase runs for the nearest edge at once, any other from the nearest enemy
/// (`wab.flee.direction`).
pub fn flee_in_movement(game: &mut Game<'_, '_>, id: UnitId, why: RuleId) {
    if game.side(id) != game.phase.active || game.book.kit(id).has(Trait::Stampede) {
        flee(game, id, None, false, why);
        return;
    }
    game.dissolve(id, why);
    run_for_the_edge(game, id, why);
}

/// A unit that flees already runs for the nearest edge.
pub fn run_for_the_edge(game: &mut Game<'_, '_>, id: UnitId, why: RuleId) {
    let direction = {
        let board = game.board();
        let Some(body) = board.body(id) else { return };
        to_edge(&board, body)
    };
    let far = distance(game, id, false);
    run(game, id, direction, f64::from(far), UnitSet::default(), why);
}

/// A unit flees at once: its ranks dissolve and it runs from an enemy, or from the nearest.
pub fn flee(game: &mut Game<'_, '_>, id: UnitId, from: Option<UnitId>, fired: bool, why: RuleId) {
    let free = {
        let mut free = UnitSet::default();
        game.phase.contacts_of(id).for_each(|(c, i)| free.add(c.units[1 - i]));
        if let Some(enemy) = from {
            free.add(enemy);
        }
        free
    };
    let direction = {
        let board = game.board();
        let Some(body) = board.body(id) else { return };
        let enemy = from.and_then(|e| board.body(e)).or_else(|| board.nearest_enemy(body).map(|(e, _)| e));
        enemy.map_or(-body.rect.ahead, |e| away_from(e.rect.centre, &body.rect))
    };
    game.dissolve(id, why);
    if game.book.kit(id).has(Trait::Stampede) && !game.phase.unit(id).by_choice {
        stampede::break_loose(game, id);
        return;
    }
    let far = distance(game, id, fired);
    run(game, id, direction, f64::from(far), free, why);
}
