//! Raids: a rider on its way round the enemy to his camp.

use super::peril;
use super::scene::{Order, Scene, to};
use dba::api::board;
use dba::api::board::Base;
use dba::api::data::{Arm, Troop};
use table::{Facing, Solid, Vec2};

/// How far from a side of the table riders pass the enemy: beyond most terrain.
const LANE: f64 = 90.0;
/// A way is barred by enemies so near to it.
const BERTH: f64 = 200.0;
/// Nearer than this they keep to no enemy.
const NEAR_FOE: f64 = 160.0;
/// Nearer than this they do not come to the camp but to attack it.
const NEAR_CAMP: f64 = 100.0;
/// How many ways they look, all round, and what shares of a move they think of.
const WAYS: u8 = 24;
const SHARES: [f64; 3] = [1.0, 0.6, 0.3];
/// How many of their ideas they pursue.
const IDEAS: usize = 6;
/// What it is worth to come so many paces nearer, in elements, and how much nearer one must come.
const WORTH: (f32, f64) = (0.1, 400.0);
const LEAST: f64 = 60.0;
/// How far they will ride round not to lose an element to guns.
const TIMID: f64 = 4000.0;

/// The rider nearest to the enemy's camp, one move nearer to it; whether this is the one, and it goes.
pub fn raid(scene: &Scene<'_>, i: u8, orders: &mut Vec<Order>) -> bool {
    let me = scene.base(i);
    let Some(outline) = scene.prize.as_ref().filter(|_| is_rider(scene, me)) else { return false };
    let camp = outline.middle();
    let far = way_left(scene, camp, me.rect.centre);
    let mut riders = scene.of_side(scene.side).filter(|&n| n != i && is_rider(scene, scene.base(n)));
    if riders.any(|n| way_left(scene, camp, scene.base(n).rect.centre) < far) {
        return false;
    }
    let rate = scene.rate_from(me);
    let mut found: Vec<(f64, Base)> = Vec::new();
    for way in 0..WAYS {
        let way = Facing::degrees(360.0 / f64::from(WAYS) * f64::from(way)).vec();
        for distance in SHARES.map(|share| share * rate) {
            let there = me.moved(way * distance);
            let left = way_left(scene, camp, there.rect.centre);
            let goes = left < far - LEAST
                && distance <= scene.reach_of(me, &there)
                && board::on_table(&scene.board, &there.rect)
                && outline.nearest(there.rect.centre).distance(there.rect.centre) > NEAR_CAMP
                && !scene.shuns(me, &there)
                && is_clear_of_foes(scene, &there)
                && scene.is_way_clear(me, &there);
            if goes {
                found.push((left + TIMID * f64::from(peril::of_guns(scene, &there)), there));
            }
        }
    }
    let safe = far + TIMID * f64::from(peril::of_guns(scene, me));
    found.retain(|(left, _)| *left < safe - LEAST);
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    for (left, there) in found.iter().take(IDEAS) {
        orders.push(Order::single(me, vec![to(there)], WORTH.0 * ((safe - left) / WORTH.1) as f32));
    }
    !found.is_empty() || outline.nearest(me.rect.centre).distance(me.rect.centre) < rate
}

fn is_rider(scene: &Scene<'_>, base: &Base) -> bool {
    scene.book.house.arm(base.troop) == Arm::Mounted && base.troop != Troop::Elephants && !base.general
}

fn is_clear_of_foes(scene: &Scene<'_>, there: &Base) -> bool {
    scene.foes().all(|f| {
        let far = scene.base(f).rect.centre.distance(there.rect.centre);
        far > NEAR_FOE && !scene.is_in_zone(&there.rect, f)
    })
}

/// How far it is to a camp from a place: straight where nobody stands by the way, else along a side of the table.
fn way_left(scene: &Scene<'_>, camp: Vec2, from: Vec2) -> f64 {
    let way = camp - from;
    let far = way.len();
    let ahead = way * (1.0 / far.max(1.0));
    let is_barred = scene.foes().any(|f| {
        let d = scene.base(f).rect.centre - from;
        let along = d.dot(ahead);
        along > 0.0 && along < far && d.dot(ahead.right()).abs() < BERTH
    });
    if !is_barred {
        return far;
    }
    let size = f64::from(scene.book.house.table_size);
    // A camp touches an edge of the table: the way leads along a side next to that edge.
    let upright = camp.y.min(size - camp.y) < camp.x.min(size - camp.x);
    let (at, goal, depth) =
        if upright { (from.x, camp.x, way.y.abs()) } else { (from.y, camp.y, way.x.abs()) };
    let by = |lane: f64| (at - lane).abs() + depth + (goal - lane).abs();
    by(LANE).min(by(size - LANE))
}
