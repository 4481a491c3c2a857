//! How a battle is likely to end: fought on from here, quickly and often.

use crate::Budget;
use crate::strategos::{asked, hasty};
use dice::Seeded;
use std::time::Instant;
use testudo::{AnyBattle, AnyView};
use umpire::{Asked, BySide, Side, Silent, Viewer};

/// How many battles are fought on unless the budget says otherwise.
const BATTLES: u32 = 24;
/// How many turns each goes on: who is ahead by then counts as the winner.
const TURNS: u16 = 8;
/// No battle goes on for more decisions than this.
const LONGEST: usize = 600;

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
    let until = budget.until();
    let mut outlook = Outlook::default();
    for n in 0..u64::from(budget.battles.unwrap_or(BATTLES)) {
        // One is fought in any case.
        let limit = until.filter(|_| outlook.battles > 0);
        let Some(ahead) = ahead(view, seed, n, limit) else { break };
        outlook.battles += 1;
        if let Some(side) = ahead {
            outlook.won[side] += 1;
        }
    }
    outlook
}

/// Who is ahead after a battle was fought on; nothing if time runs out.
fn ahead(view: &AnyView, seed: u64, n: u64, until: Option<Instant>) -> Option<Option<Side>> {
    let stream = |k: u64| Seeded::stream(seed, 4 * n + k);
    let mut battle = view.imagine(&mut stream(0));
    let (mut dice, mut whims) = (stream(1), BySide([stream(2), stream(3)]));
    let turn = battle.standing().turn;
    let last = if turn == 0 { u16::MAX } else { turn.saturating_add(TURNS) };
    for _ in 0..LONGEST {
        let Some(side) = asked(&battle).filter(|_| battle.standing().turn <= last) else { break };
        if until.is_some_and(|until| Instant::now() >= until) {
            return None;
        }
        let view = battle.view(Viewer::Player(side));
        let decision = hasty(&view, side, &mut whims[side]);
        if battle.take(side, decision, &mut dice, &mut Silent).is_err() {
            break;
        }
    }
    Some(leader(&battle))
}

/// Who has won, or has lost less.
fn leader(battle: &AnyBattle) -> Option<Side> {
    if let Asked::Nobody(outcome) = battle.asked() {
        return outcome.winner;
    }
    let losses = battle.standing().losses;
    match losses[Side::Red].cmp(&losses[Side::Blue]) {
        std::cmp::Ordering::Less => Some(Side::Red),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(Side::Blue),
    }
}
