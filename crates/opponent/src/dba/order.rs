//! The order of combats.

use dba::Dba;
use dba::api::board::Board;
use dba::api::board::Pair;
use dba::api::data::Troop;
use dba::api::tactics;
use dba::api::tactics::Stance;
use umpire::{Command, OptionId, Side, UnitId, View};

/// The combat to fight next: the likeliest kill first, and first among those the one that bares most flanks.
pub fn next_combat(view: &View<Dba>, side: Side) -> Command {
    let board = Board::of(&view.book, &view.field, &view.phase);
    let stance = Stance::of(&board, &view.phase);
    best(&view.phase.pairs, |pair| promise(&board, &stance, view, side, pair))
}

/// The same by the types of troops alone.
pub fn by_type(view: &View<Dba>) -> Command {
    let troop = |id: UnitId| Troop::ALL[usize::from(view.field.card(id).class)];
    best(&view.phase.pairs, |pair| tactics::matchup(troop(pair.active), troop(pair.inactive)))
}

fn best(pairs: &[Pair], promise: impl Fn(&Pair) -> f32) -> Command {
    let mut best = (f32::NEG_INFINITY, 0);
    for (i, pair) in pairs.iter().enumerate() {
        let now = promise(pair);
        if now > best.0 {
            best = (now, i);
        }
    }
    Command::Choose(OptionId(best.1 as u16))
}

/// What it gains to fight a pair before the others.
fn promise(board: &Board<'_>, stance: &Stance, view: &View<Dba>, side: Side, pair: &Pair) -> f32 {
    let (own, foe) = if view.field.side(pair.active) == side {
        (pair.active, pair.inactive)
    } else {
        (pair.inactive, pair.active)
    };
    let melee = tactics::melee(board, &view.phase, [own, foe]);
    // A hole beside one who fights another of these pairs leaves that one overlapped.
    let bares = |id: UnitId| {
        let Some(i) = board.bases.iter().position(|b| b.id == id) else { return 0.0 };
        let tie = &stance.ties[i];
        let waits = |n: u8| {
            let id = board.bases[usize::from(n)].id;
            view.phase.pairs.iter().any(|p| p.active == id || p.inactive == id)
        };
        [tie.left, tie.right].into_iter().flatten().filter(|&n| waits(n)).count() as f32
    };
    melee.losses[1] * (1.0 + bares(foe)) - melee.losses[0] * (1.0 + bares(own)) + 0.2 * melee.balance()
}
