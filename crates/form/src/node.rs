//! The tree of what was written, whatever it was written in.

use std::ops::Range;

/// A stretch of the text, in bytes.
pub type Span = Range<usize>;

/// One value of the tree and where it was written.
///
/// ```
/// use testudo_form::{Node, Value};
/// assert_eq!(Node::from("good").value, Value::Text("good".into()));
/// assert_eq!(Node::record([("a", Node::from(1))]).get("a"), Some(&Node::from(1)));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Where it was written, where known.
    pub span: Option<Span>,
    /// What was written.
    pub value: Value,
}

/// What was written.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Nothing: only JSON can say so.
    Null,
    /// Yes or no.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// Any other number.
    Number(f64),
    /// Words.
    Text(String),
    /// Values in order.
    List(Vec<Node>),
    /// Named values, in the order written.
    Record(Vec<(Key, Node)>),
}

/// The name of a value in a record and where it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// The name.
    pub name: String,
    /// Where it was written, where known.
    pub span: Option<Span>,
}

impl Node {
    /// A list of values that stand nowhere in a text.
    pub fn list(items: impl IntoIterator<Item = Node>) -> Self {
        Value::List(items.into_iter().collect()).into()
    }

    /// A record of values that stand nowhere in a text.
    pub fn record(entries: impl IntoIterator<Item = (&'static str, Node)>) -> Self {
        let entry = |(name, node): (&str, Node)| (Key { name: name.to_owned(), span: None }, node);
        Value::Record(entries.into_iter().map(entry).collect()).into()
    }

    /// The named value of a record.
    pub fn get(&self, name: &str) -> Option<&Node> {
        match &self.value {
            Value::Record(entries) => entries.iter().find(|(key, _)| key.name == name).map(|(_, node)| node),
            _ => None,
        }
    }

    /// The same tree as a JSON value.
    pub fn to_json(&self) -> serde_json::Value {
        use serde_json::Value as Json;
        match &self.value {
            Value::Null => Json::Null,
            Value::Bool(yes) => Json::from(*yes),
            Value::Int(n) => Json::from(*n),
            Value::Number(x) => Json::from(*x),
            Value::Text(text) => Json::from(text.as_str()),
            Value::List(items) => items.iter().map(Node::to_json).collect(),
            Value::Record(entries) => {
                entries.iter().map(|(key, node)| (key.name.clone(), node.to_json())).collect()
            }
        }
    }
}

impl Value {
    /// What sort of thing it is, as said to a person.
    pub(crate) fn sort(&self) -> &'static str {
        match self {
            Value::Null => "null",
            Value::Bool(_) => "true or false",
            Value::Int(_) => "a whole number",
            Value::Number(_) => "a number",
            Value::Text(_) => "text",
            Value::List(_) => "a list",
            Value::Record(_) => "a record",
        }
    }
}

impl From<Value> for Node {
    fn from(value: Value) -> Self {
        Node { span: None, value }
    }
}

impl From<bool> for Node {
    fn from(yes: bool) -> Self {
        Value::Bool(yes).into()
    }
}

impl From<i64> for Node {
    fn from(n: i64) -> Self {
        Value::Int(n).into()
    }
}

impl From<i32> for Node {
    fn from(n: i32) -> Self {
        Value::Int(n.into()).into()
    }
}

impl From<f64> for Node {
    fn from(x: f64) -> Self {
        Value::Number(x).into()
    }
}

impl From<&str> for Node {
    fn from(text: &str) -> Self {
        Value::Text(text.to_owned()).into()
    }
}

impl From<String> for Node {
    fn from(text: String) -> Self {
        Value::Text(text).into()
    }
}

impl From<&serde_json::Value> for Node {
    fn from(json: &serde_json::Value) -> Self {
        use serde_json::Value as Json;
        match json {
            Json::Null => Value::Null.into(),
            Json::Bool(yes) => (*yes).into(),
            Json::Number(n) => match n.as_i64() {
                Some(n) => n.into(),
                None => n.as_f64().unwrap_or(f64::INFINITY).into(),
            },
            Json::String(text) => text.as_str().into(),
            Json::Array(items) => Node::list(items.iter().map(Node::from)),
            Json::Object(entries) => {
                let entry =
                    |(name, json): (&String, _)| (Key { name: name.clone(), span: None }, Node::from(json));
                Value::Record(entries.iter().map(entry).collect()).into()
            }
        }
    }
}
