//! Holding what was written against the form: every fault, or answers that can be trusted.

use crate::fault::{Fault, entry, item, shown};
use crate::filled::{Answer, Entry, Filled, Got};
use crate::nearest::nearest;
use crate::node::{Node, Span, Value};
use crate::spec::{Field, Kind, Need};
use std::fmt::Display;
use std::ops::{Bound, RangeBounds};

/// The most faults that are told at once: a text that has more is not the form it is held against.
pub const MOST_FAULTS: usize = 50;
/// The most characters of a name, and of any other text.
const NAME: usize = 80;
const TEXT: usize = 4000;
/// The fields in which names stand.
const NAMES: [&str; 5] = ["name", "id", "label", "title", "line"];

/// Holds what was written against the fields of a form.
///
/// # Errors
/// Every unknown field, missing field, name of more than 80 characters, value of the wrong kind, value out of range and unknown word, in the order
/// of the text with what is missing last in each record. Items of a list beyond its limit are not looked at.
pub fn fill(fields: &[Field], node: &Node) -> Result<Filled, Vec<Fault>> {
    fill_at("", fields, node)
}

/// Fills a form that stands at a path of a larger one.
pub(crate) fn fill_at(path: &str, fields: &[Field], node: &Node) -> Result<Filled, Vec<Fault>> {
    let mut faults = Vec::new();
    match record(fields, node, path, &mut faults) {
        Some(filled) if faults.is_empty() => Ok(filled),
        _ => {
            if faults.len() > MOST_FAULTS {
                faults.truncate(MOST_FAULTS);
                faults.push(Fault::new("", "there are more faults; these are the first"));
            }
            Err(faults)
        }
    }
}

/// Whether more faults were found than are told: nothing more is looked at.
fn enough(faults: &[Fault]) -> bool {
    faults.len() > MOST_FAULTS
}

/// How many characters a text at a path may have.
fn longest(path: &str) -> usize {
    let last = path.rsplit('.').next().unwrap_or(path);
    if NAMES.contains(&last) { NAME } else { TEXT }
}

/// Judges one value; gives `None` only together with a fault.
pub(crate) fn answer(kind: &Kind, node: &Node, path: &str, faults: &mut Vec<Fault>) -> Option<Answer> {
    let got = match (kind, &node.value) {
        (Kind::Any, _) => Got::Any(node.clone()),
        (Kind::Bool, Value::Bool(yes)) => Got::Bool(*yes),
        (Kind::Text, Value::Text(text)) => {
            let (length, most) = (text.chars().count(), longest(path));
            if length > most {
                let message = format!("must have at most {most} characters, has {length}");
                return wrong(faults, path, node, message);
            }
            Got::Text(text.clone())
        }
        (Kind::OneOf(words), Value::Text(text)) => match words.iter().position(|word| word == text) {
            Some(i) => Got::Word(i, words.clone()),
            None => {
                let fault = Fault::new(path, format!("unknown value `{}`", shown(text)));
                faults.push(fault.help(meant(text, words, "known")).at(node.span.clone()));
                return None;
            }
        },
        (Kind::Int { least, most, unit }, Value::Int(_) | Value::Number(_)) => match whole(&node.value) {
            Some(n) if (*least..=*most).contains(&n) => Got::Int(n),
            Some(n) => {
                let least = if *least == i64::MIN { Bound::Unbounded } else { Bound::Included(*least) };
                let most = if *most == i64::MAX { Bound::Unbounded } else { Bound::Included(*most) };
                return wrong(faults, path, node, format!("must be {}, not {n}", range(least, most, *unit)));
            }
            None => return wrong(faults, path, node, wrong_sort(kind, node)),
        },
        (Kind::Number { least, most, unit }, Value::Int(_) | Value::Number(_)) => match real(&node.value) {
            Some(x) if (*least, *most).contains(&x) => Got::Number(x),
            Some(x) => {
                let allowed = range(*least, *most, *unit);
                return wrong(faults, path, node, format!("must be {allowed}, not {}", figure(x)));
            }
            None => return wrong(faults, path, node, "must be a finite number".to_owned()),
        },
        (Kind::List { of, least, most }, Value::List(items)) => {
            if !(*least..=*most).contains(&items.len()) {
                let most = if *most == usize::MAX { Bound::Unbounded } else { Bound::Included(*most) };
                let least = if *least == 0 { Bound::Unbounded } else { Bound::Included(*least) };
                let allowed = range(least, most, Some("items"));
                wrong::<()>(faults, path, node, format!("must have {allowed}, has {}", items.len()));
            }
            // What is beyond the limit is not wanted at all.
            let mut judged = Vec::new();
            for (i, node) in items.iter().take(*most).enumerate() {
                if enough(faults) {
                    return None;
                }
                judged.push(answer(of, node, &item(path, i), faults));
            }
            Got::List(judged.into_iter().collect::<Option<_>>()?)
        }
        (Kind::Record(fields), Value::Record(_)) => Got::Record(record(fields, node, path, faults)?),
        (Kind::Map { keys, to }, Value::Record(entries)) => {
            let mut judged = Vec::with_capacity(entries.len());
            for (key, node) in entries {
                if enough(faults) {
                    return None;
                }
                let path = entry(path, &key.name);
                if key.name.chars().count() > NAME {
                    let message = format!("a name must have at most {NAME} characters");
                    faults.push(Fault::new(shown(&path), message).at(key.span.clone()));
                    return None;
                }
                if let Some(keys) = keys.as_ref().filter(|keys| !keys.iter().any(|word| *word == key.name)) {
                    let fault = Fault::new(&path, format!("unknown name `{}`", shown(&key.name)));
                    faults.push(fault.help(meant(&key.name, keys, "known")).at(key.span.clone()));
                }
                judged.push(answer(to, node, &path, faults).map(|answer| (key.name.clone(), answer)));
            }
            Got::Map(judged.into_iter().collect::<Option<_>>()?)
        }
        _ => return wrong(faults, path, node, wrong_sort(kind, node)),
    };
    Some(Answer { path: path.to_owned(), span: node.span.clone(), got })
}

/// Judges a record; gives `None` only together with a fault.
fn record(fields: &[Field], node: &Node, path: &str, faults: &mut Vec<Fault>) -> Option<Filled> {
    let Value::Record(written) = &node.value else {
        return wrong(faults, path, node, format!("must be a record, not {}", node.value.sort()));
    };
    let mut entries: Vec<Option<Entry>> = fields.iter().map(|_| None).collect();
    let mut good = true;
    for (key, node) in written {
        if enough(faults) {
            return None;
        }
        let path = entry(path, &key.name);
        let Some(i) = fields.iter().position(|field| field.answers_to(&key.name)) else {
            let names: Vec<&str> = fields.iter().map(|field| field.name).collect();
            let fault = Fault::new(path, format!("unknown field `{}`", shown(&key.name)));
            faults.push(fault.help(meant(&key.name, &names, "known fields")).at(key.span.clone()));
            continue;
        };
        if entries[i].is_some() {
            faults.push(Fault::new(path, "given twice").at(key.span.clone()));
            continue;
        }
        let answer = answer(&fields[i].kind, node, &path, faults);
        good &= answer.is_some();
        entries[i] = Some(Entry { name: fields[i].name, given: true, answer });
    }
    for (field, slot) in fields.iter().zip(&mut entries).filter(|(_, slot)| slot.is_none()) {
        let path = entry(path, field.name);
        let answer = match &field.need {
            Need::Default(default) => answer(&field.kind, default, &path, faults),
            Need::Optional => None,
            Need::Required => {
                faults.push(missing(field, path, node.span.clone()));
                None
            }
        };
        *slot = Some(Entry { name: field.name, given: false, answer });
    }
    let entries = entries.into_iter().flatten().collect();
    good.then(|| Filled { path: path.to_owned(), span: node.span.clone(), entries })
}

/// The fault of a field that is not there.
fn missing(field: &Field, path: String, span: Option<Span>) -> Fault {
    // The record's own span is long; its beginning is enough to point at.
    let start = span.map(|span| span.start..span.start);
    Fault::new(path, "missing").help(format!("give {}", field.help)).at(start)
}

/// Adds a fault of a value.
fn wrong<T>(faults: &mut Vec<Fault>, path: &str, node: &Node, message: String) -> Option<T> {
    faults.push(Fault::new(path, message).at(node.span.clone()));
    None
}

/// The words for a value of the wrong sort.
fn wrong_sort(kind: &Kind, node: &Node) -> String {
    match (kind, &node.value) {
        (Kind::Int { .. }, Value::Number(x)) => format!("must be a whole number, not {}", figure(*x)),
        _ => format!("must be {}, not {}", kind.wanted(), node.value.sort()),
    }
}

/// The whole number written, `3.0` counting as one.
fn whole(value: &Value) -> Option<i64> {
    // Beyond this, floats skip whole numbers.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    match value {
        Value::Int(n) => Some(*n),
        Value::Number(x) if x.trunc() == *x && x.abs() <= EXACT => Some(*x as i64),
        _ => None,
    }
}

/// The finite number written.
fn real(value: &Value) -> Option<f64> {
    match value {
        Value::Int(n) => Some(*n as f64),
        Value::Number(x) if x.is_finite() => Some(*x),
        _ => None,
    }
}

/// A number in figures that stay few.
fn figure(x: f64) -> String {
    if x.abs() < 1e15 { x.to_string() } else { format!("{x:e}") }
}

/// What may have been meant: the nearest of the known words, or else all of them.
fn meant(written: &str, known: &[impl AsRef<str>], title: &str) -> String {
    let known = known.iter().map(AsRef::as_ref);
    match nearest(written, known.clone()) {
        Some(word) => format!("did you mean `{word}`?"),
        None => format!("{title}: {}", known.collect::<Vec<_>>().join(", ")),
    }
}

/// A range in words, such as "from 0 to 4 paces".
fn range(least: Bound<impl Display>, most: Bound<impl Display>, unit: Option<&str>) -> String {
    use Bound::{Excluded, Included, Unbounded};
    let range = match (least, most) {
        (Included(a), Included(b)) => format!("from {a} to {b}"),
        (Included(a), Excluded(b)) => format!("from {a} to below {b}"),
        (Excluded(a), Included(b)) => format!("above {a} and up to {b}"),
        (Excluded(a), Excluded(b)) => format!("above {a} and below {b}"),
        (Included(a), Unbounded) => format!("{a} or more"),
        (Excluded(a), Unbounded) => format!("above {a}"),
        (Unbounded, Included(b)) => format!("{b} or less"),
        (Unbounded, Excluded(b)) => format!("below {b}"),
        (Unbounded, Unbounded) => "a number".to_owned(),
    };
    match unit {
        Some(unit) => format!("{range} {unit}"),
        None => range,
    }
}
