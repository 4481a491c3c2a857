//! Winning: what counts as lost, and when that ends the battle.

use crate::board::state::Phase;
use crate::data::tables::tables;
use crate::data::troop::Troop;
use crate::house::House;
use crate::{Dba, rule};
use umpire::{BySide, Ending, Field, Outcome, Place, Side};

/// What a side has lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Losses {
    /// Elements destroyed or fled, without those that count nothing.
    pub elements: i32,
    /// Whether the general's element, that of the general in chief, is among the lost.
    pub general: bool,
    /// Whether the enemy has taken the camp and it has not been recovered.
    pub camp: bool,
}

impl Losses {
    /// Losses as they are compared: a camp counts as several elements (`dba.victory.camp`).
    pub fn count(&self, house: &House) -> i32 {
        self.elements + if self.camp { i32::from(house.camp_value) } else { 0 }
    }
}

/// Whether the loss of a troop type counts (`dba.victory.count`).
pub fn counts(troop: Troop) -> bool {
    !tables().not_counted.has(troop)
}

/// What a side has lost so far.
pub fn losses(book: &Dba, field: &Field, phase: &Phase, side: Side) -> Losses {
    let mut lost = Losses { camp: phase.camps[side].is_some_and(|c| c.taken), ..Losses::default() };
    for id in field.ids() {
        let card = field.card(id);
        if card.side != side || !matches!(field.unit(id).place, Place::Destroyed | Place::Fled) {
            continue;
        }
        lost.general |= card.general && book.commands.of(id) == 0;
        lost.elements += i32::from(counts(Troop::ALL[usize::from(card.class)]));
    }
    lost
}

/// How many lost elements can lose a side the battle (`dba.victory.win`, `dba.army.commands`).
pub fn limit(house: &House) -> i32 {
    i32::from(house.elements_to_lose) * i32::from(house.commands)
}

/// Who wins with these losses, if the battle ends with them (`dba.victory.win`).
pub fn winner(house: &House, losses: &BySide<Losses>) -> Option<Side> {
    let count = losses.map(|l| l.count(house));
    Side::ALL.into_iter().find(|&side| {
        let loser = side.other();
        let broken = (house.general_kill_wins && losses[loser].general) || count[loser] >= limit(house);
        broken && count[loser] > count[side]
    })
}

/// How the battle ends at the end of this bound, if it does.
pub fn check(book: &Dba, field: &Field, phase: &Phase) -> Option<Outcome> {
    let lost = BySide::each(|side| losses(book, field, phase, side));
    if let Some(side) = winner(&book.house, &lost) {
        let general = lost[side.other()].general && book.house.general_kill_wins;
        let reason =
            if general { "the enemy general was lost" } else { "the enemy had lost too many elements" };
        return Some(Outcome { winner: Some(side), rule: rule::VICTORY_WIN, reason, ending: Ending::Fought });
    }
    (phase.bound >= book.house.max_bounds).then_some(Outcome {
        winner: None,
        rule: rule::VICTORY_TIME,
        reason: "time had run out",
        ending: Ending::Time,
    })
}
