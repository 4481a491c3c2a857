//! Words for the journal and for the questions put to players.

use crate::data::occasion::Occasion;
use crate::nerve::rules::{Line, Outcome};

/// When or why a body tested, as the journal says it.
pub const fn occasion(occasion: Occasion) -> &'static str {
    match occasion {
        Occasion::First => "on coming within reach or being shot at",
        Occasion::InitiateCharge => "to charge",
        Occasion::Charged => "on being charged",
        Occasion::HeavyShooting => "under heavy or lasting shooting",
        Occasion::Surprise => "on being surprised",
        Occasion::FriendBroken => "because a friend broke",
        Occasion::LeaderLost => "because a leader was lost",
        Occasion::Restrain => "to hold back or recover",
    }
}

/// What a body did by its test, as the journal says it.
pub const fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Impetuous => "became impetuous",
        Outcome::Obey => "did as ordered",
        Outcome::NoAdvance => "would not advance",
        Outcome::ShakenNoAdvance => "came out shaken and would not advance",
        Outcome::ShakenRetire => "came out shaken and had to retire",
        Outcome::ShakenRetireDisordered => "came out shaken and had to retire in disorder",
        Outcome::Break => "broke",
        Outcome::Rally => "rallied",
        Outcome::RoutContinues => "ran on",
        Outcome::Charge => "charged",
        Outcome::NoCharge => "did not charge",
        Outcome::AnyAnswer => "could answer freely",
        Outcome::MustEvade => "had to evade",
        Outcome::NoCountercharge => "could not counter-charge",
        Outcome::ShakenHalt => "came out shaken and had to halt",
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
