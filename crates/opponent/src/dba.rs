//! The generals of De Bellis Antiquitatis.

mod aim;
mod blocks;
mod contacts;
mod deploy;
mod estimate;
mod order;
mod random;
mod recruit;
mod scene;
mod setup;
mod veteran;

use crate::Level;
use dba::Dba;
use dba::phase::Step;
use dice::Seeded;
use scene::Scene;
use umpire::{Command, Form, OptionId, Pending, Rulebook, Side, View};

/// What a general of that level does.
pub fn decide(level: Level, view: &View<Dba>, side: Side, whims: &mut Seeded) -> Command {
    let wish = match &view.phase.step {
        Step::Move => return movement(level, view, side, whims),
        Step::Targets(_) | Step::Replies(_) => aim::targets(level, view, side, whims),
        Step::Shoot => aim::next_shot(level, view, whims),
        Step::Fight => order::next_combat(level, view, side, whims),
        _ => setup::decide(level, view, side, whims),
    };
    if is_legal(view, side, &wish) { wish } else { anything(view, side) }
}

fn movement(level: Level, view: &View<Dba>, side: Side, whims: &mut Seeded) -> Command {
    let scene = Scene::of(view, side);
    match level {
        Level::Random => random::movement(&scene, whims),
        Level::Recruit => recruit::movement(&scene),
        Level::Veteran => veteran::movement(&scene),
    }
}

fn is_legal(view: &View<Dba>, side: Side, command: &Command) -> bool {
    view.book.check(&view.field, &view.phase, side, command).is_ok()
}

/// The first plain thing that is legal: an answer to every question when nothing better comes to mind.
fn anything(view: &View<Dba>, side: Side) -> Command {
    let Pending::Decide(_, ask) = &view.pending else { return Command::Done };
    let choices = match &ask.form {
        Form::Choose(choices) => choices.len(),
        _ => 0,
    };
    let plain = (0..choices).map(|i| Command::Choose(OptionId(i as u16)));
    let found = plain.chain([Command::Done]).find(|c| is_legal(view, side, c));
    found.unwrap_or(Command::Done)
}
