//! The orders and signal cards written in a scenario.

use crate::board::state::{Phase, Standing};
use crate::data::tables::tables;
use crate::orders::language::{Names, json, print, read};
use crate::orders::order::{Order, Ref, Signal, Trigger, Verb};
use crate::scenario::force::{Force, number};
use crate::{Wrg1969, rule};
use form::{Answer, Fault, Filled, Value};
use ruling::under;
use umpire::{BySide, Field, Side};

/// Reads the orders of every unit and both signal cards into the phase.
pub fn orders(
    book: &Wrg1969,
    field: &Field,
    form: &Filled,
    forces: &BySide<Force>,
    phase: &mut Phase,
    faults: &mut Vec<Fault>,
) {
    for side in Side::ALL {
        let (own, enemy) = (labels(&forces[side]), labels(&forces[side.other()]));
        let features: Vec<(&str, &str)> =
            book.features.iter().map(|feature| (feature.id.as_str(), feature.name.as_str())).collect();
        let names = Names::new(own, enemy, features);
        let side_form = form.record(side.as_str());
        for unit in side_form.records("units") {
            let Some(answer) = unit.opt("order") else { continue };
            let Some(order) = order(answer, &names, faults) else { continue };
            let Some(id) = number(field, unit.text("id")) else { continue };
            lawful(&order, book.kit(id).troop.is_light(), answer, faults);
            phase.units[id.index()].kept.order = Some(Standing::new(order));
        }
        phase.command[side].card = card(field, side, side_form, &names, faults);
    }
}

fn labels(force: &Force) -> Vec<(&str, &str)> {
    let units = force.figures.iter().filter(|figure| figure.kit.is_troops());
    units.map(|figure| (figure.label.as_str(), figure.name.as_str())).collect()
}

/// An order in words, in JSON, or as a table of the file.
fn order(answer: &Answer, names: &Names, faults: &mut Vec<Fault>) -> Option<Order> {
    let order = match &answer.node().value {
        Value::Text(text) => match read(text, names) {
            Ok(readings) => readings.into_iter().next().map(|reading| reading.order),
            Err(stumble) => {
                faults.push(answer.fault(stumble.to_string()));
                None
            }
        },
        _ => match json::read(answer.node()) {
            Ok(order) => Some(order),
            Err(fault) => {
                faults.push(answer.fault(fault.to_string()).at(fault.span.or(answer.node().span.clone())));
                None
            }
        },
    }?;
    let unknown = unknown(&order, names);
    for (field, name) in &unknown {
        let what = format!("{field}: there is no {field} `{name}`");
        faults.push(answer.fault(under(rule::ORDERS_REFERENCE, what)));
    }
    unknown.is_empty().then(|| order.worded(|order| print(order, names)))
}

/// Verbs for light troops alone are given to light troops alone.
fn lawful(order: &Order, light: bool, answer: &Answer, faults: &mut Vec<Fault>) {
    let verbs = order.every_leg().map(|leg| leg.verb).filter(|verb| verb.for_lights() && !light);
    for verb in verbs.collect::<Vec<Verb>>() {
        let what = format!("only light troops can be told to `{}`", verb.key());
        faults.push(answer.fault(under(rule::ORDERS_SKIRMISH, what)));
    }
}

/// The friends, enemies and features of an order that do not exist.
fn unknown(order: &Order, names: &Names) -> Vec<(&'static str, String)> {
    let mut unknown = Vec::new();
    let mut look = |field: &'static str, label: &str| {
        let called = match field {
            "friend" => &names.friends,
            "enemy" => &names.enemies,
            _ => &names.features,
        };
        if !called.iter().any(|one| one.label == label) {
            unknown.push((field, label.to_owned()));
        }
    };
    let mut refer = |reference: &Ref| match reference {
        Ref::Feature(id) => look("feature", id),
        Ref::Enemy(label) => look("enemy", label),
        Ref::Friend(label) => look("friend", label),
        _ => {}
    };
    order.every_leg().flat_map(|leg| leg.refs()).for_each(&mut refer);
    let mut triggers: Vec<&Trigger> = order.triggers().collect();
    while let Some(trigger) = triggers.pop() {
        match trigger {
            Trigger::All(all) => triggers.extend(all),
            Trigger::Not(not) => triggers.push(not),
            Trigger::FriendDoes(label, _) => look("friend", label),
            Trigger::EnemyDoes(label, _) => look("enemy", label),
            _ => {}
        }
    }
    unknown
}

fn card(field: &Field, side: Side, form: &Filled, names: &Names, faults: &mut Vec<Fault>) -> Vec<Signal> {
    let mut card: Vec<Signal> = Vec::new();
    for entry in form.records("signals") {
        let signal = u8::try_from(entry.int("signal")).unwrap_or(tables().command.signals);
        if card.iter().any(|other| other.number == signal) {
            let what = under(rule::ORDERS_SIGNAL_CARD, format!("signal {signal} is on the card already"));
            faults.push(entry.fault("signal", what));
        }
        let mut units = entry.opt("units").map(|_| Vec::new());
        for label in entry.opt("units").map(Answer::list).unwrap_or_default() {
            let own = number(field, label.text()).filter(|&id| field.side(id) == side);
            match (own, &mut units) {
                (Some(id), Some(units)) => units.push(id),
                _ => faults.push(label.fault(format!("this side has no unit `{}`", label.text()))),
            }
        }
        let order = entry.opt("order").and_then(|answer| order(answer, names, faults));
        card.push(Signal { number: signal, units, order, text: entry.text("text").to_owned() });
    }
    card
}
