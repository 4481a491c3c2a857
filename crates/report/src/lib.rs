//! Battles told to people: the journal in words, the table drawn in text and as a picture, charts, pages to keep.

pub mod chart;
mod journal;
mod paper;
mod story;
mod svg_map;
mod text_map;

pub use journal::{Palette, journal_text};
pub use paper::{Paper, escape};
pub use story::{Byline, story};
pub use svg_map::draw_map;
pub use text_map::draw_table;
