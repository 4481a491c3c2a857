//! The bound: how it begins, what follows what, and how it ends.

use crate::board::Board;
use crate::phase::{Marks, Phase, Step};
use crate::troop::Troop;
use crate::{Dba, ground, results, rule, victory, words};
use dice::{D6, RollId};
use umpire::{Cx, Field, Place, Ruling, Side, UnitId};

/// What follows a choice of targets: the active side first, then the other; replies of guns after both.
pub(crate) fn after_aiming(phase: &Phase) -> Step {
    let active = phase.active;
    match phase.step {
        Step::Targets(side) if side == active => Step::Targets(active.other()),
        Step::Targets(_) => Step::Replies(active),
        Step::Replies(side) if side == active => Step::Replies(active.other()),
        _ => Step::Shoot,
    }
}

/// The bound is over: either the battle is, or the other side's bound begins.
pub(crate) fn end_bound(book: &Dba, phase: &mut Phase, cx: &mut Cx<'_>) {
    if let Some(outcome) = victory::check(book, cx.field(), phase) {
        phase.step = Step::Over(outcome);
        let bound = phase.bound;
        let camp_lost = phase.camps.0.iter().flatten().any(|c| c.taken);
        cx.rule(|field| {
            let ruling = Ruling::new(outcome.rule, words::outcome(field, bound, &outcome));
            let ruling = ruling.also(rule::VICTORY_COUNT);
            if camp_lost { ruling.also(rule::VICTORY_CAMP) } else { ruling }
        });
        return;
    }
    phase.active = phase.active.other();
    begin_bound(book, phase, cx);
}

/// Begins the next bound, of the active side: this bound's marks are clear and PIPs are rolled.
pub fn begin_bound(book: &Dba, phase: &mut Phase, cx: &mut Cx<'_>) {
    phase.bound += 1;
    if phase.bound == 1 {
        // A scenario may begin with elements in contact.
        results::keep_contacts(book, phase, cx.field());
    }
    phase.marks.clear();
    phase.marks.resize(cx.field().units().len(), Marks::default());
    phase.shots.clear();
    phase.pairs.clear();
    phase.camps.0.iter_mut().flatten().for_each(|camp| camp.spared = false);
    let (side, bound) = (phase.active, phase.bound);
    let face = cx.dice.roll(RollId::new(rule::PIPS_ROLL.as_str(), side as u8), &D6);
    (phase.rolled, phase.pips) = (face, face);
    phase.step = Step::Move;
    cx.heading(rule::BOUND_SEQUENCE, |field| {
        format!("Bound {bound}, {}: {}", field.roster().names[side], words::pips(face))
    });
    cx.rule(|field| {
        let text = format!("{} has {} in this bound", field.roster().names[side], words::pips(face));
        Ruling::new(rule::PIPS_ROLL, text).rolled(side, None, face)
    });
}

/// What is wrong with the state of a battle in progress, if anything is: a check for tests.
///
/// # Errors
/// The first element lost from count, off the table or overlapping another.
pub fn sound(book: &Dba, field: &Field, phase: &Phase) -> Result<(), String> {
    if phase.bound == 0 {
        return Ok(());
    }
    let board = Board::of(book, field, phase);
    for side in Side::ALL {
        let mine =
            |id: &UnitId| field.side(*id) == side && field.card(*id).class != Troop::CampFollowers as u16;
        let known = field
            .ids()
            .filter(mine)
            .filter(|&id| matches!(field.unit(id).place, Place::Table | Place::Destroyed | Place::Fled));
        let (all, counted) = (field.ids().filter(mine).count(), known.count());
        if all != counted {
            return Err(format!("{side}: {counted} of {all} elements are accounted for"));
        }
    }
    for (i, a) in board.bases.iter().enumerate() {
        if !ground::on_table(&board, &a.rect) {
            return Err(format!("{} is off the table", words::unit(field, a.id)));
        }
        if let Some(b) = board.bases[i + 1..].iter().find(|b| a.overlaps(&b.rect)) {
            return Err(format!("{} overlaps {}", words::unit(field, a.id), words::unit(field, b.id)));
        }
    }
    Ok(())
}
