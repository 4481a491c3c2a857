//! Names of fields that have changed since a file was written.

use crate::fault::{Fault, entry, item};
use crate::node::{Key, Node, Value};
use crate::spec::{Field, Kind};

/// The places where a text gives a field under the name it had before: each says what to write now.
///
/// ```
/// use testudo_form::{Field, Kind, Node, fill, outdated};
/// let fields = [Field::new("figures", Kind::int(1..), "how many").formerly("size")];
/// let old = Node::record([("size", 12.into())]);
/// assert_eq!(fill(&fields, &old).expect("it is still read").int("figures"), 12);
/// assert_eq!(outdated(&fields, &old)[0].to_string(), "size: is called `figures` now");
/// ```
pub fn outdated(fields: &[Field], node: &Node) -> Vec<Fault> {
    let mut notes = Vec::new();
    record(fields, node, "", &mut notes);
    notes
}

fn record(fields: &[Field], node: &Node, path: &str, notes: &mut Vec<Fault>) {
    let Value::Record(written) = &node.value else { return };
    for (key, node) in written {
        let path = entry(path, &key.name);
        let Some(field) = fields.iter().find(|field| field.answers_to(&key.name)) else { continue };
        if field.name != key.name {
            let note = Fault::new(&path, format!("is called `{}` now", field.name));
            notes.push(note.at(key.span.clone()));
        }
        value(&field.kind, node, &path, notes);
    }
}

fn value(kind: &Kind, node: &Node, path: &str, notes: &mut Vec<Fault>) {
    match (kind, &node.value) {
        (Kind::Record(fields), _) => record(fields, node, path, notes),
        (Kind::List { of, .. }, Value::List(items)) => {
            for (i, node) in items.iter().enumerate() {
                value(of, node, &item(path, i), notes);
            }
        }
        _ => {}
    }
}

/// The same text with every field under the name it has now.
///
/// ```
/// use testudo_form::{Field, Kind, Node, renewed};
/// let fields = [Field::new("figures", Kind::int(1..), "how many").formerly("size")];
/// let old = Node::record([("size", 12.into())]);
/// assert_eq!(renewed(&fields, &old), Node::record([("figures", 12.into())]));
/// ```
pub fn renewed(fields: &[Field], node: &Node) -> Node {
    let Value::Record(written) = &node.value else { return node.clone() };
    let entry = |(key, node): &(Key, Node)| match fields.iter().find(|field| field.answers_to(&key.name)) {
        Some(field) => {
            let key = Key { name: field.name.to_owned(), span: key.span.clone() };
            (key, renewed_value(&field.kind, node))
        }
        None => (key.clone(), node.clone()),
    };
    Node { span: node.span.clone(), value: Value::Record(written.iter().map(entry).collect()) }
}

fn renewed_value(kind: &Kind, node: &Node) -> Node {
    match (kind, &node.value) {
        (Kind::Record(fields), _) => renewed(fields, node),
        (Kind::List { of, .. }, Value::List(items)) => {
            let items = items.iter().map(|item| renewed_value(of, item)).collect();
            Node { span: node.span.clone(), value: Value::List(items) }
        }
        _ => node.clone(),
    }
}
