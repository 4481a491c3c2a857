//! The book's place in its own sequence of play, and everything it remembers of each unit.

mod command;
mod unit;

pub use command::{Carrier, Command, Due, Event, General, Message, Messenger, Runner, Written};
pub use unit::{Apart, Causes, Doing, Flight, Kept, Meant, Noted, Period, Running, Standing, UnitState};

use crate::data::measure::MM;
use crate::data::reaction::Occasion;
use table::Formation;
use table::Pose;
use umpire::Field;
use umpire::{BySide, Outcome, Side, UnitId};

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
    /// Periods running in which neither side had more than two figures in it.
    pub thin: u8,
}

impl Fight {
    /// A fight that begins between two enemies, of whom some stood.
    pub fn new(field: &Field, (one, other): (UnitId, UnitId), stood: impl Fn(UnitId) -> bool) -> Self {
        let (red, blue) = if field.side(one) == Side::Red { (one, other) } else { (other, one) };
        Fight { red, blue, periods: 0, red_stood: stood(red), blue_stood: stood(blue), thin: 0 }
    }
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
    /// Enemies who touch and were parted: they do not fight until one of them charges.
    pub parted: Vec<(UnitId, UnitId)>,
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
            parted: Vec::new(),
            thrown: Vec::new(),
            threats: Vec::new(),
            fallen: Vec::new(),
            lost: Vec::new(),
            blows: Vec::new(),
        }
    }
}

/// Where a unit was at a moment, and how it was drawn up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spot {
    /// Where.
    pub pose: Pose,
    /// How.
    pub formation: Formation,
}

/// In which stage of the period something happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// While all move at normal speed.
    Normal,
    /// While chargers gallop or run.
    Bonus,
    /// In neither.
    None,
}

impl Stage {
    /// The word used in answers.
    pub const fn key(self) -> &'static str {
        match self {
            Stage::Normal => "normal",
            Stage::Bonus => "bonus",
            Stage::None => "none",
        }
    }
}

/// Who is lost, and where he was.
pub fn lost(field: &Field, figure: UnitId) -> Fallen {
    let at = crate::data::measure::mils(field.unit(figure).pose.at.vec() * (1.0 / MM));
    Fallen { side: field.side(figure), figure, at }
}
