//! The generals of Tom's Ancient Warfare Rules.
//!
//! The recruit follows a [`stance::Stance`]: quick rules of thumb for shooting, charging and marching. The veteran
//! plays each stance out on copies of the table, both sides fighting on, and takes what ends best; the strategos first
//! finds the stance that wins most battles to their end, then weighs what single units might do besides.

mod answer;
mod charges;
mod declare;
mod deploy;
mod moves;
mod recruit;
mod scene;
mod stance;
mod veteran;
mod why;

use crate::Level;
use crate::strategos::Found;
use dice::Seeded;
use scene::Scene;
use std::time::Instant;
use toms::Toms;
use toms::api::board::Step;
use umpire::{Asked, Command, Decision, Form, OptionId, Rulebook as _, Side, View};
pub use why::reason;

/// What a general of that level does.
pub fn decide<'v>(level: Level, view: &'v View<Toms>, side: Side, whims: &mut Seeded) -> Decision<'v, Toms> {
    let scene = Scene::of(&view.book, &view.field, &view.phase, side);
    let form = view.pending.ask(side).map(|ask| &ask.form);
    let wish = match view.phase.step {
        Step::Generals(_) => deploy::general(&scene, form),
        Step::Deploy(_) => deploy::places(&scene, form),
        Step::Begin | Step::Hide(_) => Command::Done,
        _ if level >= Level::Veteran => veteran::command(view, &scene, whims),
        _ => recruit::thought(&scene, &stance::RECRUIT).command,
    };
    view.judge(side, wish).unwrap_or_else(|_| anything(view, side))
}

/// What a side does that goes about the battle in the usual way of veterans, without playing anything out.
pub fn usual(view: &View<Toms>, side: Side) -> Decision<'_, Toms> {
    let set_up = matches!(view.phase.step, Step::Generals(_) | Step::Deploy(_) | Step::Begin | Step::Hide(_));
    if set_up {
        return decide(Level::Recruit, view, side, &mut Seeded::new(0));
    }
    let scene = Scene::of(&view.book, &view.field, &view.phase, side);
    let wish = recruit::thought(&scene, &stance::USUAL).command;
    view.judge(side, wish).unwrap_or_else(|_| anything(view, side))
}

/// What a battle is worth to a side, in thousandths of an army.
pub fn worth(view: &View<Toms>, side: Side) -> i32 {
    let scene = Scene::of(&view.book, &view.field, &view.phase, side);
    let asked: Asked = view.book.asked(&view.field, &view.phase);
    (1000.0 * veteran::standing(&scene.board, side, asked)).round() as i32
}

/// What fares best when a veteran's ideas are played out so many times as often, where there is something to play out.
pub fn search(
    view: &View<Toms>,
    side: Side,
    times: u32,
    until: Option<Instant>,
    whims: &mut Seeded,
) -> Option<Found> {
    let weighs = matches!(view.phase.step, Step::Declare | Step::Move | Step::React(_));
    let scene = Scene::of(&view.book, &view.field, &view.phase, side);
    weighs.then(|| veteran::search(view, &scene, times, until, whims))
}

/// The first plain thing that is legal: an answer to every question when nothing better comes to mind.
fn anything(view: &View<Toms>, side: Side) -> Decision<'_, Toms> {
    let choices = match view.pending.ask(side).map(|ask| &ask.form) {
        Some(Form::Choose(choices)) => choices.len(),
        _ => 0,
    };
    let plain = (0..choices).map(|i| Command::Choose(OptionId(i as u16)));
    let found = plain.chain([Command::Done]).find_map(|c| view.judge(side, c).ok());
    found.unwrap_or_else(|| Command::Done.into())
}
