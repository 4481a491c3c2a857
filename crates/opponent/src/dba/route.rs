//! The way to a place against an enemy: straight there, or first to a place before it.

use super::scene::Scene;
use dba::api::board::Contact;
use dba::api::board::{Base, NEAR};
use table::Rect;

/// How far before the enemy one turns into line, where the straight way is barred.
const STAND_OFF: [f64; 3] = [30.0, 90.0, 170.0];
/// At which shares of a leg one takes a glance.
const GLANCES: [f64; 6] = [0.15, 0.35, 0.5, 0.65, 0.8, 0.95];

/// The stops on the way to a place against an edge of an enemy, the place itself last; none if every way that comes
/// to mind is barred or too long.
pub fn route(scene: &Scene<'_>, me: &Base, there: &Base, edge: Contact, rate: f64) -> Option<Vec<Base>> {
    if is_clear(scene, me, there, edge) {
        return Some(vec![*there]);
    }
    // Or first to the side, and then straight ahead.
    let abreast = (there.rect.centre - me.rect.centre).dot(there.rect.ahead);
    let offs = STAND_OFF.into_iter().chain((abreast > STAND_OFF[0]).then_some(abreast));
    offs.map(|off| (off, there.back(off))).find_map(|(off, stop)| {
        let fits = table::front_corner_cost(&me.rect, &stop.rect) + off <= rate;
        let goes = fits && !is_barred(scene, me, &stop.rect, edge);
        (goes && is_clear(scene, me, &stop, edge) && is_clear(scene, &stop, there, edge))
            .then(|| vec![stop, *there])
    })
}

fn is_clear(scene: &Scene<'_>, from: &Base, to: &Base, edge: Contact) -> bool {
    glances(from, to).all(|rect| !is_barred(scene, from, &rect, edge))
}

/// Where a base is here and there on a leg.
pub fn glances<'b>(from: &'b Base, to: &'b Base) -> impl Iterator<Item = Rect> + 'b {
    GLANCES.into_iter().map(move |share| {
        let ahead = from.rect.ahead.lerp(to.rect.ahead, share);
        let length = ahead.len();
        // One that turns about has no facing halfway.
        let ahead = if length > 0.1 { ahead * (1.0 / length) } else { to.rect.ahead };
        let front = from.rect.front_mid().lerp(to.rect.front_mid(), share);
        Rect { centre: front - ahead * from.rect.half_depth, ahead, ..from.rect }
    })
}

/// Whether somebody is in the way there, or an enemy's zone of control forbids to go on to any but its owner's front.
fn is_barred(scene: &Scene<'_>, me: &Base, rect: &Rect, edge: Contact) -> bool {
    let in_way = scene.board.bases.iter().any(|other| {
        let passes = other.side == me.side && scene.book.house.passes(me.troop, other.troop);
        other.id != me.id && !passes && rect.overlaps(&other.rect, NEAR)
    });
    in_way || (edge != Contact::Front && scene.foes().any(|f| scene.is_in_zone(rect, f)))
}
