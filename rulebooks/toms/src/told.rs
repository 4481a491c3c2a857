//! The words of the journal and of options.

use crate::combat::attack::Outcome;
use ruling::RuleId;
use std::borrow::Cow;
use umpire::{Choice, Field, Side, UnitId};

/// A unit as players speak of it: "R3 Archers west".
pub fn unit(field: &Field, id: UnitId) -> String {
    let card = field.card(id);
    format!("{} {}", card.label, card.name)
}

/// A side by its name.
pub fn side(field: &Field, side: Side) -> &str {
    &field.roster().names[side]
}

/// So many of something.
pub fn count(n: u16, one: &str, many: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {many}") }
}

/// What came of an attack: "7 kills, 2 saved, 5 lost, the general killed".
pub fn outcome(outcome: &Outcome) -> String {
    let mut text = count(outcome.kills, "kill", "kills");
    if outcome.saved > 0 {
        text += &format!(", {} saved", outcome.saved);
    }
    text += &format!(", {} lost", outcome.casualties);
    if outcome.general_killed {
        text += ", the general killed";
    }
    text
}

/// An option with its rule.
pub fn choice(label: impl Into<Cow<'static, str>>, rule: RuleId, units: Vec<UnitId>) -> Choice {
    Choice { label: label.into(), rule, units }
}
