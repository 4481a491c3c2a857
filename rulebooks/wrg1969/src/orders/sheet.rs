//! Writing: orders read and judged for a unit, and the sheet that is sealed before the battle
//! (`wrg1969.orders.write`).

use crate::board::state::{Carrier, Phase, Standing, Written};
use crate::board::{Board, Body, sight, veil};
use crate::house::{Ambiguity, Fog};
use crate::orders::advice::advise;
use crate::orders::language::{Names, Stumble, order_words, print, read_for};
use crate::orders::order::{Leg, Order, Signal, Verb};
use crate::orders::reference::{candidates, choose_reading, fair_die, void};
use crate::orders::{names, signals};
use crate::{Wrg1969, rule};
use dice::{D6, Dice, RollId};
use ruling::{Refusal, RuleId};
use std::sync::Arc;
use umpire::voice::name;
use umpire::{
    Ask, BySide, Choice, Command, Cx, Field, Form, LineAsk, OptionId, PickAsk, Ruling, Side, UnitId,
};

/// What a sealed order sheet holds.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// New orders: for whom, and every way in which each can be read.
    pub orders: Vec<(UnitId, Vec<Order>)>,
    /// The card, each signal with every way in which its order can be read; none if it is as it was.
    pub card: Vec<(Signal, Vec<Order>)>,
    /// Under which general each unit stands, by his place among the subordinates; none for the commander in chief.
    pub under: Vec<(UnitId, Option<u8>)>,
}

/// The names a side may write: with fog, only of enemies that someone of its own sees.
pub fn names_for(board: &Board<'_>, field: &Field, side: Side) -> Names {
    let known = |id: UnitId| is_known(board, side, id);
    names::of(board.book, field.roster(), side, known)
}

/// Whether a side knows an enemy by sight, or its general by report.
pub fn is_known(board: &Board<'_>, side: Side, enemy: UnitId) -> bool {
    let command = &board.phase.command[side];
    board.book.house.fog == Fog::Open
        || command.knows.contains(&enemy)
        || command.heard.contains(&enemy)
        || board.body(enemy).is_some_and(|b| sight::seen_by(board, b, side))
}

/// Every reading of an order written for a unit that it could have (`wrg1969.orders.language`).
///
/// # Errors
/// Why it cannot be given: the words not understood, what the unit may not be told, what nobody knows of; under the
/// `warn` house rule also every doubt.
pub fn read_order(
    board: &Board<'_>,
    field: &Field,
    names: &Names,
    unit: UnitId,
    text: &str,
) -> Result<Vec<Order>, Vec<Refusal>> {
    let name = &field.card(unit).name;
    let readings = read_for(text, names, Some(&field.card(unit).label)).map_err(|_| {
        let no = advise(board, field, names, unit, text).stumble;
        no.iter().map(|no| stumbled(rule::ORDERS_LANGUAGE, name, no).about(unit.0)).collect::<Vec<_>>()
    })?;
    let mut orders: Vec<Order> = Vec::new();
    let mut refusals = Vec::new();
    for reading in readings {
        match forbidden(board, field, names, unit, &reading.order) {
            None => orders.push(reading.order),
            Some(no) => refusals.push(no.about(unit.0)),
        }
    }
    if orders.is_empty() {
        refusals.dedup();
        return Err(refusals);
    }
    let warns = board.book.house.ambiguity == Ambiguity::Warn;
    match warns.then(|| doubt(board, field, names, unit, &orders)).flatten() {
        Some(no) => Err(vec![no.about(unit.0)]),
        None => Ok(orders),
    }
}

fn stumbled(rule: RuleId, name: &str, no: &Stumble) -> Refusal {
    let at = match no.words.as_str() {
        "" => "at the end".to_owned(),
        words => format!("at \"{words}\" (letters {} to {})", no.span.start + 1, no.span.end),
    };
    let refusal = Refusal::new(rule, format!("{name}: {} {at}", no.why));
    if no.near.is_empty() { refusal } else { refusal.instead(no.near.join("; ")) }
}

/// Why troops may not be told this: it is not for their kind, or it names what nobody knows of.
fn forbidden(
    board: &Board<'_>,
    field: &Field,
    names: &Names,
    unit: UnitId,
    order: &Order,
) -> Option<Refusal> {
    let light = board.book.kit(unit).troop.is_light();
    let skirmish = order.every_leg().any(|leg| leg.verb.for_lights() && !light);
    let (_, why) = crate::orders::advice::unfit(board, field, names, unit, order)?;
    let rule = if skirmish { rule::ORDERS_SKIRMISH } else { rule::ORDERS_REFERENCE };
    let refusal = Refusal::new(rule, why);
    Some(if skirmish { refusal.instead("attack, support or hold") } else { refusal })
}

/// The doubt about an order that can be read in several ways.
fn several(name: &str, names: &Names, orders: &[Order]) -> Option<Refusal> {
    if orders.len() < 2 {
        return None;
    }
    let said: Vec<String> = orders.iter().map(|o| print(o, names)).collect();
    let why = format!("{name}: this can be read in {} ways", said.len());
    Some(Refusal::new(rule::ORDERS_AMBIGUITY, why).instead(said.join(" or ")))
}

/// What is doubtful about an order: several readings, or a first leg that fits several things.
fn doubt(board: &Board<'_>, field: &Field, names: &Names, unit: UnitId, orders: &[Order]) -> Option<Refusal> {
    let name = &field.card(unit).name;
    if let Some(several) = several(name, names, orders) {
        return Some(several);
    }
    let target = orders[0].legs[0].target.as_ref()?;
    let fitting = candidates(board, field.roster(), board.body(unit)?, target).len();
    (fitting > 1).then(|| {
        let what = crate::orders::language::say(target, names);
        Refusal::new(rule::ORDERS_EXPLOIT, format!("{name}: {fitting} things fit {what}"))
    })
}

/// The orders among some readings that are not void where the unit stands.
///
/// # Errors
/// What it cannot see, if that voids them all.
pub fn seen_from(
    board: &Board<'_>,
    field: &Field,
    names: &Names,
    unit: UnitId,
    orders: Vec<Order>,
) -> Result<Vec<Order>, Vec<Refusal>> {
    let Some(body) = board.body(unit) else { return Ok(orders) };
    let lacking = |o: &Order| void(board, field.roster(), body, o);
    let first = orders.iter().find_map(lacking);
    let sound: Vec<Order> = orders.into_iter().filter(|o| lacking(o).is_none()).collect();
    match first {
        Some((_, r)) if sound.is_empty() => {
            let why = format!(
                "{} sees nothing that is {}",
                field.card(unit).name,
                crate::orders::language::say(&r, names)
            );
            let no = Refusal::new(rule::ORDERS_VISIBLE, why).about(unit.0);
            Err(vec![no.instead("march in a direction until it is in view")])
        }
        _ => Ok(sound),
    }
}

/// What a side is asked before the battle.
pub fn ask(board: &Board<'_>, field: &Field, side: Side) -> Ask {
    let phase = board.phase;
    let names = names_for(board, field, side);
    let mut lines: Vec<LineAsk> = Vec::new();
    for body in own_troops(board, side) {
        let now = match &phase.units[body.id.index()].kept.order {
            Some(standing) if !standing.order.text.is_empty() => standing.order.text.clone(),
            Some(standing) => print(&standing.order, &names),
            None => "Hold.".to_owned(),
        };
        let label = format!("order for {}", field.card(body.id).name);
        lines.push(LineAsk { unit: Some(body.id), label: label.into(), now, rule: rule::ORDERS_WRITE });
    }
    let roster = field.roster();
    for number in 1..=4 {
        let entry = phase.command[side].card.iter().find(|s| s.number == number);
        let now = entry.map_or_else(String::new, |s| signals::print(s, roster, &names));
        let label = format!("signal {number}");
        lines.push(LineAsk { unit: None, label: label.into(), now, rule: rule::ORDERS_SIGNAL_CARD });
    }
    let picks = own_troops(board, side).filter_map(|b| general_pick(field, phase, side, b.id)).collect();
    Ask::new(
        rule::ORDERS_WRITE,
        "Write an order for every unit, and the signal card.",
        Form::Sheet { lines, picks },
    )
}

/// Which general commands a unit, where there are several (`wrg1969.orders.subordinates`).
fn general_pick(field: &Field, phase: &Phase, side: Side, unit: UnitId) -> Option<PickAsk> {
    let command = &phase.command[side];
    let choice = |figure: UnitId| Choice {
        label: field.card(figure).name.clone().into(),
        rule: rule::ORDERS_SUBORDINATES,
        units: vec![figure],
    };
    let first = command.general.as_ref().filter(|_| !command.subordinates.is_empty())?;
    let options = std::iter::once(first).chain(&command.subordinates).map(|g| choice(g.figure)).collect();
    let now = command.subordinates.iter().position(|g| g.units.contains(&unit)).map_or(0, |i| i + 1);
    let label = format!("general of {}", field.card(unit).name);
    Some(PickAsk { unit: Some(unit), label: label.into(), options, usual: OptionId(now as u16) })
}

/// A side's units and engines on the table.
pub fn own_troops<'b, 'a>(board: &'b Board<'a>, side: Side) -> impl Iterator<Item = &'b Body<'a>> {
    board.troops().filter(move |b| b.side == side)
}

/// Judges an order sheet.
///
/// # Errors
/// Every line that cannot stand, with the words it fails on.
pub fn check(
    book: &Wrg1969,
    field: &Field,
    phase: &Phase,
    side: Side,
    command: &Command,
) -> Result<Sheet, Vec<Refusal>> {
    let board = veil::board(book, field, phase, side);
    let units: Vec<UnitId> = own_troops(&board, side).map(|b| b.id).collect();
    let (lines, picks) = written(command, units.len() + 4, rule::ORDERS_WRITE)?;
    let names = names_for(&board, field, side);
    let mut refusals = Vec::new();
    let card = phase.command[side].card.iter().map(|signal| (signal.clone(), Vec::new())).collect();
    let mut sheet = Sheet { orders: Vec::new(), card, under: Vec::new() };
    for (number, text) in lines {
        if let Some(&unit) = units.get(number) {
            let orders = read_order(&board, field, &names, unit, text)
                .and_then(|orders| seen_from(&board, field, &names, unit, orders));
            match orders {
                Ok(orders) => sheet.orders.push((unit, orders)),
                Err(no) => refusals.extend(no),
            }
            continue;
        }
        let signal = (number - units.len()) as u8 + 1;
        match signals::read_line(signal, text, field.roster(), side, &names) {
            Ok(entry) => {
                let readings = entry.as_ref().map_or(&[][..], |(_, readings)| readings);
                let doubt = several(&format!("signal {signal}"), &names, readings);
                refusals.extend(doubt.filter(|_| book.house.ambiguity == Ambiguity::Warn));
                sheet.card.retain(|(s, _)| s.number != signal);
                sheet.card.extend(entry);
            }
            Err(no) => refusals.push(stumbled(rule::ORDERS_SIGNAL_CARD, &format!("signal {signal}"), &no)),
        }
    }
    sheet.card.sort_by_key(|(s, _)| s.number);
    for (number, option) in picks {
        let pick = units.get(number).and_then(|&u| general_pick(field, phase, side, u));
        match pick.filter(|p| usize::from(option.0) < p.options.len()).zip(units.get(number)) {
            Some((_, &unit)) => sheet.under.push((unit, option.0.checked_sub(1).map(|i| i as u8))),
            None => refusals.push(Refusal::new(rule::ORDERS_SUBORDINATES, "there is no such choice")),
        }
    }
    if refusals.is_empty() { Ok(sheet) } else { Err(refusals) }
}

/// The lines and picks of a filled sheet of so many lines; none for the sheet as it is offered.
///
/// # Errors
/// What is not on the sheet.
#[expect(clippy::type_complexity, reason = "two lists, read off at once")]
pub fn written(
    command: &Command,
    most: usize,
    rule: RuleId,
) -> Result<(Vec<(usize, &str)>, Vec<(usize, OptionId)>), Vec<Refusal>> {
    match command {
        Command::Done => Ok((Vec::new(), Vec::new())),
        Command::Sheet { lines, picks } => {
            let stray = lines.iter().any(|(n, _)| usize::from(*n) >= most);
            let twice = lines.iter().enumerate().any(|(i, (n, _))| lines[..i].iter().any(|(m, _)| m == n));
            if stray || twice {
                return Err(vec![Refusal::new(rule, "the sheet has no such line, or one is written twice")]);
            }
            let lines = lines.iter().map(|(n, text)| (usize::from(*n), text.as_str())).collect();
            Ok((lines, picks.iter().map(|(n, option)| (usize::from(*n), *option)).collect()))
        }
        _ => Err(vec![Refusal::new(rule, "fill in the sheet").instead("a sheet, or nothing more")]),
    }
}

/// The reading the umpire takes of an order, and the others.
pub fn take_reading(
    board: &Board<'_>,
    field: &Field,
    unit: UnitId,
    mut readings: Vec<Order>,
    dice: &mut dyn Dice,
) -> (Order, Vec<Order>) {
    let why = RollId::new(rule::ORDERS_AMBIGUITY.as_str(), field.side(unit) as u8).unit(unit.0);
    let taken = choose_reading(board, field.roster(), board.body(unit), &readings, &mut die(why, dice));
    let order = readings.remove(taken.min(readings.len() - 1));
    (order, readings)
}

/// A die of so many sides, from 0.
fn die(why: RollId, dice: &mut dyn Dice) -> impl FnMut(usize) -> usize {
    move |sides| fair_die(sides, &mut || dice.roll(why, &D6))
}

/// A line of the card as the umpire reads it, wherever those stand who will see it.
fn read_signal(
    board: &Board<'_>,
    field: &Field,
    side: Side,
    (signal, mut readings): (Signal, Vec<Order>),
    dice: &mut dyn Dice,
) -> Signal {
    if readings.len() < 2 {
        return signal;
    }
    let why = RollId::new(rule::ORDERS_AMBIGUITY.as_str(), side as u8);
    let taken = choose_reading(board, field.roster(), None, &readings, &mut die(why, dice));
    Signal { order: Some(readings.swap_remove(taken)), ..signal }
}

/// Opens both envelopes: the first orders stand.
pub fn resolve(book: &Wrg1969, phase: &mut Phase, sheets: BySide<Option<Sheet>>, cx: &mut Cx<'_>) {
    let field = cx.field().clone();
    cx.heading(rule::ORDERS_WRITE, |_| "Orders".to_owned());
    for (side, sheet) in Side::ALL.into_iter().zip(sheets.0) {
        let Some(sheet) = sheet else { continue };
        let card = {
            let board = Board::of(book, &field, phase);
            let read = |entry| read_signal(&board, &field, side, entry, cx.dice);
            sheet.card.into_iter().map(read).collect()
        };
        phase.command[side].card = card;
        for (unit, under) in sheet.under {
            for (i, general) in phase.command[side].subordinates.iter_mut().enumerate() {
                general.units.retain(|u| *u != unit);
                if under == Some(i as u8) {
                    general.units.push(unit);
                }
            }
        }
        let mut written = sheet.orders;
        written.sort_by_key(|(unit, _)| *unit);
        let board = Board::of(book, &field, phase);
        let units: Vec<UnitId> = own_troops(&board, side).map(|b| b.id).collect();
        let mut entries = Vec::new();
        for unit in units {
            let (order, other) = match written.iter().position(|(u, _)| *u == unit) {
                Some(i) => {
                    let readings = written.swap_remove(i).1;
                    let (order, other) = take_reading(&board, &field, unit, readings, cx.dice);
                    (Arc::new(order), other)
                }
                None => match &phase.units[unit.index()].kept.order {
                    Some(standing) => (Arc::clone(&standing.order), Vec::new()),
                    None => (Arc::new(Order::new(vec![Leg::new(Verb::Hold)])), Vec::new()),
                },
            };
            entries.push(Written { unit, period: 0, carrier: Carrier::Sheet, order, other, acted: Some(1) });
        }
        for entry in entries {
            cx.rule(|field| {
                let words = order_words(&entry.order, &names::all(book, field.roster(), side));
                let text = format!("{}: \"{words}\"", name(field, entry.unit));
                Ruling::new(rule::ORDERS_WRITE, text).kept_for(side)
            });
            phase.units[entry.unit.index()].kept.order = Some(Standing::new(Arc::clone(&entry.order)));
            phase.command[side].sheet.push(entry);
        }
        for signal in &phase.command[side].card {
            cx.rule(|field| {
                let roster = field.roster();
                let said = signals::meaning(signal, &names::all(book, roster, side));
                let to = signals::addressees_of(signal, field);
                let text = format!("{}, signal {} to {to}: \"{said}\"", roster.names[side], signal.number);
                Ruling::new(rule::ORDERS_SIGNAL_CARD, text).kept_for(side)
            });
        }
        phase.command[side].ordered_at = vec![0; phase.units.len()];
    }
    crate::orders::knowledge::observe(book, &field, phase, &[]);
}
