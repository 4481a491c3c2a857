//! Breaking, running, leaving the table and coming back.

use crate::board::Board;
use crate::board::state::{Broken, Heading, Leader, Mourned, Phase};
use crate::data::disorder::Cause;
use crate::data::tables::tables;
use crate::{Wrg6, movement, rule};
use ruling::RuleId;
use umpire::voice;
use umpire::{Cx, Deed, Event, Place, Ruling, UnitId};

/// A body breaks (`wrg6.shaken.burst`, `wrg6.rout.move`).
pub fn breaks(book: &Wrg6, phase: &mut Phase, id: UnitId, by: Option<UnitId>, cx: &mut Cx<'_>) {
    if phase.state(id).seen.routing || !cx.field().on_table(id) {
        return;
    }
    cx.rule(|field| Ruling::new(rule::ROUT_MOVE, format!("{} broke.", voice::name(field, id))));
    cx.deed(Deed::Broke { unit: id });
    let (moment, fights) = (phase.moment(), phase.in_contact(id));
    let near = {
        let board = Board::of(book, cx.field(), phase);
        let sees = |&o: &UnitId| o != id && board.within(o, id, tables().reaction.near) && board.sees(o, id);
        board.bodies().filter(sees).collect()
    };
    phase.breaks.retain(|broken| broken.who != id);
    phase.breaks.push(Broken { who: id, moment, near });
    let state = phase.state_mut(id);
    state.seen.routing = true;
    state.seen.shaken = true;
    state.seen.impetuous = false;
    state.seen.retiring = 0;
    state.seen.broke_at = moment;
    state.seen.pursuing = None;
    state.seen.heading = Heading::Halted;
    state.seen.causes.add(Cause::Broke);
    // Whoever hurt it in an earlier fight does not break it now.
    state.seen.hurt_by = by.or(state.seen.hurt_by.filter(|_| fights));
    if movement::rules::evade(&book.house, book.kit_now(phase, id).mover, 1).is_none() {
        // Engines that cannot run are lost.
        lost(phase, id, Place::Destroyed, rule::ROUT_MOVE, cx);
    }
}

/// A body is gone for good, with whoever was with it.
pub fn lost(phase: &mut Phase, id: UnitId, place: Place, why: RuleId, cx: &mut Cx<'_>) {
    if !matches!(cx.field().unit(id).place, Place::Table | Place::Off) {
        return;
    }
    let (side, at, period) = (cx.field().side(id), cx.field().unit(id).pose.at, phase.period);
    cx.rule(|field| Ruling::new(why, format!("{} left the battle for good.", voice::name(field, id))));
    cx.apply(Event::Left { unit: id, place, rule: why });
    phase.part(id);
    let command = &mut phase.command[side];
    let mut mourn = |what: Leader| command.mourned.push(Mourned { at, period, what });
    let mut fallen = Vec::new();
    for (i, general) in command.generals.iter().enumerate() {
        if general.with == Some(id) && !general.lost {
            fallen.push(i);
        }
    }
    if command.standard == Some(id) {
        mourn(Leader::Standard);
    }
    if command.relic == Some(id) {
        mourn(Leader::Relic);
    }
    for i in fallen {
        phase.command[side].mourned.push(Mourned { at, period, what: Leader::General });
        phase.command[side].generals[i].lost = true;
    }
}
