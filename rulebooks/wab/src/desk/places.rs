//! Questions about formations, faces and contact.

use crate::board::faces;
use crate::board::faces::Row;
use crate::data::armour::Face;
use crate::data::formation::{Block, is_column};
use crate::data::tables::tables;
use crate::desk::forms::{Question, count, factors, order, order_field, troop, troop_field, whole};
use crate::{Wab, rule};
use binding::desk::number;
use form::{Fault, Field, Filled, Kind};
use serde_json::{Value, json};
use table::{Facing, Rect, Vec2};

pub(super) fn questions() -> Vec<Question> {
    let coordinate = |name, help| Field::new(name, Kind::number(-500.0..=500.0).in_unit("inches"), help);
    let side = |name, help| Field::new(name, Kind::number(0.01..=200.0).in_unit("inches"), help);
    let line = || Kind::record([whole("files", 1..=60, "its files"), troop_field()]);
    vec![
        Question::new(
            "formation",
            "ranks and size of a formation",
            "Its ranks, its last rank, its width and depth, and whether it is a march column.",
            [
                whole("models", 1..=200, "its models"),
                whole("files", 1..=200, "its files"),
                troop_field(),
                order_field(),
            ],
            formation,
        ),
        Question::new(
            "contact",
            "which models of two units touch",
            "How many front-rank models of each touch the other when they stand flush, front to front.",
            [
                Field::new("a", line(), "the one unit"),
                Field::new("b", line(), "the other unit"),
                Field::new(
                    "offset_mm",
                    Kind::number(-2000.0..=2000.0).in_unit("millimetres"),
                    "how far the middle of b lies to the right of that of a",
                )
                .or(0),
            ],
            contact,
        ),
        Question::new(
            "zone",
            "which face of a unit a point lies before",
            "Front, flank or rear, and on which side.",
            [
                Field::new(
                    "unit",
                    Kind::record([
                        coordinate("x", "its centre, east").or(0),
                        coordinate("y", "its centre, north").or(0),
                        Field::new(
                            "facing",
                            Kind::number(0.0..=360.0).in_unit("degrees"),
                            "the way it faces",
                        )
                        .or(0),
                        side("width", "its width"),
                        side("depth", "its depth"),
                    ]),
                    "the unit",
                ),
                Field::new(
                    "point",
                    Kind::record([coordinate("x", "how far east"), coordinate("y", "how far north")]),
                    "the point",
                ),
            ],
            zone,
        ),
    ]
}

fn formation(_: &Wab, form: &Filled) -> Result<Value, Vec<Fault>> {
    let (models, files) = (count(form, "models"), count(form, "files"));
    let block = Block::of(models, files, troop(form), order(form));
    let column = is_column(models, block.files, troop(form), order(form));
    let [width, depth] = tables().base(troop(form));
    Ok(json!({
        "ranks": block.ranks,
        "last_rank": block.last,
        "width_mm": number(block.width, 3),
        "depth_mm": number(block.depth, 3),
        "march_column": column,
        "factors": factors([
            (rule::BASICS_RANKS, block.ranks.into()),
            (rule::BASICS_BASE, json!([width, depth])),
            (rule::BASICS_ORDERS, order(form).key().into()),
            (rule::BASICS_COLUMN, column.into()),
        ]),
    }))
}

fn contact(_: &Wab, form: &Filled) -> Result<Value, Vec<Fault>> {
    let row = |name: &str, middle: f64| {
        let f = form.record(name);
        Row::centred(count(f, "files"), tables().base(troop(f))[0], 0.0, middle)
    };
    let (a, b) = faces::contact(&row("a", 0.0), &row("b", form.number("offset_mm")));
    let list = [(rule::COMBAT_WHO, a.into()), (rule::COMBAT_WHO, b.into())];
    Ok(json!({ "contact_a": a, "contact_b": b, "factors": factors(list) }))
}

fn zone(book: &Wab, form: &Filled) -> Result<Value, Vec<Fault>> {
    let (unit, point) = (form.record("unit"), form.record("point"));
    let centre = Vec2::new(unit.number("x"), unit.number("y"));
    let facing = Facing::degrees(unit.number("facing"));
    let rect = Rect::new(centre, facing, unit.number("width"), unit.number("depth"));
    let face = faces::face(&book.house, &rect, Vec2::new(point.number("x"), point.number("y")));
    let (zone, side) = match face {
        Face::Front => ("front", "none"),
        Face::Left => ("flank", "left"),
        Face::Right => ("flank", "right"),
        Face::Rear => ("rear", "none"),
    };
    let list = [(rule::CHARGE_ZONE, zone.into()), (rule::CHARGE_ARC, (face == Face::Front).into())];
    Ok(json!({ "zone": zone, "side": side, "factors": factors(list) }))
}
