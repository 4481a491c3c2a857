//! Players and how well they play.

use crate::reason::{Proposal, Reason};
use crate::strategos::Found;
use crate::{Budget, Pace, concession, dba, random, reason, strategos, toms, wab, wrg6, wrg1969};
use ::wab::Wab;
use dice::Seeded;
use std::fmt;
use std::time::Instant;
use testudo::{AnyDecision, AnyView};
use umpire::{Command, Side, View};

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

/// How a general has made up its mind to lead its army for the whole battle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lead(wab::Lead);

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

    /// The same, with what it found out about its own decision as it judged it.
    pub fn think<'v>(&mut self, view: &'v AnyView, side: Side) -> AnyDecision<'v> {
        if self.gives_up(view, side) {
            return AnyDecision::Plain(Command::Concede);
        }
        let began = Instant::now();
        let decision = match self.search(view, side) {
            Some(found) => AnyDecision::Plain(found.command),
            None => self.answer(view, side),
        };
        self.pace.add(began.elapsed());
        decision
    }

    /// What it does and why, for whoever may read it.
    pub fn propose(&mut self, view: &AnyView, side: Side) -> Proposal {
        if self.gives_up(view, side) {
            let text = "concedes: too few are left in hand to win".to_owned();
            let reason = Some(Reason { text, units: Vec::new() });
            return Proposal { command: Command::Concede, reason };
        }
        let began = Instant::now();
        let proposal = match self.search(view, side) {
            Some(found) => {
                let reason = found.reason(view, side);
                Proposal { command: found.command, reason }
            }
            None => {
                let command = self.answer(view, side).into_command();
                let reason = reason::of(self.level, view, side, &command);
                Proposal { command, reason }
            }
        };
        self.pace.add(began.elapsed());
        proposal
    }

    /// Whether it concedes; the random general plays on, whatever happens.
    fn gives_up(&self, view: &AnyView, side: Side) -> bool {
        self.level != Level::Random && concession::is_due(view, side)
    }

    /// What a search finds: a strategos searches whatever it decides, a veteran when it plans the battle.
    fn search(&mut self, view: &AnyView, side: Side) -> Option<Found> {
        let searches = match self.level {
            Level::Strategos => true,
            Level::Veteran => strategos::is_planning(view),
            Level::Random | Level::Recruit => false,
        };
        if !searches {
            return None;
        }
        match view {
            AnyView::Wab(view) if !wab::is_laying_out(view) => Some(self.weigh(view, side)),
            _ => Some(strategos::search(self.level, view, side, self.budget, &mut self.whims)),
        }
    }

    /// What it does without a search for it that it could tell of.
    fn answer<'v>(&mut self, view: &'v AnyView, side: Side) -> AnyDecision<'v> {
        match view {
            AnyView::Wab(view) if self.level == Level::Veteran && !wab::is_laying_out(view) => {
                AnyDecision::Plain(self.weigh(view, side).command)
            }
            _ => answer(self.level, view, side, &mut self.whims),
        }
    }

    /// What fares best in the way it leads its army, about which it makes up its mind first.
    fn weigh(&mut self, view: &View<Wab>, side: Side) -> Found {
        let until = self.budget.until();
        let effort = match self.level {
            Level::Strategos => wab::Effort::of_strategos(self.budget.times(), until),
            _ => wab::Effort::of_veteran(until),
        };
        let seed = u64::from(self.whims.below(u32::MAX));
        let Lead(lead) = *self.lead.get_or_insert_with(|| Lead(wab::plan(view, side, &effort, seed)));
        wab::search(view, side, lead, &effort, seed)
    }
}

/// What a general of a level does who answers at once; a strategos then plays as a veteran, and a random general lays
/// out troops and terrain as a recruit does.
pub(crate) fn answer<'v>(level: Level, view: &'v AnyView, side: Side, whims: &mut Seeded) -> AnyDecision<'v> {
    let by_chance = if level == Level::Random { random::answer(view, side, whims) } else { None };
    if let Some(command) = by_chance {
        return AnyDecision::Plain(command);
    }
    match view {
        AnyView::Dba(view) => AnyDecision::Dba(dba::decide(level, view, side, whims)),
        AnyView::Wrg1969(view) => AnyDecision::Plain(wrg1969::decide(level, view, side)),
        AnyView::Toms(view) => AnyDecision::Toms(toms::decide(level, view, side, whims)),
        AnyView::Wrg6(view) => AnyDecision::Plain(wrg6::decide(level, view, side, whims)),
        AnyView::Wab(view) => AnyDecision::Plain(wab::decide(view, side)),
    }
}
