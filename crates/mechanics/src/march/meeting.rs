//! Two marchers who come upon each other: when, and who goes on.

use super::{Between, Courtesy, Going, MarchSpec, Marcher, Met, NEAR, Pair, SAME_TIME};
use std::cmp::Ordering;
use table::{Convex, Edge, Rect, distance};

/// When in this sub-step a pair first breaks what it must keep to.
pub(super) fn first_meeting(
    a: &Going<'_>,
    b: &Going<'_>,
    relation: Between,
    spec: &MarchSpec,
) -> Option<f64> {
    if a.share <= 0.0 && b.share <= 0.0 {
        return None;
    }
    let breaks = |t: f64| too_near(&a.at(t), &b.at(t), relation, spec);
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

/// Whether two are nearer than they may be: who is exactly so near is not, whatever its last digits say.
fn too_near(p: &Rect, q: &Rect, relation: Between, spec: &MarchSpec) -> bool {
    let touch = spec.touch + NEAR;
    match relation {
        Between::Apart => {
            let far = p.radius() + q.radius() + spec.standoff;
            let d = p.centre - q.centre;
            // Where no room need be left, nobody goes into another either.
            d.dot(d) < far * far && (p.gap(q) < spec.standoff - touch || p.penetration(q) > touch)
        }
        Between::Friends => p.narrower(spec.jostle).penetration(&q.narrower(spec.jostle)) > touch,
        _ => p.penetration(q) > touch,
    }
}

/// Brings those who have caught whom they chase on to where he has got since: they go along with him.
pub(super) fn close_up(going: &mut [Going<'_>], near: &[Pair], spec: &MarchSpec) {
    let held = |g: &Going<'_>| g.caught && !(g.stopped || g.waiting || g.stuck);
    let shares: Vec<(usize, f64)> = (0..going.len())
        .filter(|&i| held(&going[i]))
        .map(|i| (i, farthest_share(going, near, spec, i)))
        .collect();
    for (i, share) in shares {
        going[i].share = share;
    }
}

/// The greatest share of the sub-step that brings a marcher upon nobody where all end it.
fn farthest_share(going: &[Going<'_>], near: &[Pair], spec: &MarchSpec, i: usize) -> f64 {
    const SAMPLES: u32 = 8;
    let me = &going[i];
    let clear = |share: f64| {
        let at = |k: usize| if k == i { me.who.at(me.made + share * me.long) } else { going[k].at(1.0) };
        let mine = near.iter().filter(|pair| pair.0 == i || pair.1 == i);
        mine.into_iter().all(|&(a, b, relation)| !too_near(&at(a), &at(b), relation, spec))
    };
    let share = |n: u32| me.share + (1.0 - me.share) * f64::from(n) / f64::from(SAMPLES);
    let Some(n) = (1..=SAMPLES).find(|&n| !clear(share(n))) else { return 1.0 };
    let (mut good, mut bad) = (share(n - 1), share(n));
    for _ in 0..8 {
        let middle = (good + bad) / 2.0;
        if clear(middle) { good = middle } else { bad = middle }
    }
    good
}

/// Whether a pair that is too near already comes nearer still.
fn comes_nearer(a: &Going<'_>, b: &Going<'_>) -> bool {
    let apart = |t: f64| (a.at(t).centre - b.at(t).centre).len();
    apart(1.0) < apart(0.0) - 1e-9
}

/// Decides a meeting at a share of the sub-step.
pub(super) fn settle(
    going: &mut [Going<'_>],
    (i, j): (usize, usize),
    relation: Between,
    spec: &MarchSpec,
    t: f64,
    substep: u16,
) {
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
            going[i].caught = true;
            going[i].meet(j, Met::Caught, substep);
            going[j].meet(i, Met::Caught, substep);
        }
        Between::Friends => {
            let (goes, waits) = if goes_on(going[i].who, going[j].who) { (i, j) } else { (j, i) };
            for (me, other) in [(i, j), (j, i)] {
                going[me].meet(other, Met::Friend, substep);
            }
            if spec.friends == Courtesy::FrontStops {
                for me in whose_front_stops(going, (i, j), spec, t) {
                    stop(&mut going[me]);
                }
            } else if going[waits].share > 0.0 && !going[waits].waiting {
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

/// Those of two friends who stop where they come upon each other: whose front edge touches, if it moves. A corner counts
/// only where no front touches otherwise.
fn whose_front_stops(going: &[Going<'_>], pair: (usize, usize), spec: &MarchSpec, t: f64) -> Vec<usize> {
    let (a, b) = (&going[pair.0], &going[pair.1]);
    let (p, q) = (a.at(t), b.at(t));
    let touches = |one: &Rect, other: &Rect, short: f64| {
        let front = one.narrower(short).edge(Edge::Front);
        distance(&Convex::segment(front), other) <= 2.0 * spec.touch + NEAR
    };
    let fronts = |short: f64| [touches(&p, &q, short), touches(&q, &p, short)];
    let within = fronts(4.0 * spec.touch);
    let fronts = if within.contains(&true) { within } else { fronts(0.0) };
    let moves = [a, b].map(|g| g.share > t + SAME_TIME);
    let stops = |me: usize| moves[me] && (fronts[me] || !fronts[1 - me] || !moves[1 - me]);
    [(0, pair.0), (1, pair.1)].into_iter().filter(|(me, _)| stops(*me)).map(|(_, i)| i).collect()
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
