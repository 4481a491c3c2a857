//! Disengaging: a faster unit tries to leave a combat (`wab.disengage`).

use crate::armour::Face;
use crate::board::{Board, Body};
use crate::charge;
use crate::flight;
use crate::game::Game;
use crate::moving::NEAR;
use crate::rule;
use crate::tables::tables;
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
        && room_behind(board, body, 1.0) >= 1.0 - NEAR
}

/// The distances a unit may choose to draw back, the whole move first.
pub fn distances(board: &Board<'_>, body: &Body<'_>) -> impl Iterator<Item = u8> {
    let room = room_behind(board, body, body.movement());
    (1..=body.kit.movement()).rev().filter(move |&far| f64::from(far) <= room + NEAR)
}

/// How far a unit can go straight back, at most so far.
pub fn room_behind(board: &Board<'_>, body: &Body<'_>, most: f64) -> f64 {
    let back = -body.rect.ahead;
    let turned = table::Rect { ahead: back, ..body.rect };
    let mut room = most.min(flight::to_table_edge(board, &turned));
    for other in board.bodies.iter().filter(|b| b.id != body.id && !charge::passes(body, b)) {
        let margin = if other.side == body.side { 0.0 } else { tables().distances.one_inch };
        let engaged = board.phase.contacts_of(body.id).any(|(c, _)| c.place(other.id).is_some());
        if engaged {
            continue;
        }
        let wide = charge::widened(&other.rect, margin);
        if let Some(s) = table::span(&body.rect, back, &wide, charge::CUT).filter(|s| s.leave > 0.0) {
            room = room.min(s.enter.max(0.0));
        }
    }
    for feature in board.book.features.iter().filter(|f| f.stops(body.kit.troop)) {
        for part in &feature.parts {
            if let Some(s) = table::span(&body.rect, back, part, charge::BRINK).filter(|s| s.leave > 0.0) {
                room = room.min(s.enter.max(0.0));
            }
        }
    }
    room
}

/// A unit tries to leave a combat (`wab.disengage`).
pub fn disengage(game: &mut Game<'_, '_>, unit: UnitId, far: u8) {
    let test = {
        let board = game.board();
        let Some(b) = board.body(unit) else { return };
        board.leaders(b).best()
    };
    game.phase.unit_mut(unit).done.disengaged = true;
    if !game.test(unit, &test, rule::DISENGAGE, "its test to disengage", false) {
        return;
    }
    let (rect, facing) = {
        let board = game.board();
        let Some(b) = board.body(unit) else { return };
        let back = -b.rect.ahead;
        let go = crate::terrain::afford(
            &game.book.features,
            &b.rect,
            back,
            f64::from(far),
            b.movement(),
            b.order(),
        );
        (b.rect.moved(back * go), b.facing)
    };
    game.phase.part(unit);
    game.put(unit, &rect, facing, Motion::March, rule::DISENGAGE);
}
