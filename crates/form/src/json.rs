//! Reading JSON, as questions to the umpire are written.

use crate::fault::{Fault, Step, written};
use crate::node::{Key, Node, Value};
use crate::{DEPTH, Source};
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::collections::BTreeSet;
use std::fmt;

/// Reads a JSON text.
///
/// # Errors
/// What is not JSON, a name given twice in one record, and nesting beyond [`DEPTH`] are refused; the fault says
/// where.
///
/// ```
/// use testudo_form::parse_json;
/// let fault = parse_json("{\"dice\": {\"a\": 3,\n \"a\": 4}}").unwrap_err();
/// assert_eq!(fault.to_string(), "dice.a: given twice at line 2 column 4");
/// let fault = parse_json("{\"dice\": }").unwrap_err();
/// assert_eq!(fault.to_string(), "dice: expected value at line 1 column 10");
/// ```
pub fn parse_json(text: &str) -> Result<Node, Fault> {
    // After an error the path stays as it was at the error.
    let mut path = Vec::new();
    let mut reader = serde_json::Deserializer::from_str(text);
    let tree = Tree { path: &mut path }.deserialize(&mut reader);
    let node = tree.and_then(|node| reader.end().map(|()| node));
    node.map_err(|error| fault(&error, &path, text))
}

/// Our fault for an error of the reader.
fn fault(error: &serde_json::Error, path: &[Step], text: &str) -> Fault {
    let said = error.to_string();
    let position = format!(" at line {} column {}", error.line(), error.column());
    let message = said.strip_suffix(&position).unwrap_or(&said);
    let source = Source { name: "", text };
    let start = source.offset(error.line(), error.column());
    let mut fault = Fault::new(written(path), message);
    fault.span = Some(start..start + text[start..].chars().next().map_or(0, char::len_utf8));
    fault.place = Some(source.place(start));
    fault
}

/// Grows the tree, keeping the path of what is being read.
struct Tree<'p> {
    path: &'p mut Vec<Step>,
}

impl<'de> DeserializeSeed<'de> for Tree<'_> {
    type Value = Node;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Node, D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Tree<'_> {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Node, E> {
        Ok(Value::Null.into())
    }

    fn visit_bool<E>(self, yes: bool) -> Result<Node, E> {
        Ok(yes.into())
    }

    fn visit_i64<E>(self, n: i64) -> Result<Node, E> {
        Ok(n.into())
    }

    fn visit_u64<E>(self, n: u64) -> Result<Node, E> {
        Ok(i64::try_from(n).map_or_else(|_| (n as f64).into(), Node::from))
    }

    fn visit_f64<E>(self, x: f64) -> Result<Node, E> {
        Ok(x.into())
    }

    fn visit_str<E>(self, text: &str) -> Result<Node, E> {
        Ok(text.into())
    }

    fn visit_string<E>(self, text: String) -> Result<Node, E> {
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Node, A::Error> {
        deeper(self.path)?;
        let mut items = Vec::new();
        loop {
            self.path.push(Step::Item(items.len()));
            let item = list.next_element_seed(Tree { path: &mut *self.path })?;
            self.path.pop();
            match item {
                Some(item) => items.push(item),
                None => return Ok(Value::List(items).into()),
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut record: A) -> Result<Node, A::Error> {
        deeper(self.path)?;
        let mut entries = Vec::new();
        let mut seen = BTreeSet::new();
        while let Some(name) = record.next_key::<String>()? {
            self.path.push(Step::Name(name.clone()));
            if !seen.insert(name.clone()) {
                return Err(A::Error::custom("given twice"));
            }
            let node = record.next_value_seed(Tree { path: &mut *self.path })?;
            self.path.pop();
            entries.push((Key { name, span: None }, node));
        }
        Ok(Value::Record(entries).into())
    }
}

/// Refuses to go deeper than [`DEPTH`].
fn deeper<E: Error>(path: &[Step]) -> Result<(), E> {
    if path.len() < DEPTH { Ok(()) } else { Err(E::custom(too_deep())) }
}

/// The words for nesting beyond [`DEPTH`].
pub(crate) fn too_deep() -> String {
    format!("nested more than {DEPTH} deep")
}
