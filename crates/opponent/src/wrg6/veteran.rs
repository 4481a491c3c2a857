//! The veteran: begins with what a recruit would do, weighs shots by exact odds, and tries out what else it
//! might do on battles that look the same to it.

use super::answers::Answers;
use super::trial::Trial;
use super::{moves, recruit, shots};
use dice::Seeded;
use umpire::{Side, UnitId, View};
use wrg6::Wrg6;
use wrg6::board::Board;
use wrg6::normal;
use wrg6::phase::Step;
use wrg6::sheet::{Item, Sheet, Written};

/// In how many battles an idea is tried, and for how many periods each is played on.
const TRIES: u64 = 6;
const PERIODS: u16 = 2;
/// How many ideas are tried in one decision.
const IDEAS: usize = 8;
/// What an idea must gain, as a share of an army, to be taken.
const GAIN: f64 = 0.015;

/// Fills a sheet in.
pub fn fill(view: &View<Wrg6>, side: Side, sheet: &Sheet, whims: &mut Seeded) -> Answers {
    let board = Board::of(&view.book, &view.field, &view.phase);
    let base = weighed(board, side, sheet);
    let ideas = ideas(board, sheet, &base);
    if ideas.is_empty() {
        return base;
    }
    let trial = Trial::new(view, side, whims);
    let worth = |answers: &Answers| trial.worth(answers, TRIES, PERIODS);
    let still = worth(&base);
    let tried = ideas.into_iter().take(IDEAS).map(|idea| (worth(&idea.applied(&base)) - still, idea));
    let mut good: Vec<(f64, Idea)> = tried.filter(|(gain, _)| *gain > GAIN).collect();
    good.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut ideas = good.into_iter();
    let Some((mut gain, first)) = ideas.next() else { return base };
    let mut best = first.applied(&base);
    // What is good by itself may be better together.
    for (_, idea) in ideas.take(2) {
        let both = idea.applied(&best);
        let found = worth(&both) - still;
        if found > gain {
            (best, gain) = (both, found);
        }
    }
    best
}

/// What odds say without trying anything out.
fn weighed(board: Board<'_>, side: Side, sheet: &Sheet) -> Answers {
    let mut answers = recruit::fill(board, side, sheet);
    for (item, pick) in sheet.items.iter().zip(&mut answers.picks) {
        let option = match item {
            Item::BreakOff(id) => Some(u16::from(is_beaten(board, *id))),
            Item::Aim(id, targets) => shots::weighed(board, *id, targets),
            _ => None,
        };
        *pick = option.unwrap_or(*pick);
    }
    answers
}

/// Whether a body is losing its fight.
fn is_beaten(board: Board<'_>, id: UnitId) -> bool {
    let state = board.state(id);
    state.shaken || state.received > 2 * state.inflicted
}

/// Something that might be done otherwise.
enum Idea {
    /// Another option of an item.
    Pick(usize, u16),
    /// Other words on a line.
    Write(usize, String),
}

impl Idea {
    fn applied(&self, answers: &Answers) -> Answers {
        let mut answers = answers.clone();
        match self {
            Idea::Pick(item, option) => answers.picks[*item] = *option,
            Idea::Write(line, words) => answers.write(*line, words.clone()),
        }
        answers
    }
}

/// What else might be done: in charges, answers and moves near the enemy, where it matters.
fn ideas(board: Board<'_>, sheet: &Sheet, base: &Answers) -> Vec<Idea> {
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
        let others = (0..options as u16).filter(|option| *option != base.picks[i]);
        ideas.extend(others.map(|option| Idea::Pick(i, option)));
    }
    for (i, line) in sheet.lines.iter().enumerate() {
        let Written::Move(id, usual) = line else { continue };
        let now = base.words(i).unwrap_or(usual);
        for words in moves::near_the_enemy(board, *id) {
            if words != now && normal::judge(board, *id, &words).is_ok() {
                ideas.push(Idea::Write(i, words));
            }
        }
    }
    ideas
}
