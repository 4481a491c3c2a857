//! What a veteran thinks of besides what seems right at first.

mod moves;

use super::charges::{declared_values, redirect_values};
use super::scene::Scene;
use super::stance::Stance;
use super::{judged, steady, usual, volleys, with};
use crate::craft::Thought;
use crate::mind::Mind;
use umpire::{Command, OptionId};
use wab::Wab;
use wab::api::board::Step;
use wab::api::charge;
use wab::api::charge::Declaration;

/// A lead of this share of an army, as something seems at first sight, is half a victory.
const HALF: f64 = 0.2;

/// Something that could be done, how its side goes on in this turn, and how it seems.
struct Idea {
    command: Command,
    then: Stance,
    /// What it seems to be worth, in points; nothing where rules of thumb do not tell.
    seems: f64,
}

/// What comes first to the mind of a general who leads his army so, and what else could be done.
pub fn ideas(mind: &Mind<'_, Wab>, way: Stance) -> Vec<Thought<Wab>> {
    let (view, side) = (mind.view, mind.side);
    let points = f64::from(view.book.points.max(1));
    let scaled = |lead: f64| lead / (lead.abs() + HALF);
    let Some((first, plan)) = usual(view, side, way) else { return Vec::new() };
    let others = with(view, side, way, |scene| others(scene, &first));
    let seems = others.iter().find(|other| other.command == first).map_or(0.0, |other| other.seems);
    let mut thoughts = vec![Thought { command: first, plan, then: way, seems: scaled(seems / points) }];
    for Idea { command, then, seems } in others {
        if thoughts.len() > mind.dials.ideas {
            break;
        }
        let is_known = thoughts.iter().any(|known| known.command == command && known.then == then);
        if let Some((command, plan)) = (!is_known).then(|| judged(view, side, command)).flatten() {
            thoughts.push(Thought { command, plan, then, seems: scaled(seems / points) });
        }
    }
    thoughts
}

/// What else could be done, the likeliest first.
fn others(scene: &Scene<'_>, first: &Command) -> Vec<Idea> {
    match &scene.board.phase.step {
        Step::Remaining => moves::others(scene, first),
        Step::Shoot => {
            let thought = |command| Idea { command, then: scene.stance, seems: 0.0 };
            volleys::best_first(scene.board).into_iter().map(thought).collect()
        }
        step => choices(scene, step),
    }
}

/// The answers to a question that lists them, the likeliest first.
fn choices(scene: &Scene<'_>, step: &Step) -> Vec<Idea> {
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

fn options(scene: &Scene<'_>, places: impl IntoIterator<Item = usize>, values: &[f64]) -> Vec<Idea> {
    let thought = |i: usize| Idea {
        command: Command::Choose(OptionId(i as u16)),
        then: scene.stance,
        seems: values.get(i).copied().unwrap_or_default(),
    };
    places.into_iter().map(thought).collect()
}
