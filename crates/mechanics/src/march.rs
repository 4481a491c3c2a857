//! Both sides moving at once, stopping where they meet.
//!
//! Each marcher follows its own planned track, cut into equal sub-steps. In every sub-step all advance together;
//! where two would overlap, the moment of first touch is found and decides. The result does not depend on the
//! order in which marchers are listed, nor on what the sides are called.

use std::cmp::Ordering;
use table::{Rect, Vec2, distance};

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
    /// Friends who hold each other up for this many sub-steps running both stop for good.
    pub patience: u8,
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
    let substeps = marchers.iter().map(|m| m.track.len().saturating_sub(1)).max().unwrap_or(0);
    let mut going: Vec<Going<'_>> = marchers.iter().map(Going::new).collect();
    for substep in 1..=substeps as u16 {
        advance(&mut going, spec, substep);
    }
    going.into_iter().map(Going::end).collect()
}

/// A marcher under way.
struct Going<'a> {
    who: &'a Marcher,
    /// Sub-steps of its track made before this one.
    made: f64,
    /// The share of this sub-step it makes.
    share: f64,
    stopped: bool,
    waiting: bool,
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
            stopped,
            waiting: false,
            stuck: false,
            stuck_for: 0,
            steps: Vec::with_capacity(if stopped { 0 } else { who.track.len() - 1 }),
            met: Vec::new(),
        }
    }

    fn moving(&self) -> bool {
        !self.stopped && self.made < (self.who.track.len() - 1) as f64
    }

    /// Where it is a share `t` of the sub-step after its beginning.
    fn at(&self, t: f64) -> Rect {
        along(&self.who.track, self.made + t.min(self.share))
    }

    fn meet(&mut self, other: usize, how: Met, substep: u16) {
        if !self.met.iter().any(|(o, h, _)| usize::from(*o) == other && *h == how) {
            self.met.push((other as u16, how, substep));
        }
    }

    fn end(self) -> Marched {
        let whole = self.who.track.len().saturating_sub(1) as f64;
        let ended = if self.made >= whole {
            Ended::Arrived
        } else if self.stopped {
            Ended::Stopped
        } else {
            Ended::Delayed
        };
        let mut met = self.met;
        met.sort_unstable();
        let rect = along(&self.who.track, self.made);
        Marched { rect, progress: self.made, steps: self.steps, ended, met }
    }
}

/// The footprint after so many sub-steps of a track.
fn along(track: &[Rect], progress: f64) -> Rect {
    let last = track.len() - 1;
    let k = (progress as usize).min(last);
    let t = progress - k as f64;
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

/// One sub-step for everyone.
fn advance(going: &mut [Going<'_>], spec: &MarchSpec, substep: u16) {
    for g in going.iter_mut() {
        g.share = if g.moving() { 1.0 } else { 0.0 };
        (g.waiting, g.stuck) = (false, false);
    }
    let near = near_pairs(going, spec);
    // Each round settles at least one marcher's share for this sub-step, so the rounds are bounded.
    for _ in 0..=4 * going.len() {
        let mut first = f64::INFINITY;
        let mut meetings: Vec<(usize, usize, Between, f64)> = Vec::new();
        for &(i, j, relation) in &near {
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
            settle(going, (i, j), relation, t, substep);
        }
    }
    for g in going.iter_mut() {
        g.made += g.share;
        if g.who.track.len() > 1 {
            g.steps.push(g.made);
        }
        g.stuck_for = if g.stuck { g.stuck_for + 1 } else { 0 };
        g.stopped |= g.stuck_for >= spec.patience;
    }
}

/// The pairs that could touch in this sub-step, and what they must keep to.
fn near_pairs(going: &[Going<'_>], spec: &MarchSpec) -> Vec<(usize, usize, Between)> {
    // Sorted by their western end, only neighbours along that line are compared.
    let mut spans: Vec<(f64, f64, usize)> = going
        .iter()
        .enumerate()
        .map(|(i, g)| {
            let (from, to) = (g.at(0.0), g.at(1.0));
            let reach = from.radius() + spec.standoff;
            let (a, b) = (from.centre.x, to.centre.x);
            (a.min(b) - reach, a.max(b) + reach, i)
        })
        .collect();
    spans.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.2.cmp(&b.2)));
    let mut pairs = Vec::new();
    for (n, &(_, east, i)) in spans.iter().enumerate() {
        for &(west, _, j) in spans[n + 1..].iter().take_while(|s| s.0 <= east) {
            debug_assert!(west <= east);
            for (i, j) in [(i, j), (j, i)] {
                let relation = between(going[i].who, i, going[j].who, j);
                // A chase is seen from the chaser's end; every other relation once, from the lower place.
                let counts = relation == Between::Chase || (relation != Between::Free && i < j);
                if counts && !chased_back(going, i, j, relation) {
                    pairs.push((i, j, relation));
                }
            }
        }
    }
    pairs.sort_unstable_by_key(|p| (p.0, p.1));
    pairs
}

fn chased_back(going: &[Going<'_>], i: usize, j: usize, relation: Between) -> bool {
    relation != Between::Chase && between(going[j].who, j, going[i].who, i) == Between::Chase
}

/// When in this sub-step a pair first breaks what it must keep to.
fn first_meeting(a: &Going<'_>, b: &Going<'_>, relation: Between, spec: &MarchSpec) -> Option<f64> {
    if a.share <= 0.0 && b.share <= 0.0 {
        return None;
    }
    let breaks = |t: f64| {
        let (p, q) = (a.at(t), b.at(t));
        match relation {
            Between::Apart => {
                let far = p.radius() + q.radius() + spec.standoff;
                let d = p.centre - q.centre;
                d.dot(d) < far * far && distance(&p, &q) < spec.standoff - spec.touch
            }
            Between::Friends => p.narrower(spec.jostle).penetration(&q.narrower(spec.jostle)) > spec.touch,
            _ => p.penetration(&q) > spec.touch,
        }
    };
    // Whoever is already too near may go, as long as it does not come nearer: only what begins now counts.
    if breaks(0.0) {
        return comes_nearer(a, b).then_some(0.0);
    }
    let (a0, a1, b0, b1) = (a.at(0.0), a.at(1.0), b.at(0.0), b.at(1.0));
    let closing = ((a1.centre - a0.centre) - (b1.centre - b0.centre)).len();
    let thinnest = a0.half_depth.min(a0.half_width).min(b0.half_depth).min(b0.half_width);
    let samples = (2.0 * closing / thinnest - NEAR).ceil().clamp(1.0, 64.0) as u32;
    let mut clear = 0.0;
    for n in 1..=samples {
        let t = f64::from(n) / f64::from(samples);
        if !breaks(t) {
            clear = t;
            continue;
        }
        let mut broken = t;
        while (broken - clear) * closing.max(1.0) > spec.touch * 0.5 && broken - clear > 1e-7 {
            let middle = (clear + broken) / 2.0;
            if breaks(middle) { broken = middle } else { clear = middle }
        }
        return Some(clear);
    }
    None
}

/// Whether a pair that is too near already comes nearer still.
fn comes_nearer(a: &Going<'_>, b: &Going<'_>) -> bool {
    let apart = |t: f64| (a.at(t).centre - b.at(t).centre).len();
    apart(1.0) < apart(0.0) - 1e-9
}

/// Decides a meeting at a share of the sub-step.
fn settle(going: &mut [Going<'_>], (i, j): (usize, usize), relation: Between, t: f64, substep: u16) {
    let stop = |g: &mut Going<'_>| {
        g.share = g.share.min(t);
        g.stopped = true;
    };
    match relation {
        Between::Free => {}
        Between::Fight | Between::Apart => {
            let how = if relation == Between::Fight { Met::Contact } else { Met::Standoff };
            for (me, other) in [(i, j), (j, i)] {
                stop(&mut going[me]);
                going[me].meet(other, how, substep);
            }
        }
        Between::Chase => {
            going[i].share = going[i].share.min(t);
            going[i].meet(j, Met::Caught, substep);
            going[j].meet(i, Met::Caught, substep);
        }
        Between::Friends => {
            let (goes, waits) = if goes_on(going[i].who, going[j].who) { (i, j) } else { (j, i) };
            for (me, other) in [(i, j), (j, i)] {
                going[me].meet(other, Met::Friend, substep);
            }
            if going[waits].share > 0.0 && !going[waits].waiting {
                going[waits].share = 0.0;
                going[waits].waiting = true;
            } else if going[waits].waiting {
                // It waits in the other's way: the other comes up to it and tries again.
                going[goes].share = going[goes].share.min(t);
                (going[goes].stuck, going[waits].stuck) = (true, true);
            } else {
                stop(&mut going[goes]);
            }
        }
    }
}

/// Whether `a` goes on when it meets its friend `b`.
fn goes_on(a: &Marcher, b: &Marcher) -> bool {
    let moves = |m: &Marcher| m.track.len() > 1;
    (moves(a), a.right_of_way)
        .cmp(&(moves(b), b.right_of_way))
        .then_with(|| {
            if (a.to_go - b.to_go).abs() <= NEAR { Ordering::Equal } else { b.to_go.total_cmp(&a.to_go) }
        })
        .then(b.id.cmp(&a.id))
        .is_gt()
}
