//! Contacts that single elements could make, each with what it seems worth.

use super::estimate::{self, Moved};
use super::scene::{Order, Places, Scene, members, to};
use super::{camps, route};
use dba::api::board;
use dba::api::board::Contact;
use dba::api::board::{Base, NEAR, WIDTH};
use dba::api::contact;

/// Whoever is in a zone of control is not farther from its owner's centre than this.
const ZONE_REACH: f64 = 360.0;

/// Every contact or overlap that an element might reach.
pub fn of_one(scene: &Scene<'_>, i: u8, orders: &mut Vec<Order>) {
    let me = scene.base(i);
    if !scene.book.house.may_contact(me.troop) {
        return;
    }
    // Whoever is within reach, at most twelve of them; no zone of control reaches farther.
    let reach = (scene.rate(me.troop) + WIDTH * 1.2).max(ZONE_REACH);
    let front = me.rect.front_mid();
    let near = scene.foes().filter(|&f| {
        let far = front - scene.base(f).rect.centre;
        far.dot(far) <= reach * reach
    });
    let near = near.fold(Places::default(), |set, f| set | 1 << f);
    if near != 0 {
        meet(scene, i, near, orders);
    }
    camps::attacks(scene, me, orders);
}

/// The contacts of an element with those near it.
fn meet(scene: &Scene<'_>, i: u8, near: Places, orders: &mut Vec<Order>) {
    let me = scene.base(i);
    let rate = scene.rate_from(me);
    let held = members(near).filter(|&f| scene.is_in_zone(&me.rect, f)).fold(0, |set, f| set | 1 << f);
    for foe in members(if held == 0 { near } else { held }) {
        if scene.board.camp_of(scene.base(foe).id).is_some() {
            continue;
        }
        // One who is in a zone can only meet its owner face to face, or close the door.
        let edges = if held == 0 || scene.tie(i).overlaps.is_some() {
            &Contact::ENDS[..]
        } else {
            &Contact::ENDS[..1]
        };
        for &edge in edges {
            let Some(stops) = reached(scene, me, rate, foe, edge) else { continue };
            let there = stops[stops.len() - 1];
            let promise = match edge {
                Contact::Front => estimate::front(scene, Moved { who: &[i], bases: &[there] }, 0, foe),
                Contact::LeftFlank | Contact::RightFlank | Contact::Rear => {
                    estimate::flank(scene, &there, foe)
                }
                _ => estimate::overlap(scene, foe),
            };
            orders.push(Order::single(me, stops.iter().map(to).collect(), promise));
        }
    }
}

/// The stops on an element's way to an edge of an enemy, its place there last, if it seems that it could get there.
fn reached(scene: &Scene<'_>, me: &Base, rate: f64, foe: u8, edge: Contact) -> Option<Vec<Base>> {
    if is_taken(scene, foe, edge) {
        return None;
    }
    let it = scene.base(foe);
    let door = closes_the_door(scene, me, foe, edge);
    if !door && is_beyond(me, it, edge, rate + NEAR) {
        return None;
    }
    let there = board::line_up(me, it, edge);
    let cost = table::front_corner_cost(&me.rect, &there.rect);
    if !door && (cost > rate + NEAR || !contact::flank_start(me, it, edge)) {
        return None;
    }
    let free = !there.overlaps(&it.rect) && !scene.board.others(me.id).any(|o| there.overlaps(&o.rect));
    if !free || !board::on_table(&scene.board, &there.rect) {
        return None;
    }
    if door {
        return Some(vec![there]);
    }
    let reach = scene.reach_of(me, &there);
    if cost > reach + NEAR { None } else { route::route(scene, me, &there, edge, reach) }
}

/// Whether somebody stands against that edge of an enemy already; nobody overlaps one who fights nobody.
fn is_taken(scene: &Scene<'_>, foe: u8, edge: Contact) -> bool {
    let tie = scene.tie(foe);
    let opposite = tie.front.map(|friend| scene.tie(friend));
    match edge {
        Contact::Front => tie.front.is_some(),
        Contact::LeftFlank | Contact::LeftSide => tie.left.is_some(),
        Contact::RightFlank | Contact::RightSide => tie.right.is_some(),
        Contact::Rear => tie.behind.is_some(),
        // Whoever fights it faces the other way: its left is their right.
        Contact::LeftOverlap => opposite.is_none_or(|friend| friend.right.is_some()),
        Contact::RightOverlap => opposite.is_none_or(|friend| friend.left.is_some()),
    }
}

/// Whether the middle of an element's front alone is plainly too far from where it would be against an edge.
fn is_beyond(me: &Base, it: &Base, edge: Contact, rate: f64) -> bool {
    let (side, front) = (it.rect.half_width, it.rect.half_depth);
    let (u, v) = match edge {
        Contact::Front => (0.0, front),
        Contact::LeftFlank => (-side, front - WIDTH / 2.0),
        Contact::RightFlank => (side, front - WIDTH / 2.0),
        Contact::Rear => (0.0, -front),
        Contact::LeftOverlap | Contact::LeftSide => (-side - WIDTH / 2.0, front),
        Contact::RightOverlap | Contact::RightSide => (side + WIDTH / 2.0, front),
    };
    let way = it.rect.place(u, v) - me.rect.front_mid();
    // A hair more, so that rounding leaves nobody out.
    way.dot(way) > (rate + 0.01) * (rate + 0.01)
}

/// Whether an element that overlaps an enemy wheels about the shared corner onto its flank.
fn closes_the_door(scene: &Scene<'_>, me: &Base, foe: u8, edge: Contact) -> bool {
    let it = scene.base(foe);
    let overlap = match edge {
        Contact::LeftFlank => Contact::LeftOverlap,
        Contact::RightFlank => Contact::RightOverlap,
        _ => return false,
    };
    scene.tie(foe).front.is_some() && board::contact(me, it) == Some(overlap)
}
