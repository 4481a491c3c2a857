//! Giving ground, following up, closing up, and the end of the turn.

use crate::aftermath::pursuit;
use crate::board::bodies::{Board, Body};
use crate::board::game::Game;
use crate::board::state::{Next, Step};
use crate::board::{faces, room};
use crate::charge::advance;
use crate::data::armour::Face;
use crate::data::length::{NEAR, SLACK, TOUCH};
use crate::data::tables::tables;
use crate::nerve::panic;
use crate::{aftermath, rule};
use table::{Facing, Rect, Vec2, span};
use umpire::voice::{self, name};
use umpire::{Motion, UnitId};

/// Units give ground one after another, and their enemies follow or not (`wab.give_ground.move`).
pub fn give_ground(game: &mut Game<'_, '_>) -> Next {
    while !game.phase.giving.is_empty() {
        let id = game.phase.giving.remove(0);
        if !game.stands(id) || !game.phase.is_engaged(id) {
            continue;
        }
        let pressed = game.phase.contacts_of(id).any(|(c, i)| c.faces[i] != Face::Front);
        if pressed || game.phase.arrived.has(id) {
            continue;
        }
        let (rect, facing, room) = {
            let board = game.board();
            let Some(body) = board.body(id) else { continue };
            let room = room::room_behind(&board, body, tables().distances.give_ground);
            (body.rect.moved(-body.rect.ahead * room.far), body.facing, room)
        };
        game.say(rule::GIVE_GROUND_MOVE, |f| {
            let due = tables().distances.give_ground;
            format!("{} gave ground {}{}.", name(f, id), voice::inches_of(room.far, due), room.because(f))
        });
        if room.far <= SLACK {
            continue;
        }
        let by = rect.ahead * -room.far;
        game.put(id, &rect, facing, Motion::Recoil, rule::GIVE_GROUND_MOVE);
        let mut enemies: Vec<UnitId> = game.phase.contacts_of(id).map(|(c, i)| c.units[1 - i]).collect();
        enemies.sort_by_key(|&e| game.in_line(e));
        game.phase.following = enemies.into_iter().map(|e| (e, id)).collect();
        game.phase.followers.clear();
        follow_next(game, id, by);
        if matches!(game.phase.step, Step::Follow(..)) {
            return Next::Ask;
        }
    }
    finish(game);
    Next::TurnEnds
}

/// Asks the next enemy whether it follows; those who must, follow unasked.
fn follow_next(game: &mut Game<'_, '_>, target: UnitId, by: Vec2) {
    game.phase.step = Step::Combat;
    while let Some(&(unit, _)) = game.phase.following.first() {
        let Some(why) = aftermath::resolve::must_follow(game, unit) else {
            game.phase.step = Step::Follow(unit, target);
            return;
        };
        game.say(why, |f| format!("{} had to follow.", name(f, unit)));
        game.phase.following.remove(0);
        game.phase.followers.push((unit, target));
    }
    close_with(game, target, by);
}

/// An enemy follows a unit that gave ground, or lets it go.
pub fn follow(game: &mut Game<'_, '_>, unit: UnitId, target: UnitId, follows: bool) -> Next {
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
    match game.phase.step {
        Step::Follow(..) => Next::Ask,
        _ => Next::GiveGround,
    }
}

/// Followers move into contact; who stayed is engaged no more.
fn close_with(game: &mut Game<'_, '_>, target: UnitId, by: Vec2) {
    let followers = std::mem::take(&mut game.phase.followers);
    let stayed = |c: &crate::board::state::Contact| {
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
    let (rect, facing, met, parted, bar) = {
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
        let others = |b: &&Body<'_>| b.id != unit && b.id != target && !met.iter().any(|(m, _)| *m == b.id);
        let bar = board.bodies.iter().filter(others).find(|b| rect.overlaps(&b.rect, SLACK)).map(|b| b.id);
        let free = bar.is_none() && !board.is_closed(&rect, body.kit.troop) && board.on_table(&rect);
        let rect = if free { rect } else { body.rect };
        let from = body.rect.front_mid();
        let face = |id: UnitId| board.body(id).map(|o| (id, faces::face(&game.book.house, &o.rect, from)));
        let met: Vec<(UnitId, Face)> = met.iter().filter(|_| free).filter_map(|m| face(m.0)).collect();
        (rect, body.facing, met, table::distance(&rect, &t.rect) > TOUCH, bar)
    };
    game.put(unit, &rect, facing, Motion::Pursuit, rule::GIVE_GROUND_MOVE);
    if parted {
        game.say(rule::GIVE_GROUND_MOVE, |f| {
            let by = bar.map_or_else(|| "closed ground".to_owned(), |b| name(f, b).to_string());
            let unit = name(f, unit);
            format!("{unit} could not follow {}: {by} stood in {} way.", name(f, target), unit.its())
        });
        game.phase.contacts.retain(|c| !(c.place(unit).is_some() && c.place(target).is_some()));
    }
    for (other, face) in met {
        if !pursuit::rides_down(game, unit, other) && pursuit::falls_upon(game, unit, other, face) {
            advance::meet(game, unit, other, face, [true, false], false, false);
        }
    }
}

/// Engaged units parted by losses are brought together; then the late tests.
fn finish(game: &mut Game<'_, '_>) {
    close_up(game);
    panic::general_panic(game);
    aftermath::resolve::end_of_combat(game);
}

/// Closing up (`wab.combat.close_up`): the one whose front faced the gap goes straight ahead.
fn close_up(game: &mut Game<'_, '_>) {
    let pairs: Vec<([UnitId; 2], [Face; 2])> =
        game.phase.contacts.iter().map(|c| (c.units, c.faces)).collect();
    for (units, faces) in pairs {
        let plan = {
            let board = game.board();
            let (Some(a), Some(b)) = (board.body(units[0]), board.body(units[1])) else { continue };
            if a.distance(b) <= TOUCH {
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
    board: &Board<'_>,
    mover: &Body<'_>,
    other: &Body<'_>,
) -> Option<(UnitId, Rect, Facing)> {
    let far = table::cast(&mover.rect, mover.rect.ahead, tables().distances.close_up, &other.rect, 0.0)?;
    let by = mover.rect.ahead * far;
    let rect = mover.rect.moved(by);
    let held = game.phase.contacts_of(mover.id).any(|(c, i)| {
        let enemy = c.units[1 - i];
        enemy != other.id && board.body(enemy).is_some_and(|e| mover.distance(e) <= TOUCH)
    });
    let clear = room::way_is_clear(board, mover, &mover.rect, by, Some(other.id));
    let free = room::is_free(board, mover, &rect, Some(other.id));
    (clear && !held && free).then_some((mover.id, rect, mover.facing))
}
