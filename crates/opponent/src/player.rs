//! Players and how well they play.

use crate::books::of_book;
use crate::craft::{Craft, searches};
use crate::mind::Mind;
use crate::reason::{Proposal, Reason};
use crate::search::{Found, search};
use crate::{Budget, General, Pace, concession, random};
use dice::Seeded;
use std::any::Any;
use std::fmt;
use std::time::Instant;
use testudo::{AnyDecision, AnyView};
use umpire::{Command, Decision, Side, View};

/// How well a player plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Any legal command that comes to mind: the yardstick the others must beat.
    Random,
    /// Does what comes first to mind: for battles in bulk, where each by itself matters little. In books in which a
    /// recruit does not think twice either, it is the same.
    Hasty,
    /// Quick and sensible.
    Recruit,
    /// Weighs its moves by exact odds.
    Veteran,
    /// Fights what it might do out in battles it imagines, as far as its [`Budget`] goes.
    Strategos,
}

impl Level {
    /// All levels, the better the later.
    pub const ALL: [Level; 5] =
        [Level::Random, Level::Hasty, Level::Recruit, Level::Veteran, Level::Strategos];
    /// Those whom a person may choose to play against.
    pub const OPPONENTS: [Level; 3] = [Level::Recruit, Level::Veteran, Level::Strategos];
    /// Those who are quick enough to be compared with each other in many battles.
    pub const QUICK: [Level; 3] = [Level::Random, Level::Recruit, Level::Veteran];

    /// The word used in commands and files.
    pub const fn as_str(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Hasty => "hasty",
            Level::Recruit => "recruit",
            Level::Veteran => "veteran",
            Level::Strategos => "strategos",
        }
    }

    /// Reads that word.
    pub fn parse(word: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|l| l.as_str() == word)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One of the computer's generals: a level and whims of its own.
#[derive(Clone, Debug)]
pub struct Player {
    level: Level,
    whims: Seeded,
    pace: Pace,
    budget: Budget,
    lead: Option<Lead>,
    memory: Memory,
}

/// What a player remembers of its last decision, to think the same faster. A copy of a player remembers nothing.
#[derive(Default)]
struct Memory(Option<Box<dyn Any + Send>>);

impl Memory {
    /// What it remembers of a book.
    fn of<M: Default + Send + 'static>(&mut self) -> &mut M {
        if !self.0.as_ref().is_some_and(|memory| memory.is::<M>()) {
            self.0 = Some(Box::new(M::default()));
        }
        let memory = self.0.as_mut().and_then(|memory| memory.downcast_mut());
        memory.expect("it has just been made for this book")
    }
}

impl Clone for Memory {
    fn clone(&self) -> Self {
        Memory::default()
    }
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Memory(…)" } else { "Memory" })
    }
}

/// How many ways the enemy is thought to choose from.
pub(crate) const FOES: usize = 3;

/// How a general has made up its mind to lead its army for the whole battle, by the numbers of its book's ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lead {
    /// Its own way.
    pub(crate) own: u8,
    /// The ways it thinks the enemy may choose, if it has thought about them.
    pub(crate) foes: Option<[u8; FOES]>,
}

impl Player {
    /// A player whose whims come from a seed and its side; the battle's dice are not touched.
    pub fn new(level: Level, seed: u64, side: Side) -> Self {
        let whims = Seeded::stream(seed, 1 + side as u64);
        Player {
            level,
            whims,
            pace: Pace::default(),
            budget: Budget::default(),
            lead: None,
            memory: Memory::default(),
        }
    }

    /// The same player with another budget for its searches.
    pub fn within(self, budget: Budget) -> Self {
        Player { budget, ..self }
    }

    /// The same player, who has made up its mind already how to lead its army.
    pub fn led(self, lead: Option<Lead>) -> Self {
        Player { lead, ..self }
    }

    /// How it leads its army, if it has made up its mind.
    pub fn lead(&self) -> Option<Lead> {
        self.lead
    }

    /// How well it plays.
    pub fn level(&self) -> Level {
        self.level
    }

    /// How long its decisions took.
    pub fn pace(&self) -> &Pace {
        &self.pace
    }

    /// What it does, when its side is asked something; it sees only the view.
    pub fn decide(&mut self, view: &AnyView, side: Side) -> Command {
        self.think(view, side).into_command()
    }

    /// Whether it concedes; the random general plays on, whatever happens.
    fn gives_up(&self, view: &AnyView, side: Side) -> bool {
        self.level != Level::Random && concession::is_due(view, side)
    }

    /// What a search finds, if its level searches for what is asked.
    fn search<C: Craft>(&mut self, view: &View<C>, side: Side) -> Option<Found> {
        let dials = C::DIALS.of(self.level, self.budget);
        view.pending.ask(side).filter(|_| searches(view, self.level, &dials))?;
        // One number for all its battles: what it draws does not depend on how far it gets.
        let seed = u64::from(self.whims.below(u32::MAX));
        let mut mind = Mind::new(view, side, self.level, dials, self.budget.until(), seed);
        search(&mut mind, &mut self.lead)
    }

    /// What it does when it plays nothing out; a random general lays out troops and terrain as a recruit does.
    fn answer<'v, C: Craft>(&mut self, view: &'v View<C>, side: Side) -> Decision<'v, C> {
        let is_random = self.level == Level::Random;
        let by_chance = if is_random { random::answer(view, side, &mut self.whims) } else { None };
        match by_chance {
            Some(command) => command.into(),
            None => C::remembering(self.level, view, side, &mut self.whims, self.memory.of()),
        }
    }

    fn think_of<'v, C: Craft>(&mut self, view: &'v View<C>, side: Side) -> Decision<'v, C> {
        match self.search(view, side) {
            Some(found) => found.command.into(),
            None => self.answer(view, side),
        }
    }

    fn proposal_of<C: Craft>(&mut self, view: &View<C>, side: Side) -> Proposal {
        let found = self.search(view, side);
        let command = match &found {
            Some(found) => found.command.clone(),
            None => self.answer(view, side).into_command(),
        };
        let plain = if self.level == Level::Random { None } else { C::why(self.level, view, side, &command) };
        let reason = found.map_or(plain.clone(), |found| found.reason(plain, view, side));
        Proposal { command, reason }
    }
}

impl General for Player {
    fn think<'v>(&mut self, view: &'v AnyView, side: Side) -> AnyDecision<'v> {
        if self.gives_up(view, side) {
            return AnyDecision::Plain(Command::Concede);
        }
        let began = Instant::now();
        let decision = of_book!(view, view => self.think_of(view, side).into());
        self.pace.add(began.elapsed());
        decision
    }

    fn propose(&mut self, view: &AnyView, side: Side) -> Proposal {
        if self.gives_up(view, side) {
            let text = "concedes: too few are left in hand to win".to_owned();
            let reason = Some(Reason { text, units: Vec::new() });
            return Proposal { command: Command::Concede, reason };
        }
        let began = Instant::now();
        let proposal = of_book!(view, view => self.proposal_of(view, side));
        self.pace.add(began.elapsed());
        proposal
    }
}
