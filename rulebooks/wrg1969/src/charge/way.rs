//! The way of a charge: the least change of direction that reaches an enemy, friends in line charging side by side
//! (`wrg1969.geo.charge_way`).

use crate::board::going::Ground;
use crate::board::ranks::{self, Ranks};
use crate::board::{Board, Body};
use crate::charge::resolve::{may_charge, permits, reaches};
use crate::data::measure::{in_mils, within};
use crate::data::troop::Troop;
use crate::movement::course::{AtEdge, Course, Walker, plainly};
use mechanics::contact::{self, Barred, Charger, Held};
use umpire::UnitId;

/// One as far off as the charge goes is reached, though it comes no deeper.
const UPON: f64 = 2.0 * ranks::SPEC.touch;

/// A unit that means to charge, and those it may charge.
#[derive(Clone, Debug, PartialEq)]
pub struct Would {
    /// Who.
    pub unit: UnitId,
    /// Whom it may.
    pub targets: Vec<UnitId>,
}

/// What comes of wanting to charge.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// It reaches an enemy by this course.
    Way(UnitId, Course),
    /// Somebody, or the ground, bars its way.
    Barred(Option<UnitId>),
    /// Nobody is in reach.
    OutOfReach,
}

/// The ways of those of one side who would charge, all together.
pub fn ways(board: &Board<'_>, would: &[Would]) -> Vec<Found> {
    let mut found = try_all(board, would);
    // Who is kept from the enemy he means by another enemy goes for that one.
    let instead = |would: &Would, found: &Found| match found {
        Found::Barred(Some(by)) => {
            let (me, him) = (board.body(would.unit)?, board.body(*by)?);
            let other = him.side != me.side && !board.routing(*by) && !would.targets.contains(by);
            other.then(|| Would { unit: would.unit, targets: vec![*by] })
        }
        _ => None,
    };
    let again: Vec<Option<Would>> = would.iter().zip(&found).map(|(w, f)| instead(w, f)).collect();
    if again.iter().any(Option::is_some) {
        let would: Vec<Would> =
            would.iter().zip(again).map(|(w, a)| a.unwrap_or_else(|| w.clone())).collect();
        found = try_all(board, &would);
    }
    found
}

fn try_all(board: &Board<'_>, would: &[Would]) -> Vec<Found> {
    let light = |id: UnitId| board.body(id).is_some_and(|b| b.troop() == Troop::LightInfantry);
    // Light infantry passes friends and is passed by them: each of it looks for its way by itself.
    let (lights, line): (Vec<&Would>, Vec<&Would>) = would.iter().partition(|w| light(w.unit));
    let mut found: Vec<(UnitId, Found)> = in_line(board, &line);
    for one in lights {
        found.extend(alone(board, one).map(|f| (one.unit, f)));
    }
    let of = |id: UnitId| found.iter().find(|(u, _)| *u == id).map_or(Found::OutOfReach, |(_, f)| f.clone());
    would.iter().map(|w| of(w.unit)).collect()
}

/// Those in close order: their friends bar them, but for light infantry and those who run.
fn in_line(board: &Board<'_>, would: &[&Would]) -> Vec<(UnitId, Found)> {
    let Some(side) = would.first().and_then(|w| board.body(w.unit)).map(|b| b.side) else {
        return Vec::new();
    };
    let reach = would.iter().filter_map(|w| board.body(w.unit));
    let reach: Vec<(table::Rect, f64)> = reach.map(|b| (b.rect, b.charge())).collect();
    let near = |b: &Body<'_>| reach.iter().any(|(rect, far)| within(rect.gap(&b.rect), far + 1.0));
    let ranks = Ranks::of(board, |b| {
        let charges = would.iter().any(|w| w.unit == b.id);
        let friend = b.side != side || (b.troop() != Troop::LightInfantry && !board.routing(b.id));
        charges || (friend && near(b))
    });
    let stands =
        |id: UnitId| board.body(id).is_some_and(|b| b.side == side) && !would.iter().any(|w| w.unit == id);
    let ranks = ranks.giving_way(stands);
    aimed(board, &ranks, would)
}

fn alone(board: &Board<'_>, would: &Would) -> Option<Found> {
    let body = board.body(would.unit)?;
    let near = |b: &Body<'_>| within(b.gap(body), body.charge() + 1.0);
    let ranks = Ranks::of(board, |b| b.id == body.id || (b.side != body.side && near(b)));
    aimed(board, &ranks, &[would]).pop().map(|(_, found)| found)
}

fn aimed(board: &Board<'_>, ranks: &Ranks, would: &[&Would]) -> Vec<(UnitId, Found)> {
    let charger = |w: &&Would| {
        let body = board.body(w.unit)?;
        let targets = w.targets.iter().filter_map(|&id| ranks.place(id)).collect();
        Some(Charger {
            who: ranks.place(w.unit)?,
            targets,
            normal: body.normal(),
            charge: body.charge() + UPON,
        })
    };
    let chargers: Vec<Charger> = would.iter().filter_map(charger).collect();
    let ways = contact::aim(&ranks.scene(), &chargers);
    let found = chargers.iter().zip(ways).map(|(charger, way)| {
        let unit = ranks.ids[charger.who];
        (unit, found(board, ranks, unit, way))
    });
    found.collect()
}

fn found(board: &Board<'_>, ranks: &Ranks, unit: UnitId, way: Result<contact::Way, Barred>) -> Found {
    match way {
        Err(Barred::OutOfReach) => Found::OutOfReach,
        Err(Barred::By(Held::By(i))) => Found::Barred(Some(ranks.ids[i])),
        Err(Barred::By(_)) => Found::Barred(None),
        Ok(way) => {
            let target = ranks.ids[way.target];
            let both = board.body(unit).zip(board.body(target));
            let course = both.map(|(body, target)| (walked(board, body, &way, body.charge()), target.rect));
            match course {
                // The ground may cost too much of it.
                Some((course, there)) if reaches(&course, &there) => Found::Way(target, course),
                _ => Found::OutOfReach,
            }
        }
    }
}

/// A way of charging walked over the ground, and on with all that is left.
fn walked(board: &Board<'_>, body: &Body<'_>, way: &contact::Way, allowance: f64) -> Course {
    let mut walker =
        Walker::new(board.book, body, plainly(board, body), (allowance, allowance), AtEdge::Stops);
    let step = |walker: &mut Walker<'_>, direction: table::Vec2, length: f64| {
        if length.abs() > 0.0 {
            walker.go(direction * length.signum(), length.abs());
        }
    };
    let ahead = walker.rect().ahead;
    step(&mut walker, ahead, way.straight);
    walker.wheel(way.wheel);
    let right = walker.rect().right();
    step(&mut walker, right, way.side_step);
    walker.ahead(allowance);
    no_gallop(board, body, walker.done())
}

/// The course of one who goes for one enemy whatever stands between, with so much to spend; none if no wheel within
/// its normal move brings him before its front (`wrg1969.move.charge.straight`).
pub fn course(board: &Board<'_>, body: &Body<'_>, target: &Body<'_>, allowance: f64) -> Option<Course> {
    let ranks = Ranks::of(board, |b| b.id == body.id || b.id == target.id);
    let (who, at) = (ranks.place(body.id)?, ranks.place(target.id)?);
    let charger =
        Charger { who, targets: vec![at], normal: body.normal().min(allowance), charge: allowance + UPON };
    let way = contact::aim(&ranks.scene(), &[charger]).pop()?.ok()?;
    Some(walked(board, body, &way, allowance))
}

/// Horses do not gallop in woods, villages or bog: any part of the way there leaves the normal move alone
/// (`wrg1969.terrain.no_bonus`).
fn no_gallop(board: &Board<'_>, body: &Body<'_>, course: Course) -> Course {
    if !body.troop().is_mounted() {
        return course;
    }
    let ground = Ground::around(board.book, &body.rect, body.charge());
    let bad = course.marks.iter().any(|m| ground.stops_gallop(&m.rect));
    if bad {
        let mut short = course.cut(body.normal());
        (short.left, short.stopped) = (0.0, true);
        return short;
    }
    course
}

/// Those of a unit's enemies whom it may charge this period and who are not too far off, the nearest first.
pub fn open_to(board: &Board<'_>, body: &Body<'_>) -> Vec<UnitId> {
    if !may_charge(board, body) {
        return Vec::new();
    }
    let near = board.troops().filter(|e| within(e.gap(body), body.charge()) && permits(board, body, e));
    let mut open: Vec<&Body<'_>> = near.collect();
    open.sort_by_key(|e| in_mils(e.gap(body)));
    open.into_iter().map(|e| e.id).collect()
}

/// Everyone of a unit's side who may charge this period, itself with them.
fn with_friends(board: &Board<'_>, body: &Body<'_>) -> Vec<Would> {
    let friends = board.troops().filter(|b| b.side == body.side);
    let would = friends.map(|b| Would { unit: b.id, targets: open_to(board, b) });
    would.filter(|w| !w.targets.is_empty()).collect()
}

/// Every enemy whom a unit may charge and can reach this period, each with the course: first the one for whom it goes
/// the least out of its way, then the others, the nearest first.
pub fn targets(board: &Board<'_>, body: &Body<'_>) -> Vec<(UnitId, Course)> {
    if open_to(board, body).is_empty() {
        return Vec::new();
    }
    let mut would = with_friends(board, body);
    let Some(own) = would.iter().position(|w| w.unit == body.id) else { return Vec::new() };
    let open = would[own].targets.clone();
    let mut found = Vec::new();
    if let Some(Found::Way(target, course)) = ways(board, &would).into_iter().nth(own) {
        found.push((target, course));
    }
    for target in open {
        if found.iter().any(|(id, _)| *id == target) {
            continue;
        }
        would[own].targets = vec![target];
        if let Some(Found::Way(id, course)) = ways(board, &would).into_iter().nth(own)
            && id == target
        {
            found.push((target, course));
        }
    }
    found
}
