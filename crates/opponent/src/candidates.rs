//! What is worth a thought where a book has no ideas of its own: the other generals' answers, and what the question
//! itself offers.

use crate::craft::{Craft, Thought};
use crate::mind::Mind;
use crate::{Level, random};
use dice::Seeded;
use umpire::{Command, Form, OptionId, PickAsk};

/// How many answers of a random general are among them, where the question lists none itself.
const WILD: usize = 2;
/// How often a sheet is varied for each idea wanted.
const TRIES: usize = 4;

/// Different legal commands, the veteran's first.
pub fn of<C: Craft>(mind: &mut Mind<'_, C>, way: &C::Stance) -> Vec<Thought<C>> {
    let whims = &mut Seeded::stream(mind.seed, 1);
    let veteran = C::at_once(Level::Veteran, mind.view, mind.side, whims).into_command();
    let mut found = Candidates::beginning(mind, veteran, *way);
    let Some(ask) = mind.view.pending.ask(mind.side) else { return found.thoughts };
    if let Form::Choose(choices) = &ask.form {
        (0..choices.len()).for_each(|i| found.add(Command::Choose(OptionId(i as u16))));
        return found.thoughts;
    }
    found.add(C::at_once(Level::Recruit, mind.view, mind.side, whims).into_command());
    match &ask.form {
        Form::Move { .. } | Form::Shoot(_) => {
            found.add(Command::Done);
            for _ in 0..WILD {
                random::answer(mind.view, mind.side, whims)
                    .into_iter()
                    .for_each(|command| found.add(command));
            }
        }
        Form::Sheet { picks, .. } => {
            found.add(Command::Done);
            let first = found.thoughts.first().map(|thought| thought.command.clone());
            for _ in 0..TRIES * mind.dials.ideas {
                if let Some(other) = first.as_ref().and_then(|first| varied(first, picks, whims)) {
                    found.add(other);
                }
            }
        }
        Form::Lay(_) | Form::Place { .. } | Form::Swap { .. } | Form::Choose(_) => {}
    }
    found.thoughts
}

/// Legal commands, no two of them the same.
pub struct Candidates<'m, 'v, C: Craft> {
    mind: &'m Mind<'v, C>,
    way: C::Stance,
    most: usize,
    /// Those found so far.
    pub thoughts: Vec<Thought<C>>,
}

impl<'m, 'v, C: Craft> Candidates<'m, 'v, C> {
    /// Begins with a command; there is room for as many others as the general's dials say.
    pub fn beginning(mind: &'m Mind<'v, C>, first: Command, way: C::Stance) -> Self {
        let mut found = Candidates { mind, way, most: 1 + mind.dials.ideas, thoughts: Vec::new() };
        found.add(first);
        found
    }

    /// Adds a command if there is room for it, it is a new one, and it is legal.
    pub fn add(&mut self, command: Command) {
        if self.thoughts.len() < self.most && self.thoughts.iter().all(|known| known.command != command) {
            self.thoughts.extend(Thought::of(self.mind.view, self.mind.side, command, self.way));
        }
    }
}

/// A sheet with one pick made otherwise.
fn varied(command: &Command, picks: &[PickAsk], whims: &mut Seeded) -> Option<Command> {
    let Command::Sheet { lines, picks: made } = command else { return None };
    let which = whims.below(picks.len() as u32) as usize;
    let options = picks.get(which)?.options.len() as u32;
    let option = OptionId(whims.below(options) as u16);
    let mut made = made.clone();
    match made.iter_mut().find(|(pick, _)| usize::from(*pick) == which) {
        Some(pick) => pick.1 = option,
        None => made.push((which as u16, option)),
    }
    Some(Command::Sheet { lines: lines.clone(), picks: made })
}

/// A sheet with all that others have changed of it; of two changes of one thing the earlier holds.
pub fn merged<'c>(first: &Command, others: impl Iterator<Item = &'c Command>) -> Option<Command> {
    let none = (Vec::new(), Vec::new());
    let parts = |command: &Command| match command {
        Command::Sheet { lines, picks } => (lines.clone(), picks.clone()),
        _ => none.clone(),
    };
    let (usual_lines, usual_picks) = parts(first);
    let (mut lines, mut picks) = (usual_lines.clone(), usual_picks.clone());
    for other in others {
        let (other_lines, other_picks) = parts(other);
        for line in other_lines.into_iter().filter(|line| !usual_lines.contains(line)) {
            change(&mut lines, &usual_lines, line);
        }
        for pick in other_picks.into_iter().filter(|pick| !usual_picks.contains(pick)) {
            change(&mut picks, &usual_picks, pick);
        }
    }
    Some(Command::Sheet { lines, picks })
}

/// Puts a change into a sheet, unless another has changed the same thing.
fn change<T: PartialEq + Clone>(now: &mut Vec<(u16, T)>, usual: &[(u16, T)], new: (u16, T)) {
    match now.iter_mut().find(|(n, _)| *n == new.0) {
        Some(old) if usual.contains(old) => *old = new,
        Some(_) => {}
        None => now.push(new),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_of_different_things_are_joined() {
        let sheet = |lines: &[(u16, &str)], picks: &[(u16, u16)]| Command::Sheet {
            lines: lines.iter().map(|(n, text)| (*n, (*text).to_owned())).collect(),
            picks: picks.iter().map(|(n, option)| (*n, OptionId(*option))).collect(),
        };
        let first = sheet(&[(0, "hold")], &[(0, 0), (1, 0)]);
        let others = [
            sheet(&[(0, "hold")], &[(0, 1), (1, 0)]),
            sheet(&[(0, "hold"), (2, "advance")], &[(0, 2), (1, 0)]),
            sheet(&[(0, "advance")], &[(0, 0), (1, 1)]),
        ];
        let all = merged(&first, others.iter());
        assert_eq!(all, Some(sheet(&[(0, "advance"), (2, "advance")], &[(0, 1), (1, 1)])));
    }
}
