//! Riders on the table: messengers with orders, scouts, the general himself; and runners with reports
//! (`wrg1969.orders.messengers`, `wrg1969.orders.report`).

use crate::board::state::{Due, Event, General, Message, Messenger, Phase};
use crate::board::{Board, Body, sight};
use crate::data::measure::{inches, mils, within};
use crate::data::tables::tables;
use crate::orders::delays::digesting;
use crate::orders::general::AT_HAND;
use crate::orders::order::Order;
use crate::told;
use crate::{Wrg1969, rule};
use std::sync::Arc;
use table::Vec2;
use umpire::voice::name;
use umpire::{Cx, Field, Ruling, Side, UnitId};

/// Where a rider makes for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Goal {
    /// Someone on the table: where his planned move leaves him (`wrg1969.geo.plan_order`).
    To(UnitId),
    /// A place, in inches.
    Place(Vec2),
    /// Nowhere: he stays beside, or inside, this one and goes where he goes.
    With(UnitId),
    /// He stands.
    Stand,
}

/// Where a general or a messenger makes for in this period.
pub fn goal(book: &Wrg1969, phase: &Phase, figure: UnitId) -> Goal {
    for side in Side::ALL {
        let command = &phase.command[side];
        if let Some(general) = command.generals().find(|g| g.figure == figure) {
            return match (general.with, general.riding_to) {
                (Some(unit), _) => Goal::With(unit),
                // One thing in a period: he rides, or he commands.
                (None, Some(unit)) if general.busy_in != phase.period => Goal::To(unit),
                (None, _) => Goal::Stand,
            };
        }
        if let Some(rider) = command.riders.iter().find(|r| r.figure == figure && r.alive) {
            return errand(book, phase, rider);
        }
    }
    Goal::Stand
}

/// A messenger's way: what was dictated in a period rides from the next (`wrg1969.orders.change.timeline`).
fn errand(book: &Wrg1969, phase: &Phase, rider: &Messenger) -> Goal {
    match &rider.carries {
        Some(_) if phase.period <= rider.since => Goal::With(rider.of),
        Some((to, Message::Order(_) | Message::Report(_))) => Goal::To(*to),
        Some((_, Message::Scout(feature, _))) => match book.features.get(usize::from(*feature)) {
            Some(feature) => Goal::Place(feature.centre()),
            None => Goal::To(rider.of),
        },
        // With nothing to carry he goes back and rides as bodyguard.
        None => Goal::With(rider.of),
    }
}

/// How far a rider goes in a period, and whether he gallops for it: once on each trip, when the way is longer than
/// his normal move (`wrg1969.orders.messengers`).
pub fn allowance(body: &Body<'_>, galloped: bool, way: f64) -> (f64, bool) {
    if galloped || within(way, body.normal()) { (body.normal(), false) } else { (body.charge(), true) }
}

/// Remembers that a rider has had his gallop.
pub fn gallops(phase: &mut Phase, figure: UnitId) {
    for command in &mut phase.command.0 {
        let generals = command.general.iter_mut().chain(&mut command.subordinates);
        generals.filter(|g| g.figure == figure).for_each(|g| g.galloped = true);
        command.riders.iter_mut().filter(|r| r.figure == figure).for_each(|r| r.galloped = true);
    }
}

/// Whether a rider has had his gallop on this trip.
pub fn has_galloped(phase: &Phase, figure: UnitId) -> bool {
    phase.command.0.iter().any(|c| {
        c.generals().any(|g| g.figure == figure && g.galloped)
            || c.riders.iter().any(|r| r.figure == figure && r.galloped)
    })
}

/// Whether a messenger is free to be sent: alive, with nothing to carry, and back with his general.
pub fn is_free(board: &Board<'_>, rider: &Messenger) -> bool {
    let near = || {
        let (there, general) = (board.body(rider.figure)?, board.body(rider.of)?);
        Some(within(there.apart(general), AT_HAND))
    };
    rider.alive && rider.carries.is_none() && near().unwrap_or(false)
}

/// Whether a general stands beside someone, near enough to speak or to join.
fn meets(board: &Board<'_>, a: UnitId, b: UnitId) -> bool {
    let both = board.body(a).zip(board.body(b));
    both.is_some_and(|(a, b)| within(a.apart(b), tables().command.arrival))
}

/// What came of every errand by the end of a period's movement.
pub fn arrive(book: &Wrg1969, phase: &mut Phase, cx: &mut Cx<'_>) {
    let field = cx.field().clone();
    for side in Side::ALL {
        cut_down(&field, phase, side, cx);
        let mut command = std::mem::take(&mut phase.command[side]);
        let board = Board::of(book, &field, phase);
        for rider in command.riders.iter_mut().filter(|r| r.alive) {
            if let Some((unit, order)) = delivered(&board, rider) {
                let period = phase.period + 1 + digesting(&book.house);
                command.due.push(Due { unit, order, period });
                (rider.carries, rider.galloped) = (None, false);
                let (who, unit) = (name(&field, rider.figure), name(&field, unit));
                cx.rule(|_| {
                    let text = format!("{who} reached {unit} with an order, in force from period {period}.");
                    Ruling::new(rule::ORDERS_CHANGE_IMPLEMENT, text).kept_for(side)
                });
                continue;
            }
            look(&board, rider);
        }
        for runner in command.runners.iter_mut().filter(|r| r.arrived.is_none()) {
            let (Some(general), Some(unit)) = (board.body(runner.to), runner_of(&board, runner.unit)) else {
                continue;
            };
            run(&unit, general.standard(), runner, phase.period);
        }
        let reached = |g: &General| g.riding_to.filter(|unit| meets(&board, g.figure, *unit));
        let joins: Vec<(UnitId, UnitId)> =
            command.generals().filter_map(|g| Some((g.figure, reached(g)?))).collect();
        for general in command.general.iter_mut().chain(&mut command.subordinates) {
            if let Some((_, unit)) = joins.iter().find(|(figure, _)| *figure == general.figure) {
                (general.with, general.riding_to, general.galloped) = (Some(*unit), None, false);
            }
            if !general.free {
                general.lost_in = general.lost_in.or(Some(phase.period));
            }
            let stood = phase.units[general.figure.index()].now.moved == 0;
            general.galloped &= !stood;
        }
        phase.command[side] = command;
        for (figure, unit) in joins {
            crate::orders::standing::strike_out(phase, unit);
            let (who, unit) = (name(&field, figure), name(&field, unit));
            let joined = Ruling::new(rule::ORDERS_CHANGE_DIRECT, format!("{who} joined {unit}."));
            cx.rule(|field| told::of(book, phase, field, figure, joined));
        }
    }
}

/// Messengers no longer on the table are dead, and what they carried is lost.
fn cut_down(field: &Field, phase: &mut Phase, side: Side, cx: &mut Cx<'_>) {
    for rider in phase.command[side].riders.iter_mut().filter(|r| r.alive) {
        if !field.on_table(rider.figure) {
            (rider.alive, rider.carries) = (false, None);
            let text = format!("{} was cut down.", name(field, rider.figure));
            cx.rule(|_| Ruling::new(rule::ORDERS_MESSENGERS_NUMBER, text));
        }
    }
}

/// The order a messenger has brought to its unit; to a broken one he waits to give it (`wrg1969.orders.pending`).
fn delivered(board: &Board<'_>, rider: &Messenger) -> Option<(UnitId, Arc<Order>)> {
    let Some((unit, Message::Order(order))) = &rider.carries else { return None };
    let there = board.phase.period > rider.since && meets(board, rider.figure, *unit);
    (there && !board.routing(*unit)).then(|| (*unit, Arc::clone(order)))
}

/// A scout sees what there is to see on his way; at his goal he turns back with it. An order for a unit that has
/// left the table is lost.
fn look(board: &Board<'_>, rider: &mut Messenger) {
    let Some(body) = board.body(rider.figure) else { return };
    let of = rider.of;
    match &mut rider.carries {
        Some((_, Message::Scout(feature, seen))) => {
            for enemy in board.troops().filter(|b| b.side != body.side && sight::sees(board, body, b)) {
                if !seen.contains(&enemy.id) {
                    seen.push(enemy.id);
                }
            }
            let there = board.book.features.get(usize::from(*feature)).is_none_or(|f| {
                sight::is_at(f, body.standard()) || within(f.centre().distance(body.standard()), 1.0)
            });
            if there {
                rider.carries = Some((of, Message::Report(std::mem::take(seen))));
            }
        }
        Some((unit, Message::Order(_))) if board.body(*unit).is_none() => rider.carries = None,
        _ => {}
    }
}

/// The unit a runner came from, for his speed; a runner whose unit is gone is gone too.
fn runner_of<'a>(board: &Board<'a>, unit: UnitId) -> Option<Body<'a>> {
    board.body(unit).copied()
}

fn run(unit: &Body<'_>, to: Vec2, runner: &mut crate::board::state::Runner, period: u16) {
    let at = inches(runner.at);
    let way = to.distance(at);
    let (far, gallop) = allowance(unit, runner.galloped, way);
    runner.galloped |= gallop;
    let arrival = tables().command.arrival;
    if within(way, far + arrival) {
        (runner.at, runner.arrived) = (mils(to), Some(period));
    } else {
        runner.at = mils(at + (to - at) * (far / way));
    }
}

/// What waits to be heard by a general: each report with whose it is.
pub fn reports(board: &Board<'_>, side: Side, general: UnitId) -> Vec<Waiting> {
    let command = &board.phase.command[side];
    let run = |(i, r): (usize, &crate::board::state::Runner)| {
        (r.to == general && r.arrived.is_some()).then_some(Waiting::Runner(i as u16))
    };
    let rode = |(i, r): (usize, &Messenger)| {
        let report = matches!(&r.carries, Some((to, Message::Report(_))) if *to == general);
        (r.alive && report && meets(board, r.figure, general)).then_some(Waiting::Rider(i as u16))
    };
    let runners = command.runners.iter().enumerate().filter_map(run);
    runners.chain(command.riders.iter().enumerate().filter_map(rode)).collect()
}

/// A report that waits, by the bearer's place in his list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// A runner.
    Runner(u16),
    /// A messenger who scouted.
    Rider(u16),
}

/// A general hears a report (`wrg1969.orders.change.delay`): he now knows what its bearer saw, which is given.
pub fn hear(phase: &mut Phase, side: Side, report: Waiting) -> Vec<UnitId> {
    let period = phase.period;
    let command = &mut phase.command[side];
    let (from, saw) = match report {
        Waiting::Runner(i) if usize::from(i) < command.runners.len() => {
            let runner = command.runners.remove(usize::from(i));
            (runner.unit, runner.saw)
        }
        Waiting::Rider(i) => {
            match command.riders.get_mut(usize::from(i)).map(|r| (r.figure, r.carries.take())) {
                Some((figure, Some((_, Message::Report(saw))))) => (figure, saw),
                _ => return Vec::new(),
            }
        }
        Waiting::Runner(_) => return Vec::new(),
    };
    for enemy in &saw {
        if !command.heard.contains(enemy) {
            command.heard.push(*enemy);
        }
    }
    command.events.push((period, Event::Heard(from)));
    saw
}
