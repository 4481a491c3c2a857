//! Writing TOML, as army files are made for a player.

use crate::node::{Node, Value};
use crate::toml_file::quoted;
use std::fmt::Write as _;

/// Writes a record as a TOML file: a line a field, and a line for each item of a list of records.
///
/// ```
/// use testudo_form::{Node, parse_toml, to_toml};
/// let unit = Node::record([("troop", "hastati".into()), ("figures", 20.into())]);
/// let army = Node::record([("name", "Rome".into()), ("units", Node::list([unit]))]);
/// let text = to_toml(&army);
/// assert_eq!(text, "name = \"Rome\"\nunits = [\n    { troop = \"hastati\", figures = 20 },\n]\n");
/// assert!(parse_toml(&text).is_ok());
/// ```
pub fn to_toml(record: &Node) -> String {
    let mut text = String::new();
    let Value::Record(entries) = &record.value else { return text };
    for (key, node) in entries {
        // Writing to a String cannot fail.
        let _ = match &node.value {
            Value::Null => Ok(()),
            Value::List(items) if items.iter().any(|item| matches!(item.value, Value::Record(_))) => {
                let lines: String = items.iter().map(|item| format!("    {},\n", inline(item))).collect();
                writeln!(text, "{} = [\n{lines}]", name(&key.name))
            }
            _ => writeln!(text, "{} = {}", name(&key.name), inline(node)),
        };
    }
    text
}

/// A value on one line.
fn inline(node: &Node) -> String {
    match &node.value {
        // A field that holds nothing is not written at all; in a list nothing stands for no words.
        Value::Null => quoted(""),
        Value::Bool(yes) => yes.to_string(),
        Value::Int(n) => n.to_string(),
        Value::Number(x) if x.fract() == 0.0 => format!("{x:.1}"),
        Value::Number(x) => x.to_string(),
        Value::Text(text) => quoted(text),
        Value::List(items) => format!("[{}]", items.iter().map(inline).collect::<Vec<_>>().join(", ")),
        Value::Record(entries) => {
            let given = entries.iter().filter(|(_, node)| node.value != Value::Null);
            let each: Vec<String> =
                given.map(|(key, node)| format!("{} = {}", name(&key.name), inline(node))).collect();
            if each.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", each.join(", ")) }
        }
    }
}

/// A key, in quotes where it needs them.
fn name(key: &str) -> String {
    let bare = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    if bare { key.to_owned() } else { quoted(key) }
}
