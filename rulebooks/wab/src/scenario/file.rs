//! The form of a scenario file. Lengths are in inches.

use crate::army::{check, enlist, list};
use crate::board::terrain::Kind as Terrain;
use crate::house::House;
use form::{Field, Kind, Node};

/// The fields of a scenario file.
pub fn fields() -> Vec<Field> {
    let text = |name, help| Field::new(name, Kind::Text, help);
    let side_length = Kind::number(24.0..=144.0).in_unit("inches");
    vec![
        Field::new("book", Kind::one_of(["wab"]), "the rulebook"),
        text("id", "its short name"),
        text("name", "its name"),
        text("summary", "what it is about").or(""),
        Field::new("table", Kind::list(side_length, 2..=2), "the width and the depth of the table")
            .optional(),
        Field::new("turns", Kind::int(1..=20), "how many turns each side has").optional(),
        Field::new("points", Kind::int(100..=10_000), "the size of the armies").optional(),
        Field::new("zone", Kind::number(3.0..=60.0).in_unit("inches"), "how deep the armies deploy")
            .optional(),
        Field::new("first", Kind::one_of(["red", "blue"]), "who has the first turn").or("red"),
        Field::new("house", Kind::record(House::fields()), "house rules").or(Node::record([])),
        Field::new("terrain", Kind::list(Kind::record(feature()), ..=60), "the features of the ground")
            .or(Node::list([])),
        Field::new("red", Kind::record(side()), "the red army, on the south edge"),
        Field::new("blue", Kind::record(side()), "the blue army, on the north edge"),
    ]
}

fn feature() -> [Field; 3] {
    let point = || Kind::list(Kind::number(-10.0..=200.0).in_unit("inches"), 2..=2);
    [
        Field::new("kind", Kind::one_of(Terrain::ALL.iter().map(|k| k.key())), "what it is"),
        Field::new("polygon", Kind::list(point(), 3..=40), "the corners of an area, in order").optional(),
        Field::new("line", Kind::list(point(), 2..=20), "the points of a line").optional(),
    ]
}

fn side() -> Vec<Field> {
    vec![
        Field::new("name", Kind::Text, "what the army is called"),
        Field::new("list", Kind::one_of(list::KEYS), "its army list"),
        Field::new("units", Kind::list(Kind::record(unit()), 1..=60), "its units"),
    ]
}

fn unit() -> Vec<Field> {
    let inches =
        |name, help| Field::new(name, Kind::number(-20.0..=200.0).in_unit("inches"), help).optional();
    let mut fields = vec![
        Field::new("id", Kind::Text, "its label"),
        Field::new("name", Kind::Text, "its name").optional(),
    ];
    fields.extend(check::unit_fields());
    fields.extend(enlist::fields());
    fields.extend([
        Field::new("with", Kind::Text, "the unit a character is with").optional(),
        inches("x", "how far east the middle of its front is"),
        inches("y", "how far north the middle of its front is"),
        Field::new("facing", Kind::number(-360.0..=360.0).in_unit("degrees"), "the way it faces").optional(),
    ]);
    fields
}
