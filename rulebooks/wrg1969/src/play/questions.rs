//! What each side is asked, and whom the battle waits for.
//!
//! Most of the time the state of a side's own units tells whether it is asked anything; only where it does not the
//! question is made up.

use crate::board::state::{Flight, Phase, Step};
use crate::board::{Board, veil};
use crate::charge::answers;
use crate::movement::intent;
use crate::orders::order::Verb;
use crate::orders::{command, sheet};
use crate::play::choices;
use crate::setup::deploy;
use crate::{Wrg1969, rule};
use umpire::{Ask, Asked, BySide, Choice, Field, Form, Pending, Side, UnitId, Viewer};

/// Who must decide what.
pub fn pending(book: &Wrg1969, field: &Field, phase: &Phase) -> Pending {
    match &phase.step {
        Step::Over(outcome) => Pending::Over(*outcome),
        Step::Begin => Pending::Decide(Side::Red, begin()),
        _ => Pending::Sealed(BySide::each(|side| ask(book, field, phase, side))),
    }
}

/// What a side is asked.
pub fn ask(book: &Wrg1969, field: &Field, phase: &Phase, side: Side) -> Option<Ask> {
    if choices::asks_of_the_veiled(&phase.step) {
        return show(book, field, phase, side).0;
    }
    question(&veil::board(book, field, phase, side), field, side)
}

/// The question put to a side, with the field and the phase as it may know them.
pub fn show(book: &Wrg1969, field: &Field, phase: &Phase, side: Side) -> (Option<Ask>, Field, Phase) {
    let mut board = Board::of(book, field, phase);
    let seen = veil::seen(&board, field, Viewer::Player(side));
    let (veiled, known) = veil::shown(book, field, phase, Viewer::Player(side), &seen);
    let ask = if choices::asks_of_the_veiled(&phase.step) {
        question(&Board::of(book, &veiled, &known), &veiled, side)
    } else {
        board.bodies.retain(|b| seen[b.id.index()]);
        question(&board, field, side)
    };
    (ask, veiled, known)
}

/// What a side is asked, from the board as it sees it.
pub fn question(board: &Board<'_>, field: &Field, side: Side) -> Option<Ask> {
    match &board.phase.step {
        Step::Over(_) => None,
        Step::Begin => (side == Side::Red).then(begin),
        Step::Deploy => Some(deploy::ask(board.book, field, side)),
        Step::Orders => Some(sheet::ask(board, field, side)),
        Step::Command => command::pending(board, field, side),
        Step::Intent => intent::pending(board, field, side),
        Step::BonusPoint => answers::pending_answers(board, field, side),
        Step::Melee | Step::After | Step::React | Step::Steady => choices::ask(board, field, side),
    }
}

/// Whether a side is asked anything.
fn is_asked(book: &Wrg1969, field: &Field, phase: &Phase, side: Side) -> bool {
    match &phase.step {
        Step::Melee | Step::After | Step::React | Step::Steady => choices::is_asked(book, field, phase, side),
        _ => ask(book, field, phase, side).is_some(),
    }
}

fn begin() -> Ask {
    let option = Choice { label: "Begin the battle".into(), rule: rule::SETUP_DEPLOY, units: Vec::new() };
    Ask::new(rule::SETUP_DEPLOY, "Everything is ready.", Form::Choose(vec![option]))
}

/// Whom the battle waits for.
pub fn asked(book: &Wrg1969, field: &Field, phase: &Phase) -> Asked {
    match &phase.step {
        Step::Over(outcome) => Asked::Nobody(*outcome),
        Step::Begin => Asked::One(Side::Red),
        Step::Deploy | Step::Orders => Asked::Sealed(BySide([true; 2])),
        _ => Asked::Sealed(BySide::each(|side| {
            let sure = surely(book, field, phase, side);
            sure.unwrap_or_else(|| is_asked(book, field, phase, side))
        })),
    }
}

/// Whether neither side has anything to decide in the step that the battle has come to.
pub fn nobody(book: &Wrg1969, field: &Field, phase: &Phase) -> bool {
    let sure = BySide::each(|side| surely(book, field, phase, side));
    let asked = |side: Side| sure[side].unwrap_or_else(|| is_asked(book, field, phase, side));
    !sure.0.contains(&Some(true)) && !Side::ALL.into_iter().any(asked)
}

/// Whether a side is asked something, if its own units alone tell it.
fn surely(book: &Wrg1969, field: &Field, phase: &Phase, side: Side) -> Option<bool> {
    let mine = |id: &UnitId| field.side(*id) == side && field.on_table(*id) && book.kit(*id).is_troops();
    let troops = || field.ids().filter(mine);
    let units = || troops().filter(|&id| book.kit(id).is_unit());
    let unless = |nothing: bool| nothing.then_some(false);
    match &phase.step {
        Step::Command => Some(command::is_asked(book, field, phase, side)),
        Step::Intent => troops().any(|id| has_say(phase, id)).then_some(true),
        Step::BonusPoint => unless(!phase.threats.iter().any(|t| mine(&t.target) || mine(&t.charger))),
        Step::Melee => unless(phase.fights.iter().all(|f| f.periods == 0)),
        Step::After => {
            let holds = |id: UnitId| phase.units[id.index()].leg().is_some_and(|leg| leg.verb == Verb::Hold);
            unless(!units().any(|id| holds(id) && phase.engaged(id)))
        }
        Step::React => units().any(|id| phase.is_free_to_test(id)).then_some(true),
        Step::Steady => unless(!phase.thrown.iter().any(|t| mine(&t.unit))),
        _ => None,
    }
}

/// Whether a unit's owner may say how it moves or whether it fights on.
fn has_say(phase: &Phase, unit: UnitId) -> bool {
    let state = &phase.units[unit.index()];
    state.seen.flight == Flight::None
        && !state.is_uncontrolled()
        && (phase.engaged(unit) || state.seen.running.is_none())
}
