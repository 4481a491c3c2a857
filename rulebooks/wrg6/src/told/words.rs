//! Words for the journal and for the questions put to players.

use crate::data::occasion::Occasion;
use crate::nerve::rules::{Line, Outcome};
use umpire::{Field, UnitId};

/// What a body is called.
pub fn name(field: &Field, id: UnitId) -> String {
    let card = field.card(id);
    format!("{} ({})", card.name, card.label)
}

/// Why a body tests, in a few words.
pub const fn occasion(occasion: Occasion) -> &'static str {
    match occasion {
        Occasion::First => "first in reach or shot at",
        Occasion::InitiateCharge => "to charge",
        Occasion::Charged => "charged",
        Occasion::HeavyShooting => "heavy or lasting shooting",
        Occasion::Surprise => "surprised",
        Occasion::FriendBroken => "a friend broke",
        Occasion::LeaderLost => "a leader lost",
        Occasion::Restrain => "to hold back or recover",
    }
}

/// What a test makes a body do, in a few words.
pub const fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Impetuous => "impetuous",
        Outcome::Obey => "as ordered",
        Outcome::NoAdvance => "no advance",
        Outcome::ShakenNoAdvance => "shaken, no advance",
        Outcome::ShakenRetire => "shaken, retiring",
        Outcome::ShakenRetireDisordered => "shaken, retiring in disorder",
        Outcome::Break => "broken",
        Outcome::Rally => "rallied",
        Outcome::RoutContinues => "the rout goes on",
        Outcome::Charge => "the charge goes in",
        Outcome::NoCharge => "no charge",
        Outcome::AnyAnswer => "any answer",
        Outcome::MustEvade => "must evade",
        Outcome::NoCountercharge => "no counter-charge",
        Outcome::ShakenHalt => "shaken, at the halt",
    }
}

/// What a factor of choice is, in a few words.
pub const fn steadying(line: Line) -> &'static str {
    match line {
        Line::FlanksSecure => "flanks and rear secure",
        Line::GeneralNear => "a general near",
        Line::HighGroundOrCover => "high ground or cover",
        Line::SubGeneralWith => "a general with them",
        _ => "the commander-in-chief with them",
    }
}
