//! What is kept of a body.

use crate::after;
use crate::charge::Response;
use crate::disorder::Causes;
use crate::order::{Order, Posture};
use crate::troop::Class;
use umpire::UnitId;

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

/// What is kept of a body.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// Its class; unknown of an enemy.
    pub class: Option<Class>,
    /// Its figures at first.
    pub original: u16,
    /// Casualties carried towards the next figure.
    pub carried: u32,
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
    pub outcome: Option<after::Outcome>,
    /// The enemy that hurt it most.
    pub hurt_by: Option<UnitId>,
    /// Whether it follows up.
    pub following: bool,
    /// Whom it pursues.
    pub pursuing: Option<UnitId>,
    /// Whether it shall pursue if it may.
    pub chasing: bool,
    /// Whether it was in hand-to-hand when the period began.
    pub fought: bool,
    /// Whether it pursued last period.
    pub pursued: bool,
    /// Whether it will not pursue, having been held back.
    pub held_back: bool,
    /// In how many periods running it was shot at.
    pub shot_periods: u8,
    /// Whether it was shot at in this period's step 9.
    pub shot_at: bool,
    /// Casualties of the last shooting, and its strength then.
    pub shot_casualties: u32,
    /// Its strength when that fell.
    pub shot_strength: u16,
    /// Whether a weapon outranged it.
    pub outranged: bool,
    /// Whether engines or fire struck at it.
    pub fire: bool,
    /// Whom it shot at last.
    pub aimed_at: Option<UnitId>,
    /// Casualties of the last fight.
    pub received: u32,
    /// What it inflicted in the last fight.
    pub inflicted: u32,
    /// Whether it has taken its first test.
    pub tested_first: bool,
    /// Whether it has tested in steps 2 or 4 of this period.
    pub tested: bool,
    /// How its last move took it.
    pub heading: Heading,
    /// Whether it may not advance this period.
    pub no_advance: bool,
    /// Its order.
    pub order: Option<Order>,
    /// A new order under way, and the period in which it arrives.
    pub incoming: Option<(Order, u16)>,
    /// What it did this period.
    pub act: Act,
    /// How far it went this period, in paces.
    pub moved: u16,
    /// The row of its test when charged; 0 if it was not.
    pub row: u8,
    /// How it answers a charge.
    pub response: Option<Response>,
    /// When it broke last, as [`moment`](super::Phase::moment) counts; 0 if never.
    pub broke_at: u16,
    /// Up to when it has answered for friends that broke.
    pub answered: u16,
    /// The level from which its charge or follow-up began.
    pub from_level: i8,
    /// Off the table, if it is.
    pub away: Option<Away>,
    /// Whether it has mounted or dismounted, against what its army lists.
    pub changed: bool,
    /// Whether it was mounting or dismounting when last bodies moved.
    pub mounting: bool,
    /// Whether it is still aboard its ships.
    pub aboard: bool,
    /// Whether fire was shot at it last.
    pub burnt: bool,
}

impl State {
    /// A fresh body.
    pub fn new(class: Option<Class>, original: u16, order: Option<Order>) -> State {
        State {
            class,
            original,
            carried: 0,
            shaken: false,
            routing: false,
            impetuous: false,
            looting: false,
            causes: Causes::default(),
            retiring: 0,
            outcome: None,
            hurt_by: None,
            following: false,
            pursuing: None,
            chasing: false,
            fought: false,
            pursued: false,
            held_back: false,
            shot_periods: 0,
            shot_at: false,
            shot_casualties: 0,
            shot_strength: original,
            outranged: false,
            fire: false,
            aimed_at: None,
            received: 0,
            inflicted: 0,
            tested_first: false,
            tested: false,
            heading: Heading::Halted,
            no_advance: false,
            order,
            incoming: None,
            act: Act::None,
            moved: 0,
            row: 0,
            response: None,
            broke_at: 0,
            answered: 0,
            from_level: 0,
            away: None,
            changed: false,
            mounting: false,
            aboard: false,
            burnt: false,
        }
    }

    /// Its posture; attacking if nobody knows.
    pub fn posture(&self) -> Posture {
        self.order.map_or(Posture::Attack, |order| order.posture)
    }
}
