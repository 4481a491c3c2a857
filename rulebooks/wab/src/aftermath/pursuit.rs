//! Flights and pursuits.

use crate::aftermath::flight::Flight;
use crate::aftermath::rules::{Run, catches};
use crate::aftermath::{flight, stampede};
use crate::board::bodies::{Board, Body};
use crate::board::game::Game;
use crate::board::room::{Bar, Room};
use crate::board::state::{After, Broken, Next, Pursuit};
use crate::board::{faces, room, shape};
use crate::charge::{advance, approach, nerve_tests};
use crate::data::armour::Face;
use crate::data::length::{CUT, SLACK};
use crate::data::tables::tables;
use crate::data::troop::Trait;
use crate::nerve::rules::roll;
use crate::rule;
use table::{Facing, Rect, Span, Vec2, span};
use umpire::voice::{self, name};
use umpire::{Motion, Place, UnitId};

/// A unit about to run: which way, and how far it rolled.
struct Fleer {
    flight: Broken,
    way: Vec2,
    far: u16,
}

/// The broken and the panicked flee; pursuers roll, catch, and follow (`wab.pursuit.roll`).
pub fn flights(game: &mut Game<'_, '_>) -> Next {
    let broken = std::mem::take(&mut game.phase.broken);
    let mut pursuits = std::mem::take(&mut game.phase.pursuits);
    pursuits.sort_by_key(|p| game.in_line(p.unit));
    let mut fleers: Vec<Fleer> =
        broken.into_iter().filter(|b| game.stands(b.unit)).map(|flight| fleer(game, flight)).collect();
    fleers.sort_by_key(|f| game.in_line(f.flight.unit));
    let rolled = roll_all(game, &mut fleers, &pursuits);
    let ways: Vec<(UnitId, Vec2)> = fleers.iter().map(|f| (f.flight.unit, f.way)).collect();
    fleers.retain(|fleer| !is_caught(game, fleer, &pursuits, &rolled));
    for fleer in fleers {
        escape(game, fleer);
    }
    for pursuit in pursuits {
        let way = ways.iter().find(|(id, _)| Some(*id) == pursuit.after);
        let far = rolled.iter().find(|(id, _)| *id == pursuit.unit);
        if let (Some((_, way)), Some((_, far))) = (way, far) {
            pursue(game, pursuit, *way, f64::from(*far));
        }
    }
    spend_scythes(game);
    game.phase.after = After::Pursuit;
    Next::FormUp
}

/// Fleers and pursuers roll how far they run, in the order of all that is rolled together; beasts roll as they go.
fn roll_all(game: &mut Game<'_, '_>, fleers: &mut [Fleer], pursuits: &[Pursuit]) -> Vec<(UnitId, u16)> {
    let runs = |f: &&Fleer| !game.book.kit(f.flight.unit).has(Trait::Stampede);
    let mut all: Vec<UnitId> = fleers.iter().filter(runs).map(|f| f.flight.unit).collect();
    all.extend(pursuits.iter().filter(|p| p.after.is_some()).map(|p| p.unit));
    all.sort_by_key(|&id| game.in_line(id));
    let mut rolled = Vec::new();
    for id in all {
        if let Some(fleer) = fleers.iter_mut().find(|f| f.flight.unit == id) {
            fleer.far = flight::distance(game, id, false);
        } else {
            let run = Run::flight(&game.book.house, game.book.kit(id).movement(), false);
            let why = roll(rule::PURSUIT_ROLL, game.side(id) as u8, id.0);
            rolled.push((id, run.roll(why, game.cx.dice)));
        }
    }
    rolled
}

/// Whether one of its pursuers catches a unit, which is destroyed where it stands.
fn is_caught(game: &mut Game<'_, '_>, fleer: &Fleer, pursuits: &[Pursuit], rolled: &[(UnitId, u16)]) -> bool {
    let (prey, far) = (fleer.flight.unit, fleer.far);
    let mut caught = false;
    for pursuit in pursuits.iter().filter(|p| p.after == Some(prey)) {
        let near = rolled.iter().find(|(id, _)| *id == pursuit.unit).map_or(0, |(_, near)| *near);
        let catches = catches(&game.book.house, near, far);
        game.say(rule::PURSUIT_ROLL, |f| {
            let verb = if catches { "caught" } else { "did not catch" };
            let (hunter, prey) = (name(f, pursuit.unit), name(f, prey));
            format!(
                "{hunter} {verb} {prey}, rolling {} against {}.",
                voice::inches(near.into()),
                voice::inches(far.into())
            )
        });
        caught |= catches;
    }
    if caught {
        take_standard(game, prey);
        game.remove(prey, Place::Destroyed, rule::PURSUIT_ROLL);
    }
    caught
}

/// The standard of a unit destroyed in pursuit is taken (`wab.victory.points`).
fn take_standard(game: &mut Game<'_, '_>, id: UnitId) {
    let standard = game.book.kit(id).command.left(game.phase.unit(id).models).standard;
    game.phase.unit_mut(id).standard_taken = standard;
}

/// Scythed chariots that have charged home are gone once their round is settled (`wab.troops.chariots`); nobody takes
/// that for a defeat.
fn spend_scythes(game: &mut Game<'_, '_>) {
    let fought: Vec<UnitId> = game.phase.fought.iter().flat_map(|f| f.units.iter().copied()).collect();
    for id in fought {
        if game.stands(id) && game.phase.unit(id).spent {
            game.say(rule::TROOPS_CHARIOTS, |f| {
                let unit = name(f, id);
                format!("{unit} {} spent and left the battle.", unit.was())
            });
            game.remove(id, Place::Destroyed, rule::TROOPS_CHARIOTS);
        }
    }
}

/// A unit that flees from its combat: which way.
fn fleer(game: &Game<'_, '_>, flight: Broken) -> Fleer {
    let board = game.board();
    let way = match (board.body(flight.unit), board.body(flight.from)) {
        (Some(body), Some(from)) => flight::away_from(from.rect.centre, &body.rect),
        (Some(body), None) => -body.rect.ahead,
        _ => Vec2::new(0.0, 1.0),
    };
    Fleer { flight, way, far: 0 }
}

/// A unit that was not caught runs, or falls back in good order; beasts break loose.
fn escape(game: &mut Game<'_, '_>, fleer: Fleer) {
    let Fleer { flight, way, far } = fleer;
    let id = flight.unit;
    if flight.good_order {
        let (rect, facing, room) = {
            let board = game.board();
            let Some(body) = board.body(id) else { return };
            let room = room::room_behind(&board, body, f64::from(far));
            (body.rect.moved(-body.rect.ahead * room.far), body.facing, room)
        };
        game.phase.part(id);
        game.put(id, &rect, facing, Motion::Flight, rule::GIVE_GROUND_GOOD_ORDER);
        game.say(rule::GIVE_GROUND_GOOD_ORDER, |f| {
            let (unit, went) = (name(f, id), voice::inches_of(room.far, far.into()));
            format!("{unit} fell back {went} in good order{}.", room.because(f))
        });
        return;
    }
    let why = if flight.broke { rule::BREAK_FLEE } else { rule::PANIC_RESULT };
    game.dissolve(id, why);
    if game.book.kit(id).has(Trait::Stampede) {
        stampede::break_loose(game, id);
    } else {
        flight::run(game, Flight { unit: id, way, far }, why);
    }
}

/// A pursuer goes after the fleers (`wab.pursuit.move`).
fn pursue(game: &mut Game<'_, '_>, pursuit: Pursuit, way: Vec2, far: f64) {
    let (id, prey) = (pursuit.unit, pursuit.after);
    if !game.stands(id) || game.phase.is_engaged(id) {
        return;
    }
    let (start, room) = {
        let board = game.board();
        let Some(body) = board.body(id) else { return };
        let start = Rect { ahead: Facing::of(way).vec(), ..body.rect };
        (start, chase(&board, body, &start, prey, far))
    };
    let facing = Facing::of(way);
    let end = start.moved(start.ahead * room.far);
    if room.bar == Some(Bar::Edge) {
        game.put(id, &end, facing, Motion::Pursuit, rule::PURSUIT_MOVE);
        game.say(rule::PURSUIT_MOVE, |f| format!("{} pursued off the table.", name(f, id)));
        game.remove(id, Place::Off, rule::PURSUIT_MOVE);
        return;
    }
    let met = enemy_at(game, id, room.bar).filter(|&m| Some(m) != prey);
    let fits = {
        let board = game.board();
        // Whom it meets it touches; a turn that would carry it into him is no meeting.
        let upon = met.and_then(|m| board.body(m)).is_some_and(|m| end.overlaps(&m.rect, SLACK));
        !upon && board.body(id).is_some_and(|b| room::is_free(&board, b, &end, met))
    };
    if !fits {
        game.say(rule::PURSUIT_MOVE, |f| {
            format!("{} had no room to turn after the fleers and stayed{}.", name(f, id), room.because(f))
        });
        return;
    }
    game.put(id, &end, facing, Motion::Pursuit, rule::PURSUIT_MOVE);
    game.say(rule::PURSUIT_MOVE, |f| {
        format!("{} pursued {}{}.", name(f, id), voice::inches_of(room.far, far), room.because(f))
    });
    if let Some(other) = met {
        run_into(game, id, other, &start);
    }
}

/// The enemy at whom a unit's way ends, if it is one.
fn enemy_at(game: &Game<'_, '_>, id: UnitId, bar: Option<Bar>) -> Option<UnitId> {
    match bar {
        Some(Bar::Unit(other)) if game.side(other) != game.side(id) => Some(other),
        _ => None,
    }
}

/// How far a pursuer gets: up to whom it meets, an inch short of its prey, and past skirmishing friends.
fn chase(board: &Board<'_>, body: &Body<'_>, start: &Rect, prey: Option<UnitId>, far: f64) -> Room {
    let way = start.ahead;
    let mut room = Room::open(flight::length(board, start, far, body.order()));
    for other in board.bodies.iter().filter(|b| b.id != body.id && !room::passes(body, b)) {
        let inch = if Some(other.id) == prey { tables().distances.one_inch } else { 0.0 };
        let wide = shape::widened(&other.rect, inch);
        if let Some(s) = span(start, way, &wide, CUT).filter(|s| s.leave > 0.0) {
            room.stop(s.enter, Bar::Unit(other.id));
        }
    }
    room::stop_at_ground(board, body, start, way, &mut room);
    room.stop(room::to_table_edge(board, start), Bar::Edge);
    let passed = board.bodies.iter().filter(|b| b.id != body.id && room::passes(body, b));
    let passed: Vec<(Span, UnitId)> =
        passed.filter_map(|b| Some((span(start, way, &b.rect, CUT)?, b.id))).collect();
    if room.bar == Some(Bar::Edge) {
        room
    } else {
        room.clear_of(&passed).unwrap_or(Room { far: 0.0, ..room })
    }
}

/// A pursuer meets someone else: fleers are destroyed, others stand or run.
fn run_into(game: &mut Game<'_, '_>, id: UnitId, other: UnitId, start: &Rect) {
    if rides_down(game, id, other) {
        return;
    }
    let (face, flush) = {
        let board = game.board();
        let (Some(body), Some(o)) = (board.body(id), board.body(other)) else { return };
        let face = faces::face(&game.book.house, &o.rect, start.front_mid());
        let (ends, _) = faces::edge(&o.rect, face);
        let front = [body.rect.fl(), body.rect.fr()];
        let off = |p: &Vec2| table::distance_to_segment(*p, front).max(table::distance_to_segment(*p, ends));
        let points = [front[0], front[1], ends[0], ends[1]];
        let point = points.into_iter().min_by(|a, b| off(a).total_cmp(&off(b)));
        let flush = point.map(|p| approach::close(&board, body, o, &body.rect, body.facing, p, face));
        (face, flush)
    };
    if let Some((rect, facing)) = flush {
        game.put(id, &rect, facing, Motion::Conform, rule::PURSUIT_MOVE);
    }
    if falls_upon(game, id, other, face) {
        game.phase.arrived.add(other);
        advance::meet(game, id, other, face, [true, false], true, false);
    }
}

/// Fleers who are met are destroyed.
pub fn rides_down(game: &mut Game<'_, '_>, id: UnitId, other: UnitId) -> bool {
    let fleeing = game.phase.unit(other).fleeing;
    if fleeing {
        game.say(rule::PURSUIT_MOVE, |f| {
            let other = name(f, other);
            format!("{} caught {other} and destroyed {}.", name(f, id), other.them())
        });
        take_standard(game, other);
        game.remove(other, Place::Destroyed, rule::PURSUIT_MOVE);
    }
    fleeing
}

/// Others who are met are charged (`wab.combat.charged`): whether they stand.
pub fn falls_upon(game: &mut Game<'_, '_>, id: UnitId, other: UnitId, face: Face) -> bool {
    game.say(rule::COMBAT_CHARGED, |f| format!("{} ran into {}.", name(f, id), name(f, other)));
    nerve_tests::stands(game, other, id, face) && game.stands(other)
}
