//! What could not be read: the words, where they stand, and what would be understood instead.

use std::fmt;
use std::ops::Range;

/// Why a sentence was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stumble {
    /// Where the reader stumbled, in bytes.
    pub span: Range<usize>,
    /// The words there; empty at the end of the sentence.
    pub words: String,
    /// What is wrong with them.
    pub why: String,
    /// Whole orders that would be understood, and mean something near.
    pub near: Vec<String>,
}

impl Stumble {
    /// A stumble over a stretch of a text.
    pub fn new(text: &str, span: Range<usize>, why: impl Into<String>, near: Vec<String>) -> Self {
        let words = text.get(span.clone()).unwrap_or("").trim().to_owned();
        Stumble { span, words, why: why.into(), near }
    }

    /// The same stumble in a text that begins so many bytes earlier.
    pub fn shifted(mut self, by: usize) -> Self {
        self.span = self.span.start + by..self.span.end + by;
        self
    }
}

impl fmt::Display for Stumble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)?;
        if self.words.is_empty() {
            f.write_str(" at the end")?;
        } else {
            write!(f, " at \"{}\" (letters {} to {})", self.words, self.span.start + 1, self.span.end)?;
        }
        match self.near.as_slice() {
            [] => Ok(()),
            near => write!(f, "; you could write: {}", near.join("; ")),
        }
    }
}

impl std::error::Error for Stumble {}
