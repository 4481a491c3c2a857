//! Mustering: what a list offers, and what an army of it comes to (`wab.army.points`, `wab.army.composition`).

use crate::army::check::{Bought, check};
use crate::army::enlist::enlist;
use crate::army::file::{fault, fields};
use crate::army::kit::Command;
use crate::army::list::{ArmyList, Category, Entry, lists};
use crate::data::tables::tables;
use crate::data::troop::Profile;
use crate::rule;
use binding::muster::{self, Line, Offer, Part, Roll, Share};
use form::{Fault, Field, Filled, Kind, Node, fill};

/// What a list offers. Returns `None` if there is no such list.
pub fn offer(list: &str) -> Option<Offer> {
    let list = lists().iter().find(|l| l.id == list)?;
    Some(Offer {
        list: list.id.clone(),
        name: list.name.clone(),
        years: (list.from, list.to),
        note: list.note.clone(),
        whole: fields().into_iter().filter(|field| field.name == "points").collect(),
        entries: list.entries.iter().map(entry).collect(),
    })
}

fn entry(entry: &Entry) -> muster::Entry {
    let [least, _] = entry.size;
    let columns = Profile::NAMES.into_iter().zip(entry.profile.values());
    muster::Entry {
        id: entry.id.clone(),
        name: entry.name.clone(),
        group: entry.category.key(),
        words: entry.in_words(),
        columns: columns.map(|(name, value)| (name, value.to_string())).collect(),
        most: entry.limit.and_then(|n| u32::try_from(n).ok()),
        unit: Node::record([("troop", entry.id.as_str().into()), ("figures", i32::from(least).into())]),
        fields: choices(entry),
    }
}

/// What can be chosen for a unit of an entry.
fn choices(entry: &Entry) -> Vec<Field> {
    let [least, most] = entry.size.map(i64::from);
    let mut fields = Vec::new();
    if least < most {
        let size = Kind::int(least..=most).in_unit("models");
        fields.push(Field::new("figures", size, "its models").or(least));
        fields.push(Field::new("files", Kind::int(1..=most), "how many stand abreast").optional());
    }
    if entry.orders.len() > 1 {
        let orders = Kind::one_of(entry.orders.iter().map(|o| o.key()));
        fields.push(Field::new("order", orders, "how it stands").or(entry.orders[0].key()));
    }
    if !entry.options.is_empty() {
        let options = Kind::one_of(entry.options.iter().map(|o| o.id.clone()));
        fields.push(Field::new("options", Kind::list(options, ..=10), "its options").or(Node::list([])));
    }
    if entry.command {
        let command = Kind::list(Kind::one_of(Command::KEYS), ..=3);
        fields.push(Field::new("command", command, "its command").or(Node::list([])));
    }
    fields
}

/// What an army comes to, legal or not.
///
/// # Errors
/// When the file is not an army of this book at all.
pub fn roll(node: &Node) -> Result<Roll, Vec<Fault>> {
    let form = fill(&fields(), node)?;
    let list = &lists()[form.choice("army")];
    let limit = form.int("points");
    let written: Vec<&Filled> = form.records("units").collect();
    let (mut lines, mut faults, mut units, mut bought_by) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for unit in &written {
        match enlist(list, unit) {
            Ok((bought, _)) => {
                lines.push(line(unit, &bought));
                units.push(bought);
                bought_by.push(*unit);
            }
            Err(wrong) => {
                faults.extend(wrong);
                lines.push(stranger(unit));
            }
        }
    }
    let verdict = check(list, limit as u32, &units);
    faults.extend(verdict.reasons.iter().map(|reason| fault(&form, &bought_by, reason)));
    Ok(Roll {
        name: form.opt("name").map_or(list.name.as_str(), |n| n.text()).to_owned(),
        list: list.name.clone(),
        lines,
        besides: Vec::new(),
        limit: Some(limit),
        shares: shares(list, limit, &units, verdict.by_category),
        faults,
        notes: Vec::new(),
    })
}

fn line(unit: &Filled, bought: &Bought<'_>) -> Line {
    let (each, total) = bought.cost();
    let models = each * i32::from(bought.size);
    let mut parts = vec![Part {
        words: format!("{} at {each} points each", umpire::voice::count(bought.size, "model")),
        points: models.into(),
        rule: rule::ARMY_POINTS,
    }];
    if total != models {
        let command = bought.command.count();
        parts.push(Part {
            words: format!("command: {command} at {} points each", tables().points.command),
            points: (total - models).into(),
            rule: rule::ARMY_COMMAND,
        });
    }
    let options: Vec<String> = bought.options.iter().map(|o| o.id.replace('_', " ")).collect();
    Line {
        entry: Some(bought.entry.id.clone()),
        name: unit.opt("name").map_or(bought.entry.name.as_str(), |name| name.text()).to_owned(),
        figures: bought.size.into(),
        words: options.join(", "),
        parts,
    }
}

/// A unit that the list does not have, or not so.
fn stranger(unit: &Filled) -> Line {
    let name = unit.opt("name").unwrap_or_else(|| unit.get("troop")).text().to_owned();
    let figures = unit.int("figures").try_into().unwrap_or(0);
    Line { entry: None, name, figures, words: String::new(), parts: Vec::new() }
}

/// The shares of the points, and what of the list is limited.
fn shares(list: &ArmyList, limit: i64, units: &[Bought<'_>], by_category: [i32; 4]) -> Vec<Share> {
    let quarter = |category: Category| {
        let part = i64::from(tables().points.quarters[category as usize]) * limit;
        let infantry = category == Category::Infantry;
        Share {
            name: category.key().to_owned(),
            unit: "points",
            used: by_category[category as usize].into(),
            // A part of a point counts for the side of the rule that asks more.
            least: infantry.then(|| (part + 3) / 4),
            most: (!infantry).then_some(part / 4),
            rule: rule::ARMY_COMPOSITION,
        }
    };
    let count = |entry: &Entry| units.iter().filter(|unit| unit.entry.id == entry.id).count();
    let limited = list.entries.iter().filter_map(|entry| {
        Some(Share {
            name: entry.name.clone(),
            unit: "units",
            used: i64::try_from(count(entry)).ok()?,
            least: None,
            most: Some(i64::try_from(entry.limit?).ok()?),
            rule: rule::ARMY_COMPOSITION,
        })
    });
    Category::ALL.into_iter().map(quarter).chain(limited).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::army::file::{read, ready};

    #[test]
    fn the_roll_of_a_ready_army_adds_up_to_its_price() {
        for list in lists() {
            let node = form::parse_toml(ready(&list.id).expect("there is one")).expect("it is TOML");
            let roll = roll(&node).expect("a good form");
            assert!(roll.is_legal(), "{}: {:?}", list.id, roll.faults);
            assert_eq!(roll.points(), i64::from(read(&node).expect("legal").total), "{}", list.id);
        }
    }

    #[test]
    fn every_entry_can_be_written_down_as_it_is_offered() {
        for list in lists() {
            for entry in offer(&list.id).expect("a list").entries {
                let units = Node::list([entry.unit.clone()]);
                let army = [("book", "wab".into()), ("army", list.id.as_str().into()), ("units", units)];
                let roll = roll(&Node::record(army)).expect("a good form");
                assert_eq!(roll.lines[0].entry.as_ref(), Some(&entry.id), "{:?}", roll.faults);
            }
        }
    }
}
