//! The generals of Warhammer Ancient Battles.
//!
//! Everything is worked out from the view; nothing is hidden in this game. The recruit follows rules of thumb. The
//! veteran asks what else it could do, fights that out in its head a few times with both sides going on as recruits,
//! and does it if it ends better; the strategos does the same at greater length.

mod charges;
mod clash;
mod deploy;
mod guess;
mod memory;
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
use crate::strategos::Found;
use memory::Memory;
use scene::Scene;
use stance::Stance;
use std::time::Instant;
use umpire::{Command, Form, OptionId, Rulebook, Side, View};
use veteran::Effort;
use wab::Wab;
use wab::board::Board;
use wab::state::Step;

/// What a general of that level does.
pub fn decide(level: Level, view: &View<Wab>, side: Side) -> Command {
    match level {
        Level::Random | Level::Recruit => usual(view, side).map_or(Command::Done, |(command, _)| command),
        Level::Veteran | Level::Strategos => veteran::search(view, side, &Effort::VETERAN, None).command,
    }
}

/// What fares best when more ideas than a veteran's are fought out so many times as often; nothing before the battle.
pub fn search(view: &View<Wab>, side: Side, times: u32, until: Option<Instant>) -> Option<Found> {
    (view.phase.turn > 0).then(|| veteran::search(view, side, &Effort::of_strategos(times), until))
}

/// A command and what it does.
type Judged = (Command, <Wab as Rulebook>::Plan);

/// What a recruit does.
fn usual(view: &View<Wab>, side: Side) -> Option<Judged> {
    with(view, side, stance::RECRUIT, None, decided)
}

/// What a recruit does at a glance in a battle that is only imagined.
fn imagined(view: &View<Wab>, side: Side, stance: Stance, memory: &Memory) -> Option<Judged> {
    with(view, side, stance, Some(memory), decided)
}

/// Looks at a scene.
fn with<T>(
    view: &View<Wab>,
    side: Side,
    stance: Stance,
    memory: Option<&Memory>,
    look: impl FnOnce(&Scene<'_>) -> T,
) -> T {
    let board = Board::of(&view.book, &view.field, &view.phase);
    let panics = scene::panics(&board);
    look(&Scene { memory, ..Scene::of(view, &board, side, &panics, stance) })
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
    with(view, side, stance::RECRUIT, None, |scene| why::reason(level, scene, command))
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
