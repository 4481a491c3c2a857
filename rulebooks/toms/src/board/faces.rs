//! Where units stand to each other: the zones of their faces, and how a charger lines up.

use crate::board::state::Face;
use crate::data::scale::NEAR;
use table::{Facing, Rect, Solid as _, Vec2, Zone, zone};

/// The face of a unit in whose zone a point lies (`toms.charge.face`).
pub fn face(base: &Rect, p: Vec2) -> Face {
    let (u, v) = base.local(p);
    let beside = (u.abs() - base.half_width).max(0.0);
    let (ahead, behind) = (v - base.half_depth, -v - base.half_depth);
    if ahead >= beside - NEAR && ahead >= 0.0 {
        Face::Front
    } else if behind > beside + NEAR {
        Face::Rear
    } else {
        Face::Side
    }
}

/// The direction out of the face of a unit that someone coming from a point meets.
pub fn outward(base: &Rect, face: Face, from: Vec2) -> Vec2 {
    match face {
        Face::Front => base.ahead,
        Face::Rear => -base.ahead,
        Face::Side => match zone(base, from) {
            Zone::Left => -base.right(),
            Zone::Right => base.right(),
            _ if base.local(from).0 < 0.0 => -base.right(),
            _ => base.right(),
        },
    }
}

/// Footprints nearer than this touch, in inches: lining up rounds a place and a facing.
const TOUCH: f64 = 1e-3;
/// How much of an edge two footprints share at least where they touch, in inches; corners that meet are no contact.
const EDGE: f64 = 0.05;

/// The face of a footprint that another touches with more than a corner (`toms.charge.contact`). Returns `None` if
/// they are apart.
pub fn touched(base: &Rect, other: &Rect) -> Option<Face> {
    let (wide, deep) = (base.right() * base.half_width, base.ahead * base.half_depth);
    let edges = [
        (Face::Front, deep, wide),
        (Face::Rear, -deep, wide),
        (Face::Side, wide, deep),
        (Face::Side, -wide, deep),
    ];
    let shared = |out: Vec2, half: Vec2| {
        let (middle, along) = (base.centre + out, half * (1.0 / half.len()));
        let out = out * (1.0 / out.len());
        let strip = other
            .hull()
            .clip(middle - out * TOUCH, out)?
            .clip(middle + out * TOUCH, -out)?
            .clip(middle + half, -along)?
            .clip(middle - half, along)?;
        let (low, high) = strip.shadow(along);
        Some(high - low)
    };
    let length = |(face, out, half): (Face, Vec2, Vec2)| (shared(out, half).unwrap_or(0.0), face);
    let longest = edges.map(length).into_iter().max_by(|a, b| a.0.total_cmp(&b.0));
    longest.and_then(|(length, face)| (length > EDGE).then_some(face))
}

/// How far apart the places are that a charger tries when one is taken, in inches.
const STEP: f64 = 0.1;

/// How a charger comes upon a face.
#[derive(Clone, Copy, Debug)]
pub struct Approach {
    /// Its footprint.
    pub charger: Rect,
    /// Where it set out.
    pub from: Vec2,
    /// Where its centre is when it first touches.
    pub touch: Vec2,
    /// How much the two must overlap: a file.
    pub file: f64,
}

/// The places along a face where a charger may line up, the nearest to where it touched first
/// (`toms.charge.sequence`).
pub fn lined_up(approach: &Approach, target: &Rect, face: Face) -> Vec<Rect> {
    let Approach { charger, from, touch, file } = *approach;
    let out = outward(target, face, from);
    let (half, deep) = match face {
        Face::Front | Face::Rear => (target.half_width, target.half_depth),
        Face::Side => (target.half_depth, target.half_width),
    };
    // Along the face to the charger's own right, who looks against `out`.
    let right = (-out).right();
    let limit = charger.half_width + half - file;
    let middle = target.centre + out * deep;
    let start = (touch - middle).dot(right).clamp(-limit, limit);
    let place = |u: f64| Rect {
        centre: middle + right * u + out * charger.half_depth,
        ahead: -out,
        half_width: charger.half_width,
        half_depth: charger.half_depth,
    };
    let mut places = vec![place(start)];
    let steps = (2.0 * limit / STEP) as u32;
    for i in 1..=steps {
        let by = f64::from(i) * STEP;
        places.extend([start + by, start - by].into_iter().filter(|u| u.abs() <= limit).map(place));
    }
    places
}

/// The facing of a footprint that lines up along a face of a unit.
pub fn facing_of(target: Facing, base: &Rect, ahead: Vec2) -> Facing {
    // Square to the target, so the quarter turns stay exact.
    if ahead == base.ahead {
        target
    } else if ahead == -base.ahead {
        target.about()
    } else if ahead == base.right() {
        target + Facing::EAST
    } else {
        target + Facing::WEST
    }
}
