//! What could not be read: the words, where they stand, and what would have been understood there.

use super::lexer::Placed;
use super::names::{Names, is_article};
use super::phrases::{DEEDS, DOINGS, GROUNDS, LEADS, MANNERS, STATES, TROOPS, WAYS};
use form::nearest;
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
    /// The nearest phrases it knows.
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
            near => write!(f, "; nearest: {}", near.join(", ")),
        }
    }
}

impl std::error::Error for Stumble {}

/// What the reader looked for where it stumbled, by bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted(pub u8);

impl Wanted {
    /// Something to do.
    pub const DOING: Wanted = Wanted(1);
    /// Something to do it to.
    pub const TARGET: Wanted = Wanted(2);
    /// A condition.
    pub const CONDITION: Wanted = Wanted(4);
    /// The next clause, a modifier or the end.
    pub const MORE: Wanted = Wanted(8);

    fn has(self, other: Wanted) -> bool {
        self.0 & other.0 != 0
    }

    fn why(self) -> &'static str {
        match self {
            w if w.has(Wanted::DOING) => "what is to be done is not clear",
            w if w.has(Wanted::TARGET) => "what is meant is not clear",
            w if w.has(Wanted::CONDITION) => "the condition is not clear",
            _ => "the rest is not clear",
        }
    }

    fn phrases(self, names: &Names) -> Vec<String> {
        let mut all: Vec<String> = Vec::new();
        let mut add = |phrases: &mut dyn Iterator<Item = &str>| all.extend(phrases.map(str::to_owned));
        if self.has(Wanted::DOING) {
            add(&mut DOINGS.iter().map(|d| d.0));
            add(&mut ["cross"].into_iter());
        }
        if self.has(Wanted::TARGET) {
            let named = names.friends.iter().chain(&names.enemies).chain(&names.features);
            add(&mut named.map(|c| c.name.as_str()));
            add(&mut GROUNDS.iter().chain(TROOPS).map(|g| g.0));
            add(&mut ["the nearest enemy", "the point (0, 0)"].into_iter());
        }
        if self.has(Wanted::CONDITION) {
            add(&mut STATES.iter().map(|s| s.0));
            add(&mut DEEDS.iter().map(|d| d.0));
            add(&mut ["signal 1 is given", "period 1 begins", "the enemy is within 8 inches"].into_iter());
            add(&mut ["is in view"].into_iter());
        }
        if self.has(Wanted::MORE) {
            add(&mut MANNERS.iter().map(|m| m.0));
            add(&mut WAYS.iter().copied().chain(LEADS.iter().copied()));
            add(&mut ["until", "then", "and"].into_iter());
        }
        all
    }
}

/// The stumble at a token, with the phrases nearest to the words that stand there.
pub fn stumble(text: &str, sentence: &[Placed], at: usize, wanted: Wanted, names: &Names) -> Stumble {
    use super::lexer::Token;
    let from = sentence.get(at).map_or(text.len(), |t| t.span.start);
    let rest = &sentence[at.min(sentence.len())..];
    let ends = |t: &Placed| matches!(t.token, Token::Comma | Token::Stop);
    let length = rest.iter().position(ends).unwrap_or(rest.len()).clamp(usize::from(!rest.is_empty()), 5);
    let to = rest.get(length.saturating_sub(1)).map_or(from, |t| t.span.end);
    let mut near: Vec<String> = Vec::new();
    let mut phrases = wanted.phrases(names);
    let mut seen = std::collections::BTreeSet::new();
    phrases.retain(|p| seen.insert(p.clone()));
    // The words are tried from the longest stretch to the first alone, without their article.
    let article = matches!(rest, [Placed { token: Token::Word(w), .. }, _, ..] if is_article(w));
    let first = usize::from(article && length > 1);
    for n in (first + 1..=length).rev() {
        let words = text.get(rest[first].span.start..rest[n - 1].span.end).unwrap_or("").to_lowercase();
        let close = nearest(&words, phrases.iter().map(String::as_str));
        if let Some(close) = close.filter(|c| !near.iter().any(|n| n == c)) {
            near.push(close.to_owned());
        }
    }
    for phrase in phrases {
        if near.len() >= 4 {
            break;
        }
        let first = rest.get(first).map(|t| text[t.span.clone()].to_lowercase());
        let alike = first.is_none_or(|f| phrase.chars().next().is_some_and(|c| f.starts_with(c)));
        if alike && !near.contains(&phrase) {
            near.push(phrase);
        }
    }
    if near.is_empty() {
        near.extend(wanted.phrases(names).into_iter().take(4));
    }
    Stumble::new(text, from..to, wanted.why(), near)
}
