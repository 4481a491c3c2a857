//! What a veteran's orders have besides: whom each unit is best sent against, lines in which every man fights, and the
//! ground that counts at the end.

use super::campaign::attacks;
use super::scene::Scene;
use wrg1969::api::board::Body;
use wrg1969::api::board::Feature;
use wrg1969::api::data::Troop;
use wrg1969::api::orders::{Condition, Leg, Order, Ref, Shape, Trigger, Verb, Where};
use wrg1969::api::tactics::Station;

/// How many periods beforehand units begin to go to the ground that counts at the end, besides the march.
const BEFOREHAND: u16 = 2;

/// At the enemy it is best sent against, then at whoever is next; a recruit's go for the nearest.
pub fn goes_for(scene: &Scene<'_>, body: &Body<'_>) -> Vec<Leg> {
    let mut legs = attacks();
    let steady = scene.foes().filter(|f| scene.is_veteran() && !scene.board.routing(f.id));
    let far = |f: &Body<'_>| f.apart(body) + awkwardness(scene, body, f);
    if let Some(best) = steady.min_by(|a, b| far(a).total_cmp(&far(b))) {
        legs[0].target = Some(Ref::Enemy(scene.label(best.id)));
    }
    legs
}

/// How many inches farther a unit would rather march than fight an enemy: foot wants foot, horse wants horse and
/// archers, nobody wants to run after skirmishers.
fn awkwardness(scene: &Scene<'_>, body: &Body<'_>, foe: &Body<'_>) -> f64 {
    let horse = body.troop().is_mounted() && body.troop() != Troop::Elephant;
    match scene.station(foe.id) {
        Station::Shooters => 0.0,
        Station::Line if horse && foe.troop() == Troop::Elephant => 40.0,
        Station::Line if horse => 12.0,
        Station::Line => 0.0,
        Station::Wing if horse => 0.0,
        Station::Wing => 14.0,
        Station::Engines => 15.0,
        Station::Screen | Station::Outriders => 30.0,
    }
}

/// Barbarian foot, and horse that charges, stand in one rank: only the first fights and throws, and a longer line
/// overlaps.
pub fn spread(scene: &Scene<'_>, body: &Body<'_>, order: &mut Order) {
    let station = scene.station(body.id);
    let foot = station == Station::Line && body.troop().is_infantry() && !body.kit.regular;
    if !scene.is_veteran() || !(foot || station == Station::Wing) || body.ranks() < 2 {
        return;
    }
    // No more than it can reform to in one move, half of it at each end.
    let more = (1.9 * body.normal() / body.file_width()) as u16;
    let wide = Some(Shape::Files(body.figures.min(body.files + more)));
    order.legs.iter_mut().for_each(|leg| leg.formation = wide);
    order.on.iter_mut().for_each(|condition| condition.then.formation = wide);
}

/// To hold the ground that is worth most, less the way to it.
pub fn prize(scene: &Scene<'_>, body: &Body<'_>) -> Option<Leg> {
    let worth = |f: &Feature| f64::from(f.value) - f.centre().distance(body.standard());
    let prizes = scene.view.book.features.iter().filter(|f| f.value > 0);
    let prize = prizes.max_by(|a, b| worth(a).total_cmp(&worth(b)))?;
    Some(Leg::to(Verb::Hold, Ref::Name(prize.name.clone(), Where::Any)))
}

/// When a unit leaves what it is at to hold the ground that is worth something, and the leg that tells it to: points
/// decide, and ground counts for whoever stands on it at the end.
pub fn banking(scene: &Scene<'_>, body: &Body<'_>) -> Option<(u16, Leg)> {
    if !scene.is_veteran() || body.troop().is_engine() {
        return None;
    }
    let book = &scene.view.book;
    let hold = prize(scene, body)?;
    // Half the table is the farthest it will have to go.
    let march = (book.size.y / 2.0 / body.normal()).ceil() as u16 + BEFOREHAND;
    let hour = book.house.periods.saturating_sub(march);
    (hour > 1).then_some((hour, hold))
}

/// Ends whatever an order says at an hour, to hold a place from then on.
pub fn bank(order: &mut Order, hour: u16, hold: &Leg) {
    let when = vec![Trigger::Period(hour)];
    match order.legs.as_mut_slice() {
        [only] if only.verb == Verb::Skirmish => {
            only.until.extend(when);
            order.legs.push(hold.clone());
        }
        _ => order.on.push(Condition::new(when, hold.clone())),
    }
}
