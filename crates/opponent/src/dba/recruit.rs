//! The recruit: quick and sensible.
//!
//! It takes the best contact that its estimates find worth it and the board after it does not belie, else brings its
//! blocks forward in line, else its single elements; each bound it grows a little bolder. With guns it lets the enemy
//! come on before its line moves.

use super::blocks::{self, Ahead, Block};
use super::contacts;
use super::scene::{Order, Scene, forward, manner, to};
use super::{estimate, judge, peril, raid};
use dba::Dba;
use dba::api::board::{Base, Phase, WIDTH};
use dba::api::data::Arm;
use dba::api::movement::MovePlan;
use dba::api::shooting::is_gun;
use dba::api::tactics;
use dba::api::tactics::Station;
use table::{Facing, Solid, Vec2};
use umpire::{Command, Decision, Field, Side, View};

/// How many orders it thinks over before it leaves off.
const TRIES: usize = 24;
/// How many attacks it thinks over twice, what its first thoughts of them count then, and by how much the board may
/// seem worse after one.
const LOOKS: usize = 5;
const FIRST: f32 = 0.5;
const WORSE: f32 = -0.05;
/// It keeps out of the reach of those it does not want to fight.
const STANDOFF: f64 = 260.0;
/// Nearer than this the enemy may come upon one in the next bound.
const NEAR_FOE: f64 = 420.0;
/// Friends nearer than this can help.
const NEAR_FRIEND: f64 = 420.0;
/// How far one gets through bad going, and through a river.
const SLOW: [f64; 2] = [190.0, 95.0];
/// How far one turns aside where the straight way is barred, in degrees.
const ASIDE: [f64; 4] = [35.0, -35.0, 65.0, -65.0];
/// So many paces on the way to somebody count as much as an element gained.
const FAR: f64 = 1200.0;
/// What an element is worth a walk for, against a camp.
const KEEN: f32 = 1.6;
/// What it will put up with to come to blows with an enemy all of whom shoot.
const FIRE: f32 = 0.3;
/// What it will dare under fire for a march, in elements.
const DARE: f32 = 0.1;
/// What it costs to break a line for the charge of one file.
const BREAK: f32 = 0.05;
/// Just out of an enemy's zone of control.
const ZONE: f64 = 166.0;

/// A board after an attack and what it is worth to the side that made it: nothing else happens before its next move.
#[derive(Debug, Default)]
pub struct Weighed(Option<(Side, Field, Phase, f32)>);

impl Weighed {
    /// What the board is worth as it stands.
    fn still(&self, scene: &Scene<'_>) -> f32 {
        match &self.0 {
            Some((side, field, phase, worth))
                if *side == scene.side && phase == scene.phase && field == scene.field =>
            {
                *worth
            }
            _ => judge::stand(scene, scene.field.clone(), scene.phase.clone()),
        }
    }
}

/// The next move, or the end of movement: an attack it still likes on second thoughts, or a march.
pub fn movement<'v>(view: &'v View<Dba>, scene: &Scene<'_>, last: &mut Weighed) -> Decision<'v, Dba> {
    next(view, scene, |orders| weighed(view, scene, orders, last))
}

/// The same on first thoughts.
pub fn hasty<'v>(view: &'v View<Dba>, scene: &Scene<'_>) -> Decision<'v, Dba> {
    next(view, scene, |orders| first_legal(view, scene, orders))
}

fn next<'v>(
    view: &'v View<Dba>,
    scene: &Scene<'_>,
    attack: impl FnOnce(Vec<Order>) -> Option<Decision<'v, Dba>>,
) -> Decision<'v, Dba> {
    let boldness = boldness(scene);
    let blocks = blocks::blocks(scene);
    // Single elements go their own way only when no contact and no block is left to move.
    let first = attack(liked(attacks(scene, &blocks, boldness)));
    let best = first.or_else(|| first_legal(view, scene, liked(marches(scene, &blocks, boldness))));
    best.unwrap_or_else(|| Command::Done.into())
}

/// Those it likes, the best first.
fn liked(mut orders: Vec<Order>) -> Vec<Order> {
    orders.retain(|order| order.promise > 0.0);
    orders.sort_by(|a, b| b.promise.total_cmp(&a.promise));
    orders.truncate(TRIES);
    orders
}

/// The first that is legal.
fn first_legal<'v>(view: &'v View<Dba>, scene: &Scene<'_>, orders: Vec<Order>) -> Option<Decision<'v, Dba>> {
    let mut paid = orders.into_iter().filter(|order| !scene.is_too_dear(order));
    paid.find_map(|order| view.judge(scene.side, order.command()).ok())
}

/// The one of the first few that leaves the best board; none that leaves one much worse than to stand.
fn weighed<'v>(
    view: &'v View<Dba>,
    scene: &Scene<'_>,
    orders: Vec<Order>,
    last: &mut Weighed,
) -> Option<Decision<'v, Dba>> {
    let legal = orders.into_iter().filter_map(|order| Some((scene.check(&order)?, order)));
    let legal: Vec<(MovePlan, Order)> = legal.take(LOOKS).collect();
    if legal.is_empty() {
        return None;
    }
    let still = last.still(scene);
    let mut best: Option<(f32, Order, (Field, Phase, f32))> = None;
    for (plan, order) in legal {
        let (field, phase) = judge::carried_out(scene, &plan);
        let worth = judge::stand(scene, field.clone(), phase.clone());
        let gain = worth - still;
        let liking = gain + FIRST * order.promise;
        if gain > WORSE && best.as_ref().is_none_or(|(most, ..)| liking > *most) {
            best = Some((liking, order, (field, phase, worth)));
        }
    }
    let (_, order, (field, phase, worth)) = best?;
    *last = Weighed(Some((scene.side, field, phase, worth)));
    view.judge(scene.side, order.command()).ok()
}

/// Everything it thinks of, what it likes with a promise above nothing.
pub fn proposals(scene: &Scene<'_>) -> Vec<Order> {
    let boldness = boldness(scene);
    let blocks = blocks::blocks(scene);
    let mut orders = attacks(scene, &blocks, boldness);
    orders.extend(marches(scene, &blocks, boldness));
    orders
}

/// Contacts of single elements, and blocks that charge or come on.
fn attacks(scene: &Scene<'_>, blocks: &[Block], boldness: f32) -> Vec<Order> {
    let mut orders = Vec::with_capacity(16);
    for &i in scene.free.iter().filter(|&&i| !scene.tie(i).is_engaged()) {
        let from = orders.len();
        contacts::of_one(scene, i, &mut orders);
        let cost = loneliness(scene, i);
        for order in &mut orders[from..] {
            order.promise += boldness - cost;
        }
    }
    for block in blocks.iter().filter(|b| b.is_joined()) {
        let ahead = blocks::ahead(scene, block);
        let hope = hope_of(scene, block, ahead, boldness);
        if let Some((hope, met)) = hope {
            charge(scene, block, ahead, hope, met, &mut orders);
        }
        advance(scene, block, ahead, hope, &mut orders);
        for file in blocks::files(scene, block) {
            let ahead = blocks::ahead(scene, &file);
            if let Some((hope, met)) = hope_of(scene, &file, ahead, boldness) {
                charge(scene, &file, ahead, hope - BREAK, met, &mut orders);
            }
        }
    }
    orders
}

/// Single elements on their way to an enemy, also out of a block that cannot come on; a line that waits stays as it is.
fn marches(scene: &Scene<'_>, blocks: &[Block], boldness: f32) -> Vec<Order> {
    let mut orders = Vec::with_capacity(16);
    let waits = scene.waits();
    for block in blocks {
        if waits && block.is_joined() {
            continue;
        }
        for &i in &block.who {
            stalk(scene, i, boldness, &mut orders);
        }
    }
    orders
}

/// What it will put up with: a little more every bound, and more where standing about means to be shot at.
fn boldness(scene: &Scene<'_>) -> f32 {
    let late = scene.lateness();
    let shoots = |&i: &u8| scene.book.house.range(scene.base(i).troop) > 0;
    let (fire, all) = (scene.foes().filter(shoots).count() as f32, scene.foes().count().max(1) as f32);
    0.1 * late + 0.35 * late * late - 0.05 + FIRE * fire / all
}

/// What it costs to send one element off by itself: the general most of all.
fn loneliness(scene: &Scene<'_>, i: u8) -> f32 {
    let tie = scene.tie(i);
    let beside = [tie.left, tie.right].iter().flatten().count() as f32;
    let general = if scene.base(i).general { 0.2 } else { 0.0 };
    0.05 * beside + general
}

/// What a block may hope for if it goes into the enemy ahead of it, and how many would fight; nothing is hoped for
/// from afar.
fn hope_of(scene: &Scene<'_>, block: &Block, ahead: Ahead, boldness: f32) -> Option<(f32, usize)> {
    let (gap, foe) = ahead.foe?;
    if gap >= block.rate + STANDOFF {
        return None;
    }
    Some(match estimate::charge(scene, block, gap, foe) {
        Some((sum, met)) if met > 0 => (sum + boldness * met as f32, met),
        // It stands askew: how they will meet is for the umpire to say, and worth trying when nothing else is.
        _ => (boldness - 0.15, 0),
    })
}

/// A whole block straight into the enemy ahead.
fn charge(scene: &Scene<'_>, block: &Block, ahead: Ahead, hope: f32, met: usize, orders: &mut Vec<Order>) {
    let Some((gap, _)) = ahead.foe else { return };
    if gap > block.rate || gap > ahead.room {
        return;
    }
    let steadiness = if met > 0 { 0.01 * block.who.len() as f32 } else { 0.0 };
    orders.push(group(scene, block, gap + 2.0, hope + steadiness));
}

fn group(scene: &Scene<'_>, block: &Block, distance: f64, promise: f32) -> Order {
    let units = block.who.iter().map(|&i| scene.base(i).id).collect();
    let heavy =
        block.who.iter().any(|&i| dba::api::data::tables().pips.heavy_troops.has(scene.base(i).troop));
    let promise = if heavy { promise / 2.0 } else { promise };
    Order { manner: manner::GROUP, units, path: vec![forward(distance)], promise }
}

/// A whole block forward, as far as it dares.
fn advance(
    scene: &Scene<'_>,
    block: &Block,
    ahead: Ahead,
    hope: Option<(f32, usize)>,
    orders: &mut Vec<Order>,
) {
    let wanted = match (ahead.foe, hope) {
        (Some((gap, _)), Some((hope, _))) => {
            let keep = if hope > 0.0 { ZONE } else { STANDOFF };
            (gap - keep).min(block.rate)
        }
        _ => block.rate,
    };
    let distance = wanted.min(ahead.room - 1.0);
    if distance < 20.0 || scene.waits() {
        return;
    }
    let n = block.who.len() as f32;
    let promise = 0.02 * n * (distance / 200.0) as f32;
    orders.push(group(scene, block, distance, promise));
    if block.rank == 1 {
        // A file goes on through bad going and rivers, if slowly.
        orders.extend(SLOW.iter().filter(|&&d| d < distance).map(|&d| group(scene, block, d, promise * 0.5)));
    }
}

/// A single element towards an enemy it would like to meet.
fn stalk(scene: &Scene<'_>, i: u8, boldness: f32, orders: &mut Vec<Order>) {
    let me = scene.base(i);
    let rate = scene.rate_from(me);
    if rate <= 0.0 || (me.general && (scene.waits() || !has_company(scene, i))) {
        return;
    }
    if raid::raid(scene, i, orders) {
        return;
    }
    let Some((goal, facing, keep)) = quarry(scene, i, boldness) else { return };
    let way = goal - me.rect.centre;
    let far = way.len();
    let distance = (far - keep).min(rate);
    if distance < 50.0 {
        return;
    }
    let way = way * (1.0 / far);
    let turn = me.facing.turn_to(Facing::of(way));
    let face = if turn.abs() < 45.0 {
        me.facing
    } else if facing.turn_to(Facing::of(way)).abs() < 60.0 {
        facing
    } else {
        Facing::of(way)
    };
    let place = |d: f64| me.at(me.rect.centre + way * d, face);
    let promise = 0.015 * (distance / 200.0) as f32 * if me.general { 0.5 } else { 1.0 };
    let mut offer = |there: Base, promise: f32| {
        let goes = table::front_corner_cost(&me.rect, &there.rect) <= scene.reach_of(me, &there)
            && !is_forlorn(scene, i, &there)
            && !scene.shuns(me, &there)
            && scene.is_way_clear(me, &there)
            && !is_exposed(scene, me, &there);
        if goes {
            orders.push(Order::single(me, vec![to(&there)], promise));
        }
        goes
    };
    // Turning takes some of the way; where the whole of it is barred a shorter one may do, or one a little aside.
    let turning = (table::front_corner_cost(&me.rect, &place(distance).rect) - rate).max(0.0);
    let shorter = [distance - 1.3 * turning, SLOW[0], SLOW[1]];
    let mut shorter = shorter.into_iter().filter(|&d| d > 40.0 && d <= distance);
    let aside = |turn: f64| {
        let way = Facing::degrees(Facing::of(way).to_degrees() + turn).vec();
        me.moved(way * distance.min(rate * 0.9))
    };
    if shorter.any(|d| offer(place(d), promise * (d / distance) as f32))
        || ASIDE.into_iter().any(|turn| offer(aside(turn), promise * 0.6))
    {
        return;
    }
    if turn.abs() < 60.0 {
        let there = me.moved(me.rect.ahead * distance.min(rate));
        if scene.is_way_clear(me, &there) && !scene.shuns(me, &there) && !is_exposed(scene, me, &there) {
            orders.push(Order::single(
                me,
                vec![forward(distance.min(scene.reach_of(me, &there)))],
                promise * 0.5,
            ));
        }
    }
}

/// Whether one would come near the enemy with no friend about, while there is time to wait for them.
fn is_forlorn(scene: &Scene<'_>, i: u8, there: &Base) -> bool {
    let within = |n: u8, far: f64| {
        let d = scene.base(n).rect.centre - there.rect.centre;
        d.dot(d) < far * far
    };
    scene.lateness() < 0.5
        && scene.foes().any(|f| within(f, NEAR_FOE))
        && !scene.of_side(scene.side).any(|n| n != i && within(n, NEAR_FRIEND))
}

/// Whether one would come under the fire of guns, while there is time to wait.
fn is_exposed(scene: &Scene<'_>, me: &Base, there: &Base) -> bool {
    scene.lateness() < 0.5 && peril::of_guns(scene, there) > peril::of_guns(scene, me) + DARE
}

/// Whether others of the own side are about as near to the enemy as the general.
fn has_company(scene: &Scene<'_>, general: u8) -> bool {
    let near = |i: u8| {
        let from = scene.base(i).rect.centre;
        scene.foes().map(|f| scene.base(f).rect.centre.distance(from)).fold(f64::INFINITY, f64::min)
    };
    let own = near(general);
    scene.of_side(scene.side).filter(|&i| i != general && near(i) + WIDTH < own).count() >= 2
}

/// Where to go: the place of the enemy it likes best, the facing to meet it with, and how far to keep from it.
fn quarry(scene: &Scene<'_>, i: u8, boldness: f32) -> Option<(Vec2, Facing, f64)> {
    let me = scene.base(i);
    let house = &scene.book.house;
    let mut best: Option<(f32, (Vec2, Facing, f64))> = None;
    for foe in scene.foes() {
        let it = scene.base(foe);
        let far = it.rect.centre.distance(me.rect.centre);
        let liking = tactics::matchup(me.troop, it.troop) + boldness;
        let from_behind = it.rect.local(me.rect.centre).1 < 0.0;
        let liking = if from_behind { liking + 0.15 } else { liking };
        let keep = if is_gun(me.troop) {
            f64::from(house.range(me.troop)) - 10.0 + it.rect.half_depth + me.rect.half_depth
        } else if liking > 0.0 {
            ZONE + it.rect.half_depth + me.rect.half_depth
        } else {
            STANDOFF + 100.0
        };
        let score = KEEN * liking - (far / FAR) as f32;
        if best.is_none_or(|(most, _)| score > most) {
            best = Some((score, (it.rect.centre, it.facing.about(), keep)));
        }
    }
    let camp = scene.side.other();
    let rides = house.arm(me.troop) == Arm::Mounted || tactics::station(me.troop) == Station::Wing;
    if rides && let Some(outline) = &scene.prize {
        let at = outline.nearest(me.rect.centre);
        let far = at.distance(me.rect.centre);
        let score = estimate::camp(scene, me, camp) + boldness - (far / FAR) as f32 - 0.2;
        if best.is_none_or(|(most, _)| score > most) {
            let way = at - me.rect.centre;
            best = Some((score, (at, Facing::of(way), 20.0 + me.rect.half_depth)));
        }
    }
    best.map(|(_, goal)| goal)
}
