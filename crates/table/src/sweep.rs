//! Sweeps: where a motion first meets something.

use crate::motion::Track;
use crate::{Leg, Motion, Rect, Solid, Vec2, penetration, span};

/// The first thing a sweep meets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Its place in the list of obstacles.
    pub obstacle: usize,
    /// The last share of the way, from 0 to 1, at which the footprint is still clear of it; 0 if it never was.
    pub t: f64,
}

/// How often the first contact is halved: to a billionth of a step.
const HALVINGS: u32 = 30;

/// The first moment a motion is blocked, looked for every `step` millimetres of travel and then narrowed down:
/// the last share of the way at which it is still free, 0 if it starts blocked; none if it is free at every
/// step and at the end.
///
/// ```
/// use testudo_table::{Facing, Leg, Pose, Vec2, first_blocked};
/// let start = Pose::new(Vec2::new(0.0, 0.0), Facing::EAST);
/// let leg = Leg::ahead(start, 40.0, 20.0, 100.0);
/// let wall = first_blocked(&leg, 1.25, |base| base.front_mid().x > 60.0);
/// assert!((wall.expect("a wall") - 0.5).abs() < 1e-6);
/// ```
pub fn first_blocked(leg: &Leg, step: f64, mut blocked: impl FnMut(&Rect) -> bool) -> Option<f64> {
    let (steps, track) = (steps(leg, step), leg.track());
    let mut free = 0.0;
    for i in 0..=steps {
        let t = f64::from(i) / f64::from(steps);
        let base = if i == steps { leg.last() } else { track.place(t).0 };
        if blocked(&base) {
            return Some(if i == 0 { 0.0 } else { narrow(&track, free, t, &mut blocked) });
        }
        free = t;
    }
    None
}

/// The first obstacle that a motion overlaps deeper than `slack`; of several met at once the first in the list.
///
/// ```
/// use testudo_table::{Facing, Leg, Pose, Rect, Vec2, sweep};
/// let start = Pose::new(Vec2::new(0.0, 0.0), Facing::NORTH);
/// let leg = Leg::ahead(start, 40.0, 20.0, 100.0);
/// let enemy = Rect::new(Vec2::new(10.0, 70.0), Facing::SOUTH, 40.0, 20.0);
/// let hit = sweep(&leg, 1.25, &[enemy], 0.0).expect("the enemy stands in the way");
/// assert!((hit.t - 0.5).abs() < 1e-6);
/// ```
pub fn sweep<S: Solid>(leg: &Leg, step: f64, obstacles: &[S], slack: f64) -> Option<Hit> {
    let around = leg.bounds();
    let mut first: Option<Hit> = None;
    for (i, obstacle) in obstacles.iter().enumerate() {
        if !around.meets(&obstacle.bounds()) || passes_by(leg, obstacle, slack) {
            continue;
        }
        let t = first_blocked(leg, step, |base| penetration(base, obstacle) > slack);
        if let Some(t) = t
            && first.is_none_or(|hit| t < hit.t)
        {
            first = Some(Hit { obstacle: i, t });
        }
    }
    first
}

/// Whether a motion is plainly clear of an obstacle: straight, without turning, and past it.
fn passes_by(leg: &Leg, obstacle: &impl Solid, slack: f64) -> bool {
    let Motion::March { to } = leg.motion else {
        return false;
    };
    let by: Vec2 = to.at.vec() - leg.start.at.vec();
    let length = by.len();
    if to.facing != leg.start.facing || length == 0.0 {
        return false;
    }
    // A hair less slack than asked, so that what this lets pass the steps would too.
    let met = span(&leg.first(), by * (1.0 / length), obstacle, slack - 1e-9);
    met.is_none_or(|met| met.leave < 0.0 || met.enter > length)
}

/// How many steps of at most a length cover a leg's travel, at least one.
fn steps(leg: &Leg, step: f64) -> u32 {
    // A motion without turning is even, one with turning is measured by the point that travels most.
    let travel = match leg.motion {
        Motion::March { to } if to.facing == leg.start.facing => leg.chord(),
        _ => leg.travel(),
    };
    let steps = (travel / step).ceil();
    if steps >= 1.0 { steps.min(1e6) as u32 } else { 1 }
}

fn narrow(track: &Track, mut free: f64, mut met: f64, blocked: &mut impl FnMut(&Rect) -> bool) -> f64 {
    for _ in 0..HALVINGS {
        let middle = (free + met) / 2.0;
        if blocked(&track.place(middle).0) {
            met = middle;
        } else {
            free = middle;
        }
    }
    free
}
