//! Battles told to people: the journal in words, and the table drawn in text.

mod journal;
mod map;

pub use journal::{Palette, journal_text};
pub use map::draw_table;
