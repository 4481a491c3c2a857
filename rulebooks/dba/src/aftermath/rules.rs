//! Outcomes: what the loser suffers where it stands, and who goes after it.

use crate::data::tables::{Circumstance, Effect, Level, OutcomeRow, tables};
use crate::data::troop::{Going, Troop};
use crate::house::{House, ShotGoing};
use crate::{Dba, rule};
use ruling::RuleId;

/// A combat lost. Of equal totals each side is the loser in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Defeat {
    /// How the totals compare.
    pub level: Level,
    /// Who has the lower total.
    pub loser: Troop,
    /// Who has the higher.
    pub winner: Troop,
    /// The going that the loser is in (`dba.outcome.going`).
    pub going: Going,
    /// How the loser came to meet the winner.
    pub how: Circumstance,
}

/// What befalls the loser of a combat, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fate {
    /// What it suffers, before any recoil proves blocked.
    pub effect: Effect,
    /// The row of the table.
    pub row: RuleId,
    /// The rule that made it worse because the loser holds a camp.
    pub camp: Option<RuleId>,
}

/// What the loser suffers in the field.
pub fn outcome(house: &House, lost: &Defeat) -> Fate {
    let row = tables().outcome_row(lost.level, lost.loser);
    let effect = effect(house, row, lost);
    if lost.level == Level::Doubled && house.doubled_no_better && effect != Effect::Destroyed {
        let beaten = tables().outcome_row(Level::Beaten, lost.loser);
        if self::effect(house, beaten, lost) == Effect::Destroyed {
            let row = rule::OUTCOME_DOUBLED_LIGHT_HORSE_DRAGOONS;
            return Fate { effect: Effect::Destroyed, row, camp: None };
        }
    }
    Fate { effect, row: row.rule, camp: None }
}

/// What a row does to the loser.
fn effect(house: &House, row: &OutcomeRow, lost: &Defeat) -> Effect {
    let (winner, arm) = (lost.winner, house.arm(lost.winner));
    let good = lost.going == Going::Good;
    let contact = lost.how != Circumstance::Shot;
    let spared_by_ground = !good && house.shot_good_going == ShotGoing::Both;
    let destroyed = row.by.has(winner, arm)
        || (row.in_bad && !good)
        || (good && row.by_in_good.has(winner, arm))
        || (contact && row.by_in_contact.has(winner, arm))
        || (contact && !spared_by_ground && row.by_in_contact_in_good.has(winner, arm))
        || (lost.how == Circumstance::MovedIntoContact && row.by_charged.has(winner, arm));
    if destroyed { Effect::Destroyed } else { row.otherwise }
}

/// What the loser suffers as it holds a camp: it is in good going there (`dba.camp.going`) and has nowhere to recoil or
/// flee to (`dba.camp.recoil`).
pub fn outcome_in_camp(house: &House, lost: &Defeat) -> Fate {
    let fate = outcome(house, &Defeat { going: Going::Good, ..*lost });
    match fate.effect {
        Effect::Recoil | Effect::Flee => {
            Fate { effect: Effect::Destroyed, camp: Some(rule::CAMP_RECOIL), ..fate }
        }
        _ => fate,
    }
}

/// Whether the winner of a close combat must pursue a loser who suffered this (`dba.pursuit.who`).
pub fn pursues(book: &Dba, winner: Troop, loser: Effect, in_camp: bool) -> bool {
    loser != Effect::None && !in_camp && book.house.pursues(winner)
}
