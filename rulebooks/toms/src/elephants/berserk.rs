//! Berserk runs.

use crate::aftermath::casualties::{leave, touch};
use crate::board::{Game, land};
use crate::data::scale::{NEAR, pose};
use crate::data::tables::tables;
use crate::elephants::path::{crossed, heading};
use crate::elephants::terror::{fears, frighten};
use crate::movement::ambush::reveal_found;
use crate::rule;
use table::{Rect, Span, span};
use umpire::{Motion, Place, Ruling, UnitId, voice};

/// Every berserk elephant of the active side runs (`toms.elephant.berserk`).
pub fn run_all(game: &mut Game<'_, '_>) {
    let board = game.board();
    let berserk: Vec<UnitId> = board.of_side(game.phase.active).filter(|&id| board.is_berserk(id)).collect();
    for unit in berserk {
        if game.board().field.on_table(unit) {
            run(game, unit);
        }
    }
}

fn run(game: &mut Game<'_, '_>, unit: UnitId) {
    game.phase.part(unit);
    let fears = fears(&game.board(), unit);
    let facing = heading(game, unit);
    let start = Rect { ahead: facing.vec(), ..game.board().rect(unit) };
    let Some(length) = trample(game, unit, &start) else { return };
    let board = game.board();
    let end = start.moved(start.ahead * length);
    let leaves = !land::on_table(board.ground(), &end);
    game.shift(unit, pose(end.centre, facing), Motion::Flight, rule::ELEPHANT_BERSERK);
    game.rule(unit, |field| {
        let off = if leaves { ", off the table" } else { "" };
        let text = format!("{} ran {}{off}.", voice::name(field, unit), voice::inches(length));
        Ruling::new(rule::ELEPHANT_BERSERK, text)
    });
    if leaves {
        leave(game, unit, Place::Fled, rule::ELEPHANT_BERSERK);
        return;
    }
    reveal_found(game);
    frighten(game, unit, &fears, None);
}

/// Touches everyone on the way of a run, each once, those too who stand where it goes on until it is clear; how far it
/// runs, or nothing if it is slain on the way.
fn trample(game: &mut Game<'_, '_>, unit: UnitId, start: &Rect) -> Option<f64> {
    let mut touched: Vec<UnitId> = Vec::new();
    loop {
        let board = game.board();
        let others = board.units().filter(|&id| id != unit);
        let spans: Vec<Span> =
            others.filter_map(|id| span(start, start.ahead, &board.rect(id), NEAR)).collect();
        let length = table::first_stop(tables().elephant.run, spans.into_iter());
        let met = crossed(&board, unit, start, length);
        let Some(next) = met.into_iter().find(|id| !touched.contains(id)) else { return Some(length) };
        touched.push(next);
        touch(game, unit, next, start.centre);
        if !game.board().field.on_table(unit) {
            return None;
        }
    }
}
