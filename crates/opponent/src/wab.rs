//! The generals of Warhammer Ancient Battles.
//!
//! Everything is worked out from the view; nothing is hidden in this game. The recruit follows rules of thumb. The
//! veteran chooses before the first move how to lead its army, by fighting the whole battle out in its head in several
//! ways against a recruit. At each decision it asks what else it could do, fights that out a few times in the same way,
//! and does it if it ends better. The strategos does the same at greater length.

mod archers;
mod charges;
mod clash;
mod deploy;
mod foreseen;
mod guess;
mod moves;
mod places;
mod scene;
mod sight;
mod skirmish;
mod stance;
mod steady;
mod veteran;
mod volleys;
mod why;

use crate::Level;
use crate::reason::Reason;
use scene::Scene;
pub use stance::Lead;
use stance::Stance;
use umpire::{Command, Form, OddsBar, OptionId, Rulebook, Side, View};
pub use veteran::{Effort, plan, search};
use wab::Wab;
use wab::api::board::Board;
use wab::api::board::Step;

/// What a general does who goes by rules of thumb.
pub fn decide(view: &View<Wab>, side: Side) -> Command {
    usual(view, side, stance::RECRUIT).map_or(Command::Done, |(command, _)| command)
}

/// Whether the armies are still being laid out, which nobody searches for.
pub fn is_laying_out(view: &View<Wab>) -> bool {
    view.phase.turn == 0
}

/// A command and what it does.
type Judged = (Command, <Wab as Rulebook>::Plan);

/// What a general of some stance does at first thought.
fn usual(view: &View<Wab>, side: Side, stance: Stance) -> Option<Judged> {
    with(view, side, stance, decided)
}

/// Looks at a scene.
fn with<T>(view: &View<Wab>, side: Side, stance: Stance, look: impl FnOnce(&Scene<'_>) -> T) -> T {
    let board = Board::of(&view.book, &view.field, &view.phase);
    let panics = scene::panics(&board);
    look(&Scene::of(view, &board, side, &panics, stance))
}

/// What a general decides who goes by rules of thumb.
fn decided(scene: &Scene<'_>) -> Option<Judged> {
    let (view, board, side) = (scene.view, scene.board, scene.side);
    let wish = match &view.phase.step {
        Step::Deploy(_) => match view.pending.ask(side).map(|ask| &ask.form) {
            Some(Form::Place { units, .. }) => deploy::place(board, &view.field, side, units),
            _ => Command::Done,
        },
        // These moves are judged as they are found.
        Step::Remaining => return moves::next(scene),
        Step::Shoot => steady::shoot(board),
        _ => Command::Choose(steady::choose(scene)),
    };
    judged(view, side, wish).or_else(|| anything(view, side))
}

/// Why a general of that level does this, as far as there is something to say.
pub fn reason(level: Level, view: &View<Wab>, side: Side, command: &Command) -> Option<Reason> {
    with(view, side, stance::RECRUIT, |scene| why::reason(level, scene, command))
}

/// How what a command leads to is likely to end for its side, and in words.
pub fn foreseen(view: &View<Wab>, side: Side, command: &Command) -> Option<(OddsBar, String)> {
    with(view, side, stance::RECRUIT, |scene| {
        let odds = foreseen::odds(scene, command)?;
        let words = why::reason(Level::Veteran, scene, command).map_or_else(String::new, |r| r.text);
        Some((odds, words))
    })
}

/// A command as the umpire would take it, if it would.
fn judged(view: &View<Wab>, side: Side, command: Command) -> Option<Judged> {
    let plan = view.book.check(&view.field, &view.phase, side, &command).ok()?;
    Some((command, plan))
}

/// Whether the umpire would take a command.
fn is_legal(view: &View<Wab>, side: Side, command: &Command) -> bool {
    view.book.check(&view.field, &view.phase, side, command).is_ok()
}

/// The first plain thing that is legal.
fn anything(view: &View<Wab>, side: Side) -> Option<Judged> {
    let plain = [Command::Choose(OptionId(0)), Command::Done];
    plain.into_iter().find_map(|command| judged(view, side, command))
}
