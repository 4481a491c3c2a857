//! The way to a place against an enemy: straight there, or first to a place before it.

use super::scene::Scene;
use dba::api::board::Contact;
use dba::api::board::{Base, NEAR};
use dba::api::data::tables;
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

/// Whether nobody is in the way at any glance on a leg, and no zone of control forbids it.
fn is_clear(scene: &Scene<'_>, from: &Base, to: &Base, edge: Contact) -> bool {
    let (a, b) = (from.rect.front_mid(), to.rect.front_mid());
    let (middle, half) = (a.lerp(b, 0.5), a.distance(b) / 2.0);
    // No part of the base is farther from the middle of the leg at any glance, and a pace for rounding.
    let reach = half + 2.0 * from.rect.half_depth + from.rect.half_width + 1.0;
    let within = |rect: &Rect, beyond: f64| {
        let (d, far) = (rect.centre - middle, reach + rect.half_width + rect.half_depth + beyond);
        d.dot(d) <= far * far
    };
    let mut ways = [from.rect; GLANCES.len()];
    ways.iter_mut().zip(glances(from, to)).for_each(|(way, rect)| *way = rect);
    let blocked = |other: &Base| {
        within(&other.rect, NEAR)
            && is_in_way(scene, from, other)
            && ways.iter().any(|rect| rect.overlaps(&other.rect, NEAR))
    };
    let zone = tables().zone;
    let forbidden =
        |foe: u8| within(&scene.base(foe).rect, zone) && ways.iter().any(|rect| scene.is_in_zone(rect, foe));
    !scene.board.bases.iter().any(blocked) && (edge == Contact::Front || !scene.foes().any(forbidden))
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
    let blocked = |other: &Base| is_in_way(scene, me, other) && rect.overlaps(&other.rect, NEAR);
    scene.board.bases.iter().any(blocked)
        || (edge != Contact::Front && scene.foes().any(|f| scene.is_in_zone(rect, f)))
}

/// Whether an element may not pass another.
fn is_in_way(scene: &Scene<'_>, me: &Base, other: &Base) -> bool {
    let passes = other.side == me.side && scene.book.house.passes(me.troop, other.troop);
    other.id != me.id && !passes
}
