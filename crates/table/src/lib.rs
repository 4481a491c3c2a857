//! Space: the continuous tabletop.
//!
//! What is kept is whole numbers: a [`Point`] in ten-thousandths of a millimetre, a [`Facing`] in 2³² parts of
//! a turn, clockwise from north; x runs east, y north, from the south-west corner. What is computed is `f64`
//! millimetres on a [`Vec2`]: only addition, multiplication, division and square roots, which every platform
//! rounds alike, and sines from a software library. A computed pose is rounded to the grid once, when it is
//! kept, so replays agree to the bit everywhere.
//!
//! The queries measure; a rulebook compares what they measure with its one [`Tolerance`].
//!
//! | To ask | Use |
//! |---|---|
//! | how deep, how far apart, when a straight move meets | [`penetration`], [`distance`], [`cast`], [`span`] |
//! | along which stretch, in whose zone, in an arc | [`common_stretch`], [`zone`], [`bearing`], [`cut_to_strip`] |
//! | what ground lies here | [`Ground::under`], [`Ground::at`], [`Piece::height`] |
//! | what a line of sight meets | [`line_inside`], [`Polygon::length_inside`] |
//! | where a move goes and what stops it | [`Leg`], [`cast`], [`free_run`], [`first_stop`] |
//! | where figures stand | [`Formation`] |
//!
//! A query is a verb or a measure followed by what it asks of; where one shape moves or looks, it comes first.
//! Lengths called `slack` say how deep an overlap does not yet count.

mod band;
mod bounds;
mod convex;
mod formation;
mod grid;
mod measure;
mod motion;
mod polygon;
mod reach;
mod rect;
mod run;
mod segment;
mod sight;
mod solid;
mod terrain;
mod vec2;

pub use band::{Along, Band};
pub use bounds::Bounds;
pub use convex::Convex;
pub use formation::Formation;
pub use grid::{Facing, Point, Pose};
pub use measure::{Zone, bearing, common_stretch, cut_to_front_zone, cut_to_strip, least_ahead, zone};
pub use motion::{Leg, Motion, front_corner_cost, turned, wheel_arc, wheel_chords, wheel_steps};
pub use polygon::{Bank, Polygon, ShapeError, is_simple};
pub use reach::{Reach, reach};
pub use rect::{Edge, Rect};
pub use run::{away_from, cast_to_shape, clear_of, first_stop, free_run, last_stop};
pub use segment::{crossing, distance_segments, distance_to_segment, nearest_on_segment, segments_meet};
pub use sight::{line_inside, nearest_edge, sight_between};
pub use solid::{Solid, Span, cast, clearance, distance, penetration, shortest_between, span, swept};
pub use terrain::{Foothold, Ground, KindId, Piece, Shape, TableEdge};
pub use vec2::Vec2;

/// How exact a rulebook's table is; stated once by each book.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// Points this near, in millimetres, coincide; bases overlap when they penetrate deeper than this.
    pub length: f64,
    /// Directions this near, in degrees, are the same.
    pub angle: f64,
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
