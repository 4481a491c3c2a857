//! The veteran: plays what it could do out on battles that look the same to it, and takes what ends best.
//!
//! First it looks for the best way in which its whole army may go on, then for what single bodies might do otherwise.
//! Whatever the idea, the dice of a course fall alike, so that ideas are compared and not their luck.

use super::answers::Answers;
use super::ideas;
use super::recruit;
use super::stance::{self, Stance};
use super::trial::{Course, Trial};
use crate::luck::mean_and_error;
use dice::Seeded;
use std::time::Instant;
use umpire::{Side, View};
use wrg6::Wrg6;
use wrg6::api::board::Board;
use wrg6::api::board::Step;
use wrg6::api::orders::{Plan, Sheet};

/// How far a general thinks.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// With how many courses of dice ideas are played out, round by round: after each the worse half is dropped.
    pub courses: [u64; 3],
    /// For how many periods.
    pub periods: u16,
    /// How many ideas for single bodies are thought of.
    pub ideas: usize,
    /// How often the plan for the whole battle is played out in each round.
    pub plan: [u64; 3],
    /// How many times what is hidden is guessed.
    pub guesses: usize,
    /// How the enemy may go about it, as far as is known: each in turn.
    pub enemies: &'static [Stance],
}

impl Effort {
    /// So many times as many courses of dice; with more of them more ideas are worth playing out. The plan for the whole
    /// battle is played out often enough as it is.
    pub fn times(self, times: u32) -> Effort {
        let courses = self.courses.map(|courses| courses * u64::from(times));
        if times < 2 {
            return Effort { courses, ..self };
        }
        Effort { courses, ideas: 2 * self.ideas, guesses: GUESSES, enemies: &stance::ENEMIES, ..self }
    }
}

/// How far a veteran thinks.
pub const VETERAN: Effort = Effort {
    courses: [2, 2, 4],
    periods: 5,
    ideas: 6,
    plan: [12, 20, 40],
    guesses: 1,
    enemies: &[stance::RECRUIT],
};

/// How many times those guess what is hidden who think longer.
const GUESSES: usize = 4;

/// How many standard errors of a gain count as chance.
const CHANCE: f64 = 1.0;

/// Something that might be done, the stance that its side goes on with, and what it came to in each course so far.
struct Idea {
    answers: Answers,
    // What the answers come to in each of the battles guessed.
    plans: Vec<Plan>,
    then: Stance,
    came: Vec<f64>,
}

/// What a search came to: how often the answers and the next best came out ahead, of how many courses.
pub struct Found {
    /// What did best.
    pub answers: Answers,
    /// How often its side ended better off than the enemy.
    pub ahead: usize,
    /// Of how many courses.
    pub of: usize,
    /// The next best, and how often that did.
    pub next: Option<(Answers, usize)>,
}

/// A search under way.
struct Search<'a> {
    trials: Vec<Trial<'a>>,
    enemies: &'static [Stance],
    periods: u16,
    until: Option<Instant>,
}

/// Fills a sheet in as well as some effort allows.
pub fn search(
    view: &View<Wrg6>,
    side: Side,
    sheet: &Sheet,
    effort: &Effort,
    until: Option<Instant>,
    whims: &mut Seeded,
) -> Found {
    let board = Board::of(&view.book, &view.field, &view.phase);
    let trials = (0..effort.guesses).map(|_| Trial::new(view, side, whims)).collect();
    let search = Search { trials, enemies: effort.enemies, periods: effort.periods, until };
    if view.phase.step == Step::Begin {
        let search = Search { periods: u16::MAX, ..search };
        let plans = ideas::plans(board, side, sheet);
        let field = plans.into_iter().map(|answers| search.idea(answers, stance::USUAL)).collect();
        return found(search.best(field, effort.plan));
    }
    let usual = recruit::fill(board, side, sheet, &stance::USUAL);
    let mut field = vec![search.idea(usual, stance::USUAL)];
    for then in ideas::stances(board, side) {
        let answers = recruit::fill(board, side, sheet, &then);
        if !field.iter().any(|idea| idea.answers == answers) {
            field.push(search.idea(answers, then));
        }
    }
    let mut field = search.best(field, effort.courses);
    let base = field.remove(0);
    let then = base.then;
    let more = ideas::others(board, sheet, &base.answers, effort.ideas);
    let mut field = vec![base];
    field.extend(more.into_iter().map(|answers| search.idea(answers, then)));
    found(search.best(field, effort.courses))
}

impl Search<'_> {
    fn idea(&self, answers: Answers, then: Stance) -> Idea {
        let plans = self.trials.iter().map(|trial| trial.plan(&answers)).collect();
        Idea { plans, answers, then, came: Vec::new() }
    }

    /// Plays ideas out round by round, and puts the best of them first: the first stays first unless another is better
    /// by more than chance would have it.
    fn best(&self, mut field: Vec<Idea>, rounds: [u64; 3]) -> Vec<Idea> {
        let mut played = 0;
        'rounds: for courses in rounds {
            if field.len() < 2 {
                break;
            }
            played += courses;
            for number in 0..played {
                for idea in field.iter_mut().filter(|idea| idea.came.len() as u64 == number) {
                    if self.until.is_some_and(|until| Instant::now() >= until) {
                        break 'rounds;
                    }
                    let (own, enemy) = (&idea.then, &self.enemies[number as usize % self.enemies.len()]);
                    let course = Course { number, periods: self.periods, own, enemy };
                    let guess = number as usize / self.enemies.len() % self.trials.len();
                    idea.came.push(self.trials[guess].fate(&idea.plans[guess], course));
                }
            }
            let first = field.remove(0);
            field.sort_by(|a, b| mean(b).total_cmp(&mean(a)));
            field.truncate(field.len().div_ceil(2));
            field.insert(0, first);
        }
        let gains = (1..field.len()).map(|i| (i, gain(&field[i], &field[0])));
        if let Some((best, gain)) = gains.max_by(|a, b| a.1.total_cmp(&b.1))
            && gain > 0.0
        {
            field.swap(0, best);
        }
        field
    }
}

fn mean(idea: &Idea) -> f64 {
    mean_and_error(idea.came.iter().copied()).0
}

/// By how much an idea does better than another in the same battles, less what may be chance.
fn gain(idea: &Idea, than: &Idea) -> f64 {
    let (mean, error) = mean_and_error(idea.came.iter().zip(&than.came).map(|(a, b)| a - b));
    mean - CHANCE * error
}

fn found(field: Vec<Idea>) -> Found {
    let mut field = field.into_iter();
    let best = field.next().expect("there is the usual at least");
    let next = field.max_by(|a, b| mean(a).total_cmp(&mean(b)));
    // Only courses in which both were played out are told.
    let of = next.as_ref().map_or(0, |next| next.came.len()).min(best.came.len());
    let ahead = |idea: &Idea| idea.came.iter().take(of).filter(|came| **came > 0.0).count();
    let next = next.map(|idea| (ahead(&idea), idea.answers));
    Found {
        ahead: ahead(&best),
        of,
        answers: best.answers,
        next: next.map(|(ahead, answers)| (answers, ahead)),
    }
}
