//! The book as one battle plays it.

use crate::house::House;
use ruling::RuleIndex;

/// The rulebook with its house rules.
#[derive(Clone, Debug, Default)]
pub struct Wab {
    /// The house rules in force.
    pub house: House,
}

impl Wab {
    /// The book with these house rules.
    pub fn new(house: House) -> Self {
        Wab { house }
    }

    /// The rules as played.
    pub fn index() -> &'static RuleIndex {
        crate::tables::rules()
    }
}
