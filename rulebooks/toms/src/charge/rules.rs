//! Answers to a charge: which are open to a unit, and the dice of a reform.

use crate::board::state::Face;
use crate::data::tables::tables;
use crate::data::troop::{Body, Profile};
use crate::house::House;
use crate::rule;
use ruling::RuleId;

/// An answer to a charge (`toms.react.choice`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// None.
    Nothing,
    /// Fire at the charger.
    Fire,
    /// A counter-charge.
    Counter,
    /// Turning to face it.
    Reform,
}

impl Answer {
    /// The word used in answers.
    pub const fn key(self) -> &'static str {
        match self {
            Answer::Nothing => "none",
            Answer::Fire => "fire",
            Answer::Counter => "counter_charge",
            Answer::Reform => "reform",
        }
    }

    /// The words shown to a player.
    pub const fn label(self) -> &'static str {
        match self {
            Answer::Nothing => "Stand",
            Answer::Fire => "Fire at the charger",
            Answer::Counter => "Counter-charge",
            Answer::Reform => "Reform to face it",
        }
    }

    /// The rule that allows it.
    pub const fn rule(self) -> RuleId {
        match self {
            Answer::Nothing => rule::REACT_CHOICE,
            Answer::Fire => rule::REACT_FIRE,
            Answer::Counter => rule::REACT_COUNTER,
            Answer::Reform => rule::REACT_REFORM,
        }
    }
}

/// What a charged unit is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charged {
    /// The face charged.
    pub face: Face,
    /// How many friendly generals are near.
    pub generals: u16,
    /// Whether it is in melee already.
    pub engaged: bool,
    /// Whether it is broken.
    pub broken: bool,
    /// Whether it is a berserk elephant.
    pub berserk: bool,
    /// Whether it has answered a charge this turn.
    pub reacted: bool,
}

/// Why an answer is not open to a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Closed {
    /// The rule.
    pub rule: RuleId,
    /// The cause in words.
    pub why: &'static str,
}

/// What a unit may answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Open {
    /// The answers it may give, in order; standing is always one.
    pub answers: Vec<Answer>,
    /// Why others are not open to it.
    pub closed: Vec<Closed>,
}

/// The answers a unit may give.
pub fn answers(house: &House, who: &Profile, charged: &Charged) -> Open {
    let mut answers = vec![Answer::Nothing];
    let mut closed = Vec::new();
    let mut close = |rule, why| closed.push(Closed { rule, why });
    if charged.berserk {
        close(rule::ELEPHANT_BERSERK, "a berserk elephant does not obey");
        return Open { answers, closed };
    }
    if charged.reacted {
        close(rule::REACT_CHOICE, "a charge has been answered this turn already");
        return Open { answers, closed };
    }
    if who.shoots() && (charged.face == Face::Front || house.all_round_fire) {
        answers.push(Answer::Fire);
    } else if who.shoots() {
        close(rule::SHOOT_ARC, "shots reach only to the front");
    }
    if charged.engaged || charged.broken {
        close(rule::REACT_BARRED, "in melee or flight there is no counter-charge or reform");
        return Open { answers, closed };
    }
    if charged.generals > 0 {
        // Neither engines nor elephants counter-charge (`toms.ballista.react`, `toms.elephant.react`).
        match who.body {
            Body::Engine => close(rule::BALLISTA_REACT, "a ballista does not counter-charge"),
            Body::Elephant => close(rule::ELEPHANT_REACT, "an elephant does not counter-charge"),
            _ => answers.push(Answer::Counter),
        }
        if charged.face != Face::Front {
            answers.push(Answer::Reform);
        }
    } else {
        close(rule::REACT_GENERAL, "no general is near enough to counter-charge or reform");
    }
    Open { answers, closed }
}

/// How many dice a unit of so many men reforms with, and the face that fails (`toms.react.reform`).
pub fn reform_dice(who: Option<&Profile>, men: u16, face: Face) -> (u16, u8) {
    let reaction = &tables().reaction;
    let dice = if who.is_some_and(Profile::is_model) { 1 } else { (men / reaction.men).max(1) };
    (dice, if face == Face::Rear { reaction.rear } else { reaction.side })
}
