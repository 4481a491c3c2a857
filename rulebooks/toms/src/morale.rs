//! Break tests: what causes them, how many dice, and what breaks.

use crate::rule;
use crate::tables::tables;
use crate::troop::Profile;
use ruling::{RuleId, Tally};

/// The kinds of tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// An ordinary break test.
    Break,
    /// A panic test.
    Panic,
    /// An FC test.
    Fc,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 3] = [Kind::Break, Kind::Panic, Kind::Fc];

    /// The word used in tables and answers.
    pub const fn key(self) -> &'static str {
        match self {
            Kind::Break => "break",
            Kind::Panic => "panic",
            Kind::Fc => "fc",
        }
    }
}

/// What causes a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Trigger {
    /// Losses down to half.
    HalfCasualties,
    /// Losses from half on.
    CasualtiesBelowHalf,
    /// A friend near by is broken.
    BrokenFriend,
    /// A friend near by is destroyed.
    FriendDestroyed,
    /// The generals are dead.
    GeneralsKilled,
    /// It is on fire.
    OnFire,
    /// An elephant of the enemy is near.
    ElephantNear,
    /// An elephant of the enemy is near horses.
    ElephantCavalry,
    /// Fire is shot at the elephant.
    FlameAtElephant,
    /// Fire is shot near the elephant.
    FlameNearElephant,
    /// The elephant is wounded.
    ElephantWounded,
}

impl Trigger {
    /// How many there are.
    pub const COUNT: usize = 11;
    /// All of them, in the order of the tables.
    pub const ALL: [Trigger; Self::COUNT] = [
        Trigger::HalfCasualties,
        Trigger::CasualtiesBelowHalf,
        Trigger::BrokenFriend,
        Trigger::FriendDestroyed,
        Trigger::GeneralsKilled,
        Trigger::OnFire,
        Trigger::ElephantNear,
        Trigger::ElephantCavalry,
        Trigger::FlameAtElephant,
        Trigger::FlameNearElephant,
        Trigger::ElephantWounded,
    ];

    /// The word used in tables, questions and answers.
    pub const fn key(self) -> &'static str {
        match self {
            Trigger::HalfCasualties => "half_casualties",
            Trigger::CasualtiesBelowHalf => "casualties_below_half",
            Trigger::BrokenFriend => "broken_friend",
            Trigger::FriendDestroyed => "friend_destroyed",
            Trigger::GeneralsKilled => "generals_killed",
            Trigger::OnFire => "on_fire",
            Trigger::ElephantNear => "elephant_near",
            Trigger::ElephantCavalry => "elephant_cavalry",
            Trigger::FlameAtElephant => "flame_at_elephant",
            Trigger::FlameNearElephant => "flame_near_elephant",
            Trigger::ElephantWounded => "elephant_wounded",
        }
    }

    /// The rule of the cause.
    pub fn rule(self) -> RuleId {
        tables().breaks.triggers[self as usize].rule
    }

    /// The kind of test it brings.
    pub fn kind(self) -> Kind {
        tables().breaks.triggers[self as usize].kind
    }

    /// Whether only elephants take it.
    pub fn is_elephants(self) -> bool {
        tables().breaks.triggers[self as usize].elephant.is_some()
    }
}

/// A cause with what matters of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cause {
    /// What happened.
    pub trigger: Trigger,
    /// Whether it happened to an auxiliary or an engine.
    pub auxiliary: bool,
}

impl From<Trigger> for Cause {
    fn from(trigger: Trigger) -> Self {
        Cause { trigger, auxiliary: false }
    }
}

/// Why a unit need not test for a cause, if it need not.
pub fn immune(who: &Profile, cause: Cause) -> Option<RuleId> {
    let ordinary =
        matches!(cause.trigger, Trigger::BrokenFriend | Trigger::FriendDestroyed | Trigger::ElephantNear);
    if who.is_elephant() && ordinary {
        return Some(rule::ELEPHANT_IMMUNE);
    }
    (cause.auxiliary && cause.trigger == Trigger::BrokenFriend).then_some(rule::AUX_PANIC)
}

/// The face from which on a test is failed, and the rule that says so.
pub fn number(who: &Profile, cause: Cause) -> (RuleId, u8) {
    let breaks = &tables().breaks;
    if who.is_elephant() {
        let rule = match cause.trigger {
            Trigger::FlameAtElephant => rule::ELEPHANT_FLAME,
            Trigger::FlameNearElephant => rule::ELEPHANT_FLAME_NEAR,
            Trigger::ElephantWounded => rule::ELEPHANT_WOUNDED,
            _ => rule::ELEPHANT_BREAK_NUMBER,
        };
        let own = breaks.triggers[cause.trigger as usize].elephant;
        return (rule, own.unwrap_or(tables().elephant.breaks));
    }
    let (rule, row) = match cause.trigger.kind() {
        Kind::Break => (rule::BREAK_NUMBER, 0),
        Kind::Panic => (rule::PANIC_NUMBER, 1),
        Kind::Fc if cause.auxiliary => (rule::AUX_FC, 3),
        Kind::Fc => (rule::FC_NUMBER, 2),
    };
    (rule, breaks.numbers[row][usize::from(!who.trained)])
}

/// What a unit is like when it tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nerve {
    /// Whether it is below half its starting strength.
    pub below_half: bool,
    /// Whether a friendly general is near.
    pub general_near: bool,
    /// Whether a general is in it.
    pub general: bool,
    /// Whether it is on a hill or in a forest.
    pub cover: bool,
}

/// The dice of a test (`toms.break.dice.condition` and what follows it); without any it is passed.
pub fn dice(nerve: Nerve) -> Tally {
    let [cause, below, lonely, led, cover] = tables().breaks.dice;
    let mut tally = Tally::of("dice");
    let given = [
        (cause, true),
        (below, nerve.below_half),
        (lonely, !nerve.general_near),
        (led, nerve.general),
        (cover, nerve.cover),
    ];
    for (factor, applies) in given {
        if applies {
            tally.add(factor.rule, factor.value);
        }
    }
    tally
}

/// Whether so many are below half of so many.
pub fn is_below_half(men: u16, start: u16) -> bool {
    men * 2 < start
}

/// Why an attack that took a unit from one strength to another calls for no test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoTest {
    /// Nobody fell.
    NoCasualties,
    /// Nobody is left.
    Destroyed,
    /// More than half are left, or an elephant has lives enough.
    AboveHalf,
}

/// The test that losses call for (`toms.break.when.half`, `toms.break.when.casualties`, `toms.elephant.wounded`).
///
/// # Errors
/// Why they call for none.
pub fn after_losses(elephant: bool, start: u16, before: u16, after: u16) -> Result<Trigger, NoTest> {
    if after >= before {
        return Err(NoTest::NoCasualties);
    }
    if after == 0 {
        return Err(NoTest::Destroyed);
    }
    if elephant {
        let wounded = tables().elephant.wounded.contains(&after);
        return if wounded { Ok(Trigger::ElephantWounded) } else { Err(NoTest::AboveHalf) };
    }
    if after * 2 > start {
        return Err(NoTest::AboveHalf);
    }
    Ok(if before * 2 > start { Trigger::HalfCasualties } else { Trigger::CasualtiesBelowHalf })
}
