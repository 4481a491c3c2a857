//! The veteran: what else it could do than a recruit would, and what comes of it.

mod foresight;
mod moves;

use super::charges::{declared_values, redirect_values};
use super::scene::Scene;
use super::stance::Stance;
use super::{is_legal, stance, steady, usual, volleys, with};
use crate::strategos::Found;
use std::time::Instant;
use umpire::{Command, OptionId, Side, View};
use wab::Wab;
use wab::declare::{self, Declaration};
use wab::state::Step;

/// How long a general thinks about a decision.
pub struct Effort {
    /// How many decisions are thought through, in all courses of dice and of all ideas.
    steps: usize,
    /// How many player turns each goes on, so that the last is one of the general's own.
    turns: u16,
    /// How many ideas are looked at besides what a recruit would do.
    ideas: usize,
}

impl Effort {
    /// As long as a veteran does.
    pub const VETERAN: Effort = Effort { steps: 360, turns: 3, ideas: 3 };

    /// Thrice so many times as long, for one course of dice tells little here, and with more ideas.
    pub fn of_strategos(times: u32) -> Effort {
        let steps = Effort::VETERAN.steps.saturating_mul(3 * times as usize);
        Effort { steps, ideas: 2 * Effort::VETERAN.ideas, ..Effort::VETERAN }
    }
}

/// What fares best of what a recruit would do and of other ideas.
pub fn search(view: &View<Wab>, side: Side, effort: &Effort, until: Option<Instant>) -> Found {
    let first = usual(view, side).map_or(Command::Done, |(command, _)| command);
    let others = with(view, side, stance::RECRUIT, None, |scene| others(scene, &first));
    let seems = others.iter().find(|o| o.command == first).map_or(0.0, |o| o.seems);
    let mut thoughts = vec![Thought { seems, ..Thought::alone(first) }];
    for thought in others {
        if thoughts.len() > effort.ideas {
            break;
        }
        if !thoughts.iter().any(|other| other.is(&thought)) && is_legal(view, side, &thought.command) {
            thoughts.push(thought);
        }
    }
    foresight::best(view, side, thoughts, effort, until)
}

/// A command, how his own side goes on in this turn, and how it seems at first sight.
struct Thought {
    command: Command,
    then: Stance,
    /// What it seems to be worth, in points; nothing where rules of thumb do not tell.
    seems: f64,
}

impl Thought {
    /// A command after which all go on as usual.
    fn alone(command: Command) -> Thought {
        Thought { command, then: stance::GLANCE, seems: 0.0 }
    }

    /// Whether another is the same but for how it seems.
    fn is(&self, other: &Thought) -> bool {
        self.command == other.command && self.then == other.then
    }
}

/// What else could be done than what a recruit would do, the likeliest first.
fn others(scene: &Scene<'_>, first: &Command) -> Vec<Thought> {
    match &scene.board.phase.step {
        Step::Remaining => moves::others(scene, first),
        Step::Shoot => volleys::best_first(scene.board).into_iter().map(Thought::alone).collect(),
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
            best.retain(|&i| match declare::declarations(board)[i] {
                Declaration::Disengage(unit, _) if leavers.contains(&unit) => false,
                Declaration::Disengage(unit, _) => {
                    leavers.push(unit);
                    true
                }
                _ => true,
            });
            // To declare nothing more is always worth a thought.
            options([values.len() - 1].into_iter().chain(best), &values)
        }
        Step::Redirect(units) => {
            let values = redirect_values(board, units, |u, t| steady::gain(scene, u, t));
            options(best_first(&values), &values)
        }
        Step::React { allowed, charger, target } => {
            let values = steady::answers(scene, *charger, *target, allowed);
            options(best_first(&values), &values)
        }
        Step::Pursue { prey, must, .. } => options(0..prey.len() + usize::from(!must), &[]),
        Step::Follow(..) => options(0..2, &[]),
        _ => Vec::new(),
    }
}

/// The places of some values, the best first.
fn best_first(values: &[f64]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..values.len()).collect();
    places.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
    places
}

fn options(places: impl IntoIterator<Item = usize>, values: &[f64]) -> Vec<Thought> {
    let thought = |i: usize| Thought {
        seems: values.get(i).copied().unwrap_or_default(),
        ..Thought::alone(Command::Choose(OptionId(i as u16)))
    };
    places.into_iter().map(thought).collect()
}
