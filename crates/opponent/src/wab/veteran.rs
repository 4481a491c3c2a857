//! The veteran: how it leads its army, what else it could do than seems right at first, and what comes of it.

mod foresight;
mod moves;
mod tempers;

use super::charges::{declared_values, redirect_values};
use super::scene::Scene;
use super::stance::{GUESSES, Lead, RECRUIT, Stance};
use super::{is_legal, steady, usual, volleys, with};
use crate::strategos::Found;
use foresight::Imagined;
use std::time::Instant;
use umpire::{Command, OptionId, Side, View};
use wab::Wab;
use wab::api::board::Step;
use wab::api::charge;
use wab::api::charge::Declaration;

/// How many decisions a veteran thinks through before it makes one.
const STEPS: usize = 120;

/// How long a general thinks.
pub struct Effort {
    /// How often each way of leading the army is tried at first.
    plan: u64,
    /// How often each way is tried in which the enemy might lead his; not at all if he is taken for a recruit.
    guess: u64,
    /// How many decisions are thought through, in all courses of dice and of all ideas.
    steps: usize,
    /// How many player turns each goes on, so that the last is one of the general's own.
    turns: u16,
    /// How many ideas are looked at besides what seems right at first.
    ideas: usize,
    /// When he must have decided, if he must.
    until: Option<Instant>,
}

impl Effort {
    /// As long as a veteran does, until some moment at most.
    pub fn of_veteran(until: Option<Instant>) -> Effort {
        Effort { plan: 8, guess: 0, steps: STEPS, turns: 3, ideas: 3, until }
    }

    /// Half as long again so many times and further, with more ideas, and with a guess at what the enemy plans.
    pub fn of_strategos(times: u32, until: Option<Instant>) -> Effort {
        let steps = STEPS.saturating_mul(3 * times as usize) / 2;
        let times = u64::from(times);
        Effort { plan: 3 * times, guess: times, steps, turns: 5, ideas: 6, until }
    }

    /// The same for a part of the time that is left.
    fn hurried(&self) -> Effort {
        let now = Instant::now();
        let until = self.until.map(|until| now + until.saturating_duration_since(now) / 3);
        Effort { until, ..*self }
    }

    /// Whether the time is up.
    fn is_over(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }
}

/// How an army is best led, the whole battle fought out against an enemy who goes about it as a recruit does, or as
/// would be best for him against a recruit.
pub fn plan(view: &View<Wab>, side: Side, effort: &Effort, seed: u64) -> Lead {
    let recruits = [RECRUIT; GUESSES];
    let ranked = |side: Side, enemy: [Stance; GUESSES], effort: &Effort, times: u64| {
        tempers::ranked(view, side, enemy, effort, times, seed)
    };
    let enemy = match effort.guess {
        0 => recruits,
        times => ranked(side.other(), recruits, &effort.hurried(), times),
    };
    let [own, ..] = ranked(side, enemy, effort, effort.plan);
    Lead { own, enemy }
}

/// What fares best of what seems right at first to a general who leads his army so, and of other ideas.
pub fn search(view: &View<Wab>, side: Side, lead: Lead, effort: &Effort, seed: u64) -> Found {
    let first = usual(view, side, lead.own).map_or(Command::Done, |(command, _)| command);
    let others = with(view, side, lead.own, |scene| others(scene, &first));
    let seems = others.iter().find(|o| o.command == first).map_or(0.0, |o| o.seems);
    let mut thoughts = vec![Thought { command: first, then: lead.own, seems }];
    for thought in others {
        if thoughts.len() > effort.ideas {
            break;
        }
        if !thoughts.iter().any(|other| other.is(&thought)) && is_legal(view, side, &thought.command) {
            thoughts.push(thought);
        }
    }
    foresight::best(&Imagined { view, side, lead, seed }, thoughts, effort)
}

/// A command, how his own side goes on in this turn, and how it seems at first sight.
struct Thought {
    command: Command,
    then: Stance,
    /// What it seems to be worth, in points; nothing where rules of thumb do not tell.
    seems: f64,
}

impl Thought {
    /// Whether another is the same but for how it seems.
    fn is(&self, other: &Thought) -> bool {
        self.command == other.command && self.then == other.then
    }
}

/// What else could be done, the likeliest first.
fn others(scene: &Scene<'_>, first: &Command) -> Vec<Thought> {
    match &scene.board.phase.step {
        Step::Remaining => moves::others(scene, first),
        Step::Shoot => {
            let thought = |command| Thought { command, then: scene.stance, seems: 0.0 };
            volleys::best_first(scene.board).into_iter().map(thought).collect()
        }
        step => choices(scene, step),
    }
}

/// The answers to a question that lists them, the likeliest first.
fn choices(scene: &Scene<'_>, step: &Step) -> Vec<Thought> {
    let board = scene.board;
    match step {
        Step::Declare => {
            let values =
                declared_values(board, |u, t| steady::gain(scene, u, t), |u, _| steady::leave(scene, u));
            let mut best = best_first(&values);
            // One way to draw back is as good as another.
            let mut leavers = Vec::new();
            best.retain(|&i| match charge::declarations(board)[i] {
                Declaration::Disengage(unit, _) if leavers.contains(&unit) => false,
                Declaration::Disengage(unit, _) => {
                    leavers.push(unit);
                    true
                }
                _ => true,
            });
            // To declare nothing more is always worth a thought.
            options(scene, [values.len() - 1].into_iter().chain(best), &values)
        }
        Step::Redirect(units) => {
            let values = redirect_values(board, units, |u, t| steady::gain(scene, u, t));
            options(scene, best_first(&values), &values)
        }
        Step::Answer { allowed, charger, target } => {
            let values = steady::answers(scene, *charger, *target, allowed);
            options(scene, best_first(&values), &values)
        }
        Step::Pursue { prey, must, .. } => options(scene, 0..prey.len() + usize::from(!must), &[]),
        Step::Follow(..) => options(scene, 0..2, &[]),
        _ => Vec::new(),
    }
}

/// The places of some values, the best first.
fn best_first(values: &[f64]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..values.len()).collect();
    places.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
    places
}

fn options(scene: &Scene<'_>, places: impl IntoIterator<Item = usize>, values: &[f64]) -> Vec<Thought> {
    let thought = |i: usize| Thought {
        command: Command::Choose(OptionId(i as u16)),
        then: scene.stance,
        seems: values.get(i).copied().unwrap_or_default(),
    };
    places.into_iter().map(thought).collect()
}
