//! Reasons: every number and every refusal carries the rule it rests on.
//!
//! This crate is vocabulary only. A [`RuleId`] names a rule of some rulebook; a [`Factor`] is a number with
//! its rule, a [`Tally`] a sum of factors; a [`Refusal`] says why something may not be done and what may be
//! done instead; a [`RuleIndex`] is a book's list of rules in our own words.

mod index;
pub mod ledger;
mod refusal;
mod tally;

pub use index::{Rule, RuleIndex, Status};
pub use refusal::{Measure, Refusal, under};
pub use tally::{Factor, Tally};

/// A side may concede when it is asked to decide something: the umpire adds this rule to every book.
pub const CONCEDE: RuleId = RuleId::new("umpire.concede");

/// The stable name of one rule, such as `book.chapter.rule`.
///
/// ```
/// use testudo_ruling::RuleId;
/// const ZONE: RuleId = RuleId::new("book.zone.effect");
/// assert_eq!(ZONE.as_str(), "book.zone.effect");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleId(&'static str);

impl RuleId {
    /// Names a rule.
    pub const fn new(id: &'static str) -> Self {
        RuleId(id)
    }

    /// The id as text.
    pub const fn as_str(self) -> &'static str {
        self.0
    }
}

impl std::fmt::Display for RuleId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

impl std::fmt::Debug for RuleId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}
