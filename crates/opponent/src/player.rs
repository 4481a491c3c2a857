//! Players and how well they play.

use crate::Pace;
use dice::Seeded;
use std::fmt;
use std::time::Instant;
use testudo::{AnyDecision, AnyView};
use umpire::{Command, Side};

/// How well a player plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Any legal command that comes to mind: the yardstick the others must beat.
    Random,
    /// Quick and sensible.
    Recruit,
    /// Weighs its moves by exact odds.
    Veteran,
}

impl Level {
    /// The levels a player may choose.
    pub const ALL: [Level; 3] = [Level::Random, Level::Recruit, Level::Veteran];

    /// The word used in commands and files.
    pub const fn as_str(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Recruit => "recruit",
            Level::Veteran => "veteran",
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
}

impl Player {
    /// A player whose whims come from a seed and its side; the battle's dice are not touched.
    pub fn new(level: Level, seed: u64, side: Side) -> Self {
        Player { level, whims: Seeded::stream(seed, 1 + side as u64), pace: Pace::default() }
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
        let began = Instant::now();
        let decision = match view {
            AnyView::Dba(view) => {
                AnyDecision::Dba(crate::dba::decide(self.level, view, side, &mut self.whims))
            }
            AnyView::Wrg1969(view) => {
                AnyDecision::Plain(crate::wrg1969::decide(self.level, view, side, &mut self.whims))
            }
            AnyView::Toms(view) => {
                AnyDecision::Plain(crate::toms::decide(self.level, view, side, &mut self.whims))
            }
            AnyView::Wrg6(view) => {
                AnyDecision::Plain(crate::wrg6::decide(self.level, view, side, &mut self.whims))
            }
            AnyView::Wab(view) => {
                AnyDecision::Plain(crate::wab::decide(self.level, view, side, &mut self.whims))
            }
        };
        self.pace.add(began.elapsed());
        decision
    }
}
