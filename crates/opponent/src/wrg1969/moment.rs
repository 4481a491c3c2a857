//! In the midst of battle: what a strategos's officers might decide otherwise than usual is fought out in thought.
//!
//! Each change is tried by itself; those that seem to help are tried together; and what is better by no more than luck
//! is not believed.

use super::changes::{self, Change};
use super::idea::{Idea, add, found};
use super::scene::Scene;
use super::trial::{Trial, peopled};
use super::{Effort, decide, is_past};
use crate::Level;
use crate::fates::Fates;
use crate::luck::mean_and_error;
use crate::strategos::Found;
use dice::Seeded;
use umpire::{BySide, PickAsk, Rulebook, Side, View};
use wrg1969::Wrg1969;
use wrg1969::api::play::Plan;

/// How many changes are thought of at most.
const MOST: usize = 6;
/// For how many periods the battles go on: what comes much later hangs on other things.
const PERIODS: u16 = 6;
/// How many changes are left to be compared with the usual, besides all that help together.
const LEFT: usize = 2;
/// A change is tried in a quarter of the battles in which the best are compared.
const QUARTER: usize = 4;
/// How many standard errors of a gain may be luck.
const LUCK: f64 = 1.0;
/// Whoever is always ahead by so much goes on as usual.
const SAFE: f64 = 0.5;

/// The sheet that fares best.
pub fn search(view: &View<Wrg1969>, side: Side, picks: &[PickAsk], effort: &Effort, seed: u64) -> Found {
    let scene = Scene::of(Level::Veteran, view, side);
    let usual = decide(Level::Veteran, view, side);
    let mut ideas = Vec::new();
    add(view, side, &mut ideas, usual.clone());
    let mut tried: Vec<Change> = Vec::new();
    for change in changes::of(&scene, picks, &usual) {
        add(view, side, &mut ideas, changes::made(&usual, &[change]));
        // What is not legal is no idea.
        if ideas.len() > 1 + tried.len() {
            tried.push(change);
        }
        if tried.len() == MOST {
            break;
        }
    }
    if tried.is_empty() {
        return Found::compared(usual, 0, None, 0);
    }
    let mut moment = Moment { view, peopled: peopled(view, side), side, effort, seed, courses: Vec::new() };
    moment.fight(&mut ideas, effort.courses.div_ceil(QUARTER));
    let helps = |i: &usize| ideas[*i].mean() > ideas[0].mean();
    let mut good: Vec<usize> = (1..ideas.len()).filter(helps).collect();
    good.sort_by(|&a, &b| ideas[b].mean().total_cmp(&ideas[a].mean()));
    if good.is_empty() || ideas[0].fates.iter().all(|fate| *fate > SAFE) {
        ideas.truncate(1);
        return found(ideas);
    }
    let together: Vec<Change> = good.iter().map(|i| tried[i - 1]).collect();
    good.truncate(LEFT);
    let mut n = 0..;
    ideas.retain(|_| n.next().is_some_and(|i| i == 0 || good.contains(&i)));
    add(view, side, &mut ideas, changes::made(&usual, &together));
    moment.fight(&mut ideas, effort.courses);
    better_than_the_first(ideas)
}

/// A moment of the battle, gone on from in thought again and again.
struct Moment<'v> {
    view: &'v View<Wrg1969>,
    /// What is there, seen or not.
    peopled: View<Wrg1969>,
    side: Side,
    effort: &'v Effort,
    seed: u64,
    /// Battles as they may stand now: what is hidden guessed, and what the enemy decides.
    courses: Vec<(Trial, Plan)>,
}

impl Moment<'_> {
    /// Fights ideas out until each has fought so many battles, if there is time.
    fn fight(&mut self, ideas: &mut [Idea], enough: usize) {
        for course in 0..enough {
            for idea in ideas.iter_mut().filter(|idea| idea.fates.len() == course) {
                if is_past(self.effort.until) {
                    return;
                }
                idea.fates.push(self.fate(&idea.read, course));
            }
        }
    }

    fn fate(&mut self, read: &Plan, course: usize) -> f64 {
        while self.courses.len() <= course {
            let mut whims = Seeded::stream(self.seed, 16 + self.courses.len() as u64);
            let trial = Trial::of(&self.peopled, self.view.book.guess(&self.peopled, &mut whims));
            let enemy = trial.usual(self.side.other());
            self.courses.push((trial, enemy));
        }
        let (trial, enemy) = &self.courses[course];
        let mut first = BySide([None, None]);
        first[self.side] = Some(read.clone());
        first[self.side.other()] = Some(enemy.clone());
        trial.fought_on(
            first,
            self.side,
            PERIODS,
            &mut Fates::new(self.seed ^ (course as u64).rotate_left(40)),
        )
    }
}

/// The idea that is better than the first by most besides luck, or the first.
fn better_than_the_first(mut ideas: Vec<Idea>) -> Found {
    let gain = |idea: &Idea| {
        let both = idea.fates.iter().zip(&ideas[0].fates);
        let (mean, error) = mean_and_error(both.map(|(here, usual)| here - usual));
        mean - LUCK * error
    };
    let best = (1..ideas.len()).max_by(|&a, &b| gain(&ideas[a]).total_cmp(&gain(&ideas[b])));
    if let Some(best) = best.filter(|&i| gain(&ideas[i]) > 0.0) {
        ideas.swap(0, best);
    }
    ideas[1..].sort_by(|a, b| b.mean().total_cmp(&a.mean()));
    found(ideas)
}
