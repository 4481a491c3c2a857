//! What every rulebook is bound from: its index of rules, its tables, its house rules and its desk.
//!
//! A rulebook crate keeps its rules in `data/rules.toml` and its tables in `data/tables.toml`. [`read_rules`] reads
//! the first, [`Sheet`] helps to read the second, [`house_rules!`] turns the toggles of the tables into a `House`,
//! and [`desk`] puts the book's questions on the umpire's desk. [`worked`] holds worked cases against the answers.

mod data_file;
pub mod desk;
mod house;
mod index;
pub mod muster;
pub mod worked;

pub use data_file::Sheet;
pub use house::{Setting, Share, Toggle, house_fields, read_house};
pub use index::read_rules;

#[doc(hidden)]
pub use form;
#[doc(hidden)]
pub use ruling::RuleIndex;
