//! The sequence of play (`wab.turn.sequence`): what follows what, until somebody is asked.

use crate::aftermath::{give_ground, pursuit, rally};
use crate::board::game::Game;
use crate::board::state::Next;
use crate::charge::{advance, declare};
use crate::movement::remaining;
use crate::play::{turn_end, turn_start};
use crate::{aftermath, combat, shooting};

/// Plays on until somebody is asked or the battle is over.
pub fn run_on(game: &mut Game<'_, '_>, from: Next) {
    let mut next = from;
    while next != Next::Ask {
        next = follow(game, next);
    }
}

/// Does one part of a turn, and says what comes after it.
fn follow(game: &mut Game<'_, '_>, next: Next) -> Next {
    match next {
        Next::Ask => Next::Ask,
        Next::Turn => turn_start::begin(game),
        Next::Declarations => declare::go_on(game),
        Next::Rally => rally::begin(game),
        Next::FormUp => rally::next(game),
        Next::Compulsory => rally::compulsory(game),
        Next::Chargers => advance::go_on(game),
        Next::Remaining => remaining::go_on(game),
        Next::Shooting => shooting::resolve::begin(game),
        Next::Combat => combat::resolve::begin(game),
        Next::Fight => combat::resolve::fight(game),
        Next::Aftermath => aftermath::resolve::begin(game),
        Next::Flights => pursuit::flights(game),
        Next::GiveGround => give_ground::give_ground(game),
        Next::TurnEnds => turn_end::end(game),
    }
}
