//! The generals of Warhammer Ancient Battles.
//!
//! Everything is worked out from the view; nothing is hidden in this game.

mod clash;
mod deploy;
mod moves;
mod steady;
mod veteran;

use crate::Level;
use umpire::{Command, Form, OptionId, Rulebook, Side, View};
use wab::Wab;
use wab::board::Board;

/// What a general of that level does.
pub fn decide(level: Level, view: &View<Wab>, side: Side) -> Command {
    let Some(ask) = view.pending.ask(side) else { return Command::Done };
    let board = Board::of(&view.book, &view.field, &view.phase);
    let wish = match (&ask.form, level) {
        (Form::Place { units, .. }, _) => deploy::place(&board, &view.field, side, units),
        (Form::Choose(choices), Level::Veteran | Level::Strategos) => {
            Command::Choose(veteran::choose(&board, side, choices.len()))
        }
        (Form::Move { .. }, Level::Veteran | Level::Strategos) => veteran::next_move(view, &board, side),
        (Form::Shoot(shooters), Level::Veteran | Level::Strategos) => veteran::shoot(&board, shooters),
        (Form::Choose(choices), _) => Command::Choose(steady::choose(&board, choices.len())),
        (Form::Move { .. }, _) => moves::next(view, &board, side),
        (Form::Shoot(shooters), _) => steady::shoot(&board, shooters),
        _ => Command::Done,
    };
    if is_legal(view, side, &wish) { wish } else { anything(view, side, &ask.form) }
}

/// Whether the umpire would take a command.
fn is_legal(view: &View<Wab>, side: Side, command: &Command) -> bool {
    view.book.check(&view.field, &view.phase, side, command).is_ok()
}

/// The first plain thing that is legal.
fn anything(view: &View<Wab>, side: Side, form: &Form) -> Command {
    let choices = match form {
        Form::Choose(choices) => choices.len(),
        _ => 0,
    };
    let plain = (0..choices).map(|i| Command::Choose(OptionId(i as u16)));
    plain.chain([Command::Done]).find(|c| is_legal(view, side, c)).unwrap_or(Command::Done)
}
