//! The recruit: what a stance makes of each question.

use super::scene::Scene;
use super::stance::Stance;
use super::{answer, declare, moves};
use toms::api::board::Step;
use toms::api::play::Plan;
use toms::api::{aftermath, combat, shooting};
use umpire::{Command, OptionId, Rulebook as _};

/// A decision with what came of judging it.
pub struct Thought {
    /// The command.
    pub command: Command,
    /// The plan it was judged to be.
    pub plan: Plan,
}

impl Thought {
    /// A command, if it is allowed.
    pub fn of(scene: &Scene<'_>, command: Command) -> Option<Thought> {
        let board = &scene.board;
        let plan = board.book.check(board.field, board.phase, scene.side, &command).ok()?;
        Some(Thought { command, plan })
    }
}

/// What a stance does when its side is asked something during the battle.
pub fn thought(scene: &Scene<'_>, stance: &Stance) -> Thought {
    match scene.board.phase.step {
        Step::Declare => {
            let sheet = Thought::of(scene, declare::sheet(scene, stance));
            sheet.unwrap_or(Thought { command: Command::Done, plan: Plan::Declare(Vec::new()) })
        }
        Step::Move => {
            moves::next(scene, stance).unwrap_or(Thought { command: Command::Done, plan: Plan::Halt })
        }
        Step::React(charge) => answer::reaction(scene, &charge),
        _ => all_as_listed(scene),
    }
}

/// Everything that waits, in the order listed.
fn all_as_listed(scene: &Scene<'_>) -> Thought {
    let board = &scene.board;
    let waiting = match (board.phase.step, &board.phase.combat) {
        (Step::Melee, Some(combat)) => combat::next_blows(board, combat).len(),
        (Step::Melee, None) => combat::combats(board).len(),
        (Step::Rally, _) => aftermath::may_rally(board).len(),
        (step, _) => shooting::waiting(board, step == Step::Late).len(),
    };
    Thought { command: Command::Choose(OptionId(waiting as u16)), plan: Plan::AsListed }
}
