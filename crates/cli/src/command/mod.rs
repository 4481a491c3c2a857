//! One module a command.

pub mod admin;
pub mod arena;
pub mod armies;
pub mod ask;
pub mod battle;
pub mod books;
pub mod data;
pub mod map;
pub mod matrix;
pub mod muster;
pub mod replay;
pub mod report;
pub mod rules;
pub mod scenarios;
pub mod schema;
pub mod serve;
pub mod settings;
pub mod shell;
pub mod simulate;

use anyhow::{Context as _, anyhow};
use std::path::Path;
use testudo::Book;

/// The rulebook of that name.
pub fn find_book(id: &str) -> anyhow::Result<&'static Book> {
    testudo::book(id).ok_or_else(|| {
        let known: Vec<&str> = testudo::shelf().iter().map(|b| b.id).collect();
        match form::nearest(id, known.iter().copied()) {
            Some(near) => anyhow!("book: unknown rulebook `{id}`; did you mean `{near}`?"),
            None => anyhow!("book: unknown rulebook `{id}`; known: {}", known.join(", ")),
        }
    })
}

/// A file's text.
pub fn read_file(path: &Path) -> anyhow::Result<String> {
    let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    String::from_utf8(bytes).with_context(|| format!("{}: not a text file", path.display()))
}
