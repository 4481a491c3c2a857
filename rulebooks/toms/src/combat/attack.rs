//! One attack: kill dice, the danger to a general, saving throws, casualties.
//!
//! The same steps play a battle and, walked along every path, give the exact odds.

use crate::rule;
use dice::{D6, Dice, Dist, RollId, TooManyPaths};
use ruling::RuleId;
use umpire::Side;

/// An attack about to be rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attack {
    /// How many dice.
    pub dice: u16,
    /// What kills.
    pub needs: u8,
    /// What saves; 0 for no throw.
    pub save: u8,
    /// How many men the target has.
    pub men: u16,
    /// Whether a general is in danger.
    pub general: bool,
}

/// What the kill dice show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Thrown {
    /// Dice that kill.
    pub kills: u16,
    /// Sixes among them.
    pub sixes: u16,
    /// Ones, which spoil a bolt.
    pub ones: u16,
}

/// What came of an attack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Outcome {
    /// Dice that killed.
    pub kills: u16,
    /// Whether one of them killed the general.
    pub general_killed: bool,
    /// Men saved.
    pub saved: u16,
    /// Men lost.
    pub casualties: u16,
}

/// One kill die more.
pub fn one_die(thrown: Thrown, needs: u8, why: RollId, dice: &mut dyn Dice) -> Thrown {
    let face = dice.roll(why, &D6);
    Thrown {
        kills: thrown.kills + u16::from(face >= needs),
        sixes: thrown.sixes + u16::from(face == 6),
        ones: thrown.ones + u16::from(face == 1),
    }
}

/// The danger to the general: every six is thrown again (`toms.general.hit`).
pub fn danger(general: bool, thrown: Thrown, why: RollId, dice: &mut dyn Dice) -> bool {
    general && dice.hits(why, &D6, thrown.sixes, 6) > 0
}

/// The saving throws, and what is left of the kills (`toms.shield.save`, `toms.casualties`).
pub fn saves(attack: &Attack, kills: u16, general_killed: bool, why: RollId, dice: &mut dyn Dice) -> Outcome {
    let men_hit = kills - u16::from(general_killed);
    let saved = if attack.save > 0 { dice.hits(why, &D6, men_hit, attack.save) } else { 0 };
    Outcome { kills, general_killed, saved, casualties: (men_hit - saved).min(attack.men) }
}

/// The rolls of an attack by the rules that ask for them.
#[derive(Clone, Copy, Debug)]
pub struct Rolls {
    /// The kill dice.
    pub kill: RollId,
    /// The sixes thrown again.
    pub general: RollId,
    /// The saves.
    pub save: RollId,
}

impl Rolls {
    /// The rolls of an attack by a side on a unit of the other.
    pub fn of(rule: RuleId, by: Side, on: Side, target: u16) -> Rolls {
        Rolls {
            kill: RollId::new(rule.as_str(), by as u8).unit(target),
            general: RollId::new(rule::GENERAL_HIT.as_str(), by as u8).unit(target),
            save: RollId::new(rule::SHIELD_SAVE.as_str(), on as u8).unit(target),
        }
    }
}

/// Rolls an attack.
pub fn roll(attack: &Attack, why: Rolls, dice: &mut dyn Dice) -> Outcome {
    let mut thrown = Thrown::default();
    for _ in 0..attack.dice {
        thrown = one_die(thrown, attack.needs, why.kill, dice);
    }
    let killed = danger(attack.general, thrown, why.general, dice);
    saves(attack, thrown.kills, killed, why.save, dice)
}

/// More states than an attack can have.
const LIMIT: usize = 1_000_000;

/// What the kill dice can show, exactly.
///
/// # Errors
/// [`TooManyPaths`] only for attacks larger than any unit's.
pub fn thrown(dice: u16, needs: u8) -> Result<Dist<Thrown>, TooManyPaths> {
    let why = RollId::new(rule::KILL_BASE.as_str(), 0);
    let mut thrown = Dist::certain(Thrown::default());
    for _ in 0..dice {
        thrown = thrown.then(LIMIT, |&t, dice| one_die(t, needs, why, dice))?;
    }
    Ok(thrown)
}

/// What an attack can come to, exactly.
///
/// # Errors
/// [`TooManyPaths`] only for attacks larger than any unit's.
pub fn odds(attack: &Attack) -> Result<Dist<Outcome>, TooManyPaths> {
    let why = Rolls::of(rule::KILL_BASE, Side::Red, Side::Blue, 0);
    // Ones matter to bolts alone, and sixes to generals: without them there are fewer states.
    let shown = thrown(attack.dice, attack.needs)?;
    let shown = shown.map(|t| Thrown { ones: 0, sixes: if attack.general { t.sixes } else { 0 }, ..*t });
    let killed = shown.then(LIMIT, |&t, dice| (t.kills, danger(attack.general, t, why.general, dice)))?;
    killed.then(LIMIT, |&(kills, general), dice| saves(attack, kills, general, why.save, dice))
}
