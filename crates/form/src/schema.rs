//! A form described to programs: command-line listings and browser forms are drawn from it.

use crate::spec::{Field, Kind, Need, Words};
use serde_json::{Map, Value, json};
use std::ops::Bound;

/// Describes fields as a JSON list.
///
/// Each field is an object of `name`, `type`, `required` and `help`, with `default` where it has one and what its
/// kind adds: `options`; `min`, `max` (`above`, `below` where the end itself is not allowed) and `unit`; `of` and
/// `min_items`, `max_items`; `fields`; `keys` and `to`.
///
/// ```
/// use testudo_form::{Field, Kind, schema};
/// let fields = [Field::new("going", Kind::one_of(["good", "bad"]), "the ground").or("good")];
/// assert_eq!(schema(&fields).to_string(), concat!(
///     r#"[{"name":"going","type":"choice","options":["good","bad"],"#,
///     r#""required":false,"default":"good","help":"the ground"}]"#,
/// ));
/// ```
pub fn schema(fields: &[Field]) -> Value {
    fields.iter().map(field).collect()
}

/// Describes one kind as a JSON object of `type` and what the kind adds.
pub fn schema_of(kind: &Kind) -> Value {
    Value::Object(describe(kind))
}

fn field(field: &Field) -> Value {
    let mut object = Map::new();
    object.insert("name".into(), field.name.into());
    object.extend(describe(&field.kind));
    object.insert("required".into(), matches!(field.need, Need::Required).into());
    if let Need::Default(default) = &field.need {
        object.insert("default".into(), default.to_json());
    }
    object.insert("help".into(), field.help.into());
    Value::Object(object)
}

fn describe(kind: &Kind) -> Map<String, Value> {
    let mut object = Map::new();
    let mut put = |name: &str, value: Value| {
        object.insert(name.to_owned(), value);
    };
    match kind {
        Kind::Bool => put("type", json!("bool")),
        Kind::Int { least, most, unit } => {
            put("type", json!("int"));
            if *least != i64::MIN {
                put("min", json!(least));
            }
            if *most != i64::MAX {
                put("max", json!(most));
            }
            if let Some(unit) = unit {
                put("unit", json!(unit));
            }
        }
        Kind::Number { least, most, unit } => {
            put("type", json!("number"));
            match least {
                Bound::Included(x) => put("min", json!(x)),
                Bound::Excluded(x) => put("above", json!(x)),
                Bound::Unbounded => {}
            }
            match most {
                Bound::Included(x) => put("max", json!(x)),
                Bound::Excluded(x) => put("below", json!(x)),
                Bound::Unbounded => {}
            }
            if let Some(unit) = unit {
                put("unit", json!(unit));
            }
        }
        Kind::Text => put("type", json!("text")),
        Kind::OneOf(words) => {
            put("type", json!("choice"));
            put("options", list(words));
        }
        Kind::List { of, least, most } => {
            put("type", json!("list"));
            put("of", schema_of(of));
            if *least > 0 {
                put("min_items", json!(least));
            }
            if *most < usize::MAX {
                put("max_items", json!(most));
            }
        }
        Kind::Record(fields) => {
            put("type", json!("record"));
            put("fields", schema(fields));
        }
        Kind::Map { keys, to } => {
            put("type", json!("map"));
            if let Some(keys) = keys {
                put("keys", list(keys));
            }
            put("to", schema_of(to));
        }
        Kind::Any => put("type", json!("any")),
    }
    object
}

fn list(words: &Words) -> Value {
    words.iter().map(|word| Value::from(&**word)).collect()
}
