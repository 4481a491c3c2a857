//! The contacts that a move has made.

use crate::board::geometry::{Contact, contact};
use crate::board::state::Phase;
use crate::board::{Base, Board, camp};
use crate::data::scale::NEAR;
use umpire::{Side, UnitId};

/// The contacts that movers are in where they ended, in the order in which they count as made: who, upon whom. A
/// camp goes by its holder's number, and only one element attacks it (`dba.camp.attack`).
pub fn made(
    board: &Board<'_>,
    phase: &Phase,
    movers: &[Base],
    conformed: Option<&Base>,
) -> Vec<(UnitId, UnitId)> {
    let mut made = Vec::new();
    for base in movers {
        for enemy in board.enemies(base.side) {
            let enemy = conformed.filter(|c| c.id == enemy.id).unwrap_or(enemy);
            if board.camp_of(enemy.id).is_none() && contact(base, enemy).is_some_and(Contact::fights) {
                made.push((base.id, enemy.id));
            }
        }
    }
    for owner in Side::ALL {
        if !movers.iter().any(|b| camp::stands_against(board, b, owner)) {
            continue;
        }
        let (Some(outline), Some(holder)) = (board.outline(owner), camp::holder(board, owner)) else {
            continue;
        };
        let mut longest: Option<(f64, UnitId)> = None;
        for base in movers.iter().filter(|b| camp::stands_against(board, b, owner)) {
            let length = camp::touch(base, &outline);
            let better = longest
                .is_none_or(|(most, id)| length > most + NEAR || (length > most - NEAR && base.id < id));
            if better {
                longest = Some((length, base.id));
            }
        }
        let taken = camp::attacker(board, phase, owner).is_some_and(|id| !movers.iter().any(|b| b.id == id));
        if let Some((_, id)) = longest.filter(|_| !taken) {
            made.push((id, holder));
        }
    }
    made
}
