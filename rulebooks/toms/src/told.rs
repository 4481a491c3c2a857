//! The words of the journal and of options.

use crate::combat::attack::Outcome;
use dice::{D6, Dice, RollId};
use ruling::RuleId;
use std::borrow::Cow;
use std::fmt;
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

/// The dice of a test as they fell.
pub struct Fell(Vec<u8>);

impl Fell {
    /// Throws so many dice.
    pub fn throw(dice: &mut dyn Dice, why: RollId, n: u16) -> Fell {
        Fell((0..n).map(|_| dice.roll(why, &D6)).collect())
    }

    /// Whether one of them shows a number or more.
    pub fn reach(&self, needs: u8) -> bool {
        self.0.iter().any(|&face| face >= needs)
    }
}

impl fmt::Display for Fell {
    /// "rolling 2, 5 and 6", or "with no die to roll".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let faces: Vec<String> = self.0.iter().map(u8::to_string).collect();
        match faces.split_last() {
            None => f.write_str("with no die to roll"),
            Some((last, [])) => write!(f, "rolling {last}"),
            Some((last, rest)) => write!(f, "rolling {} and {last}", rest.join(", ")),
        }
    }
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
