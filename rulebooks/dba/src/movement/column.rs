//! Columns: each element follows the track of the leader (`dba.move.column`).

use crate::board::Base;
use crate::board::geometry::{behind, faces};
use crate::data::scale::{NEAR, NEAR_ANGLE, SAME, STEP};
use crate::movement::under_way::{Bases, Run};
use crate::{movement, rule};
use ruling::Refusal;
use table::{Facing, Rect, Vec2};

const HALVINGS: u32 = 30;
/// Farther behind the last element than any place is looked for.
const TAIL: f64 = 4000.0;

/// The way of the leader's front edge, middle by middle, from the tail to the head.
#[derive(Clone, Debug)]
pub struct Track {
    points: Vec<Vec2>,
    // How far along the track, from its tail, each follower began.
    began: Vec<f64>,
    length: f64,
}

impl Track {
    /// The track of a column as it stands: through the front edges of all, and straight on behind the last.
    pub fn of_column(column: &[Base]) -> Track {
        let mut track = Track::behind(column.last());
        let mut began = Vec::with_capacity(column.len());
        for base in column.iter().rev() {
            track.lead(base.rect.front_mid());
            began.push(track.length);
        }
        began.reverse();
        Track { began, ..track }
    }

    /// The track of an element that others will fall in behind: straight back.
    pub fn of_leader(leader: &Base) -> Track {
        let mut track = Track::behind(Some(leader));
        track.lead(leader.rect.front_mid());
        track
    }

    fn behind(last: Option<&Base>) -> Track {
        let points = last.map(|b| b.rect.front_mid() - b.rect.ahead * TAIL).into_iter().collect();
        Track { points, began: Vec::new(), length: 0.0 }
    }

    /// Takes the head of the track on to a point.
    pub fn lead(&mut self, to: Vec2) {
        let way = self.points.last().map_or(0.0, |p| p.distance(to));
        if way > SAME {
            self.length += way;
            self.points.push(to);
        }
    }

    /// The point so far back from the head, and the way the track runs there; at a vertex, behind it.
    fn at(&self, mut back: f64) -> (Vec2, Vec2) {
        for pair in self.points.windows(2).rev() {
            let (from, to) = (pair[0], pair[1]);
            let way = from.distance(to);
            if back < way - SAME || from == self.points[0] {
                let along = (to - from) * (1.0 / way);
                return (to - along * back, along);
            }
            back -= way;
        }
        (self.points[0], Vec2::new(0.0, 1.0))
    }

    /// The base with the middle of its front edge so far back, facing along the track; as `like` does where that
    /// is the same way, so that a straight column stays straight to the last digit.
    fn place(&self, base: &Base, back: f64, like: Facing) -> Base {
        let (at, along) = self.at(back);
        let facing = Facing::of(along);
        let facing = if faces(facing, like, 0.0) { like } else { facing };
        base.at(at - facing.vec() * base.rect.half_depth, facing)
    }

    /// Where a follower comes to stand behind the base ahead, and how far back that is: as far forward as it can be
    /// without overlapping it.
    fn follow(&self, base: &Base, ahead: &Base, ahead_back: f64) -> (Base, f64) {
        let straight = ahead_back + ahead.depth();
        let edge_to_edge = ahead.rect.place(0.0, -ahead.rect.half_depth - base.rect.half_depth);
        let (at, along) = self.at(straight);
        let rear = ahead.rect.place(0.0, -ahead.rect.half_depth);
        if at.distance(rear) <= NEAR && faces(Facing::of(along), ahead.facing, 0.0) {
            return (base.at(edge_to_edge, ahead.facing), straight);
        }
        let overlaps = |back: f64| {
            let place = self.place(base, back, ahead.facing);
            place.rect.penetration(&ahead.rect) > SAME
        };
        let (mut held, mut free) = (ahead_back, ahead_back + STEP);
        while overlaps(free) && free < self.length {
            held = free;
            free += STEP;
        }
        for _ in 0..HALVINGS {
            let middle = (held + free) / 2.0;
            if overlaps(middle) {
                held = middle;
            } else {
                free = middle;
            }
        }
        (self.place(base, free, ahead.facing), free)
    }

    /// Puts the followers in their places behind the leader; the first of them is the leader.
    pub fn fall_in(&self, column: &mut Bases) -> Vec<f64> {
        let mut backs = vec![0.0];
        for i in 1..column.len() {
            let (place, back) = self.follow(&column[i], &column[i - 1], backs[i - 1]);
            column[i] = place;
            backs.push(back);
        }
        backs
    }

    /// How far back from the head a follower began.
    fn began_back(&self, follower: usize) -> Option<f64> {
        self.began.get(follower).map(|at| self.length - at)
    }
}

/// The column that these elements make with the first of them leading.
///
/// # Errors
/// Says who does not follow.
pub fn line_of_march(bases: &Bases) -> Result<Bases, Vec<Refusal>> {
    let mut left = bases.clone();
    let mut column = Bases::new();
    if bases.len() < 2 {
        return Err(vec![
            Refusal::new(rule::MOVE_COLUMN, "a column is two or more elements").instead("move it singly"),
        ]);
    }
    column.push(left.remove(0));
    while let Some(i) = left.iter().position(|b| follows(b, &column[column.len() - 1])) {
        column.push(left.remove(i));
    }
    if left.is_empty() {
        return Ok(column);
    }
    let stray = |b: &Base| {
        Refusal::new(rule::MOVE_COLUMN, "it does not stand behind another in the column").about(b.id.0)
    };
    Err(left.iter().map(stray).collect())
}

/// Whether a base stands behind another as in a column: directly, or at a bend with its front edge touching it.
fn follows(base: &Base, ahead: &Base) -> bool {
    if behind(base, ahead) {
        return true;
    }
    let (_, v) = ahead.rect.local(base.rect.front_mid());
    let front = table::Convex::segment(base.rect.edge(table::Edge::Front));
    ahead.facing.turn_to(base.facing).abs() <= 90.0 + NEAR_ANGLE
        && !faces(base.facing, ahead.facing, 0.0)
        && v <= ahead.rect.half_depth
        && !base.overlaps(&ahead.rect)
        && table::distance(&front, &ahead.rect) <= NEAR
}

/// The order in which a line falls in behind its leader: the nearest first, of equals the left (`dba.move.column`).
pub fn falling_in(line: &Bases) -> Bases {
    let mut column = line.clone();
    let Some(leader) = line.first().copied() else { return column };
    let place = |b: &Base| (b.rect.centre.distance(leader.rect.centre), leader.rect.local(b.rect.centre).0);
    column[1..].sort_by(|a, b| {
        let ((a_far, a_side), (b_far, b_side)) = (place(a), place(b));
        if (a_far - b_far).abs() <= NEAR { a_side.total_cmp(&b_side) } else { a_far.total_cmp(&b_far) }
    });
    column
}

/// Why the followers may not have come to where they are, if they may not. `backs` are their places on the track.
pub fn judge(run: &Run<'_, '_>, track: &Track, backs: &[f64], no: &mut Vec<Refusal>) {
    let first_facing: &Rect = &run.start[0].rect;
    for (i, &back) in backs.iter().enumerate().skip(1) {
        let (from, to) = (&run.start[i], &run.now[i]);
        let back = match track.began_back(i) {
            Some(began) => back - began,
            None => (from.rect.front_mid() - to.rect.front_mid()).dot(first_facing.ahead),
        };
        if back > NEAR {
            no.push(
                Refusal::new(rule::MOVE_COLUMN, "a follower may not go backwards")
                    .about(to.id.0)
                    .needs(back, 0.0, "paces back")
                    .instead("lead the column farther forward"),
            );
        }
        let (way, rate) = (movement::rules::leg(&from.rect, &to.rect), run.rate_of(i));
        if !movement::rules::within(way, rate) {
            no.push(
                Refusal::new(rule::MOVE_COLUMN, "a follower would have to go farther than its rate")
                    .about(to.id.0)
                    .needs(way, rate, "paces"),
            );
        }
        let other = (0..run.now.len()).find(|&j| j != i && to.overlaps(&run.now[j].rect));
        if let Some(j) = other {
            let no_room = Refusal::new(rule::MOVE_COLUMN, "the column would run into itself");
            no.push(no_room.about(to.id.0).about(run.now[j].id.0));
        }
    }
}
