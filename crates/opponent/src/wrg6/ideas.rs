//! What might be done: plans and stances for the whole army, and what single bodies could do otherwise.

use super::answers::Answers;
use super::stance::{self, Stance};
use super::{deploy, moves, recruit};
use umpire::{Side, UnitId};
use wrg6::api::board::Board;
use wrg6::api::board::Step;
use wrg6::api::data::Class;
use wrg6::api::movement;
use wrg6::api::orders::{Item, Sheet, Written};
use wrg6::api::orders::{Order, Pace, Posture};

/// What is asked of a body.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Task {
    /// Attack as fast as may be.
    Rush,
    /// Attack warily.
    Attack,
    /// Wait for the enemy.
    Wait,
}

/// Plans for the whole battle, the recruit's first: what is asked of those on foot and those who ride.
pub fn plans(board: Board<'_>, side: Side, sheet: &Sheet) -> Vec<Answers> {
    let usual = recruit::fill(board, side, sheet, &stance::RECRUIT);
    let tasks = [Task::Attack, Task::Rush, Task::Wait];
    let pairs = tasks.iter().flat_map(|&foot| tasks.map(|horse| (foot, horse)));
    let mut plans = vec![usual.clone()];
    for (foot, horse) in pairs {
        let mut answers = usual.clone();
        for (i, line) in sheet.lines.iter().enumerate() {
            if let Written::First(id, now) = line {
                let task = if board.kit(*id).troop.is_mounted() { horse } else { foot };
                answers.write(i, order(board, *id, *now, task).to_string());
            }
        }
        plans.push(answers);
    }
    plans
}

/// The order of a body in a plan: skirmishers skirmish, and those who are hardly soldiers are not hurried.
fn order(board: Board<'_>, id: UnitId, now: Order, task: Task) -> Order {
    let area = deploy::area(board, id, now);
    let (pace, posture) = match task {
        _ if now.posture == Posture::Skirmish => (now.pace, Posture::Skirmish),
        Task::Rush if board.state(id).kept.class != Some(Class::D) => (Pace::Quick, Posture::Attack),
        Task::Rush | Task::Attack => (Pace::Wary, Posture::Attack),
        Task::Wait => (Pace::Wary, Posture::Hold),
    };
    Order { area, pace, posture, ..now }
}

/// Near enough that it matters how an army goes on, in paces.
const NEAR: f64 = 300.0;

/// Whether any enemy is near.
fn is_near(board: Board<'_>, side: Side) -> bool {
    let mine = || board.bodies().filter(|&id| board.side(id) == side);
    board.enemies(side).any(|enemy| mine().any(|id| board.within(id, enemy, NEAR)))
}

/// Ways to go on that are worth a thought.
pub fn ways(board: Board<'_>, side: Side) -> &'static [Stance] {
    let decides = matches!(board.phase.step, Step::Declare | Step::Other | Step::Respond | Step::Move);
    if decides && is_near(board, side) { &stance::WAYS } else { &[] }
}

/// What single bodies might do otherwise: in charges, answers and moves near the enemy, where it matters.
pub fn others(board: Board<'_>, sheet: &Sheet, base: &Answers, most: usize) -> Vec<Answers> {
    if !matches!(board.phase.step, Step::Declare | Step::Other | Step::Respond | Step::Move) {
        return Vec::new();
    }
    let mut ideas = Vec::new();
    for (i, item) in sheet.items.iter().enumerate() {
        let options = match item {
            Item::Charge(..) | Item::Respond(..) => item.options().min(3),
            Item::Try(..) | Item::Follow(_) | Item::BreakOff(_) => 2,
            _ => 0,
        };
        for option in (0..options as u16).filter(|option| *option != base.picks[i]) {
            let mut answers = base.clone();
            answers.picks[i] = option;
            ideas.push(answers);
        }
    }
    // Whoever is nearest to the enemy comes first.
    let mut near: Vec<(f64, usize, UnitId, &str)> = Vec::new();
    for (i, line) in sheet.lines.iter().enumerate() {
        let Written::Move(id, usual) = line else { continue };
        let gap = board.nearest_enemy(*id).map(|enemy| board.gap(*id, enemy));
        near.extend(gap.map(|gap| (gap, i, *id, base.words(i).unwrap_or(usual))));
    }
    near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    for (_, i, id, now) in near {
        for words in moves::near_the_enemy(board, id) {
            if words != now && movement::judge(board, id, &words).is_ok() {
                let mut answers = base.clone();
                answers.write(i, words);
                ideas.push(answers);
            }
        }
        if ideas.len() >= most {
            break;
        }
    }
    ideas.truncate(most);
    ideas
}
