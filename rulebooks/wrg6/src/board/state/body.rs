//! What is kept of a body.

use super::{Answer, Fate};
use crate::data::disorder::Causes;
use crate::data::troop::Class;
use crate::orders::order::{Order, Posture};
use umpire::{UnitId, canonical};

/// What a body did in this period.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Act {
    /// Nothing yet.
    #[default]
    None,
    /// It stood to receive a charge.
    Stood,
    /// It charged.
    Charged,
    /// It counter-charged.
    Countercharged,
    /// It evaded or broke off.
    Evaded,
    /// It ran.
    Routed,
    /// It recoiled.
    Recoiled,
    /// It followed up.
    FollowedUp,
    /// It pursued.
    Pursued,
    /// It made a normal move.
    Moved,
    /// It rallied.
    Rallied,
}

/// How a body's last move took it to the enemy (`wrg6.reaction.advancing`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Heading {
    /// Neither way.
    #[default]
    Halted,
    /// Nearer.
    Advancing,
    /// Farther off.
    Retiring,
}

/// A body off the table that may come back (`wrg6.arrivals.return`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Away {
    /// How often it has thrown.
    pub tries: u16,
    /// Whether it was pursued off.
    pub pursued: bool,
    /// Whether it routed off.
    pub routed: bool,
    /// Whether it is on a flank march and has not arrived yet.
    pub marching: bool,
    /// Whether its throw succeeded, so that it enters in step 7.
    pub arrives: bool,
}

impl Away {
    /// On a flank march that has not arrived.
    pub const fn marching() -> Away {
        Away { tries: 0, pursued: false, routed: false, marching: true, arrives: false }
    }
}

/// What is kept of a body, by who may see it and for how long it holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct State {
    /// What only its owner knows.
    pub kept: Kept,
    /// What the table shows.
    pub seen: Seen,
    /// What it does in this period.
    pub now: Doings,
    /// What it did in the last one.
    pub last: Doings,
}

/// What only a body's owner knows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Kept {
    /// Its class; unknown of an enemy.
    pub class: Option<Class>,
    /// Casualties carried towards the next figure.
    pub carried: u32,
    /// Whether it has taken its first test.
    pub tested_first: bool,
    /// Its order.
    pub order: Option<Order>,
    /// A new order under way.
    pub incoming: Option<Incoming>,
    /// Off the table, if it is.
    pub away: Option<Away>,
    /// Casualties of the last shooting.
    pub shot_casualties: u32,
    /// A field of the tests: nobody shows it.
    #[cfg(test)]
    pub secret: u8,
}

/// A new order under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Incoming {
    /// The order.
    pub order: Order,
    /// The period in which it arrives.
    pub due: u16,
}

/// What the table shows of a body.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Seen {
    /// Its figures at first.
    pub original: u16,
    /// Whether it is shaken.
    pub shaken: bool,
    /// Whether it is routing.
    pub routing: bool,
    /// Whether it is impetuous.
    pub impetuous: bool,
    /// Whether it is looting a camp.
    pub looting: bool,
    /// Causes of disorder that last; those of ground and beasts are seen on the table.
    pub causes: Causes,
    /// For how many periods it still retires.
    pub retiring: u8,
    /// What the last fight made of it.
    pub fate: Option<Fate>,
    /// The enemy that hurt it most.
    pub hurt_by: Option<UnitId>,
    /// Whom it pursues.
    pub pursuing: Option<UnitId>,
    /// What the last shooting brought upon it.
    pub shot: Shot,
    /// Casualties of the last fight.
    pub received: u32,
    /// What it inflicted in the last fight.
    pub inflicted: u32,
    /// How its last move took it.
    pub heading: Heading,
    /// When it broke last, as [`moment`](super::Phase::moment) counts; 0 if never.
    pub broke_at: u16,
    /// Up to when it has answered for friends that broke.
    pub answered: u16,
    /// The level from which its charge or follow-up began.
    pub from_level: i8,
    /// Whether it has mounted or dismounted, against what its army lists.
    pub changed: bool,
    /// Whether it was mounting or dismounting when last bodies moved.
    pub mounting: bool,
    /// Whether it is still aboard its ships.
    pub aboard: bool,
    /// In how many files it was drawn up before it had to stand in fewer to fight; 0 if it stands in all of them.
    pub full: u16,
}

/// What the last shooting brought upon a body, and whom it shot at itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Shot {
    /// In how many periods running it was shot at.
    pub periods: u8,
    /// Whether it was shot at in the last step 9.
    pub at: bool,
    /// Its strength then.
    pub strength: u16,
    /// Whether a weapon outranged it.
    pub outranged: bool,
    /// Whether engines or fire struck at it.
    pub fire: bool,
    /// Whether fire was shot at it.
    pub burnt: bool,
    /// Whom it shot at.
    pub aimed_at: Option<UnitId>,
}

/// What a body does in a period; the next one begins with none of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Doings {
    /// Whether it was in hand-to-hand when the period began.
    pub fought: bool,
    /// Whether it has tested in steps 2 or 4.
    pub tested: bool,
    /// Whether it may not advance.
    pub no_advance: bool,
    /// Whether it will not pursue, having been held back.
    pub held_back: bool,
    /// The row of its test when charged; 0 if it was not.
    pub row: u8,
    /// How it answers a charge.
    pub answer: Option<Answer>,
    /// Whether it follows up.
    pub following: bool,
    /// Whether it shall pursue if it may.
    pub chasing: bool,
    /// What it did.
    pub act: Act,
    /// How far it went, in paces.
    pub moved: u16,
}

impl Doings {
    /// What of it the enemy sees.
    fn shown(&self) -> Doings {
        Doings {
            fought: self.fought,
            no_advance: self.no_advance,
            held_back: self.held_back,
            answer: self.answer,
            following: self.following,
            chasing: self.chasing,
            act: self.act,
            moved: self.moved,
            ..Doings::default()
        }
    }
}

impl State {
    /// A fresh body.
    pub fn new(class: Option<Class>, original: u16, order: Option<Order>) -> State {
        State {
            kept: Kept { class, order, ..Kept::default() },
            seen: Seen { original, shot: Shot { strength: original, ..Shot::default() }, ..Seen::default() },
            ..State::default()
        }
    }

    /// What shows of it to an enemy in sight; of the last period no more than that it pursued.
    pub fn shown(&self) -> State {
        State {
            seen: self.seen.clone(),
            now: self.now.shown(),
            last: Doings { act: if self.pursued() { Act::Pursued } else { Act::None }, ..Doings::default() },
            ..State::default()
        }
    }

    /// A new period: what it did is what it did last.
    pub fn turn(&mut self) {
        self.last = std::mem::take(&mut self.now);
    }

    /// Whether it pursued last period.
    pub fn pursued(&self) -> bool {
        self.last.act == Act::Pursued
    }

    /// Its posture; attacking if nobody knows.
    pub fn posture(&self) -> Posture {
        self.kept.order.map_or(Posture::Attack, |order| order.posture)
    }
}

canonical! {
    enum Act {
        0 => None,
        1 => Stood,
        2 => Charged,
        3 => Countercharged,
        4 => Evaded,
        5 => Routed,
        6 => Recoiled,
        7 => FollowedUp,
        8 => Pursued,
        9 => Moved,
        10 => Rallied,
    }
    enum Heading { 0 => Halted, 1 => Advancing, 2 => Retiring }
    struct Away { tries, pursued, routed, marching, arrives }
    struct Incoming { order, due }
    struct Shot { periods, at, strength, outranged, fire, burnt, aimed_at }
    struct Seen {
        original,
        shaken,
        routing,
        impetuous,
        looting,
        causes,
        retiring,
        fate,
        hurt_by,
        pursuing,
        shot,
        received,
        inflicted,
        heading,
        broke_at,
        answered,
        from_level,
        changed,
        mounting,
        aboard,
        full,
    }
    struct Doings { fought, tested, no_advance, held_back, row, answer, following, chasing, act, moved }
    struct State { kept, seen, now, last }
}
#[cfg(not(test))]
canonical! { struct Kept { class, carried, tested_first, order, incoming, away, shot_casualties } }
#[cfg(test)]
canonical! { struct Kept { class, carried, tested_first, order, incoming, away, shot_casualties, secret } }
