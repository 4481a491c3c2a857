//! The army lists of the book, read once from their files.

use crate::army::list::{ArmyList, Company, Line};
use crate::army::people::People;
use crate::data::kit::{Kit, usual_hand, usual_missile};
use crate::data::reaction::Grade;
use crate::data::troop::{Hand, Missile, Troop};
use form::{Field, Filled, Kind, Node, fill, parse_toml};
use std::sync::OnceLock;

/// Every file of `data/armies`, oldest army first.
const FILES: [&str; 15] = [
    include_str!("../../data/armies/egyptian.toml"),
    include_str!("../../data/armies/assyrian.toml"),
    include_str!("../../data/armies/persian.toml"),
    include_str!("../../data/armies/indian.toml"),
    include_str!("../../data/armies/gallic.toml"),
    include_str!("../../data/armies/carthaginian.toml"),
    include_str!("../../data/armies/macedonian.toml"),
    include_str!("../../data/armies/roman_early.toml"),
    include_str!("../../data/armies/parthian.toml"),
    include_str!("../../data/armies/ancient_british.toml"),
    include_str!("../../data/armies/german.toml"),
    include_str!("../../data/armies/sarmatian.toml"),
    include_str!("../../data/armies/roman_late.toml"),
    include_str!("../../data/armies/gothic.toml"),
    include_str!("../../data/armies/sassanid.toml"),
];

/// The army lists, oldest first.
pub fn lists() -> &'static [ArmyList] {
    static LISTS: OnceLock<Vec<ArmyList>> = OnceLock::new();
    LISTS.get_or_init(|| FILES.into_iter().map(read).collect())
}

/// The list with that short name.
pub fn list(id: &str) -> Option<&'static ArmyList> {
    lists().iter().find(|list| list.id == id)
}

fn read(text: &str) -> ArmyList {
    let pair = || Kind::list(Kind::int(0..=500), 2..=2);
    let line = [
        Field::new("id", Kind::Text, "its short name"),
        Field::new("name", Kind::Text, "its name"),
        Field::new("troop", Kind::one_of(Troop::KEYS), "its type"),
        Field::new("regular", Kind::Bool, "whether they are regular"),
        Field::new("grades", Kind::list(Kind::one_of(Grade::KEYS), ..), "their grades").or(Node::list([])),
        Field::new("hand", Kind::one_of(Hand::KEYS), "what they fight with").optional(),
        Field::new("missile", Kind::one_of(Missile::KEYS.into_iter().chain(["none"])), "what they shoot")
            .optional(),
        Field::new("long_spear", Kind::Bool, "whether their spears are long").or(false),
        Field::new("camel", Kind::Bool, "whether they ride camels").or(false),
        Field::new("shields", Kind::Bool, "whether they have shields").optional(),
        Field::new("figures", pair(), "how many figures an army has"),
        Field::new("unit", pair(), "how many figures a unit has"),
        Field::new("note", Kind::Text, "who they were").or(""),
    ];
    let company = [
        Field::new("line", Kind::Text, "its line"),
        Field::new("name", Kind::Text, "its name"),
        Field::new("figures", Kind::int(1..=500), "its figures"),
        Field::new("files", Kind::int(1..=500), "its files"),
        Field::new("grade", Kind::one_of(Grade::KEYS), "its grade").optional(),
    ];
    let fields = [
        Field::new("id", Kind::Text, "its short name"),
        Field::new("name", Kind::Text, "its name"),
        Field::new("people", Kind::one_of(People::KEYS), "whose army it is"),
        Field::new("from", Kind::int(-3500..=1500), "its first year"),
        Field::new("to", Kind::int(-3500..=1500), "its last year"),
        Field::new("summary", Kind::Text, "what it is like"),
        Field::new("lines", Kind::list(Kind::record(line), 1..), "its lines"),
        Field::new("army", Kind::list(Kind::record(company), 1..), "an army ready to play"),
    ];
    let node = parse_toml(text).expect("army lists are TOML");
    let form = fill(&fields, &node).expect("army lists are good forms");
    let year = |name: &str| i32::try_from(form.int(name)).expect("the form limits years");
    let lines: Vec<Line> = form.records("lines").map(read_line).collect();
    let ready = form.records("army").map(|form| read_company(&lines, form)).collect();
    ArmyList {
        id: form.text("id").to_owned(),
        name: form.text("name").to_owned(),
        people: People::ALL[form.choice("people")],
        from: year("from"),
        to: year("to"),
        summary: form.text("summary").to_owned(),
        lines,
        ready,
    }
}

fn read_line(form: &Filled) -> Line {
    let troop = Troop::ALL[form.choice("troop")];
    let hand = form.opt("hand").map_or(usual_hand(troop), |hand| Hand::ALL[hand.choice()]);
    let missile = match form.opt("missile") {
        Some(missile) => Missile::parse(missile.text()),
        None => usual_missile(troop, hand),
    };
    let kit = Kit::usual(troop, form.bool("regular"));
    let shields = form.opt("shields").map_or(kit.shields, |shields| shields.bool());
    let kit =
        Kit { hand, missile, shields, long_spear: form.bool("long_spear"), camel: form.bool("camel"), ..kit };
    let pair = |name: &str| {
        let mut ends = [0; 2];
        for (end, number) in ends.iter_mut().zip(form.list(name)) {
            *end = u16::try_from(number.int()).expect("the form limits figures");
        }
        ends
    };
    Line {
        id: form.text("id").to_owned(),
        name: form.text("name").to_owned(),
        kit,
        grades: form.list("grades").iter().map(|grade| Grade::ALL[grade.choice()]).collect(),
        figures: pair("figures"),
        unit: pair("unit"),
        note: form.text("note").to_owned(),
    }
}

fn read_company(lines: &[Line], form: &Filled) -> Company {
    let count = |name: &str| u16::try_from(form.int(name)).expect("the form limits figures");
    let line = lines.iter().position(|line| line.id == form.text("line"));
    Company {
        line: line.expect("an army is drawn from its lines"),
        name: form.text("name").to_owned(),
        figures: count("figures"),
        files: count("files"),
        grade: form.opt("grade").map(|grade| Grade::ALL[grade.choice()]),
        led: false,
    }
}
