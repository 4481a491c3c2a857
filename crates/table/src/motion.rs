//! Motions: how a footprint goes from pose to pose, and what that costs.

use crate::{Bounds, Edge, Facing, Pose, Rect, Solid, Vec2};

/// One leg of a move: where a footprint starts and how it goes.
///
/// ```
/// use testudo_table::{Edge, Facing, Leg, Pose, Vec2};
/// let start = Pose::new(Vec2::new(0.0, 0.0), Facing::NORTH);
/// let wheel = Leg::wheel(start, 40.0, 20.0, Edge::Right, 90.0);
/// assert_eq!(wheel.end(), Pose::new(Vec2::new(10.0, 30.0), Facing::EAST));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leg {
    /// Where it starts.
    pub start: Pose,
    /// The frontage in millimetres.
    pub width: f64,
    /// The depth in millimetres.
    pub depth: f64,
    /// How it goes.
    pub motion: Motion,
}

/// How a footprint goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Motion {
    /// The middle of the front edge goes straight and the facing turns evenly the shorter way; half a turn
    /// goes clockwise.
    March {
        /// Where it ends.
        to: Pose,
    },
    /// A rotation about a fixed point: a wheel, or a turn on the spot.
    Rotate {
        /// The point that stands still.
        about: Vec2,
        /// How far, clockwise positive.
        degrees: f64,
    },
}

impl Leg {
    /// A straight march from pose to pose.
    pub fn march(start: Pose, width: f64, depth: f64, to: Pose) -> Leg {
        Leg { start, width, depth, motion: Motion::March { to } }
    }

    /// Straight ahead by a length, or straight back by a negative one.
    pub fn ahead(start: Pose, width: f64, depth: f64, length: f64) -> Leg {
        Leg::slide(start, width, depth, start.facing.vec() * length)
    }

    /// Sideways to its own right by a length, or to its left by a negative one.
    pub fn shift(start: Pose, width: f64, depth: f64, length: f64) -> Leg {
        Leg::slide(start, width, depth, start.facing.vec().right() * length)
    }

    /// Straight by any displacement, facing unchanged.
    pub fn slide(start: Pose, width: f64, depth: f64, by: Vec2) -> Leg {
        Leg::march(start, width, depth, Pose::new(start.at.vec() + by, start.facing))
    }

    /// A wheel forward about its own front corner: to the left about the left one, to the right about the right.
    pub fn wheel(start: Pose, width: f64, depth: f64, side: Edge, degrees: f64) -> Leg {
        let base = Rect::at(start, width, depth);
        let (about, degrees) = if side == Edge::Left { (base.fl(), -degrees) } else { (base.fr(), degrees) };
        Leg::rotate(start, width, depth, about, degrees)
    }

    /// A rotation about any point, as by one of a group that wheels.
    pub fn rotate(start: Pose, width: f64, depth: f64, about: Vec2, degrees: f64) -> Leg {
        Leg { start, width, depth, motion: Motion::Rotate { about, degrees } }
    }

    /// A turn about its own centre.
    pub fn turn(start: Pose, width: f64, depth: f64, degrees: f64) -> Leg {
        Leg::rotate(start, width, depth, start.at.vec(), degrees)
    }

    /// The footprint at the start.
    pub fn first(&self) -> Rect {
        Rect::at(self.start, self.width, self.depth)
    }

    /// The footprint at the end.
    pub fn last(&self) -> Rect {
        Rect::at(self.end(), self.width, self.depth)
    }

    /// The pose at the end, on the grid.
    pub fn end(&self) -> Pose {
        match self.motion {
            Motion::March { to } => to,
            Motion::Rotate { .. } => {
                let (rect, facing) = self.track().place(1.0);
                rect.pose(facing)
            }
        }
    }

    /// The footprint a share `t` of the way, from 0 to 1.
    pub fn at(&self, t: f64) -> Rect {
        self.track().place(t).0
    }

    /// What stays the same along the way, worked out once for many places.
    pub(crate) fn track(&self) -> Track {
        let first = self.first();
        let way = match self.motion {
            Motion::March { to } => Way::March {
                from: first.front_mid(),
                to: Rect::at(to, self.width, self.depth).front_mid(),
                degrees: self.start.facing.turn_to(to.facing),
            },
            Motion::Rotate { about, degrees } => Way::Rotate { about, arm: first.centre - about, degrees },
        };
        Track { first, facing: self.start.facing, way }
    }

    /// A box that holds the footprint at every moment.
    pub fn bounds(&self) -> Bounds {
        let (first, last) = (self.first(), self.last());
        match self.motion {
            Motion::March { to } if to.facing == self.start.facing => first.bounds().join(&last.bounds()),
            Motion::March { .. } => {
                // Turning as it goes, it stays within a disc about the middle of its front edge.
                let reach = (first.half_width * first.half_width + self.depth * self.depth).sqrt();
                let at = |rect: &Rect| Bounds::disc(rect.front_mid(), reach);
                at(&first).join(&at(&last))
            }
            Motion::Rotate { about, .. } => {
                let reach = first.corners().iter().map(|&p| p.distance(about)).fold(0.0, f64::max);
                Bounds::disc(about, reach)
            }
        }
    }

    /// The cost by the front corners: see [`front_corner_cost`].
    pub fn chord(&self) -> f64 {
        front_corner_cost(&self.first(), &self.last())
    }

    /// An upper bound of how far any point of the footprint travels.
    pub fn travel(&self) -> f64 {
        let first = self.first();
        match self.motion {
            Motion::March { to } => {
                let reach = (first.half_width * first.half_width + self.depth * self.depth).sqrt();
                let turn = self.start.facing.turn_to(to.facing).abs().to_radians();
                first.front_mid().distance(self.last().front_mid()) + turn * reach
            }
            Motion::Rotate { about, degrees } => {
                let reach = first.corners().iter().map(|&p| p.distance(about)).fold(0.0, f64::max);
                degrees.abs().to_radians() * reach
            }
        }
    }
}

/// A leg made ready for its footprint to be asked for at many moments.
pub(crate) struct Track {
    first: Rect,
    facing: Facing,
    way: Way,
}

enum Way {
    March { from: Vec2, to: Vec2, degrees: f64 },
    Rotate { about: Vec2, arm: Vec2, degrees: f64 },
}

impl Track {
    /// The footprint a share `t` of the way, and its facing.
    pub(crate) fn place(&self, t: f64) -> (Rect, Facing) {
        match self.way {
            Way::March { from, to, degrees } => {
                let facing = turned(self.facing, degrees * t);
                let ahead = if degrees == 0.0 { self.first.ahead } else { facing.vec() };
                let centre = from.lerp(to, t) - ahead * self.first.half_depth;
                (Rect { centre, ahead, ..self.first }, facing)
            }
            Way::Rotate { about, arm, degrees } => {
                let turn = turned(Facing::NORTH, degrees * t);
                let north = turn.vec();
                let centre = about + north.right() * arm.x + north * arm.y;
                let facing = self.facing + turn;
                (Rect { centre, ahead: facing.vec(), ..self.first }, facing)
            }
        }
    }
}

/// A direction turned by degrees, clockwise positive.
pub fn turned(facing: Facing, degrees: f64) -> Facing {
    facing + Facing::degrees(degrees)
}

/// What a move costs by its front corners: the greater of the straight distances between where the front left
/// corner starts and ends and where the front right does.
pub fn front_corner_cost(start: &Rect, end: &Rect) -> f64 {
    start.fl().distance(end.fl()).max(start.fr().distance(end.fr()))
}

/// What a wheel costs as the arc of the outer front corner.
pub fn wheel_arc(front: f64, degrees: f64) -> f64 {
    degrees.abs().to_radians() * front
}

/// What a wheel costs as chords of the outer front corner, split into equal steps of at most `most` degrees.
///
/// ```
/// use testudo_table::wheel_chords;
/// assert!((wheel_chords(160.0, 30.0, 30.0) - 82.822).abs() < 0.001);
/// assert_eq!(wheel_chords(160.0, 60.0, 30.0), 2.0 * wheel_chords(160.0, 30.0, 30.0));
/// ```
pub fn wheel_chords(front: f64, degrees: f64, most: f64) -> f64 {
    let steps = wheel_steps(degrees, most);
    steps * 2.0 * front * libm::sin(degrees.abs().to_radians() / steps / 2.0)
}

/// Into how many equal steps of at most `most` degrees a wheel is split; at least one.
pub fn wheel_steps(degrees: f64, most: f64) -> f64 {
    // A hair more than a whole number of steps is rounding, not another step.
    (degrees.abs() / most - 1e-9).ceil().max(1.0)
}
