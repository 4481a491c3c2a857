//! A side's generals and what goes with them.

use crate::orders::order::Posture;
use table::Point;
use umpire::{UnitId, canonical};

/// A general.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct General {
    /// His name.
    pub name: String,
    /// Whether he is the commander-in-chief.
    pub cinc: bool,
    /// The body he is with; alone if there is none.
    pub with: Option<UnitId>,
    /// Where he is while he is alone.
    pub at: Point,
    /// The bodies of his command; all for the commander-in-chief.
    pub command: Vec<UnitId>,
    /// Whether he is dead, captured or fled.
    pub lost: bool,
}

/// A champion (`wrg6.generals.challenge`).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Champion {
    /// His name.
    pub name: String,
    /// The body he is with.
    pub with: UnitId,
    /// Whether he was beaten.
    pub lost: bool,
}

/// Something lost that others mourn (`wrg6.reaction.when.leader_lost`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mourned {
    /// Where it was lost.
    pub at: Point,
    /// In which period.
    pub period: u16,
    /// What it was.
    pub what: Leader,
}

/// What may be lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Leader {
    /// A general.
    General,
    /// The army standard.
    Standard,
    /// The relic.
    Relic,
}

/// A side's generals and what goes with them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Command {
    /// The generals, the commander-in-chief first.
    pub generals: Vec<General>,
    /// The champion who may fight in the commander-in-chief's stead, if there is one.
    pub champion: Option<Champion>,
    /// The body that carries the army standard.
    pub standard: Option<UnitId>,
    /// The body that carries the relic.
    pub relic: Option<UnitId>,
    /// The posture that the signal arranged before the battle orders for everyone.
    pub signal: Option<Posture>,
    /// What was lost, where and when.
    pub mourned: Vec<Mourned>,
    /// Whether the commander-in-chief was beaten in person.
    pub defeated: bool,
    /// Enemies that the side has seen.
    pub seen: Vec<UnitId>,
    /// The pieces of cover that its bodies have touched, by their numbers on the table.
    pub trodden: Vec<u16>,
}

canonical! {
    struct General { name, cinc, with, at, command, lost }
    struct Champion { name, with, lost }
    struct Mourned { at, period, what }
    enum Leader { 0 => General, 1 => Standard, 2 => Relic }
    struct Command { generals, champion, standard, relic, signal, mourned, defeated, seen, trodden }
}
