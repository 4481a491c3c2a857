//! The council before the battle: plans for the whole army are fought out in thought.
//!
//! At first many plans are tried once each, to learn which of their parts are good; then the plans that those parts make
//! up are fought out against each other until the best is found.

use super::idea::{Idea, add, found};
use super::plan::Plan;
use super::plans::{Merits, Parts};
use super::scene::Scene;
use super::trial::{Trial, peopled};
use super::{Effort, campaign, is_past, plans};
use crate::Level;
use crate::fates::Fates;
use crate::strategos::Found;
use dice::Seeded;
use std::time::Instant;
use umpire::{BySide, Form, LineAsk, Rulebook, Side, View};
use wrg1969::Wrg1969;
use wrg1969::api::play;

/// How many plans are left to be compared when it is known which parts are good, and in how many rounds.
const COMPARED: usize = 8;
const ROUNDS: u32 = 3;
/// How many battles are begun in different ways while parts are tried.
const BEGINNINGS: usize = 16;

/// Plans are fought out to the last period.
const TO_THE_END: u16 = u16::MAX;

/// What all battles of a council have in common.
struct Council<'v> {
    view: &'v View<Wrg1969>,
    /// What is there, seen or not.
    peopled: View<Wrg1969>,
    side: Side,
    lines: &'v [LineAsk],
    effort: &'v Effort,
    seed: u64,
    /// Which parts of the enemy's plan are good for him, if he may know it.
    feared: Option<(Parts, Merits)>,
    /// Battles about to begin: what is hidden guessed, and what the enemy writes.
    courses: Vec<(Trial, Option<play::Plan>)>,
}

/// The plan that fares best.
pub fn search(view: &View<Wrg1969>, side: Side, lines: &[LineAsk], effort: &Effort, seed: u64) -> Found {
    let mut council = Council::called(view, side, lines, effort, seed);
    if effort.wary {
        council.feared = council.of_the_enemy();
    }
    let [veteran, recruit] = [Level::Veteran, Level::Recruit].map(|level| Scene::of(level, view, side));
    let usual = Plan::of(&veteran);
    let mut ideas = Vec::new();
    let options = plans::options(&veteran);
    let merits = council.tried(&veteran, &options, effort.battles / 2);
    let sheet = |parts: &Parts| campaign::sheet(&veteran, &plans::made(&usual, parts), lines);
    add(view, side, &mut ideas, campaign::sheet(&veteran, &usual, lines));
    add(view, side, &mut ideas, sheet(&merits.best(&options)));
    add(view, side, &mut ideas, campaign::sheet(&recruit, &Plan::of(&recruit), lines));
    let compared = COMPARED.min(2 + effort.battles as usize / 16);
    for parts in merits.next_best(&options) {
        if ideas.len() >= compared {
            break;
        }
        add(view, side, &mut ideas, sheet(&parts));
    }
    for _ in 0..ROUNDS {
        if !council.fight(&mut ideas, effort.battles / 2 / ROUNDS) {
            break;
        }
        ideas.sort_by(|a, b| b.mean().total_cmp(&a.mean()));
        ideas.truncate(ideas.len().div_ceil(2).max(2));
    }
    ideas.sort_by(|a, b| b.mean().total_cmp(&a.mean()));
    found(ideas)
}

impl<'v> Council<'v> {
    fn called(
        view: &'v View<Wrg1969>,
        side: Side,
        lines: &'v [LineAsk],
        effort: &'v Effort,
        seed: u64,
    ) -> Council<'v> {
        let peopled = peopled(view, side);
        Council { view, peopled, side, lines, effort, seed, feared: None, courses: Vec::new() }
    }

    /// What the enemy would find out in a council of his own, as far as it can be guessed.
    fn of_the_enemy(&self) -> Option<(Parts, Merits)> {
        let enemy = self.side.other();
        let guessed = self.view.book.guess(&self.peopled, &mut Seeded::stream(self.seed, 3));
        let view = Trial::of(&self.peopled, guessed).seen_by(enemy);
        let ask = view.pending.ask(enemy)?;
        let Form::Sheet { lines, .. } = &ask.form else { return None };
        let mut council = Council::called(&view, enemy, lines, self.effort, self.seed ^ 1);
        let scene = Scene::of(Level::Veteran, &view, enemy);
        let options = plans::options(&scene);
        let merits = council.tried(&scene, &options, self.effort.battles / 4);
        Some((options, merits))
    }

    /// Tries plans in so many battles, the later ones more like those that fared well.
    fn tried(&mut self, scene: &Scene<'_>, options: &Parts, battles: u32) -> Merits {
        let usual = Plan::of(scene);
        let mut whims = Seeded::stream(self.seed, 2);
        let mut fought: Vec<(Parts, f64)> = Vec::new();
        let mut merits = Merits::of(&fought);
        // There must be time left to compare the best.
        let until =
            self.effort.until.map(|until| until - until.saturating_duration_since(Instant::now()) / 2);
        for n in 0..battles {
            if is_past(until) {
                break;
            }
            let early = n < battles / 2;
            let like = if early { plans::parts(&usual) } else { merits.best(options) };
            let parts = plans::like(&like, options, if early { 1 } else { 2 }, &mut whims);
            let command = campaign::sheet(scene, &plans::made(&usual, &parts), self.lines);
            let view = self.view;
            if let Ok(read) = view.book.check(&view.field, &view.phase, self.side, &command) {
                fought.push((parts, self.fate(&read, n as usize % BEGINNINGS)));
            }
            if n + 1 >= battles / 2 && n % 8 == 7 {
                merits = Merits::of(&fought);
            }
        }
        Merits::of(&fought)
    }

    /// Fights ideas out in about so many more battles, until all have fought as many. Says whether there was time.
    fn fight(&mut self, ideas: &mut [Idea], battles: u32) -> bool {
        let had: usize = ideas.iter().map(|idea| idea.fates.len()).sum();
        let enough = ((had + battles as usize) / ideas.len().max(1)).max(1);
        for course in 0..enough {
            for idea in ideas.iter_mut().filter(|idea| idea.fates.len() == course) {
                if is_past(self.effort.until) {
                    return false;
                }
                idea.fates.push(self.fate(&idea.read, course));
            }
        }
        true
    }

    fn fate(&mut self, read: &play::Plan, course: usize) -> f64 {
        while self.courses.len() <= course {
            self.courses.push(self.begun(self.courses.len() as u64));
        }
        let (trial, enemy) = &self.courses[course];
        let mut first = BySide([None, None]);
        first[self.side] = Some(read.clone());
        first[self.side.other()] = enemy.clone();
        trial.fought_on(
            first,
            self.side,
            TO_THE_END,
            &mut Fates::new(self.seed ^ (course as u64).rotate_left(40)),
        )
    }

    /// A battle about to begin, and the enemy's orders in it.
    fn begun(&self, course: u64) -> (Trial, Option<play::Plan>) {
        let mut whims = Seeded::stream(self.seed, 16 + course);
        let trial = Trial::of(&self.peopled, self.view.book.guess(&self.peopled, &mut whims));
        let feared = self.feared.as_ref().filter(|_| !course.is_multiple_of(4));
        let level = if feared.is_some() { Level::Veteran } else { Level::Recruit };
        let seen = trial.seen_by(self.side.other());
        let scene = Scene::of(level, &seen, self.side.other());
        let mut plan = Plan::of(&scene);
        if let Some((options, merits)) = feared {
            plan = plans::made(&plan, &plans::like(&merits.best(options), options, 4, &mut whims));
        }
        let read = campaign::read(&scene, &plan);
        (trial, read)
    }
}
