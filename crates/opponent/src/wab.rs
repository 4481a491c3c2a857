//! The generals of Warhammer Ancient Battles.
//!
//! Everything is worked out from the view; nothing is hidden in this game.

mod charges;
mod clash;
mod deploy;
mod guess;
mod moves;
mod scene;
mod steady;
mod veteran;
mod why;

use crate::Level;
use crate::reason::Reason;
use scene::Scene;
use umpire::{Command, Form, OptionId, Rulebook, Side, View};
use wab::Wab;
use wab::board::Board;

/// What a general of that level does.
pub fn decide(level: Level, view: &View<Wab>, side: Side) -> Command {
    let Some(ask) = view.pending.ask(side) else { return Command::Done };
    let board = Board::of(&view.book, &view.field, &view.phase);
    let practised = matches!(level, Level::Veteran | Level::Strategos);
    let panics = scene::panics(&board);
    let scene = Scene { foresees: level == Level::Veteran, ..Scene::of(view, &board, side, &panics) };
    let wish = match &ask.form {
        Form::Place { units, .. } => deploy::place(&board, &view.field, side, units),
        Form::Choose(_) if practised => Command::Choose(veteran::choose(&scene)),
        Form::Move { .. } if practised => veteran::next_move(&scene),
        Form::Shoot(shooters) if practised => veteran::shoot(&board, shooters),
        Form::Choose(_) => Command::Choose(steady::choose(&scene)),
        Form::Move { .. } => moves::next(&scene),
        Form::Shoot(shooters) => steady::shoot(&board, shooters),
        _ => Command::Done,
    };
    // A move has been judged already.
    let judged = matches!(wish, Command::Move { .. }) && level == Level::Recruit;
    if judged || is_legal(view, side, &wish) { wish } else { anything(view, side, &ask.form) }
}

/// Why a general of that level does this, as far as there is something to say.
pub fn reason(level: Level, view: &View<Wab>, side: Side, command: &Command) -> Option<Reason> {
    let board = Board::of(&view.book, &view.field, &view.phase);
    let panics = scene::panics(&board);
    why::reason(level, &Scene::of(view, &board, side, &panics), command)
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
