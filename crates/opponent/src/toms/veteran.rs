//! The veteran: what else could be done than seems right at first, for one unit or for the whole army.

use super::recruit::{self, Thought as Usual};
use super::scene::Scene;
use super::stance::{self, Bearing, Stance};
use super::{answer, charges, moves};
use crate::Level;
use crate::craft::Thought;
use crate::mind::Mind;
use toms::Toms;
use toms::api::board::Board;
use toms::api::board::Step;
use toms::api::movement::{HOLDFAST, MARCH};
use toms::api::{charge, victory};
use umpire::{Asked, Command, Side, UnitId};

/// How many charges are thought of beside those of the stances.
const CHARGES: usize = 3;
/// What winning counts beside the losses.
const VICTORY: f64 = 0.5;

/// What comes first to the mind of a general who leads his army so, and what else could be done.
pub fn ideas(mind: &Mind<'_, Toms>, way: &Stance) -> Vec<Thought<Toms>> {
    let scene = Scene::of(&mind.view.book, &mind.view.field, &mind.view.phase, mind.side);
    let usual = recruit::thought(&scene, way);
    let apart = if mind.level == Level::Strategos { &stance::APART[..] } else { &[] };
    let others = others(&scene, &usual, way, apart);
    let first = Thought { command: usual.command, plan: usual.plan, then: *way, seems: 0.0 };
    [first].into_iter().chain(others.into_iter().take(mind.dials.ideas)).collect()
}

/// What else could be done, whole ways to go on first: they are few.
fn others(scene: &Scene<'_>, usual: &Usual, way: &Stance, apart: &[Bearing]) -> Vec<Thought<Toms>> {
    let mut ideas: Vec<Thought<Toms>> = Vec::new();
    if matches!(scene.board.phase.step, Step::Move | Step::Declare) {
        for then in stance::OTHERS {
            let Usual { command, plan } = recruit::thought(scene, &then);
            ideas.push(Thought { command, plan, then, seems: 0.0 });
        }
    }
    let whole = ideas.len();
    let mut go_on = |Usual { command, plan }: Usual, then: Stance| {
        let known = |idea: &Thought<Toms>| idea.command == command;
        if command != usual.command && !ideas[whole..].iter().any(known) {
            ideas.push(Thought { command, plan, then, seems: 0.0 });
        }
    };
    if let (Step::Move, Some(unit)) = (scene.board.phase.step, mover(&usual.command)) {
        for &bearing in apart {
            let then = Stance { apart: Some((unit, bearing)), ..*way };
            let march = moves::march_of(scene, &then, unit).or_else(|| moves::stay(scene, unit, MARCH));
            if let Some(thought) = march {
                go_on(thought, then);
            }
        }
    }
    let mut add = |thought: Usual| go_on(thought, *way);
    match scene.board.phase.step {
        Step::React(charge) => {
            let options = charge::options(&scene.board, &charge);
            (0..options.len()).for_each(|i| add(answer::thought(&options, i)));
        }
        Step::Declare => {
            stance::OTHERS.iter().for_each(|stance| add(recruit::thought(scene, stance)));
            for target in scene.board.enemies(scene.side) {
                add(recruit::thought(scene, &Stance { mark: Some(target), ..stance::USUAL }));
            }
        }
        Step::Move => {
            let wishes = charges::wishes(scene, &stance::USUAL);
            match mover(&usual.command) {
                // What else the unit could do that is to move next.
                Some(unit) => {
                    let own = wishes.iter().filter(|wish| wish.unit == unit);
                    own.filter_map(|wish| charges::thought(scene, wish)).take(CHARGES).for_each(&mut add);
                    let marches = stance::OTHERS.iter().chain([&stance::USUAL]);
                    marches.filter_map(|stance| moves::march_of(scene, stance, unit)).for_each(&mut add);
                    let stays = [MARCH, HOLDFAST].into_iter();
                    stays.filter_map(|manner| moves::stay(scene, unit, manner)).for_each(&mut add);
                }
                // Nobody wants to move; somebody might charge all the same.
                None => {
                    let all = wishes.iter().filter_map(|wish| charges::thought(scene, wish));
                    all.take(CHARGES).for_each(&mut add);
                }
            }
        }
        _ => {}
    }
    ideas
}

/// Who moves or charges by a command.
fn mover(command: &Command) -> Option<UnitId> {
    match command {
        Command::Charge { unit, .. } => Some(*unit),
        Command::Move { units, .. } => units.first().copied(),
        _ => None,
    }
}

/// How a side stands: the enemy's losses less its own, as shares of their points, and who has won.
pub fn standing(board: &Board<'_>, side: Side, asked: Asked) -> f64 {
    let share = |side: Side| {
        let loss = victory::loss(board, side);
        let figures = f64::from(loss.casualties) / f64::from(victory::Loss::PARTS);
        (0.6 * f64::from(loss.lost) + 0.4 * figures) / f64::from(loss.points.max(1))
    };
    let won = match asked {
        Asked::Nobody(outcome) => match outcome.winner {
            Some(winner) if winner == side => VICTORY,
            Some(_) => -VICTORY,
            None => 0.0,
        },
        _ => 0.0,
    };
    share(side.other()) - share(side) + won
}
