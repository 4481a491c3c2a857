//! One battle, as the rows of a simulation have it.

use crate::{Health, Noted, Watch};
use dice::Seeded;
use opponent::{Illegal, Level, Pace, Player, fight_noted};
use testudo::AnyBattle;
use umpire::{BySide, Digest, Field, Place, Side, UnitId};

/// A unit that was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fall {
    /// Which.
    pub unit: UnitId,
    /// In which turn.
    pub turn: u16,
    /// The enemy who stood nearest to it then; nobody when it was not on the table.
    pub before: Option<UnitId>,
}

/// The enemy nearest to where a unit last stood.
fn nearest_enemy(field: &Field, unit: UnitId) -> Option<UnitId> {
    let there = |id: &UnitId| field.side(*id) != field.side(unit) && field.on_table(*id);
    let away = |id: UnitId| table::distance(field.shape(unit), field.shape(id));
    field.ids().filter(there).min_by(|a, b| away(*a).total_cmp(&away(*b)))
}

/// What came of one battle.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its number, from 0.
    pub battle: u32,
    /// The seed of its dice.
    pub seed: u64,
    /// Who played each side.
    pub levels: BySide<Level>,
    /// The winner; nobody in a draw.
    pub winner: Option<Side>,
    /// Why it ended.
    pub reason: &'static str,
    /// Whether it was fought as a battle.
    pub health: Health,
    /// How many turns it took.
    pub turns: u16,
    /// How many decisions.
    pub steps: usize,
    /// Each side's losses as the book counts them.
    pub losses: BySide<i32>,
    /// The units lost, in the order in which they were.
    pub falls: Vec<Fall>,
    /// The turn from which the winner had lost less than the enemy for good; the last turn if it never had.
    pub decided: u16,
    /// The same number for the same battle on every platform.
    pub digest: Digest,
    /// How long each side's decisions took; the only thing that differs when a battle is fought again.
    pub pace: BySide<Pace>,
}

impl Row {
    /// Fights one battle between these players.
    ///
    /// # Errors
    /// When a general gives an illegal command.
    pub fn fight(
        start: &AnyBattle,
        battle: u32,
        seed: u64,
        mut players: BySide<Player>,
    ) -> Result<Row, Box<Illegal>> {
        let mut fought = start.clone();
        let mut falls: Vec<Fall> = Vec::new();
        let mut stood: Vec<bool> = Vec::new();
        // For each side the first turn of its present stretch of being ahead.
        let mut ahead_since: BySide<Option<u16>> = BySide([None, None]);
        let mut watch = Watch::of(seed);
        let mut dice = Noted::new(Seeded::new(seed));
        let ended = fight_noted(&mut fought, &mut players, &mut dice, &mut watch, |now, watch| {
            watch.look(now);
            let standing = now.standing();
            for side in Side::ALL {
                let ahead = standing.losses[side] < standing.losses[side.other()];
                ahead_since[side] = if ahead { ahead_since[side].or(Some(standing.turn)) } else { None };
            }
            let field = now.field();
            let lost = |id: &UnitId| matches!(field.unit(*id).place, Place::Destroyed | Place::Fled);
            for unit in field.ids().filter(lost) {
                if falls.iter().all(|fall| fall.unit != unit) {
                    let from_table = stood.get(unit.index()) == Some(&true);
                    let before = from_table.then(|| nearest_enemy(field, unit)).flatten();
                    falls.push(Fall { unit, turn: standing.turn, before });
                }
            }
            stood.clear();
            stood.extend(field.units().iter().map(|unit| unit.place == Place::Table));
        })
        .map_err(Box::new)?;
        let standing = fought.standing();
        let decided = ended.outcome.winner.and_then(|side| ahead_since[side]).unwrap_or(standing.turn);
        Ok(Row {
            battle,
            seed,
            levels: BySide::each(|side| players[side].level()),
            winner: ended.outcome.winner,
            reason: ended.outcome.reason,
            health: watch.finish(ended.outcome.winner.is_some(), ended.outcome.ending, dice.rules()),
            turns: standing.turn,
            steps: ended.steps,
            losses: standing.losses,
            falls,
            decided,
            digest: fought.digest(),
            pace: BySide::each(|side| players[side].pace().clone()),
        })
    }
}
