//! Refusals: why not, by how much, and what would be allowed.

use crate::{RuleId, ledger};
use std::borrow::Cow;
use std::fmt;

/// A quantity in a book's own unit, such as "7.2 inches".
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measure {
    /// How much.
    pub amount: f64,
    /// Of what, in the plural: "paces", "inches", "PIPs".
    pub unit: &'static str,
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.amount * 10.0).round() / 10.0;
        write!(f, "{tenths} {}", self.unit)
    }
}

/// One reason why a command is not allowed.
///
/// ```
/// use testudo_ruling::{Refusal, RuleId};
/// let no = Refusal::new(RuleId::new("book.move"), "too far").needs(7.2, 6.0, "inches").instead("stop short");
/// assert_eq!(no.to_string(), "too far: needs 7.2 inches, has 6 inches; allowed: stop short [book.move]");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// The rule that forbids it.
    pub rule: RuleId,
    /// What is wrong, in a few words.
    pub what: Cow<'static, str>,
    /// The units it concerns, by their numbers on the field.
    pub units: Vec<u16>,
    /// What it would take.
    pub needs: Option<Measure>,
    /// What there is.
    pub has: Option<Measure>,
    /// What would be legal.
    pub instead: Option<Cow<'static, str>>,
}

impl Refusal {
    /// A refusal under a rule.
    pub fn new(rule: RuleId, what: impl Into<Cow<'static, str>>) -> Self {
        ledger::cite(rule);
        Refusal { rule, what: what.into(), units: Vec::new(), needs: None, has: None, instead: None }
    }

    /// Names a unit it concerns.
    pub fn about(mut self, unit: u16) -> Self {
        self.units.push(unit);
        self
    }

    /// Says by how much it fails.
    pub fn needs(mut self, needs: f64, has: f64, unit: &'static str) -> Self {
        self.needs = Some(Measure { amount: needs, unit });
        self.has = Some(Measure { amount: has, unit });
        self
    }

    /// Says what would be legal.
    pub fn instead(mut self, what: impl Into<Cow<'static, str>>) -> Self {
        self.instead = Some(what.into());
        self
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        if let (Some(needs), Some(has)) = (self.needs, self.has) {
            write!(f, ": needs {needs}, has {has}")?;
        }
        if let Some(instead) = &self.instead {
            write!(f, "; allowed: {instead}")?;
        }
        write!(f, " [{}]", self.rule)
    }
}

/// What is wrong under a rule, as a file or a question is told of it.
///
/// ```
/// use testudo_ruling::{RuleId, under};
/// assert_eq!(under(RuleId::new("book.army"), "an army has one general"), "an army has one general [book.army]");
/// ```
pub fn under(rule: RuleId, what: impl fmt::Display) -> String {
    ledger::cite(rule);
    format!("{what} [{rule}]")
}
