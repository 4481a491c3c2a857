//! Closing the door: from corner overlap onto the flank.

use crate::board::geometry::{Contact, contact, faces, line_up, together};
use crate::board::{Base, Board};
use crate::data::scale::in_paces;
use table::Facing;
use umpire::UnitId;

/// The enemy on whose flank an element closes the door, and where it then stands: it starts in corner overlap on an
/// enemy in front contact with a friend, and is ordered a quarter wheel about the shared corner, or straight to that
/// place (`dba.contact.flank_start`).
pub fn closes_door(board: &Board<'_>, base: &Base, path: &[umpire::Step]) -> Option<(UnitId, Base)> {
    let [step] = path else { return None };
    for enemy in board.enemies(base.side) {
        let flank = match contact(base, enemy) {
            Some(Contact::LeftOverlap) => Contact::LeftFlank,
            Some(Contact::RightOverlap) => Contact::RightFlank,
            _ => continue,
        };
        let friend_in_front = board.friends(base).any(|f| contact(f, enemy) == Some(Contact::Front));
        let place = line_up(base, enemy, flank);
        let ordered = match *step {
            umpire::Step::WheelLeft(by) => flank == Contact::LeftFlank && faces(by, Facing::EAST, 0.0),
            umpire::Step::WheelRight(by) => flank == Contact::RightFlank && faces(by, Facing::EAST, 0.0),
            umpire::Step::To(pose) => {
                together(in_paces(pose.at.vec()), place.rect.centre) && faces(pose.facing, place.facing, 0.0)
            }
            _ => false,
        };
        if friend_in_front && ordered {
            return Some((enemy.id, place));
        }
    }
    None
}
