//! Whom the battle waits for, known without making up the questions.
//!
//! Most of the time the state of a side's own units tells it; only where it does not the sheet is made up.

use crate::order::Verb;
use crate::period;
use crate::state::{Flight, Phase, Step};
use crate::{Wrg1969, command};
use umpire::{Asked, BySide, Field, Side, UnitId};

/// Whom the battle waits for.
pub fn asked(book: &Wrg1969, field: &Field, phase: &Phase) -> Asked {
    match &phase.step {
        Step::Over(outcome) => Asked::Nobody(*outcome),
        Step::Begin => Asked::One(Side::Red),
        Step::Deploy | Step::Orders => Asked::Sealed(BySide([true; 2])),
        _ => Asked::Sealed(BySide::each(|side| {
            let sure = surely(book, field, phase, side);
            sure.unwrap_or_else(|| period::is_asked(book, field, phase, side))
        })),
    }
}

/// Whether neither side has anything to decide in the step that the battle has come to.
pub fn nobody(book: &Wrg1969, field: &Field, phase: &Phase) -> bool {
    let sure = BySide::each(|side| surely(book, field, phase, side));
    let asked = |side: Side| sure[side].unwrap_or_else(|| period::is_asked(book, field, phase, side));
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
        Step::BonusPoint => unless(!phase.threats.iter().any(|t| mine(&t.target))),
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
    state.flight == Flight::None
        && !state.is_uncontrolled()
        && (phase.engaged(unit) || state.running.is_none())
}
