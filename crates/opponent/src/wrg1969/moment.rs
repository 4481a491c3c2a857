//! In the midst of battle: what a strategos's officers might decide otherwise than usual.

use super::changes::{self, Change};
use super::decide;
use super::plans::Parts;
use super::scene::Scene;
use crate::Level;
use crate::craft::Thought;
use crate::mind::Mind;
use umpire::PickAsk;
use wrg1969::Wrg1969;

/// What a veteran would do, and each change of it that is worth a thought.
pub fn ideas(mind: &Mind<'_, Wrg1969>, picks: &[PickAsk], way: &Option<Parts>) -> Vec<Thought<Wrg1969>> {
    let (view, side) = (mind.view, mind.side);
    let scene = Scene::of(Level::Veteran, view, side);
    let usual = decide(Level::Veteran, view, side);
    let mut thoughts: Vec<Thought<Wrg1969>> = Vec::new();
    thoughts.extend(Thought::of(view, side, usual.clone(), *way));
    let made = |change: Change| changes::made(&usual, &[change]);
    for command in changes::of(&scene, picks, &usual).into_iter().map(made) {
        if thoughts.len() > mind.dials.ideas {
            break;
        }
        // What is not legal is no idea.
        if thoughts.iter().all(|known| known.command != command) {
            thoughts.extend(Thought::of(view, side, command, *way));
        }
    }
    thoughts
}
