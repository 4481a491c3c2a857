//! What a close combat is worth before it is fought.

use crate::aftermath::recoil;
use crate::board::state::Phase;
use crate::board::{Board, camp, contacts};
use crate::combat;
use crate::combat::rules::Role;
use crate::tactics::odds::{Contender, chance_of_loss, stakes};
use umpire::UnitId;

/// A close combat as it stands, weighed by exact odds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Melee {
    /// What each side stands to lose, in elements.
    pub stakes: [f32; 2],
    /// The chance that each is destroyed.
    pub losses: [f32; 2],
}

impl Melee {
    /// How much more the second stands to lose than the first.
    pub fn balance(&self) -> f32 {
        self.stakes[1] - self.stakes[0]
    }
}

/// Weighs the combat of two elements, or of an element and the holder of a camp.
pub fn melee(board: &Board<'_>, phase: &Phase, ids: [UnitId; 2]) -> Melee {
    let [a, b] = [(ids[0], ids[1]), (ids[1], ids[0])]
        .map(|(me, enemy)| combat::fighters::fighter(board, phase, me, enemy));
    let trapped = ids.map(|id| match board.base(id) {
        Some(base) if camp::camp_held(board, id).is_none() => {
            recoil::decide(board, base, contacts::held_by(board, base)).to.is_none()
        }
        _ => true,
    });
    let first = Contender::of(board.book, Role::Fights, &a, &b, trapped[0]);
    let second = Contender::of(board.book, Role::Fights, &b, &a, trapped[1]);
    let house = &board.book.house;
    Melee {
        stakes: stakes(house, &first, &second),
        losses: [chance_of_loss(house, &first, &second), chance_of_loss(house, &second, &first)],
    }
}
