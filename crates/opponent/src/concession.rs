//! Giving up: when a general sees no way to win.

use testudo::AnyView;
use umpire::{Bearing, Place, Side};

/// A general gives up with at most one in so many of its units still in hand …
const LEFT: usize = 4;
/// … if the enemy has at least so many times as many.
const OUTNUMBERED: usize = 3;

/// Whether a side sees no way to win: a quarter of its units or fewer are in hand, the enemy has three times as many,
/// and the enemy has not lost more by the book's own count.
pub fn is_due(view: &AnyView, side: Side) -> bool {
    let field = view.field();
    let (mut all, mut own, mut theirs) = (0, 0, 0);
    for id in field.ids() {
        let (place, bearing) = (field.unit(id).place, view.bearing(id));
        if bearing == Bearing::NoTroops {
            continue;
        }
        let in_hand = place == Place::Table && bearing == Bearing::InHand;
        if field.side(id) == side {
            // Somebody is yet to come.
            if matches!(place, Place::Waiting | Place::Off) {
                return false;
            }
            all += 1;
            own += usize::from(in_hand);
        } else {
            theirs += usize::from(in_hand);
        }
    }
    let losses = view.standing().losses;
    own * LEFT <= all && theirs >= OUTNUMBERED * own.max(1) && losses[side] >= losses[side.other()]
}
