//! Tests and their results as the journal tells them.

use crate::data::reaction::{Occasion, Reaction};
use crate::nerve::rules::Verdict;

impl Occasion {
    /// Why a unit is tested, in words.
    pub const fn words(self) -> &'static str {
        match self {
            Occasion::Voluntary => "at its officers' wish",
            Occasion::FirstContact => "first contact with the enemy",
            Occasion::Surprise => "surprised",
            Occasion::Charged => "charged",
            Occasion::Closing => "about to close",
            Occasion::FriendBreaks => "friends break near by",
            Occasion::MissileLoss => "losses to missiles",
            Occasion::BelowHalf => "less than half are left",
            Occasion::ThrownBack => "the attack is thrown back",
            Occasion::GeneralLost => "the general is lost",
        }
    }
}

impl Verdict {
    /// What comes of it, in words.
    pub const fn words(self) -> &'static str {
        match self {
            Verdict::Reacts(reaction) => match reaction {
                Reaction::Break => "it breaks",
                Reaction::Retreat => "it retreats",
                Reaction::Retire => "it retires",
                Reaction::Halt => "it halts",
                Reaction::HaltDisorganised => "it halts in disorder",
                Reaction::FallBack => "it falls back",
                Reaction::CarryOn => "it carries on",
                Reaction::AdvanceOnEnemy => "it advances on the enemy",
                Reaction::ActAsCinc => "it does as its general would wish",
                Reaction::UncontrolledAdvance => "it advances out of control",
                Reaction::LeaveField => "it leaves the field",
            },
            Verdict::MayStand => "it stands fast",
            Verdict::FollowsUp => "it follows up",
        }
    }
}
