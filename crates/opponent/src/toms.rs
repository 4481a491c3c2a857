//! The generals of Tom's Ancient Warfare Rules.
//!
//! The recruit follows a [`stance::Stance`]: quick rules of thumb for shooting, charging and marching. The veteran
//! plays each stance out on copies of the table, both sides fighting on, and takes what ends best.

mod answer;
mod charges;
mod declare;
mod deploy;
mod moves;
mod recruit;
mod scene;
mod stance;
mod veteran;

use crate::Level;
use dice::Seeded;
use scene::Scene;
use toms::Toms;
use toms::phase::Step;
use umpire::{Command, Decision, Form, OptionId, Side, View};

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
