//! How bases stand to one another: contact, overlap, support, zones of control.

use crate::board::{Base, NEAR, NEAR_ANGLE, WIDTH};
use table::{Facing, Rect, Vec2};

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
    (b + Facing::degrees(clockwise)).turn_to(a).abs() <= NEAR_ANGLE
}

/// How `a` touches `b`: the first kind that fits.
pub fn contact(a: &Base, b: &Base) -> Option<Contact> {
    let far = a.rect.radius() + b.rect.radius() + NEAR;
    let d = a.rect.centre - b.rect.centre;
    if d.dot(d) > far * far {
        return None;
    }
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
    let level = a.ahead.cross(b.ahead).abs() <= libm_sin(NEAR_ANGLE);
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

/// The sine of a small angle in degrees.
fn libm_sin(degrees: f64) -> f64 {
    Facing::degrees(degrees).vec().x
}

/// The base of a mover lined up with an enemy in one of the six ways a move can end.
pub fn line_up(mover: &Base, enemy: &Base, edge: Contact) -> Base {
    let q = &enemy.rect;
    let (f, r) = (q.ahead, q.right());
    let d = mover.rect.half_depth;
    let half = WIDTH / 2.0;
    let (centre, turn) = match edge {
        Contact::Front => (q.front_mid() + f * d, 180.0),
        Contact::LeftFlank => (q.fl() - r * d - f * half, 90.0),
        Contact::RightFlank => (q.fr() + r * d - f * half, 270.0),
        Contact::Rear => (q.place(0.0, -q.half_depth) - f * d, 0.0),
        Contact::LeftOverlap | Contact::LeftSide => (q.fl() + f * d - r * half, 180.0),
        Contact::RightOverlap | Contact::RightSide => (q.fr() + f * d + r * half, 180.0),
    };
    mover.at(centre, enemy.facing + Facing::degrees(turn))
}

/// Whether `rear` stands directly behind `front`, facing as it does: in place to support it.
pub fn behind(rear: &Base, front: &Base) -> bool {
    faces(rear.facing, front.facing, 0.0)
        && together(rear.rect.fl(), front.rect.rl())
        && together(rear.rect.fr(), front.rect.rr())
}

/// Whether two bases stand side by side, facing alike, front corners level.
pub fn beside(a: &Base, b: &Base) -> bool {
    faces(a.facing, b.facing, 0.0)
        && (together(a.rect.fr(), b.rect.fl()) || together(a.rect.fl(), b.rect.fr()))
}

/// Whether two bases are joined in a group on the straight: beside, or one directly behind the other.
pub fn joined(a: &Base, b: &Base) -> bool {
    beside(a, b) || behind(a, b) || behind(b, a)
}
