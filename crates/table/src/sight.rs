//! Sight: what stands in the way of a line, or between two edges.

use crate::{Convex, Edge, Rect, Solid, Span, Vec2, distance_to_segment, span};

/// The edge of a footprint nearest to a point; of equals the first of front, left, right, rear.
pub fn nearest_edge(base: &Rect, p: Vec2) -> Edge {
    /// Distances nearer than this are equal: the ends of two edges are one corner only to the last digits.
    const SAME: f64 = 1e-9;
    let far = |edge: Edge| distance_to_segment(p, base.edge(edge));
    Edge::ALL.into_iter().fold(
        Edge::Front,
        |best, edge| {
            if far(edge) < far(best) - SAME { edge } else { best }
        },
    )
}

/// The ground between two edges: the least convex shape around both.
pub fn sight_between(from: [Vec2; 2], to: [Vec2; 2]) -> Convex {
    Convex::hull_of_segments(from, to)
}

/// The stretch of a line that lies inside a shape, in millimetres from the line's start; none if it misses, or
/// only touches.
///
/// ```
/// use testudo_table::{Facing, Rect, Span, Vec2, line_inside};
/// let screen = Rect::new(Vec2::new(0.0, 50.0), Facing::NORTH, 40.0, 20.0);
/// let line = [Vec2::new(0.0, 0.0), Vec2::new(0.0, 100.0)];
/// assert_eq!(line_inside(line, &screen), Some(Span { enter: 40.0, leave: 60.0 }));
/// ```
pub fn line_inside(line: [Vec2; 2], shape: &impl Solid) -> Option<Span> {
    let length = line[0].distance(line[1]);
    if length == 0.0 {
        return None;
    }
    let direction = (line[1] - line[0]) * (1.0 / length);
    let met = span(&Convex::segment([line[0], line[0]]), direction, shape, 0.0)?;
    let inside = Span { enter: met.enter.max(0.0), leave: met.leave.min(length) };
    (inside.enter < inside.leave).then_some(inside)
}
