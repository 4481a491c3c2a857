//! Losses on the table: men fall, figures are taken off, ranks close up.

use crate::Wrg1969;
use crate::board::{Board, Body};
use crate::casualties;
use crate::rule;
use crate::state::{Flight, Phase};
use ruling::RuleId;
use umpire::{Cx, Event, Field, Motion, Place, Ruling, UnitId};

/// Takes away the men that several units lost, all at once (`wrg1969.casualty.simultaneous`).
///
/// The general with a unit takes his share; who has nobody left is destroyed.
pub fn take(book: &Wrg1969, phase: &mut Phase, lost: &[(UnitId, u32)], why: RuleId, cx: &mut Cx<'_>) {
    ruling::ledger::cite(rule::CASUALTY_SIMULTANEOUS);
    for &(id, men) in lost {
        if men == 0 || !cx.field().on_table(id) {
            continue;
        }
        crate::general::share(phase, id, men, cx);
        if !cx.field().on_table(id) {
            continue;
        }
        let figures = cx.field().unit(id).formation.figures;
        let state = &mut phase.units[id.index()];
        let removal = casualties::remove(men, state.carry, Some(figures.into()));
        state.carry = removal.carry;
        if removal.destroyed {
            destroy(phase, id, Place::Destroyed, why, cx);
        } else if removal.figures > 0 {
            let left = figures - removal.figures as u16;
            shrink(book, phase, id, left, cx);
        }
    }
}

/// Takes figures off the rear rank, or off the ends of a single one (`wrg1969.casualty.where`).
pub fn shrink(book: &Wrg1969, phase: &Phase, id: UnitId, left: u16, cx: &mut Cx<'_>) {
    let board = Board::of(book, cx.field(), phase);
    let Some(body) = board.body(id) else { return };
    let after = closed_up(body, left);
    let (formation, to) = (after.formation(), after.pose());
    drop(board);
    cx.apply(Event::Reformed { unit: id, formation, rule: rule::CASUALTY_WHERE });
    if cx.field().unit(id).pose != to {
        cx.apply(Event::Moved { unit: id, to, motion: Motion::Conform, rule: rule::CASUALTY_WHERE });
    }
}

/// A body that has lost figures: its front edge stays; of a single rank the unshielded end goes first.
pub fn closed_up<'a>(body: &Body<'a>, left: u16) -> Body<'a> {
    let after = body.drawn_up(left, body.files);
    let gone = body.front_rank().saturating_sub(after.front_rank());
    // One more from the right than from the left moves the middle half a file to the left.
    let uneven = f64::from(gone % 2) / 2.0;
    after.moved(body.rect.right() * (-uneven * body.file_width()))
}

/// Takes a unit off the table for good, and out of every fight.
pub fn destroy(phase: &mut Phase, id: UnitId, place: Place, why: RuleId, cx: &mut Cx<'_>) {
    phase.fights.retain(|f| f.red != id && f.blue != id);
    let state = &mut phase.units[id.index()];
    state.broke_now = true;
    state.gone_for_good = true;
    state.flight = Flight::None;
    state.running = None;
    cx.rule(|field| Ruling::new(why, format!("{} is no more.", name(field, id))));
    cx.apply(Event::Left { unit: id, place, rule: why });
}

/// What a unit is called in the journal.
pub fn name(field: &Field, id: UnitId) -> String {
    let card = field.card(id);
    format!("{} ({})", card.name, card.label)
}
