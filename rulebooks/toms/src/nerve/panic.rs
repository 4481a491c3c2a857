//! Panic at the end of a turn.

use crate::board::{Board, Game};
use crate::data::tables::tables;
use crate::data::trigger::Trigger;
use crate::house::ElephantTerror;
use crate::nerve::resolve::{Due, test_all};
use crate::nerve::rules::Cause;
use umpire::UnitId;

/// Units near broken friends or enemy elephants test for panic (`toms.break.when.broken_friend`,
/// `toms.elephant.panic`, `toms.break.panic_step`).
pub fn panic(game: &mut Game<'_, '_>) {
    let active = game.phase.active;
    let frightful = |board: &Board<'_>| -> Vec<UnitId> {
        let breaks = |&id: &UnitId| !board.obeys(id) && !board.is_auxiliary(id) && !board.is_hidden(id);
        board.of_side(active).filter(breaks).collect()
    };
    let mut broken = frightful(&game.board());
    let mut due = Due::default();
    let mut tested: Vec<UnitId> = Vec::new();
    loop {
        let board = game.board();
        let at_end = board.book.house.elephant_terror == ElephantTerror::EndOfTurn;
        let near = |unit: UnitId| {
            let friend = broken.iter().any(|&b| b != unit && board.within(unit, b, tables().breaks.broken));
            let elephant =
                |e: UnitId| board.profile(e).is_elephant() && board.within(unit, e, tables().elephant.panic);
            if friend {
                Some(Trigger::BrokenFriend)
            } else {
                let feared = at_end && board.enemies(active).any(elephant);
                feared.then_some(Trigger::ElephantNear)
            }
        };
        for unit in board.of_side(active).filter(|&id| board.obeys(id)) {
            let frightened = if tested.contains(&unit) { None } else { near(unit) };
            if let Some(trigger) = frightened {
                due.add(unit, Cause::from(trigger));
                tested.push(unit);
            }
        }
        test_all(game, &due);
        let now = frightful(&game.board());
        if !game.book.house.panic_chain || now.len() == broken.len() {
            return;
        }
        broken = now;
        due = Due::default();
    }
}
