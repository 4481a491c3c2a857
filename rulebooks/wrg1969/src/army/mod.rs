//! Armies: the peoples, the lists they are drawn from, what they cost, and whether one is lawful.

pub mod check;
pub mod file;
pub mod list;
pub mod lists;
pub mod muster;
pub mod people;
pub mod points;
#[cfg(test)]
mod tests;
