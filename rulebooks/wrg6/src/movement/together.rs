//! Everyone moves at once: ways cut into ticks, and what meets whom (`wrg6.turn.ticks`).

use crate::board::Board;
use crate::board::state::{Act, Phase};
use crate::data::disorder::Cause;
use crate::data::lengths::HAIR;
use crate::rule;
use mechanics::{Courtesy, MarchSpec, Marcher, march_together};
use ruling::RuleId;
use table::{Facing, Leg, Rect, Solid, Vec2};
use umpire::voice;
use umpire::{Cx, Event, Motion, Ruling, UnitId};

/// How many ticks a chord of a wheel takes: no more than three paces of arc, from which it departs by less than contact
/// is measured to.
const CHORD: f64 = 3.0;

/// Whoever stopped short of another stopped for one who stands no farther from it than this: ten paces between enemies,
/// and a pace that is left over.
const BESIDE: f64 = 11.0;

/// Someone who moves.
#[derive(Clone, Debug)]
pub struct Going {
    /// Who.
    pub id: UnitId,
    /// Where it sets out, turned to the way it goes.
    pub from: Rect,
    /// Its way.
    pub way: Way,
    /// How far it may go in all: its speed, however short its way.
    pub allowance: f64,
    /// The enemies it means to touch.
    pub seeks: Vec<UnitId>,
    /// Whether it goes through friends.
    pub bursts: bool,
    /// Whether it goes straight, so that regulars may pass through regulars.
    pub passes: bool,
}

/// A way in straight lines and wheels, each with its cost.
#[derive(Clone, Debug, Default)]
pub struct Way {
    legs: Vec<(Leg, f64)>,
}

impl Way {
    /// A straight run, facing unchanged.
    pub fn straight(from: &Rect, by: Vec2) -> Way {
        let mut way = Way::default();
        way.push(slide(from, by), by.len());
        way
    }

    /// Adds a leg.
    pub fn push(&mut self, leg: Leg, cost: f64) {
        self.legs.push((leg, cost));
    }

    /// Draws every leg up as another block whose front is where the old one's was.
    pub fn redraw(&mut self, drawn: impl Fn(&Rect) -> Rect) {
        for (leg, _) in &mut self.legs {
            let (from, to) = (drawn(&leg.first()), drawn(&leg.last()));
            let pose = |rect: &Rect| rect.pose(Facing::of(rect.ahead));
            *leg = Leg::march(pose(&from), 2.0 * from.half_width, 2.0 * from.half_depth, pose(&to));
        }
    }

    /// Where it stands after each leg.
    pub fn ends(&self) -> impl Iterator<Item = table::Pose> + '_ {
        self.legs.iter().map(|(leg, _)| leg.end())
    }

    /// Its legs.
    pub fn legs(&self) -> impl Iterator<Item = &Leg> + '_ {
        self.legs.iter().map(|(leg, _)| leg)
    }

    /// What it costs in all.
    pub fn cost(&self) -> f64 {
        self.legs.iter().map(|(_, cost)| cost).sum()
    }

    /// Whether it goes straight ahead and nothing else.
    pub fn is_straight(&self) -> bool {
        self.legs.len() == 1 && self.legs.iter().all(|(leg, _)| !turns(leg))
    }

    /// Where it ends.
    pub fn end(&self, from: Rect) -> Rect {
        self.legs.last().map_or(from, |(leg, _)| leg.last())
    }

    /// Where a mover with an allowance is and when, in ticks: it goes at its own speed and then stands. A wheel is cut
    /// into chords, a straight line needs no cutting.
    fn track(&self, from: Rect, allowance: f64, ticks: f64) -> (Vec<f64>, Vec<Rect>) {
        let (mut times, mut places) = (vec![0.0], vec![from]);
        let each = ticks / allowance.max(self.cost()).max(0.001);
        let mut spent = 0.0;
        for (leg, cost) in &self.legs {
            let (begins, ends) = (spent * each, (spent + cost) * each);
            if turns(leg) {
                let mut tick = ((begins / CHORD).floor() + 1.0) * CHORD;
                while tick < ends - 1e-6 {
                    times.push(tick);
                    places.push(leg.at((tick - begins) / (ends - begins)));
                    tick += CHORD;
                }
            }
            times.push(ends);
            places.push(leg.last());
            spent += cost;
        }
        (times, places)
    }
}

/// Whether a leg changes a body's facing.
fn turns(leg: &Leg) -> bool {
    leg.first().ahead != leg.last().ahead
}

/// A straight leg of a footprint, facing unchanged.
pub fn slide(from: &Rect, by: Vec2) -> Leg {
    let pose = from.pose(Facing::of(from.ahead));
    Leg::slide(pose, 2.0 * from.half_width, 2.0 * from.half_depth, by)
}

/// How a move ended.
#[derive(Clone, Debug)]
pub struct Went {
    /// Who.
    pub id: UnitId,
    /// Where it is.
    pub to: Rect,
    /// Whether it only made room for a friend's charge.
    pub gave_way: bool,
    /// The friends it passed through at a price.
    pub passed: Vec<UnitId>,
    /// Whether it stopped before the end of its way.
    pub stopped: bool,
}

/// Moves everyone together; enemies who do not seek each other stop so far apart. There is a tick for every pace of
/// the longest move.
pub fn run(board: Board<'_>, going: &[Going], apart: f64) -> Vec<Went> {
    if going.is_empty() {
        return Vec::new();
    }
    let everyone: Vec<UnitId> = board.bodies().collect();
    let number = |id: UnitId| everyone.iter().position(|other| *other == id).map(|i| i as u16);
    let ticks = going.iter().map(|g| g.allowance.max(g.way.cost())).fold(1.0, f64::max).ceil();
    let marchers: Vec<Marcher> = everyone
        .iter()
        .map(|&id| {
            let mover = going.iter().find(|going| going.id == id);
            let still = || (Vec::new(), vec![*board.rect(id)]);
            let (times, track) = mover.map_or_else(still, |m| m.way.track(m.from, m.allowance, ticks));
            let bursts = mover.is_some_and(|mover| mover.bursts);
            Marcher {
                id: id.0,
                side: board.side(id) as u8,
                track,
                times,
                right_of_way: u8::from(bursts),
                to_go: 0.0,
                passes_friends: bursts
                    || board.kit(id).is_li()
                    || mover.is_some_and(|m| passage(board, m).is_some()),
                seeks: mover.iter().flat_map(|m| m.seeks.iter().filter_map(|e| number(*e))).collect(),
                chases: Vec::new(),
            }
        })
        .collect();
    // Whoever means to touch an enemy comes as near as the aim of its charge has it.
    let touch = if going.iter().any(|g| !g.seeks.is_empty()) { 0.75 * HAIR } else { 0.02 };
    let spec = MarchSpec { standoff: apart, touch, jostle: 0.0, friends: Courtesy::FrontStops };
    let marched = march_together(&marchers, &spec);
    let mut ends: Vec<(Rect, f64)> = marched.iter().map(|m| (m.rect, m.progress)).collect();
    let movers: Vec<(usize, &Going)> = everyone
        .iter()
        .enumerate()
        .filter_map(|(i, id)| Some((i, going.iter().find(|g| g.id == *id)?)))
        .collect();
    let yields: Vec<bool> = everyone
        .iter()
        .map(|&id| board.kit(id).is_li() && !board.phase.in_contact(id) && !going.iter().any(|g| g.id == id))
        .collect();
    let before: Vec<Rect> = ends.iter().map(|(rect, _)| *rect).collect();
    burst_on(board, &everyone, &movers, &mut ends);
    give_way(board, &everyone, &movers, &yields, &mut ends);
    clear(&movers, &marchers, &mut ends);
    // Where a charge stopped short in the end, whoever slipped behind it may be in its way back: it stays.
    while let Some(i) = (0..ends.len()).find(|&i| yields[i] && ends[i].0 != before[i] && is_upon(&ends, i)) {
        ends[i].0 = before[i];
        clear(&movers, &marchers, &mut ends);
    }
    let went = |(i, mover): &(usize, &Going)| {
        let (to, progress) = ends[*i];
        let arrived = progress >= marchers[*i].whole();
        let passed = passage(board, mover).filter(|_| arrived).unwrap_or_default();
        Went { id: mover.id, to, gave_way: false, passed, stopped: !arrived }
    };
    let gave_way = (0..everyone.len()).filter(|&i| yields[i] && ends[i].0 != before[i]);
    let gave_way = gave_way.map(|i| Went {
        id: everyone[i],
        to: ends[i].0,
        gave_way: true,
        passed: Vec::new(),
        stopped: false,
    });
    movers.iter().map(went).chain(gave_way).collect()
}

/// The regular friends through whom a regular body goes straight; nothing if it meets others, or would not get clear
/// (`wrg6.move.interpenetrate`).
fn passage(board: Board<'_>, mover: &Going) -> Option<Vec<UnitId>> {
    if !mover.passes || board.kit(mover.id).is_li() {
        return None;
    }
    let (start, end) = (&mover.from, mover.way.end(mover.from));
    let path = table::swept(start, end.centre - start.centre);
    let around = path.bounds();
    let meets = |at: &Rect| at.bounds().meets(&around) && table::penetration(&path, at) > HAIR;
    let met: Vec<UnitId> = board
        .friends(mover.id)
        .filter(|&friend| !board.kit(friend).is_li() && meets(board.rect(friend)))
        .collect();
    let may = |friend: &UnitId| board.may_pass(mover.id, *friend) && !board.phase.in_contact(*friend);
    let clear = !board.friends(mover.id).any(|friend| end.overlaps(board.rect(friend), HAIR));
    (!met.is_empty() && clear && met.iter().all(may)).then_some(met)
}

/// Who stands where a body stopped before the end of its way.
pub fn in_the_way(board: Board<'_>, went: &Went) -> Option<UnitId> {
    let near = |other: &UnitId| *other != went.id && table::distance(board.rect(*other), &went.to) <= BESIDE;
    board.bodies().find(near).filter(|_| went.stopped && !went.gave_way)
}

/// Tells that a body stopped before the end of its way, where others were in it (`wrg6.turn.ticks`).
pub fn tell_stop(board: Board<'_>, went: &Went) -> Option<Ruling> {
    let other = in_the_way(board, went)?;
    let names = [went.id, other].map(|id| voice::name(board.field, id));
    let text = format!("{} stopped short: {} stood in the way.", names[0], names[1]);
    let seen = board.shows(went.id) && board.shows(other);
    let ruling = Ruling::new(rule::TURN_TICKS, text);
    Some(if seen { ruling } else { ruling.kept_for(board.side(went.id)) })
}

/// Bodies passed through each other at a price: both are disordered for the rest of the period
/// (`wrg6.move.interpenetrate`).
pub fn pass(phase: &mut Phase, went: &Went, cx: &mut Cx<'_>) {
    for &friend in &went.passed {
        cx.rule(|field| {
            let names = (voice::name(field, went.id), voice::name(field, friend));
            let text = format!(
                "{} passed through {}: both were disordered for the rest of the period.",
                names.0, names.1
            );
            Ruling::new(rule::MOVE_INTERPENETRATE, text)
        });
        for id in [went.id, friend] {
            phase.state_mut(id).seen.causes.add(Cause::PenalisedInterpenetration);
        }
    }
}

/// How far beyond its run a body goes at most to stand clear, in paces.
const ONWARD: f64 = 120.0;

/// How far beyond its run a body may go to stand clear of friends whom it has passed through: routers and evaders.
fn onward(board: Board<'_>, mover: &Going) -> f64 {
    let runs = mover.bursts || board.state(mover.id).now.act == Act::Evaded;
    if runs { ONWARD } else { 0.0 }
}

/// Whoever ends its run upon friends goes on until it stands clear of them, but no farther than it may, not through
/// enemies and not off the table (`wrg6.rout.move`, `wrg6.charge.evaders`).
fn burst_on(board: Board<'_>, everyone: &[UnitId], movers: &[(usize, &Going)], ends: &mut [(Rect, f64)]) {
    for (i, mover) in movers {
        let (rect, progress) = ends[*i];
        let upon = |to: &Rect| -> Vec<usize> {
            (0..ends.len()).filter(|j| j != i && to.overlaps(&ends[*j].0, HAIR)).collect()
        };
        let Some(way) = table::away_from(mover.from.centre, rect.centre) else { continue };
        let far = onward(board, mover);
        if far <= 0.0 || upon(&rect).is_empty() {
            continue;
        }
        let enemy = |j: &usize| board.side(everyone[*j]) != board.side(mover.id);
        let goes_on = (1..=(far / 5.0) as u32).map(|more| rect.moved(way * (5.0 * f64::from(more))));
        let straight = goes_on.take_while(|to| !upon(to).iter().any(enemy));
        let free = |to: &Rect| upon(to).is_empty() && board.field.ground().on_table(to, HAIR);
        let clear = straight.into_iter().find(free);
        let clear = clear.or_else(|| beside(&rect, way, far, free));
        ends[*i].0 = clear.unwrap_or(rect);
        ends[*i].1 = progress;
    }
}

/// The first free place to the side of where a runner would stand, the nearest first: it streams past its friends.
fn beside(rect: &Rect, way: Vec2, far: f64, free: impl Fn(&Rect) -> bool) -> Option<Rect> {
    let aside = (1..=10).flat_map(|n| [20.0 * f64::from(n), -20.0 * f64::from(n)]);
    let places = aside.flat_map(|aside| {
        (0..=(far / 20.0) as u32)
            .map(move |on| rect.moved(way.right() * aside + way * (20.0 * f64::from(on))))
    });
    places.into_iter().find(free)
}

/// Light infantry upon whom a friend's charge ends slips back behind it (`wrg6.move.interpenetrate`).
fn give_way(
    board: Board<'_>,
    everyone: &[UnitId],
    movers: &[(usize, &Going)],
    yields: &[bool],
    ends: &mut [(Rect, f64)],
) {
    for (i, mover) in movers.iter().filter(|(_, mover)| !mover.seeks.is_empty()) {
        let rect = ends[*i].0;
        for j in 0..ends.len() {
            let friend = board.side(everyone[j]) == board.side(mover.id);
            if !yields[j] || !friend || !rect.overlaps(&ends[j].0, HAIR) {
                continue;
            }
            let start = ends[j].0;
            let free = |to: &Rect| {
                board.field.ground().on_table(to, HAIR)
                    && !ends.iter().enumerate().any(|(k, (other, _))| k != j && to.overlaps(other, HAIR))
            };
            let places = (1..=30).map(|n| start.moved(rect.ahead * (-10.0 * f64::from(n))));
            if let Some(to) = places.into_iter().find(free) {
                ends[j].0 = to;
            }
        }
    }
}

/// Whether one of those who went would end upon another.
fn is_upon(ends: &[(Rect, f64)], i: usize) -> bool {
    ends.iter().enumerate().any(|(j, (other, _))| j != i && ends[i].0.overlaps(other, HAIR))
}

/// Who would end upon another stops short (`wrg6.move.interpenetrate`).
fn clear(movers: &[(usize, &Going)], marchers: &[Marcher], ends: &mut [(Rect, f64)]) {
    loop {
        let mut changed = false;
        for (i, mover) in movers {
            let (rect, progress) = ends[*i];
            if rect != mover.from && is_upon(ends, *i) {
                let back = progress - 1.0;
                ends[*i] = if back > 0.0 { (marchers[*i].at(back), back) } else { (mover.from, 0.0) };
                changed = true;
            }
        }
        // Each round takes a mover back a pace, and none goes back beyond its beginning.
        if !changed {
            return;
        }
    }
}

/// Puts a body where it went.
pub fn put(phase: &mut Phase, went: &Went, motion: Motion, rule: RuleId, cx: &mut Cx<'_>) {
    let from = *cx.field().shape(went.id);
    let far = from.centre.distance(went.to.centre);
    let facing = if went.to.ahead == from.ahead {
        cx.field().unit(went.id).pose.facing
    } else {
        Facing::of(went.to.ahead)
    };
    let to = went.to.pose(facing);
    if cx.field().unit(went.id).pose != to {
        cx.apply(Event::Moved { unit: went.id, to, motion, rule });
    }
    let state = phase.state_mut(went.id);
    state.now.moved = state.now.moved.saturating_add(far.round().min(10_000.0) as u16);
}
