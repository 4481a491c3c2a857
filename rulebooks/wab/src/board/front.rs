//! What is left of a unit's front once its dead are off.

use crate::board::bodies::{Board, Body};
use crate::board::faces::row;
use crate::data::armour::Face;
use crate::data::length::NEAR;
use table::Vec2;

/// The middle of what is left of a unit's front once its dead are off: they fall in the rear, and in a unit of one rank
/// at the ends, those out of contact first; the others stay where they are.
pub fn front_left(board: &Board<'_>, body: &Body<'_>) -> Vec2 {
    let left = body.state.models + board.phase.characters(body.id).count() as u16;
    let [first, last] = ends_lost(&touched(board, body), left);
    let pitch = body.base()[0] + body.gap();
    body.rect.front_mid() + body.rect.right() * (pitch * (f64::from(first) - f64::from(last)) / 2.0)
}

/// Which models of the front rank, from the left, are in contact with an enemy on any side.
fn touched(board: &Board<'_>, body: &Body<'_>) -> Vec<bool> {
    let n = body.files.min(body.places).max(1);
    let mut touched = vec![false; usize::from(n)];
    let bases = row(body, Face::Front);
    for (contact, i) in board.phase.contacts_of(body.id) {
        let Some(enemy) = board.body(contact.units[1 - i]) else { continue };
        match contact.faces[i] {
            Face::Left => touched[0] = true,
            Face::Right => touched[usize::from(n) - 1] = true,
            Face::Front | Face::Rear => {
                let (start, along) = (body.rect.fl(), body.rect.right());
                let at = enemy.rect.corners().map(|p| (p - start).dot(along));
                let (low, high) = at
                    .into_iter()
                    .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
                for (i, touches) in touched.iter_mut().enumerate() {
                    let (from, to) = bases.base_at(i as u16);
                    *touches |= from <= high + NEAR && to >= low - NEAR;
                }
            }
        }
    }
    touched
}

/// How many fall at the left and at the right end of a front rank until so many are left: first at the end that
/// overhangs the enemy further, then alternately, the right one first.
fn ends_lost(touched: &[bool], left: u16) -> [u16; 2] {
    let mut lost = [0_usize; 2];
    for turn in 0..touched.len().saturating_sub(left.into()) {
        let row = &touched[lost[0]..touched.len() - lost[1]];
        let overhang = [row.iter().position(|t| *t), row.iter().rev().position(|t| *t)];
        let end = match overhang {
            [Some(first), Some(last)] if first != last => usize::from(last > first),
            _ => usize::from(turn % 2 == 0),
        };
        lost[end] += 1;
    }
    lost.map(|n| n as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_rank_is_thinned_where_it_does_not_touch() {
        assert_eq!(ends_lost(&[false; 6], 3), [1, 2]);
        assert_eq!(ends_lost(&[true, true, false, false, false, false], 3), [0, 3]);
        assert_eq!(ends_lost(&[false, false, false, true, true, false], 2), [3, 1]);
        assert_eq!(ends_lost(&[true; 4], 4), [0, 0]);
    }
}
