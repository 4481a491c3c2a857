//! Fields that several questions share, and reading them.

use crate::army::chosen::Counts;
use crate::board::Base;
use crate::data::scale::MM;
use crate::data::tables::tables;
use crate::data::troop::{Going, Troop};
use crate::{Dba, rule};
use binding::desk;
use form::{Answer, Fault, Field, Filled, Kind, Node};
use ruling::under;
use serde_json::{Map, Value, json};
use table::{Facing, Ground, Rect, Vec2};
use umpire::{Side, UnitId};

/// Any troop type.
pub fn any_troop() -> Kind {
    Kind::one_of(Troop::KEYS)
}

/// A field for a troop type.
pub fn troop_field(name: &'static str, help: &'static str) -> Field {
    Field::new(name, any_troop(), help)
}

/// The troop type in a field of any.
pub fn troop(form: &Filled, name: &str) -> Troop {
    Troop::ALL[form.choice(name)]
}

/// A field that is no unless it says yes.
pub fn flag(name: &'static str, help: &'static str) -> Field {
    Field::new(name, Kind::Bool, help).or(false)
}

/// A field for the going an element is in, good unless it says otherwise.
pub fn going_field(name: &'static str, help: &'static str) -> Field {
    Field::new(name, Kind::one_of([Going::Good.key(), Going::Bad.key()]), help).or(Going::Good.key())
}

/// The going in a field.
pub fn going(form: &Filled, name: &str) -> Going {
    [Going::Good, Going::Bad][form.choice(name)]
}

/// Coordinates farther from the table than this are surely mistakes.
const FAR: f64 = 1_000_000.0;

/// A length or a coordinate.
fn paces() -> Kind {
    Kind::number(-FAR..=FAR).in_unit("paces")
}

/// The fields of a place on the table.
pub fn place_fields() -> [Field; 3] {
    [
        Field::new("x", paces(), "the centre of its base, in paces from the west edge"),
        Field::new("y", paces(), "the centre of its base, in paces from the south edge"),
        Field::new("facing", Kind::number(-FAR..=FAR).in_unit("degrees"), "its facing, clockwise from north"),
    ]
}

/// The fields of an element and its place.
pub fn pose_fields() -> impl Iterator<Item = Field> {
    [troop_field("troop", "the type of the element")].into_iter().chain(place_fields())
}

/// An element and its place, in one field.
pub fn pose_field(name: &'static str, help: &'static str) -> Field {
    Field::new(name, Kind::record(pose_fields()), help)
}

/// The base of a type at a place; nobody's in particular.
pub fn base_at(book: &Dba, troop: Troop, place: &Filled) -> Base {
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
pub fn base(book: &Dba, pose: &Filled) -> Base {
    base_at(book, troop(pose, "troop"), pose)
}

/// A bare table of the size that the house plays on.
pub fn bare_table(book: &Dba) -> Ground {
    let side = f64::from(book.house.table_size) * MM;
    Ground::bare(side, side)
}

/// The bases of a list, numbered from 1.
pub fn bases<'a>(book: &'a Dba, form: &'a Filled, name: &str) -> impl Iterator<Item = (Base, &'a Filled)> {
    let numbered = (1..).zip(form.records(name).collect::<Vec<_>>());
    numbered.map(|(id, pose)| (Base { id: UnitId(id), ..base(book, pose) }, pose))
}

/// A point in an answer.
pub fn point(p: Vec2) -> Value {
    json!([number(p.x), number(p.y)])
}

/// Puts a place into an answer.
pub fn put(answer: &mut Map<String, Value>, base: &Base) {
    answer.insert("x".into(), number(base.rect.centre.x));
    answer.insert("y".into(), number(base.rect.centre.y));
    put_facing(answer, base);
}

/// Facings run from 0 to under 360, also once they are rounded.
pub fn put_facing(answer: &mut Map<String, Value>, base: &Base) {
    let degrees = base.facing.to_degrees();
    answer.insert("facing".into(), number(if degrees >= 359.9995 { 0.0 } else { degrees }));
}

/// How many of each type a map says.
pub fn counts(map: &[(String, Answer)]) -> Counts {
    let mut counts = Counts::default();
    for (key, n) in map {
        if let Some(troop) = Troop::parse(key) {
            counts.set(troop, n.int() as u16);
        }
    }
    counts
}

/// The fault of calling someone a shooter who does not shoot.
pub fn not_a_shooter(book: &Dba, troop: Troop, field: &Answer) -> Option<Fault> {
    if book.house.range(troop) > 0 {
        return None;
    }
    Some(field.fault(under(rule::SHOOT_WHO, format!("{} do not shoot", troop.name()))))
}

/// A length in paces.
pub fn length() -> Kind {
    Kind::number(0.0..).in_unit("paces")
}

/// A question that the desk answers.
pub type Question = desk::Question<Dba>;

/// A number as answers print it: to three decimals.
pub fn number(x: f64) -> Value {
    desk::number(x, 3)
}

/// An exact chance in lowest terms.
pub fn chance(ways: u32, of: u32) -> Value {
    Value::from(dice::Fraction::new(ways.into(), of.into()).to_string())
}

/// How many elements of each type.
pub fn count_of_each() -> Kind {
    Kind::map(Troop::KEYS, Kind::int(0..=1000).in_unit("elements"))
}

/// Everyone else, of some form.
pub fn others(kind: Kind) -> Field {
    Field::new("others", Kind::list(kind, ..), "everyone else who may be in the way").or(Node::list([]))
}
