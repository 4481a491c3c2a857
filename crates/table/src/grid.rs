//! The kept form of places and directions: whole numbers.

use crate::Vec2;

/// A place on the table in ten-thousandths of a millimetre.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// East.
    pub x: i32,
    /// North.
    pub y: i32,
}

impl Point {
    /// Grid steps in a millimetre.
    pub const PER_MM: f64 = 10_000.0;

    /// The grid point nearest to a computed place (places beyond ±200 m are brought in).
    #[inline]
    pub fn round(v: Vec2) -> Self {
        Point { x: (v.x * Self::PER_MM).round() as i32, y: (v.y * Self::PER_MM).round() as i32 }
    }

    /// The place to compute with.
    #[inline]
    pub fn vec(self) -> Vec2 {
        Vec2::new(f64::from(self.x) / Self::PER_MM, f64::from(self.y) / Self::PER_MM)
    }
}

/// A direction: 2³² parts of a turn, clockwise from north.
///
/// ```
/// use testudo_table::Facing;
/// let east = Facing::degrees(90.0);
/// assert_eq!(east + Facing::degrees(270.0), Facing::NORTH);
/// assert_eq!(Facing::NORTH.turn_to(Facing::degrees(315.0)), -45.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Facing(pub u32);

const TURN: f64 = 4_294_967_296.0;

impl Facing {
    /// North, up the table.
    pub const NORTH: Facing = Facing(0);
    /// South.
    pub const SOUTH: Facing = Facing(1 << 31);
    /// East.
    pub const EAST: Facing = Facing(1 << 30);
    /// West.
    pub const WEST: Facing = Facing(3 << 30);

    /// The nearest direction to an angle in degrees clockwise from north.
    #[inline]
    pub fn degrees(angle: f64) -> Self {
        let turns = angle / 360.0;
        let part = (turns - turns.floor()) * TURN;
        Facing(part.round() as u64 as u32)
    }

    /// The angle in degrees, from 0 to under 360.
    pub fn to_degrees(self) -> f64 {
        f64::from(self.0) * 360.0 / TURN
    }

    /// The unit vector of a direction.
    #[inline]
    pub fn vec(self) -> Vec2 {
        // The four quarters exactly, so that square formations stay square to the last bit.
        match self {
            Facing::NORTH => Vec2::new(0.0, 1.0),
            Facing::EAST => Vec2::new(1.0, 0.0),
            Facing::SOUTH => Vec2::new(0.0, -1.0),
            Facing::WEST => Vec2::new(-1.0, 0.0),
            Facing(part) => {
                let (sin, cos) = libm::sincos(f64::from(part) * std::f64::consts::TAU / TURN);
                Vec2::new(sin, cos)
            }
        }
    }

    /// The direction of a vector; north for none.
    #[inline]
    pub fn of(v: Vec2) -> Self {
        Facing::degrees(libm::atan2(v.x, v.y).to_degrees())
    }

    /// The direction opposite.
    #[inline]
    pub const fn about(self) -> Self {
        Facing(self.0 ^ (1 << 31))
    }

    /// The turn from here to another direction the shorter way, in degrees, clockwise positive; half a turn is +180.
    #[inline]
    pub fn turn_to(self, other: Facing) -> f64 {
        let turn = f64::from(other.0.wrapping_sub(self.0) as i32) * 360.0 / TURN;
        if turn == -180.0 { 180.0 } else { turn }
    }
}

impl std::ops::Add for Facing {
    type Output = Facing;
    fn add(self, o: Facing) -> Facing {
        Facing(self.0.wrapping_add(o.0))
    }
}
impl std::ops::Sub for Facing {
    type Output = Facing;
    fn sub(self, o: Facing) -> Facing {
        Facing(self.0.wrapping_sub(o.0))
    }
}

/// Where a footprint stands: its centre and its facing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pose {
    /// The centre of the footprint.
    pub at: Point,
    /// The way it faces.
    pub facing: Facing,
}

impl Pose {
    /// A pose rounded to the grid.
    pub fn new(at: Vec2, facing: Facing) -> Self {
        Pose { at: Point::round(at), facing }
    }
}
