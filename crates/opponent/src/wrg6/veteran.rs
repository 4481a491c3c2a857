//! The veteran: begins with what a recruit would do, weighs shots by exact odds, and tries out what else it
//! might do on battles that look the same to it.

use super::answers::Answers;
use super::trial::Trial;
use super::{moves, recruit, shots};
use crate::luck::mean_and_error;
use dice::Seeded;
use std::ops::Range;
use umpire::{Side, UnitId, View};
use wrg6::Wrg6;
use wrg6::board::Board;
use wrg6::normal;
use wrg6::phase::Step;
use wrg6::sheet::{Item, Sheet, Written};

/// In how many battles an idea is tried, in how many of them at first, and for how many periods each is played on.
const TRIES: u64 = 8;
const AT_FIRST: u64 = 3;
const PERIODS: u16 = 2;
/// How many ideas are tried in one decision.
const IDEAS: usize = 9;
/// How many standard errors of a gain count as chance.
const CHANCE: f64 = 1.0;

/// Fills a sheet in.
pub fn fill(view: &View<Wrg6>, side: Side, sheet: &Sheet, whims: &mut Seeded) -> Answers {
    let board = Board::of(&view.book, &view.field, &view.phase);
    let base = weighed(board, side, sheet);
    let ideas = ideas(board, sheet, &base);
    if ideas.is_empty() {
        return base;
    }
    let trial = Trial::new(view, side, whims);
    let fates = |answers: &Answers, worlds: Range<u64>| -> Vec<f64> {
        worlds.map(|world| trial.fate(answers, world, PERIODS)).collect()
    };
    let still = fates(&base, 0..TRIES);
    let gain = |answers: &Answers| {
        let mut found = fates(answers, 0..AT_FIRST);
        // What does not look better at once is not looked at longer.
        if sure_gain(&found, &still) > -0.01 {
            found.extend(fates(answers, AT_FIRST..TRIES));
            sure_gain(&found, &still)
        } else {
            f64::MIN
        }
    };
    let tried = ideas.into_iter().take(IDEAS).map(|idea| (gain(&idea.applied(&base)), idea));
    let mut good: Vec<(f64, Idea)> = tried.filter(|(gain, _)| *gain > 0.0).collect();
    good.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut ideas = good.into_iter();
    let Some((mut most, first)) = ideas.next() else { return base };
    let mut best = first.applied(&base);
    // What is good by itself may be better together.
    for (_, idea) in ideas.take(2) {
        let both = idea.applied(&best);
        let found = gain(&both);
        if found > most {
            (best, most) = (both, found);
        }
    }
    best
}

/// By how much one does better than another in the same battles, less what may be chance.
fn sure_gain(found: &[f64], still: &[f64]) -> f64 {
    let (mean, error) = mean_and_error(found.iter().zip(still).map(|(a, b)| a - b));
    mean - CHANCE * error
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
            if words != now && normal::judge(board, id, &words).is_ok() {
                ideas.push(Idea::Write(i, words));
            }
        }
        if ideas.len() >= IDEAS {
            break;
        }
    }
    ideas
}
