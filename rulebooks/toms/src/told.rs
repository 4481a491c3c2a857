//! The words of the journal and of options.

use crate::combat::attack::Outcome;
use crate::data::trigger::Trigger;
use dice::{D6, Dice, RollId};
use ruling::RuleId;
use std::borrow::Cow;
use std::fmt;
use umpire::voice::{self, Name};
use umpire::{Choice, UnitId};

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
    /// "rolled 2, 5 and 6", or "had no dice to roll".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_slice() {
            [] => f.write_str("had no dice to roll"),
            faces => write!(f, "rolled {}", voice::faces(faces.iter().copied())),
        }
    }
}

/// So many dice: "1 die", "4 dice".
pub fn dice(n: u16) -> String {
    voice::counted(n, "die", "dice")
}

/// What came of an attack: "7 kills, 2 saved; 5 fell, and the general was killed".
pub fn outcome(outcome: &Outcome) -> String {
    let mut text = voice::count(outcome.kills, "kill");
    if outcome.saved > 0 {
        text += &format!(", {} saved", outcome.saved);
    }
    if outcome.kills > 0 {
        text += &format!("; {}", fell(outcome.casualties));
    }
    if outcome.general_killed {
        text += ", and the general was killed";
    }
    text
}

/// So many of a unit fell.
pub fn fell(n: u16) -> String {
    if n == 0 { "nobody fell".to_owned() } else { format!("{n} fell") }
}

/// Why a unit tests.
pub fn because(trigger: Trigger, who: &Name) -> String {
    let (it, its, was) = (who.it(), who.its(), who.was());
    match trigger {
        Trigger::HalfCasualties => format!("half of {} had fallen", who.them()),
        Trigger::CasualtiesBelowHalf => format!("more fell when {it} {was} below half"),
        Trigger::BrokenFriend => "a friend near by was broken".to_owned(),
        Trigger::FriendDestroyed => "a friend near by was destroyed".to_owned(),
        Trigger::GeneralsKilled => format!("{its} generals were dead"),
        Trigger::OnFire => format!("{it} {was} on fire"),
        Trigger::ElephantNear => "an enemy elephant was near".to_owned(),
        Trigger::ElephantCavalry => format!("{its} horses came near an elephant"),
        Trigger::FlameAtElephant => format!("fire was shot at {}", who.them()),
        Trigger::FlameNearElephant => format!("fire was shot near {}", who.them()),
        Trigger::ElephantWounded => format!("{it} {was} wounded"),
    }
}

/// An option with its rule.
pub fn choice(label: impl Into<Cow<'static, str>>, rule: RuleId, units: Vec<UnitId>) -> Choice {
    Choice { label: label.into(), rule, units }
}
