//! Tests and their results as the journal tells them.

use crate::data::reaction::{Occasion, Reaction};
use crate::nerve::rules::Verdict;

impl Occasion {
    /// When or why a unit was tested, as the journal says it.
    pub const fn told(self) -> &'static str {
        match self {
            Occasion::Voluntary => "at the wish of the officers",
            Occasion::FirstContact => "on first contact with the enemy",
            Occasion::Surprise => "on being surprised",
            Occasion::Charged => "on being charged",
            Occasion::Closing => "before closing",
            Occasion::FriendBreaks => "because friends broke near by",
            Occasion::MissileLoss => "because of losses to missiles",
            Occasion::BelowHalf => "because less than half were left",
            Occasion::ThrownBack => "because the attack was thrown back",
            Occasion::GeneralLost => "because the general was lost",
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

    /// What came of it, as the journal says it.
    pub const fn told(self) -> &'static str {
        match self {
            Verdict::Reacts(reaction) => match reaction {
                Reaction::Break => "broke",
                Reaction::Retreat => "retreated",
                Reaction::Retire => "retired",
                Reaction::Halt => "halted",
                Reaction::HaltDisorganised => "halted in disorder",
                Reaction::FallBack => "fell back",
                Reaction::CarryOn => "carried on",
                Reaction::AdvanceOnEnemy => "advanced on the enemy",
                Reaction::ActAsCinc => "did as the general would have wished",
                Reaction::UncontrolledAdvance => "advanced out of control",
                Reaction::LeaveField => "left the field",
            },
            Verdict::MayStand => "stood fast",
            Verdict::FollowsUp => "followed up",
        }
    }
}
