//! Charges and answers by their odds.

use super::super::clash::{Clash, Meeting, worth};
use dice::{D6, Dist};
use umpire::{OptionId, Side, UnitId};
use wab::armour::Face;
use wab::board::{Board, Body};
use wab::charge::{self, Arrival};
use wab::declare::{self, Declaration};
use wab::dread::{self, Dread};
use wab::leadership::chance;
use wab::nerve::Run;
use wab::reaction::Reaction;
use wab::shoot;

/// A charge must promise at least this share of what charges.
const LEAST: f64 = 0.02;

/// The best declaration, or none.
pub fn declare(board: &Board<'_>, side: Side) -> OptionId {
    let list = declare::declarations(board);
    let mut best = (list.len() - 1, f64::NEG_INFINITY);
    if list.last() == Some(&Declaration::Done) {
        best.1 = 0.0;
    }
    for (i, declaration) in list.iter().enumerate() {
        let gain = match *declaration {
            Declaration::Charge(unit, target) => gain(board, side, unit, target),
            Declaration::Disengage(unit, far) => leave(board, side, unit, far),
            Declaration::Done => continue,
        };
        if gain > best.1 {
            best = (i, gain);
        }
    }
    OptionId(best.0 as u16)
}

/// Another target for one of the chargers that lost theirs.
pub fn redirect(board: &Board<'_>, side: Side, units: &[UnitId]) -> OptionId {
    let options = declare::redirect_options(board, units);
    let mut best = (options.len().saturating_sub(1), 0.0);
    for (i, &(unit, target)) in options.iter().enumerate() {
        let gain = target.map_or(0.0, |target| gain(board, side, unit, target));
        if gain > best.1 {
            best = (i, gain);
        }
    }
    OptionId(best.0 as u16)
}

/// Where a charge would end, if it arrives.
fn arrival(board: &Board<'_>, unit: &Body<'_>, target: &Body<'_>) -> Option<Arrival> {
    let face = declare::face(board, unit, target);
    charge::best(board, unit, target, face, unit.charge_move())
}

fn meeting(unit: UnitId, target: UnitId, arrival: &Arrival, skirmish: bool) -> Meeting {
    let face = if skirmish { Face::Front } else { arrival.face };
    Meeting { charger: unit, target, face, rect: arrival.rect, facing: arrival.facing, countered: false }
}

/// The charges already declared upon a target.
fn declared(board: &Board<'_>, side: Side, target: &Body<'_>) -> Vec<Meeting> {
    let others = board.friends(side).filter(|b| b.state.charging.is_some_and(|c| c.target == target.id));
    let found = others
        .filter_map(|b| Some(meeting(b.id, target.id, &arrival(board, b, target)?, target.skirmishes())));
    found.collect()
}

/// What a charge adds to what has been declared, and to what comes of waiting.
fn gain(board: &Board<'_>, side: Side, unit: UnitId, target: UnitId) -> f64 {
    let (Some(u), Some(t)) = (board.body(unit), board.body(target)) else { return f64::NEG_INFINITY };
    let stake = worth(board, u);
    if t.state.fleeing {
        return ride_down(board, u, t);
    }
    let Some(arrival) = arrival(board, u, t) else { return f64::NEG_INFINITY };
    if runs(t, u) {
        let room = u.charge_move() - u.distance(t);
        return within(t, room, true) * worth(board, t) - 0.06 * stake;
    }
    let mut meetings = declared(board, side, t);
    if meetings.iter().any(|m| m.rect.overlaps(&arrival.rect, 0.1)) {
        return f64::NEG_INFINITY;
    }
    let before =
        if meetings.is_empty() { 0.0 } else { Clash::new(board, meetings.clone()).value(side, target) };
    meetings.push(meeting(unit, target, &arrival, t.skirmishes()));
    let mut after = Clash::new(board, meetings.clone()).value(side, target);
    let alone = after - before;
    if alone < LEAST * stake {
        after = after.max(with_help(board, side, u, t, &meetings));
    }
    let dares = match dread::of(u, t.kit) {
        Dread::None => 1.0,
        _ => chance(board.leaders(u).best().total(), false).to_f64(),
    };
    let exposed = exposed(board, side, u, t, &arrival) * stake;
    dares * (after - before) - exposed - waiting(board, side, u) - LEAST * stake
}

/// The charge together with the best of those who could still join it.
fn with_help(board: &Board<'_>, side: Side, unit: &Body<'_>, target: &Body<'_>, so_far: &[Meeting]) -> f64 {
    let mut best = f64::NEG_INFINITY;
    for friend in board.friends(side).filter(|b| b.id != unit.id && declare::may_charge(board, b)) {
        if friend.distance(target) > friend.charge_move() {
            continue;
        }
        let Some(arrival) = arrival(board, friend, target) else { continue };
        if so_far.iter().any(|m| m.rect.overlaps(&arrival.rect, 0.1)) {
            continue;
        }
        let mut all = so_far.to_vec();
        all.push(meeting(friend.id, target.id, &arrival, target.skirmishes()));
        best = best.max(Clash::new(board, all).value(side, target.id) * 0.9);
    }
    best
}

/// Whether a target will run rather than stand: skirmishers from formed men.
fn runs(target: &Body<'_>, charger: &Body<'_>) -> bool {
    target.skirmishes() && !charger.skirmishes()
}

/// The chance that fleers run no further than so many inches.
fn within(fleer: &Body<'_>, room: f64, fired: bool) -> f64 {
    let house = wab::house::House::default();
    let run = Run::flight(&house, fleer.kit.movement(), fired && fleer.kit.shoots());
    Dist::total(&D6, run.dice.into()).chance(|&far| f64::from(far) <= room).to_f64()
}

/// A charge at fleers: they run again, and may be caught.
fn ride_down(board: &Board<'_>, unit: &Body<'_>, fleers: &Body<'_>) -> f64 {
    let caught = within(fleers, unit.charge_move() - unit.distance(fleers), false);
    // They are lost already unless they rally.
    caught * 0.5 * worth(board, fleers) - 0.05 * worth(board, unit)
}

/// The share of a unit that its new place puts at risk: enemies who could then charge its flank or rear.
fn exposed(board: &Board<'_>, side: Side, unit: &Body<'_>, target: &Body<'_>, arrival: &Arrival) -> f64 {
    let there = Body { rect: arrival.rect, facing: arrival.facing, ..*unit };
    let enemies = board.enemies(side).filter(|e| e.id != target.id && !e.state.fleeing);
    let strikes = |e: &&Body<'_>| {
        !board.phase.is_engaged(e.id)
            && !e.skirmishes()
            && e.distance(&there) <= e.charge_move()
            && declare::face(board, e, &there) != Face::Front
    };
    (enemies.filter(strikes).count() as f64 * 0.15).min(0.3)
}

/// What comes of waiting: the worst charge an enemy could make upon a unit, which is less than nothing or nothing.
fn waiting(board: &Board<'_>, side: Side, unit: &Body<'_>) -> f64 {
    let mut worst: f64 = 0.0;
    for enemy in board.enemies(side) {
        let able = !enemy.state.fleeing && !board.phase.is_engaged(enemy.id) && !enemy.skirmishes();
        if !able || enemy.distance(unit) > enemy.charge_move() {
            continue;
        }
        let face = declare::face(board, enemy, unit);
        let meeting = Meeting::square(enemy, unit, face);
        worst = worst.min(Clash::new(board, vec![meeting]).value(side, unit.id));
    }
    worst * 0.7
}

/// Leaving a combat is worth what staying would cost.
fn leave(board: &Board<'_>, side: Side, unit: UnitId, far: u8) -> f64 {
    let Some(body) = board.body(unit) else { return f64::NEG_INFINITY };
    let stay = Clash::new(board, Vec::new()).value(side, unit);
    let passes = chance(board.leaders(body).best().total(), false).to_f64();
    // The further away, the better it can charge again.
    let short = 0.002 * (body.movement() - f64::from(far));
    passes * (-stay) - (0.08 + short) * worth(board, body)
}

/// How a unit answers a charge.
pub fn answer(board: &Board<'_>, charger: UnitId, target: UnitId, allowed: &[Reaction]) -> OptionId {
    let (Some(c), Some(t)) = (board.body(charger), board.body(target)) else { return OptionId(0) };
    let side = t.side;
    let stake = worth(board, t);
    let face = declare::face(board, c, t);
    let met = arrival(board, c, t);
    let fight = |countered: bool| {
        let Some(arrival) = &met else { return 0.0 };
        let mut all = declared(board, c.side, t);
        all.retain(|m| m.charger != charger);
        let face = if t.skirmishes() { Face::Front } else { face };
        all.push(Meeting { countered, face, ..meeting(charger, target, arrival, t.skirmishes()) });
        Clash::new(board, all).value(side, target)
    };
    let room = c.charge_move() - c.distance(t);
    let rallies = chance(board.leaders(t).best().total() - 1, false).to_f64();
    let flight = |fired: bool| {
        let caught = if met.is_some() { within(t, room, fired) } else { 0.0 };
        let away = if t.skirmishes() { 0.05 } else { 0.2 };
        -stake * (caught + (1.0 - caught) * ((1.0 - rallies) * 0.5 + away))
    };
    let volley = || {
        let shots = shoot::shots(board, t, c, true).map(|s| s.0);
        let mean = shots.and_then(|b| b.odds().ok()).map_or(0.0, |o| o.mean(|n| u64::from(*n)).to_f64());
        mean * worth(board, c) / f64::from(c.state.models.max(1))
    };
    let value = |reaction: &Reaction| match reaction {
        Reaction::Hold => fight(false),
        Reaction::StandAndShoot => fight(false) + volley() + 0.01 * stake,
        Reaction::Flee => flight(false),
        Reaction::FireAndFlee => flight(true) + volley(),
        Reaction::CounterCharge => fight(true),
    };
    let mut best = (0, f64::NEG_INFINITY);
    for (i, reaction) in allowed.iter().enumerate() {
        let value = value(reaction);
        if value > best.1 {
            best = (i, value);
        }
    }
    OptionId(best.0 as u16)
}

/// The weapon with which the round is worth the most.
pub fn arm(board: &Board<'_>, side: Side, unit: UnitId) -> OptionId {
    let Some(body) = board.body(unit) else { return OptionId(0) };
    let arms = wab::strokes::arms(body);
    let mut best = (0, f64::NEG_INFINITY);
    for (i, &weapon) in arms.iter().enumerate() {
        let mut phase = board.phase.clone();
        phase.unit_mut(unit).weapon = Some(weapon);
        let bodies = board.bodies.iter().map(|b| Body { state: phase.unit(b.id), ..*b }).collect();
        let armed = Board { book: board.book, phase: &phase, bodies };
        let value = Clash::new(&armed, Vec::new()).value(side, unit);
        if value > best.1 + 1e-9 {
            best = (i, value);
        }
    }
    OptionId(best.0 as u16)
}
