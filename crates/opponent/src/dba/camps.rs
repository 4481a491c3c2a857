//! Camps: attacks on the enemy's, and moves into one that stands open.

use super::scene::{Order, Scene, to};
use super::{estimate, route};
use dba::api::board;
use dba::api::board::{Base, NEAR, WIDTH};
use table::{Convex, Facing, Solid, Vec2};
use umpire::Side;

/// Camps are hardly ever wider than this.
const CAMP: f64 = 800.0;
/// How far before a camp one turns into line, where a corner of it is in the way.
const CLEAR: f64 = 30.0;

/// Attacks on the enemy's camp within reach.
pub fn attacks(scene: &Scene<'_>, me: &Base, orders: &mut Vec<Order>) {
    let Some(outline) = &scene.prize else { return };
    let (front, rate) = (me.rect.front_mid(), scene.rate(me.troop));
    if (outline.corners()[0] - front).len() > rate + CAMP || outline.nearest(front).distance(front) > rate {
        return;
    }
    let rate = scene.rate_from(me);
    for [a, b] in outline.edges() {
        let there = against(me, a, b);
        let cost = table::front_corner_cost(&me.rect, &there.rect);
        let free = || !scene.board.others(me.id).any(|o| there.overlaps(&o.rect));
        if cost <= rate
            && board::on_table(&scene.board, &there.rect)
            && free()
            && let Some(stops) = round_corner(me, &there, outline, rate)
        {
            let promise = estimate::camp(scene, me, scene.side.other());
            orders.push(Order::single(me, stops.iter().map(to).collect(), promise));
        }
    }
}

/// The stops on the way to a place against a camp: straight there, or round a corner of the camp.
fn round_corner(me: &Base, there: &Base, camp: &Convex, rate: f64) -> Option<Vec<Base>> {
    let before = there.back(CLEAR);
    let ahead = before.rect.ahead;
    // As far from that edge as the stop before it, on this side of the corner.
    let level = (before.rect.front_mid() - me.rect.front_mid()).dot(ahead).min(0.0);
    let ways = [vec![*there], vec![before, *there], vec![me.moved(ahead * level), before, *there]];
    ways.into_iter().find(|stops| {
        let (mut from, mut cost, mut clear) = (me, 0.0, true);
        for stop in stops {
            cost += table::front_corner_cost(&from.rect, &stop.rect);
            clear &= route::glances(from, stop).all(|rect| table::penetration(&rect, camp) <= NEAR);
            from = stop;
        }
        clear && cost <= rate
    })
}

/// A base with its front edge along an edge of a camp, as near to where it is as may be.
fn against(me: &Base, a: Vec2, b: Vec2) -> Base {
    let along = b - a;
    let length = along.len();
    let way = along * (1.0 / length);
    // The camp lies to the right of its edges.
    let inward = way.right();
    let at = (me.rect.front_mid() - a).dot(way);
    let at = at.clamp((WIDTH / 2.0).min(length / 2.0), (length - WIDTH / 2.0).max(length / 2.0));
    me.at(a + way * at - inward * me.rect.half_depth, Facing::of(inward))
}

/// Moves into an own camp that stands empty, or an enemy's that nobody defends.
pub fn open_camp(scene: &Scene<'_>, i: u8) -> Option<(Side, Base)> {
    let me = scene.base(i);
    if !board::may_occupy(me.troop) {
        return None;
    }
    Side::ALL.into_iter().find_map(|side| {
        let state = scene.board.camps[side]?;
        let outline = scene.board.outline(side)?;
        let open = state.holder == dba::api::board::Holder::Nobody;
        let near = outline.nearest(me.rect.centre).distance(me.rect.centre) <= scene.rate(me.troop);
        let there = me.at(outline.middle(), me.facing);
        (open && near).then_some((side, there))
    })
}
