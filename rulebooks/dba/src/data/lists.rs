//! The army lists of the book, read once from their files.

use crate::data::tables::{Topography, tables};
use crate::data::troop::{Troop, TroopSet};
use form::{Field, Kind, Node, fill, parse_toml};
use std::sync::OnceLock;

/// An army list (`dba.army.lists`).
#[derive(Clone, Debug)]
pub struct ArmyList {
    /// Its short name, such as `polybian_roman`.
    pub id: String,
    /// Its name in words.
    pub name: String,
    /// The first year; BC is negative.
    pub from: i32,
    /// The last year.
    pub to: i32,
    /// Where it is at home.
    pub topography: &'static Topography,
    /// How readily it invades, from 0 to 4.
    pub aggression: u8,
    /// The lists of its enemies, by their short names.
    pub enemies: Vec<String>,
    /// Its lines; one is the general's.
    pub lines: Vec<Line>,
}

/// A line of an army list: so many places, each for any one of some types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// How many places.
    pub n: u8,
    /// Who may take them, the usual choice first.
    pub troops: Vec<Troop>,
    /// Whether it is the general's place.
    pub general: bool,
    /// Who they were, where there is something to say.
    pub note: String,
}

impl Line {
    /// Who may take its places.
    pub fn set(&self) -> TroopSet {
        self.troops.iter().copied().collect()
    }
}

impl ArmyList {
    /// The general's line and its number, from 1.
    pub fn general_line(&self) -> (usize, &Line) {
        let i = self.lines.iter().position(|line| line.general).expect("every list has a general's line");
        (i + 1, &self.lines[i])
    }
}

/// Every file of `data/armies`, oldest army first.
const FILES: [&str; 50] = [
    include_str!("../../data/armies/sumerian.toml"),
    include_str!("../../data/armies/new_kingdom_egyptian.toml"),
    include_str!("../../data/armies/hittite.toml"),
    include_str!("../../data/armies/assyrian.toml"),
    include_str!("../../data/armies/classical_indian.toml"),
    include_str!("../../data/armies/greek_hoplite.toml"),
    include_str!("../../data/armies/achaemenid.toml"),
    include_str!("../../data/armies/gallic.toml"),
    include_str!("../../data/armies/macedonian_alexandrian.toml"),
    include_str!("../../data/armies/carthaginian.toml"),
    include_str!("../../data/armies/polybian_roman.toml"),
    include_str!("../../data/armies/macedonian_later.toml"),
    include_str!("../../data/armies/parthian.toml"),
    include_str!("../../data/armies/mithridatic.toml"),
    include_str!("../../data/armies/marian_roman.toml"),
    include_str!("../../data/armies/ancient_british.toml"),
    include_str!("../../data/armies/early_imperial_roman.toml"),
    include_str!("../../data/armies/sassanid.toml"),
    include_str!("../../data/armies/palmyran.toml"),
    include_str!("../../data/armies/hunnic.toml"),
    include_str!("../../data/armies/byzantine_thematic.toml"),
    include_str!("../../data/armies/viking.toml"),
    include_str!("../../data/armies/anglo_saxon.toml"),
    include_str!("../../data/armies/norman.toml"),
    include_str!("../../data/armies/crusader.toml"),
    include_str!("../../data/armies/ayyubid.toml"),
    include_str!("../../data/armies/mongol.toml"),
    include_str!("../../data/armies/hundred_years_english.toml"),
    include_str!("../../data/armies/medieval_french.toml"),
    include_str!("../../data/armies/medieval_german.toml"),
    include_str!("../../data/armies/swiss.toml"),
    include_str!("../../data/armies/hussite.toml"),
    include_str!("../../data/armies/ottoman.toml"),
    include_str!("../../data/armies/french_italian_wars.toml"),
    include_str!("../../data/armies/spanish_italian_wars.toml"),
    include_str!("../../data/armies/imperialist.toml"),
    include_str!("../../data/armies/swedish.toml"),
    include_str!("../../data/armies/english_parliament.toml"),
    include_str!("../../data/armies/english_royalist.toml"),
    include_str!("../../data/armies/austrian_syw.toml"),
    include_str!("../../data/armies/prussian_frederick.toml"),
    include_str!("../../data/armies/french_napoleonic.toml"),
    include_str!("../../data/armies/british_peninsular.toml"),
    include_str!("../../data/armies/zulu.toml"),
    include_str!("../../data/armies/french_1870.toml"),
    include_str!("../../data/armies/confederate.toml"),
    include_str!("../../data/armies/union.toml"),
    include_str!("../../data/armies/prussian_1870.toml"),
    include_str!("../../data/armies/british_colonial.toml"),
    include_str!("../../data/armies/mahdist.toml"),
];

/// The army lists, oldest first.
pub fn lists() -> &'static [ArmyList] {
    static LISTS: OnceLock<Vec<ArmyList>> = OnceLock::new();
    LISTS.get_or_init(|| FILES.into_iter().map(read).collect())
}

/// An army of any troops (`dba.army.free`).
pub fn free() -> &'static ArmyList {
    static FREE: OnceLock<ArmyList> = OnceLock::new();
    FREE.get_or_init(|| read(include_str!("../../data/armies/free.toml")))
}

/// Every list that an army or a scenario may name: those of the book, then the free one.
pub fn choices() -> impl Iterator<Item = &'static ArmyList> {
    lists().iter().chain(std::iter::once_with(free))
}

/// The list of that number among the [`choices`].
pub fn chosen(number: usize) -> &'static ArmyList {
    lists().get(number).unwrap_or_else(free)
}

/// The list with that short name.
pub fn list(id: &str) -> Option<&'static ArmyList> {
    choices().find(|list| list.id == id)
}

fn read(text: &str) -> ArmyList {
    let topographies: Vec<&str> = tables().topographies.iter().map(|t| t.name.as_str()).collect();
    let line = [
        Field::new("n", Kind::int(1..=12), "how many places"),
        Field::new("troop", Kind::list(Kind::one_of(Troop::KEYS), 1..), "who may take them"),
        Field::new("general", Kind::Bool, "whether it is the general's").or(false),
        Field::new("note", Kind::Text, "who they were").or(""),
    ];
    let fields = [
        Field::new("id", Kind::Text, "its short name"),
        Field::new("name", Kind::Text, "its name"),
        Field::new("from", Kind::int(-3500..=1900), "its first year"),
        Field::new("to", Kind::int(-3500..=1900), "its last year"),
        Field::new("topography", Kind::one_of(topographies), "where it is at home"),
        Field::new("aggression", Kind::int(0..=4), "how readily it invades"),
        Field::new("enemies", Kind::list(Kind::Text, ..), "its enemies").or(Node::list([])),
        Field::new("elements", Kind::list(Kind::record(line), 1..), "its lines"),
    ];
    let node = parse_toml(text).expect("army lists are TOML");
    let form = fill(&fields, &node).expect("army lists are good forms");
    let year = |name: &str| i32::try_from(form.int(name)).expect("the form limits years");
    let lines = form.records("elements").map(|line| Line {
        n: u8::try_from(line.int("n")).expect("the form limits places"),
        troops: line.list("troop").iter().map(|t| Troop::ALL[t.choice()]).collect(),
        general: line.bool("general"),
        note: line.text("note").to_owned(),
    });
    ArmyList {
        id: form.text("id").to_owned(),
        name: form.text("name").to_owned(),
        from: year("from"),
        to: year("to"),
        topography: &tables().topographies[form.choice("topography")],
        aggression: u8::try_from(form.int("aggression")).expect("the form limits aggression"),
        enemies: form.list("enemies").iter().map(|e| e.text().to_owned()).collect(),
        lines: lines.collect(),
    }
}
