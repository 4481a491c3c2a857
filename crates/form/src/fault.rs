//! Faults: which field, what is wrong, what would be right.

use crate::{Place, Span};
use std::fmt;

/// One thing wrong with what was written.
///
/// ```
/// use testudo_form::Fault;
/// let fault = Fault::new("attacker.troop", "unknown value `blade`").help("did you mean `blades`?");
/// assert_eq!(fault.to_string(), "attacker.troop: unknown value `blade`; did you mean `blades`?");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The field, such as `attacker.support.troop` or `others[0].x`; empty for the whole form.
    pub path: String,
    /// What is wrong with it.
    pub message: String,
    /// What would be right, where we can say.
    pub help: Option<String>,
    /// Where it stands in the text, where known.
    pub span: Option<Span>,
    /// The line and column, known only of texts that could not be read at all.
    pub place: Option<Place>,
}

impl Fault {
    /// A fault of the field at that path.
    pub fn new(path: impl Into<String>, message: impl Into<String>) -> Self {
        Fault { path: path.into(), message: message.into(), help: None, span: None, place: None }
    }

    /// Says what would be right.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Says where it stands.
    pub fn at(mut self, span: Option<Span>) -> Self {
        self.span = span;
        self
    }

    /// Writes path, message and help, leaving the line and column to others.
    pub(crate) fn say(&self, place: Option<Place>) -> String {
        let mut said = String::new();
        if !self.path.is_empty() {
            said = format!("{}: ", self.path);
        }
        said += &self.message;
        if let Some(Place { line, column }) = place {
            said += &format!(" at line {line} column {column}");
        }
        if let Some(help) = &self.help {
            said += "; ";
            said += help;
        }
        said
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(self.place))
    }
}

impl std::error::Error for Fault {}

/// One step from a value to a value in it.
pub(crate) enum Step {
    /// The entry of a record.
    Name(String),
    /// The item of a list, from 0.
    Item(usize),
}

/// The path of those steps.
pub(crate) fn written(steps: &[Step]) -> String {
    steps.iter().fold(String::new(), |path, step| match step {
        Step::Name(name) => entry(&path, name),
        Step::Item(i) => item(&path, *i),
    })
}

/// The path of a record's entry.
pub(crate) fn entry(path: &str, name: &str) -> String {
    if path.is_empty() { shown(name) } else { format!("{path}.{}", shown(name)) }
}

/// The path of a list's item.
pub(crate) fn item(path: &str, i: usize) -> String {
    format!("{path}[{i}]")
}

/// What was written, fit for one short line.
pub(crate) fn shown(text: &str) -> String {
    const MOST: usize = 60;
    let mut shown: String = text.chars().take(MOST).flat_map(char::escape_debug).collect();
    if !text.chars().take(MOST).any(|c| c.is_control() || c == '\\') {
        shown = text.chars().take(MOST).collect();
    }
    if text.chars().nth(MOST).is_some() {
        shown.push('…');
    }
    shown
}
