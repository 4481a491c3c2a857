//! The generals of De Bellis Antiquitatis.

mod aim;
mod blocks;
mod camps;
mod contacts;
mod deploy;
mod estimate;
mod judge;
mod order;
mod peril;
mod raid;
mod recruit;
mod route;
mod scene;
mod setup;
mod veteran;
mod why;

use crate::Level;
use dba::Dba;
use dba::api::board::Step;
use dice::Seeded;
use scene::Scene;
use umpire::{Command, Decision, Form, OptionId, Rulebook as _, Side, View};
pub use why::reason;

/// What a general of that level does.
pub fn decide<'v>(level: Level, view: &'v View<Dba>, side: Side, whims: &mut Seeded) -> Decision<'v, Dba> {
    let wish = match &view.phase.step {
        Step::Move => return movement(level, view, side),
        Step::Targets(_) | Step::Replies(_) => aim::targets(view, side),
        Step::Shoot => aim::next_shot(view),
        Step::Fight => order::next_combat(view, side),
        _ => setup::decide(level, view, side, whims),
    };
    view.judge(side, wish).unwrap_or_else(|_| anything(view, side))
}

/// What comes to a recruit's mind first: so both sides go on in battles that are only imagined.
pub fn hasty<'v>(view: &'v View<Dba>, side: Side, whims: &mut Seeded) -> Decision<'v, Dba> {
    let wish = match &view.phase.step {
        Step::Move => return recruit::hasty(view, &Scene::of(view, side, scene::PATIENCE)),
        // The usual targets: whoever shoots back, then the nearest.
        Step::Targets(_) | Step::Replies(_) => Command::Done,
        Step::Shoot => Command::Choose(OptionId(0)),
        Step::Fight => order::by_type(view),
        _ => return decide(Level::Recruit, view, side, whims),
    };
    view.judge(side, wish).unwrap_or_else(|_| anything(view, side))
}

fn movement(level: Level, view: &View<Dba>, side: Side) -> Decision<'_, Dba> {
    match level {
        Level::Random | Level::Recruit => recruit::movement(view, &Scene::of(view, side, scene::PATIENCE)),
        Level::Veteran | Level::Strategos => {
            veteran::movement(&Scene::of(view, side, veteran::PATIENCE)).into()
        }
    }
}

/// What a battle is worth to a side, in hundredths of an element: its losses against the enemy's, and how a veteran
/// likes the board.
pub fn worth(view: &View<Dba>, side: Side) -> i32 {
    let losses = view.book.standing(&view.field, &view.phase).losses;
    let scene = Scene::of(view, side, veteran::PATIENCE);
    let board = judge::stand(&scene, view.field.clone(), view.phase.clone());
    100 * (losses[side.other()] - losses[side]) + (100.0 * board).round() as i32
}

/// The moves a veteran finds best, if it is to move: at most so many, the best first.
pub fn ideas(view: &View<Dba>, side: Side, most: usize) -> Vec<Command> {
    if view.phase.step != Step::Move {
        return Vec::new();
    }
    let best = veteran::ranked(&Scene::of(view, side, veteran::PATIENCE)).into_iter().take(most);
    best.map(|(_, order)| order.command()).collect()
}

/// The first plain thing that is legal: an answer to every question when nothing better comes to mind.
fn anything(view: &View<Dba>, side: Side) -> Decision<'_, Dba> {
    let choices = match view.pending.ask(side).map(|ask| &ask.form) {
        Some(Form::Choose(choices)) => choices.len(),
        _ => 0,
    };
    let plain = (0..choices).map(|i| Command::Choose(OptionId(i as u16)));
    let found = plain.chain([Command::Done]).find_map(|c| view.judge(side, c).ok());
    found.unwrap_or_else(|| Command::Done.into())
}
