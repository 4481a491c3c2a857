//! Flight: which way, round whom, and how it ends.

use crate::aftermath::rules::Run;
use crate::aftermath::stampede;
use crate::board::bodies::{Board, Body, footprint};
use crate::board::game::Game;
use crate::board::room::{Bar, Room, lies_on, stop_at_ground, to_table_edge};
use crate::board::{bodies, terrain};
use crate::data::formation::mass_files;
use crate::data::length::{CUT, NEAR, SLACK};
use crate::data::troop::{Order, Trait};
use crate::nerve::rules::roll;
use crate::rule;
use ruling::RuleId;
use table::{Facing, Rect, Span, Vec2, span, swept};
use umpire::voice::{self, name};
use umpire::{Deed, Field, Motion, Place, Ruling, UnitId};

/// How a flight ends.
#[derive(Clone, Debug)]
enum End {
    /// Here, after so many inches, and what stopped it short of its roll.
    Stops(Rect, Facing, Room),
    /// Over the edge, which it touches here.
    OffTable(Rect, Facing),
    /// Where it stood, for there is no room to run.
    HemmedIn(UnitId),
    /// Against an enemy with no way round.
    RunDown(UnitId),
}

/// A flight to be made.
#[derive(Clone, Copy, Debug)]
pub struct Flight {
    /// Who flees.
    pub unit: UnitId,
    /// Which way.
    pub way: Vec2,
    /// How far, as rolled.
    pub far: u16,
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

/// A unit flees as far as it rolled, straight on if it can.
pub fn run(game: &mut Game<'_, '_>, flight: Flight, why: RuleId) {
    let Flight { unit: id, far, .. } = flight;
    let (end, passed) = {
        let board = game.board();
        let Some(body) = board.body(id) else { return };
        let end = find(&board, body, flight);
        let passed = passed(&board, body, &end);
        (end, passed)
    };
    match end {
        End::Stops(rect, facing, room) => {
            crowd(game, id);
            let start = game.board().body(id).map_or(rect.centre, |body| body.rect.centre);
            game.put(id, &rect, facing, Motion::Flight, why);
            let went = (100.0 * start.distance(rect.centre)).round() as u32;
            let told = room.bar.is_some();
            game.cx.deed(Deed::Forced { unit: id, due: 100 * u32::from(far), went, told });
            game.cx.rule(|field| {
                Ruling::new(rule::FLEE_DIRECTION, fled(field, id, far, &room)).also(rule::FLEE_DISTANCE)
            });
            if !passed.is_empty() {
                game.say(rule::FLEE_THROUGH, |field| {
                    format!("{} ran through {}.", name(field, id), voice::names(field, passed))
                });
            }
        }
        End::OffTable(rect, facing) => {
            crowd(game, id);
            game.put(id, &rect, facing, Motion::Flight, rule::FLEE_OFF_TABLE);
            game.say(rule::FLEE_OFF_TABLE, |field| {
                let (unit, far) = (name(field, id), voice::inches(far.into()));
                format!("{unit} fled off the table: {far} took {} over the edge.", unit.them())
            });
            game.remove(id, Place::Fled, rule::FLEE_OFF_TABLE);
        }
        End::HemmedIn(by) => {
            game.say(rule::FLEE_THROUGH, |field| {
                let (unit, bar) = (name(field, id), name(field, by));
                format!(
                    "{unit} fled {}: {bar} left {} no room.",
                    voice::inches_of(0.0, far.into()),
                    unit.them()
                )
            });
        }
        End::RunDown(by) => {
            game.say(rule::FLEE_THROUGH, |field| {
                let (unit, by) = (name(field, id), name(field, by));
                format!("{unit} found no way out past {by} and {} lost.", unit.was())
            });
            game.remove(id, Place::Destroyed, rule::FLEE_THROUGH);
        }
    }
}

/// A flight in words: how far it went, of how many inches rolled, and what stopped it.
fn fled(field: &Field, id: UnitId, far: u16, room: &Room) -> String {
    let went = voice::inches_of(room.far, far.into());
    let because = if room.far >= f64::from(far) - NEAR { String::new() } else { room.because(field) };
    format!("{} fled {went}{because}.", name(field, id))
}

/// Fleers become a nearly square mass (`wab.flee.mass`).
fn crowd(game: &mut Game<'_, '_>, id: UnitId) {
    let places = game.cx.field().unit(id).formation.figures;
    game.form_mass(id, places, mass_files(places));
}

/// The friends through whom a flight leads.
fn passed(board: &Board<'_>, body: &Body<'_>, end: &End) -> Vec<UnitId> {
    let End::Stops(rect, _, room) = end else { return Vec::new() };
    let start = rect.moved(rect.ahead * -room.far);
    let path = swept(&start, rect.ahead * room.far);
    let through = |b: &&Body<'_>| {
        b.id != body.id
            && b.side == body.side
            && table::penetration(&start, &b.rect) <= SLACK
            && table::penetration(&path, &b.rect) > SLACK
    };
    board.bodies.iter().filter(through).map(|b| b.id).collect()
}

/// Where a flight ends: straight on, or the least to one side where enemies or closed ground are in the way
/// (`wab.flee.through`); over the edge only if the roll reaches it (`wab.flee.off_table`).
fn find(board: &Board<'_>, body: &Body<'_>, flight: Flight) -> End {
    let mut mass = body.state.clone();
    mass.fleeing = true;
    let pose = bodies::pose(&body.rect, body.facing);
    let block = footprint(body.kit, &mass, body.places, mass_files(body.places), pose);
    let straight = Facing::of(flight.way);
    let turns = (0..=18).flat_map(|i| [5.0 * f64::from(i), -5.0 * f64::from(i)]).skip(1);
    let mut hemmed: Option<UnitId> = None;
    for turn in turns {
        let facing = table::turned(straight, turn);
        let rect = Rect { ahead: facing.vec(), ..block };
        let far = length(board, &rect, f64::from(flight.far), Order::Close);
        let edge = to_table_edge(board, &rect);
        let room = until_barred(board, body, &rect, far.min(edge));
        if room.bar.is_some() {
            continue;
        }
        if edge < far - NEAR {
            return End::OffTable(rect.moved(rect.ahead * edge), facing);
        }
        match ends_clear(board, body, &rect, room) {
            Some(room) => return End::Stops(rect.moved(rect.ahead * room.far), facing, room),
            None => hemmed = hemmed.or_else(|| lies_on(board, body, &rect.moved(rect.ahead * far), None)),
        }
    }
    if let Some(by) = hemmed {
        return End::HemmedIn(by);
    }
    cornered(board, body, &Rect { ahead: straight.vec(), ..block }, straight, flight)
}

/// The end of a flight that enemies or closed ground bar on every side: at the ground, or lost before the enemy.
fn cornered(board: &Board<'_>, body: &Body<'_>, rect: &Rect, facing: Facing, flight: Flight) -> End {
    let far = length(board, rect, f64::from(flight.far), Order::Close);
    let room = until_barred(board, body, rect, far);
    match room.bar {
        Some(Bar::Unit(enemy)) => End::RunDown(enemy),
        _ => match ends_clear(board, body, rect, room) {
            Some(room) => End::Stops(rect.moved(rect.ahead * room.far), facing, room),
            None => End::HemmedIn(lies_on(board, body, rect, None).unwrap_or(body.id)),
        },
    }
}

/// How far fleers get until an unbroken enemy or closed ground bars their way.
fn until_barred(board: &Board<'_>, body: &Body<'_>, rect: &Rect, most: f64) -> Room {
    let mut room = Room::open(most);
    for enemy in board.enemies(body.side).filter(|e| !e.state.fleeing) {
        let Some(s) = span(rect, rect.ahead, &enemy.rect, SLACK).filter(|s| s.leave > 0.0) else { continue };
        // Whom the mass overlaps as the ranks dissolve is left behind, unless he stands before it.
        let to = enemy.rect.centre - body.rect.centre;
        if s.enter > 0.0 || to.dot(rect.ahead) > 0.5 * to.len() {
            room.stop(s.enter, Bar::Unit(enemy.id));
        }
    }
    stop_at_ground(board, body, rect, rect.ahead, &mut room);
    room
}

/// The last place on the way where a flight ends upon nobody.
fn ends_clear(board: &Board<'_>, body: &Body<'_>, rect: &Rect, room: Room) -> Option<Room> {
    let others = board.bodies.iter().filter(|b| b.id != body.id);
    let met: Vec<(Span, UnitId)> =
        others.filter_map(|b| Some((span(rect, rect.ahead, &b.rect, CUT)?, b.id))).collect();
    room.clear_of(&met)
}

/// How far a flight or a pursuit goes: the ground counts only where the house says so (`wab.flee.through`).
pub fn length(board: &Board<'_>, rect: &Rect, distance: f64, order: Order) -> f64 {
    if !board.book.house.flee_terrain_penalty {
        return distance;
    }
    terrain::afford(&board.book.features, rect, rect.ahead, distance, distance, order)
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
    run(game, Flight { unit: id, way: direction, far }, why);
}

/// A unit flees at once: its ranks dissolve and it runs from an enemy, or from the nearest.
pub fn flee(game: &mut Game<'_, '_>, id: UnitId, from: Option<UnitId>, fired: bool, why: RuleId) {
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
    run(game, Flight { unit: id, way: direction, far }, why);
}
