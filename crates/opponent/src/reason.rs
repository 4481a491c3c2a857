//! Why a general does what it does, in words.

use crate::books::of_book;
use crate::craft::Craft;
use testudo::AnyView;
use umpire::{Ask, Command, Field, Form, OddsBar, Side, UnitId};

/// What a general wants to do, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    /// The command.
    pub command: Command,
    /// Why, where it can say so.
    pub reason: Option<Reason>,
}

/// Why a general does something: his side's own business until its turn is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The reason in words.
    pub text: String,
    /// The units it speaks of: whoever cannot see them all may not read it.
    pub units: Vec<UnitId>,
}

/// How what a command leads to is likely to end for its side, and in words, where the book's own screen does not tell.
/// These are odds and no advice: every player may know them.
pub fn foreseen(view: &AnyView, side: Side, command: &Command) -> Option<(OddsBar, String)> {
    of_book!(view, view => Craft::foreseen(view, side, command))
}

/// A command in a few words.
pub(crate) fn told(field: &Field, ask: Option<&Ask>, command: &Command) -> String {
    let names = |units: &[UnitId]| labels(field, units);
    match command {
        Command::Lay(_) => "this terrain".to_owned(),
        Command::Place(_) => "this deployment".to_owned(),
        Command::Swap(_) => "this exchange".to_owned(),
        Command::Move { units, .. } => format!("moves {}", names(units)),
        Command::Charge { unit, target } => format!("{} charges {}", names(&[*unit]), names(&[*target])),
        Command::Shoot(shots) => {
            let shot = |(who, at): &(UnitId, UnitId)| format!("{} at {}", names(&[*who]), names(&[*at]));
            format!("shoots {}", shots.iter().map(shot).collect::<Vec<_>>().join(", "))
        }
        Command::Sheet { .. } => "these orders".to_owned(),
        Command::Choose(option) => match ask.map(|ask| &ask.form) {
            Some(Form::Choose(choices)) => {
                choices.get(usize::from(option.0)).map_or_else(String::new, |c| c.label.to_string())
            }
            _ => "this choice".to_owned(),
        },
        Command::Done => "nothing more".to_owned(),
        Command::Concede => "concedes the battle".to_owned(),
    }
}

/// The labels of some units.
pub(crate) fn labels(field: &Field, units: &[UnitId]) -> String {
    units.iter().map(|id| field.card(*id).label.as_str()).collect::<Vec<_>>().join(", ")
}

/// The units a command names.
pub(crate) fn units(command: &Command) -> Vec<UnitId> {
    match command {
        Command::Move { units, .. } => units.clone(),
        Command::Charge { unit, target } => vec![*unit, *target],
        Command::Shoot(shots) => shots.iter().flat_map(|(who, at)| [*who, *at]).collect(),
        _ => Vec::new(),
    }
}
