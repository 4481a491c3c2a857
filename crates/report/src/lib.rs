//! Battles told to people: the journal in words, the table drawn in text and as a picture, charts, pages to keep.

pub mod chart;
mod drawing;
mod journal;
mod map;
mod paper;
mod story;

pub use drawing::draw_map;
pub use journal::{Palette, journal_text};
pub use map::draw_table;
pub use paper::{Paper, escape};
pub use story::{Byline, story};
