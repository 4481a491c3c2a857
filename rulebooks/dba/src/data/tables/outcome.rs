//! Outcomes: what the loser of a combat suffers, row by row.

use crate::data::troop::{Arm, Troop, TroopSet};
use binding::Sheet;
use ruling::RuleId;

/// How the totals of two sides compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// The same.
    Equal,
    /// The lower is more than half of the higher.
    Beaten,
    /// The lower is half of the higher or less.
    Doubled,
}

impl Level {
    /// How two totals compare, whichever is the higher (`dba.outcome.level`).
    pub fn of(a: i16, b: i16) -> Level {
        let (lower, higher) = (a.min(b), a.max(b));
        if lower == higher {
            Level::Equal
        } else if 2 * lower <= higher {
            Level::Doubled
        } else {
            Level::Beaten
        }
    }

    /// The word used in files, questions and answers.
    pub const fn key(self) -> &'static str {
        match self {
            Level::Equal => "equal",
            Level::Beaten => "beaten",
            Level::Doubled => "doubled",
        }
    }

    /// Reads that word.
    pub fn parse(key: &str) -> Option<Level> {
        [Level::Equal, Level::Beaten, Level::Doubled].into_iter().find(|l| l.key() == key)
    }
}

/// How the loser came to meet the winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Circumstance {
    /// It moved into contact with the winner this bound.
    MovedIntoContact,
    /// It fought the winner hand to hand, but did not move into contact this bound.
    InContact,
    /// The winner shot at it.
    Shot,
}

impl Circumstance {
    /// Every circumstance.
    pub const ALL: [Circumstance; 3] =
        [Circumstance::MovedIntoContact, Circumstance::InContact, Circumstance::Shot];

    /// The word used in questions and answers.
    pub const fn key(self) -> &'static str {
        match self {
            Circumstance::MovedIntoContact => "moved_into_contact",
            Circumstance::InContact => "in_contact",
            Circumstance::Shot => "shot",
        }
    }

    /// Reads that word.
    pub fn parse(key: &str) -> Option<Circumstance> {
        Circumstance::ALL.into_iter().find(|c| c.key() == key)
    }
}

/// What happens to an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// Nothing.
    None,
    /// It recoils.
    Recoil,
    /// It flees 600 paces.
    Flee,
    /// It is destroyed.
    Destroyed,
    /// Camp Followers give up the camp.
    AbandonCamp,
}

impl Effect {
    /// Every effect.
    pub const ALL: [Effect; 5] =
        [Effect::None, Effect::Recoil, Effect::Flee, Effect::Destroyed, Effect::AbandonCamp];

    /// The word used in files, questions and answers.
    pub const fn key(self) -> &'static str {
        match self {
            Effect::None => "none",
            Effect::Recoil => "recoil",
            Effect::Flee => "flee",
            Effect::Destroyed => "destroyed",
            Effect::AbandonCamp => "abandon_camp",
        }
    }

    /// Reads that word.
    pub fn parse(key: &str) -> Option<Effect> {
        Effect::ALL.into_iter().find(|e| e.key() == key)
    }
}

/// Troops as the tables name them: one by one, or every mounted type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Named {
    troops: TroopSet,
    mounted: bool,
}

impl Named {
    /// Reads the named list; "any" stands for every type.
    pub fn read(sheet: &Sheet<'_>, name: &str) -> Named {
        let mut named = Named::default();
        for word in sheet.opt(name).iter().flat_map(Sheet::items) {
            match word.text() {
                "mounted" => named.mounted = true,
                "any" => named.troops = Troop::ALL.into_iter().collect(),
                _ => named.troops.add(word.word(Troop::parse)),
            }
        }
        named
    }

    /// Whether a type of that arm is meant.
    #[inline]
    pub fn has(&self, troop: Troop, arm: Arm) -> bool {
        self.troops.has(troop) || (self.mounted && arm == Arm::Mounted)
    }
}

/// One row: whom it is about, who destroys them and when, and what befalls them otherwise.
#[derive(Clone, Debug)]
pub struct OutcomeRow {
    /// The rule that it is.
    pub rule: RuleId,
    level: Level,
    losers: Named,
    /// Who destroys them.
    pub by: Named,
    /// Who destroys them in good going.
    pub by_in_good: Named,
    /// Who destroys them hand to hand.
    pub by_in_contact: Named,
    /// Who destroys them hand to hand in good going.
    pub by_in_contact_in_good: Named,
    /// Who destroys them if they moved into contact.
    pub by_charged: Named,
    /// Whether bad going destroys them.
    pub in_bad: bool,
    /// What befalls them otherwise.
    pub otherwise: Effect,
}

impl OutcomeRow {
    /// Reads a row.
    pub fn read(sheet: &Sheet<'_>) -> OutcomeRow {
        OutcomeRow {
            rule: sheet.rule(),
            level: sheet.at("level").word(Level::parse),
            losers: Named::read(sheet, "losers"),
            by: Named::read(sheet, "by"),
            by_in_good: Named::read(sheet, "by_in_good"),
            by_in_contact: Named::read(sheet, "by_in_contact"),
            by_in_contact_in_good: Named::read(sheet, "by_in_contact_in_good"),
            by_charged: Named::read(sheet, "by_charged"),
            in_bad: sheet.yes("in_bad"),
            otherwise: sheet.at("otherwise").word(Effect::parse),
        }
    }

    /// Whether the row is about that loser at that level.
    pub fn is_about(&self, level: Level, loser: Troop) -> bool {
        self.level == level && self.losers.troops.has(loser)
    }
}
