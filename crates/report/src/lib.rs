//! Battles told to people: the journal in words, the table drawn in text, charts, and pages to keep.

pub mod chart;
mod journal;
mod map;
mod paper;

pub use journal::{Palette, journal_text};
pub use map::draw_table;
pub use paper::{Paper, escape};
