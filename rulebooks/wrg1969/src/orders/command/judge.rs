//! What a general may be told to do, and why not.

use crate::board::state::Phase;
use crate::board::{Board, sight, veil};
use crate::orders::command::{Act, Pick, Plan, carrier, picks, with};
use crate::orders::knowledge::{groundless, news};
use crate::orders::language::Names;
use crate::orders::order::Order;
use crate::orders::sheet::{names_for, own_troops, read_order, seen_from, written};
use crate::{Wrg1969, rule};
use ruling::Refusal;
use umpire::{Command, Field, Side, UnitId};

/// Judges a command sheet.
///
/// # Errors
/// Every reason why it cannot stand.
pub fn check(
    book: &Wrg1969,
    field: &Field,
    phase: &Phase,
    side: Side,
    command: &Command,
) -> Result<Plan, Vec<Refusal>> {
    if *command == Command::Done {
        return Ok(Plan::default());
    }
    let board = veil::board(book, field, phase, side);
    let units: Vec<UnitId> = own_troops(&board, side).map(|b| b.id).collect();
    let (lines, chosen) = written(command, units.len(), rule::ORDERS_CHANGE_DELAY)?;
    let mut plan = Plan::default();
    let mut refusals = Vec::new();
    if !chosen.is_empty() {
        let picks = picks(&board, side);
        for (number, option) in chosen {
            refusals.extend(pick_made(&board, side, &mut plan, picks.get(number), usize::from(option.0)));
        }
    }
    let lines: Vec<(usize, &str)> = lines.into_iter().filter(|(_, text)| !text.trim().is_empty()).collect();
    if !lines.is_empty() {
        let names = names_for(&board, field, side);
        for (number, text) in lines {
            match dictated(&board, field, &names, side, units[number], text) {
                Ok(order) => plan.dictated.push(order),
                Err(no) => refusals.extend(no),
            }
        }
    }
    refusals.extend(one_thing_each(field, &plan));
    refusals.extend(enough_messengers(&board, side, &plan));
    if refusals.is_empty() { Ok(plan) } else { Err(refusals) }
}

/// Takes a pick into the plan; the reason why not, if it cannot be made.
fn pick_made(
    board: &Board<'_>,
    side: Side,
    plan: &mut Plan,
    pick: Option<&Pick>,
    option: usize,
) -> Option<Refusal> {
    let stray = || Some(Refusal::new(rule::ORDERS_CHANGE_DELAY, "the sheet has no such pick"));
    match pick {
        Some(Pick::Act(figure, _)) if plan.acts.iter().any(|(f, _)| f == figure) => {
            return Some(Refusal::new(rule::ORDERS_CHANGE_DELAY, "a general does one thing in a period"));
        }
        Some(Pick::Act(figure, acts)) => match acts.get(option) {
            Some(act) => plan.acts.push((*figure, *act)),
            None => return stray(),
        },
        Some(Pick::Scout(_) | Pick::Runner(_)) if option == 0 => {}
        Some(Pick::Scout(rider)) => {
            let figure = board.phase.command[side].riders[usize::from(*rider)].figure;
            let feature = board.book.features.get(option - 1);
            let (Some(feature), Some(body)) = (feature, board.body(figure)) else { return stray() };
            if !sight::sees_feature(board, body, feature) {
                let why = format!("the messenger cannot see {}", feature.name);
                return Some(Refusal::new(rule::ORDERS_VISIBLE, why).about(figure.0));
            }
            plan.scouts.push((*rider, option as u16 - 1));
        }
        Some(Pick::Runner(unit)) if option == 1 => {
            if board.body(*unit).is_none_or(|body| news(board, body).is_empty()) {
                let why = "it sees no enemy that the general does not know of";
                return Some(Refusal::new(rule::ORDERS_REPORT, why).about(unit.0));
            }
            plan.runners.push(*unit);
        }
        _ => return stray(),
    }
    None
}

/// An order dictated: by whom, to whom, and how it can be read.
fn dictated(
    board: &Board<'_>,
    field: &Field,
    names: &Names,
    side: Side,
    unit: UnitId,
    text: &str,
) -> Result<(UnitId, UnitId, Vec<Order>), Vec<Refusal>> {
    let Some(general) = board.phase.command[side].general_of(unit, board.phase.period) else {
        return Err(vec![Refusal::new(rule::GENERAL_DEATH, "there is nobody to dictate it").about(unit.0)]);
    };
    let orders = read_order(board, field, names, unit, text)?;
    match orders.iter().find_map(|order| groundless(board, field, side, unit, order)) {
        Some(no) => Err(vec![no]),
        None => Ok((general.figure, unit, orders)),
    }
}

/// A general dictates one order in a period, and does nothing besides.
fn one_thing_each(field: &Field, plan: &Plan) -> Vec<Refusal> {
    let mut refusals = Vec::new();
    for (i, (general, unit, _)) in plan.dictated.iter().enumerate() {
        let busy = plan.acts.iter().any(|(g, act)| g == general && *act != Act::Dictate);
        let twice = plan.dictated[..i].iter().any(|(g, ..)| g == general);
        if busy || twice {
            let why = format!("{} does one thing in a period", field.card(*general).name);
            let no = Refusal::new(rule::ORDERS_CHANGE_DELAY, why).about(unit.0);
            refusals.push(no.instead("dictate one order, and leave the rest for the next period"));
        }
    }
    refusals
}

/// Every order dictated needs a free messenger, unless the general is with the unit.
fn enough_messengers(board: &Board<'_>, side: Side, plan: &Plan) -> Vec<Refusal> {
    let command = &board.phase.command[side];
    let mut refusals = Vec::new();
    for (general, unit, _) in &plan.dictated {
        if !with(command, *general, *unit) && carrier(board, side, *general, plan).is_none() {
            let no = Refusal::new(rule::ORDERS_MESSENGERS_NUMBER, "no messenger is free to carry it");
            refusals.push(no.about(unit.0).instead("wait for one, give a signal, or ride there"));
        }
    }
    refusals
}

/// Reads the order an owner writes for a unit that acts as the general would wish: no messenger, no grounds needed
/// (`wrg1969.reaction.effect.act_as_cinc`).
///
/// # Errors
/// Why it cannot be given.
pub fn read_wish(
    book: &Wrg1969,
    field: &Field,
    phase: &Phase,
    unit: UnitId,
    text: &str,
) -> Result<Vec<Order>, Vec<Refusal>> {
    let board = veil::board(book, field, phase, field.side(unit));
    let names = names_for(&board, field, field.side(unit));
    let orders = read_order(&board, field, &names, unit, text)?;
    seen_from(&board, field, &names, unit, orders)
}
