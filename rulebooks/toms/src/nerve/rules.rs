//! Break tests: how many dice, what breaks, and who need not test.

use crate::data::tables::tables;
use crate::data::trigger::{Kind, Trigger};
use crate::data::troop::Profile;
use crate::rule;
use ruling::{RuleId, Tally};

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

/// Why a unit need not test for a cause. Returns `None` if it must.
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
        let own = breaks.of(cause.trigger).elephant;
        return (rule, own.unwrap_or(tables().elephant.breaks));
    }
    let (rule, row) = match breaks.of(cause.trigger).kind {
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
