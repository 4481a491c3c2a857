//! Disengaging: a faster unit tries to leave a combat (`wab.disengage`).

use crate::board::bodies::{Board, Body};
use crate::board::game::Game;
use crate::board::room::room_behind;
use crate::data::armour::Face;
use crate::data::length::NEAR;
use crate::nerve::leadership;
use crate::nerve::leadership::Trial;
use crate::rule;
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
        && room_behind(board, body, 1.0).far >= 1.0 - NEAR
}

/// The distances a unit may choose to draw back, the whole move first.
pub fn distances(board: &Board<'_>, body: &Body<'_>) -> impl Iterator<Item = u8> {
    let room = room_behind(board, body, body.movement()).far;
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
    if !Trial::new(rule::DISENGAGE, "its test to disengage").take(game, unit, &test) {
        return;
    }
    let (rect, facing) = {
        let board = game.board();
        let Some(b) = board.body(unit) else { return };
        let back = -b.rect.ahead;
        let go = crate::board::terrain::afford(
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
