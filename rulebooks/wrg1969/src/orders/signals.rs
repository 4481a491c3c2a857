//! Signals: the card of at most four, and who sees one given (`wrg1969.orders.signal_card`).

use crate::board::sight::sees;
use crate::board::{Board, Body};
use crate::data::measure::within;
use crate::data::tables::tables;
use crate::orders::language::{Names, Stumble, json, order_words, read};
use crate::orders::order::{Order, Signal};
use crate::orders::reference::labelled;
use umpire::voice;
use umpire::{Field, Roster, Side, UnitId};

/// Reads a line of the card: nothing for a line left empty.
///
/// A line is an order for everyone, `To Cohort I and Gallic horse: advance` for some, a note in round brackets for a
/// signal that only makes triggers true, or the structured form.
///
/// # Errors
/// The words it stumbled on.
pub fn read_line(
    number: u8,
    text: &str,
    roster: &Roster,
    side: Side,
    names: &Names,
) -> Result<Option<(Signal, Vec<Order>)>, Stumble> {
    let said = text.trim();
    if said.is_empty() {
        return Ok(None);
    }
    if said.starts_with('{') {
        return read_structured(number, said, roster, side).map(Some);
    }
    let (units, rest) = match addressed(said) {
        Some((to, rest)) => (addressees(text, to, roster, side)?, rest),
        None => (None, said),
    };
    let signal =
        |order, text: &str| Signal { number, units: units.clone(), order, text: text.trim().to_owned() };
    if let Some(note) = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        return Ok(Some((signal(None, note), Vec::new())));
    }
    let orders: Vec<Order> =
        read(rest, names).map_err(|s| s.shifted(offset(text, rest)))?.into_iter().map(|r| r.order).collect();
    Ok(Some((signal(orders.first().cloned(), rest), orders)))
}

/// Whom a line is addressed to, and what comes after.
fn addressed(said: &str) -> Option<(&str, &str)> {
    let rest = said.strip_prefix("To ").or_else(|| said.strip_prefix("to "))?;
    let (to, rest) = rest.split_once(':')?;
    Some((to, rest.trim()))
}

/// The order of a line, without whom it is addressed to.
pub fn order_of(text: &str) -> &str {
    let said = text.trim_start();
    addressed(said).map_or(said, |(_, rest)| rest)
}

fn offset(text: &str, part: &str) -> usize {
    text.find(part).unwrap_or(0)
}

fn addressees(text: &str, to: &str, roster: &Roster, side: Side) -> Result<Option<Vec<UnitId>>, Stumble> {
    if matches!(to.trim().to_lowercase().as_str(), "all" | "everyone" | "all units") {
        return Ok(None);
    }
    let mut units = Vec::new();
    for name in to.split(',').flat_map(|part| part.split(" and ")) {
        let name = name.trim();
        let fits = |c: &umpire::UnitCard| {
            c.side == side && (c.label == name || crate::orders::language::same_name(&c.name, name))
        };
        match roster.cards.iter().position(fits) {
            Some(i) => units.push(UnitId(i as u16)),
            None => {
                let start = offset(text, name);
                let own = roster.cards.iter().filter(|c| c.side == side).map(|c| c.name.as_str());
                let near = form::nearest(name, own).map(str::to_owned).into_iter().collect();
                return Err(Stumble::new(text, start..start + name.len(), "no unit has this name", near));
            }
        }
    }
    Ok(Some(units))
}

fn read_structured(
    number: u8,
    text: &str,
    roster: &Roster,
    side: Side,
) -> Result<(Signal, Vec<Order>), Stumble> {
    let wrong = |why: String| Stumble::new(text, 0..text.len(), why, Vec::new());
    let node = form::parse_json(text).map_err(|f| wrong(f.to_string()))?;
    let units = match node.get("units").map(|n| &n.value) {
        None => None,
        Some(form::Value::Text(all)) if all == "all" => None,
        Some(form::Value::List(items)) => {
            let unit = |n: &form::Node| match &n.value {
                form::Value::Text(label) => labelled(roster, side, label),
                _ => None,
            };
            let units: Option<Vec<UnitId>> = items.iter().map(unit).collect();
            Some(units.ok_or_else(|| wrong("units: no unit has this label".to_owned()))?)
        }
        Some(_) => return Err(wrong("units: must be \"all\" or a list".to_owned())),
    };
    let order = node.get("order").map(json::read).transpose().map_err(|f| wrong(f.to_string()))?;
    let words = match node.get("text").map(|n| &n.value) {
        Some(form::Value::Text(words)) => words.clone(),
        _ => String::new(),
    };
    let readings = order.iter().cloned().collect();
    Ok((Signal { number, units, order, text: words }, readings))
}

/// A line of the card as its writer would put it.
pub fn print(signal: &Signal, roster: &Roster, names: &Names) -> String {
    let said = match &signal.order {
        Some(order) if !order.text.is_empty() => order.text.clone(),
        Some(order) => crate::orders::language::print(order, names),
        None => format!("({})", signal.text),
    };
    match &signal.units {
        None => said,
        Some(units) => {
            let names: Vec<&str> = units.iter().map(|u| roster.cards[u.index()].label.as_str()).collect();
            format!("To {}: {said}", names.join(", "))
        }
    }
}

/// What a signal means: its order, or the note of one that only makes triggers true.
pub fn meaning(signal: &Signal, names: &Names) -> String {
    signal.order.as_ref().map_or_else(|| signal.text.clone(), |order| order_words(order, names))
}

/// Whom a signal is for, in words.
pub fn addressees_of(signal: &Signal, field: &Field) -> String {
    let units = signal.units.as_ref();
    units.map_or_else(|| "all".to_owned(), |units| voice::names(field, units.iter().copied()))
}

/// Whether a unit receives a signal that a general gives: near enough, in view, not broken, and named if any are
/// (`wrg1969.orders.change.signal`).
pub fn reaches(board: &Board<'_>, general: &Body<'_>, unit: &Body<'_>, signal: &Signal) -> bool {
    signal.units.as_ref().is_none_or(|named| named.contains(&unit.id))
        && within(general.apart(unit), tables().command.signal_range)
        && !board.routing(unit.id)
        && sees(board, unit, general)
}
