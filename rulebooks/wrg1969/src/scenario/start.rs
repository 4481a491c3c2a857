//! How units stand when a battle begins: disorganised, going back, broken, or in contact with an enemy.

use crate::Wrg1969;
use crate::board::ranks::SPEC;
use crate::board::state::{Fight, Flight, Phase, Running};
use crate::combat::disorder::Cause;
use crate::data::measure::{MM, within};
use crate::data::reaction::Reaction;
use crate::scenario::file::STATES;
use crate::scenario::force::number;
use form::{Fault, Filled};
use umpire::{Field, Place, Side};

/// Reads how every unit begins into the phase.
pub fn states(book: &Wrg1969, field: &Field, form: &Filled, phase: &mut Phase, faults: &mut Vec<Fault>) {
    for side in Side::ALL {
        for unit in form.record(side.as_str()).records("units") {
            let Some(id) = number(field, unit.text("id")).filter(|&id| book.kit(id).is_unit()) else {
                continue;
            };
            let state = &mut phase.units[id.index()];
            let running = |reaction: Reaction| {
                Some(Running { reaction, periods: reaction.periods(), run: 0, since: 0 })
            };
            match STATES[unit.choice("state")] {
                "disorganised" => state.now.causes.add(Cause::BurstThrough),
                "halted" => state.seen.running = running(Reaction::Halt),
                "retiring" => state.seen.running = running(Reaction::Retire),
                "retreating" => state.seen.running = running(Reaction::Retreat),
                "broken" => (state.seen.flight, state.kept.order) = (Flight::Routing(0), None),
                _ => {}
            }
            for enemy in unit.list("fights") {
                let other = number(field, enemy.text()).filter(|&other| field.side(other) != side);
                let Some(other) = other.filter(|&other| book.kit(other).is_troops()) else {
                    faults.push(enemy.fault(format!("the enemy has no unit `{}`", enemy.text())));
                    continue;
                };
                let there = [id, other].iter().all(|&id| field.unit(id).place == Place::Table);
                if !there || !within(field.shape(id).gap(field.shape(other)) / MM, SPEC.graze) {
                    faults.push(enemy.fault(format!("it does not touch `{}`", enemy.text())));
                    continue;
                }
                let fight = Fight::new(field, (id, other), |_| false);
                if !phase.fights.iter().any(|f| (f.red, f.blue) == (fight.red, fight.blue)) {
                    phase.fights.push(fight);
                }
            }
        }
    }
}
