//! The form of a scenario file. Lengths are in inches.

use crate::army::people::People;
use crate::data::feature;
use crate::data::reaction::Grade;
use crate::data::troop::{Hand, Haul, Missile, Troop};
use crate::house::House;
use form::{Field, Kind, Node};

/// The states that a unit may begin in, as a file writes them.
pub const STATES: [&str; 6] = ["steady", "disorganised", "halted", "retiring", "retreating", "broken"];

/// The most features, and the most points of one.
const FEATURES: usize = 60;
const POINTS: usize = 64;
/// The longest side of a table.
const TABLE: f64 = 240.0;

/// The fields of a scenario file.
pub fn fields() -> Vec<Field> {
    let text = |name, help| Field::new(name, Kind::Text, help);
    let side_length = Kind::number(20.0..=TABLE).in_unit("inches");
    vec![
        Field::new("book", Kind::one_of(["wrg1969"]), "the rulebook"),
        text("id", "its short name"),
        text("name", "its name"),
        text("summary", "what it is about").or(""),
        Field::new("table", Kind::list(side_length, 2..=2), "the width and the depth of the table")
            .optional(),
        Field::new("limit", Kind::int(100..=20_000).in_unit("points"), "the points of each army").optional(),
        Field::new("house", Kind::record(House::fields()), "house rules").or(Node::record([])),
        Field::new("terrain", Kind::list(Kind::record(feature()), ..=FEATURES), "the features of the ground")
            .or(Node::list([])),
        Field::new("red", Kind::record(side()), "the red army, on the south edge"),
        Field::new("blue", Kind::record(side()), "the blue army, on the north edge"),
    ]
}

fn point() -> Kind {
    Kind::list(Kind::number(..).in_unit("inches"), 2..=2)
}

fn inches(name: &'static str, help: &'static str) -> Field {
    Field::new(name, Kind::number(..).in_unit("inches"), help).optional()
}

fn feature() -> [Field; 10] {
    let points = |least: usize| Kind::list(point(), least..=POINTS);
    [
        Field::new("id", Kind::Text, "its id"),
        Field::new("name", Kind::Text, "its name").optional(),
        Field::new("kind", Kind::one_of(feature::Kind::KEYS), "what it is"),
        Field::new("polygon", points(3), "the corners of an area").optional(),
        Field::new("contours", Kind::list(points(3), 1..=8), "the contours of a hill, the lowest first")
            .optional(),
        Field::new("line", points(2), "the points of a line").optional(),
        Field::new("at", point(), "where a ford or a bridge is").optional(),
        Field::new("width", Kind::number(0.1..=60.0).in_unit("inches"), "how wide a ford or a bridge is")
            .optional(),
        Field::new("closed", Kind::Bool, "whether a stream cannot be crossed").or(false),
        Field::new("value", Kind::int(0..=1000).in_unit("points"), "what it is worth").or(0),
    ]
}

fn side() -> Vec<Field> {
    vec![
        Field::new("name", Kind::Text, "what the army is called"),
        Field::new("people", Kind::one_of(People::KEYS), "whose army it is").or("other"),
        Field::new("regular", Kind::Bool, "whether its troops are regular unless they say otherwise")
            .or(false),
        Field::new("zone", Kind::number(5.0..=120.0).in_unit("inches"), "how deep its deployment zone is")
            .optional(),
        Field::new("general", Kind::record(general()), "its commander in chief"),
        Field::new(
            "subordinates",
            Kind::list(Kind::record(subordinate()), ..=20),
            "its subordinate generals",
        )
        .or(Node::list([])),
        Field::new("units", Kind::list(Kind::record(unit()), 1..=100), "its units"),
        Field::new("signals", Kind::list(Kind::record(signal()), ..=4), "its signal card").or(Node::list([])),
    ]
}

fn general() -> Vec<Field> {
    let mut fields = vec![
        Field::new("id", Kind::Text, "his label"),
        Field::new("name", Kind::Text, "his name").or("The general"),
    ];
    fields.extend(place());
    fields
}

fn subordinate() -> Vec<Field> {
    let mut fields = general();
    fields
        .push(Field::new("units", Kind::list(Kind::Text, ..), "the labels of his units").or(Node::list([])));
    fields
}

fn place() -> [Field; 3] {
    [
        inches("x", "how far east its centre is"),
        inches("y", "how far north its centre is"),
        Field::new("facing", Kind::number(-360.0..=360.0).in_unit("degrees"), "the way it faces").optional(),
    ]
}

fn missile() -> Kind {
    Kind::one_of(Missile::KEYS.into_iter().chain(["none"]))
}

fn unit() -> Vec<Field> {
    let figures = || Kind::int(1..=500).in_unit("figures");
    let part = [
        Field::new("troop", Kind::one_of(Troop::KEYS), "their troop type"),
        Field::new("figures", figures(), "how many of the unit's figures they are"),
        Field::new("missile", missile(), "what they shoot").optional(),
        Field::new("hand", Kind::one_of(Hand::KEYS), "what they fight with").optional(),
        Field::new("shields", Kind::Bool, "whether they have shields").optional(),
    ];
    let mut fields = vec![
        Field::new("id", Kind::Text, "its label"),
        Field::new("name", Kind::Text, "its name").optional(),
        Field::new("troop", Kind::one_of(Troop::KEYS), "its troop type"),
        Field::new("figures", figures(), "how many figures it has"),
        Field::new("files", Kind::int(1..=500).in_unit("files"), "how many stand abreast").optional(),
        Field::new("grade", Kind::one_of(Grade::KEYS), "its grade").optional(),
        Field::new("regular", Kind::Bool, "whether it is regular").optional(),
        Field::new("camel", Kind::Bool, "whether it rides camels").or(false),
        Field::new("missile", missile(), "what it shoots or throws").optional(),
        Field::new("hand", Kind::one_of(Hand::KEYS), "what it fights with").optional(),
        Field::new("second", Kind::one_of(Hand::KEYS), "what else it fights with").optional(),
        Field::new("long_spear", Kind::Bool, "whether its thrusting spears are long").or(false),
        Field::new("shields", Kind::Bool, "whether it has shields").optional(),
        Field::new("armoured", Kind::Bool, "whether it is fully armoured").optional(),
        Field::new("crew", Kind::int(1..=6).in_unit("men"), "the crew of each model").optional(),
        Field::new("haul", Kind::one_of(Haul::KEYS), "who moves an engine").optional(),
        Field::new("led", Kind::Bool, "whether the general commands it in person").or(false),
        Field::new("part", Kind::record(part), "specialists inside it").optional(),
        Field::new("order", Kind::Any, "its order, in words or in its structured form").optional(),
        Field::new("state", Kind::one_of(STATES), "how it stands when the battle begins").or(STATES[0]),
        Field::new("fights", Kind::list(Kind::Text, ..=8), "the labels of enemies it is in contact with")
            .or(Node::list([])),
    ];
    fields.extend(place());
    fields
}

fn signal() -> [Field; 4] {
    [
        Field::new("signal", Kind::int(1..=4), "the number of the signal"),
        Field::new("units", Kind::list(Kind::Text, 1..), "whom it is for; everyone if left out").optional(),
        Field::new("order", Kind::Any, "the order it stands for").optional(),
        Field::new("text", Kind::Text, "what it means, in words").or(""),
    ]
}
