//! What the words of the dictionary mean.

use crate::orders::language::phrases::Manner;
use crate::orders::order::Deed;

/// What a verb is about. What becomes of it depends on what it is done to, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Stand still.
    Hold,
    /// Come to a halt: nothing more is said of where.
    Halt,
    /// Keep some place or some company.
    Keep,
    /// Go somewhere.
    Move,
    /// Go forward.
    Advance,
    /// Fight.
    Attack,
    /// Charge, at somebody or at whoever is there.
    Charge,
    /// Keep at a distance and shoot.
    Skirmish,
    /// Shoot.
    Shoot,
    /// Keep before a friend.
    Screen,
    /// Keep behind a friend.
    Support,
    /// Keep beside a friend.
    Follow,
    /// Look after something.
    Guard,
    /// Go back.
    Retire,
    /// Come back to where one was, or to somebody.
    Return,
    /// Take a formation.
    Form,
    /// Turn to face something.
    Face,
    /// Cross something on the way.
    Cross,
    /// Lie hidden.
    Hide,
    /// Look for the enemy at a place.
    Scout,
    /// Send word.
    Report,
    /// Run from a charge.
    Evade,
    /// Stay away from something.
    Avoid,
    /// Hold a flank back.
    Refuse,
    /// Make room for chargers.
    Open,
    /// Run after those who break.
    Pursue,
    /// Let somebody do something.
    Let,
    /// Take up again what was being done.
    Resume,
}

/// What a set phrase says of a leg.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Set {
    /// A manner of doing.
    How(Manner),
    /// It shoots freely.
    FireFree,
    /// It evades if it is charged.
    Evade,
    /// It keeps at its range.
    AtRange,
    /// It goes straight ahead.
    Ahead,
    /// It keeps its place beside a friend.
    Level,
    /// It does not move.
    Still,
}

/// How a preposition binds its noun to what is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prep {
    /// Where to, or where.
    To,
    /// Whom against.
    Against,
    /// In which company.
    With,
    /// Behind it.
    Behind,
    /// On its far side.
    Beyond,
    /// Before it.
    Before,
    /// On its left.
    Left,
    /// On its right.
    Right,
    /// On its flank.
    Flank,
    /// Into its rear.
    Rear,
    /// Near it.
    Near,
    /// At its foot.
    Foot,
    /// By way of it.
    Way,
    /// Round it.
    Round,
    /// Between two of them.
    Between,
    /// Away from it.
    From,
    /// In the direction of it.
    Towards,
}

/// What is not to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deny {
    /// Do not charge.
    Charge,
    /// Do not countercharge.
    Countercharge,
    /// Do not pursue; what follows may say where.
    Pursue,
    /// Do not shoot.
    Shoot,
    /// Do not evade.
    Evade,
    /// Do not go past what follows.
    Pass,
    /// Do not go into what follows.
    Enter,
    /// Do not leave what follows.
    Leave,
    /// Do not move.
    Move,
    /// Do not be caught: it keeps out of contact.
    Contact,
    /// Nothing that the order would do anyway.
    Nothing,
}

/// What leads in a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lead {
    /// If, when, once.
    When,
    /// Whenever.
    Whenever,
    /// Until.
    Until,
    /// Unless.
    Unless,
    /// Not before.
    NotBefore,
    /// While, as long as.
    While,
}

/// What befalls the unit itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnState {
    /// Charged or in contact.
    Attacked,
    /// Shot at.
    FiredOn,
    /// Either of these.
    Pressed,
    /// Where it was sent.
    Reached,
    /// Below two thirds of its strength.
    TwoThirds,
    /// Below half of it.
    Half,
    /// Relieved.
    Relieved,
    /// An enemy is near.
    Threatened,
}

/// What is said of somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pred {
    /// Within a distance that follows.
    Within,
    /// Near, no distance being given.
    Near,
    /// Within this unit's range.
    InRange,
    /// Within reach of a charge.
    InReach,
    /// In view.
    View,
    /// Out of view.
    NoView,
    /// It does this.
    Does(Deed),
    /// It does this to, at or with what may follow.
    DoesTo(Deed),
    /// It comes at the unit itself.
    ComesAt,
    /// It shoots at the unit itself.
    ShootsAt,
    /// Nobody is there.
    Empty,
    /// Somebody is there.
    Held,
    /// It has gone: it is no longer where it was said to be.
    Gone,
}
