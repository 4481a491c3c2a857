//! The order language: sentences a general would write, read into structured orders and printed back from them.
//!
//! [`read`] gives every reading of a sentence, the plainest first; [`print()`] gives a sentence whose one reading is
//! the order. JSON is read by [`json::read`] and written by [`json::write`]. `docs/orders.md` in this crate
//! describes the language for players; in short:
//!
//! ```text
//! order     = clause { ("," | ";" | "." | "and" | "then") clause }
//! clause    = [ lead condition "," ] doing [ target ] { modifier } [ lead condition ]
//! lead      = "if" | "when" | "once" | "as soon as" | "on" | "after" | "unless" ...
//! modifier  = way place | manner | "until" condition | "at" n "inches a period" | "in" n "files" ...
//! condition = trigger { ("and" | "or") trigger }
//! target    = a unit's or a feature's name | [ "the nearest" | "any" ] kind [ where ] | "the point (x, y)" | [label]
//! ```
//!
//! A clause led in (or followed) by a condition is the order's beginning if it comes first, the next leg if `then`
//! stands before it, and else a standing condition. `cross the brook by the ford` gives the next leg its way.

pub mod json;
pub mod lexer;
mod names;
mod nouns;
mod parser;
pub mod phrases;
mod printer;
mod stumble;
mod whens;

pub use names::{Called, Names};
pub use nouns::{same_name, say};
pub use parser::read_sentence;
pub use printer::{print, tell, terms};
pub use stumble::Stumble;

use crate::order::Order;
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

/// One way to read a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The order, with the sentence as its text.
    pub order: Order,
    /// What each stretch of the sentence is about, in bytes, in order.
    pub spans: Vec<(Range<usize>, Role)>,
}

/// Longer texts are not read.
pub const LONGEST: usize = 6000;

/// Every reading of an order written as a sentence or as JSON, the plainest first.
///
/// # Errors
/// The words it stumbled on, and the nearest phrases it knows.
///
/// ```
/// use testudo_wrg1969::language::{Names, print, read};
/// let names = Names::new([("a1", "Cohort I")], [], [("ford", "the ford")]);
/// let readings = read("Cross the brook by the ford and take the hill in front", &names)?;
/// assert_eq!(print(&readings[0].order, &names), "Attack the hill in front by way of the ford.");
/// let no = read("Tke the hill", &names).unwrap_err();
/// assert_eq!((no.words.as_str(), no.near[0].as_str()), ("Tke the hill", "take"));
/// # Ok::<(), testudo_wrg1969::language::Stumble>(())
/// ```
pub fn read(text: &str, names: &Names) -> Result<Vec<Reading>, Stumble> {
    if text.len() > LONGEST {
        let end = (0..=LONGEST).rev().find(|i| text.is_char_boundary(*i)).unwrap_or(0);
        return Err(Stumble::new(text, end..text.len(), "an order is shorter than this", Vec::new()));
    }
    if text.trim_start().starts_with('{') {
        return json::read_text(text).map(|order| vec![Reading { order, spans: Vec::new() }]);
    }
    read_sentence(text, names)
}
