//! The generals of Tom's Ancient Warfare Rules.

mod answer;
mod declare;
mod deploy;
mod moves;
mod random;
mod scene;

use crate::Level;
use dice::Seeded;
use scene::Scene;
use toms::Toms;
use toms::phase::Step;
use umpire::{Command, Form, OptionId, Pending, Rulebook, Side, View};

/// What a general of that level does.
pub fn decide(level: Level, view: &View<Toms>, side: Side, whims: &mut Seeded) -> Command {
    let scene = Scene::of(level, view, side);
    let wish = match view.phase.step {
        Step::Deploy(_) => deploy::places(&scene),
        _ if level == Level::Random => random::answer(&scene, whims),
        Step::Declare => return declare::sheet(&scene),
        // Every move is judged before it is chosen.
        Step::Move => return moves::next(&scene),
        Step::Generals(_) => deploy::general(&scene),
        Step::React(charge) => answer::reaction(&scene, &charge),
        _ => all_as_listed(&scene),
    };
    if is_legal(view, side, &wish) { wish } else { anything(view, side) }
}

/// Everything that waits, in the order listed.
fn all_as_listed(scene: &Scene<'_>) -> Command {
    match scene.form() {
        Some(Form::Choose(choices)) => {
            let all = choices.iter().position(|c| c.label.starts_with("all"));
            Command::Choose(OptionId(all.unwrap_or(0) as u16))
        }
        _ => Command::Done,
    }
}

fn is_legal(view: &View<Toms>, side: Side, command: &Command) -> bool {
    view.book.check(&view.field, &view.phase, side, command).is_ok()
}

/// The first plain thing that is legal: an answer to every question when nothing better comes to mind.
fn anything(view: &View<Toms>, side: Side) -> Command {
    let Pending::Decide(_, ask) = &view.pending else { return Command::Done };
    let choices = match &ask.form {
        Form::Choose(choices) => choices.len(),
        _ => 0,
    };
    let plain = (0..choices).map(|i| Command::Choose(OptionId(i as u16)));
    plain.chain([Command::Done]).find(|c| is_legal(view, side, c)).unwrap_or(Command::Done)
}
