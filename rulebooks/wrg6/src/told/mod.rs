//! The words of the journal.

pub mod report;
pub mod words;
