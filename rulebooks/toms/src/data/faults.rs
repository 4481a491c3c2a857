//! What is wrong with a file or a question, with the rule that says so.

use ruling::{Refusal, RuleId};

/// What is wrong under a rule: "21 points, but only 20 may be spent \[toms.setup.points\]".
pub fn under(rule: RuleId, what: impl Into<String>) -> String {
    Refusal::new(rule, what.into()).to_string()
}
