//! How bases stand to one another: contact, overlap, support, zones of control, arcs of shooting.

use crate::board::Base;
use crate::data::scale::{HAIR, NEAR, NEAR_ANGLE, WIDTH};
use crate::data::tables::tables;
use crate::data::troop::Troop;
use table::{Convex, Edge, Facing, Rect, Solid, Vec2};

/// How one base meets another, named by the other's edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Contact {
    /// Front edge on front edge.
    Front,
    /// Front edge along the other's left side, left front corners together.
    LeftFlank,
    /// Front edge along the other's right side, right front corners together.
    RightFlank,
    /// Front edge on rear edge.
    Rear,
    /// Facing opposite, left front corners together.
    LeftOverlap,
    /// Facing opposite, right front corners together.
    RightOverlap,
    /// Side edges together, on the other's left.
    LeftSide,
    /// Side edges together, on the other's right.
    RightSide,
}

impl Contact {
    /// Every kind, in the order in which they are looked for.
    pub const ALL: [Contact; 8] = [
        Contact::Front,
        Contact::LeftFlank,
        Contact::RightFlank,
        Contact::Rear,
        Contact::LeftOverlap,
        Contact::RightOverlap,
        Contact::LeftSide,
        Contact::RightSide,
    ];

    /// The six ways in which a move can end against an enemy, lined up with it.
    pub const ENDS: [Contact; 6] = {
        let [front, left, right, rear, left_overlap, right_overlap, ..] = Contact::ALL;
        [front, left, right, rear, left_overlap, right_overlap]
    };

    /// The word used in questions and answers.
    pub fn as_str(self) -> &'static str {
        match self {
            Contact::Front => "front",
            Contact::LeftFlank => "left_flank",
            Contact::RightFlank => "right_flank",
            Contact::Rear => "rear",
            Contact::LeftOverlap => "left_overlap",
            Contact::RightOverlap => "right_overlap",
            Contact::LeftSide => "left_side",
            Contact::RightSide => "right_side",
        }
    }

    /// Whether it is front, flank or rear contact: the kinds that fight.
    pub fn fights(self) -> bool {
        matches!(self, Contact::Front | Contact::LeftFlank | Contact::RightFlank | Contact::Rear)
    }

    /// Whether it is contact with a flank or the rear.
    pub fn flank_or_rear(self) -> bool {
        matches!(self, Contact::LeftFlank | Contact::RightFlank | Contact::Rear)
    }

    /// The flank it overlaps, corner on corner or side along side (`dba.overlap.corner`, `dba.overlap.side`);
    /// whether the overlap counts depends on who else is in contact.
    pub fn overlapped_flank(self) -> Option<Edge> {
        match self {
            Contact::LeftOverlap | Contact::LeftSide => Some(Edge::Left),
            Contact::RightOverlap | Contact::RightSide => Some(Edge::Right),
            _ => None,
        }
    }
}

/// Whether two points coincide.
#[inline]
pub fn together(a: Vec2, b: Vec2) -> bool {
    let d = a - b;
    d.dot(d) <= NEAR * NEAR
}

/// Whether a facing is another turned clockwise by an angle.
#[inline]
pub fn faces(a: Facing, b: Facing, clockwise: f64) -> bool {
    let off = (a - b - Facing::degrees(clockwise)).0 as i32;
    off.unsigned_abs() <= NEAR_TURN
}

/// The same directions in parts of a turn, as facings count them.
const NEAR_TURN: u32 = (NEAR_ANGLE / 360.0 * 4_294_967_296.0) as u32;

/// Whether two bases are plainly too far apart to touch.
#[inline]
pub fn is_apart(a: &Base, b: &Base) -> bool {
    let (p, q) = (&a.rect, &b.rect);
    // No corner is farther from the centre than half the width and half the depth together.
    let far = p.half_width + p.half_depth + q.half_width + q.half_depth + NEAR;
    let d = p.centre - q.centre;
    d.dot(d) > far * far
}

/// How `a` touches `b`: the first kind that fits.
#[inline]
pub fn contact(a: &Base, b: &Base) -> Option<Contact> {
    // Most bases are far from most others, so that much is asked where the call stands.
    if is_apart(a, b) { None } else { close_contact(a, b) }
}

fn close_contact(a: &Base, b: &Base) -> Option<Contact> {
    let (p, q) = (&a.rect, &b.rect);
    if faces(a.facing, b.facing, 180.0) {
        if together(p.fl(), q.fr()) && together(p.fr(), q.fl()) {
            return Some(Contact::Front);
        }
        if together(p.fl(), q.fl()) {
            return Some(Contact::LeftOverlap);
        }
        if together(p.fr(), q.fr()) {
            return Some(Contact::RightOverlap);
        }
    } else if faces(a.facing, b.facing, 90.0) {
        if together(p.fl(), q.fl()) {
            return Some(Contact::LeftFlank);
        }
    } else if faces(a.facing, b.facing, 270.0) {
        if together(p.fr(), q.fr()) {
            return Some(Contact::RightFlank);
        }
    } else if faces(a.facing, b.facing, 0.0) && together(p.fl(), q.rl()) && together(p.fr(), q.rr()) {
        return Some(Contact::Rear);
    }
    side_contact(p, q)
}

/// Side edge along side edge, in either sense, with a common stretch.
fn side_contact(a: &Rect, b: &Rect) -> Option<Contact> {
    let level = a.ahead.cross(b.ahead).abs() <= NEAR_SINE;
    if !level {
        return None;
    }
    let (u, v) = b.local(a.centre);
    let apart = u.abs() - a.half_width - b.half_width;
    let common = a.half_depth + b.half_depth - v.abs();
    let stretch = common.min(2.0 * a.half_depth).min(2.0 * b.half_depth);
    (apart.abs() <= NEAR && stretch > NEAR).then_some(if u < 0.0 {
        Contact::LeftSide
    } else {
        Contact::RightSide
    })
}

/// The sine of the angle within which directions are the same.
const NEAR_SINE: f64 = 0.0017453276767023967;

/// The base of a mover lined up with an enemy in one of the six ways a move can end.
pub fn line_up(mover: &Base, enemy: &Base, edge: Contact) -> Base {
    let q = &enemy.rect;
    let (f, r) = (q.ahead, q.right());
    let d = mover.rect.half_depth;
    let half = WIDTH / 2.0;
    let (centre, turn) = match edge {
        Contact::Front => (q.front_mid() + f * d, Facing::SOUTH),
        Contact::LeftFlank => (q.fl() - r * d - f * half, Facing::EAST),
        Contact::RightFlank => (q.fr() + r * d - f * half, Facing::WEST),
        Contact::Rear => (q.place(0.0, -q.half_depth) - f * d, Facing::NORTH),
        Contact::LeftOverlap | Contact::LeftSide => (q.fl() + f * d - r * half, Facing::SOUTH),
        Contact::RightOverlap | Contact::RightSide => (q.fr() + f * d + r * half, Facing::SOUTH),
    };
    mover.at(centre, enemy.facing + turn)
}

/// Whether `rear` stands directly behind `front`, facing as it does: in place to support it.
pub fn behind(rear: &Base, front: &Base) -> bool {
    faces(rear.facing, front.facing, 0.0)
        && !is_apart(rear, front)
        && together(rear.rect.fl(), front.rect.rl())
        && together(rear.rect.fr(), front.rect.rr())
}

/// Whether two bases stand side by side, facing alike, front corners level.
pub fn beside(a: &Base, b: &Base) -> bool {
    faces(a.facing, b.facing, 0.0)
        && !is_apart(a, b)
        && (together(a.rect.fr(), b.rect.fl()) || together(a.rect.fl(), b.rect.fr()))
}

/// Whether two bases are joined in a group on the straight: beside, or one directly behind the other.
pub fn joined(a: &Base, b: &Base) -> bool {
    beside(a, b) || behind(a, b) || behind(b, a)
}

/// The footprint turned so that one of its edges is the front.
pub fn fronting(rect: &Rect, edge: Edge) -> Rect {
    let (ahead, across) = match edge {
        Edge::Front => return *rect,
        Edge::Rear => return Rect { ahead: -rect.ahead, ..*rect },
        Edge::Left => (-rect.right(), rect.half_depth),
        Edge::Right => (rect.right(), rect.half_depth),
    };
    Rect { ahead, half_width: across, half_depth: rect.half_width, ..*rect }
}

/// The edges over which a base controls the ground ahead: its front, and all four of War Wagons.
pub fn controlling_edges(base: &Base) -> &'static [Edge] {
    match base.troop {
        Troop::WarWagons => &Edge::ALL,
        _ => &[Edge::Front],
    }
}

/// How far ahead of a front edge a shape first meets the strip straight ahead of it; none if it does not. The
/// sides of the strip are not in it.
pub fn ahead_of(front: &Rect, shape: &impl Solid) -> Option<f64> {
    // What only touches a side is out; what is in is measured up to the side itself.
    table::cut_to_strip(front, -HAIR, shape)?;
    let part = table::cut_to_strip(front, 0.0, shape)?;
    Some(table::least_ahead(front, &part).max(0.0))
}

/// How deep the zone of control ahead of a front edge is among other shapes: the first of them cuts it short
/// (`dba.zoc.area`).
pub fn zone_depth<'a, S: Solid + 'a>(front: &Rect, others: impl IntoIterator<Item = &'a S>) -> f64 {
    others.into_iter().filter_map(|o| ahead_of(front, o)).fold(tables().zone, f64::min)
}

/// Whether any part of a shape lies in a zone of control of that depth; its far edge is in it.
pub fn in_zone(front: &Rect, depth: f64, shape: &impl Solid) -> bool {
    ahead_of(front, shape).is_some_and(|v| v <= depth + HAIR)
}

/// Whether a distance measured is within a range; exactly at range is (`dba.shoot.range`).
pub fn in_range(distance: f64, range: f64) -> bool {
    distance <= range + HAIR
}

/// The part of a target that lies in the arc ahead of a front edge; none if no part does (`dba.shoot.arc`).
pub fn in_arc(front: &Rect, target: &impl Solid) -> Option<Convex> {
    let beside = tables().arc - front.half_width;
    table::cut_to_strip(front, beside, target).or_else(|| {
        // What only touches a side of the arc, or the line of the front edge, is in it.
        let arc = Rect { half_depth: front.half_depth - HAIR, ..*front };
        table::cut_to_strip(&arc, beside + HAIR, target)
    })
}

/// How far it is from a front edge to the nearest part of a target in its arc; none if no part is.
pub fn shot_distance(front: &Rect, target: &impl Solid) -> Option<f64> {
    let part = in_arc(front, target)?;
    Some(table::distance(&Convex::segment(front.edge(Edge::Front)), &part))
}

/// How far it is to a target for one who shoots all round, and the edge from which it is measured: the nearest,
/// and of edges that meet in the nearest corner the one whose middle is nearest.
pub fn all_round(shooter: &Convex, target: &impl Solid) -> ([Vec2; 2], f64) {
    let mut best = ([Vec2::default(); 2], f64::INFINITY, f64::INFINITY);
    for edge in shooter.edges() {
        let far = table::distance(&Convex::segment(edge), target);
        let middle = edge[0].lerp(edge[1], 0.5);
        let from_middle = target.nearest(middle).distance(middle);
        let level = (far - best.1).abs() <= HAIR;
        if (level && from_middle < best.2) || (!level && far < best.1) {
            best = (edge, far, from_middle);
        }
    }
    (best.0, best.1)
}

/// The ground that must be clear between a shooter's edge and a target: up to the target's edge nearest to the
/// middle of it, and of equals the first of front, left, right, rear (`dba.shoot.sight`).
pub fn sight(from: [Vec2; 2], target: &Rect) -> Convex {
    let nearest = table::nearest_edge(target, from[0].lerp(from[1], 0.5));
    table::sight_between(from, target.edge(nearest))
}

/// The same towards a camp, whose edges have no names.
pub fn sight_to_camp(from: [Vec2; 2], outline: &Convex) -> Convex {
    let middle = from[0].lerp(from[1], 0.5);
    let mut best = ([middle; 2], f64::INFINITY);
    for edge in outline.edges() {
        let far = table::distance_to_segment(middle, edge);
        if far < best.1 - HAIR {
            best = (edge, far);
        }
    }
    table::sight_between(from, best.0)
}

/// Whether a base stands in the ground between a shooter and its target.
pub fn blocks(sight: &Convex, base: &Rect) -> bool {
    table::penetration(sight, base) > NEAR
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_direction_is_the_same_as_an_angle_and_as_a_sine() {
        assert_eq!(NEAR_SINE, Facing::degrees(NEAR_ANGLE).vec().x);
        for parts in [NEAR_TURN - 1, NEAR_TURN, NEAR_TURN + 1] {
            let by_angle = Facing(parts).turn_to(Facing::NORTH).abs() <= NEAR_ANGLE;
            assert_eq!(faces(Facing(parts), Facing::EAST, 270.0), by_angle);
            assert_eq!(faces(Facing::NORTH, Facing(parts), 0.0), by_angle);
        }
    }
}
