//! Flights and pursuits, giving ground, following up, closing up, and the end of the turn.

use crate::advance;
use crate::aftermath;
use crate::armour::Face;
use crate::board::Body;
use crate::charge::{self, SLACK};
use crate::daring;
use crate::disengage;
use crate::flight;
use crate::game::{Game, name};
use crate::leadership::roll;
use crate::moving::NEAR;
use crate::nerve::{Run, catches};
use crate::rally;
use crate::rule;
use crate::state::{After, Broken, Pursuit, Step, UnitSet};
use crate::tables::tables;
use crate::touch;
use crate::troop::Trait;
use crate::turn;
use table::{Facing, Rect, Vec2, span};
use umpire::{Motion, Place, UnitId};

/// The broken and the panicked flee; pursuers roll, catch, and follow (`wab.pursuit.roll`).
pub fn flights(game: &mut Game<'_, '_>) {
    let broken = std::mem::take(&mut game.phase.broken);
    let pursuits = std::mem::take(&mut game.phase.pursuits);
    let mut ways: Vec<(UnitId, Vec2)> = Vec::new();
    let mut rolled: Vec<(UnitId, u16)> = Vec::new();
    let mut escaping: Vec<(Broken, u16, UnitSet)> = Vec::new();
    for flight in &broken {
        if !game.stands(flight.unit) {
            continue;
        }
        let (way, free) = way_out(game, flight);
        ways.push((flight.unit, way));
        if game.book.kit(flight.unit).has(Trait::Stampede) {
            game.dissolve(flight.unit, rule::BREAK_FLEE);
            flight::stampede(game, flight.unit, true);
            continue;
        }
        let far = flight::distance(game, flight.unit, false);
        let mut caught = false;
        for pursuit in pursuits.iter().filter(|p| p.after == Some(flight.unit)) {
            let run = Run::flight(&game.book.house, game.book.kit(pursuit.unit).movement(), false);
            let why = roll(rule::PURSUIT_ROLL, game.side(pursuit.unit) as u8, pursuit.unit.0);
            let near = run.roll(why, game.cx.dice);
            rolled.push((pursuit.unit, near));
            let catches = catches(&game.book.house, near, far);
            game.say(rule::PURSUIT_ROLL, |f| {
                let verb = if catches { "catches" } else { "does not catch" };
                format!("{} {verb} {} ({near} against {far})", name(f, pursuit.unit), name(f, flight.unit))
            });
            caught |= catches;
        }
        if caught {
            let models = game.phase.unit(flight.unit).models;
            let standard = game.book.kit(flight.unit).command.left(models).standard;
            game.phase.unit_mut(flight.unit).standard_taken = standard;
            game.remove(flight.unit, Place::Destroyed, rule::PURSUIT_ROLL);
        } else {
            escaping.push((*flight, far, free));
        }
    }
    for (flight, far, free) in escaping {
        let way = ways.iter().find(|(id, _)| *id == flight.unit).map_or(Vec2::new(0.0, 1.0), |(_, w)| *w);
        escape(game, &flight, way, far, free);
    }
    for pursuit in pursuits {
        let Some(prey) = pursuit.after else { continue };
        let way = ways.iter().find(|(id, _)| *id == prey).map(|(_, w)| *w);
        let far = rolled.iter().find(|(id, _)| *id == pursuit.unit).map_or(0, |(_, far)| *far);
        if let Some(way) = way {
            pursue(game, pursuit, way, f64::from(far));
        }
    }
    spend_scythes(game);
    game.phase.after = After::Pursuit;
    rally::next(game);
}

/// Scythed chariots that have charged home are gone once their round is settled (`wab.troops.chariots`); nobody takes
/// that for a defeat.
fn spend_scythes(game: &mut Game<'_, '_>) {
    let fought: Vec<UnitId> = game.phase.fought.iter().flat_map(|f| f.units.iter().copied()).collect();
    for id in fought {
        if game.stands(id) && game.phase.unit(id).spent {
            game.say(rule::TROOPS_CHARIOTS, |f| format!("{} is spent", name(f, id)));
            game.remove(id, Place::Destroyed, rule::TROOPS_CHARIOTS);
        }
    }
}

/// Which way a unit flees, and who does not block it.
fn way_out(game: &Game<'_, '_>, flight: &Broken) -> (Vec2, UnitSet) {
    let mut free = UnitSet::default();
    free.add(flight.from);
    game.phase.contacts_of(flight.unit).for_each(|(c, i)| free.add(c.units[1 - i]));
    let board = game.board();
    let way = match (board.body(flight.unit), board.body(flight.from)) {
        (Some(body), Some(from)) => flight::away_from(from.rect.centre, &body.rect),
        (Some(body), None) => -body.rect.ahead,
        _ => Vec2::new(0.0, 1.0),
    };
    (way, free)
}

/// A unit that was not caught runs, or falls back in good order.
fn escape(game: &mut Game<'_, '_>, flight: &Broken, way: Vec2, far: u16, free: UnitSet) {
    let id = flight.unit;
    if flight.good_order {
        let (rect, facing) = {
            let board = game.board();
            let Some(body) = board.body(id) else { return };
            let room = disengage::room_behind(&board, body, f64::from(far));
            (body.rect.moved(-body.rect.ahead * room), body.facing)
        };
        game.phase.part(id);
        game.put(id, &rect, facing, Motion::Flight, rule::GIVE_GROUND_GOOD_ORDER);
        return;
    }
    let why = if flight.broke { rule::BREAK_FLEE } else { rule::PANIC_RESULT };
    game.dissolve(id, why);
    flight::run(game, id, way, f64::from(far), free, why);
}

/// A pursuer goes after the fleers (`wab.pursuit.move`).
fn pursue(game: &mut Game<'_, '_>, pursuit: Pursuit, way: Vec2, far: f64) {
    let (id, prey) = (pursuit.unit, pursuit.after);
    if !game.stands(id) || game.phase.is_engaged(id) {
        return;
    }
    let facing = Facing::of(way);
    let (start, go, met, off) = {
        let board = game.board();
        let Some(body) = board.body(id) else { return };
        let start = Rect { ahead: facing.vec(), ..body.rect };
        let edge = flight::to_table_edge(&board, &start);
        let mut stop = flight::length(&board, &start, far, body.order());
        let mut met: Option<UnitId> = None;
        for other in board.bodies.iter().filter(|b| b.id != id && !charge::passes(body, b)) {
            let friend = other.side == body.side;
            let inch = if Some(other.id) == prey { tables().distances.one_inch } else { 0.0 };
            let wide = Rect {
                half_width: other.rect.half_width + inch,
                half_depth: other.rect.half_depth + inch,
                ..other.rect
            };
            let Some(s) = span(&start, start.ahead, &wide, SLACK).filter(|s| s.leave > 0.0) else { continue };
            let enter = s.enter.max(0.0);
            if enter < stop - NEAR {
                stop = enter;
                met = (!friend && Some(other.id) != prey).then_some(other.id);
            }
        }
        for part in game.book.features.iter().filter(|f| f.stops(body.kit.troop)).flat_map(|f| &f.parts) {
            let met_here = span(&start, start.ahead, part, NEAR).filter(|s| s.leave > 0.0);
            if let Some(s) = met_here.filter(|s| s.enter.max(0.0) < stop) {
                (stop, met) = (s.enter.max(0.0), None);
            }
        }
        (start, stop, met, edge < stop - NEAR)
    };
    if off {
        game.say(rule::PURSUIT_MOVE, |f| format!("{} pursues off the table", name(f, id)));
        game.remove(id, Place::Off, rule::PURSUIT_MOVE);
        return;
    }
    let rect = start.moved(start.ahead * go);
    let fits = {
        let board = game.board();
        board.body(id).is_some_and(|b| charge::is_free(&board, b, &rect, met) && board.on_table(&rect))
    };
    if !fits {
        return;
    }
    game.put(id, &rect, facing, Motion::Pursuit, rule::PURSUIT_MOVE);
    if let Some(other) = met {
        run_into(game, id, other, &start);
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
        let face = touch::face(&game.book.house, &o.rect, start.front_mid());
        let (ends, _) = charge::edge(&o.rect, face);
        let front = [body.rect.fl(), body.rect.fr()];
        let off = |p: &Vec2| table::distance_to_segment(*p, front).max(table::distance_to_segment(*p, ends));
        let points = [front[0], front[1], ends[0], ends[1]];
        let point = points.into_iter().min_by(|a, b| off(a).total_cmp(&off(b)));
        let flush = point.map(|p| charge::close(&board, body, o, &body.rect, body.facing, p, face));
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
fn rides_down(game: &mut Game<'_, '_>, id: UnitId, other: UnitId) -> bool {
    let fleeing = game.phase.unit(other).fleeing;
    if fleeing {
        game.say(rule::PURSUIT_MOVE, |f| format!("{} rides down {}", name(f, id), name(f, other)));
        game.remove(other, Place::Destroyed, rule::PURSUIT_MOVE);
    }
    fleeing
}

/// Others who are met are charged (`wab.combat.charged`): whether they stand.
fn falls_upon(game: &mut Game<'_, '_>, id: UnitId, other: UnitId, face: Face) -> bool {
    game.say(rule::COMBAT_CHARGED, |f| format!("{} runs into {}", name(f, id), name(f, other)));
    daring::stands(game, other, id, face) && game.stands(other)
}

/// Units give ground one after another, and their enemies follow or not (`wab.give_ground.move`).
pub fn give_ground(game: &mut Game<'_, '_>) {
    while let Some(id) = game.phase.giving.pop() {
        if !game.stands(id) || !game.phase.is_engaged(id) {
            continue;
        }
        let pressed = game.phase.contacts_of(id).any(|(c, i)| c.faces[i] != Face::Front);
        if pressed || game.phase.arrived.has(id) {
            continue;
        }
        let (rect, facing, back) = {
            let board = game.board();
            let Some(body) = board.body(id) else { continue };
            let room = disengage::room_behind(&board, body, tables().distances.give_ground);
            (body.rect.moved(-body.rect.ahead * room), body.facing, room)
        };
        if back <= NEAR {
            continue;
        }
        let by = rect.ahead * -back;
        game.put(id, &rect, facing, Motion::Recoil, rule::GIVE_GROUND_MOVE);
        game.say(rule::GIVE_GROUND_MOVE, |f| format!("{} gives ground", name(f, id)));
        game.phase.following = game.phase.contacts_of(id).map(|(c, i)| (c.units[1 - i], id)).collect();
        game.phase.followers.clear();
        follow_next(game, id, by);
        if matches!(game.phase.step, Step::Follow(..)) {
            return;
        }
    }
    finish(game);
}

/// Asks the next enemy whether it follows; those who must do.
fn follow_next(game: &mut Game<'_, '_>, target: UnitId, by: Vec2) {
    game.phase.step = Step::Combat;
    while let Some(&(unit, _)) = game.phase.following.first() {
        if !aftermath::must_pursue(game, unit) {
            game.phase.step = Step::Follow(unit, target);
            return;
        }
        game.phase.following.remove(0);
        game.phase.followers.push((unit, target));
    }
    close_with(game, target, by);
}

/// An enemy follows a unit that gave ground, or lets it go.
pub fn follow(game: &mut Game<'_, '_>, unit: UnitId, target: UnitId, follows: bool) {
    game.phase.following.retain(|&(u, _)| u != unit);
    if follows {
        game.phase.followers.push((unit, target));
    }
    let by = {
        let board = game.board();
        match (board.body(unit), board.body(target)) {
            (Some(u), Some(t)) => t.rect.ahead * -u.distance(t),
            _ => Vec2::new(0.0, 0.0),
        }
    };
    follow_next(game, target, by);
    if !matches!(game.phase.step, Step::Follow(..)) {
        give_ground(game);
    }
}

/// Followers move into contact; who stayed is engaged no more.
fn close_with(game: &mut Game<'_, '_>, target: UnitId, by: Vec2) {
    let followers = std::mem::take(&mut game.phase.followers);
    let stayed = |c: &crate::state::Contact| {
        let enemy = c.enemy(target);
        enemy.is_some_and(|e| !followers.iter().any(|(u, _)| *u == e))
    };
    game.phase.contacts.retain(|c| !stayed(c));
    for (unit, _) in followers {
        step_after(game, unit, target, by);
    }
}

/// One follower steps after a unit that gave ground; new enemies it meets are charged (`wab.combat.charged`).
fn step_after(game: &mut Game<'_, '_>, unit: UnitId, target: UnitId, by: Vec2) {
    let (rect, facing, met, parted) = {
        let board = game.board();
        let (Some(body), Some(t)) = (board.body(unit), board.body(target)) else { return };
        let strange = |b: &&Body<'_>| !game.phase.contacts_of(unit).any(|(c, _)| c.place(b.id).is_some());
        let far = by.len();
        let way = by * (1.0 / far.max(NEAR));
        let mut go = far;
        let mut met: Vec<(UnitId, f64)> = Vec::new();
        for enemy in board.enemies(body.side).filter(strange) {
            let spans = span(&body.rect, way, &enemy.rect, SLACK).filter(|s| s.leave > 0.0);
            if let Some(s) = spans.filter(|s| s.enter <= far + SLACK) {
                go = go.min(s.enter.max(0.0));
                met.push((enemy.id, s.enter.max(0.0)));
            }
        }
        met.retain(|(_, at)| *at <= go + SLACK);
        let rect = body.rect.moved(way * go);
        let others = |b: &&Body<'_>| {
            b.id != unit && b.id != target && !charge::passes(body, b) && !met.iter().any(|(m, _)| *m == b.id)
        };
        let free = board.bodies.iter().filter(others).all(|b| !rect.overlaps(&b.rect, SLACK));
        let free = free && !board.is_closed(&rect, body.kit.troop) && board.on_table(&rect);
        let rect = if free { rect } else { body.rect };
        let from = body.rect.front_mid();
        let face = |id: UnitId| board.body(id).map(|o| (id, touch::face(&game.book.house, &o.rect, from)));
        let met: Vec<(UnitId, Face)> = met.iter().filter(|_| free).filter_map(|m| face(m.0)).collect();
        (rect, body.facing, met, table::distance(&rect, &t.rect) > 0.1)
    };
    game.put(unit, &rect, facing, Motion::Pursuit, rule::GIVE_GROUND_MOVE);
    if parted {
        game.phase.contacts.retain(|c| !(c.place(unit).is_some() && c.place(target).is_some()));
    }
    for (other, face) in met {
        if !rides_down(game, unit, other) && falls_upon(game, unit, other, face) {
            advance::meet(game, unit, other, face, [true, false], false, false);
        }
    }
}

/// Engaged units parted by losses are brought together; then the late tests, and the turn ends.
fn finish(game: &mut Game<'_, '_>) {
    close_up(game);
    aftermath::general_panic(game);
    aftermath::end_of_combat(game);
    turn::end(game);
}

/// Closing up (`wab.combat.close_up`): the one whose front faced the gap goes straight ahead.
fn close_up(game: &mut Game<'_, '_>) {
    let pairs: Vec<([UnitId; 2], [Face; 2])> =
        game.phase.contacts.iter().map(|c| (c.units, c.faces)).collect();
    for (units, faces) in pairs {
        let plan = {
            let board = game.board();
            let (Some(a), Some(b)) = (board.body(units[0]), board.body(units[1])) else { continue };
            if a.distance(b) <= 0.1 {
                continue;
            }
            // The first is the one that charged last.
            let mover = if faces[0] == Face::Front { (a, b) } else { (b, a) };
            step_up(game, &board, mover.0, mover.1)
        };
        match plan {
            Some((id, rect, facing)) => game.put(id, &rect, facing, Motion::Conform, rule::COMBAT_CLOSE_UP),
            None => game.phase.contacts.retain(|c| c.units != units),
        }
    }
}

fn step_up(
    game: &Game<'_, '_>,
    board: &crate::board::Board<'_>,
    mover: &Body<'_>,
    other: &Body<'_>,
) -> Option<(UnitId, Rect, Facing)> {
    let far = table::cast(&mover.rect, mover.rect.ahead, tables().distances.close_up, &other.rect, 0.0)?;
    let by = mover.rect.ahead * far;
    let others = |b: &&Body<'_>| b.id != mover.id && b.id != other.id;
    let rect = mover.rect.moved(by);
    let held = game.phase.contacts_of(mover.id).any(|(c, i)| {
        let enemy = c.units[1 - i];
        enemy != other.id && board.body(enemy).is_some_and(|e| mover.distance(e) <= 0.1)
    });
    let clear = board
        .bodies
        .iter()
        .filter(others)
        .all(|b| charge::passes(mover, b) || !rect.overlaps(&b.rect, SLACK));
    (clear && !held && board.on_table(&rect)).then_some((mover.id, rect, mover.facing))
}
