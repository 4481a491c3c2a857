//! The form of a scenario file.

use crate::board::state::COMMANDS;
use crate::data::lists::choices;
use crate::data::tables::Terrain;
use crate::data::troop::Troop;
use crate::house::House;
use crate::movement::under_way;
use form::{Field, Filled, Kind, Node};
use table::TableEdge;
use umpire::Side;

/// The four edges in the order of [`EDGES`].
pub const EDGE_WORDS: [&str; 4] = ["north", "east", "south", "west"];
/// The edges those words mean.
pub const EDGES: [TableEdge; 4] = TableEdge::ALL;
/// The kinds of terrain a piece may be: all but open ground.
pub const KINDS: [Terrain; Terrain::COUNT - 1] = {
    let mut kinds = [Terrain::Open; Terrain::COUNT - 1];
    let mut i = 0;
    while i < kinds.len() {
        kinds[i] = Terrain::ALL[i + 1];
        i += 1;
    }
    kinds
};
/// Troop types an army may have: all but Camp Followers, who come last.
const TROOPS: usize = Troop::COUNT - 1;
/// The most commands of a side, and the most elements of all of them.
const MOST_COMMANDS: i64 = COMMANDS as i64;
const MOST: usize = COMMANDS * under_way::MOST;
/// The most pieces of terrain, and the most points of one.
const PIECES: usize = 40;
const POINTS: usize = 64;

/// The fields of a scenario file.
pub fn fields() -> Vec<Field> {
    let text = |name, help| Field::new(name, Kind::Text, help);
    let terrain =
        [Field::new("pieces", Kind::list(Kind::record(piece()), ..=PIECES), "the pieces of terrain")];
    vec![
        Field::new("book", Kind::one_of(["dba"]), "the rulebook"),
        text("id", "its short name"),
        text("name", "its name"),
        text("summary", "what it is about").or(""),
        Field::new("first", Kind::one_of(["red", "blue"]), "who takes the first bound").optional(),
        Field::new("house", Kind::record(House::fields()), "house rules").or(Node::record([])),
        Field::new("terrain", Kind::record(terrain), "the terrain").optional(),
        Field::new("red", Kind::record(side()), "the red army"),
        Field::new("blue", Kind::record(side()), "the blue army"),
    ]
}

fn point() -> Kind {
    Kind::list(Kind::number(..).in_unit("paces"), 2..=2)
}

fn piece() -> [Field; 6] {
    let points = |least: usize| Kind::list(point(), least..=POINTS);
    [
        Field::new("id", Kind::Text, "what it is called").optional(),
        Field::new("kind", Kind::one_of(KINDS.map(Terrain::key)), "what it is"),
        Field::new("polygon", points(3), "the corners of an area").optional(),
        Field::new("polyline", points(2), "the middle line of a river or road").optional(),
        Field::new("width", Kind::number(0.0..).in_unit("paces"), "how wide a river or road is").optional(),
        Field::new("crest", points(1), "the crest line of a hill").optional(),
    ]
}

fn side() -> [Field; 8] {
    let ids = choices().map(|list| list.id.as_str());
    [
        Field::new("name", Kind::Text, "what the army is called").optional(),
        Field::new("army", Kind::one_of(ids), "the army list"),
        Field::new("edge", Kind::one_of(EDGE_WORDS), "its own table edge").optional(),
        Field::new("role", Kind::one_of(["invader", "defender"]), "whether it invades").optional(),
        Field::new("camp", Kind::list(point(), 3..=8), "the corners of its camp").optional(),
        Field::new(
            "size",
            Kind::int(1..=MOST as i64),
            "how many elements it has, if not twelve to a command",
        )
        .optional(),
        Field::new(
            "commands",
            Kind::list(Kind::Text, 1..=COMMANDS),
            "what its commands are called, if house rule `commands` divides it",
        )
        .optional(),
        Field::new("elements", Kind::list(Kind::record(element()), 1..=MOST), "its elements").optional(),
    ]
}

fn element() -> [Field; 7] {
    let paces = |name, help| Field::new(name, Kind::number(..).in_unit("paces"), help).optional();
    [
        Field::new("id", Kind::Text, "its label").optional(),
        Field::new("troop", Kind::one_of(Troop::KEYS[..TROOPS].iter().copied()), "its troop type"),
        paces("x", "how far east its centre is"),
        paces("y", "how far north its centre is"),
        Field::new("facing", Kind::number(-360.0..=360.0).in_unit("degrees"), "the way it faces").optional(),
        Field::new("general", Kind::Bool, "whether the general is with it").or(false),
        Field::new("command", Kind::int(1..=MOST_COMMANDS), "the number of its command").or(1),
    ]
}

/// The form of a side's element, if its elements were written down.
pub fn element_form(form: &Filled, side: Side, i: usize) -> Option<&Filled> {
    let elements = form.record(side.as_str()).opt("elements")?;
    elements.list().get(i).map(form::Answer::record)
}
