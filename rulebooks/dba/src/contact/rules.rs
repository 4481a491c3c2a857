//! From where a flank may be struck.

use crate::board::Base;
use crate::board::geometry::Contact;
use crate::data::scale::NEAR;

/// Whether a base stood, when its move began, so that it may strike that flank or the rear of an enemy
/// (`dba.contact.flank_start`).
pub fn flank_start(start: &Base, enemy: &Base, edge: Contact) -> bool {
    let corners = start.rect.corners().map(|corner| enemy.rect.local(corner));
    let (side, front) = (enemy.rect.half_width, enemy.rect.half_depth);
    let beside = |hand: f64| {
        let out = |u: f64| u * hand;
        corners.iter().all(|&(u, _)| out(u) >= side - NEAR)
            || (corners.iter().all(|&(_, v)| v <= front + NEAR)
                && corners.iter().any(|&(u, _)| out(u) > side + NEAR))
    };
    match edge {
        Contact::LeftFlank => beside(-1.0),
        Contact::RightFlank => beside(1.0),
        Contact::Rear => corners.iter().all(|&(_, v)| v <= -front + NEAR),
        _ => true,
    }
}
