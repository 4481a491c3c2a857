//! How far the generals of each book go: every dial of their searches, in one place.

use crate::{Budget, Level};

/// How far a general goes who plays ideas out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dials {
    /// In how many battles ideas for one decision are played out; with none, what comes to mind first is done.
    pub battles: u32,
    /// For how many turns each of those battles goes on.
    pub turns: u16,
    /// How many ideas there are besides the first.
    pub ideas: usize,
    /// In how many battles ways to lead the whole army are compared.
    pub ways: u32,
    /// For how many turns each of those goes on.
    pub ways_turns: u16,
    /// In how many battles plans for the whole battle are compared.
    pub plan: u32,
    /// In how many battles it is studied first which parts of a plan are good.
    pub study: u32,
    /// In how many battles it is found out how the enemy would best lead his army, where that can be; with none he is
    /// taken for a recruit.
    pub wary: u32,
    /// How many times what is hidden is guessed.
    pub worlds: u16,
    /// How many standard errors of a gain may be luck.
    pub luck: f64,
    /// As how many battles the first sight of an idea counts.
    pub sight: f64,
    /// How many decisions are imagined at most in one search: a sheet counts once for each unit.
    pub work: u64,
}

/// A battle goes on to its end.
pub const TO_THE_END: u16 = u16::MAX;

/// Nothing is played out.
const AT_ONCE: Dials = Dials {
    battles: 0,
    turns: 0,
    ideas: 0,
    ways: 0,
    ways_turns: 0,
    plan: 0,
    study: 0,
    wary: 0,
    worlds: 1,
    luck: 1.0,
    sight: 0.0,
    work: 0,
};

/// The dials of a book's veterans and of its strategoi; nobody else plays anything out.
#[derive(Clone, Copy, Debug)]
pub struct ByLevel {
    veteran: Dials,
    strategos: Dials,
}

impl ByLevel {
    /// The dials of a level, with as many battles as a budget says.
    pub fn of(&self, level: Level, budget: Budget) -> Dials {
        let dials = match level {
            Level::Random | Level::Hasty | Level::Recruit => AT_ONCE,
            Level::Veteran => self.veteran,
            Level::Strategos => self.strategos,
        };
        budget.battles.map_or(dials, |battles| dials.with(battles))
    }
}

impl Dials {
    /// The same with so many battles in its longest search, and the others in proportion.
    fn with(self, battles: u32) -> Dials {
        let longest = self.battles.max(self.ways).max(self.plan).max(1);
        let part = |n: u32| {
            if n == 0 { 0 } else { (u64::from(n) * u64::from(battles) / u64::from(longest)).max(1) as u32 }
        };
        let work = self.work.saturating_mul(u64::from(battles)).div_ceil(u64::from(longest));
        Dials {
            battles: part(self.battles),
            ways: part(self.ways),
            plan: part(self.plan),
            study: part(self.study),
            wary: part(self.wary),
            work: work.max(1),
            ..self
        }
    }
}

/// De Bellis Antiquitatis: a veteran weighs the board after each move by exact odds and plays nothing out.
pub const DBA: ByLevel = ByLevel {
    veteran: AT_ONCE,
    strategos: Dials { battles: 240, turns: 4, ideas: 6, worlds: 8, luck: 1.5, work: 40_000, ..AT_ONCE },
};

/// Tom's Ancient Warfare Rules.
pub const TOMS: ByLevel = ByLevel {
    veteran: Dials { battles: 88, turns: 6, ideas: 8, worlds: 16, luck: 0.7, work: 10_000, ..AT_ONCE },
    strategos: Dials {
        battles: 352,
        turns: 6,
        ideas: 16,
        ways: 384,
        ways_turns: TO_THE_END,
        worlds: 32,
        luck: 0.7,
        work: 40_000,
        ..AT_ONCE
    },
};

/// War Games Rules, 6th edition.
pub const WRG6: ByLevel = ByLevel {
    veteran: Dials {
        battles: 36,
        turns: 5,
        ideas: 6,
        ways: 36,
        ways_turns: 5,
        plan: 240,
        worlds: 2,
        work: 400_000,
        ..AT_ONCE
    },
    strategos: Dials {
        battles: 144,
        turns: 5,
        ideas: 12,
        ways: 144,
        ways_turns: 5,
        plan: 240,
        wary: 1,
        worlds: 4,
        work: 800_000,
        ..AT_ONCE
    },
};

/// Ancient Wargames Rules, 1969: a veteran plans the battle and then decides as his book says; a strategos plans less,
/// since he can still think in the midst of it.
pub const WRG1969: ByLevel = ByLevel {
    veteran: Dials { plan: 160, study: 160, worlds: 16, work: 400_000, ..AT_ONCE },
    strategos: Dials {
        battles: 48,
        turns: 7,
        ideas: 6,
        plan: 80,
        study: 80,
        wary: 40,
        worlds: 16,
        work: 400_000,
        ..AT_ONCE
    },
};

/// Warhammer Ancient Battles: nothing is hidden, so one world is enough.
pub const WAB: ByLevel = ByLevel {
    veteran: Dials {
        battles: 12,
        turns: 3,
        ideas: 3,
        ways: 112,
        ways_turns: TO_THE_END,
        sight: 3.0,
        work: 30_000,
        ..AT_ONCE
    },
    strategos: Dials {
        battles: 64,
        turns: 5,
        ideas: 6,
        ways: 160,
        ways_turns: TO_THE_END,
        wary: 56,
        sight: 3.0,
        work: 60_000,
        ..AT_ONCE
    },
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_turns_all_dials_alike() {
        let budget = |battles| Budget { battles, time: None };
        let usual = WAB.of(Level::Strategos, budget(None));
        let half = WAB.of(Level::Strategos, budget(Some(80)));
        assert_eq!((half.ways, half.battles, half.wary), (80, 32, 28));
        assert_eq!(half.work, usual.work / 2);
        let one = WAB.of(Level::Strategos, budget(Some(1)));
        assert_eq!((one.ways, one.battles, one.wary), (1, 1, 1));
        assert_eq!(DBA.of(Level::Veteran, budget(Some(9))).battles, 0);
        assert_eq!(TOMS.of(Level::Recruit, budget(Some(9))).battles, 0);
    }
}
