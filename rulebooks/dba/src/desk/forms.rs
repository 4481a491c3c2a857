//! Fields that several questions share, and reading them.

use crate::Dba;
use crate::board::Base;
use crate::tables::tables;
use crate::troop::{Going, Troop};
use form::{Field, Filled, Kind};
use table::{Facing, Rect, Vec2};
use umpire::{Side, UnitId};

/// Any troop type.
pub(super) fn any_troop() -> Kind {
    Kind::one_of(Troop::KEYS)
}

/// A field for a troop type.
pub(super) fn troop_field(name: &'static str, help: &'static str) -> Field {
    Field::new(name, any_troop(), help)
}

/// The troop type in a field of any.
pub(super) fn troop(form: &Filled, name: &str) -> Troop {
    Troop::ALL[form.choice(name)]
}

/// A field that is no unless it says yes.
pub(super) fn flag(name: &'static str, help: &'static str) -> Field {
    Field::new(name, Kind::Bool, help).or(false)
}

/// A field for the going an element is in, good unless it says otherwise.
pub(super) fn going_field(name: &'static str, help: &'static str) -> Field {
    Field::new(name, Kind::one_of([Going::Good.key(), Going::Bad.key()]), help).or(Going::Good.key())
}

/// The going in a field.
pub(super) fn going(form: &Filled, name: &str) -> Going {
    [Going::Good, Going::Bad][form.choice(name)]
}

/// Coordinates farther from the table than this are surely mistakes.
const FAR: f64 = 1_000_000.0;

/// A length or a coordinate.
fn paces() -> Kind {
    Kind::number(-FAR..=FAR).in_unit("paces")
}

/// The fields of a place on the table.
pub(super) fn place_fields() -> [Field; 3] {
    [
        Field::new("x", paces(), "the centre of its base, in paces from the west edge"),
        Field::new("y", paces(), "the centre of its base, in paces from the south edge"),
        Field::new("facing", Kind::number(-FAR..=FAR).in_unit("degrees"), "its facing, clockwise from north"),
    ]
}

/// The fields of an element and its place.
pub(super) fn pose_fields() -> impl Iterator<Item = Field> {
    [troop_field("troop", "the type of the element")].into_iter().chain(place_fields())
}

/// An element and its place, in one field.
pub(super) fn pose_field(name: &'static str, help: &'static str) -> Field {
    Field::new(name, Kind::record(pose_fields()), help)
}

/// The base of a type at a place; nobody's in particular.
pub(super) fn base_at(book: &Dba, troop: Troop, place: &Filled) -> Base {
    let facing = Facing::degrees(place.number("facing"));
    let centre = Vec2::new(place.number("x"), place.number("y"));
    let depth = f64::from(book.house.depth(troop));
    Base {
        id: UnitId(0),
        side: Side::Red,
        troop,
        general: false,
        rect: Rect::new(centre, facing, tables().width, depth),
        facing,
    }
}

/// The base that a pose describes.
pub(super) fn base(book: &Dba, pose: &Filled) -> Base {
    base_at(book, troop(pose, "troop"), pose)
}
