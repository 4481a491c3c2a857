//! The moments of a period: shooters pick the one that suits them best (`wrg1969.fire.moment`).

use crate::board::{Board, Body, TOUCH, track};
use crate::data::measure::MM;
use std::cell::OnceCell;
use umpire::UnitId;

/// A moment of the period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// When all have moved.
    Now,
    /// The charge-bonus point, everyone where he stood then.
    BonusPoint,
    /// After so many sub-steps.
    After(usize),
}

/// The board at every moment of the period, made when it is asked for (`wrg1969.fire.moment`).
pub struct Moments<'b, 'a> {
    /// When all have moved.
    pub now: &'b Board<'a>,
    /// How far from where its standard is now any part of a body has been, by its number.
    strayed: Vec<f64>,
    /// The moments worth a look, those likeliest to suit first.
    pub all: Vec<Moment>,
    bonus_point: OnceCell<Board<'a>>,
    after: Vec<OnceCell<Board<'a>>>,
}

impl<'b, 'a> Moments<'b, 'a> {
    pub fn new(now: &'b Board<'a>) -> Self {
        let moved = now.bodies.iter().any(|b| !now.state(b.id).kept.secret.track.is_empty());
        let count = if moved { track::moments(now.book) } else { 0 };
        let mut strayed = vec![0.0; now.phase.units.len()];
        for body in &now.bodies {
            strayed[body.id.index()] = track::strayed(now, body);
        }
        let all = Moments::all(now, count);
        Moments { now, strayed, all, bonus_point: OnceCell::new(), after: vec![OnceCell::new(); count] }
    }

    /// The board as it was.
    pub fn at(&self, moment: Moment) -> &Board<'a> {
        match moment {
            Moment::Now => self.now,
            Moment::BonusPoint => self.bonus_point.get_or_init(|| stood(self.now)),
            Moment::After(n) => self.after[n].get_or_init(|| track::board_then(self.now, n)),
        }
    }

    /// Whether some bodies stood in the same places at two moments.
    pub fn alike(&self, mut bodies: impl Iterator<Item = UnitId>, one: Moment, two: Moment) -> bool {
        let (one, two) = (self.at(one), self.at(two));
        bodies.all(|id| one.body(id).map(|b| b.rect) == two.body(id).map(|b| b.rect))
    }

    /// Whether two bodies may have been within a range at some moment.
    pub fn came_within(&self, one: &Body<'_>, two: &Body<'_>, range: f64) -> bool {
        let [one_strayed, two_strayed] = [one, two].map(|b| self.strayed[b.id.index()]);
        one.apart(two) <= range + one_strayed + two_strayed + TOUCH
    }

    /// The board at the start of the period.
    pub fn start(&self) -> &Board<'a> {
        if self.after.is_empty() { self.now } else { self.at(Moment::After(0)) }
    }

    /// Every moment, those likeliest to suit first; a moment at which nobody has moved on gives nothing new.
    fn all(now: &Board<'_>, count: usize) -> Vec<Moment> {
        let middle = track::bonus_point(now.book);
        let likely = [middle, 0].into_iter().filter(|&n| n < count);
        let rest = (1..count).filter(|&n| n != middle && track::anyone_moved(now, n));
        std::iter::once(Moment::Now).chain(likely.chain(rest).map(Moment::After)).collect()
    }
}

/// The board with everyone where he stood at the charge-bonus point.
fn stood<'a>(board: &Board<'a>) -> Board<'a> {
    let then = |b: &Body<'a>| {
        let pose = board.state(b.id).kept.stood[1];
        b.at(pose.at.vec() * (1.0 / MM), pose.facing)
    };
    Board { bodies: board.bodies.iter().map(then).collect(), ..*board }
}
