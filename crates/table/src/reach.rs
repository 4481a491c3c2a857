//! Reach: the ground a footprint's front can come to by a wheel and a straight advance, for a screen to draw.

use crate::{Edge, Ground, Leg, Pose, Rect, Solid, Vec2, cast, penetration};

/// What a reach is worked out from.
#[derive(Clone, Copy, Debug)]
pub struct Reach<'a, S> {
    /// Where the footprint stands.
    pub start: Pose,
    /// Its frontage in millimetres.
    pub width: f64,
    /// Its depth in millimetres.
    pub depth: f64,
    /// How far it may go, in millimetres, wheel and advance together.
    pub allowance: f64,
    /// What stands in its way.
    pub obstacles: &'a [S],
    /// How deep it may overlap them.
    pub slack: f64,
}

/// The outline of the places that the middle of a footprint's front edge can come to by one wheel of at most a
/// quarter turn and a straight advance within the allowance, cut at obstacles and at the table's edge.
///
/// `wheel_cost` prices a wheel of an angle in degrees, as the book does ([`crate::wheel_arc`],
/// [`crate::wheel_chords`]). The outline goes out along the farthest places from left to right and comes back
/// along the nearest.
///
/// ```
/// use testudo_table::{Facing, Ground, Pose, Reach, Rect, Vec2, reach, wheel_arc};
/// let start = Pose::new(Vec2::new(300.0, 300.0), Facing::NORTH);
/// let none: [Rect; 0] = [];
/// let ask = Reach { start, width: 40.0, depth: 20.0, allowance: 100.0, obstacles: &none, slack: 0.0 };
/// let outline = reach(&ask, &Ground::bare(600.0, 600.0), 5.0, |angle| wheel_arc(40.0, angle));
/// assert!(outline.iter().any(|p| p.distance(Vec2::new(300.0, 410.0)) < 1e-6));
/// ```
pub fn reach<S: Solid>(
    ask: &Reach<'_, S>,
    ground: &Ground,
    degrees: f64,
    wheel_cost: impl Fn(f64) -> f64,
) -> Vec<Vec2> {
    let wing = |side: Edge| {
        let mut places = Vec::new();
        let steps = (90.0 / degrees.max(0.1)).ceil();
        let mut step = 1.0;
        while step <= steps {
            let angle = 90.0 * step / steps;
            let left = ask.allowance - wheel_cost(angle);
            let base = Leg::wheel(ask.start, ask.width, ask.depth, side, angle).last();
            if left < 0.0 || !stands(ask, ground, &base) {
                break;
            }
            places.push(stretch(ask, ground, &base, left));
            step += 1.0;
        }
        places
    };
    let base = Rect::at(ask.start, ask.width, ask.depth);
    let mut fan = wing(Edge::Left);
    fan.reverse();
    fan.push(stretch(ask, ground, &base, ask.allowance));
    fan.extend(wing(Edge::Right));
    fan.iter().map(|ends| ends[1]).chain(fan.iter().rev().map(|ends| ends[0])).collect()
}

fn stands<S: Solid>(ask: &Reach<'_, S>, ground: &Ground, base: &Rect) -> bool {
    let free = ask.obstacles.iter().all(|o| penetration(base, o) <= ask.slack);
    free && ground.on_table(base, ask.slack)
}

/// Where the front's middle is at the start and at the end of the longest advance.
fn stretch<S: Solid>(ask: &Reach<'_, S>, ground: &Ground, base: &Rect, length: f64) -> [Vec2; 2] {
    let to_edge = ground.run_to_edge(base, base.ahead, ask.slack).min(length);
    let casts = ask.obstacles.iter().filter_map(|o| cast(base, base.ahead, length, o, ask.slack));
    let run = casts.fold(to_edge, f64::min);
    [base.front_mid(), base.front_mid() + base.ahead * run]
}
