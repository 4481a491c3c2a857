//! The arithmetic of what follows a fight: Break tests, rallying, and how far one runs.

use crate::data::tables::tables;
use crate::data::troop::Troop;
use crate::house::{FireFlee, House, PursuitTie};
use crate::nerve::rules::{Leaders, is_half};
use crate::rule;
use dice::{D6, Dice, Dist, RollId, TooManyPaths, exact};
use ruling::{RuleId, Tally};

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
        match automatic {
            Automatic::FewerThanFive => return Fate::Breaks,
            Automatic::Ferocious if self.is_two_to_one(house) => return Fate::GivesGround,
            Automatic::Feared | Automatic::Ferocious if self.stubborn => {
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
            Fate::GivesGroundStubborn
        } else if self.is_two_to_one(house) {
            Fate::GivesGround
        } else if house.fall_back_in_good_order && near {
            Fate::FallsBack
        } else {
            Fate::Breaks
        }
    }

    /// Whether it is stubborn and rolls a die where others would break without a test (`wab.stubborn.automatic`).
    pub fn rolls_stubbornly(&self, house: &House) -> bool {
        self.stubborn
            && match self.automatic() {
                Automatic::Feared => true,
                Automatic::Ferocious => !self.is_two_to_one(house),
                Automatic::None | Automatic::FewerThanFive => false,
            }
    }

    /// The rules that gave it a fate, besides what broke it and its test.
    pub fn because(&self, house: &House, fate: Fate) -> Vec<RuleId> {
        let softened = match fate {
            Fate::GivesGroundStubborn => Some(rule::STUBBORN_GIVE_GROUND),
            Fate::GivesGround => Some(rule::GIVE_GROUND_TWO_TO_ONE),
            Fate::FallsBack => Some(rule::GIVE_GROUND_GOOD_ORDER),
            Fate::Holds | Fate::Breaks => None,
        };
        let stubborn = self.rolls_stubbornly(house).then_some(rule::STUBBORN_AUTOMATIC);
        let tested = self.automatic() == Automatic::None;
        let again = (self.standard && tested).then_some(rule::STANDARD_REROLL);
        stubborn.into_iter().chain(softened).chain(again).collect()
    }

    /// The exact odds of its fate.
    ///
    /// # Errors
    /// Never in practice: there are at most a hundred and twenty-one paths.
    pub fn odds(&self, house: &House) -> Result<Dist<Fate>, TooManyPaths> {
        exact(1000, |dice| self.fate(house, RollId::new(rule::BREAK_TEST.as_str(), 0), dice))
    }
}

/// A unit that would rally.
#[derive(Clone, Copy, Debug)]
pub struct Rallying {
    /// Whose Leadership it may use.
    pub leaders: Leaders,
    /// What it is.
    pub troop: Troop,
    /// Its models.
    pub models: u16,
    /// The models it began with.
    pub starting: u16,
    /// How far the nearest enemy is.
    pub enemy: f64,
    /// Whether it feigned its flight and chose it.
    pub feigned: bool,
}

/// How a rally goes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "made and read at once, never kept")]
pub enum Rally {
    /// There are too few to rally.
    TooFew,
    /// It rallies of itself.
    Automatic,
    /// It tests on this.
    Test(Tally),
}

impl Rallying {
    /// How it may rally (`wab.rally.test` and what follows it).
    pub fn rally(&self) -> Rally {
        let t = tables();
        let excused = self.troop.is_excused_from_five() || self.troop == Troop::Character;
        if self.models < t.five && !excused {
            return Rally::TooFew;
        }
        if self.feigned && self.models >= t.five {
            return Rally::Automatic;
        }
        let mut target = self.leaders.best();
        target.add(rule::RALLY_HALF, -i8::from(is_half(self.models, self.starting)));
        target.add(rule::RALLY_NEAR, -i8::from(self.enemy <= t.distances.rally));
        Rally::Test(target)
    }
}

/// Dice of a flight or a pursuit: how many, and how many are taken off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// D6 rolled.
    pub dice: u8,
    /// D6 taken off.
    pub less: u8,
}

impl Run {
    /// The flight of a Movement (`wab.flee.distance`, `wab.flee.reduced`).
    pub fn flight(house: &House, movement: u8, fired: bool) -> Run {
        let t = tables();
        let full = t.flee_dice[usize::from(movement > t.slow_up_to)];
        match (fired, house.fire_flee_reduction) {
            (false, _) => Run { dice: full, less: 0 },
            (true, FireFlee::ReducedTo) => Run { dice: full - t.flee_fewer, less: 0 },
            (true, FireFlee::ReducedBy) => Run { dice: full, less: full - t.flee_fewer },
        }
    }

    /// Rolls the distance.
    pub fn roll(self, why: RollId, dice: &mut dyn Dice) -> u16 {
        let far = dice.total(why, &D6, self.dice.into());
        far.saturating_sub(dice.total(why, &D6, self.less.into()))
    }

    /// How it is written, such as 2d6.
    pub fn words(self) -> String {
        match self.less {
            0 => format!("{}d6", self.dice),
            less => format!("{}d6-{less}d6", self.dice),
        }
    }
}

/// Whether a pursuer catches fleers (`wab.pursuit.roll`).
pub fn catches(house: &House, pursuit: u16, flight: u16) -> bool {
    pursuit > flight || (pursuit == flight && house.pursuit_tie == PursuitTie::Caught)
}
