//! Room at the end of a stage: nobody comes to lie upon another who may not (`wrg1969.geo.collision`).
//!
//! On the way friends wait for each other and enemies stop apart; but figures that turn, change formation or draw off
//! through their friends may still end upon somebody. Whoever would goes less far, and if that does not help he stays
//! as he was.

use crate::board::{Board, Body, JOSTLE, TOUCH};
use crate::data::measure::{MM, NEAR, in_mils, within};
use crate::movement::course::{Course, plainly};
use crate::movement::plan::{Planned, Way};
use mechanics::{Ended, Marched, Marcher};
use table::Rect;

/// Bodies that lie deeper in each other than this stand upon each other: files at both ends of both fronts give.
pub const STANDS_UPON: f64 = 2.0 * JOSTLE + TOUCH + 2.0 * NEAR;

/// Everyone at the end of a stage.
pub struct Ends<'m, 'b, 'a> {
    pub board: &'b Board<'a>,
    pub plans: &'m mut [Planned],
    pub marchers: &'m [Marcher],
    pub marched: &'m mut [Marched],
}

impl<'b, 'a> Ends<'_, 'b, 'a> {
    /// Takes back whoever ends upon another, sub-step by sub-step; those who were.
    ///
    /// All who must give way do so at once, so that it does not matter who is looked at first.
    pub fn make_room(&mut self) -> Vec<bool> {
        let mut gave_way = vec![false; self.plans.len()];
        loop {
            let mut back = vec![false; self.plans.len()];
            for i in 0..self.plans.len() {
                for j in i + 1..self.plans.len() {
                    if self.lies_upon(i, j) {
                        self.who_gives_way(i, j).into_iter().for_each(|n| back[n] = true);
                    }
                }
            }
            for (i, n) in (0..self.plans.len()).flat_map(|i| (0..self.plans.len()).map(move |n| (i, n))) {
                back[n] |= i != n && self.lies_upon_those_left(n, i);
            }
            if !back.contains(&true) {
                return gave_way;
            }
            for n in (0..back.len()).filter(|&n| back[n]) {
                self.take_back(n);
                gave_way[n] = true;
            }
        }
    }

    fn body(&self, n: usize) -> &'b Body<'a> {
        let board: &'b Board<'a> = self.board;
        board.body(self.plans[n].unit).expect("whoever has a plan is on the table")
    }

    /// Where it ends.
    fn rect(&self, n: usize) -> Rect {
        let whole = self.marched[n].ended == Ended::Arrived || self.plans[n].course.last().cost <= 0.0;
        if whole { self.plans[n].course.end() } else { self.marched[n].rect }
    }

    /// Whether two end upon each other who did not stand so before and may not.
    fn lies_upon(&self, i: usize, j: usize) -> bool {
        let (a, b) = (self.rect(i), self.rect(j));
        if a.centre.distance(b.centre) > a.radius() + b.radius() || self.may_pass(i, j) {
            return false;
        }
        let (one, two) = (self.body(i), self.body(j));
        let give = if one.side == two.side { JOSTLE } else { 0.0 };
        let deep = |a: &Rect, b: &Rect| a.narrower(give).penetration(&b.narrower(give));
        let before = deep(&one.rect, &two.rect);
        one.rect.penetration(&two.rect) <= STANDS_UPON && !within(deep(&a, &b), before.max(TOUCH))
    }

    /// Whether one ends upon those of another who stand while the rest of his unit runs, and can still go back
    /// (`wrg1969.orders.skirmish_part`).
    fn lies_upon_those_left(&self, n: usize, other: usize) -> bool {
        let state = self.board.state(self.plans[other].unit);
        let Some(apart) = state.seen.apart.filter(|_| self.plans[other].way == Way::Evading) else {
            return false;
        };
        let (one, two) = (self.body(n), self.body(other));
        let left = two.drawn_up(apart.formation.figures, apart.formation.files);
        let left = left.at(apart.pose.at.vec() * (1.0 / MM), apart.pose.facing).rect;
        let give = if one.side == two.side { JOSTLE } else { 0.0 };
        let deep = |a: &Rect| a.narrower(give).penetration(&left.narrower(give));
        let end = self.rect(n);
        !self.runs(n) && !stays(&end, &one.rect) && !within(deep(&end), deep(&one.rect).max(TOUCH))
    }

    /// Whether a pair may lie upon each other: friends of whom one runs, or two who are broken. All others who pass
    /// through friends end clear of them.
    fn may_pass(&self, i: usize, j: usize) -> bool {
        let routs = |n: usize| self.plans[n].way == Way::Routing || self.board.routing(self.plans[n].unit);
        let friends = self.body(i).side == self.body(j).side;
        (routs(i) && routs(j)) || (friends && (self.runs(i) || self.runs(j)))
    }

    /// Whether one runs from an enemy.
    fn runs(&self, n: usize) -> bool {
        matches!(self.plans[n].way, Way::Routing | Way::Evading) || self.board.routing(self.plans[n].unit)
    }

    /// Who of a pair gives way: the lower in the order of those under way, who passes through friends, who has farther
    /// to go; of enemies alike in this both; one who cannot go back any more stays.
    fn who_gives_way(&self, i: usize, j: usize) -> Vec<usize> {
        let could = |n: usize| !stays(&self.rect(n), &self.body(n).rect);
        match (could(i), could(j)) {
            (true, true) => {}
            (one, two) => return [(i, one), (j, two)].into_iter().filter(|n| n.1).map(|n| n.0).collect(),
        }
        let place = |n: usize| {
            let (plan, marcher) = (&self.plans[n], &self.marchers[n]);
            let far = in_mils(marcher.to_go);
            (plan.way, !plan.passes, std::cmp::Reverse(far))
        };
        let friends = self.body(i).side == self.body(j).side;
        // Of enemies it is not the one who runs.
        if !friends && self.runs(i) != self.runs(j) {
            return vec![if self.runs(i) { j } else { i }];
        }
        match place(i).cmp(&place(j)) {
            std::cmp::Ordering::Less => vec![i],
            std::cmp::Ordering::Greater => vec![j],
            // Of friends the first of the army goes on.
            std::cmp::Ordering::Equal if friends => vec![j],
            std::cmp::Ordering::Equal => vec![i, j],
        }
    }

    /// Takes one back to the end of the sub-step before; from the first to where, and as, it stood.
    fn take_back(&mut self, n: usize) {
        let progress = self.marched[n].progress;
        let to = (progress.ceil() - 1.0).max(0.0);
        let moves = self.marchers[n].track.len() > 1 && progress > 0.0;
        let moves = moves && !stays(&self.marchers[n].at(to), &self.body(n).rect);
        let marched = &mut self.marched[n];
        marched.ended = Ended::Stopped;
        if moves {
            marched.rect = self.marchers[n].at(to);
            marched.progress = to;
            marched.steps.iter_mut().for_each(|made| *made = made.min(to));
            return;
        }
        let body = *self.body(n);
        let state = self.board.state(body.id);
        let plan = &mut self.plans[n];
        plan.course = Course::still(&body, plainly(self.board, &body));
        (plan.turned, plan.square) = (state.seen.turned, state.seen.square);
        self.marched[n].rect = body.rect;
        self.marched[n].steps.clear();
    }
}

/// Whether a footprint is where, and as, another is.
fn stays(one: &Rect, other: &Rect) -> bool {
    let alike = |a: f64, b: f64| (a - b).abs() <= NEAR;
    alike(one.centre.distance(other.centre), 0.0)
        && alike((one.ahead - other.ahead).len(), 0.0)
        && alike(one.half_width, other.half_width)
        && alike(one.half_depth, other.half_depth)
}
