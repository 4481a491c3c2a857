//! Break tests: what breaks the loser of a round, and what saves it.

use crate::house::House;
use crate::leadership::Leaders;
use crate::rule;
use crate::tables::tables;
use dice::{D6, Dice, Dist, RollId, TooManyPaths, exact};
use ruling::{RuleId, Tally, ledger};

/// A beaten unit.
#[derive(Clone, Copy, Debug)]
pub struct Beaten {
    /// Whose Leadership it may use.
    pub leaders: Leaders,
    /// By how much its side lost.
    pub difference: u16,
    /// Its models.
    pub models: u16,
    /// Whether small units of its kind hold together.
    pub excused: bool,
    /// Whether it is formed.
    pub formed: bool,
    /// Its headcount.
    pub own: u16,
    /// The headcount of the enemies in contact.
    pub enemies: u16,
    /// The headcount of those of them it fears; nothing if it fears none.
    pub feared: u16,
    /// Whether it hates one of them.
    pub hatred: bool,
    /// Whether it is stubborn.
    pub stubborn: bool,
    /// Whether it has given ground as the stubborn may.
    pub stubborn_used: bool,
    /// Whether it is frenzied.
    pub frenzied: bool,
    /// Whether a ferocious charge beat it.
    pub ferocious: bool,
    /// Whether the army standard is near.
    pub standard: bool,
    /// A warband's rank bonus.
    pub ranks: u8,
}

/// What breaks a unit without a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Automatic {
    /// Nothing.
    None,
    /// It has fewer than five.
    FewerThanFive,
    /// A feared enemy outnumbers it.
    Feared,
    /// A ferocious charge.
    Ferocious,
}

impl Automatic {
    /// The word used in answers.
    pub const fn key(self) -> &'static str {
        match self {
            Automatic::None => "none",
            Automatic::FewerThanFive => "fewer_than_five",
            Automatic::Feared => "feared_and_outnumbered",
            Automatic::Ferocious => "ferocious_charge",
        }
    }

    /// Its rule.
    pub const fn rule(self) -> RuleId {
        match self {
            Automatic::None => rule::BREAK_TEST,
            Automatic::FewerThanFive => rule::BREAK_FEWER_THAN_FIVE,
            Automatic::Feared => rule::FEAR_BEATEN,
            Automatic::Ferocious => rule::SPECIAL_FEROCIOUS_CHARGE,
        }
    }
}

/// What becomes of a beaten unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fate {
    /// It holds.
    Holds,
    /// It gives ground because it is stubborn, which it does only once.
    GivesGroundStubborn,
    /// It gives ground because it has twice the numbers.
    GivesGround,
    /// It falls back in good order.
    FallsBack,
    /// It breaks.
    Breaks,
}

impl Fate {
    /// Whether it gives ground, for either reason.
    pub fn gives_ground(self) -> bool {
        matches!(self, Fate::GivesGround | Fate::GivesGroundStubborn)
    }

    /// The word used in answers.
    pub fn key(self) -> &'static str {
        match self {
            Fate::Holds => "holds",
            Fate::GivesGround | Fate::GivesGroundStubborn => "gives_ground",
            Fate::FallsBack => "falls_back",
            Fate::Breaks => "breaks",
        }
    }
}

impl Beaten {
    /// A formed unit that met as many as it has, on its own Leadership, with nothing special about it.
    pub fn plain(leadership: u8, models: u16) -> Self {
        Beaten {
            leaders: Leaders { own: leadership, general: None },
            difference: 0,
            models,
            excused: false,
            formed: true,
            own: models,
            enemies: models,
            feared: 0,
            hatred: false,
            stubborn: false,
            stubborn_used: false,
            frenzied: false,
            ferocious: false,
            standard: false,
            ranks: 0,
        }
    }

    /// What would break it without a test.
    pub fn automatic(&self) -> Automatic {
        if self.models < tables().five && !self.excused {
            Automatic::FewerThanFive
        } else if self.feared > self.own && !self.frenzied {
            Automatic::Feared
        } else if self.ferocious {
            Automatic::Ferocious
        } else {
            Automatic::None
        }
    }

    /// The target of its test (`wab.break.test`).
    pub fn target(&self) -> Tally {
        let mut tally = if self.hatred {
            let mut tally = Tally::default();
            tally.add(rule::HATRED_BREAK, tables().hatred_ld as i8);
            tally
        } else {
            self.leaders.with_ranks(self.ranks)
        };
        tally.add(rule::BREAK_TEST, -(self.difference.min(100) as i8));
        tally
    }

    /// Whether it has twice the numbers of its enemies (`wab.give_ground.two_to_one`).
    fn is_two_to_one(&self, house: &House) -> bool {
        let twice = self.enemies > 0 && self.own >= 2 * self.enemies;
        house.give_ground_two_to_one && self.formed && twice
    }

    /// What becomes of it (`wab.break.order`).
    pub fn fate(&self, house: &House, why: RollId, dice: &mut dyn Dice) -> Fate {
        let automatic = self.automatic();
        if automatic != Automatic::None {
            ledger::cite(automatic.rule());
        }
        match automatic {
            Automatic::FewerThanFive => return Fate::Breaks,
            Automatic::Ferocious if self.is_two_to_one(house) => return Fate::GivesGround,
            Automatic::Feared | Automatic::Ferocious if self.stubborn => {
                ledger::cite(rule::STUBBORN_AUTOMATIC);
                let holds = dice.roll(why, &D6) >= tables().stubborn_holds;
                return if holds { Fate::Holds } else { Fate::Breaks };
            }
            Automatic::Feared | Automatic::Ferocious => return Fate::Breaks,
            Automatic::None => {}
        }
        let target = self.target().total();
        let tries = if self.standard { 2 } else { 1 };
        let plain = self.leaders.best().total();
        let mut near = false;
        for _ in 0..tries {
            let sum = dice.total(why, &D6, 2) as i16;
            if sum <= target || (sum == 2 && house.double_one_holds) {
                return Fate::Holds;
            }
            near = sum <= plain;
        }
        self.softened(house, near)
    }

    /// What a failed test comes to; `near` if the roll was not above the plain Leadership.
    fn softened(&self, house: &House, near: bool) -> Fate {
        if self.stubborn && !self.stubborn_used {
            ledger::cite(rule::STUBBORN_GIVE_GROUND);
            Fate::GivesGroundStubborn
        } else if self.is_two_to_one(house) {
            ledger::cite(rule::GIVE_GROUND_TWO_TO_ONE);
            Fate::GivesGround
        } else if house.fall_back_in_good_order && near {
            ledger::cite(rule::GIVE_GROUND_GOOD_ORDER);
            Fate::FallsBack
        } else {
            Fate::Breaks
        }
    }

    /// The exact odds of its fate.
    ///
    /// # Errors
    /// Never in practice: there are at most a hundred and twenty-one paths.
    pub fn odds(&self, house: &House) -> Result<Dist<Fate>, TooManyPaths> {
        exact(1000, |dice| self.fate(house, RollId::new(rule::BREAK_TEST.as_str(), 0), dice))
    }
}
