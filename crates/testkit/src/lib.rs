//! What every rulebook's tests share: the conformance suite and golden playthroughs.
//!
//! [`conformance`] holds for every book unchanged: it knows battles only through the facade.

pub mod conformance;
mod playthrough;
mod whim;

pub use playthrough::{check_golden, playthrough};
pub use whim::any_command;
