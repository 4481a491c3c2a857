//! What every rulebook's tests share: the conformance suite, golden playthroughs and the corpus of saved battles.
//!
//! [`conformance`] holds for every book unchanged: it knows battles only through the facade.

pub mod conformance;
pub mod corpus;
mod playthrough;
mod script;
mod whim;

pub use playthrough::Golden;
pub use whim::any_command;
