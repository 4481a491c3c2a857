//! What every rulebook's tests share: the conformance suite, golden playthroughs, the corpus of saved battles, and
//! inputs that nobody means well by.
//!
//! [`conformance`] holds for every book unchanged: it knows battles only through the facade.

pub mod conformance;
pub mod corpus;
pub mod hostile;
mod playthrough;
mod script;
mod whim;

pub use playthrough::Golden;
pub use whim::any_command;
