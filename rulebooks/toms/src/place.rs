//! Where units stand to each other: faces, and how a charger lines up.

use table::{Facing, Rect, Vec2, Zone, zone};

/// A face of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Face {
    /// Its front.
    Front,
    /// Either side.
    Side,
    /// Its rear.
    Rear,
}

impl Face {
    /// All of them.
    pub const ALL: [Face; 3] = [Face::Front, Face::Side, Face::Rear];

    /// The word used in questions and answers.
    pub const fn key(self) -> &'static str {
        match self {
            Face::Front => "front",
            Face::Side => "side",
            Face::Rear => "rear",
        }
    }

    /// The face it becomes when the unit turns about (`toms.melee.flank_stays`).
    pub const fn about(self) -> Face {
        match self {
            Face::Front => Face::Rear,
            Face::Side => Face::Side,
            Face::Rear => Face::Front,
        }
    }
}

/// Coordinates are kept on a grid, so places this near on its lines are on them.
const ON_LINE: f64 = 1e-9;

/// The face of a unit in whose zone a point lies (`toms.charge.face`).
pub fn face(base: &Rect, p: Vec2) -> Face {
    let (u, v) = base.local(p);
    let beside = (u.abs() - base.half_width).max(0.0);
    let (ahead, behind) = (v - base.half_depth, -v - base.half_depth);
    if ahead >= beside - ON_LINE && ahead >= 0.0 {
        Face::Front
    } else if behind > beside + ON_LINE {
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

/// How far apart the places are that a charger tries when one is taken.
const STEP: f64 = 0.1;

/// The places along a face where a charger may line up, the nearest to where it touched first
/// (`toms.charge.sequence`); the two overlap by a file at least.
pub fn lined_up(charger: &Rect, touch: Vec2, target: &Rect, face: Face, from: Vec2, file: f64) -> Vec<Rect> {
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
