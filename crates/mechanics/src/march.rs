//! Both sides moving at once, stopping where they meet.
//!
//! Each marcher follows its own planned track, cut into sub-steps in which it goes straight. In every sub-step all
//! advance together; where two would overlap, the moment of first touch is found and decides. The result does not
//! depend on the order in which marchers are listed, nor on what the sides are called.

mod meeting;

use meeting::{close_up, first_meeting, settle};
use table::{Rect, Vec2};

/// Shares of a sub-step that differ by no more are the same time.
const SAME_TIME: f64 = 1e-9;
/// Lengths that differ by no more are equal.
const NEAR: f64 = 1e-6;

/// How a book's marchers treat one another, in the unit of the tracks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MarchSpec {
    /// Enemies who do not mean to fight stop this far apart.
    pub standoff: f64,
    /// Footprints overlap when they penetrate deeper than this; first touch is found to within it.
    pub touch: f64,
    /// Files give by this much at both ends of a front where friends come upon each other: they wheel in a line.
    pub jostle: f64,
    /// What friends do who come upon each other.
    pub friends: Courtesy,
}

/// What friends do who come upon each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Courtesy {
    /// One waits for the other to pass; those who hold each other up for so many sub-steps running stop for good.
    Wait {
        /// How many.
        patience: u8,
    },
    /// The one whose front edge touches stops for good and the other goes on; both stop if both touch so, or neither.
    FrontStops,
}

/// Someone who moves, or stands in the way.
#[derive(Clone, Debug, PartialEq)]
pub struct Marcher {
    /// Its number: decides only between friends who are equal in everything else.
    pub id: u16,
    /// Its side.
    pub side: u8,
    /// Where it would be after each sub-step if nothing met it, the start first; one place if it stands.
    pub track: Vec<Rect>,
    /// When it would be at each place of its track, in sub-steps; empty if one place follows another in every sub-step.
    pub times: Vec<f64>,
    /// Who goes on when friends meet: the greater.
    pub right_of_way: u8,
    /// How far its objective is: between friends of equal right of way the nearer goes on.
    pub to_go: f64,
    /// Whether friends pass through it and it through them.
    pub passes_friends: bool,
    /// Enemies, by their place in the list, whom it means to fight if it meets them.
    pub seeks: Vec<u16>,
    /// Enemies, by their place in the list, whom it runs after: it stays in touch but cannot stop them.
    pub chases: Vec<u16>,
}

/// How two marchers met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Met {
    /// To fight.
    Contact,
    /// Enemies who stopped apart.
    Standoff,
    /// A chaser who caught up.
    Caught,
    /// A friend in the way.
    Friend,
}

/// How a march ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It went its whole way.
    Arrived,
    /// It was stopped.
    Stopped,
    /// It was held up and did not get so far.
    Delayed,
}

/// What became of a marcher.
#[derive(Clone, Debug, PartialEq)]
pub struct Marched {
    /// Where it is.
    pub rect: Rect,
    /// How many sub-steps of its track it went.
    pub progress: f64,
    /// How many it had gone after each sub-step, from the first on; empty if it stood.
    pub steps: Vec<f64>,
    /// How it ended.
    pub ended: Ended,
    /// Whom it met, by their place in the list, how, and in which sub-step (from 1).
    pub met: Vec<(u16, Met, u16)>,
}

/// Moves everyone together through all sub-steps.
pub fn march_together(marchers: &[Marcher], spec: &MarchSpec) -> Vec<Marched> {
    let mut going: Vec<Going<'_>> = marchers.iter().map(Going::new).collect();
    let pairs = near_pairs(marchers, spec);
    let mut near = Vec::with_capacity(pairs.len());
    let mut began = 0.0;
    for (n, ends) in substeps(marchers).into_iter().enumerate() {
        going.iter_mut().for_each(|g| g.begin(ends - began));
        near.clear();
        near.extend(pairs.iter().copied().filter(|&(i, j, _)| going[i].may_meet(&going[j], spec)));
        advance(&mut going, &near, spec, n as u16 + 1);
        began = ends;
    }
    going.into_iter().map(Going::end).collect()
}

/// When sub-steps end: between two ends everyone goes straight at an even pace.
fn substeps(marchers: &[Marcher]) -> Vec<f64> {
    let mut ends: Vec<f64> = Vec::new();
    for marcher in marchers.iter().filter(|m| m.track.len() > 1) {
        if marcher.times.is_empty() {
            ends.extend((1..marcher.track.len()).map(|n| n as f64));
        } else {
            ends.extend(&marcher.times);
        }
    }
    ends.sort_by(f64::total_cmp);
    ends.dedup_by(|b, a| *b - *a <= SAME_TIME);
    ends.retain(|end| *end > SAME_TIME);
    ends
}

/// A marcher under way.
struct Going<'a> {
    who: &'a Marcher,
    /// Sub-steps of its track made before this one.
    made: f64,
    /// The share of this sub-step it makes, and how long the sub-step is.
    share: f64,
    long: f64,
    /// Where it was when the sub-step began, and how far from there any part of it may come.
    from: Vec2,
    reach: f64,
    /// No part of it is ever farther from its centre.
    radius: f64,
    stopped: bool,
    waiting: bool,
    /// Whether it has come up with one it chases in this sub-step.
    caught: bool,
    /// Whether it and a friend hold each other up, and for how many sub-steps they have.
    stuck: bool,
    stuck_for: u8,
    steps: Vec<f64>,
    met: Vec<(u16, Met, u16)>,
}

impl<'a> Going<'a> {
    fn new(who: &'a Marcher) -> Self {
        let stopped = who.track.len() < 2;
        Going {
            who,
            made: 0.0,
            share: 0.0,
            long: 1.0,
            from: Vec2::default(),
            reach: 0.0,
            radius: who.track.iter().map(Rect::radius).fold(0.0, f64::max),
            stopped,
            waiting: false,
            caught: false,
            stuck: false,
            stuck_for: 0,
            steps: Vec::with_capacity(if stopped { 0 } else { who.track.len() - 1 }),
            met: Vec::new(),
        }
    }

    fn moving(&self) -> bool {
        !self.stopped && self.made < self.who.whole()
    }

    /// Where it is a share `t` of the sub-step after its beginning.
    fn at(&self, t: f64) -> Rect {
        self.who.at(self.made + t.min(self.share) * self.long)
    }

    /// A sub-step begins.
    fn begin(&mut self, long: f64) {
        self.share = if self.moving() { 1.0 } else { 0.0 };
        self.long = long;
        (self.waiting, self.caught, self.stuck) = (false, false, false);
        let mut last = self.who.at(self.made).centre;
        (self.from, self.reach) = (last, self.radius);
        if self.share > 0.0 {
            let ends = self.made + long;
            for place in self.who.passed(self.made, ends).chain([self.who.at(ends).centre]) {
                self.reach += last.distance(place);
                last = place;
            }
        }
    }

    /// Whether the sub-step may bring two together.
    fn may_meet(&self, other: &Going<'_>, spec: &MarchSpec) -> bool {
        let (apart, reach) = (self.from - other.from, self.reach + other.reach + spec.standoff);
        apart.dot(apart) <= reach * reach
    }

    fn meet(&mut self, other: usize, how: Met, substep: u16) {
        if !self.met.iter().any(|(o, h, _)| usize::from(*o) == other && *h == how) {
            self.met.push((other as u16, how, substep));
        }
    }

    fn end(self) -> Marched {
        let ended = if self.made >= self.who.whole() {
            Ended::Arrived
        } else if self.stopped {
            Ended::Stopped
        } else {
            Ended::Delayed
        };
        let mut met = self.met;
        met.sort_unstable();
        let rect = self.who.at(self.made);
        Marched { rect, progress: self.made, steps: self.steps, ended, met }
    }
}

impl Marcher {
    /// How many sub-steps its track takes if nothing delays it.
    pub fn whole(&self) -> f64 {
        self.times.last().copied().unwrap_or(self.track.len().saturating_sub(1) as f64)
    }

    /// The places of its track that it passes between two times.
    fn passed(&self, from: f64, to: f64) -> impl Iterator<Item = Vec2> + '_ {
        let next = match self.times.is_empty() {
            true => from as usize + 1,
            false => self.times.partition_point(|time| *time <= from),
        };
        let time = move |n: usize| self.times.get(n).copied().unwrap_or(n as f64);
        (next..self.track.len()).take_while(move |&n| time(n) < to).map(|n| self.track[n].centre)
    }

    /// Where it is after so many sub-steps of its track.
    pub fn at(&self, progress: f64) -> Rect {
        let (track, last) = (&self.track, self.track.len() - 1);
        let (k, t) = if self.times.is_empty() {
            let k = (progress as usize).min(last);
            (k, progress - k as f64)
        } else {
            let k = self.times.partition_point(|time| *time <= progress).clamp(1, last + 1) - 1;
            let next = self.times[(k + 1).min(last)];
            (k, (progress - self.times[k]) / (next - self.times[k]).max(SAME_TIME))
        };
        if t <= 0.0 || k == last {
            return track[k];
        }
        let (a, b) = (&track[k], &track[k + 1]);
        let ahead = a.ahead.lerp(b.ahead, t);
        let len = ahead.len();
        // Half a turn on the spot has no middle: it is made at the end.
        let ahead = if len > 1e-6 { Vec2::new(ahead.x / len, ahead.y / len) } else { a.ahead };
        Rect { centre: a.centre.lerp(b.centre, t), ahead, ..*a }
    }
}

/// What a pair must keep to.
#[derive(Clone, Copy, PartialEq)]
enum Between {
    /// Nothing.
    Free,
    /// They fight where they touch.
    Fight,
    /// They stop apart.
    Apart,
    /// The first runs after the second.
    Chase,
    /// Friends: one gives way.
    Friends,
}

fn between(a: &Marcher, ia: usize, b: &Marcher, ib: usize) -> Between {
    let named = |list: &[u16], i: usize| list.iter().any(|n| usize::from(*n) == i);
    if a.side == b.side {
        return if a.passes_friends || b.passes_friends { Between::Free } else { Between::Friends };
    }
    if named(&a.chases, ib) {
        Between::Chase
    } else if named(&b.chases, ia) {
        // Seen from the other end.
        Between::Free
    } else if named(&a.seeks, ib) || named(&b.seeks, ia) {
        Between::Fight
    } else {
        Between::Apart
    }
}

/// Two marchers by their places in the list, and what they must keep to.
type Pair = (usize, usize, Between);

/// One sub-step for everyone, which may bring some pairs together.
fn advance(going: &mut [Going<'_>], near: &[Pair], spec: &MarchSpec, substep: u16) {
    // Each round settles at least one marcher's share for this sub-step, so the rounds are bounded.
    for _ in 0..=4 * going.len() {
        let mut first = f64::INFINITY;
        let mut meetings: Vec<(usize, usize, Between, f64)> = Vec::new();
        for &(i, j, relation) in near {
            if let Some(t) = first_meeting(&going[i], &going[j], relation, spec) {
                first = first.min(t);
                meetings.push((i, j, relation, t));
            }
        }
        meetings.retain(|m| m.3 <= first + SAME_TIME);
        if meetings.is_empty() {
            break;
        }
        // Enemies who meet at the same time as friends may stop one of these: then they meet otherwise, or not at all.
        if meetings.iter().any(|m| m.2 != Between::Friends) {
            meetings.retain(|m| m.2 != Between::Friends);
        }
        for (i, j, relation, t) in meetings {
            settle(going, (i, j), relation, spec, t, substep);
        }
    }
    close_up(going, near, spec);
    for g in going.iter_mut() {
        let (made, whole) = (g.made + g.share * g.long, g.who.whole());
        g.made = if made >= whole - SAME_TIME { whole } else { made };
        if g.who.track.len() > 1 {
            g.steps.push(g.made);
        }
        g.stuck_for = if g.stuck { g.stuck_for + 1 } else { 0 };
        if let Courtesy::Wait { patience } = spec.friends {
            g.stopped |= g.stuck_for >= patience;
        }
    }
}

/// The pairs whose tracks come near each other, and what they must keep to.
fn near_pairs(marchers: &[Marcher], spec: &MarchSpec) -> Vec<Pair> {
    // Sorted by their western end, only neighbours along that line are compared.
    let span = |(i, m): (usize, &Marcher)| {
        let (mut west, mut east) = (f64::INFINITY, f64::NEG_INFINITY);
        for place in &m.track {
            let reach = place.radius() + spec.standoff;
            (west, east) = (west.min(place.centre.x - reach), east.max(place.centre.x + reach));
        }
        (west, east, i)
    };
    let mut spans: Vec<(f64, f64, usize)> = marchers.iter().enumerate().map(span).collect();
    spans.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.2.cmp(&b.2)));
    let mut pairs = Vec::new();
    for (n, &(_, east, i)) in spans.iter().enumerate() {
        for &(west, _, j) in spans[n + 1..].iter().take_while(|s| s.0 <= east) {
            debug_assert!(west <= east);
            for (i, j) in [(i, j), (j, i)] {
                let relation = between(&marchers[i], i, &marchers[j], j);
                // A chase is seen from the chaser's end; every other relation once, from the lower place.
                let counts = relation == Between::Chase || (relation != Between::Free && i < j);
                if counts && !chased_back(marchers, i, j, relation) {
                    pairs.push((i, j, relation));
                }
            }
        }
    }
    pairs.sort_unstable_by_key(|p| (p.0, p.1));
    pairs
}

fn chased_back(marchers: &[Marcher], i: usize, j: usize, relation: Between) -> bool {
    relation != Between::Chase && between(&marchers[j], j, &marchers[i], i) == Between::Chase
}
