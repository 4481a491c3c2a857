//! Any legal command that comes to mind: the yardstick the others must beat.

use super::scene::Scene;
use dice::Seeded;
use table::Facing;
use toms::march::{CHARGE, HOLDFAST, MARCH, grid, may_act};
use umpire::{Command, Form, OptionId, Rulebook, Step, UnitId};

/// How many moves come to mind.
const THOUGHTS: usize = 6;

/// Some answer to what is asked.
pub fn answer(scene: &Scene<'_>, form: Option<&Form>, whims: &mut Seeded) -> Command {
    match form {
        Some(Form::Choose(choices)) => {
            Command::Choose(OptionId(whims.below(choices.len().max(1) as u32) as u16))
        }
        Some(Form::Sheet { picks, .. }) => {
            let mut made = Vec::new();
            for (i, pick) in picks.iter().enumerate() {
                if whims.below(2) == 0 {
                    let option = whims.below(pick.options.len().max(1) as u32) as u16;
                    made.push((i as u16, OptionId(option)));
                }
            }
            Command::Sheet { lines: Vec::new(), picks: made }
        }
        Some(Form::Move { .. }) => movement(scene, whims),
        _ => Command::Done,
    }
}

/// One of the legal moves that come to mind, or the end of the moves.
fn movement(scene: &Scene<'_>, whims: &mut Seeded) -> Command {
    let board = &scene.board;
    let mine: Vec<UnitId> = board.of_side(scene.side).filter(|&id| may_act(board, id)).collect();
    let enemies: Vec<UnitId> = board.enemies(scene.side).collect();
    for _ in 0..THOUGHTS {
        let unit = mine[whims.below(mine.len() as u32) as usize];
        let turn = Facing(whims.below(16) << 28);
        let length = grid(f64::from(whims.below(25)));
        let enemy = enemies.get(whims.below(enemies.len().max(1) as u32) as usize).copied();
        let command = match (whims.below(6), enemy) {
            (0 | 1, Some(target)) => Command::Charge { unit, target },
            (2, Some(target)) => {
                Command::Move { manner: CHARGE, units: vec![unit, target], path: vec![Step::Turn(turn)] }
            }
            (3, _) => Command::Move { manner: HOLDFAST, units: vec![unit], path: Vec::new() },
            (4, _) => Command::Move {
                manner: MARCH,
                units: vec![unit],
                path: vec![Step::Turn(turn), Step::Forward(length / 2)],
            },
            _ => Command::Move { manner: MARCH, units: vec![unit], path: vec![Step::Forward(length)] },
        };
        if board.book.check(board.field, board.phase, scene.side, &command).is_ok() {
            return command;
        }
    }
    Command::Done
}
