//! Orders tried out one after another before any is given, as far as no dice are needed.

use crate::{Battle, Command, Rulebook, Side, Silent, View};
use dice::{Dice, Die, RollId, Seeded};
use ruling::Refusal;

/// How far a list of orders can be carried out without dice.
#[derive(Debug)]
pub struct Rehearsal<R: Rulebook> {
    /// The battle as it would stand then, as far as the view tells.
    pub battle: Battle<R>,
    /// How many of the orders were carried out.
    pub done: usize,
    /// Why the next is not allowed; nothing if it is, or if there is none.
    pub refusals: Vec<Refusal>,
    /// Whether the next would have dice thrown, or be sealed: what comes after it nobody knows.
    pub rolls: bool,
}

impl<R: Rulebook> View<R> {
    /// Carries out orders of a side on an imagined battle that looks like this view, until one is refused or would
    /// have dice thrown.
    pub fn rehearse(&self, side: Side, commands: &[Command]) -> Rehearsal<R> {
        let mut battle = self.imagine(&mut Seeded::new(0));
        for (done, command) in commands.iter().enumerate() {
            let before = battle.clone();
            let mut dice = Untouched::default();
            let taken = battle.submit(side, command, &mut dice, &mut Silent);
            let went_on = battle.pending().ask(side).is_some();
            match taken {
                Err(refusals) => return Rehearsal { battle: before, done, refusals, rolls: false },
                Ok(_) if dice.thrown || !went_on => {
                    return Rehearsal { battle: before, done, refusals: Vec::new(), rolls: true };
                }
                Ok(_) => {}
            }
        }
        Rehearsal { battle, done: commands.len(), refusals: Vec::new(), rolls: false }
    }
}

/// Dice that only tell whether they were thrown.
#[derive(Debug, Default)]
struct Untouched {
    thrown: bool,
}

impl Dice for Untouched {
    fn roll(&mut self, _why: RollId, die: &'static Die) -> u8 {
        self.thrown = true;
        die.faces.first().map_or(1, |(face, _)| *face)
    }
}
