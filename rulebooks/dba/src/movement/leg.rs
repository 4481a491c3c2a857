//! Legs: how one base, or a whole block of bases at once, goes from place to place.

use crate::board::Base;
use crate::data::scale::{NEAR, NEAR_ANGLE};
use table::{Facing, Rect, Vec2};

/// One leg of a move: the block turns evenly about a point while that point goes straight.
///
/// A march turns about the middle of the leader's front edge, a wheel about a corner that stands still, a turn
/// on the spot about the centre.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leg {
    /// The point about which it turns, where it is at the start.
    pub from: Vec2,
    /// Where that point is at the end.
    pub to: Vec2,
    /// How far it turns, clockwise positive, in 2³² parts of a turn.
    pub turn: i64,
}

/// Half a turn.
const HALF: i64 = 1 << 31;

impl Leg {
    /// Straight, without turning.
    pub fn straight(by: Vec2) -> Leg {
        Leg { from: Vec2::default(), to: by, turn: 0 }
    }

    /// About a point that stands still.
    pub fn pivot(about: Vec2, turn: i64) -> Leg {
        Leg { from: about, to: about, turn }
    }

    /// From one place of a base to another: the middle of its front edge goes straight and it turns the shorter
    /// way, half a turn clockwise (`dba.move.sweep`).
    pub fn march(base: &Base, to: &Base) -> Leg {
        Leg { from: base.rect.front_mid(), to: to.rect.front_mid(), turn: shorter(base.facing, to.facing) }
    }

    /// The block a share of the way, from 0 to 1.
    pub fn at(&self, share: f64) -> Carry {
        let turn = if share >= 1.0 { self.turn } else { (self.turn as f64 * share) as i64 };
        let turn = Facing(turn as u32);
        Carry { from: self.from, to: self.from.lerp(self.to, share), turn, north: turn.vec() }
    }

    /// The block at the end.
    pub fn end(&self) -> Carry {
        Carry { to: self.to, ..self.at(1.0) }
    }

    /// Whether a base goes straight ahead in it, without turning.
    pub fn is_ahead(&self, base: &Rect) -> bool {
        let by = self.to - self.from;
        self.is_level() && by.dot(base.right()).abs() <= NEAR && by.dot(base.ahead) >= -NEAR
    }

    /// Whether a base goes straight back in it, without turning.
    pub fn is_back(&self, base: &Rect) -> bool {
        let by = self.to - self.from;
        self.is_level() && by.dot(base.right()).abs() <= NEAR && by.dot(base.ahead) <= NEAR
    }

    /// Whether a base goes straight ahead or sideways in it, without turning or going back.
    pub fn is_ahead_or_shift(&self, base: &Rect) -> bool {
        self.is_level() && (self.to - self.from).dot(base.ahead) >= -NEAR
    }

    fn is_level(&self) -> bool {
        self.turn == 0 || self.turn.abs() as f64 * 360.0 / (2.0 * HALF as f64) <= NEAR_ANGLE
    }
}

/// The shorter turn from one facing to another; half a turn is clockwise.
pub fn shorter(from: Facing, to: Facing) -> i64 {
    let turn = i64::from((to - from).0);
    if turn > HALF { turn - 2 * HALF } else { turn }
}

/// Where a leg has carried its block.
#[derive(Clone, Copy, Debug)]
pub struct Carry {
    from: Vec2,
    to: Vec2,
    turn: Facing,
    // The north of the block's own frame.
    north: Vec2,
}

impl Carry {
    fn turned(&self, v: Vec2) -> Vec2 {
        self.north.right() * v.x + self.north * v.y
    }

    /// A footprint carried along.
    pub fn rect(&self, rect: &Rect) -> Rect {
        if self.turn == Facing::NORTH {
            return rect.moved(self.to - self.from);
        }
        let centre = self.to + self.turned(rect.centre - self.from);
        Rect { centre, ahead: self.turned(rect.ahead), ..*rect }
    }

    /// A base carried along, exactly as it will stand.
    pub fn base(&self, base: &Base) -> Base {
        if self.turn == Facing::NORTH {
            return base.moved(self.to - self.from);
        }
        base.at(self.to + self.turned(base.rect.centre - self.from), base.facing + self.turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::troop::Troop;
    use umpire::{Side, UnitId};

    fn blades(x: f64, y: f64, facing: f64) -> Base {
        let facing = Facing::degrees(facing);
        let rect = Rect::new(Vec2::new(x, y), facing, 160.0, 60.0);
        Base { id: UnitId(0), side: Side::Red, troop: Troop::Blades, general: false, rect, facing }
    }

    #[test]
    fn a_march_takes_the_front_edge_straight_and_ends_exactly() {
        let (a, b) = (blades(1000.0, 1000.0, 0.0), blades(1100.0, 1300.0, 90.0));
        let leg = Leg::march(&a, &b);
        assert_eq!(leg.end().base(&a).facing, b.facing);
        assert!(leg.end().base(&a).rect.centre.distance(b.rect.centre) < 1e-9);
        let half = leg.at(0.5).rect(&a.rect);
        assert!(half.front_mid().distance(a.rect.front_mid().lerp(b.rect.front_mid(), 0.5)) < 1e-9);
        assert!((half.ahead.x - half.ahead.y).abs() < 1e-9);
    }

    #[test]
    fn half_a_turn_goes_clockwise_and_costs_the_way_of_a_corner() {
        let (a, b) = (blades(1000.0, 1000.0, 0.0), blades(1000.0, 1000.0, 180.0));
        let leg = Leg::march(&a, &b);
        assert!(leg.turn > 0 && shorter(b.facing, a.facing) > 0);
        assert!((crate::movement::rules::leg(&a.rect, &leg.end().rect(&a.rect)) - 170.88).abs() < 0.001);
    }

    #[test]
    fn straight_ahead_back_and_sideways_are_told_apart() {
        let a = blades(1000.0, 1000.0, 90.0);
        let (ahead, aside) = (Leg::straight(a.rect.ahead * 50.0), Leg::straight(a.rect.right() * 50.0));
        assert!(ahead.is_ahead(&a.rect) && !ahead.is_back(&a.rect) && ahead.is_ahead_or_shift(&a.rect));
        assert!(!aside.is_ahead(&a.rect) && aside.is_ahead_or_shift(&a.rect));
        assert!(Leg::straight(a.rect.ahead * -50.0).is_back(&a.rect));
        assert!(!Leg::pivot(a.rect.fl(), 1 << 26).is_ahead_or_shift(&a.rect));
    }
}
