//! Giving up: when a general sees no way to win.

use crate::books::of_book;
use crate::craft::Craft;
use testudo::AnyView;
use umpire::{Bearing, Place, Side, View};

/// A general gives up with at most one in so many of its units still in hand …
const LEFT: usize = 4;
/// … if the enemy has at least so many times as many.
const OUTNUMBERED: usize = 3;

/// Where no army breaks by the book, it also gives up with at most one in so many still in hand …
const LEFT_UNBROKEN: usize = 3;
/// … if the enemy has so many times as many, …
const OUTNUMBERED_UNBROKEN: usize = 2;
/// … or once one in so many of its figures has fallen, in the last third of the agreed time one in so many, and so many
/// times as many as the enemy's.
const FALLEN: i32 = 3;
const FALLEN_LATE: i32 = 4;
const BLED: i32 = 2;
/// When the last third begins.
const LATE: f64 = 2.0 / 3.0;

/// Whether a side sees no way to win: a quarter of its units or fewer are in hand, the enemy has three times as many,
/// and the enemy has not lost more by the book's own count. Where an army never breaks by the book, its general need
/// not wait for that.
pub fn is_due(view: &AnyView, side: Side) -> bool {
    let field = view.field();
    let (mut all, mut own, mut theirs, mut figures) = (0, 0, 0, 0);
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
            figures += if place == Place::Table { i32::from(field.unit(id).formation.figures) } else { 0 };
            own += usize::from(in_hand);
        } else {
            theirs += usize::from(in_hand);
        }
    }
    let losses = view.standing().losses;
    let (lost, enemy_lost) = (losses[side], losses[side.other()]);
    let few = |left: usize, outnumbered: usize| {
        own * left <= all && theirs >= outnumbered * own.max(1) && lost >= enemy_lost
    };
    if few(LEFT, OUTNUMBERED) {
        return true;
    }
    let Some(time) = of_book!(view, view => time_without_break(view)) else { return false };
    let fallen = if time >= LATE { FALLEN_LATE } else { FALLEN };
    let bled = lost > 0 && fallen * lost >= figures + lost && lost >= BLED * enemy_lost;
    bled || few(LEFT_UNBROKEN, OUTNUMBERED_UNBROKEN)
}

fn time_without_break<C: Craft>(view: &View<C>) -> Option<f64> {
    C::time_without_break(view)
}
