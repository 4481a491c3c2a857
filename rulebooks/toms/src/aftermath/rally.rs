//! Rallying the broken.

use crate::aftermath::rules::{Chance, cannot_rally, rally_dice, rally_needs};
use crate::board::{Board, Game, state};
use crate::data::tables::tables;
use crate::{rule, told};
use dice::RollId;
use umpire::{Ruling, UnitId, voice};

/// The broken units of the active side that may try to rally, in list order (`toms.rally.when`).
pub fn may_rally(board: &Board<'_>) -> Vec<UnitId> {
    let may = |id: &UnitId| {
        board.is_broken(*id)
            && !board.state(*id).now.rallied
            && cannot_rally(board.state(*id).seen.lost, board.is_engaged(*id)).is_none()
    };
    board.of_side(board.phase.active).filter(may).collect()
}

/// The dice a unit rallies with now.
fn chance_of(board: &Board<'_>, unit: UnitId) -> Chance {
    let near = |e: UnitId| board.within(unit, e, tables().rally.near);
    Chance {
        generals: board.generals_within(unit, tables().rally.general),
        enemy_near: board.enemies(board.side(unit)).any(near),
    }
}

/// A broken unit tries to rally.
pub fn rally(game: &mut Game<'_, '_>, unit: UnitId) {
    // It tries once a turn.
    game.phase.state_mut(unit).now.rallied = true;
    let board = game.board();
    let tally = rally_dice(&game.book.house, chance_of(&board, unit));
    let (needs, side) = (rally_needs(board.profile(unit)), board.side(unit));
    let dice = tally.total().max(0) as u16;
    let why = RollId::new(rule::RALLY_NUMBER.as_str(), side as u8).unit(unit.0);
    let fell = told::Fell::throw(game.cx.dice, why, dice);
    let rallies = fell.reach(needs);
    game.rule(unit, |field| {
        let what = if rallies { "rallied" } else { "did not rally" };
        let text = format!("{} {fell}, needing a {needs}, and {what}.", voice::name(field, unit));
        Ruling::new(rule::RALLY_WHEN, text).tally(unit, tally).also(rule::RALLY_NUMBER)
    });
    if rallies {
        game.mark(unit, state::BROKEN, 0, rule::RALLY_NUMBER);
    }
}
