//! Scenario files: a battle with everything in its place, or two armies that set up by the rules.
//!
//! If the elements have places the scenario replaces the set-up (`dba.setup.scenario`); if none has, the two
//! armies begin with the roll for invader.

mod file;
mod force;
mod land;
mod stand;

use crate::Dba;
use crate::army::Army;
use crate::board;
use crate::house::House;
use crate::phase::{Fronts, Marks, Phase, Step, TableEdge};
use force::Force;
use form::{Fault, Filled, Source, fill, parse_toml};
use ruling::{RuleId, ledger};
use std::fmt::Write as _;
use std::sync::Arc;
use table::Ground;
use umpire::{BySide, Field, Place, Roster, Side, Unit, UnitCard};

pub use file::fields;

/// The scenarios that come with the book: their ids and texts.
pub fn bundled() -> &'static [(&'static str, &'static str)] {
    &[
        ("zama", include_str!("../data/scenarios/zama.toml")),
        ("lutzen", include_str!("../data/scenarios/lutzen.toml")),
    ]
}

/// Reads a scenario file: the book with its house rules, the field and the phase in which the battle begins.
///
/// # Errors
/// Everything that is wrong with it, each with its place in the text.
pub fn read(source: &Source<'_>) -> Result<(Dba, Field, Phase), Vec<Fault>> {
    let node = parse_toml(source.text).map_err(|fault| vec![fault])?;
    let form = fill(&fields(), &node)?;
    let mut faults = Vec::new();
    let house = House::read(form.record("house")).unwrap_or_else(|wrong| {
        faults.extend(wrong);
        House::default()
    });
    let ground = land::ground(house.table_size, &form, &mut faults);
    let forces = BySide::each(|side| Force::read(side, form.record(side.as_str()), &house, &mut faults));
    twins(&form, &forces, &mut faults);
    let mut book = Dba::new(house);
    book.lists = BySide::each(|side| Some(forces[side].list));
    let placed = Side::ALL.iter().any(|&s| forces[s].elements.iter().any(|e| e.pose.is_some()));
    let (field, phase) = if placed {
        stand::placed(&book, ground, &form, &forces, &mut faults)
    } else {
        pitched(&book, ground, &form, &forces, &mut faults)
    };
    if faults.is_empty() { Ok((book, field, phase)) } else { Err(faults) }
}

/// No two elements have one label.
fn twins(form: &Filled, forces: &BySide<Force>, faults: &mut Vec<Fault>) {
    let mut seen: Vec<&str> = Vec::new();
    for side in Side::ALL {
        for (i, element) in forces[side].elements.iter().enumerate() {
            if seen.contains(&element.label.as_str()) {
                let what = format!("another element is called `{}` too", element.label);
                faults.push(element_form(form, side, i).map_or_else(
                    || form.fault(side.as_str(), what.clone()),
                    |element| element.fault("id", what.clone()),
                ));
            }
            seen.push(&element.label);
        }
    }
}

/// The form of a side's element, if its elements were written down.
fn element_form(form: &Filled, side: Side, i: usize) -> Option<&Filled> {
    let elements = form.record(side.as_str()).opt("elements")?;
    elements.list().get(i).map(form::Answer::record)
}

/// What is wrong under a rule of the book.
fn under(rule: RuleId, what: impl std::fmt::Display) -> String {
    ledger::cite(rule);
    format!("{what} [{rule}]")
}

/// Two armies about to roll for invader.
fn pitched(
    book: &Dba,
    ground: Ground,
    form: &Filled,
    forces: &BySide<Force>,
    faults: &mut Vec<Fault>,
) -> (Field, Phase) {
    let by_the_rules = "left out when no element has a place: the rules of setting up decide it";
    for name in ["terrain", "first"].into_iter().filter(|name| form.has(name)) {
        faults.push(form.fault(name, by_the_rules));
    }
    for side in Side::ALL {
        let record = form.record(side.as_str());
        for name in ["edge", "role", "camp"].into_iter().filter(|name| record.has(name)) {
            faults.push(record.fault(name, by_the_rules));
        }
    }
    let mut muster = Muster::default();
    for side in Side::ALL {
        for element in &forces[side].elements {
            let formation = board::formation(&book.house, element.troop);
            muster.add(forces[side].card(element), Unit::waiting(formation));
        }
    }
    if book.house.camps {
        for side in Side::ALL {
            muster.add(forces[side].followers(), Unit::waiting(force::camp_formation()));
        }
    }
    let phase = opening(Step::Invader, Side::Red, BySide([TableEdge::South, TableEdge::North]), &muster);
    (muster.field(ground, forces), phase)
}

/// The units as they are gathered.
#[derive(Default)]
struct Muster {
    cards: Vec<UnitCard>,
    units: Vec<Unit>,
}

impl Muster {
    fn add(&mut self, card: UnitCard, unit: Unit) {
        self.cards.push(card);
        self.units.push(unit);
    }

    /// Puts a unit on the table at once.
    fn stand(&mut self, card: UnitCard, pose: table::Pose, formation: table::Formation) {
        self.add(card, Unit { pose, place: Place::Table, ..Unit::waiting(formation) });
    }

    fn field(self, ground: Ground, forces: &BySide<Force>) -> Field {
        let names = BySide::each(|side| forces[side].name.clone());
        Field::new(Arc::new(ground), Arc::new(Roster { names, cards: self.cards }), self.units)
    }
}

/// The phase in which a battle begins.
fn opening(step: Step, invader: Side, edges: BySide<TableEdge>, muster: &Muster) -> Phase {
    Phase {
        step,
        bound: 0,
        active: invader,
        invader,
        rolled: 0,
        pips: 0,
        marks: vec![Marks::default(); muster.units.len()],
        contacts: Vec::new(),
        fronts: Fronts::default(),
        camps: BySide::default(),
        edges,
        shots: Vec::new(),
        pairs: Vec::new(),
    }
}

/// The text of a scenario in which two armies meet and set up by the rules.
///
/// ```
/// use testudo_dba::{army, scenario};
/// let army = |id: &str| army::list(id).expect("there is such a list").usual();
/// let text = scenario::pairing(&army("gallic"), &army("polybian_roman"));
/// let source = form::Source { name: "pairing", text: &text };
/// assert!(scenario::read(&source).is_ok());
/// ```
pub fn pairing(red: &Army, blue: &Army) -> String {
    let mut text = format!(
        "book = \"dba\"\nid = \"{}_{}\"\nname = {}\n",
        red.list.id,
        blue.list.id,
        quoted(&format!("{} against {}", red.name, blue.name))
    );
    for (side, army) in [(Side::Red, red), (Side::Blue, blue)] {
        // Writing to a String cannot fail.
        let _ = write!(
            text,
            "\n[{side}]\nname = {}\narmy = \"{}\"\nelements = [\n",
            quoted(&army.name),
            army.list.id
        );
        for (i, troop) in army.troops().into_iter().enumerate() {
            let general = if i == 0 { ", general = true" } else { "" };
            let _ = writeln!(text, "    {{ troop = \"{}\"{general} }},", troop.key());
        }
        text += "]\n";
    }
    text
}

/// Words as TOML writes them.
fn quoted(words: &str) -> String {
    let mut quoted = String::from("\"");
    for c in words.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted + "\""
}
