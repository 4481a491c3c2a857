//! A form rightly filled in: answers by name.

use crate::fault::{Fault, entry};
use crate::fill::fill_at;
use crate::node::{Node, Span};
use crate::spec::{Field, Words};

/// A form rightly filled in.
///
/// An accessor panics only where the code asks for a field the form does not have, or for another kind than the
/// field's: never because of what a person wrote. Ask for what may be left out with [`Filled::opt`].
///
/// ```
/// use testudo_form::{Answer, Field, Kind, Node, fill, parse_json};
/// let fields = [
///     Field::new("dice", Kind::record([Field::new("a", Kind::int(1..=6), "its face")]), "the dice").optional(),
///     Field::new("lost", Kind::map(["blades"], Kind::int(0..)), "the lost").or(Node::record([])),
/// ];
/// let form = fill(&fields, &parse_json(r#"{"dice": {"a": 3}}"#)?).expect("a good form");
/// assert_eq!(form.opt("dice").map(|dice| dice.record().int("a")), Some(3));
/// assert!(form.has("dice") && !form.has("lost") && form.map("lost").is_empty());
/// assert_eq!(form.record("dice").fault("a", "too high").to_string(), "dice.a: too high");
/// # Ok::<(), testudo_form::Fault>(())
/// ```
#[derive(Clone, Debug)]
pub struct Filled {
    pub(crate) path: String,
    pub(crate) span: Option<Span>,
    pub(crate) entries: Vec<Entry>,
}

/// A field and its answer.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    pub(crate) given: bool,
    pub(crate) answer: Option<Answer>,
}

/// What stands in a field, known to be of the field's kind.
#[derive(Clone, Debug)]
pub struct Answer {
    pub(crate) path: String,
    pub(crate) span: Option<Span>,
    pub(crate) got: Got,
}

/// An answer's value.
#[derive(Clone, Debug)]
pub(crate) enum Got {
    Bool(bool),
    Int(i64),
    Number(f64),
    Text(String),
    Word(usize, Words),
    List(Vec<Answer>),
    Record(Filled),
    Map(Vec<(String, Answer)>),
    Any(Node),
}

impl Filled {
    /// The answer, unless it was left out and has no default.
    #[track_caller]
    pub fn opt(&self, name: &str) -> Option<&Answer> {
        self.entry(name).answer.as_ref()
    }

    /// The answer of a field that is required or has a default.
    #[track_caller]
    pub fn get(&self, name: &str) -> &Answer {
        match self.opt(name) {
            Some(answer) => answer,
            None => {
                panic!("the optional field `{}` was asked for as if always there", entry(&self.path, name))
            }
        }
    }

    /// Whether the field was given, not left to its default.
    #[track_caller]
    pub fn has(&self, name: &str) -> bool {
        self.entry(name).given
    }

    /// The names and answers of all fields that were given or have a default, in the order of the form.
    pub fn answers(&self) -> impl Iterator<Item = (&'static str, &Answer)> {
        self.entries.iter().filter_map(|entry| Some((entry.name, entry.answer.as_ref()?)))
    }

    /// A yes or no.
    #[track_caller]
    pub fn bool(&self, name: &str) -> bool {
        self.get(name).bool()
    }

    /// A whole number.
    #[track_caller]
    pub fn int(&self, name: &str) -> i64 {
        self.get(name).int()
    }

    /// A number.
    #[track_caller]
    pub fn number(&self, name: &str) -> f64 {
        self.get(name).number()
    }

    /// Words.
    #[track_caller]
    pub fn text(&self, name: &str) -> &str {
        self.get(name).text()
    }

    /// Which of the words of a choice, from 0.
    #[track_caller]
    pub fn choice(&self, name: &str) -> usize {
        self.get(name).choice()
    }

    /// The items of a list.
    #[track_caller]
    pub fn list(&self, name: &str) -> &[Answer] {
        self.get(name).list()
    }

    /// The items of a list of records.
    #[track_caller]
    pub fn records(&self, name: &str) -> impl Iterator<Item = &Filled> {
        self.list(name).iter().map(Answer::record)
    }

    /// A form within the form.
    #[track_caller]
    pub fn record(&self, name: &str) -> &Filled {
        self.get(name).record()
    }

    /// The names and values of a map, in the order written.
    #[track_caller]
    pub fn map(&self, name: &str) -> &[(String, Answer)] {
        self.get(name).map()
    }

    /// Fills the form that stands in a field of kind `Any`, once its fields are known.
    ///
    /// # Errors
    /// Every fault, its path beginning where the field stands.
    #[track_caller]
    pub fn fill(&self, name: &str, fields: &[Field]) -> Result<Filled, Vec<Fault>> {
        let answer = self.get(name);
        fill_at(&answer.path, fields, answer.node())
    }

    /// A fault found later, when good answers proved impossible together.
    pub fn fault(&self, name: &str, message: impl Into<String>) -> Fault {
        let answer =
            self.entries.iter().find(|entry| entry.name == name).and_then(|entry| entry.answer.as_ref());
        let start = self.span.as_ref().map(|span| span.start..span.start);
        let span = answer.and_then(|answer| answer.span.clone()).or(start);
        // Where the field was given under an older name, that is the name that stands there.
        let path = answer.map_or_else(|| entry(&self.path, name), |answer| answer.path.clone());
        Fault::new(path, message).at(span)
    }

    /// Where this form stands in the whole; empty if it is the whole.
    pub fn path(&self) -> &str {
        &self.path
    }

    #[track_caller]
    fn entry(&self, name: &str) -> &Entry {
        match self.entries.iter().find(|entry| entry.name == name) {
            Some(entry) => entry,
            None => panic!("the form has no field `{}`", entry(&self.path, name)),
        }
    }
}

impl Answer {
    /// Its yes or no.
    #[track_caller]
    pub fn bool(&self) -> bool {
        match self.got {
            Got::Bool(yes) => yes,
            _ => self.other("a Bool"),
        }
    }

    /// Its whole number.
    #[track_caller]
    pub fn int(&self) -> i64 {
        match self.got {
            Got::Int(n) => n,
            _ => self.other("an Int"),
        }
    }

    /// Its number, whole or not.
    #[track_caller]
    pub fn number(&self) -> f64 {
        match self.got {
            Got::Number(x) => x,
            Got::Int(n) => n as f64,
            _ => self.other("a Number"),
        }
    }

    /// Its words.
    #[track_caller]
    pub fn text(&self) -> &str {
        match &self.got {
            Got::Text(text) => text,
            Got::Word(i, words) => &words[*i],
            _ => self.other("a Text or OneOf"),
        }
    }

    /// Which of the words of a choice it is, from 0.
    #[track_caller]
    pub fn choice(&self) -> usize {
        match self.got {
            Got::Word(i, _) => i,
            _ => self.other("a OneOf"),
        }
    }

    /// Its items.
    #[track_caller]
    pub fn list(&self) -> &[Answer] {
        match &self.got {
            Got::List(items) => items,
            _ => self.other("a List"),
        }
    }

    /// The form it is.
    #[track_caller]
    pub fn record(&self) -> &Filled {
        match &self.got {
            Got::Record(filled) => filled,
            _ => self.other("a Record"),
        }
    }

    /// Its names and values, in the order written.
    #[track_caller]
    pub fn map(&self) -> &[(String, Answer)] {
        match &self.got {
            Got::Map(entries) => entries,
            _ => self.other("a Map"),
        }
    }

    /// What was written, of a field that takes anything.
    #[track_caller]
    pub fn node(&self) -> &Node {
        match &self.got {
            Got::Any(node) => node,
            _ => self.other("an Any"),
        }
    }

    /// A fault found later, when good answers proved impossible together.
    pub fn fault(&self, message: impl Into<String>) -> Fault {
        Fault::new(&self.path, message).at(self.span.clone())
    }

    /// Where it stands in the whole form.
    pub fn path(&self) -> &str {
        &self.path
    }

    #[track_caller]
    fn other(&self, kind: &str) -> ! {
        panic!("the field `{}` was asked for as {kind}, which it is not", self.path)
    }
}
