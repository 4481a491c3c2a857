//! Disengaging: a faster unit tries to leave a combat (`wab.disengage`).

use crate::board::bodies::{Board, Body};
use crate::board::game::Game;
use crate::board::room::room_along;
use crate::data::armour::Face;
use crate::data::length::NEAR;
use crate::nerve::leadership;
use crate::nerve::leadership::Trial;
use crate::rule;
use table::{Rect, Solid as _, Vec2};
use umpire::voice::{self, name};
use umpire::{Motion, UnitId};

/// Whether an engaged unit may try to leave (`wab.disengage`).
pub fn may_disengage(board: &Board<'_>, body: &Body<'_>) -> bool {
    let contacts: Vec<_> = board.phase.contacts_of(body.id).collect();
    let slower = |id: UnitId| board.body(id).is_some_and(|e| e.movement() < body.movement());
    board.book.house.disengage
        && !contacts.is_empty()
        && !body.is_frenzied()
        && !body.state.done.disengaged
        && contacts.iter().all(|(c, i)| c.faces[*i] == Face::Front && !c.by_pursuit && slower(c.units[1 - i]))
        && room(board, body, 1.0) >= 1.0 - NEAR
}

/// The way out of a combat: straight back, and for skirmishers, of whom every side is a front, away from those who
/// met them. Returns `None` if they were met on several sides.
fn way_out(board: &Board<'_>, body: &Body<'_>) -> Option<Vec2> {
    if !body.skirmishes() {
        return Some(-body.rect.ahead);
    }
    let enemies = board.phase.contacts_of(body.id).filter_map(|(c, i)| board.body(c.units[1 - i]));
    let mut ways = enemies.map(|enemy| -side_met(&body.rect, &enemy.rect));
    let way = ways.next()?;
    ways.all(|other| other == way).then_some(way)
}

/// The direction out of the side of a footprint beyond which another lies.
fn side_met(rect: &Rect, other: &Rect) -> Vec2 {
    let (ahead, right) = (rect.ahead, rect.right());
    let beyond = |(out, half): (Vec2, f64)| other.shadow(out).0 - rect.centre.dot(out) - half;
    let sides = [
        (ahead, rect.half_depth),
        (-ahead, rect.half_depth),
        (right, rect.half_width),
        (-right, rect.half_width),
    ];
    let farthest = sides.into_iter().max_by(|a, b| beyond(*a).total_cmp(&beyond(*b)));
    farthest.map_or(ahead, |(out, _)| out)
}

/// How far there is room on the way out, at most so far.
fn room(board: &Board<'_>, body: &Body<'_>, most: f64) -> f64 {
    way_out(board, body).map_or(0.0, |way| room_along(board, body, way, most).far)
}

/// The distances a unit may choose to draw back, the whole move first.
pub fn distances(board: &Board<'_>, body: &Body<'_>) -> impl Iterator<Item = u8> {
    let room = room(board, body, body.movement());
    (1..=body.kit.movement()).rev().filter(move |&far| f64::from(far) <= room + NEAR)
}

/// A unit tries to leave a combat (`wab.disengage`).
pub fn disengage(game: &mut Game<'_, '_>, unit: UnitId, far: u8) {
    let test = {
        let board = game.board();
        let Some(b) = board.body(unit) else { return };
        leadership::leaders(&board, b).best()
    };
    game.phase.unit_mut(unit).done.disengaged = true;
    if !Trial::new(rule::DISENGAGE, "test to disengage").take(game, unit, &test) {
        return;
    }
    let (rect, facing, went) = {
        let board = game.board();
        let Some(b) = board.body(unit) else { return };
        let Some(back) = way_out(&board, b) else { return };
        let go = crate::board::terrain::afford(
            &game.book.features,
            &b.rect,
            back,
            f64::from(far),
            b.movement(),
            b.order(),
        );
        (b.rect.moved(back * go), b.facing, go)
    };
    game.phase.part(unit);
    game.say(rule::DISENGAGE, |field| {
        let short = if went < f64::from(far) - NEAR { ", slowed by the ground" } else { "" };
        format!("{} drew back {}{short}.", name(field, unit), voice::inches_of(went, far.into()))
    });
    game.put(unit, &rect, facing, Motion::March, rule::DISENGAGE);
}
