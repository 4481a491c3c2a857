//! A camp falls: its defender is beaten, and the attacker may take it.

use crate::board::camp::{may_occupy, occupy};
use crate::board::state::{Holder, Phase};
use crate::board::{Base, camp_followers};
use crate::data::scale::{SAME, WIDTH};
use crate::rule;
use table::{Convex, Vec2};
use umpire::{Cx, Event, Motion, Place, Side};

/// The defender of a camp is beaten: it and the followers leave, and in close combat the attacker takes the camp
/// (`dba.camp.abandon`, `dba.camp.recoil`). `fled` tells followers that ran from those destroyed.
pub fn fall(phase: &mut Phase, camp: Side, attacker: Option<Base>, fled: bool, cx: &mut Cx<'_>) {
    let Some(mut state) = phase.camps[camp] else { return };
    if let Holder::Element(id) = state.holder {
        cx.apply(Event::Left { unit: id, place: Place::Destroyed, rule: rule::CAMP_RECOIL });
    }
    if state.followers
        && let Some(id) = camp_followers(cx.field(), camp)
    {
        let place = if fled { Place::Fled } else { Place::Destroyed };
        cx.apply(Event::Left { unit: id, place, rule: rule::CAMP_ABANDON });
    }
    state.followers = false;
    state.holder = Holder::Nobody;
    if let Some(attacker) = attacker {
        let place = inside(&attacker, &state.outline()).filter(|_| may_occupy(attacker.troop));
        if let Some(place) = place {
            cx.apply(Event::Moved {
                unit: attacker.id,
                to: place.pose(),
                motion: Motion::Pursuit,
                rule: rule::CAMP_ABANDON,
            });
            occupy(&mut state, camp, attacker.id, attacker.side);
        } else if attacker.side != camp {
            state.taken = true;
        }
    }
    phase.camps[camp] = Some(state);
}

/// The base of an attacker gone straight ahead into a camp until it is wholly inside, shifted as little as
/// needed; none if it does not fit (`dba.camp.abandon`).
pub fn inside(base: &Base, outline: &Convex) -> Option<Base> {
    const FAR: f64 = 4.0 * WIDTH;
    // Places by how far the base has gone ahead (x) and to its right (y); each edge of the camp cuts some off.
    let box_of = |a: f64, b: f64| Vec2::new(a, b);
    let mut places =
        Convex::from_corners(&[box_of(0.0, FAR), box_of(FAR, FAR), box_of(FAR, -FAR), box_of(0.0, -FAR)])?;
    let (ahead, right) = (base.rect.ahead, base.rect.right());
    for [a, b] in outline.edges() {
        let edge = b - a;
        let inward = edge.right() * (1.0 / edge.len());
        let slope = Vec2::new(inward.dot(ahead), inward.dot(right));
        let depths = base.rect.corners().map(|corner| (corner - a).dot(inward));
        let least = depths.into_iter().fold(f64::INFINITY, f64::min);
        let steep = slope.dot(slope);
        places = places.clip(slope * (-least / steep), slope)?;
    }
    let (go, shift) = least_shift(&places);
    Some(base.moved(ahead * go + right * shift))
}

/// The point of the places with the least shift, then the least way ahead.
fn least_shift(places: &Convex) -> (f64, f64) {
    let mut best = (f64::INFINITY, f64::INFINITY);
    let mut try_at = |p: Vec2| {
        let (shift, least) = (p.y.abs(), best.1.abs());
        if shift < least - SAME || (shift < least + SAME && p.x < best.0) {
            best = (p.x, p.y);
        }
    };
    for [a, b] in places.edges() {
        try_at(a);
        if (a.y < 0.0) != (b.y < 0.0) {
            try_at(a.lerp(b, a.y / (a.y - b.y)));
        }
    }
    best
}
