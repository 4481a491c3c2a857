//! What a general might write on a sheet, and how it fares in thought.

use crate::strategos::Found;
use umpire::{Command, Rulebook, Side, View};
use wrg1969::Wrg1969;
use wrg1969::api::play::Plan;

/// A sheet as it is written and as the umpire reads it, and how it fared in each battle so far.
pub struct Idea {
    pub command: Command,
    pub read: Plan,
    pub fates: Vec<f64>,
}

impl Idea {
    /// How it fared, less than anything if it was not tried.
    pub fn mean(&self) -> f64 {
        if self.fates.is_empty() {
            return f64::NEG_INFINITY;
        }
        self.fates.iter().sum::<f64>() / self.fates.len() as f64
    }
}

/// Adds a sheet if it is a new one and legal.
pub fn add(view: &View<Wrg1969>, side: Side, ideas: &mut Vec<Idea>, command: Command) {
    if ideas.iter().all(|idea| idea.command != command)
        && let Ok(read) = view.book.check(&view.field, &view.phase, side, &command)
    {
        ideas.push(Idea { command, read, fates: Vec::new() });
    }
}

/// The first, and the next in as many battles.
pub fn found(ideas: Vec<Idea>) -> Found {
    let of = ideas.iter().take(2).map(|idea| idea.fates.len()).min().unwrap_or(0);
    let ahead = |idea: &Idea| idea.fates.iter().take(of).filter(|fate| **fate > 0.0).count();
    let mut best = ideas.into_iter().map(|idea| (ahead(&idea), idea.command));
    let (ahead, command) = best.next().unwrap_or((0, Command::Done));
    Found::compared(command, ahead, best.next().map(|(ahead, command)| (command, ahead)), of)
}
