//! Mustering: what a list offers, and what an army of it comes to (`dba.army.lists`).

use crate::army::chosen::Army;
use crate::army::file::{Draft, fields};
use crate::data::lists::{ArmyList, Line as ListLine, list};
use crate::data::tables::tables;
use crate::data::troop::Troop;
use crate::rule;
use binding::muster::{Entry, Line, Offer, Roll, Share};
use form::{Fault, Field, Kind, Node};

/// What a list offers. Returns `None` if there is no such list.
pub fn offer(id: &str) -> Option<Offer> {
    let list = list(id)?;
    Some(Offer {
        list: list.id.clone(),
        name: list.name.clone(),
        years: (list.from, list.to),
        note: String::new(),
        whole: fields().into_iter().filter(|field| field.name == "name").collect(),
        entries: list.lines.iter().enumerate().map(|(i, line)| entry(i, line)).collect(),
    })
}

/// A line of the list: so many places, each for one of some types.
fn entry(number: usize, line: &ListLine) -> Entry {
    let usual = line.troops[0];
    let types: Vec<&str> = line.troops.iter().map(|troop| troop.name()).collect();
    let mut unit = vec![("troop", Node::from(usual.key()))];
    if line.general {
        unit.push(("general", true.into()));
    }
    let note = if line.note.is_empty() { String::new() } else { format!(" ({})", line.note) };
    let mut fields = Vec::new();
    if line.troops.len() > 1 {
        let types = Kind::one_of(line.troops.iter().map(|troop| troop.key()));
        fields.push(Field::new("troop", types, "its troop type").or(usual.key()));
    }
    Entry {
        id: (number + 1).to_string(),
        name: types.join(" or "),
        group: if line.general { "general" } else { "elements" },
        words: format!("{}{note}", umpire::voice::count(line.n, "place")),
        columns: vec![("places", line.n.to_string())],
        most: Some(line.n.into()),
        unit: Node::record(unit),
        fields,
    }
}

/// What an army comes to, whether it fits its list or not.
///
/// # Errors
/// When the file is not an army of this book at all.
pub fn roll(node: &Node) -> Result<Roll, Vec<Fault>> {
    let draft = Draft::read(node)?;
    let mut faults = draft.faults();
    if draft.general.is_none() {
        faults
            .push(draft.form.fault("general", ruling::under(rule::ARMY_GENERAL, "no unit has the general")));
    }
    let elements: Vec<(Troop, u16, bool)> = if draft.form.has("units") {
        let one = |unit: &form::Filled| {
            (Troop::ALL[unit.choice("troop")], unit.int("figures") as u16, unit.bool("general"))
        };
        draft.units().map(one).collect()
    } else {
        draft.elements.iter().map(|(troop, n)| (troop, n, draft.general == Some(troop))).collect()
    };
    let size = tables().army_size as i64;
    let total = Share {
        name: "elements".to_owned(),
        unit: "elements",
        used: draft.elements.total() as i64,
        least: Some(size),
        most: Some(size),
        rule: rule::ARMY_SIZE,
    };
    Ok(Roll {
        name: draft.form.opt("name").map_or(draft.list.name.as_str(), |name| name.text()).to_owned(),
        list: draft.list.name.clone(),
        lines: lines(draft.list, &elements),
        besides: Vec::new(),
        limit: None,
        shares: vec![total],
        faults,
        notes: Vec::new(),
    })
}

/// The units as lines, each of the first line of the list that still has room for it.
fn lines(list: &ArmyList, units: &[(Troop, u16, bool)]) -> Vec<Line> {
    let mut room: Vec<u16> = list.lines.iter().map(|line| line.n.into()).collect();
    let mut of = |troop: Troop, n: u16, general: bool| {
        let fits = |&i: &usize| {
            let line = &list.lines[i];
            line.general == general && line.troops.contains(&troop) && room[i] >= n
        };
        let i = (0..list.lines.len()).find(fits)?;
        room[i] -= n;
        Some((i + 1).to_string())
    };
    let line = |&(troop, n, general): &(Troop, u16, bool)| Line {
        entry: of(troop, n, general),
        name: troop.name().to_owned(),
        figures: n.into(),
        words: if general { "with the general".to_owned() } else { String::new() },
        parts: Vec::new(),
    };
    units.iter().map(line).collect()
}

impl Army {
    /// The army as an army file has it, an element a unit.
    pub fn written(&self) -> Node {
        let unit = |(i, troop): (usize, Troop)| {
            let mut unit = vec![("troop", Node::from(troop.key()))];
            if i == 0 {
                unit.push(("general", true.into()));
            }
            Node::record(unit)
        };
        Node::record([
            ("book", "dba".into()),
            ("army", self.list.id.as_str().into()),
            ("name", self.name.as_str().into()),
            ("units", Node::list(self.troops().into_iter().enumerate().map(unit))),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::army::file::read;
    use crate::data::lists::lists;

    #[test]
    fn a_usual_army_of_every_list_is_legal_as_it_is_written() {
        for list in lists() {
            let written = list.usual().written();
            let roll = roll(&written).expect("a good form");
            assert!(roll.is_legal(), "{}: {:?}", list.id, roll.faults);
            assert_eq!(roll.lines.len(), 12);
            assert!(roll.lines.iter().all(|line| line.entry.is_some()), "{}: {:?}", list.id, roll.lines);
            assert_eq!(read(&written).expect("legal").elements, list.usual().elements);
        }
    }

    #[test]
    fn an_army_without_a_general_or_with_too_few_elements_says_so() {
        let text = "book = 'dba'\narmy = 'gallic'\nunits = [{ troop = 'warband', figures = 3 }]";
        let roll = roll(&form::parse_toml(text).expect("it is TOML")).expect("a good form");
        let said: Vec<String> = roll.faults.iter().map(ToString::to_string).collect();
        assert!(said.iter().any(|fault| fault.contains("general")), "{said:?}");
        assert!(said.iter().any(|fault| fault.contains("3 elements, but an army has 12")), "{said:?}");
        assert_eq!(roll.shares[0].used, 3);
    }
}
