//! Outcomes: what the loser of a combat suffers, row by row.

use super::tables;
use crate::house::{House, ShotGoing};
use crate::rule;
use crate::troop::{Arm, Going, Troop, TroopSet};
use binding::Sheet;
use ruling::{RuleId, ledger};

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
    ///
    /// ```
    /// use testudo_dba::tables::Level;
    /// assert_eq!([(5, 5), (6, 4), (3, 6), (-1, -3)].map(|(a, b)| Level::of(a, b)), [
    ///     Level::Equal,
    ///     Level::Beaten,
    ///     Level::Doubled,
    ///     Level::Doubled,
    /// ]);
    /// ```
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
pub(super) struct Named {
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
pub(super) struct OutcomeRow {
    rule: RuleId,
    level: Level,
    losers: Named,
    by: Named,
    by_in_good: Named,
    by_in_contact: Named,
    by_in_contact_in_good: Named,
    by_charged: Named,
    in_bad: bool,
    otherwise: Effect,
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

    /// What the row does to the loser.
    fn effect(&self, house: &House, winner: Troop, going: Going, how: Circumstance) -> Effect {
        let arm = house.arm(winner);
        let good = going == Going::Good;
        let contact = how != Circumstance::Shot;
        let spared_by_ground = !good && house.shot_good_going == ShotGoing::Both;
        let destroyed = self.by.has(winner, arm)
            || (self.in_bad && !good)
            || (good && self.by_in_good.has(winner, arm))
            || (contact && self.by_in_contact.has(winner, arm))
            || (contact && !spared_by_ground && self.by_in_contact_in_good.has(winner, arm))
            || (how == Circumstance::MovedIntoContact && self.by_charged.has(winner, arm));
        if destroyed { Effect::Destroyed } else { self.otherwise }
    }
}

/// What the loser suffers, and the row that says so; the going is the loser's own (`dba.outcome.going`).
///
/// Of equal totals each side is the loser in turn.
///
/// ```
/// use testudo_dba::house::House;
/// use testudo_dba::tables::{Circumstance, Effect, Level, outcome};
/// use testudo_dba::troop::{Going, Troop};
/// let beaten = |going| {
///     outcome(&House::default(), Level::Beaten, Troop::Auxilia, Troop::Knights, going, Circumstance::InContact).0
/// };
/// assert_eq!((beaten(Going::Good), beaten(Going::Bad)), (Effect::Destroyed, Effect::Recoil));
/// ```
pub fn outcome(
    house: &House,
    level: Level,
    loser: Troop,
    winner: Troop,
    going: Going,
    how: Circumstance,
) -> (Effect, RuleId) {
    let row = tables().outcome_row(level, loser);
    ledger::cite(row.rule);
    let effect = row.effect(house, winner, going, how);
    if level == Level::Doubled && house.doubled_no_better && effect != Effect::Destroyed {
        let beaten = tables().outcome_row(Level::Beaten, loser);
        if beaten.effect(house, winner, going, how) == Effect::Destroyed {
            return (Effect::Destroyed, rule::OUTCOME_DOUBLED_LIGHT_HORSE_DRAGOONS);
        }
    }
    (effect, row.rule)
}
