//! Each rulebook as it stands on the shelf: the one place that names them all.

use crate::{AnyBattle, ArmyCard, ArmyVerdict, Book, QuestionCard, ScenarioCard};
use binding::desk::Question;
use binding::worked::examples;
use dba::Dba;
use dice::Seeded;
use form::{Fault, Source, Value, fill, parse_toml};
use std::sync::Arc;
use toms::Toms;
use umpire::Battle;
use wab::Wab;
use wrg6::Wrg6;
use wrg1969::Wrg1969;

/// De Bellis Antiquitatis.
pub const DBA: Book = Book {
    id: "dba",
    title: "De Bellis Antiquitatis, 3000 BC to 1900 AD",
    blurb: "Twelve elements a side, a handful of orders a bound, one die each: a whole battle in an hour.",
    rules: Dba::index,
    house: dba::house::House::fields,
    questions: || cards(dba::desk::questions()),
    examples: || examples(dba::desk::CASES),
    ask: dba::desk::ask,
    armies: || dba::army::lists().iter().map(dba_army).collect(),
    check_army: dba_check,
    scenarios: || bundled(dba::scenario::bundled()),
    pairing: |red, blue, seed| {
        let mut whims = Seeded::new(seed);
        let mut army = |id| Some(dba::army::list(id)?.choose(|n| whims.below(n as u32) as usize));
        let (red, blue) = (army(red)?, army(blue)?);
        Some(dba::scenario::pairing(&red, &blue))
    },
    tutorial: None,
    muster: |source| {
        let (book, field, phase) = dba::scenario::read(source)?;
        Ok(AnyBattle::Dba(Battle::new(Arc::new(book), field, phase)))
    },
};

fn dba_army(list: &dba::army::ArmyList) -> ArmyCard {
    let line = |l: &dba::army::Line| {
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

/// A form that cannot be read is an error; an army that does not fit its list is a verdict.
fn dba_check(source: &Source<'_>) -> Result<ArmyVerdict, Vec<Fault>> {
    let node = parse_toml(source.text).map_err(|fault| vec![fault])?;
    let form = fill(&dba::army::fields(), &node)?;
    let list = dba::army::list(form.text("army")).expect("the form knows only lists");
    let name = form.opt("name").map_or(list.name.as_str(), |n| n.text()).to_owned();
    let faults = dba::army::read(&node).err().unwrap_or_default();
    Ok(ArmyVerdict { name, list: list.name.clone(), faults })
}

/// Ancient Wargames Rules, 1969.
pub const WRG1969: Book = Book {
    id: "wrg1969",
    title: "Ancient Wargames Rules, 1st edition, 1969",
    blurb: "Written orders, simultaneous moves, reaction tests: you are the general, and every officer his own man.",
    rules: Wrg1969::index,
    house: wrg1969::house::House::fields,
    questions: || cards(wrg1969::desk::questions()),
    examples: || examples(wrg1969::desk::CASES),
    ask: wrg1969::desk::ask,
    armies: || wrg1969::army::lists().iter().map(wrg1969_army).collect(),
    check_army: wrg1969_check,
    scenarios: || bundled(wrg1969::scenario::bundled()),
    // Each list has one army ready to play, whatever the seed.
    pairing: |red, blue, _| {
        let army = |id| Some(wrg1969::army::list(id)?.ready());
        Some(wrg1969::scenario::pairing(&army(red)?, &army(blue)?))
    },
    tutorial: None,
    muster: |source| {
        let (book, field, phase) = wrg1969::scenario::read(source)?;
        Ok(AnyBattle::Wrg1969(Battle::new(Arc::new(book), field, phase)))
    },
};

fn wrg1969_army(list: &wrg1969::army::ArmyList) -> ArmyCard {
    let line = |l: &wrg1969::army::Line| {
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

/// A form that cannot be read is an error; an army that does not fit its list is a verdict.
fn wrg1969_check(source: &Source<'_>) -> Result<ArmyVerdict, Vec<Fault>> {
    let node = parse_toml(source.text).map_err(|fault| vec![fault])?;
    let form = fill(&wrg1969::army::fields(), &node)?;
    let list = &wrg1969::army::lists()[form.choice("army")];
    let name = form.opt("name").map_or(list.name.as_str(), |n| n.text()).to_owned();
    let faults = wrg1969::army::read(&node).err().unwrap_or_default();
    Ok(ArmyVerdict { name, list: list.name.clone(), faults })
}

/// Tom's Ancient Warfare Rules.
pub const TOMS: Book = Book {
    id: "toms",
    title: "Tom's Ancient Warfare Rules",
    blurb: "Cards of figures and handfuls of dice, elephants that run amok, fire arrows and ambushes: quick to learn.",
    rules: Toms::index,
    house: toms::house::House::fields,
    questions: || cards(toms::desk::questions()),
    examples: || examples(toms::desk::CASES),
    ask: toms::desk::ask,
    armies: || toms::army::lists().iter().map(toms_army).collect(),
    check_army: toms_check,
    scenarios: || bundled(toms::scenario::bundled()),
    pairing: |red, blue, seed| {
        let points = toms::house::House::default().army_points;
        let mut whims = Seeded::new(seed);
        let mut army = |id| Some(toms::army::list(id)?.choose(points, |n| whims.below(n as u32) as usize));
        let (red, blue) = (army(red)?, army(blue)?);
        Some(toms::scenario::pairing(&red, &blue, points))
    },
    tutorial: Some(toms::scenario::TUTORIAL),
    muster: |source| {
        let (book, field, phase) = toms::scenario::read(source)?;
        Ok(AnyBattle::Toms(Battle::new(Arc::new(book), field, phase)))
    },
};

fn toms_army(list: &toms::army::ArmyList) -> ArmyCard {
    let line = |p: &toms::troop::Profile| format!("{}, {} points", p.name, p.points);
    let types = toms::tables::tables().profiles.iter().filter(|p| p.list == list.id);
    ArmyCard {
        id: list.id.clone(),
        name: list.name.clone(),
        years: (list.from, list.to),
        lines: types.map(line).collect(),
    }
}

/// A form that cannot be read is an error; an army that is not allowed is a verdict.
fn toms_check(source: &Source<'_>) -> Result<ArmyVerdict, Vec<Fault>> {
    let node = parse_toml(source.text).map_err(|fault| vec![fault])?;
    let form = fill(&toms::army::fields(), &node)?;
    let list = &toms::army::lists()[form.choice("army")];
    let name = form.opt("name").map_or(list.name.as_str(), |n| n.text()).to_owned();
    let faults = toms::army::read(&node).err().unwrap_or_default();
    Ok(ArmyVerdict { name, list: list.name.clone(), faults })
}

/// War Games Rules, 6th edition.
pub const WRG6: Book = Book {
    id: "wrg6",
    title: "War Games Rules 3000 BC to 1485 AD, 6th edition",
    blurb: "An order of three letters for every body, nine steps a period, and troops who may not do as they are told.",
    rules: Wrg6::index,
    questions: || cards(wrg6::desk::questions()),
    examples: || examples(wrg6::desk::CASES),
    ask: wrg6::desk::ask,
    house: wrg6::house::House::fields,
    armies: || wrg6::army::lists().iter().map(wrg6_army).collect(),
    check_army: wrg6_check,
    scenarios: || bundled(wrg6::scenario::bundled()),
    // Each list has one army ready to play, whatever the seed.
    pairing: |red, blue, _| Some(wrg6::army::pairing(wrg6::army::list(red)?, wrg6::army::list(blue)?)),
    tutorial: None,
    muster: |source| {
        let (book, field, phase) = wrg6::scenario::read(source)?;
        Ok(AnyBattle::Wrg6(Battle::new(Arc::new(book), field, phase)))
    },
};

fn wrg6_army(list: &wrg6::army::ArmyList) -> ArmyCard {
    let line = |l: &wrg6::army::Line| {
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

/// A form that cannot be read is an error; an army that does not fit its list is a verdict.
fn wrg6_check(source: &Source<'_>) -> Result<ArmyVerdict, Vec<Fault>> {
    let node = parse_toml(source.text).map_err(|fault| vec![fault])?;
    let form = fill(&wrg6::army::fields(), &node)?;
    let list = &wrg6::army::lists()[form.choice("army")];
    let name = form.opt("name").map_or(list.name.as_str(), |n| n.text()).to_owned();
    let faults = wrg6::army::read(&node).err().unwrap_or_default();
    Ok(ArmyVerdict { name, list: list.name.clone(), faults })
}

/// Warhammer Ancient Battles.
pub const WAB: Book = Book {
    id: "wab",
    title: "Warhammer Ancient Battles, second edition",
    blurb: "Charges and the nerve to stand them: hit, wound, save, and then see who runs.",
    rules: Wab::index,
    house: wab::house::House::fields,
    questions: || cards(wab::desk::questions()),
    examples: || examples(wab::desk::CASES),
    ask: wab::desk::ask,
    armies: || wab::army::lists().iter().map(wab_army).collect(),
    check_army: wab_check,
    scenarios: || bundled(wab::scenario::bundled()),
    pairing: |red, blue, seed| {
        let army = |id| wab::army::read(&parse_toml(wab::army::ready(id)?).ok()?).ok();
        Some(wab::scenario::pairing(&army(red)?, &army(blue)?, seed))
    },
    tutorial: None,
    muster: |source| {
        let (book, field, phase) = wab::scenario::read(source)?;
        Ok(AnyBattle::Wab(Battle::new(Arc::new(book), field, phase)))
    },
};

fn wab_army(list: &wab::army::ArmyList) -> ArmyCard {
    let line = |e: &wab::army::Entry| {
        let [least, most] = e.size;
        let limit = e.limit.map_or_else(String::new, |n| format!(", at most {n} of them"));
        format!("{least}-{most} {}, {} points each{limit}", e.name, e.points)
    };
    ArmyCard {
        id: list.id.clone(),
        name: list.name.clone(),
        years: (list.from, list.to),
        lines: list.entries.iter().map(line).collect(),
    }
}

/// A form that cannot be read is an error; an army that does not fit its list is a verdict.
fn wab_check(source: &Source<'_>) -> Result<ArmyVerdict, Vec<Fault>> {
    let node = parse_toml(source.text).map_err(|fault| vec![fault])?;
    let form = fill(&wab::army::fields(), &node)?;
    let list = &wab::army::lists()[form.choice("army")];
    let name = form.opt("name").map_or(list.name.as_str(), |n| n.text()).to_owned();
    let faults = wab::army::read(&node).err().unwrap_or_default();
    Ok(ArmyVerdict { name, list: list.name.clone(), faults })
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
