//! Each rulebook as it stands on the shelf: the one place that names them all.

use crate::{AnyBattle, ArmyCard, Book, Brought, QuestionCard, ScenarioCard, Unfit};
use binding::desk::Question;
use binding::worked::examples;
use dba::Dba;
use dice::Seeded;
use form::{Fault, Node, Value, parse_toml};
use std::sync::Arc;
use toms::Toms;
use umpire::{Battle, BySide, Side};
use wab::Wab;
use wrg6::Wrg6;
use wrg1969::Wrg1969;

/// De Bellis Antiquitatis.
pub const DBA: Book = Book {
    id: "dba",
    title: "De Bellis Antiquitatis, 3000 BC to 1900 AD",
    blurb: "Twelve elements a side, a handful of orders a bound, one die each: a whole battle in an hour.",
    rules: Dba::index,
    house: dba::api::house::House::fields,
    questions: || cards(dba::api::desk::questions()),
    examples: || examples(dba::api::desk::CASES),
    ask: dba::api::desk::ask,
    armies: || dba::api::army::lists().iter().map(dba_army).collect(),
    army_form: dba::api::army::fields,
    scenario_form: dba::api::scenario::fields,
    offer: dba::api::army::offer,
    roll: dba::api::army::roll,
    ready: dba_ready,
    scenarios: || bundled(dba::api::scenario::bundled()),
    pairing: |armies, seed| {
        let mut whims = Seeded::new(seed);
        let list = |id: &str| Some(dba::api::army::list(id)?.choose(|n| whims.below(n as u32) as usize));
        let [red, blue] = brought(armies, list, dba::api::army::read)?;
        Ok(dba::api::scenario::pairing(&red, &blue))
    },
    tutorial: None,
    muster: |source| {
        let (book, field, phase) = dba::api::scenario::read(source)?;
        Ok(AnyBattle::Dba(Battle::new(Arc::new(book), field, phase)))
    },
};

fn dba_army(list: &dba::api::army::ArmyList) -> ArmyCard {
    let line = |l: &dba::api::army::Line| {
        let troops: Vec<&str> = l.troops.iter().map(|t| t.name()).collect();
        let general = if l.general { ", the general" } else { "" };
        let note = if l.note.is_empty() { String::new() } else { format!(" ({})", l.note) };
        format!("{} {}{general}{note}", l.n, troops.join(" or "))
    };
    ArmyCard {
        id: list.id.clone(),
        name: list.name.clone(),
        years: (list.from, list.to),
        lines: list.lines.iter().map(line).collect(),
    }
}

/// An army of the list, a whim deciding where the list leaves a choice.
fn dba_ready(list: &str, _: Option<u32>, whims: &mut Seeded) -> Option<Node> {
    let army = dba::api::army::list(list)?.choose(|n| whims.below(n as u32) as usize);
    Some(army.written())
}

/// Ancient Wargames Rules, 1969.
pub const WRG1969: Book = Book {
    id: "wrg1969",
    title: "Ancient Wargames Rules, 1st edition, 1969",
    blurb: "Written orders, simultaneous moves, reaction tests: you are the general, and every officer his own man.",
    rules: Wrg1969::index,
    house: wrg1969::api::house::House::fields,
    questions: || cards(wrg1969::api::desk::questions()),
    examples: || examples(wrg1969::api::desk::CASES),
    ask: wrg1969::api::desk::ask,
    armies: || wrg1969::api::army::lists().iter().map(wrg1969_army).collect(),
    army_form: wrg1969::api::army::fields,
    scenario_form: wrg1969::api::scenario::fields,
    offer: wrg1969::api::army::offer,
    roll: wrg1969::api::army::roll,
    ready: wrg1969_ready,
    scenarios: || bundled(wrg1969::api::scenario::bundled()),
    // Each list has one army ready to play, whatever the seed.
    pairing: |armies, _| {
        let list = |id: &str| Some(wrg1969::api::army::list(id)?.ready());
        let [red, blue] = brought(armies, list, wrg1969::api::army::read)?;
        Ok(wrg1969::api::scenario::pairing(&red, &blue))
    },
    tutorial: None,
    muster: |source| {
        let (book, field, phase) = wrg1969::api::scenario::read(source)?;
        Ok(AnyBattle::Wrg1969(Battle::new(Arc::new(book), field, phase)))
    },
};

fn wrg1969_army(list: &wrg1969::api::army::ArmyList) -> ArmyCard {
    let line = |l: &wrg1969::api::army::Line| {
        let [least, most] = l.figures;
        let grades: Vec<&str> = l.grades.iter().map(|g| g.key()).collect();
        let graded =
            if grades.is_empty() { String::new() } else { format!(", grade {}", grades.join(" or ")) };
        let note = if l.note.is_empty() { String::new() } else { format!(" ({})", l.note) };
        format!("{least}-{most} figures of {}{graded}{note}", l.name)
    };
    ArmyCard {
        id: list.id.clone(),
        name: list.name.clone(),
        years: (list.from, list.to),
        lines: list.lines.iter().map(line).collect(),
    }
}

/// The army of the list that is ready to play, for so many points.
fn wrg1969_ready(list: &str, points: Option<u32>, _: &mut Seeded) -> Option<Node> {
    let mut army = wrg1969::api::army::list(list)?.ready();
    army.limit = points.map_or(army.limit, |points| points.try_into().unwrap_or(i32::MAX));
    Some(army.written())
}

/// Tom's Ancient Warfare Rules.
pub const TOMS: Book = Book {
    id: "toms",
    title: "Tom's Ancient Warfare Rules",
    blurb: "Cards of figures and handfuls of dice, elephants that run amok, fire arrows and ambushes: quick to learn.",
    rules: Toms::index,
    house: toms::api::house::House::fields,
    questions: || cards(toms::api::desk::questions()),
    examples: || examples(toms::api::desk::CASES),
    ask: toms::api::desk::ask,
    armies: || toms::api::army::lists().iter().map(toms_army).collect(),
    army_form: toms::api::army::fields,
    scenario_form: toms::api::scenario::fields,
    offer: toms::api::army::offer,
    roll: toms::api::army::roll,
    ready: toms_ready,
    scenarios: || bundled(toms::api::scenario::bundled()),
    pairing: |armies, seed| {
        let points = toms::api::house::House::default().army_points;
        let mut whims = Seeded::new(seed);
        let list =
            |id: &str| Some(toms::api::army::list(id)?.choose(points, |n| whims.below(n as u32) as usize));
        let [red, blue] = brought(armies, list, toms::api::army::read)?;
        Ok(toms::api::scenario::pairing(&red, &blue, points))
    },
    tutorial: Some(toms::api::scenario::TUTORIAL),
    muster: |source| {
        let (book, field, phase) = toms::api::scenario::read(source)?;
        Ok(AnyBattle::Toms(Battle::new(Arc::new(book), field, phase)))
    },
};

fn toms_army(list: &toms::api::army::ArmyList) -> ArmyCard {
    let line = |p: &toms::api::data::Profile| format!("{}, {} points", p.name, p.points);
    let types = toms::api::data::tables().profiles.iter().filter(|p| p.list == list.id);
    ArmyCard {
        id: list.id.clone(),
        name: list.name.clone(),
        years: (list.from, list.to),
        lines: types.map(line).collect(),
    }
}

/// An army of the list for so many points, a whim deciding between parts equally due.
fn toms_ready(list: &str, points: Option<u32>, whims: &mut Seeded) -> Option<Node> {
    let usual = toms::api::house::House::default().army_points;
    let points = points.map_or(usual, |points| points.try_into().unwrap_or(u16::MAX));
    let army = toms::api::army::list(list)?.choose(points, |n| whims.below(n as u32) as usize);
    Some(army.written(points))
}

/// War Games Rules, 6th edition.
pub const WRG6: Book = Book {
    id: "wrg6",
    title: "War Games Rules 3000 BC to 1485 AD, 6th edition",
    blurb: "An order of three letters for every body, nine steps a period, and troops who may not do as they are told.",
    rules: Wrg6::index,
    questions: || cards(wrg6::api::desk::questions()),
    examples: || examples(wrg6::api::desk::CASES),
    ask: wrg6::api::desk::ask,
    house: wrg6::api::house::House::fields,
    armies: || wrg6::api::army::lists().iter().map(wrg6_army).collect(),
    army_form: wrg6::api::army::fields,
    scenario_form: wrg6::api::scenario::fields,
    offer: wrg6::api::army::offer,
    roll: wrg6::api::army::roll,
    ready: wrg6_ready,
    scenarios: || bundled(wrg6::api::scenario::bundled()),
    // Each list has one army ready to play, whatever the seed.
    pairing: |armies, _| {
        let list = |id: &str| Some(wrg6::api::army::list(id)?.army());
        let [red, blue] = brought(armies, list, wrg6::api::army::read)?;
        Ok(wrg6::api::army::pairing(&red, &blue))
    },
    tutorial: None,
    muster: |source| {
        let (book, field, phase) = wrg6::api::scenario::read(source)?;
        Ok(AnyBattle::Wrg6(Battle::new(Arc::new(book), field, phase)))
    },
};

fn wrg6_army(list: &wrg6::api::army::ArmyList) -> ArmyCard {
    let line = |l: &wrg6::api::army::Line| {
        let [least, most] = l.figures;
        let classes: Vec<&str> = l.classes.iter().map(|c| c.key()).collect();
        let what = format!("{} {}", l.training.key(), l.troop.abbr());
        format!("{least}-{most} figures of {} ({what}, class {})", l.name, classes.join(" or "))
    };
    ArmyCard {
        id: list.id.clone(),
        name: list.name.clone(),
        years: (list.from, list.to),
        lines: list.lines.iter().map(line).collect(),
    }
}

/// The army of the list that is ready to play.
fn wrg6_ready(list: &str, _: Option<u32>, _: &mut Seeded) -> Option<Node> {
    Some(wrg6::api::army::list(list)?.army().written())
}

/// Warhammer Ancient Battles.
pub const WAB: Book = Book {
    id: "wab",
    title: "Warhammer Ancient Battles, second edition",
    blurb: "Charges and the nerve to stand them: hit, wound, save, and then see who runs.",
    rules: Wab::index,
    house: wab::api::house::House::fields,
    questions: || cards(wab::api::desk::questions()),
    examples: || examples(wab::api::desk::CASES),
    ask: wab::api::desk::ask,
    armies: || wab::api::army::lists().iter().map(wab_army).collect(),
    army_form: wab::api::army::fields,
    scenario_form: wab::api::scenario::fields,
    offer: wab::api::army::offer,
    roll: wab::api::army::roll,
    ready: wab_ready,
    scenarios: || bundled(wab::api::scenario::bundled()),
    pairing: |armies, seed| {
        let list = |id: &str| wab::api::army::read(&parse_toml(wab::api::army::ready(id)?).ok()?).ok();
        let [red, blue] = brought(armies, list, wab::api::army::read)?;
        Ok(wab::api::scenario::pairing(&red, &blue, seed))
    },
    tutorial: None,
    muster: |source| {
        let (book, field, phase) = wab::api::scenario::read(source)?;
        Ok(AnyBattle::Wab(Battle::new(Arc::new(book), field, phase)))
    },
};

fn wab_army(list: &wab::api::army::ArmyList) -> ArmyCard {
    ArmyCard {
        id: list.id.clone(),
        name: list.name.clone(),
        years: (list.from, list.to),
        lines: list.entries.iter().map(wab::api::army::Entry::in_words).collect(),
    }
}

/// The army of the list that is ready to play, for so many points.
fn wab_ready(list: &str, points: Option<u32>, _: &mut Seeded) -> Option<Node> {
    let mut army = parse_toml(wab::api::army::ready(list)?).ok()?;
    if let (Some(points), Value::Record(entries)) = (points, &mut army.value) {
        for (_, node) in entries.iter_mut().filter(|(key, _)| key.name == "points") {
            *node = i64::from(points).into();
        }
    }
    Some(army)
}

/// The armies that two sides bring, from lists or from files.
fn brought<A>(
    armies: &BySide<Brought<'_>>,
    mut list: impl FnMut(&str) -> Option<A>,
    file: fn(&Node) -> Result<A, Vec<Fault>>,
) -> Result<[A; 2], Unfit> {
    let mut army = |side: Side| {
        let army = match &armies[side] {
            Brought::List(id) => {
                list(id).ok_or_else(|| vec![Fault::new("army", format!("there is no army list `{id}`"))])
            }
            Brought::File(source) => {
                parse_toml(source.text).map_err(|fault| vec![fault]).and_then(|node| file(&node))
            }
        };
        army.map_err(|faults| Unfit { side, faults })
    };
    Ok([army(Side::Red)?, army(Side::Blue)?])
}

/// The catalogue of a desk's questions.
fn cards<B>(questions: &[Question<B>]) -> Vec<QuestionCard> {
    let card =
        |q: &Question<B>| QuestionCard { id: q.id, title: q.title, help: q.help, fields: q.fields.clone() };
    questions.iter().map(card).collect()
}

/// The catalogue of bundled scenario files, from their own titles.
fn bundled(files: &'static [(&'static str, &'static str)]) -> Vec<ScenarioCard> {
    let card = |(id, text): &(&'static str, &'static str)| {
        let node = parse_toml(text).expect("a bundled scenario is good TOML");
        let words = |field: &str| match node.get(field).map(|n| &n.value) {
            Some(Value::Text(words)) => words.trim().replace('\n', " "),
            _ => String::new(),
        };
        ScenarioCard { id, name: words("name"), summary: words("summary"), text }
    };
    files.iter().map(card).collect()
}
