//! Forms described as JSON Schema, for editors.

use crate::spec::{Field, Kind, Need, Words};
use serde_json::{Map, Value, json};
use std::ops::Bound;

/// Describes a form as a document of JSON Schema (draft 2020-12).
///
/// ```
/// use testudo_form::{Field, Kind, json_schema};
/// let fields = [Field::new("figures", Kind::int(1..=60), "its figures").or(20)];
/// let schema = json_schema("a unit", &fields);
/// assert_eq!(schema["properties"]["figures"]["maximum"], 60);
/// assert_eq!(schema["additionalProperties"], false);
/// ```
pub fn json_schema(title: &str, fields: &[Field]) -> Value {
    let mut document = Map::new();
    document.insert("$schema".into(), json!("https://json-schema.org/draft/2020-12/schema"));
    document.insert("title".into(), json!(title));
    document.extend(record(fields));
    Value::Object(document)
}

fn record(fields: &[Field]) -> Map<String, Value> {
    let properties: Map<String, Value> =
        fields.iter().map(|field| (field.name.to_owned(), property(field))).collect();
    let required = fields.iter().filter(|field| matches!(field.need, Need::Required)).map(|field| field.name);
    let mut object = Map::new();
    object.insert("type".into(), json!("object"));
    object.insert("properties".into(), properties.into());
    object.insert("required".into(), required.collect());
    object.insert("additionalProperties".into(), json!(false));
    object
}

fn property(field: &Field) -> Value {
    let mut object = of(&field.kind);
    object.insert("description".into(), json!(field.help));
    if let Need::Default(default) = &field.need {
        object.insert("default".into(), default.to_json());
    }
    Value::Object(object)
}

fn of(kind: &Kind) -> Map<String, Value> {
    let mut object = Map::new();
    let mut put = |name: &str, value: Value| {
        object.insert(name.to_owned(), value);
    };
    match kind {
        Kind::Bool => put("type", json!("boolean")),
        Kind::Int { least, most, .. } => {
            put("type", json!("integer"));
            if *least != i64::MIN {
                put("minimum", json!(least));
            }
            if *most != i64::MAX {
                put("maximum", json!(most));
            }
        }
        Kind::Number { least, most, .. } => {
            put("type", json!("number"));
            for (bound, included, excluded) in
                [(least, "minimum", "exclusiveMinimum"), (most, "maximum", "exclusiveMaximum")]
            {
                match bound {
                    Bound::Included(x) => put(included, json!(x)),
                    Bound::Excluded(x) => put(excluded, json!(x)),
                    Bound::Unbounded => {}
                }
            }
        }
        Kind::Text => put("type", json!("string")),
        Kind::OneOf(options) => put("enum", words(options)),
        Kind::List { of: each, least, most } => {
            put("type", json!("array"));
            put("items", Value::Object(of(each)));
            if *least > 0 {
                put("minItems", json!(least));
            }
            if *most < usize::MAX {
                put("maxItems", json!(most));
            }
        }
        Kind::Record(fields) => object = record(fields),
        Kind::Map { keys, to } => {
            put("type", json!("object"));
            if let Some(keys) = keys {
                put("propertyNames", json!({ "enum": words(keys) }));
            }
            put("additionalProperties", Value::Object(of(to)));
        }
        // Judged later, by what stands beside it.
        Kind::Any => {}
    }
    object
}

fn words(options: &Words) -> Value {
    options.iter().map(|word| Value::from(&**word)).collect()
}
