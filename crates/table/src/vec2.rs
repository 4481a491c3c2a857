//! Vectors in millimetres.

use std::ops::{Add, AddAssign, Mul, Neg, Sub};

/// A point or a displacement on the table, in millimetres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Vec2 {
    /// East.
    pub x: f64,
    /// North.
    pub y: f64,
}

impl Vec2 {
    /// A vector from its parts.
    #[inline]
    pub const fn new(x: f64, y: f64) -> Self {
        Vec2 { x, y }
    }

    /// The scalar product.
    #[inline]
    pub fn dot(self, o: Vec2) -> f64 {
        self.x * o.x + self.y * o.y
    }

    /// The cross product: positive when `o` lies to the left of `self`.
    #[inline]
    pub fn cross(self, o: Vec2) -> f64 {
        self.x * o.y - self.y * o.x
    }

    /// The length.
    #[inline]
    pub fn len(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// The distance to another point.
    #[inline]
    pub fn distance(self, o: Vec2) -> f64 {
        (self - o).len()
    }

    /// A quarter turn clockwise.
    #[inline]
    pub fn right(self) -> Vec2 {
        Vec2::new(self.y, -self.x)
    }

    /// The point a share `t` of the way to `o`.
    #[inline]
    pub fn lerp(self, o: Vec2, t: f64) -> Vec2 {
        self + (o - self) * t
    }
}

impl Add for Vec2 {
    type Output = Vec2;
    #[inline]
    fn add(self, o: Vec2) -> Vec2 {
        Vec2::new(self.x + o.x, self.y + o.y)
    }
}
impl AddAssign for Vec2 {
    #[inline]
    fn add_assign(&mut self, o: Vec2) {
        *self = *self + o;
    }
}
impl Sub for Vec2 {
    type Output = Vec2;
    #[inline]
    fn sub(self, o: Vec2) -> Vec2 {
        Vec2::new(self.x - o.x, self.y - o.y)
    }
}
impl Mul<f64> for Vec2 {
    type Output = Vec2;
    #[inline]
    fn mul(self, k: f64) -> Vec2 {
        Vec2::new(self.x * k, self.y * k)
    }
}
impl Neg for Vec2 {
    type Output = Vec2;
    #[inline]
    fn neg(self) -> Vec2 {
        Vec2::new(-self.x, -self.y)
    }
}
