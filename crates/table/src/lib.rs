//! Space: the continuous tabletop.
//!
//! What is kept is whole numbers: a [`Point`] in ten-thousandths of a millimetre, a [`Facing`] in 2³² parts of
//! a turn, clockwise from north; x runs east, y north, from the south-west corner. What is computed is `f64`
//! millimetres on a [`Vec2`]: only addition, multiplication, division and square roots, which every platform
//! rounds alike, and sines from a software library. A computed pose is rounded to the grid once, when it is
//! kept, so replays agree to the bit everywhere.
//!
//! The queries measure; a rulebook compares what they measure with its one [`Tolerance`].

mod bounds;
mod convex;
mod formation;
mod grid;
mod rect;
mod segment;
mod solid;
mod vec2;

pub use bounds::Bounds;
pub use convex::Convex;
pub use formation::Formation;
pub use grid::{Facing, Point, Pose};
pub use rect::{Edge, Rect};
pub use segment::{
    crossing, distance_segments, distance_to_segment, nearest_on_segment, segments_meet, share_nearest,
};
pub use solid::{Solid, Span, cast, clearance, distance, penetration, shortest_between, span, swept};
pub use vec2::Vec2;

/// How exact a rulebook's table is; stated once by each book.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// Points this near, in millimetres, coincide; bases overlap when they penetrate deeper than this.
    pub length: f64,
    /// Directions this near, in degrees, are the same.
    pub angle: f64,
}
