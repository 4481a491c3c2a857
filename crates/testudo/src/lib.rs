//! The shelf of rulebooks, and battles of any of them.
//!
//! Everything above this crate (opponents, the command line, servers) goes through [`shelf`] and [`AnyBattle`];
//! everything below it names no rulebook.

mod any;
mod books;
mod draft;
mod scenario;
mod shelf;

pub use binding::muster;

pub use any::{AnyBattle, AnyDecision, AnyView};
pub use scenario::{Scenario, ScenarioError};
pub use shelf::{ArmyCard, Book, Brought, QuestionCard, ScenarioCard, Unfit, book, shelf};
