//! The book's place in its own sequence of play, and everything it remembers of each unit.

mod command;
mod unit;

pub use command::{Carrier, Command, Due, Event, General, Message, Messenger, Runner, Written};
pub use unit::{Apart, Causes, Doing, Flight, Meant, Running, Standing, UnitState};

use crate::reaction::Occasion;
use umpire::{BySide, Outcome, Side, UnitId};

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

/// A fight between two units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fight {
    /// Red's.
    pub red: UnitId,
    /// Blue's.
    pub blue: UnitId,
    /// Periods fought.
    pub periods: u8,
    /// Whether red stood when contact was made.
    pub red_stood: bool,
    /// Whether blue stood when contact was made.
    pub blue_stood: bool,
}

/// Where in the sequence of play the battle is; states in which nobody decides are passed at once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Both deploy, sealed.
    Deploy,
    /// Both write orders and signal cards, sealed.
    Orders,
    /// Ready to begin: left as soon as somebody says so.
    Begin,
    /// Both command, sealed.
    Command,
    /// Both say what their units mean to do, sealed.
    Intent,
    /// Owners of units charged answer, sealed.
    BonusPoint,
    /// Owners choose who laps round, sealed.
    Melee,
    /// Owners of standing infantry follow up or test to stand, sealed.
    After,
    /// Both choose voluntary tests and who means to charge, sealed.
    React,
    /// Owners choose signs of special factors and write orders for those who act as the general would wish, sealed.
    Steady,
    /// The battle is over.
    Over(Outcome),
}

/// A reaction test whose dice are thrown and whose special factors are still to be signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Thrown {
    /// Who tests.
    pub unit: UnitId,
    /// Why.
    pub occasion: Occasion,
    /// The dice added up.
    pub dice: u16,
}

/// A charger's threat at the charge-bonus point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Threat {
    /// Who charges.
    pub charger: UnitId,
    /// Whom he can reach.
    pub target: UnitId,
    /// What is between them, in thousandths of an inch.
    pub gap: i32,
    /// Whether he touched within his normal move, so that there is no test.
    pub touched: bool,
}

/// A general or a unit lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fallen {
    /// Whose.
    pub side: Side,
    /// Who.
    pub figure: UnitId,
    /// Where, in thousandths of an inch.
    pub at: (i32, i32),
}

/// The whole phase.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Phase {
    /// Where in the sequence of play.
    pub step: Step,
    /// The period, from 1; 0 during the set-up.
    pub period: u16,
    /// Every unit's state, by number (generals and messengers too).
    pub units: Vec<UnitState>,
    /// What each side has written and knows.
    pub command: BySide<Command>,
    /// The fights under way.
    pub fights: Vec<Fight>,
    /// Reaction tests thrown and not yet settled.
    pub thrown: Vec<Thrown>,
    /// Charges at the charge-bonus point.
    pub threats: Vec<Threat>,
    /// Generals lost this period.
    pub fallen: Vec<Fallen>,
    /// Units destroyed this period, or broken and run off the table in it.
    pub lost: Vec<Fallen>,
    /// Men struck down hand-to-hand this period: by whom, of whom, how many.
    pub blows: Vec<(UnitId, UnitId, u16)>,
}

impl Phase {
    /// A battle about to be set up, with what is remembered of every unit.
    pub fn new(step: Step, units: Vec<UnitState>) -> Self {
        Phase {
            step,
            period: 0,
            units,
            command: BySide::default(),
            fights: Vec::new(),
            thrown: Vec::new(),
            threats: Vec::new(),
            fallen: Vec::new(),
            lost: Vec::new(),
            blows: Vec::new(),
        }
    }
}
