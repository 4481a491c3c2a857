//! Players and how well they play.

use crate::books::of_book;
use crate::craft::{Craft, searches};
use crate::mind::Mind;
use crate::reason::{Proposal, Reason};
use crate::search::{Found, search};
use crate::{Budget, General, Pace, concession, random};
use dice::Seeded;
use std::fmt;
use std::time::Instant;
use testudo::{AnyDecision, AnyView};
use umpire::{Command, Decision, Side, View};

/// How well a player plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Any legal command that comes to mind: the yardstick the others must beat.
    Random,
    /// Quick and sensible.
    Recruit,
    /// Weighs its moves by exact odds.
    Veteran,
    /// Fights what it might do out in battles it imagines, as far as its [`Budget`] goes.
    Strategos,
}

impl Level {
    /// The levels a player may choose.
    pub const ALL: [Level; 4] = [Level::Random, Level::Recruit, Level::Veteran, Level::Strategos];
    /// Those who answer at once, without a search.
    pub const QUICK: [Level; 3] = [Level::Random, Level::Recruit, Level::Veteran];

    /// The word used in commands and files.
    pub const fn as_str(self) -> &'static str {
        match self {
            Level::Random => "random",
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
        Player { level, whims, pace: Pace::default(), budget: Budget::default(), lead: None }
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

    fn think_of<'v, C: Craft>(&mut self, view: &'v View<C>, side: Side) -> Decision<'v, C> {
        match self.search(view, side) {
            Some(found) => found.command.into(),
            None => answer(self.level, view, side, &mut self.whims),
        }
    }

    fn proposal_of<C: Craft>(&mut self, view: &View<C>, side: Side) -> Proposal {
        let found = self.search(view, side);
        let command = match &found {
            Some(found) => found.command.clone(),
            None => answer(self.level, view, side, &mut self.whims).into_command(),
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

/// What a general of a level does who plays nothing out; a random general lays out troops and terrain as a recruit does.
fn answer<'v, C: Craft>(level: Level, view: &'v View<C>, side: Side, whims: &mut Seeded) -> Decision<'v, C> {
    let by_chance = if level == Level::Random { random::answer(view, side, whims) } else { None };
    by_chance.map_or_else(|| C::at_once(level, view, side, whims), Decision::from)
}
