//! Armies: chosen from a list, checked against it, read from a file, counted up.

pub mod check;
pub mod chosen;
pub mod file;
pub mod muster;

#[cfg(test)]
mod tests;
