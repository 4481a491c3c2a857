//! What the umpire makes of a line while it is being written (`wrg1969.orders.language`). Where a doubtful order is
//! read against its writer, nothing warns of the doubt.

use crate::board::Board;
use crate::data::measure::MM;
use crate::house::Ambiguity;
use crate::movement::intent::{Step, read_path};
use crate::orders::advice::{advise, nearest};
use crate::orders::examples;
use crate::orders::language::phrases::{DOINGS, MANNERS, Makes, WINDS, printed};
use crate::orders::language::{
    Called, Doubt, Names, Passed, Reading, Stumble, call, doubts, print, read, terms,
};
use crate::orders::order::{Order, Ref, Verb};
use crate::orders::reference::labelled;
use crate::orders::signals;
use crate::{Wrg1969, rule};
use std::ops::Range;
use table::Vec2;
use umpire::{Example, Field, LineAsk, LineRead, Remark, Side, Slot, Snag, Term, UnitId, Worded};

/// Reads a line of a side's sheet.
pub fn line(
    board: &Board<'_>,
    field: &Field,
    side: Side,
    names: &Names,
    number: u16,
    text: &str,
    ask: &LineAsk,
) -> LineRead {
    if ask.rule == rule::ORDERS_DIRECT_CONTROL {
        return path(number, text);
    }
    let book = board.book;
    let is_signal = ask.rule == rule::ORDERS_SIGNAL_CARD;
    let mut slots = order_slots(book, field, names, ask.unit);
    if is_signal {
        let to = std::iter::once("To all:".to_owned())
            .chain(names.friends.iter().map(|c| format!("To {}:", c.name)));
        slots.insert(0, slot("target", "To", to));
    }
    let from = ask.unit.map(|id| field.unit(id).pose.at.vec());
    let way = |order: &Order| from.map_or_else(Vec::new, |from| way(book, field, side, from, order));
    let shown = |(about, text, way)| Example { about, line: Worded { text, way } };
    let examples = examples(board, field, side, names, ask.unit, &way).into_iter().map(shown).collect();
    let nothing = LineRead { line: number, slots, examples, ..LineRead::default() };
    if text.trim().is_empty() {
        return nothing;
    }
    // The address of a signal is read first, its order as any other.
    let begins = if is_signal { text.len() - signals::order_of(text).len() } else { 0 };
    let order = text.get(begins..).unwrap_or_default();
    let readings = if is_signal {
        let card = signals::read_line(1, text, field.roster(), side, names);
        card.and_then(|_| if order.starts_with('(') { Ok(Vec::new()) } else { read(order, names) })
    } else if let Some(unit) = ask.unit {
        let advice = advise(board, field, names, unit, text);
        advice.stumble.map_or(Ok(advice.readings), Err)
    } else {
        read(text, names)
    };
    match readings {
        Err(no) => {
            let marks = if is_signal { Vec::new() } else { begun(text.get(..no.span.start), names) };
            let address = text.get(..begins).unwrap_or_default();
            LineRead { marks, snag: Some(snag(no, address)), ..nothing }
        }
        Ok(readings) => {
            let doubts = match book.house.ambiguity {
                Ambiguity::Exploit => Vec::new(),
                Ambiguity::Kind | Ambiguity::Random | Ambiguity::Warn => doubts(&readings, order),
            };
            let meanings = match book.house.ambiguity {
                Ambiguity::Exploit => Vec::new(),
                Ambiguity::Kind | Ambiguity::Random | Ambiguity::Warn => meanings(&readings, names, &way),
            };
            match readings.into_iter().next() {
                Some(reading) => LineRead {
                    meanings,
                    way: way(&reading.order),
                    remarks: remarks(&reading.passed, &doubts, names, begins),
                    ..understood(reading, begins, names, nothing)
                },
                None => LineRead { terms: vec![note()], ..nothing },
            }
        }
    }
}

/// What the words of a line could mean, each printed so that it means one thing; nothing if there is no doubt.
fn meanings(readings: &[Reading], names: &Names, way: &dyn Fn(&Order) -> Vec<Vec2>) -> Vec<Worded> {
    let mut all: Vec<Worded> = Vec::new();
    for reading in readings {
        let text = print(&reading.order, names);
        if !all.iter().any(|m| m.text == text) {
            all.push(Worded { text, way: way(&reading.order) });
        }
    }
    if all.len() > 1 { all } else { Vec::new() }
}

/// Lines that could be written here, each of which is understood, and where it leads.
fn examples(
    board: &Board<'_>,
    field: &Field,
    side: Side,
    names: &Names,
    unit: Option<UnitId>,
    way: &dyn Fn(&Order) -> Vec<Vec2>,
) -> Vec<(&'static str, String, Vec<Vec2>)> {
    let Some(unit) = unit else {
        let drafts = examples::drafts(names, None, None);
        let sent = drafts.into_iter().map(|(about, text)| (about, format!("To all: {text}"))).collect();
        return examples::kept(sent, |text| {
            signals::read_line(1, text, field.roster(), side, names).ok().flatten().map(|_| Vec::new())
        });
    };
    let label = field.card(unit).label.as_str();
    let drafts = examples::drafts(names, Some(label), nearest(board, field, names, unit).as_deref());
    examples::kept(drafts, |text| {
        let advice = advise(board, field, names, unit, text);
        let reading = advice.readings.first().filter(|_| advice.stumble.is_none())?;
        Some(way(&reading.order))
    })
}

/// What is said of words passed over, taken for others or in doubt, in a text that begins so much later.
fn remarks(passed: &[Passed], doubts: &[Doubt], names: &Names, begins: usize) -> Vec<Remark> {
    let remark = |span: &Range<usize>, about, words| {
        let span = span.start + begins..span.end + begins;
        Remark { span, about, words }
    };
    let passed = passed.iter().map(|p| match &p.meant {
        Some(meant) => remark(&p.span, "mended", format!("read as “{meant}”")),
        None => remark(&p.span, "passed", "passed over: it changes nothing".to_owned()),
    });
    let doubts = doubts.iter().map(|d| {
        let could: Vec<String> = d.could.iter().map(|r| call(r, names)).collect();
        remark(&d.span, "doubt", format!("{}: {}", d.why, could.join(", ")))
    });
    passed.chain(doubts).collect()
}

fn note() -> Term {
    Term {
        about: "condition",
        label: "Note",
        words: "a sign to those whose own orders wait for it".to_owned(),
    }
}

/// What the words before a stumble are about, as far as they can be read by themselves.
fn begun(before: Option<&str>, names: &Names) -> Vec<(Range<usize>, &'static str)> {
    // The last words may lead nowhere yet: "and", "to the".
    const LOOSE: usize = 4;
    let mut part = before.unwrap_or_default().trim_end();
    for _ in 0..LOOSE {
        let reading = read(part, names).ok().and_then(|readings| readings.into_iter().next());
        if let Some(reading) = reading {
            return marks(&reading, 0);
        }
        part = part.rfind(char::is_whitespace).map_or("", |end| part[..end].trim_end());
    }
    Vec::new()
}

/// The stretches of a text and what each is about, in a text that begins so much later.
fn marks(reading: &Reading, begins: usize) -> Vec<(Range<usize>, &'static str)> {
    let shifted = |s: &Range<usize>| s.start + begins..s.end + begins;
    reading.marks.iter().map(|m| (shifted(&m.span), m.role.key())).collect()
}

fn understood(reading: Reading, begins: usize, names: &Names, line: LineRead) -> LineRead {
    let term = |(role, label, words): (crate::orders::language::Role, _, _)| Term {
        about: role.key(),
        label,
        words,
    };
    LineRead {
        sentence: Some(print(&reading.order, names)),
        marks: marks(&reading, begins),
        terms: terms(&reading.order, names).into_iter().map(term).collect(),
        ..line
    }
}

/// The places an order leads to, up to the first that is only described.
fn way(book: &Wrg1969, field: &Field, side: Side, from: Vec2, order: &Order) -> Vec<Vec2> {
    let place = |r: &Ref| match r {
        Ref::Feature(id) => book.features.iter().find(|f| f.id == *id).map(|f| f.centre() * MM),
        Ref::Name(name, _) => {
            let mut fit = book.features.iter().filter(|f| crate::orders::language::same_name(&f.name, name));
            fit.next().filter(|_| fit.next().is_none()).map(|f| f.centre() * MM)
        }
        Ref::Point(x, y) => Some(Vec2::new(f64::from(*x), f64::from(*y)) * (MM / 1000.0)),
        Ref::Friend(label) => labelled(field.roster(), side, label).map(|id| field.unit(id).pose.at.vec()),
        Ref::Enemy(label) => {
            labelled(field.roster(), side.other(), label).map(|id| field.unit(id).pose.at.vec())
        }
        _ => None,
    };
    let refs = order.legs.iter().flat_map(|leg| leg.route.iter().chain(&leg.target));
    let mut points = vec![from];
    points.extend(refs.map_while(place));
    if points.len() > 1 { points } else { Vec::new() }
}

/// Where the reader stumbled, and whole lines it would understand: a signal's keep whom they address.
fn snag(no: Stumble, address: &str) -> Snag {
    let near = no.near.iter().map(|order| format!("{address}{order}")).collect();
    Snag { span: no.span, why: no.why, near }
}

/// A path that a general gives the unit he is with.
fn path(number: u16, text: &str) -> LineRead {
    let steps = ["left 10,", "left 30,", "right 10,", "right 30,"].map(str::to_owned);
    let slots = vec![
        slot("way", "Wheel", steps),
        slot("doing", "Go", (1..=12).map(|inches| format!("ahead {inches}"))),
    ];
    let line = LineRead { line: number, slots, ..LineRead::default() };
    match read_path(text) {
        Some(steps) => {
            let say = |step: &Step| match *step {
                Step::Wheel(mils) if mils < 0 => format!("wheel {} degrees left", -f64::from(mils) / 1000.0),
                Step::Wheel(mils) => format!("wheel {} degrees right", f64::from(mils) / 1000.0),
                Step::Ahead(mils) => format!("{} inches ahead", f64::from(mils) / 1000.0),
            };
            let words: Vec<String> = steps.iter().map(say).collect();
            let term = Term { about: "way", label: "Path", words: words.join(", then ") };
            LineRead { terms: if steps.is_empty() { Vec::new() } else { vec![term] }, ..line }
        }
        None => {
            let why = "a path is wheels in degrees and inches ahead".to_owned();
            let near = vec!["right 20, ahead 4".to_owned()];
            LineRead { snag: Some(Snag { span: 0..text.len(), why, near }), ..line }
        }
    }
}

fn slot(about: &'static str, label: &'static str, phrases: impl IntoIterator<Item = String>) -> Slot {
    Slot { about, label, phrases: phrases.into_iter().collect() }
}

/// The phrases an order can be put together from: what to do, to what, by which way, how, until when, and then.
fn order_slots(book: &Wrg1969, field: &Field, names: &Names, unit: Option<UnitId>) -> Vec<Slot> {
    let light = unit.is_none_or(|id| book.kit(id).troop.is_light());
    let own = unit.map(|id| field.card(id).label.as_str());
    let said = |called: &Called| called.name.clone();
    let verbs = [
        Makes::Alone(Verb::Hold),
        Makes::Alone(Verb::Advance),
        Makes::To(Verb::MoveTo),
        Makes::To(Verb::Attack),
        Makes::To(Verb::Support),
        Makes::To(Verb::Follow),
        Makes::To(Verb::RetireTo),
        Makes::To(Verb::Skirmish),
        Makes::To(Verb::Screen),
    ];
    let fit = |makes: &&Makes| light || !matches!(makes, Makes::To(verb) if verb.for_lights());
    let march = printed(DOINGS, &Makes::Toward);
    let doings = verbs.iter().filter(fit).map(|makes| printed(DOINGS, makes).to_owned());
    let doings = doings.chain(WINDS.iter().map(|wind| format!("{march} {wind}")));
    let friends = names.friends.iter().filter(|c| own != Some(c.label.as_str()));
    let targets = std::iter::once("the nearest enemy".to_owned())
        .chain(names.enemies.iter().map(said))
        .chain(names.features.iter().map(said))
        .chain(friends.map(said));
    let mut manners: Vec<String> = Vec::new();
    for (_, manner) in MANNERS {
        let words = format!(", {}", printed(MANNERS, manner));
        if !manners.contains(&words) {
            manners.push(words);
        }
    }
    let untils = ["any enemy is within 8 inches", "attacked", "shot at", "it has arrived", "period 3 begins"];
    let untils = untils.map(str::to_owned).into_iter().chain((1..=4).map(|n| format!("signal {n} is given")));
    let places = || names.features.iter().map(said);
    let thens = ["advance", "hold", "attack the nearest enemy"].map(|deed| format!(", then {deed}"));
    let retire = printed(DOINGS, &Makes::To(Verb::RetireTo));
    let thens = thens.into_iter().chain(places().map(|place| format!(", then {retire} {place}")));
    let pressed = places().map(|place| format!(". If pressed, {retire} {place}"));
    vec![
        slot("doing", "Do", doings),
        slot("target", "What", targets),
        slot("way", "By way of", places().map(|place| format!("by way of {place}"))),
        slot("way", "How", manners),
        slot("condition", "Until", untils.map(|until| format!("until {until}"))),
        slot("doing", "Then", thens),
        slot("condition", "If", pressed),
    ]
}
