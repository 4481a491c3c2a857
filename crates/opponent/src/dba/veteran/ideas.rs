//! Moves worth a look.

use super::super::blocks::{self, Block};
use super::super::scene::{Order, Scene, back, forward, manner, to, wheel};
use super::super::{camps, recruit};
use dba::api::board::{Base, WIDTH};
use dba::api::data::tables;
use table::Facing;
use umpire::Step;

/// Everything the veteran thinks of.
pub fn ideas(scene: &Scene<'_>) -> Vec<Order> {
    let mut orders = recruit::proposals(scene);
    // What the recruit would like is looked at first, the worst of its wild ideas last.
    for order in &mut orders {
        order.promise += 0.2;
    }
    for block in blocks::blocks(scene) {
        if block.is_joined() {
            of_block(scene, &block, &mut orders);
        }
        for &i in &block.who {
            of_one(scene, i, &mut orders);
        }
    }
    for &i in &scene.free {
        leave(scene, i, &mut orders);
        camps(scene, i, &mut orders);
    }
    orders
}

fn group(scene: &Scene<'_>, who: &[u8], path: Vec<Step>, promise: f32) -> Order {
    let units = who.iter().map(|&i| scene.base(i).id).collect();
    Order { manner: manner::GROUP, units, path, promise }
}

/// Advances at several distances, wheels, and parts of the block.
fn of_block(scene: &Scene<'_>, block: &Block, orders: &mut Vec<Order>) {
    let ahead = blocks::ahead(scene, block);
    let room = ahead.room.min(block.rate);
    for share in [0.25, 0.5, 0.75, 1.0] {
        let distance = room * share;
        if distance >= 20.0 {
            orders.push(group(scene, &block.who, vec![forward(distance)], 0.1));
        }
    }
    if let Some((gap, foe)) = ahead.foe {
        // Opposite an enemy, and just out of its zone, or out of its reach.
        for keep in [WIDTH + 6.0, scene.rate(scene.base(foe).troop) + 10.0] {
            let distance = gap - keep;
            if distance > 10.0 && distance < block.rate {
                orders.push(group(scene, &block.who, vec![forward(distance)], 0.12));
            }
        }
    }
    if ahead.foe.is_some_and(|(gap, _)| gap <= block.rate + WIDTH) {
        parts(scene, block, orders);
    }
    if ahead.foe.is_some() {
        return;
    }
    let width = block.rank as f64 * WIDTH;
    let most = (block.rate / width * 57.0).min(30.0);
    for turn in [-1.0, -0.5, 0.5, 1.0] {
        orders.push(group(scene, &block.who, vec![wheel(most * turn)], 0.02));
    }
}

/// The left and the right part of a line, each with whoever stands behind, straight ahead.
fn parts(scene: &Scene<'_>, block: &Block, orders: &mut Vec<Order>) {
    if block.rank < 3 {
        return;
    }
    let right = scene.base(block.who[0]).rect.right();
    let mut line: Vec<u8> = block.who.clone();
    line.sort_by(|&a, &b| {
        scene.base(a).rect.centre.dot(right).total_cmp(&scene.base(b).rect.centre.dot(right))
    });
    for cut in 2..line.len() - 1 {
        for who in [&line[..cut], &line[cut..]] {
            if who.len() < 2 {
                continue;
            }
            orders.push(group(scene, who, vec![forward(block.rate)], 0.05));
        }
    }
}

/// What one element can do by itself.
fn of_one(scene: &Scene<'_>, i: u8, orders: &mut Vec<Order>) {
    let me = scene.base(i);
    let rate = scene.rate(me.troop);
    for distance in [0.5, 1.0] {
        orders.push(Order::single(me, vec![forward(rate * distance)], 0.03));
        orders.push(Order::single(me, vec![back(rate * distance)], 0.0));
    }
    for turn in [90.0, 180.0, 270.0] {
        orders.push(Order::single(me, vec![Step::Turn(Facing::degrees(turn))], 0.0));
    }
    stations(scene, i, rate, orders);
}

/// Places beside and behind friends.
fn stations(scene: &Scene<'_>, i: u8, rate: f64, orders: &mut Vec<Order>) {
    let me = scene.base(i);
    for friend in scene.of_side(scene.side).filter(|&f| f != i) {
        let (it, tie) = (scene.base(friend), scene.tie(friend));
        let far = it.rect.centre.distance(me.rect.centre);
        if far > rate + 2.0 * WIDTH {
            continue;
        }
        let level = it.rect.half_depth - me.rect.half_depth;
        let mut offer = |u: f64, v: f64, promise: f32| {
            let there: Base = me.at(it.rect.place(u, v), it.facing);
            let moved = there.rect.centre.distance(me.rect.centre) > 5.0;
            if moved && table::front_corner_cost(&me.rect, &there.rect) <= rate {
                orders.push(Order::single(me, vec![to(&there)], promise));
            }
        };
        if tie.left.is_none() {
            offer(-WIDTH, level, 0.06);
        }
        if tie.right.is_none() {
            offer(WIDTH, level, 0.06);
        }
        let supports = it.troop == me.troop && tables().support.same(me.troop) > 0;
        let skirmishers =
            me.troop == dba::api::data::Troop::Psiloi && tables().support.psiloi_support.has(it.troop);
        if tie.behind.is_none() && (supports || skirmishers) {
            offer(0.0, -it.rect.half_depth - me.rect.half_depth, 0.08);
        }
    }
}

/// Breaking off from a losing fight.
fn leave(scene: &Scene<'_>, i: u8, orders: &mut Vec<Order>) {
    if scene.tie(i).front.is_none() || scene.tie(i).held {
        return;
    }
    let me = scene.base(i);
    let least = tables().breakoff;
    for distance in [least, scene.rate(me.troop)] {
        if distance >= least {
            let order = Order::single(me, vec![back(distance)], 0.08);
            orders.push(Order { manner: manner::BREAK_OFF, ..order });
        }
    }
}

/// Into a camp that stands open.
fn camps(scene: &Scene<'_>, i: u8, orders: &mut Vec<Order>) {
    if let Some((_, there)) = camps::open_camp(scene, i) {
        let order = Order::single(scene.base(i), vec![to(&there)], 0.3);
        orders.push(Order { manner: manner::ENTER_CAMP, ..order });
    }
}
