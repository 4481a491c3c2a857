//! A battle fought out between two players.

use crate::General;
use dice::{Dice, Recorded};
use ruling::Refusal;
use testudo::{AnyBattle, AnyDecision};
use umpire::{Asked, BySide, Command, Entry, Journal, Outcome, Side, Silent, StepRecord, Viewer};

/// How a battle between players ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Fought {
    /// The outcome.
    pub outcome: Outcome,
    /// How many decisions were carried out.
    pub steps: usize,
}

/// A player gave a command the umpire refuses: a fault in the player, reported with everything needed to mend it.
#[derive(Clone, Debug, PartialEq)]
pub struct Illegal {
    /// Who.
    pub side: Side,
    /// At which step, from 1.
    pub step: usize,
    /// What.
    pub command: Command,
    /// Why it is refused.
    pub reasons: Vec<Refusal>,
}

impl std::fmt::Display for Illegal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "step {}: {} gave an illegal command {:?}:", self.step, self.side, self.command)?;
        self.reasons.iter().try_for_each(|r| write!(f, " {r}"))
    }
}

impl std::error::Error for Illegal {}

/// Fights a battle to its end with nobody watching.
///
/// # Errors
/// When a player gives an illegal command.
pub fn fight<G: General>(
    battle: &mut AnyBattle,
    players: &mut BySide<G>,
    dice: &mut dyn Dice,
) -> Result<Fought, Illegal> {
    fight_watched(battle, players, dice, |_| ())
}

/// Fights a battle to its end, showing it after every step.
///
/// # Errors
/// When a player gives an illegal command.
pub fn fight_watched<G: General>(
    battle: &mut AnyBattle,
    players: &mut BySide<G>,
    dice: &mut dyn Dice,
    mut each: impl FnMut(&AnyBattle),
) -> Result<Fought, Illegal> {
    fight_noted(battle, players, dice, &mut Silent, |battle, _| each(battle))
}

/// Fights a battle to its end with a journal of one's own, showing both after every step.
///
/// # Errors
/// When a player gives an illegal command.
pub fn fight_noted<G: General, J: Journal>(
    battle: &mut AnyBattle,
    players: &mut BySide<G>,
    dice: &mut dyn Dice,
    journal: &mut J,
    mut each: impl FnMut(&AnyBattle, &mut J),
) -> Result<Fought, Illegal> {
    fight_with(battle, players, |battle, side, decision| {
        battle.take(side, decision, dice, journal)?;
        each(battle, journal);
        Ok(())
    })
}

/// Fights a battle to its end, handing over each step and its journal as it is carried out.
///
/// # Errors
/// When a player gives an illegal command.
pub fn fight_recorded<G: General>(
    battle: &mut AnyBattle,
    players: &mut BySide<G>,
    dice: &mut dyn Dice,
    mut each: impl FnMut(&AnyBattle, StepRecord, Vec<Entry>),
) -> Result<Fought, Illegal> {
    fight_with(battle, players, |battle, side, decision| {
        let mut rolled = Recorded::new(&mut *dice);
        let mut journal = Vec::new();
        let command = decision.command().clone();
        battle.take(side, decision, &mut rolled, &mut journal)?;
        let faces = rolled.faces().collect();
        each(battle, StepRecord { side, command, faces, digest: battle.digest() }, journal);
        Ok(())
    })
}

fn fight_with<G: General>(
    battle: &mut AnyBattle,
    players: &mut BySide<G>,
    mut take: impl FnMut(&mut AnyBattle, Side, AnyDecision<'_>) -> Result<(), Vec<Refusal>>,
) -> Result<Fought, Illegal> {
    let mut steps = 0;
    loop {
        let side = match battle.asked() {
            Asked::Nobody(outcome) => return Ok(Fought { outcome, steps }),
            Asked::One(side) => side,
            // Red before blue where both are asked: neither sees the other's choice.
            Asked::Sealed(asked) if asked[Side::Red] => Side::Red,
            Asked::Sealed(_) => Side::Blue,
        };
        let view = battle.view(Viewer::Player(side));
        let decision = players[side].think(&view, side);
        let command = decision.command().clone();
        steps += 1;
        take(battle, side, decision).map_err(|reasons| Illegal { side, step: steps, command, reasons })?;
    }
}
