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
    meet(scene, i, |there| {
        if let Some(stops) = there.reached(scene, me) {
            let promise = there.promise(scene, i);
            orders.push(Order::single(me, stops.iter().map(to).collect(), promise));
        }
    });
    camps::attacks(scene, me, orders);
}

/// What the best contact that an element might reach seems worth; 0 if none seems worth anything.
pub fn best_of_one(scene: &Scene<'_>, i: u8) -> f32 {
    let me = scene.base(i);
    if !scene.book.house.may_contact(me.troop) {
        return 0.0;
    }
    let mut best = 0.0_f32;
    meet(scene, i, |there| {
        // The way there is looked at only if it is worth it: that takes longest.
        if there.most(scene, i) > best {
            let promise = there.promise(scene, i);
            if promise > best && there.reached(scene, me).is_some() {
                best = promise;
            }
        }
    });
    let mut attacks = Vec::new();
    camps::attacks(scene, me, &mut attacks);
    attacks.iter().map(|order| order.promise).fold(best, f32::max)
}

/// A place against an enemy that an element might come to.
struct There {
    foe: u8,
    edge: Contact,
    base: Base,
    /// How far the element goes; it need not go anywhere if it closes the door.
    reach: Option<f64>,
}

impl There {
    /// The stops on the way there, the place itself last, if it seems that the element could get there.
    fn reached(&self, scene: &Scene<'_>, me: &Base) -> Option<Vec<Base>> {
        match self.reach {
            Some(reach) => route::route(scene, me, &self.base, self.edge, reach),
            None => Some(vec![self.base]),
        }
    }

    /// What the contact is worth.
    fn promise(&self, scene: &Scene<'_>, i: u8) -> f32 {
        match self.edge {
            Contact::Front => estimate::front(scene, Moved { who: &[i], bases: &[self.base] }, 0, self.foe),
            Contact::LeftFlank | Contact::RightFlank | Contact::Rear => {
                estimate::flank(scene, &self.base, self.foe)
            }
            _ => estimate::overlap(scene, self.foe),
        }
    }

    /// What it is worth at most, at a glance.
    fn most(&self, scene: &Scene<'_>, i: u8) -> f32 {
        match self.edge {
            Contact::Front => {
                estimate::front_at_best(scene, Moved { who: &[i], bases: &[self.base] }, 0, self.foe)
            }
            _ => f32::INFINITY,
        }
    }
}

/// Looks at the contacts of an element with whoever is within its reach.
fn meet(scene: &Scene<'_>, i: u8, mut look: impl FnMut(There)) {
    let me = scene.base(i);
    // No zone of control reaches farther.
    let reach = (scene.rate(me.troop) + WIDTH * 1.2).max(ZONE_REACH);
    let front = me.rect.front_mid();
    let near = scene.foes().filter(|&f| {
        let far = front - scene.base(f).rect.centre;
        far.dot(far) <= reach * reach
    });
    let near = near.fold(Places::default(), |set, f| set | 1 << f);
    if near == 0 {
        return;
    }
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
        edges.iter().filter_map(|&edge| against(scene, me, rate, foe, edge)).for_each(&mut look);
    }
}

/// The place of an element against an edge of an enemy, if it is free and not too far.
fn against(scene: &Scene<'_>, me: &Base, rate: f64, foe: u8, edge: Contact) -> Option<There> {
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
        return Some(There { foe, edge, base: there, reach: None });
    }
    let reach = scene.reach_of(me, &there);
    (cost <= reach + NEAR).then_some(There { foe, edge, base: there, reach: Some(reach) })
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
