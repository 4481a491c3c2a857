//! Command: what generals do in a period, and how orders reach their units (`wrg1969.orders.change.delay`,
//! `wrg1969.orders.change.timeline`).
//!
//! Each period a general does one thing: dictate an order, hear a report, give a signal, ride to a unit or leave one.
//! A sheet asks for it: a line for a new order to each unit, a pick for each general, each free messenger, and each
//! unit that has something to report.

mod judge;

pub use judge::{check, read_wish};

use crate::board::Board;
use crate::board::state::{Carrier, Due, General, Message, Phase, Runner, Written};
use crate::data::feature::Feature;
use crate::data::measure::mils;
use crate::orders::delays::digesting;
use crate::orders::knowledge::news;
use crate::orders::language::order_words;
use crate::orders::messengers::{self, Waiting, is_free};
use crate::orders::order::Order;
use crate::orders::sheet::{own_troops, take_reading};
use crate::orders::{names, signals, standing};
use crate::{Wrg1969, rule};
use std::sync::Arc;
use umpire::voice::{self, name};
use umpire::{Ask, BySide, Choice, Cx, Field, Form, LineAsk, OptionId, PickAsk, Ruling, Side, UnitId};

/// What a general does in a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Nothing but dictate what is written for one of his units, if anything is.
    Dictate,
    /// He hears a report.
    Hear(Waiting),
    /// He gives a signal.
    Signal(u8),
    /// He rides to a unit, to join it.
    Ride(UnitId),
    /// He leaves the unit he is with.
    Leave,
    /// He gives up where he was riding to, and stands.
    Stay,
}

/// A checked command sheet.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// What each general does, by his figure.
    pub acts: Vec<(UnitId, Act)>,
    /// Orders dictated: by whom, to whom, and every way in which each can be read.
    pub dictated: Vec<(UnitId, UnitId, Vec<Order>)>,
    /// Messengers sent to look at a feature, by their places in their lists.
    pub scouts: Vec<(u16, u16)>,
    /// Units that send a runner.
    pub runners: Vec<UnitId>,
}

/// Something to pick on the sheet.
enum Pick {
    Act(UnitId, Vec<Act>),
    Scout(u16),
    Runner(UnitId),
}

/// What each side is asked at the start of a period; a side without a general, or without anyone to command, is not.
pub fn pending(board: &Board<'_>, field: &Field, side: Side) -> Option<Ask> {
    is_asked(board.book, field, board.phase, side).then(|| ask(board, field, side))
}

/// Whether a side has a general, and someone to command.
pub fn is_asked(book: &Wrg1969, field: &Field, phase: &Phase, side: Side) -> bool {
    let troops = |id: UnitId| field.side(id) == side && field.on_table(id) && book.kit(id).is_troops();
    phase.command[side].generals().next().is_some() && field.ids().any(troops)
}

fn ask(board: &Board<'_>, field: &Field, side: Side) -> Ask {
    let line = |unit: UnitId| LineAsk {
        unit: Some(unit),
        label: format!("new order for {}", field.card(unit).name).into(),
        now: String::new(),
        rule: rule::ORDERS_CHANGE_DELAY,
    };
    let lines = own_troops(board, side).map(|b| line(b.id)).collect();
    let picks = picks(board, side).iter().map(|p| pick_ask(board, field, side, p)).collect();
    Ask::new(
        rule::ORDERS_CHANGE_DELAY,
        "What do the general and his messengers do?",
        Form::Sheet { lines, picks },
    )
}

fn picks(board: &Board<'_>, side: Side) -> Vec<Pick> {
    let command = &board.phase.command[side];
    let mut picks: Vec<Pick> =
        command.generals().map(|g| Pick::Act(g.figure, acts(board, side, g))).collect();
    let free = command.riders.iter().enumerate().filter(|(_, r)| is_free(board, r));
    picks.extend(free.map(|(i, _)| Pick::Scout(i as u16)));
    let idle = |unit: UnitId| !board.routing(unit) && !command.runners.iter().any(|r| r.unit == unit);
    let units = own_troops(board, side).filter(|b| b.kit.is_unit() && idle(b.id));
    picks.extend(units.map(|b| Pick::Runner(b.id)));
    picks
}

/// Everything a general may do, dictating first.
fn acts(board: &Board<'_>, side: Side, general: &General) -> Vec<Act> {
    let command = &board.phase.command[side];
    let mut acts = vec![Act::Dictate];
    acts.extend(messengers::reports(board, side, general.figure).into_iter().map(Act::Hear));
    acts.extend(command.card.iter().map(|s| Act::Signal(s.number)));
    if general.with.is_some() {
        acts.push(Act::Leave);
    } else if general.riding_to.is_some() {
        acts.push(Act::Stay);
    }
    let units = own_troops(board, side).filter(|b| b.kit.is_unit()).map(|b| b.id);
    acts.extend(units.filter(|id| general.with != Some(*id)).map(Act::Ride));
    acts
}

fn pick_ask(board: &Board<'_>, field: &Field, side: Side, pick: &Pick) -> PickAsk {
    let name = |id: UnitId| field.card(id).name.as_str();
    let choice = |label: String, rule, units: Vec<UnitId>| Choice { label: label.into(), rule, units };
    let command = &board.phase.command[side];
    let (unit, label, options) = match pick {
        Pick::Act(figure, acts) => {
            let option = |act: &Act| match act {
                Act::Dictate => {
                    choice("dictate what is written, or nothing".into(), rule::ORDERS_CHANGE_DELAY, vec![])
                }
                Act::Hear(waiting) => {
                    let from = match waiting {
                        Waiting::Runner(i) => command.runners[usize::from(*i)].unit,
                        Waiting::Rider(i) => command.riders[usize::from(*i)].figure,
                    };
                    choice(format!("hear the report of {}", name(from)), rule::ORDERS_REPORT, vec![from])
                }
                Act::Signal(n) => choice(format!("give signal {n}"), rule::ORDERS_CHANGE_SIGNAL, vec![]),
                Act::Ride(to) => {
                    choice(format!("ride to {}", name(*to)), rule::ORDERS_CHANGE_DIRECT, vec![*to])
                }
                Act::Leave => choice("leave his unit".into(), rule::ORDERS_DIRECT_CONTROL, vec![]),
                Act::Stay => choice("stand where he is".into(), rule::ORDERS_MESSENGERS, vec![]),
            };
            (*figure, format!("{} does", name(*figure)), acts.iter().map(option).collect())
        }
        Pick::Scout(rider) => {
            let figure = command.riders[usize::from(*rider)].figure;
            let stays = choice("ride with the general".into(), rule::ORDERS_MESSENGERS, vec![]);
            let scout = |f: &Feature| choice(format!("look at {}", f.name), rule::ORDERS_REPORT, vec![]);
            let options = std::iter::once(stays).chain(board.book.features.iter().map(scout)).collect();
            (figure, format!("{} does", name(figure)), options)
        }
        Pick::Runner(unit) => {
            let options = ["send nobody", "send a runner to the general"];
            let options = options.map(|o| choice(o.to_owned(), rule::ORDERS_REPORT, vec![]));
            (*unit, format!("report of {}", name(*unit)), options.into())
        }
    };
    PickAsk { unit: Some(unit), label: label.into(), options, usual: OptionId(0) }
}

fn with(command: &crate::board::state::Command, general: UnitId, unit: UnitId) -> bool {
    command.generals().any(|g| g.figure == general && g.with == Some(unit))
}

/// The first free messenger of a general who is not sent scouting.
fn carrier(board: &Board<'_>, side: Side, general: UnitId, plan: &Plan) -> Option<usize> {
    let riders = board.phase.command[side].riders.iter().enumerate();
    let mut free = riders.filter(|(i, r)| {
        r.of == general && is_free(board, r) && !plan.scouts.iter().any(|(s, _)| usize::from(*s) == *i)
    });
    free.next().map(|(i, _)| i)
}

/// Opens both envelopes: what is dictated is written down, signals are hoisted, riders set out.
pub fn resolve(book: &Wrg1969, phase: &mut Phase, plans: BySide<Option<Plan>>, cx: &mut Cx<'_>) {
    let field = cx.field().clone();
    for (side, plan) in Side::ALL.into_iter().zip(plans.0) {
        let Some(plan) = plan else { continue };
        for (general, unit, readings) in &plan.dictated {
            let board = Board::of(book, &field, phase);
            let taken = take_reading(&board, &field, *unit, readings.clone(), cx.dice);
            let rider = carrier(&board, side, *general, &plan);
            tell_dictation(&board, &field, (*general, *unit), &taken.0, rider, cx);
            dictate(phase, side, *general, *unit, taken, rider);
        }
        // Reports are heard last: hearing takes them off the list.
        let mut acts = plan.acts.clone();
        acts.sort_by_key(|(_, act)| matches!(act, Act::Hear(_)));
        for (general, act) in acts {
            perform(book, &field, phase, side, general, act, cx);
        }
        send(book, &field, phase, side, &plan);
    }
}

/// Writes down what a general dictates, for his own side: in his own words, whatever the umpire makes of them.
fn tell_dictation(
    board: &Board<'_>,
    field: &Field,
    (general, unit): (UnitId, UnitId),
    order: &Order,
    rider: Option<usize>,
    cx: &mut Cx<'_>,
) {
    let side = field.side(unit);
    let command = &board.phase.command[side];
    cx.rule(|_| {
        let words = order_words(order, &names::all(board.book, field.roster(), side));
        let goes = match rider.map(|i| command.riders[i].figure) {
            _ if with(command, general, unit) => "in person".to_owned(),
            Some(figure) => format!("by {}", field.card(figure).name),
            None => "but had nobody to carry it".to_owned(),
        };
        let (who, to) = (&field.card(general).name, name(field, unit));
        let text = format!("{who} dictated an order to {to}, {goes}: \"{words}\"");
        Ruling::new(rule::ORDERS_CHANGE_DELAY, text).kept_for(side)
    });
}

fn dictate(
    phase: &mut Phase,
    side: Side,
    general: UnitId,
    unit: UnitId,
    (order, other): (Order, Vec<Order>),
    rider: Option<usize>,
) {
    let period = phase.period;
    let command = &mut phase.command[side];
    let in_person = with(command, general, unit);
    let carrier = if in_person { Carrier::General } else { Carrier::Messenger };
    if let Some(at) = command.ordered_at.get_mut(unit.index()) {
        *at = command.events.len() as u16;
    }
    let order = Arc::new(order);
    command.sheet.push(Written { unit, period, carrier, order: Arc::clone(&order), other, acted: None });
    let generals = command.general.iter_mut().chain(&mut command.subordinates);
    generals
        .filter(|g| g.figure == general)
        .for_each(|g| (g.dictated, g.busy_in) = (Some((unit, period)), period));
    if in_person {
        command.due.push(Due { unit, order, period: period + 1 });
    } else if let Some(rider) = rider {
        let rider = &mut command.riders[rider];
        (rider.carries, rider.since, rider.galloped) = (Some((unit, Message::Order(order))), period, false);
    }
}

fn perform(
    book: &Wrg1969,
    field: &Field,
    phase: &mut Phase,
    side: Side,
    general: UnitId,
    act: Act,
    cx: &mut Cx<'_>,
) {
    let period = phase.period;
    if matches!(act, Act::Hear(_) | Act::Signal(_)) {
        change(phase, side, general, |g| g.busy_in = period);
    }
    match act {
        Act::Dictate => {}
        Act::Hear(report) => {
            let saw = messengers::hear(phase, side, report);
            tell_report(field, side, general, &saw, cx);
        }
        Act::Signal(number) => give_signal(book, field, phase, side, general, number, cx),
        Act::Ride(to) => {
            leave(phase, side, general);
            let ride = |g: &mut General| g.riding_to = Some(to);
            change(phase, side, general, ride);
        }
        Act::Leave => leave(phase, side, general),
        Act::Stay => change(phase, side, general, |g| g.riding_to = None),
    }
}

fn tell_report(field: &Field, side: Side, general: UnitId, saw: &[UnitId], cx: &mut Cx<'_>) {
    cx.rule(|_| {
        let seen: Vec<String> = saw.iter().map(|id| name(field, *id).to_string()).collect();
        let seen = if seen.is_empty() { "no enemy".to_owned() } else { voice::list(seen) };
        let text = format!("{} heard a report of {seen}.", field.card(general).name);
        Ruling::new(rule::ORDERS_REPORT, text).kept_for(side)
    });
}

fn change(phase: &mut Phase, side: Side, general: UnitId, to: impl Fn(&mut General)) {
    let command = &mut phase.command[side];
    let generals = command.general.iter_mut().chain(&mut command.subordinates);
    generals.filter(|g| g.figure == general).for_each(to);
}

/// The general leaves his unit: it has no order unless he dictated one in the period before
/// (`wrg1969.orders.direct_control`).
fn leave(phase: &mut Phase, side: Side, general: UnitId) {
    let period = phase.period;
    let left = phase.command[side]
        .generals()
        .find(|g| g.figure == general)
        .and_then(|g| Some((g.with?, g.dictated)));
    if let Some((unit, told)) = left {
        if told != Some((unit, period.saturating_sub(1))) {
            standing::strike_out(phase, unit);
        }
        change(phase, side, general, |g| (g.with, g.galloped) = (None, false));
    }
}

/// Everyone who sees a signal has it; the card's order comes into force in the next period, except for those whose
/// own order waits for that signal (`wrg1969.orders.signal_card`).
fn give_signal(
    book: &Wrg1969,
    field: &Field,
    phase: &mut Phase,
    side: Side,
    general: UnitId,
    number: u8,
    cx: &mut Cx<'_>,
) {
    let text = format!("{} general gave a signal by his standard.", voice::side(field, side).own());
    cx.rule(|_| Ruling::new(rule::ORDERS_CHANGE_SIGNAL, text));
    let board = Board::of(book, field, phase);
    let command = &phase.command[side];
    let Some(signal) = command.card.iter().find(|s| s.number == number).cloned() else { return };
    let Some(figure) = board.body(general) else { return };
    let mine = |unit: UnitId| command.general_of(unit, phase.period).is_some_and(|g| g.figure == general);
    let received: Vec<UnitId> = own_troops(&board, side)
        .filter(|b| mine(b.id) && signals::reaches(&board, figure, b, &signal))
        .map(|b| b.id)
        .collect();
    cx.rule(|_| {
        let said = signals::meaning(&signal, &names::all(book, field.roster(), side));
        let seen: Vec<String> = received.iter().map(|id| name(field, *id).to_string()).collect();
        let seen = if seen.is_empty() { "nobody".to_owned() } else { voice::list(seen) };
        let text = format!("It meant \"{said}\", signal {number}; seen by {seen}.");
        Ruling::new(rule::ORDERS_SIGNAL_CARD, text).kept_for(side)
    });
    phase.command[side].given |= 1 << number;
    let events = phase.command[side].events.len() as u16;
    for unit in received {
        let state = &mut phase.units[unit.index()];
        state.kept.signals |= 1 << number;
        let own = state.kept.order.as_ref().is_some_and(|s| standing::waits_for(&s.order, number));
        let light = book.kit(unit).troop.is_light();
        let fits = |order: &&Order| light || !order.every_leg().any(|leg| leg.verb.for_lights());
        if let Some(order) = signal.order.as_ref().filter(fits).filter(|_| !own) {
            let (order, period) = (Arc::new(order.clone()), phase.period);
            let carrier = Carrier::Signal(number);
            let written = Arc::clone(&order);
            let entry = Written { unit, period, carrier, order: written, other: Vec::new(), acted: None };
            phase.command[side].sheet.push(entry);
            if let Some(at) = phase.command[side].ordered_at.get_mut(unit.index()) {
                *at = events;
            }
            let acts = period + 1 + digesting(&book.house);
            phase.command[side].due.push(Due { unit, order, period: acts });
        }
    }
}

/// Scouts and runners set out.
fn send(book: &Wrg1969, field: &Field, phase: &mut Phase, side: Side, plan: &Plan) {
    let board = Board::of(book, field, phase);
    let mut runners = Vec::new();
    for unit in &plan.runners {
        let general = phase.command[side].general_of(*unit, phase.period).map(|g| g.figure);
        if let (Some(body), Some(to)) = (board.body(*unit), general) {
            let (at, saw) = (mils(body.standard()), news(&board, body));
            runners.push(Runner { unit: *unit, to, at, saw, galloped: false, arrived: None });
        }
    }
    let period = phase.period;
    let command = &mut phase.command[side];
    command.runners.extend(runners);
    for (rider, feature) in &plan.scouts {
        let rider = &mut command.riders[usize::from(*rider)];
        // He needs no dictation, so he rides at once.
        let errand = (rider.of, Message::Scout(*feature, Vec::new()));
        (rider.carries, rider.since, rider.galloped) = (Some(errand), period.saturating_sub(1), false);
    }
}

/// The end of a period: what arrived, which orders come into force in the next, what the generals have learnt.
/// `completed` have carried out their orders (`triggers::judge`).
pub fn end_of_period(book: &Wrg1969, phase: &mut Phase, completed: &[UnitId], cx: &mut Cx<'_>) {
    messengers::arrive(book, phase, cx);
    let field = cx.field().clone();
    let next = phase.period + 1;
    let mut void = Vec::new();
    for side in Side::ALL {
        let (now, later): (Vec<Due>, Vec<Due>) =
            std::mem::take(&mut phase.command[side].due).into_iter().partition(|d| d.period <= next);
        phase.command[side].due = later;
        for due in now {
            phase.period = next;
            if !standing::receive(book, &field, phase, due.unit, due.order) {
                void.push(due.unit);
            }
            phase.period = next - 1;
        }
    }
    standing::wake(phase);
    for unit in void {
        let text = format!("{} could make nothing of the new order.", name(&field, unit));
        cx.rule(|_| Ruling::new(rule::ORDERS_REFERENCE, text).kept_for(field.side(unit)));
    }
    crate::orders::knowledge::observe(book, &field, phase, completed);
}

/// Puts an order in force from the next period that an owner wrote for a unit that acts as the general would wish.
pub fn grant_wish(book: &Wrg1969, phase: &mut Phase, unit: UnitId, readings: Vec<Order>, cx: &mut Cx<'_>) {
    let field = cx.field().clone();
    let (order, other) = take_reading(&Board::of(book, &field, phase), &field, unit, readings, cx.dice);
    let (acted, order) = (Some(phase.period + 1), Arc::new(order));
    let (side, period, carrier) = (field.side(unit), phase.period, Carrier::Reaction);
    let written = Written { unit, period, carrier, order: Arc::clone(&order), other, acted };
    phase.command[side].sheet.push(written);
    standing::put_in_force(phase, unit, order);
}
