//! Who wins.

use crate::board::Board;
use crate::data::tables::tables;
use crate::house::House;
use crate::rule;
use dice::Fraction;
use ruling::RuleId;
use std::cmp::Ordering;
use umpire::{BySide, Ending, Outcome, Place, Side, UnitId};

/// What a side has lost, in points: twelfths keep the parts of models whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Loss {
    /// The points it began with.
    pub points: u32,
    /// The points of units destroyed, gone or berserk.
    pub lost: u32,
    /// The points of broken units that may still rally; they count half.
    pub broken: u32,
    /// The points of figures lost, times [`Loss::PARTS`].
    pub casualties: u32,
}

impl Loss {
    /// Into how many parts a point is divided, so that a quarter of a model is whole.
    pub const PARTS: u32 = 4;

    /// Half points lost: all of what is gone, half of what is broken (`toms.victory.army_breaks`).
    pub fn halves(&self) -> u32 {
        2 * self.lost + self.broken
    }

    /// The share of its points that is lost.
    pub fn share(&self) -> Fraction {
        Fraction::new(self.halves().into(), (2 * self.points.max(1)).into())
    }

    /// The share of its points in figures lost.
    pub fn casualty_share(&self) -> Fraction {
        Fraction::new(self.casualties.into(), (self.points.max(1) * Self::PARTS).into())
    }
}

/// What a side has lost in a battle.
pub fn loss(board: &Board<'_>, side: Side) -> Loss {
    let mut loss = Loss::default();
    for id in board.field.ids().filter(|&id| board.side(id) == side) {
        let points = u32::from(board.points(id));
        loss.points += points;
        if board.field.unit(id).place == Place::Waiting {
            continue;
        }
        let gone = !board.field.on_table(id);
        if gone || board.is_berserk(id) {
            loss.lost += points;
        } else if board.is_broken(id) {
            loss.broken += points;
        }
        loss.casualties += if gone { points * Loss::PARTS } else { in_figures(board, id, points) };
    }
    loss
}

/// The points of the figures a unit has lost, in parts.
fn in_figures(board: &Board<'_>, id: UnitId, points: u32) -> u32 {
    let fallen = u32::from(board.start(id).saturating_sub(board.men(id)));
    let start = u32::from(board.start(id).max(1));
    points * Loss::PARTS * fallen / start
}

/// How a battle ends, if it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// The rule.
    pub rule: RuleId,
}

/// The points whose loss breaks an army (`toms.victory.army_breaks`).
pub fn limit(house: &House, loss: &Loss) -> i32 {
    (loss.points * u32::from(house.army_break)).div_ceil(100) as i32
}

/// Whether the battle is over, which is judged when both sides have had their turn (`toms.victory.army_breaks`,
/// `toms.victory.limit`).
pub fn end(house: &House, losses: &BySide<Loss>, round: u16, complete: bool) -> Option<End> {
    if !complete {
        return None;
    }
    let broken = |side: Side| {
        let loss = &losses[side];
        loss.halves() * 100 >= 2 * loss.points * u32::from(house.army_break)
    };
    let [red, blue] = Side::ALL;
    if broken(red) || broken(blue) {
        let winner = match losses[red].share().cmp(&losses[blue].share()) {
            Ordering::Less => Some(red),
            Ordering::Greater => Some(blue),
            Ordering::Equal => None,
        };
        return Some(End { winner, rule: rule::VICTORY_ARMY_BREAKS });
    }
    if round < house.turn_limit {
        return None;
    }
    let margin = Fraction::new(tables().margin.into(), 100);
    let (a, b) = (losses[red].casualty_share(), losses[blue].casualty_share());
    let winner = if b >= a.clone() + margin.clone() {
        Some(red)
    } else if a >= b + margin {
        Some(blue)
    } else {
        None
    };
    Some(End { winner, rule: rule::VICTORY_LIMIT })
}

/// The outcome of a battle, if it is over after a player turn.
pub fn check(board: &Board<'_>) -> Option<Outcome> {
    let losses = BySide::each(|side| loss(board, side));
    let complete = board.phase.turn.is_multiple_of(2);
    let end = end(&board.book.house, &losses, board.phase.round(), complete)?;
    let (reason, ending) = if end.rule == rule::VICTORY_LIMIT {
        ("the last turn was over", Ending::Time)
    } else {
        ("an army had broken", Ending::Fought)
    };
    Some(Outcome { winner: end.winner, rule: end.rule, reason, ending })
}
