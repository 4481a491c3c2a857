//! Scenarios by id or from a file's text.

use crate::{AnyBattle, Book, book, shelf};
use form::{Fault, Source, parse_toml};
use std::fmt;

/// A scenario file: which book it is for, what it is called, and its text.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The book that plays it.
    pub book: &'static Book,
    /// Its id, or the name of its file.
    pub name: String,
    /// The file's text.
    pub text: String,
}

/// Why there is no such scenario, or why it cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScenarioError {
    /// No bundled scenario has that id.
    Unknown {
        /// What was asked for.
        id: String,
        /// The nearest id there is.
        nearest: Option<String>,
    },
    /// The file has faults.
    Faults {
        /// Each on a line, with file, line and column.
        lines: Vec<String>,
    },
}

impl fmt::Display for ScenarioError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScenarioError::Unknown { id, nearest: Some(n) } => {
                write!(f, "scenario: there is no `{id}`; did you mean `{n}`?")
            }
            ScenarioError::Unknown { id, nearest: None } => write!(f, "scenario: there is no `{id}`"),
            ScenarioError::Faults { lines } => f.write_str(&lines.join("\n")),
        }
    }
}

impl std::error::Error for ScenarioError {}

impl Scenario {
    /// A bundled scenario by its id, such as `book/scenario`.
    ///
    /// # Errors
    /// When there is none, with the nearest id there is.
    pub fn bundled(id: &str) -> Result<Self, ScenarioError> {
        let all = || {
            shelf().iter().flat_map(|b| {
                (b.scenarios)().into_iter().map(move |s| (b, format!("{}/{}", b.id, s.id), s.text))
            })
        };
        if let Some((book, name, text)) = all().find(|(_, name, _)| name == id) {
            return Ok(Scenario { book, name, text: text.to_owned() });
        }
        let names: Vec<String> = all().map(|(_, name, _)| name).collect();
        let nearest = form::nearest(id, names.iter().map(String::as_str)).map(str::to_owned);
        Err(ScenarioError::Unknown { id: id.to_owned(), nearest })
    }

    /// A scenario from a file's text; its `book` field says which rulebook plays it.
    ///
    /// # Errors
    /// When the text is not TOML or names no known book.
    pub fn from_text(name: &str, text: &str) -> Result<Self, ScenarioError> {
        let source = Source { name, text };
        let faults = |fault: &Fault| ScenarioError::Faults { lines: vec![source.line(fault)] };
        let node = parse_toml(text).map_err(|fault| faults(&fault))?;
        let given = node.get("book").and_then(|b| match &b.value {
            form::Value::Text(text) => Some(text.as_str()),
            _ => None,
        });
        let Some(id) = given else {
            return Err(faults(&Fault::new("book", "missing").help("give the id of a rulebook")));
        };
        let Some(book) = book(id) else {
            let known: Vec<&str> = shelf().iter().map(|b| b.id).collect();
            let fault = Fault::new("book", format!("unknown rulebook `{id}`"))
                .help(format!("known: {}", known.join(", ")));
            return Err(faults(&fault));
        };
        Ok(Scenario { book, name: name.to_owned(), text: text.to_owned() })
    }

    /// What the file calls itself; its id if it does not say.
    pub fn title(&self) -> String {
        self.words("name").unwrap_or_else(|| self.name.clone())
    }

    /// What the file says of itself in a sentence or two; empty if it does not say.
    pub fn summary(&self) -> String {
        self.words("summary").unwrap_or_default()
    }

    fn words(&self, field: &str) -> Option<String> {
        match parse_toml(&self.text).ok()?.get(field).map(|n| &n.value) {
            Some(form::Value::Text(words)) if !words.trim().is_empty() => Some(words.trim().to_owned()),
            _ => None,
        }
    }

    /// Sets the battle up.
    ///
    /// # Errors
    /// Every fault of the file, with its line and column.
    pub fn muster(&self) -> Result<AnyBattle, ScenarioError> {
        let source = Source { name: &self.name, text: &self.text };
        (self.book.muster)(&source).map_err(|faults| ScenarioError::Faults {
            lines: source.lines(&faults).lines().map(str::to_owned).collect(),
        })
    }
}
