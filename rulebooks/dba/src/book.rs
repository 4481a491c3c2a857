//! The book as one battle plays it.

use crate::house::House;
use ruling::RuleIndex;

/// The rulebook with its house rules.
#[derive(Clone, Debug, Default)]
pub struct Dba {
    /// The house rules in force.
    pub house: House,
}

impl Dba {
    /// The book with these house rules.
    pub fn new(house: House) -> Self {
        Dba { house }
    }

    /// The rules as played.
    pub fn index() -> &'static RuleIndex {
        crate::tables::rules()
    }
}
