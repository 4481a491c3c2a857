//! Questions about where elements stand: contact, zones, shots, recoil, flight.

use crate::board::Base;
use crate::board::geometry::{self, Contact};
use crate::data::troop::Troop;
use crate::desk::forms::{
    Question, base, base_at, bases, number, others, point, pose_field, pose_fields, put, troop, troop_field,
};
use crate::{Dba, rule};
use binding::desk::rules;
use form::{Fault, Field, Filled, Kind};
use serde_json::{Map, Value, json};
use table::{Edge, Rect};

/// The questions of this chapter.
pub fn questions() -> Vec<Question> {
    vec![
        Question::new(
            "corners",
            "the corners of a base",
            "Front left, front right, rear left, rear right.",
            pose_fields(),
            corners,
        ),
        Question::new(
            "contact",
            "how one base touches another",
            "The first kind that fits, named by the edge of `b`: front, flanks, rear, overlaps, sides, or none.",
            [pose_field("a", "the base that touches"), pose_field("b", "the base that is touched")],
            contact,
        ),
        Question::new(
            "zoc",
            "whether an element is in a zone of control",
            "Whether it is, and how deep the zone is once others have cut it short.",
            [
                pose_field("controller", "the element whose zone it is"),
                pose_field("element", "the element that may be in it"),
                others(Kind::record(pose_fields())),
            ],
            zoc,
        ),
        Question::new(
            "line_up",
            "where an element stands in contact with an enemy",
            "The place and the facing of the mover.",
            [
                troop_field("troop", "the type that moves"),
                pose_field("enemy", "the enemy"),
                Field::new(
                    "edge",
                    Kind::one_of(Contact::ENDS.map(Contact::as_str)),
                    "the edge or corner of the enemy",
                ),
            ],
            line_up,
        ),
    ]
}

fn corners(book: &Dba, form: &Filled) -> Result<Value, Vec<Fault>> {
    let Base { rect, .. } = base(book, form);
    Ok(json!({
        "fl": point(rect.fl()),
        "fr": point(rect.fr()),
        "rl": point(rect.rl()),
        "rr": point(rect.rr()),
        "rules": rules([rule::GEOMETRY_ELEMENT, rule::GEOMETRY_TOLERANCE]),
    }))
}

fn contact(book: &Dba, form: &Filled) -> Result<Value, Vec<Fault>> {
    let (a, b) = (base(book, form.record("a")), base(book, form.record("b")));
    let found = geometry::contact(&a, &b);
    let rule = match found {
        Some(Contact::LeftOverlap | Contact::RightOverlap) => rule::OVERLAP_CORNER,
        Some(Contact::LeftSide | Contact::RightSide) => rule::OVERLAP_SIDE,
        _ => rule::CONTACT_KINDS,
    };
    Ok(json!({ "contact": found.map_or("none", Contact::as_str), "rules": rules([rule]) }))
}

fn zoc(book: &Dba, form: &Filled) -> Result<Value, Vec<Fault>> {
    let (controller, element) = (base(book, form.record("controller")), base(book, form.record("element")));
    if controller.troop == Troop::CampFollowers {
        let rules = rules([rule::CAMP_FOLLOWERS]);
        return Ok(json!({ "in_zone": false, "depth": 0, "rules": rules }));
    }
    let others: Vec<Rect> = bases(book, form, "others").map(|(b, _)| b.rect).collect();
    let zone = |edge: &Edge| {
        let front = geometry::fronting(&controller.rect, *edge);
        let depth = geometry::zone_depth(&front, &others);
        (geometry::in_zone(&front, depth, &element.rect), depth)
    };
    let zones = || geometry::controlling_edges(&controller).iter().map(zone);
    // Of the zones of War Wagons, the one that the element is in; their front's if it is in none.
    let (in_zone, depth) = zones().find(|z| z.0).or_else(|| zones().next()).unwrap_or((false, 0.0));
    Ok(json!({ "in_zone": in_zone, "depth": number(depth), "rules": rules([rule::ZOC_AREA]) }))
}

fn line_up(book: &Dba, form: &Filled) -> Result<Value, Vec<Fault>> {
    let enemy = base(book, form.record("enemy"));
    let mover = base_at(book, troop(form, "troop"), form.record("enemy"));
    let edge = Contact::ENDS[form.choice("edge")];
    let mut answer = Map::new();
    put(&mut answer, &geometry::line_up(&mover, &enemy, edge));
    let rule = if edge.fights() { rule::CONTACT_KINDS } else { rule::OVERLAP_CORNER };
    answer.insert("rules".into(), rules([rule]));
    Ok(answer.into())
}
