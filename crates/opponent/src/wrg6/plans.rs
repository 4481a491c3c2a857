//! Plans a veteran chooses from when the first orders are written: all attack warily, all at a run, all wait for the
//! enemy, or the foot alone while the horse runs on.

use super::answers::Answers;
use super::{deploy, recruit};
use umpire::{Command, Rulebook, Side, UnitId, View};
use wrg6::Wrg6;
use wrg6::board::Board;
use wrg6::order::{Order, Pace, Posture};
use wrg6::sheet::{Sheet, Written};
use wrg6::troop::Class;

/// What is asked of a body.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Task {
    /// Attack as fast as may be.
    Rush,
    /// Wait for the enemy.
    Wait,
}

/// A plan: what is asked of a body, by whether it rides.
type Plan = fn(mounted: bool) -> Task;

/// Few, so that each is fought out often enough to tell them apart.
const PLANS: [Plan; 3] =
    [|_| Task::Rush, |_| Task::Wait, |mounted| if mounted { Task::Rush } else { Task::Wait }];

/// Different legal plans, the recruit's first.
pub fn of(view: &View<Wrg6>, side: Side, sheet: &Sheet) -> Vec<Command> {
    let board = Board::of(&view.book, &view.field, &view.phase);
    let usual = recruit::fill(board, side, sheet);
    let mut plans = vec![usual.command()];
    plans.extend(PLANS.iter().map(|plan| written(board, sheet, &usual, *plan).command()));
    let mut different: Vec<Command> = Vec::with_capacity(plans.len());
    for plan in plans {
        let legal = || view.book.check(&view.field, &view.phase, side, &plan).is_ok();
        if !different.contains(&plan) && legal() {
            different.push(plan);
        }
    }
    different
}

/// The sheet as a plan has it.
fn written(board: Board<'_>, sheet: &Sheet, usual: &Answers, plan: Plan) -> Answers {
    let mut answers = usual.clone();
    for (i, line) in sheet.lines.iter().enumerate() {
        if let Written::First(id, now) = line {
            answers.write(i, order(board, *id, *now, plan).to_string());
        }
    }
    answers
}

/// The order of a body in a plan: skirmishers skirmish, and those who are hardly soldiers are not hurried.
fn order(board: Board<'_>, id: UnitId, now: Order, plan: Plan) -> Order {
    let area = deploy::area(board, id, now);
    let task = plan(board.kit(id).troop.is_mounted());
    let (pace, posture) = match task {
        _ if now.posture == Posture::Skirmish => (now.pace, Posture::Skirmish),
        Task::Rush if board.state(id).class != Some(Class::D) => (Pace::Quick, Posture::Attack),
        Task::Rush => (Pace::Wary, Posture::Attack),
        Task::Wait => (Pace::Wary, Posture::Hold),
    };
    Order { area, pace, posture, ..now }
}
