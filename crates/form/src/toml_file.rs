//! Reading TOML, as army and scenario files are written.

use crate::fault::{Fault, Step, written};
use crate::json::too_deep;
use crate::node::{Key, Node, Span, Value};
use crate::{DEPTH, Source};
use std::fmt::Write as _;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Reads a TOML text; every node knows where it stands.
///
/// # Errors
/// What is not TOML, dates, infinities, numbers too large and nesting beyond [`DEPTH`] are refused; the fault
/// says where.
///
/// ```
/// use testudo_form::parse_toml;
/// let fault = parse_toml("name = 'Rome'\nfounded = 0753-04-21").unwrap_err();
/// assert_eq!(fault.to_string(), "founded: dates are written in quotes at line 2 column 11");
/// ```
pub fn parse_toml(text: &str) -> Result<Node, Fault> {
    let tree = DeTable::parse(text).map_err(|error| {
        let mut fault = Fault::new(String::new(), error.message());
        fault.span = error.span();
        fault
    });
    let node = tree.and_then(|table| {
        let span = table.span();
        record(table.into_inner(), span, &mut Vec::new())
    });
    node.map_err(|mut fault| {
        fault.place = fault.span.as_ref().map(|span| Source { name: "", text }.place(span.start));
        fault
    })
}

/// Our record of a TOML table, in the order written.
fn record(table: DeTable<'_>, span: Span, path: &mut Vec<Step>) -> Result<Node, Fault> {
    let mut entries = Vec::with_capacity(table.len());
    for (key, value) in table {
        let key_span = key.span();
        let name = key.into_inner().into_owned();
        path.push(Step::Name(name.clone()));
        let node = node(value, path)?;
        path.pop();
        entries.push((Key { name, span: Some(key_span) }, node));
    }
    // The table is sorted by name.
    entries.sort_by_key(|(key, _)| key.span.as_ref().map(|span| span.start));
    Ok(Node { span: Some(span), value: Value::Record(entries) })
}

/// Our node of a TOML value.
fn node(spanned: Spanned<DeValue<'_>>, path: &mut Vec<Step>) -> Result<Node, Fault> {
    let span = spanned.span();
    let wrong = |path: &[Step], message: &str| {
        let mut fault = Fault::new(written(path), message);
        fault.span = Some(span.clone());
        fault
    };
    let value = match spanned.into_inner() {
        DeValue::String(text) => Value::Text(text.into_owned()),
        DeValue::Boolean(yes) => Value::Bool(yes),
        DeValue::Integer(n) => match i64::from_str_radix(n.as_str(), n.radix()) {
            Ok(n) => Value::Int(n),
            Err(_) => return Err(wrong(path, "this number is too large")),
        },
        DeValue::Float(x) => match x.as_str().parse::<f64>() {
            Ok(x) if x.is_finite() => Value::Number(x),
            _ => return Err(wrong(path, "this number is not finite")),
        },
        DeValue::Datetime(_) => return Err(wrong(path, "dates are written in quotes")),
        DeValue::Array(_) | DeValue::Table(_) if path.len() >= DEPTH => {
            return Err(wrong(path, &too_deep()));
        }
        DeValue::Array(array) => {
            let mut items = Vec::with_capacity(array.len());
            for (i, item) in array.into_iter().enumerate() {
                path.push(Step::Item(i));
                items.push(node(item, path)?);
                path.pop();
            }
            Value::List(items)
        }
        DeValue::Table(table) => return record(table, span, path),
    };
    Ok(Node { span: Some(span), value })
}

/// Words as TOML writes them.
///
/// ```
/// assert_eq!(testudo_form::quoted("the \"Old\" Guard"), r#""the \"Old\" Guard""#);
/// ```
pub fn quoted(words: &str) -> String {
    let mut quoted = String::from("\"");
    for c in words.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => {
                // Writing to a String cannot fail.
                let _ = write!(quoted, "\\u{:04X}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted + "\""
}
