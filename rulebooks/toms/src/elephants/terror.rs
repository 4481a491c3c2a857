//! Terror: the tests of units that elephants come near.

use crate::board::{Board, Game};
use crate::data::tables::tables;
use crate::data::trigger::Trigger;
use crate::house::{ElephantHorses, ElephantTerror};
use crate::nerve::resolve::{Due, test_all};
use umpire::UnitId;

/// A unit that an elephant is near enough to frighten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fear {
    /// Who is frightened.
    who: UnitId,
    /// The elephant.
    of: UnitId,
    /// Whether as horses are, rather than as anyone is.
    as_horses: bool,
}

/// Who is near an elephant that frightens it, the mover being one of the two.
pub fn fears(board: &Board<'_>, mover: UnitId) -> Vec<Fear> {
    let mut fears = Vec::new();
    let (horses, panic) = (tables().elephant.horses, tables().elephant.panic);
    let on_approach = board.book.house.elephant_terror == ElephantTerror::OnApproach;
    let mut note = |who: UnitId, elephant: UnitId| {
        let enemy = board.side(who) != board.side(elephant);
        let horses_fear = enemy || board.book.house.elephant_horses == ElephantHorses::All;
        if horses_fear && board.profile(who).cavalry && board.within(who, elephant, horses) {
            fears.push(Fear { who, of: elephant, as_horses: true });
        }
        if enemy && on_approach && board.within(who, elephant, panic) {
            fears.push(Fear { who, of: elephant, as_horses: false });
        }
    };
    let side = board.side(mover);
    let others = board.of_side(side.other()).chain(board.of_side(side)).filter(|&id| id != mover);
    if board.profile(mover).is_elephant() {
        others.for_each(|id| note(id, mover));
    } else {
        others.filter(|&id| board.profile(id).is_elephant()).for_each(|id| note(mover, id));
    }
    fears
}

/// After a move, those test who have newly come near an elephant (`toms.elephant.fc`, `toms.elephant.panic`).
pub fn frighten(game: &mut Game<'_, '_>, mover: UnitId, before: &[Fear], but: Option<[UnitId; 2]>) {
    if !game.board().field.on_table(mover) {
        return;
    }
    let mut due = Due::default();
    for fear in fears(&game.board(), mover) {
        let Fear { who, of, as_horses } = fear;
        if before.contains(&fear)
            || (as_horses && but.is_some_and(|pair| pair.contains(&who) && pair.contains(&of)))
        {
            continue;
        }
        if as_horses {
            due.add(who, Trigger::ElephantCavalry);
        } else if !game.phase.state(who).now.scared {
            game.phase.state_mut(who).now.scared = true;
            due.add(who, Trigger::ElephantNear);
        }
    }
    test_all(game, &due);
}
