//! Whom the battle waits for, known without making up the questions.
//!
//! Most of the time the state of a side's own units tells it; only where it does not the sheet is made up.

use crate::board::{Board, Body};
use crate::order::Verb;
use crate::period;
use crate::state::{Flight, Phase, Step};
use crate::{Wrg1969, command, react};
use umpire::{Asked, BySide, Field, Side, UnitId};

/// Whom the battle waits for.
pub fn asked(book: &Wrg1969, field: &Field, phase: &Phase) -> Asked {
    match &phase.step {
        Step::Over(outcome) => Asked::Nobody(*outcome),
        Step::Begin => Asked::One(Side::Red),
        Step::Deploy | Step::Orders => Asked::Sealed(BySide([true; 2])),
        _ => {
            let board = Board::of(book, field, phase);
            let sure = BySide::each(|side| surely(&board, side));
            Asked::Sealed(BySide::each(|side| {
                sure[side].unwrap_or_else(|| period::is_asked(book, field, phase, side))
            }))
        }
    }
}

/// Whether neither side has anything to decide in the step that the battle has come to.
pub fn nobody(book: &Wrg1969, field: &Field, phase: &Phase) -> bool {
    let board = Board::of(book, field, phase);
    let sure = BySide::each(|side| surely(&board, side));
    let asked = |side: Side| sure[side].unwrap_or_else(|| period::is_asked(book, field, phase, side));
    !sure.0.contains(&Some(true)) && !Side::ALL.into_iter().any(asked)
}

/// Whether a side is asked something, if its own units alone tell it.
fn surely(board: &Board<'_>, side: Side) -> Option<bool> {
    let phase = board.phase;
    let own = |b: &&Body<'_>| b.side == side;
    let mine = |id: UnitId| board.book.kit(id).is_troops() && board.body(id).is_some_and(|b| b.side == side);
    let unless = |nothing: bool| nothing.then_some(false);
    match &phase.step {
        Step::Command => Some(command::is_asked(board, side)),
        Step::Intent => board.troops().filter(own).any(|b| has_say(board, b)).then_some(true),
        Step::BonusPoint => unless(!phase.threats.iter().any(|t| mine(t.target))),
        Step::Melee => unless(phase.fights.iter().all(|f| f.periods == 0)),
        Step::After => {
            let holds = |b: &Body<'_>| board.state(b.id).leg().is_some_and(|leg| leg.verb == Verb::Hold);
            unless(!board.units().filter(own).any(|b| holds(b) && board.engaged(b.id)))
        }
        Step::React => board.units().filter(own).any(|b| react::is_free_to_test(board, b)).then_some(true),
        Step::Steady => unless(!phase.thrown.iter().any(|t| mine(t.unit))),
        _ => None,
    }
}

/// Whether a unit's owner may say how it moves or whether it fights on.
fn has_say(board: &Board<'_>, body: &Body<'_>) -> bool {
    let state = board.state(body.id);
    state.flight == Flight::None
        && !state.is_uncontrolled()
        && (board.engaged(body.id) || state.running.is_none())
}
