//! Forms described to programs.

use serde_json::json;
use std::ops::Bound;
use testudo_form::{Field, Kind, Node, schema, schema_of};

#[test]
fn every_kind_is_described() {
    let cases = [
        (Kind::Bool, json!({"type": "bool"})),
        (Kind::int(..), json!({"type": "int"})),
        (Kind::int(1..7), json!({"type": "int", "min": 1, "max": 6})),
        (Kind::number(..0.5), json!({"type": "number", "below": 0.5})),
        (
            Kind::number((Bound::Excluded(0.0), Bound::Included(180.0))).in_unit("degrees"),
            json!({"type": "number", "above": 0.0, "max": 180.0, "unit": "degrees"}),
        ),
        (Kind::Text, json!({"type": "text"})),
        (Kind::one_of(["a", "b"]), json!({"type": "choice", "options": ["a", "b"]})),
        (
            Kind::list(Kind::Bool, 1..3),
            json!({"type": "list", "of": {"type": "bool"}, "min_items": 1, "max_items": 2}),
        ),
        (Kind::list(Kind::Any, ..), json!({"type": "list", "of": {"type": "any"}})),
        (Kind::map(["a"], Kind::Text), json!({"type": "map", "keys": ["a"], "to": {"type": "text"}})),
        (Kind::map_of(Kind::Text), json!({"type": "map", "to": {"type": "text"}})),
    ];
    for (kind, described) in cases {
        assert_eq!(schema_of(&kind), described);
    }
}

#[test]
fn fields_say_what_they_need() {
    let inner = Kind::record([Field::new("x", Kind::int(0..), "a place").or(7)]);
    let fields = [
        Field::new("name", Kind::Text, "its name"),
        Field::new("pose", inner, "where").optional(),
        Field::new("others", Kind::list(Kind::Text, ..), "others").or(Node::list([])),
    ];
    assert_eq!(
        schema(&fields),
        json!([
            {"name": "name", "type": "text", "required": true, "help": "its name"},
            {"name": "pose", "type": "record", "required": false, "help": "where", "fields": [
                {"name": "x", "type": "int", "min": 0, "required": false, "default": 7, "help": "a place"},
            ]},
            {"name": "others", "type": "list", "of": {"type": "text"}, "required": false, "default": [], "help": "others"},
        ])
    );
}
