//! What a reaction test is made of: grades, occasions and results.

use crate::rule;
use ruling::RuleId;
/// A unit's grade, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// Guards and households.
    A,
    /// Elite.
    B,
    /// Trained.
    C,
    /// Known worth, little discipline.
    D,
    /// Poor.
    E,
}

impl Grade {
    /// Every grade, best first.
    pub const ALL: [Grade; 5] = [Grade::A, Grade::B, Grade::C, Grade::D, Grade::E];

    /// Every grade's letter, in the same order.
    pub const KEYS: [&'static str; 5] = ["A", "B", "C", "D", "E"];

    /// The letter used in files, questions and answers.
    pub const fn key(self) -> &'static str {
        Grade::KEYS[self as usize]
    }

    /// Reads that letter.
    pub fn parse(key: &str) -> Option<Grade> {
        Grade::ALL.into_iter().find(|grade| grade.key() == key)
    }
}

/// What a reaction test can come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reaction {
    /// It breaks and runs.
    Break,
    /// It goes, back turned.
    Retreat,
    /// It goes, disorganised, facing if attacked.
    Retire,
    /// It stands.
    Halt,
    /// It stands, disorganised.
    HaltDisorganised,
    /// It goes towards friends or cover.
    FallBack,
    /// It goes on as ordered.
    CarryOn,
    /// It goes at the nearest enemy, without charging.
    AdvanceOnEnemy,
    /// Its owner writes it a new order at once.
    ActAsCinc,
    /// It charges the nearest enemy.
    UncontrolledAdvance,
    /// It leaves the field and never returns.
    LeaveField,
}

/// Why a unit tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Occasion {
    /// Its owner wants it to.
    Voluntary,
    /// It met the enemy for the first time.
    FirstContact,
    /// A hidden enemy showed himself close by.
    Surprise,
    /// It is charged.
    Charged,
    /// It is to come to close quarters.
    Closing,
    /// A friendly unit broke.
    FriendBreaks,
    /// It lost two men a figure to missiles.
    MissileLoss,
    /// It fell below half its strength.
    BelowHalf,
    /// It threw back an attack that it was ordered to await.
    ThrownBack,
    /// Its general was lost.
    GeneralLost,
}

impl Occasion {
    /// Every occasion, in the order of the book.
    pub const ALL: [Occasion; 10] = [
        Occasion::Voluntary,
        Occasion::FirstContact,
        Occasion::Surprise,
        Occasion::Charged,
        Occasion::Closing,
        Occasion::FriendBreaks,
        Occasion::MissileLoss,
        Occasion::BelowHalf,
        Occasion::ThrownBack,
        Occasion::GeneralLost,
    ];

    /// The word used in questions and answers.
    pub const fn key(self) -> &'static str {
        match self {
            Occasion::Voluntary => "voluntary",
            Occasion::FirstContact => "first_contact",
            Occasion::Surprise => "surprise",
            Occasion::Charged => "charged",
            Occasion::Closing => "closing",
            Occasion::FriendBreaks => "friend_breaks",
            Occasion::MissileLoss => "missile_loss",
            Occasion::BelowHalf => "below_half",
            Occasion::ThrownBack => "thrown_back",
            Occasion::GeneralLost => "general_lost",
        }
    }

    /// Its rule.
    pub const fn rule(self) -> RuleId {
        match self {
            Occasion::Voluntary => rule::REACTION_WHEN_VOLUNTARY,
            Occasion::FirstContact => rule::REACTION_WHEN_FIRST_CONTACT,
            Occasion::Surprise => rule::REACTION_WHEN_SURPRISE,
            Occasion::Charged => rule::REACTION_WHEN_CHARGED,
            Occasion::Closing => rule::REACTION_WHEN_CLOSING,
            Occasion::FriendBreaks => rule::REACTION_WHEN_FRIEND_BREAKS,
            Occasion::MissileLoss => rule::REACTION_WHEN_MISSILE_LOSS,
            Occasion::BelowHalf => rule::REACTION_WHEN_BELOW_HALF,
            Occasion::ThrownBack => rule::REACTION_WHEN_THROWN_BACK,
            Occasion::GeneralLost => rule::REACTION_WHEN_GENERAL_LOST,
        }
    }
}

/// When in the period a test is made (`wrg1969.reaction.timing`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// As soon as the occasion arises.
    AtOnce,
    /// When the chargers begin their bonus.
    AtBonusPoint,
    /// When all fighting is done.
    EndOfPeriod,
}

impl When {
    /// The word used in answers.
    pub const fn key(self) -> &'static str {
        match self {
            When::AtOnce => "at_once",
            When::AtBonusPoint => "at_bonus_point",
            When::EndOfPeriod => "end_of_period",
        }
    }
}

impl Reaction {
    /// Every result, worst first.
    pub const ALL: [Reaction; 11] = [
        Reaction::LeaveField,
        Reaction::Break,
        Reaction::Retreat,
        Reaction::Retire,
        Reaction::Halt,
        Reaction::HaltDisorganised,
        Reaction::FallBack,
        Reaction::CarryOn,
        Reaction::AdvanceOnEnemy,
        Reaction::ActAsCinc,
        Reaction::UncontrolledAdvance,
    ];

    /// The word used in files, questions and answers.
    pub const fn key(self) -> &'static str {
        match self {
            Reaction::Break => "break",
            Reaction::Retreat => "retreat",
            Reaction::Retire => "retire",
            Reaction::Halt => "halt",
            Reaction::HaltDisorganised => "halt_disorganised",
            Reaction::FallBack => "fall_back",
            Reaction::CarryOn => "carry_on",
            Reaction::AdvanceOnEnemy => "advance_on_enemy",
            Reaction::ActAsCinc => "act_as_cinc",
            Reaction::UncontrolledAdvance => "uncontrolled_advance",
            Reaction::LeaveField => "leave_field",
        }
    }

    /// Whether it stands lower on the chart than another: the worse band.
    pub fn is_worse_than(self, other: Reaction) -> bool {
        let place = |of: Reaction| Reaction::ALL.iter().position(|&r| r == of);
        place(self) < place(other)
    }

    /// Whether it is anything but going on as ordered (`wrg1969.orders.positive`).
    pub fn positive(self) -> bool {
        self != Reaction::CarryOn
    }

    /// The rule that says what the unit then does.
    pub const fn rule(self) -> RuleId {
        match self {
            Reaction::Break => rule::REACTION_EFFECT_BREAK,
            Reaction::Retreat => rule::REACTION_EFFECT_RETREAT,
            Reaction::Retire => rule::REACTION_EFFECT_RETIRE,
            Reaction::Halt => rule::REACTION_EFFECT_HALT,
            Reaction::HaltDisorganised => rule::REACTION_EFFECT_HALT_OR_RETIRE,
            Reaction::FallBack => rule::REACTION_EFFECT_FALL_BACK,
            Reaction::CarryOn => rule::REACTION_EFFECT,
            Reaction::AdvanceOnEnemy => rule::REACTION_EFFECT_ADVANCE_ON_ENEMY,
            Reaction::ActAsCinc => rule::REACTION_EFFECT_ACT_AS_CINC,
            Reaction::UncontrolledAdvance => rule::REACTION_EFFECT_UNCONTROLLED,
            Reaction::LeaveField => rule::REACTION_LEAVE_FIELD,
        }
    }
}
