//! What a side has written, sent and learnt.

use crate::orders::order::{Order, Ref, Signal};
use std::sync::Arc;
use umpire::{Side, UnitId};

/// A general.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct General {
    /// The unit number of his own figure on the table.
    pub figure: UnitId,
    /// Whether he is alive and free.
    pub free: bool,
    /// The unit he is with.
    pub with: Option<UnitId>,
    /// His share of losses, as an exact fraction of men.
    pub lost: (u128, u128),
    /// Where he is riding.
    pub riding_to: Option<UnitId>,
    /// The period in which he last dictated, heard a report or gave a signal: in it he does not ride.
    pub busy_in: u16,
    /// Whether he has galloped on this trip.
    pub galloped: bool,
    /// The units assigned to a subordinate general; the commander in chief has all others.
    pub units: Vec<UnitId>,
    /// The unit he last dictated an order to, and in which period.
    pub dictated: Option<(UnitId, u16)>,
    /// The period at whose end he was found dead or taken.
    pub lost_in: Option<u16>,
}

impl General {
    /// A general about to fight.
    pub fn new(figure: UnitId) -> Self {
        General {
            figure,
            free: true,
            with: None,
            lost: (0, 1),
            riding_to: None,
            busy_in: 0,
            galloped: false,
            units: Vec::new(),
            dictated: None,
            lost_in: None,
        }
    }
}

/// A message on its way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Messenger {
    /// The unit number of the rider's figure on the table.
    pub figure: UnitId,
    /// Whose he is.
    pub side: Side,
    /// Whether he lives.
    pub alive: bool,
    /// The figure of the general he belongs to.
    pub of: UnitId,
    /// What he carries and to whom: an order for a unit, or a report for the general.
    pub carries: Option<(UnitId, Message)>,
    /// The period it was dictated in.
    pub since: u16,
    /// Whether he has galloped on this trip.
    pub galloped: bool,
}

impl Messenger {
    /// A messenger who waits beside his general.
    pub fn new(figure: UnitId, side: Side, of: UnitId) -> Self {
        Messenger { figure, side, alive: true, of, carries: None, since: 0, galloped: false }
    }
}

/// A unit's own runner with what it sees; no fighting figure.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Runner {
    /// Whose he is.
    pub unit: UnitId,
    /// The figure of the general he runs to.
    pub to: UnitId,
    /// Where he is, in thousandths of an inch.
    pub at: (i32, i32),
    /// The enemies he reports.
    pub saw: Vec<UnitId>,
    /// Whether he has run his fastest on this trip.
    pub galloped: bool,
    /// The period in which he arrived; he then waits to be heard.
    pub arrived: Option<u16>,
}

/// An order that comes into force in a period to come.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Due {
    /// For whom.
    pub unit: UnitId,
    /// The order.
    pub order: Arc<Order>,
    /// When.
    pub period: u16,
}

/// How an order reached its unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Carrier {
    /// It was written before the battle.
    Sheet,
    /// A messenger.
    Messenger,
    /// A signal.
    Signal(u8),
    /// The general himself.
    General,
    /// A reaction: the unit acted as the general would have wished.
    Reaction,
}

/// A line of the order sheet, opened after the battle.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Written {
    /// For whom.
    pub unit: UnitId,
    /// The period it was written in; 0 before the battle.
    pub period: u16,
    /// How it went.
    pub carrier: Carrier,
    /// The order as the umpire read it.
    pub order: Arc<Order>,
    /// The other ways in which it could have been read.
    pub other: Vec<Order>,
    /// The period from which it was in force.
    pub acted: Option<u16>,
}

/// What a messenger carries.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Message {
    /// An order.
    Order(Arc<Order>),
    /// What a unit has seen: enemies by number.
    Report(Vec<UnitId>),
    /// He rides to look at a feature, by its place in the list, and comes back with what he saw.
    Scout(u16, Vec<UnitId>),
}

/// What one side has written and knows; never shown to the other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Command {
    /// The signal card.
    pub card: Vec<Signal>,
    /// The general.
    pub general: Option<General>,
    /// Signals given so far, by bit.
    pub given: u8,
    /// Enemies its general knows of.
    pub knows: Vec<UnitId>,
    /// Events he learnt of, each with its period.
    pub events: Vec<(u16, Event)>,
    /// For each unit the number of events known when its last order was written.
    pub ordered_at: Vec<u16>,
    /// Messengers and runners.
    pub riders: Vec<Messenger>,
    /// Cover known to be free of enemy, by feature.
    pub cover_free: Vec<bool>,
    /// Subordinate generals.
    pub subordinates: Vec<General>,
    /// Runners on their way, or waiting to be heard.
    pub runners: Vec<Runner>,
    /// Orders about to come into force.
    pub due: Vec<Due>,
    /// Every order written.
    pub sheet: Vec<Written>,
    /// References that fitted several things when their leg began: the unit, the period and the reference.
    pub doubts: Vec<(UnitId, u16, Ref)>,
    /// Units, friends too, in view of its general at the end of the last period.
    pub in_view: Vec<UnitId>,
    /// Enemies reported to him.
    pub heard: Vec<UnitId>,
    /// Features he has seen or heard of, by feature.
    pub ground: Vec<bool>,
    /// What he would last have seen of each unit: what it did, by bit, and the feature it stood in, counted from 1.
    pub noted: Vec<(u16, u16)>,
}

impl Command {
    /// Every general alive and free, the commander in chief first.
    pub fn generals(&self) -> impl Iterator<Item = &General> {
        self.general.iter().chain(&self.subordinates).filter(|g| g.free)
    }

    /// The general who commands a unit in a period: the one it was assigned to, else the commander in chief; two
    /// periods after his loss a subordinate takes over (`wrg1969.orders.subordinates`, `wrg1969.general.death`).
    pub fn general_of(&self, unit: UnitId, period: u16) -> Option<&General> {
        let assigned = self.subordinates.iter().find(|g| g.free && g.units.contains(&unit));
        let chief = self.general.as_ref();
        let bereft = chief.is_none_or(|g| g.lost_in.is_some_and(|lost| period >= lost + TAKES_OVER));
        let heir = || self.subordinates.iter().find(|g| g.free && bereft);
        assigned.or_else(|| chief.filter(|g| g.free)).or_else(heir)
    }
}

/// Periods after which a subordinate takes over from a commander in chief who is lost.
const TAKES_OVER: u16 = 2;

/// Something a general may learn of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// A unit came into view.
    Appeared(UnitId),
    /// A unit went out of view.
    Vanished(UnitId),
    /// A unit charged, engaged, broke, rallied, retired, was destroyed, left or entered the table.
    Did(UnitId),
    /// An enemy came nearer, or shot.
    Pressed(UnitId),
    /// A friend lost men.
    Suffered(UnitId),
    /// A unit fell below two thirds or a half.
    Weakened(UnitId),
    /// A friend completed its order.
    Completed(UnitId),
    /// A report was heard from a unit.
    Heard(UnitId),
    /// A unit entered or left a feature.
    Entered(UnitId),
}
