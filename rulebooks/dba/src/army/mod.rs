//! Armies: chosen from a list, checked against it, read from a file.

pub mod check;
pub mod chosen;
pub mod file;

#[cfg(test)]
mod tests;
