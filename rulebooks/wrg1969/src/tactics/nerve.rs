//! How steady a unit would be if it were tested now.

use crate::board::{Board, Body};
use crate::data::reaction::{Occasion, Reaction};
use crate::nerve::factors;
use crate::nerve::rules::{Signs, Verdict};

/// How likely a unit does what when it is tested.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Nerve {
    /// It goes on, or does as its general would wish.
    pub obeys: f64,
    /// It does as its general would wish; part of `obeys`.
    pub inspired: f64,
    /// It stands.
    pub stands: f64,
    /// It goes back in some order.
    pub yields: f64,
    /// It runs.
    pub runs: f64,
    /// It gets out of hand.
    pub wild: f64,
}

/// The odds of a unit's test on an occasion, its steadying factors signed as usual; none for those who never test.
pub fn nerve(board: &Board<'_>, body: &Body<'_>, occasion: Occasion) -> Option<Nerve> {
    let test = factors::test(board, body, occasion)?;
    let mut nerve = Nerve::default();
    for (verdict, chance) in test.odds(&board.book.house, Signs::Prefer(&[])).iter() {
        let p = chance.to_f64();
        let Verdict::Reacts(reaction) = verdict else {
            nerve.stands += p;
            continue;
        };
        match reaction {
            Reaction::ActAsCinc => {
                nerve.inspired += p;
                nerve.obeys += p;
            }
            Reaction::CarryOn | Reaction::AdvanceOnEnemy => nerve.obeys += p,
            Reaction::Halt | Reaction::HaltDisorganised => nerve.stands += p,
            Reaction::FallBack | Reaction::Retire => nerve.yields += p,
            Reaction::Break | Reaction::Retreat | Reaction::LeaveField => nerve.runs += p,
            Reaction::UncontrolledAdvance => nerve.wild += p,
        }
    }
    Some(nerve)
}
