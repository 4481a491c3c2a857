//! What keeps an element where it is.

use crate::board::geometry::{self, Contact, contact};
use crate::board::state::Phase;
use crate::board::{Base, Board, camp};
use crate::data::troop::Troop;
use table::{Edge, Facing};
use umpire::{Side, UnitId};

/// What keeps an element where it is (`dba.move.locked`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lock {
    /// Nothing.
    Free,
    /// An enemy in front contact, or a camp it attacks (by its holder's number): it may only break off.
    Front(UnitId),
    /// An enemy on its flank or rear, or an attack on the camp it occupies: it may not move.
    Held(UnitId),
}

/// What keeps an element where it is.
pub fn lock(board: &Board<'_>, phase: &Phase, base: &Base) -> Lock {
    if let Some(camp) = board.camp_of(base.id) {
        return camp::attacker(board, phase, camp).map_or(Lock::Free, Lock::Held);
    }
    let mut lock = Lock::Free;
    for enemy in board.enemies(base.side) {
        match contact(enemy, base) {
            Some(Contact::Front) if lock == Lock::Free => lock = Lock::Front(enemy.id),
            Some(kind) if kind.flank_or_rear() => return Lock::Held(enemy.id),
            _ => {}
        }
    }
    if lock == Lock::Free {
        for owner in Side::ALL {
            if camp::stands_against(board, base, owner)
                && camp::attacker(board, phase, owner) == Some(base.id)
            {
                return camp::holder(board, owner).map_or(Lock::Free, Lock::Front);
            }
        }
    }
    lock
}

/// Whether no enemy stands in front, flank or rear contact with a base.
pub fn is_untouched(board: &Board<'_>, base: &Base) -> bool {
    !board.enemies(base.side).any(|e| contact(e, base).is_some_and(Contact::fights))
}

/// War Wagons that nobody has contacted yet: whichever edge is contacted becomes their front.
pub fn is_all_fronts(board: &Board<'_>, base: &Base) -> bool {
    base.troop == Troop::WarWagons && is_untouched(board, base)
}

/// A base turned so that one of its edges is its front.
pub fn fronting(base: &Base, edge: Edge) -> Base {
    let quarters = match edge {
        Edge::Front => 0,
        Edge::Right => 1,
        Edge::Rear => 2,
        Edge::Left => 3,
    };
    Base { rect: geometry::fronting(&base.rect, edge), facing: base.facing + Facing(quarters << 30), ..*base }
}
