//! The generals of the War Games Rules, 6th edition.
//!
//! Everything is worked out from the view: the sheet is made up again from what the side may see, and filled in item
//! by item. The recruit goes by rules of thumb, which a [`stance::Stance`] steers; the veteran plays plans, stances and
//! what single bodies might do out on battles that look the same to it, and takes what ends best; the strategos does
//! the same with more ideas and more courses of dice, guesses what is hidden more than once, and reckons with an enemy
//! who knows better than a recruit.

mod answers;
mod by_chance;
mod charges;
mod deploy;
mod ideas;
mod moves;
mod orders;
mod recruit;
mod score;
mod shots;
mod signs;
mod stance;
mod trial;
mod veteran;
mod why;

pub use why::reason;

use crate::Level;
use crate::strategos::Found;
use answers::Answers;
use dice::Seeded;
use std::time::Instant;
use umpire::{Command, Form, Rulebook, Side, View};
use wrg6::Wrg6;
use wrg6::api::board::Board;
use wrg6::api::board::Step;
use wrg6::api::orders::{self as writing, Sheet};

/// What a general of that level does.
pub fn decide(level: Level, view: &View<Wrg6>, side: Side, whims: &mut Seeded) -> Command {
    let board = Board::of(&view.book, &view.field, &view.phase);
    if view.pending.ask(side).is_none() {
        return Command::Done;
    }
    if let Some(command) = deploy::decide(board, side) {
        return command;
    }
    let Some(sheet) = asked(view, side) else { return Command::Done };
    let answers = match level {
        Level::Random | Level::Recruit => recruit::fill(board, side, &sheet, &stance::RECRUIT),
        Level::Veteran | Level::Strategos => {
            veteran::search(view, side, &sheet, &veteran::VETERAN, None, whims).answers
        }
    };
    command(view, side, &answers)
}

/// Whether the plan for the whole battle is asked for.
pub fn is_planning(view: &View<Wrg6>) -> bool {
    view.phase.step == Step::Begin
}

/// What fares best when a veteran's ideas are played out so many times as often; nothing where no sheet is asked for.
pub fn search(
    view: &View<Wrg6>,
    side: Side,
    times: u32,
    until: Option<Instant>,
    whims: &mut Seeded,
) -> Option<Found> {
    let sheet = asked(view, side)?;
    let effort = veteran::VETERAN.times(times);
    let veteran::Found { answers, ahead, of, next } =
        veteran::search(view, side, &sheet, &effort, until, whims);
    let next = next.map(|(answers, ahead)| (command(view, side, &answers), ahead));
    Some(Found::compared(command(view, side, &answers), ahead, next, of))
}

/// A sheet filled in, as a command. Picks are each one of those offered; what is written may fall foul of what the side
/// cannot see, and is left away then.
fn command(view: &View<Wrg6>, side: Side, answers: &Answers) -> Command {
    let legal = |command: &Command| view.book.check(&view.field, &view.phase, side, command).is_ok();
    let wish = answers.command();
    if answers.lines.is_empty() || legal(&wish) { wish } else { answers.picks_only() }
}

/// The sheet that is asked for, made up from what the side sees; nothing where it sees too little.
fn asked(view: &View<Wrg6>, side: Side) -> Option<Sheet> {
    let Form::Sheet { picks, lines } = &view.pending.ask(side)?.form else { return None };
    let sheet = writing::of(Board::of(&view.book, &view.field, &view.phase), side);
    (sheet.items.len() == picks.len() && sheet.lines.len() == lines.len()).then_some(sheet)
}

/// What a random general writes on the sheet he is asked for.
pub fn lines_by_chance(view: &View<Wrg6>, side: Side, whims: &mut Seeded) -> Vec<(u16, String)> {
    let board = Board::of(&view.book, &view.field, &view.phase);
    match (asked(view, side), view.pending.ask(side).map(|ask| &ask.form)) {
        (Some(sheet), Some(Form::Sheet { lines, .. })) => by_chance::lines(board, side, &sheet, lines, whims),
        _ => Vec::new(),
    }
}
