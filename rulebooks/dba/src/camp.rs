//! Camps: who holds them, who attacks them, and what becomes of them.

use crate::board::{Base, Board, NEAR, NEAR_ANGLE, WIDTH};
use crate::phase::{Camp, Holder, Phase};
use crate::rule;
use crate::tables::tables;
use crate::troop::Troop;
use table::{Convex, Edge, Tolerance, Vec2};
use umpire::{Cx, Event, Motion, Place, Side, UnitId};

/// An attacker's front edge lies along the camp for at least so much of its width.
pub const HOLD: f64 = WIDTH / 2.0;
const TOLERANCE: Tolerance = Tolerance { length: NEAR, angle: NEAR_ANGLE };

/// Whether a troop type may occupy a camp (`dba.camp.enter`).
pub fn may_occupy(troop: Troop) -> bool {
    tables().troop(troop).enters_camps && troop != Troop::CampFollowers
}

/// The number by which the holder of a camp is spoken of: the element inside or the followers.
pub fn holder(board: &Board<'_>, camp: Side) -> Option<UnitId> {
    match board.camps[camp]?.holder {
        Holder::Followers => board.followers[camp],
        Holder::Element(id) => Some(id),
        Holder::Nobody => None,
    }
}

/// The side that holds a camp, if anyone does.
pub fn held_by(board: &Board<'_>, camp: Side) -> Option<Side> {
    match board.camps[camp]?.holder {
        Holder::Followers => Some(camp),
        Holder::Element(id) => board.base(id).map(|b| b.side),
        Holder::Nobody => None,
    }
}

/// The camp whose holder has this number: the side that owns it.
pub fn camp_held(board: &Board<'_>, id: UnitId) -> Option<Side> {
    Side::ALL.into_iter().find(|&camp| holder(board, camp) == Some(id))
}

/// How much of a base's front edge lies along an edge of an outline.
pub fn touch(base: &Base, outline: &Convex) -> f64 {
    let front = base.rect.edge(Edge::Front);
    outline.edges().map(|edge| table::common_stretch(front, edge, TOLERANCE)).fold(0.0, f64::max)
}

/// Whether a base stands so as to attack a camp that its enemy holds.
#[inline]
pub fn stands_against(board: &Board<'_>, base: &Base, camp: Side) -> bool {
    // Where half a front edge lies along a camp, its middle is at the camp.
    board.camps[camp].as_ref().is_some_and(|c| c.is_near(base.rect.front_mid()))
        && lies_against(board, base, camp)
}

/// Whether a base near a camp lies with its front edge along it, and its enemy holds it.
fn lies_against(board: &Board<'_>, base: &Base, camp: Side) -> bool {
    held_by(board, camp).is_some_and(|side| side != base.side)
        && board.outline(camp).is_some_and(|outline| touch(base, &outline) >= HOLD - NEAR)
}

/// The one element that attacks a camp: the first that came, else the one with the longest touch
/// (`dba.camp.attack`); the others merely touch it. An attacker that leaves makes room only for the next bound.
pub fn attacker(board: &Board<'_>, phase: &Phase, camp: Side) -> Option<UnitId> {
    let held = holder(board, camp)?;
    if board.camps[camp].is_some_and(|c| c.spared) {
        return None;
    }
    let against = |id: UnitId| board.base(id).is_some_and(|b| stands_against(board, b, camp));
    let first = phase.contacts.iter().find(|&&(who, upon)| upon == held && against(who));
    if let Some(&(who, _)) = first {
        return Some(who);
    }
    let mut best: Option<(f64, UnitId)> = None;
    for base in board.bases.iter().filter(|b| stands_against(board, b, camp)) {
        let length = board.outline(camp).map_or(0.0, |outline| touch(base, &outline));
        if best.is_none_or(|(longest, _)| length > longest + NEAR) {
            best = Some((length, base.id));
        }
    }
    best.map(|(_, id)| id)
}

/// The camp that an element attacks.
pub fn attacked_by(board: &Board<'_>, phase: &Phase, id: UnitId) -> Option<Side> {
    let base = board.base(id)?;
    let attacks = |camp: Side| stands_against(board, base, camp) && attacker(board, phase, camp) == Some(id);
    Side::ALL.into_iter().find(|&camp| attacks(camp))
}

/// Puts an element into a camp: the enemy takes it, a friend recovers it.
pub fn occupy(camp: &mut Camp, owner: Side, id: UnitId, side: Side) {
    camp.holder = Holder::Element(id);
    camp.taken = side != owner;
}

/// Opens a camp that an element leaves of its own will or by its loss: followers still there hold it again.
pub fn vacate(camp: &mut Camp) {
    camp.holder = if camp.followers { Holder::Followers } else { Holder::Nobody };
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
        if shift < least - 1e-6 || (shift < least + 1e-6 && p.x < best.0) {
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

/// The defender of a camp is beaten: it and the followers leave, and in close combat the attacker takes the camp
/// (`dba.camp.abandon`, `dba.camp.recoil`). `fled` tells followers that ran from those destroyed.
pub fn fall(phase: &mut Phase, camp: Side, attacker: Option<Base>, fled: bool, cx: &mut Cx<'_>) {
    let Some(mut state) = phase.camps[camp] else { return };
    if let Holder::Element(id) = state.holder {
        cx.apply(Event::Left { unit: id, place: Place::Destroyed, rule: rule::CAMP_RECOIL });
    }
    if state.followers
        && let Some(id) = crate::board::camp_followers(cx.field(), camp)
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
