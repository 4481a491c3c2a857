//! Everyone moves at once: ways cut into ticks, and what meets whom (`wrg6.turn.ticks`).

use crate::Wrg6;
use crate::board::Board;
use crate::disorder::Cause;
use crate::phase::Phase;
use crate::{rule, words};
use mechanics::{Courtesy, MarchSpec, Marcher, march_together};
use ruling::{RuleId, ledger};
use table::{Facing, Leg, Rect, Solid, Vec2};
use umpire::{Cx, Event, Motion, Ruling, UnitId};

/// How many ticks a chord of a wheel takes: no more than three paces of arc, from which it departs by less than contact
/// is measured to.
const CHORD: f64 = 3.0;

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
    /// The enemies it touched.
    pub touched: Vec<UnitId>,
    /// Whether it only made room for a friend's charge.
    pub gave_way: bool,
    /// The friends it passed through at a price.
    pub passed: Vec<UnitId>,
}

/// Moves everyone together; enemies who do not seek each other stop so far apart. There is a tick for every pace of
/// the longest move.
pub fn run(board: Board<'_>, going: &[Going], apart: f64) -> Vec<Went> {
    ledger::cite(rule::TURN_TICKS);
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
    let spec = MarchSpec { standoff: apart, touch: 0.02, jostle: 0.0, friends: Courtesy::FrontStops };
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
        let touches = |(j, id): &(usize, &UnitId)| {
            board.side(**id) != board.side(mover.id)
                && mover.seeks.contains(id)
                && table::distance(&to, &ends[*j].0) <= 0.5
        };
        let touched = everyone.iter().enumerate().filter(touches).map(|(_, id)| *id).collect();
        let arrived = progress >= marchers[*i].whole();
        let passed = passage(board, mover).filter(|_| arrived).unwrap_or_default();
        Went { id: mover.id, to, touched, gave_way: false, passed }
    };
    let gave_way = (0..everyone.len()).filter(|&i| yields[i] && ends[i].0 != before[i]);
    let gave_way = gave_way.map(|i| Went {
        id: everyone[i],
        to: ends[i].0,
        touched: Vec::new(),
        gave_way: true,
        passed: Vec::new(),
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
    let meets = |at: &Rect| at.bounds().meets(&around) && table::penetration(&path, at) > 0.5;
    let met: Vec<UnitId> = board
        .friends(mover.id)
        .filter(|&friend| !board.kit(friend).is_li() && meets(board.rect(friend)))
        .collect();
    let may = |friend: &UnitId| board.may_pass(mover.id, *friend) && !board.phase.in_contact(*friend);
    let clear = !board.friends(mover.id).any(|friend| end.overlaps(board.rect(friend), 0.5));
    (!met.is_empty() && clear && met.iter().all(may)).then_some(met)
}

/// Tells that bodies passed through each other: both were disordered until they were clear, and now are.
pub fn tell_passage(went: &Went, cx: &mut Cx<'_>) {
    for &friend in &went.passed {
        ledger::cite(Cause::PenalisedInterpenetration.rule());
        cx.rule(|field| {
            let names = (words::name(field, went.id), words::name(field, friend));
            let text =
                format!("{} passed through {}: both disordered until they were clear.", names.0, names.1);
            Ruling::new(rule::MOVE_INTERPENETRATE, text)
        });
    }
}

/// Whoever bursts through friends goes on until it stands clear of them (`wrg6.rout.move`).
fn burst_on(board: Board<'_>, everyone: &[UnitId], movers: &[(usize, &Going)], ends: &mut [(Rect, f64)]) {
    for (i, mover) in movers.iter().filter(|(_, mover)| mover.bursts) {
        let (rect, progress) = ends[*i];
        let upon = |to: &Rect| -> Vec<usize> {
            (0..ends.len()).filter(|j| j != i && to.overlaps(&ends[*j].0, 0.5)).collect()
        };
        let Some(way) = table::away_from(mover.from.centre, rect.centre) else { continue };
        for more in 0..=20 {
            let to = rect.moved(way * (10.0 * f64::from(more)));
            let met = upon(&to);
            if met.is_empty() {
                ends[*i] = (to, progress);
                break;
            }
            if met.iter().any(|j| board.side(everyone[*j]) != board.side(mover.id)) {
                break;
            }
        }
    }
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
            if !yields[j] || !friend || !rect.overlaps(&ends[j].0, 0.5) {
                continue;
            }
            let start = ends[j].0;
            let free = |to: &Rect| {
                board.field.ground().on_table(to, 0.5)
                    && !ends.iter().enumerate().any(|(k, (other, _))| k != j && to.overlaps(other, 0.5))
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
    ends.iter().enumerate().any(|(j, (other, _))| j != i && ends[i].0.overlaps(other, 0.5))
}

/// Who would end upon another stops short (`wrg6.move.interpenetrate`).
fn clear(movers: &[(usize, &Going)], marchers: &[Marcher], ends: &mut [(Rect, f64)]) {
    ledger::cite(rule::MOVE_INTERPENETRATE);
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
    state.moved = state.moved.saturating_add(far.round().min(10_000.0) as u16);
}

/// Whether a body's middle is off the table (`wrg6.move.leave`).
pub fn is_off(board: Board<'_>, id: UnitId) -> bool {
    let (centre, ground) = (board.rect(id).centre, board.field.ground());
    centre.x < 0.0 || centre.y < 0.0 || centre.x > ground.width() || centre.y > ground.depth()
}

/// Takes everyone who has left off the table.
pub fn leave(book: &Wrg6, phase: &mut Phase, cx: &mut Cx<'_>) {
    let gone: Vec<UnitId> = {
        let board = Board::of(book, cx.field(), phase);
        board.bodies().filter(|&id| is_off(board, id)).collect()
    };
    for id in gone {
        crate::rout::leaves(book, phase, id, cx);
    }
}
