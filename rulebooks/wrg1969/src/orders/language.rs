//! The order language: sentences a general would write, read into structured orders and printed back from them.
//!
//! [`read`] gives every reading of a sentence, the plainest first; [`print()`] gives a sentence whose one reading is
//! the order. The umpire's own sentences are read word for word ([`parser`]); players write as they like, and are read
//! by a grammar over a dictionary ([`free`], [`words`]). JSON is read by [`json`] and written by [`write`].
//! `docs/orders.md` in this crate describes the language for players.

mod doubts;
mod free;
pub mod json;
pub mod lexer;
mod names;
mod nouns;
mod parser;
pub mod phrases;
mod printer;
mod stumble;
mod whens;
pub mod words;
pub mod write;

pub use doubts::{Doubt, Mention, doubts};
pub use names::{Called, Names};
pub use nouns::{call, same_name, say};
pub use printer::{print, tell, terms};
pub use stumble::Stumble;

use crate::orders::order::{Order, Ref};
use std::ops::Range;

/// What a stretch of a sentence is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// What is to be done.
    Doing,
    /// To or with what.
    Target,
    /// By which way, in which manner.
    Way,
    /// When, until when, on what condition.
    Condition,
}

impl Role {
    /// The word used for screens.
    pub const fn key(self) -> &'static str {
        match self {
            Role::Doing => "doing",
            Role::Target => "target",
            Role::Way => "way",
            Role::Condition => "condition",
        }
    }
}

/// What a stretch of a sentence is about, in bytes, and what it speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Where.
    pub span: Range<usize>,
    /// What it is about.
    pub role: Role,
    /// What it speaks of.
    pub of: Option<Ref>,
}

/// Words passed over, or taken for others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passed {
    /// Where.
    pub span: Range<usize>,
    /// What they were taken for.
    pub meant: Option<String>,
}

/// One way to read a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The order, with the sentence as its text.
    pub order: Order,
    /// What each stretch of the sentence is about, in order.
    pub marks: Vec<Mark>,
    /// What was passed over, or taken for something else.
    pub passed: Vec<Passed>,
    /// Everything it speaks of.
    pub mentions: Vec<Mention>,
}

impl Reading {
    /// A reading with nothing passed over and nothing in doubt.
    pub fn plain(order: Order, mut marks: Vec<Mark>) -> Self {
        marks.sort_by_key(|m| (m.span.start, m.span.end));
        Reading { order, marks, passed: Vec::new(), mentions: Vec::new() }
    }
}

/// Longer texts are not read.
pub const LONGEST: usize = 6000;

/// Every reading of an order written as a sentence or as JSON, the plainest first.
///
/// # Errors
/// The words it stumbled on.
pub fn read(text: &str, names: &Names) -> Result<Vec<Reading>, Stumble> {
    read_for(text, names, None).map_err(|no| no.stumble)
}

/// Why an order was not read, and what of it was.
#[derive(Clone, Debug)]
pub struct Unread {
    /// The words it stumbled on.
    pub stumble: Stumble,
    /// What was understood to be done.
    pub acts: Vec<words::Act>,
    /// What was understood to be spoken of.
    pub spoken: Vec<Ref>,
}

/// Every reading of an order for a unit of the writer's, by its label.
///
/// # Errors
/// The words it stumbled on, and what was understood.
pub fn read_for(text: &str, names: &Names, unit: Option<&str>) -> Result<Vec<Reading>, Box<Unread>> {
    let plain = |stumble| Box::new(Unread { stumble, acts: Vec::new(), spoken: Vec::new() });
    if text.len() > LONGEST {
        let end = (0..=LONGEST).rev().find(|i| text.is_char_boundary(*i)).unwrap_or(0);
        let no = Stumble::new(text, end..text.len(), "an order is shorter than this", Vec::new());
        return Err(plain(no));
    }
    if text.trim_start().starts_with('{') {
        let read = json::read_text(text).map_err(plain);
        return read.map(|order| vec![Reading::plain(order, Vec::new())]);
    }
    let free = free::read_freely(text, names, unit);
    match parser::read_exactly(text, names) {
        None => free,
        Some(mut exact) => {
            // The umpire's own words are taken at their word; what they could mean besides is still told.
            if let Some(reading) = free.as_ref().ok().and_then(|all| all.first()) {
                exact.mentions.clone_from(&reading.mentions);
            }
            Ok(vec![exact])
        }
    }
}

/// An order in its writer's words, or in the umpire's if he gave none or took them over.
pub fn order_words(order: &Order, names: &Names) -> String {
    let umpires = order.text.is_empty() || order.text == print(order, names);
    if umpires { tell(order, names) } else { order.text.clone() }
}
