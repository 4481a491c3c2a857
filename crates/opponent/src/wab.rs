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
use scene::{Scene, Thought};
use umpire::{Command, Form, OptionId, Rulebook, Side, View};
use wab::Wab;
use wab::board::Board;

/// What a general of that level does.
pub fn decide(level: Level, view: &View<Wab>, side: Side) -> Command {
    let thought = match level {
        Level::Random | Level::Recruit => Thought::Plain,
        Level::Veteran | Level::Strategos => Thought::Foresight,
    };
    thought_of(thought, view, side)
}

/// What a veteran does who takes what seems best and fights nothing out in his head.
pub fn at_a_glance(view: &View<Wab>, side: Side) -> Command {
    thought_of(Thought::Odds, view, side)
}

fn thought_of(thought: Thought, view: &View<Wab>, side: Side) -> Command {
    let Some(ask) = view.pending.ask(side) else { return Command::Done };
    let board = Board::of(&view.book, &view.field, &view.phase);
    let panics = scene::panics(&board);
    let scene = Scene { thought, ..Scene::of(view, &board, side, &panics) };
    let wish = match (&ask.form, thought) {
        (Form::Place { units, .. }, _) => deploy::place(&board, &view.field, side, units),
        (Form::Choose(_), Thought::Plain) => Command::Choose(steady::choose(&scene)),
        (Form::Choose(_), _) => Command::Choose(veteran::choose(&scene)),
        // These moves are judged as they are found.
        (Form::Move { .. }, Thought::Plain) => return moves::next(&scene),
        (Form::Move { .. }, _) => veteran::next_move(&scene),
        (Form::Shoot(shooters), Thought::Plain) => steady::shoot(&board, shooters),
        (Form::Shoot(shooters), _) => veteran::shoot(&board, shooters),
        _ => Command::Done,
    };
    if is_legal(view, side, &wish) { wish } else { anything(view, side, &ask.form) }
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
