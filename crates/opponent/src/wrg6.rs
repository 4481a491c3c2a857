//! The generals of the War Games Rules, 6th edition.
//!
//! Everything is worked out from the view: the sheet is made up again from what the side may see, and filled in item
//! by item. The recruit goes by rules of thumb; the veteran
//! chooses among plans before the battle, and tries out what else it might do on battles that look the same to it.

mod answers;
mod charges;
mod deploy;
mod moves;
mod orders;
mod plans;
mod recruit;
mod shots;
mod signs;
mod trial;
mod veteran;
mod why;

pub use why::reason;

use crate::Level;
use dice::Seeded;
use umpire::{Command, Form, Rulebook, Side, View};
use wrg6::Wrg6;
use wrg6::board::Board;
use wrg6::phase::Step;
use wrg6::sheet::{self, Sheet};

/// What a general of that level does.
pub fn decide(level: Level, view: &View<Wrg6>, side: Side, whims: &mut Seeded) -> Command {
    let Some(ask) = view.pending.ask(side) else { return Command::Done };
    let board = Board::of(&view.book, &view.field, &view.phase);
    if let Some(command) = deploy::decide(board, side) {
        return command;
    }
    let Some(sheet) = asked(board, side, &ask.form) else { return Command::Done };
    let answers = match level {
        Level::Random | Level::Recruit => recruit::fill(board, side, &sheet),
        Level::Veteran | Level::Strategos => veteran::fill(view, side, &sheet, whims),
    };
    let legal = |command: &Command| view.book.check(&view.field, &view.phase, side, command).is_ok();
    // Picks are each one of those offered; what is written may fall foul of what the side cannot see.
    let wish = answers.command();
    if answers.lines.is_empty() || legal(&wish) { wish } else { answers.picks_only() }
}

/// The sheet that is asked for, made up from what the side sees; nothing where it sees too little.
fn asked(board: Board<'_>, side: Side, form: &Form) -> Option<Sheet> {
    let Form::Sheet { picks, lines } = form else { return None };
    let sheet = sheet::of(board, side);
    (sheet.items.len() == picks.len() && sheet.lines.len() == lines.len()).then_some(sheet)
}

/// Plans for the whole battle, the usual one first, when the first orders are written; nothing at other times.
pub fn plans(view: &View<Wrg6>, side: Side) -> Option<Vec<Command>> {
    if view.phase.step != Step::Begin {
        return None;
    }
    let board = Board::of(&view.book, &view.field, &view.phase);
    let sheet = asked(board, side, &view.pending.ask(side)?.form)?;
    Some(plans::of(view, side, &sheet))
}
