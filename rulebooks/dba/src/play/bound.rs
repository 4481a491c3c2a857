//! The bound: how it begins, what follows what, and how it ends.

use crate::board::contacts;
use crate::board::state::{Marks, Phase, Purse, Step};
use crate::{Dba, rule, told, victory};
use dice::{D6, RollId};
use umpire::{Cx, Ruling, voice};

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
            let ruling = Ruling::new(outcome.rule, told::outcome(field, bound, &outcome));
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
        contacts::keep_contacts(book, phase, cx.field());
    }
    phase.marks.clear();
    phase.marks.resize(cx.field().units().len(), Marks::default());
    phase.shots.clear();
    phase.pairs.clear();
    phase.camps.0.iter_mut().flatten().for_each(|camp| camp.spared = false);
    let (side, bound) = (phase.active, phase.bound);
    let names = book.commands.names(side);
    phase.rolled = Purse::default();
    for command in 0..names.len().max(1) {
        phase.rolled.give(command, cx.dice.roll(RollId::new(rule::PIPS_ROLL.as_str(), side as u8), &D6));
    }
    let rolled = phase.rolled;
    phase.pips = rolled;
    phase.step = Step::Move;
    cx.heading(rule::BOUND_SEQUENCE, |field| {
        format!("Bound {bound}, {}: {}", field.roster().names[side], told::purse(names, rolled))
    });
    if names.is_empty() {
        cx.rule(|field| {
            let text = format!("{} rolled {} for PIPs.", voice::side(field, side), rolled.total());
            Ruling::new(rule::PIPS_ROLL, text).rolled(side, None, rolled.total())
        });
    }
    for (command, name) in names.iter().enumerate() {
        let face = rolled.of(command);
        cx.rule(|_| {
            let text = format!("{name} rolled {face} for PIPs.");
            Ruling::new(rule::PIPS_ROLL, text).also(rule::ARMY_COMMANDS).rolled(side, None, face)
        });
    }
}
