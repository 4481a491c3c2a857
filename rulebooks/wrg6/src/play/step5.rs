//! Step 5: how the charged answer, who breaks off and who follows up.

use crate::board::Board;
use crate::board::state::{Act, Answer, Phase};
use crate::orders::sheet::{Item, Plan, Sheet, picked};
use crate::told::report;
use crate::{Wrg6, charge};
use umpire::{BySide, Cx, UnitId};

/// Takes down every answer, and tells it.
pub fn answer(book: &Wrg6, phase: &mut Phase, sheets: &BySide<(Sheet, Plan)>, cx: &mut Cx<'_>) {
    let answers: Vec<(UnitId, Answer)> = {
        let board = Board::of(book, cx.field(), phase);
        let asked = |id: &UnitId| {
            !board.state(*id).seen.routing
                && board.phase.charges_on(*id).next().is_some()
                && board.phase.charge_of(*id).is_none()
        };
        let first = |id: UnitId| charge::resolve::answers(board, id).first().map(|answer| (id, *answer));
        board.bodies().filter(asked).filter_map(first).collect()
    };
    for (id, answer) in answers {
        phase.state_mut(id).now.answer = Some(answer);
    }
    for (_, item, pick) in picked(sheets) {
        match item {
            Item::Respond(id, answers) => {
                phase.state_mut(*id).now.answer = answers.get(usize::from(pick)).copied()
            }
            Item::BreakOff(id) if pick == 1 => {
                phase.state_mut(*id).now.answer = Some(Answer::Evade);
            }
            Item::Follow(id) => phase.state_mut(*id).now.following = pick == 1,
            Item::Chase(id) => phase.state_mut(*id).now.chasing = pick == 1,
            _ => {}
        }
    }
    for id in cx.field().ids() {
        let Some(answer) = phase.state(id).now.answer else { continue };
        report::answered(book, phase, id, answer, cx);
        if answer == Answer::Stand {
            phase.state_mut(id).now.act = Act::Stood;
        }
    }
    charge::facing::turn(book, phase, cx);
}
