//! How a battle is likely to end: fought on from here, quickly and often.

use crate::Budget;
use crate::books::of_book;
use crate::craft::{Craft, guessed};
use crate::fates::Fates;
use crate::mind::{Effort, Luck, fought_on};
use dice::Seeded;
use std::cmp::Ordering;
use testudo::AnyView;
use umpire::{Asked, BySide, Side, View};

/// How many battles are fought on unless the budget says otherwise.
const BATTLES: u32 = 24;
/// How many turns each goes on: who is ahead by then counts as the winner.
const TURNS: u16 = 8;

/// How the battles went that were fought on from a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outlook {
    /// How many were fought.
    pub battles: u32,
    /// How many each side won, or was ahead in when they were broken off; the rest were even.
    pub won: BySide<u32>,
}

/// Fights a position on with hasty players on both sides, what is hidden being guessed anew each time.
///
/// Without a limit of time the same seed gives the same outlook on every machine.
pub fn outlook(view: &AnyView, seed: u64, budget: Budget) -> Outlook {
    of_book!(view, view => outlook_of(view, seed, budget))
}

fn outlook_of<C: Craft>(view: &View<C>, seed: u64, budget: Budget) -> Outlook {
    let mut outlook = Outlook::default();
    let until = budget.until();
    for n in 0..u64::from(budget.battles.unwrap_or(BATTLES)) {
        // One is fought in any case.
        let mut effort = Effort { until: until.filter(|_| outlook.battles > 0), work: u64::MAX };
        let mut battle = guessed(view, &mut Seeded::stream(seed, 4 * n));
        let begun = battle.book.standing(&battle.field, &battle.phase).turn > 0;
        let horizon = if begun { (1 + TURNS) * C::TICKS } else { u16::MAX };
        let luck =
            Luck { dice: Fates::new(seed ^ n.rotate_left(40)), whims: Seeded::stream(seed, 4 * n + 1) };
        let first = BySide([None, None]);
        if !fought_on(&mut battle, first, |_| BySide([C::RECRUIT; 2]), horizon, luck, &mut effort) {
            break;
        }
        outlook.battles += 1;
        if let Some(side) = leader(&battle) {
            outlook.won[side] += 1;
        }
    }
    outlook
}

/// Who has won, or has lost less.
fn leader<C: Craft>(battle: &View<C>) -> Option<Side> {
    if let Asked::Nobody(outcome) = battle.book.asked(&battle.field, &battle.phase) {
        return outcome.winner;
    }
    let losses = battle.book.standing(&battle.field, &battle.phase).losses;
    match losses[Side::Red].cmp(&losses[Side::Blue]) {
        Ordering::Less => Some(Side::Red),
        Ordering::Equal => None,
        Ordering::Greater => Some(Side::Blue),
    }
}
