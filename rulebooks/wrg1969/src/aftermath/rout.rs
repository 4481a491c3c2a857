//! Rout and pursuit: who breaks, how fast they run, whom they burst through, when they rally.

use crate::aftermath::breaking_through::{self, Friend};
use crate::aftermath::flight::{self, run_length};
use crate::board::state::{Doing, Flight, Phase, Threat, UnitState, lost};
use crate::board::{Board, Body, TOUCH, track};
use crate::combat::disorder::{self, Cause};
use crate::combat::engagement;
use crate::data::measure::{NEAR, in_mils, within};
use crate::data::reaction::Reaction;
use crate::data::tables::tables;
use crate::movement::overlap::STANDS_UPON;
use crate::movement::{forced, rules as movement};
use crate::orders::general;
use crate::told;
use crate::{Wrg1969, rule};
use ruling::RuleId;
use table::cast;
use umpire::voice::{self, name};
use umpire::{Cx, Event, Place, Ruling, UnitId};

/// A unit breaks: its order is gone, and it runs from the next movement on (`wrg1969.rout.run`).
pub fn breaks(book: &Wrg1969, phase: &mut Phase, id: UnitId, why: RuleId, cx: &mut Cx<'_>) {
    let engaged = phase.engaged(id);
    let running = engagement::back_turned(&Board::of(book, cx.field(), phase), id);
    let state = &mut phase.units[id.index()];
    if state.is_broken() {
        return;
    }
    (state.seen.broke_untouched, state.seen.broke_running) = (!engaged, running);
    forget_order(state);
    // What it was still to do is lost with its order.
    state.kept.waiting_order = None;
    state.seen.tired = state.is_uncontrolled();
    state.seen.flight = Flight::Routing(0);
    state.now.broke_now = true;
    state.seen.running = state.seen.running.filter(|r| r.reaction == Reaction::LeaveField);
    state.seen.pushed_back = 0;
    (state.seen.following_up, state.now.laps, state.seen.square) = (false, false, false);
    cx.rule(|field| {
        let broke = Ruling::new(why, format!("{} broke and ran.", name(field, id))).also(rule::ROUT_RUN);
        told::of(book, phase, field, id, broke)
    });
}

/// Strikes out a unit's order (`wrg1969.orders.change.end`).
pub fn forget_order(state: &mut UnitState) {
    state.kept.order = None;
    state.kept.may_charge = false;
}

/// Those in contact with a broken enemy go after him (`wrg1969.pursuit.who`).
pub fn pursue(phase: &mut Phase, pursuer: UnitId, prey: UnitId, cx: &mut Cx<'_>) {
    let state = &mut phase.units[pursuer.index()];
    if state.is_broken() || state.is_pursuing() {
        return;
    }
    begin_pursuit(state, prey);
    cx.rule(|field| {
        let text = format!("{} set off in pursuit of {}.", name(field, pursuer), name(field, prey));
        Ruling::new(rule::PURSUIT_WHO, text)
    });
}

/// A unit is in pursuit; out of an uncontrolled advance its first period counts as its second
/// (`wrg1969.move.uncontrolled`).
fn begin_pursuit(state: &mut UnitState, prey: UnitId) {
    state.seen.tired = state.is_uncontrolled();
    if state.seen.tired {
        state.seen.running = None;
    }
    state.seen.flight = Flight::Pursuing(prey, 0);
    state.seen.has_won = true;
    state.seen.following_up = false;
}

/// After the movement of a period: routers and pursuers are a period more tired, chargers who caught broken troops
/// are in pursuit, and friends in the routers' way are burst through.
pub fn after_move(book: &Wrg1969, phase: &mut Phase, cx: &mut Cx<'_>) {
    caught_in_charge(phase, cx);
    let burst = bursts(&Board::of(book, cx.field(), phase));
    for state in &mut phase.units {
        state.seen.flight = match state.seen.flight {
            Flight::Routing(run) => Flight::Routing(run.saturating_add(1)),
            Flight::Pursuing(prey, run) => Flight::Pursuing(prey, run.saturating_add(1)),
            other => other,
        };
    }
    for (router, friend, fate) in burst {
        if fate == Friend::Unaffected {
            continue;
        }
        cx.rule(|field| {
            let text = format!("{} burst through {}.", name(field, router), name(field, friend));
            told::of(book, phase, field, router, Ruling::new(rule::ROUT_BURST, text))
        });
        match fate {
            Friend::SweptAway => breaks(book, phase, friend, rule::ROUT_BURST, cx),
            _ => phase.units[friend.index()].now.causes.add(Cause::BurstThrough),
        }
    }
}

/// A charger who touches the enemy that broke before him is in his first period of pursuit
/// (`wrg1969.rout.from_charge`).
fn caught_in_charge(phase: &mut Phase, cx: &mut Cx<'_>) {
    for i in 0..phase.units.len() {
        let Doing::Charging(target) = phase.units[i].now.doing else { continue };
        let id = UnitId(i as u16);
        // Who broke before the charge has been broken by it.
        phase.units[i].seen.has_won |= phase.units[target.index()].now.broke_now;
        let caught = phase.units[target.index()].is_broken() && phase.opponents(id).any(|e| e == target);
        if caught && phase.units[i].seen.flight == Flight::None {
            cx.rule(|field| {
                let text = format!("{} ran on after {}.", name(field, id), name(field, target));
                Ruling::new(rule::ROUT_FROM_CHARGE, text)
            });
            begin_pursuit(&mut phase.units[i], target);
        }
    }
}

/// Friends whom routers ran into on their way, each with what becomes of them.
fn bursts(board: &Board<'_>) -> Vec<(UnitId, UnitId, Friend)> {
    let mut burst = Vec::new();
    for router in
        board.units().filter(|b| board.routing(b.id) && !board.state(b.id).kept.secret.track.is_empty())
    {
        let met = |f: &&Body<'_>| !board.routing(f.id) && runs_through(board, router, f);
        for friend in board.friendly_units(router).filter(met) {
            let fate = breaking_through::burst(router.troop(), friend.kit.regular);
            burst.push((router.id, friend.id, fate));
        }
    }
    burst
}

/// Whether a router came through another unit in this period, not having stood on it before.
fn runs_through(board: &Board<'_>, router: &Body<'_>, other: &Body<'_>) -> bool {
    let swerved = track::swerved(board, router);
    let meets = |k: usize| {
        let (me, him) = (track::body_then(board, router, k), track::body_then(board, other, k));
        let rect = if swerved { flight::squeezed(router, &me.rect) } else { me.rect };
        !within(rect.penetration(&him.rect), 0.1)
    };
    !meets(0) && (1..track::moments(board.book)).any(meets)
}

/// At the charge-bonus point: the broken whose way leads on to an enemy they may try to ride down; he answers as if
/// charged (`wrg1969.rout.break_through.cavalry`, `wrg1969.rout.break_through.infantry`).
pub fn rides_down(board: &Board<'_>) -> Vec<Threat> {
    let met = |router: &Body<'_>| {
        let state = board.state(router.id);
        let barred = first_ahead(board, router, f64::from(state.seen.run_left) / 1000.0)?;
        (state.seen.ran && flight::may_try(board, router, barred.0)).then(|| threat(router, barred))
    };
    board.units().filter(|b| board.routing(b.id)).filter_map(met).collect()
}

/// At the charge-bonus point: pursuers kept from their prey by troops it has run through, whom they mean to charge
/// (`wrg1969.pursuit.through`).
///
/// Each comes with what is left of his run, in thousandths of an inch.
pub fn charges_on(board: &Board<'_>) -> Vec<(Threat, i32)> {
    let met = |pursuer: &Body<'_>| {
        let state = board.state(pursuer.id);
        let Flight::Pursuing(prey, _) = state.seen.flight else { return None };
        let prey = board.body(prey).filter(|p| !within(p.gap(pursuer), TOUCH))?;
        let left = run_length(board.book, state, pursuer) - state.inches_moved();
        let barred = first_ahead(board, pursuer, left)?;
        let told_to_stand = state.leg().is_some_and(|leg| !leg.pursue);
        let through = barred.0.id != prey.id && runs_through(board, prey, barred.0);
        (through && !told_to_stand).then(|| (threat(pursuer, barred), (left * 1000.0).round() as i32))
    };
    board.units().filter_map(met).collect()
}

fn threat(charger: &Body<'_>, (target, gap): (&Body<'_>, f64)) -> Threat {
    let gap = (gap * 1000.0).round() as i32;
    Threat { charger: charger.id, target: target.id, gap, touched: false }
}

/// The first unbroken enemy straight ahead of a unit, and how far off he is.
fn first_ahead<'b, 'a>(board: &'b Board<'a>, body: &Body<'_>, reach: f64) -> Option<(&'b Body<'a>, f64)> {
    if reach <= 0.0 {
        return None;
    }
    let enemies = board.enemy_units(body.side).filter(|e| !board.routing(e.id) && e.gap(body) > NEAR);
    let met = enemies.filter_map(|e| Some((e, cast(&body.rect, body.rect.ahead, reach, &e.rect, NEAR)?)));
    met.min_by_key(|met| in_mils(met.1))
}

/// A pursuer leaves his prey and charges those it ran through, with what is left of his run.
pub fn begins_to_charge_on(phase: &mut Phase, threat: &Threat, left: i32, cx: &mut Cx<'_>) {
    let state = &mut phase.units[threat.charger.index()];
    if let Flight::Pursuing(prey, _) = state.seen.flight {
        cx.rule(|field| {
            let [who, left, at] = [threat.charger, prey, threat.target].map(|id| name(field, id));
            let text = format!("{who} left {left} and charged {at}, through whom {} had run.", who.it());
            Ruling::new(rule::PURSUIT_THROUGH, text)
        });
        phase
            .fights
            .retain(|f| ![f.red, f.blue].contains(&prey) || ![f.red, f.blue].contains(&threat.charger));
        let state = &mut phase.units[threat.charger.index()];
        (state.seen.through, state.seen.flight, state.seen.run_left) = (Some(prey), Flight::None, left);
        state.now.doing = Doing::Charging(threat.target);
        state.now.charge_from.get_or_insert((threat.gap, 0));
        state.now.causes.add(Cause::Pursuit);
    }
}

/// Whether those who barred a pursuer's way to this broken unit have broken in this period: then it does not rally
/// yet (`wrg1969.pursuit.through`).
fn way_is_forced(board: &Board<'_>, prey: UnitId) -> bool {
    board.phase.units.iter().any(|pursuer| {
        let Doing::Charging(target) = pursuer.now.doing else { return false };
        pursuer.seen.through == Some(prey) && board.phase.units[target.index()].now.broke_now
    })
}

/// The end of a period: rallies are over, routers who outran pursuit or passed fresh friends rally, and pursuers
/// and chargers with nobody left before them rally back (`wrg1969.rally`).
pub fn rallies(book: &Wrg1969, phase: &mut Phase, cx: &mut Cx<'_>) {
    let mut rallied = Vec::new();
    for (i, state) in phase.units.iter_mut().enumerate() {
        state.seen.rallied = matches!(state.now.doing, Doing::Evading(_));
        if state.seen.rallies && matches!(state.seen.flight, Flight::Rallying(_)) {
            (state.seen.flight, state.seen.tired) = (Flight::None, false);
            state.seen.rallied = true;
            rallied.push(UnitId(i as u16));
        }
    }
    let (routers, backs) = {
        let board = Board::of(book, cx.field(), phase);
        let routers: Vec<(UnitId, RuleId)> =
            board.units().filter_map(|b| Some((b.id, rally_reason(&board, b)?))).collect();
        let rallies = |id: UnitId| routers.iter().any(|(r, _)| *r == id);
        let back = |b: &&Body<'_>| back_after(&board, b, rallies);
        let backs: Vec<(UnitId, i32)> = board
            .units()
            .filter(back)
            .map(|b| (b.id, (movement::rally_back(b.mover()) * 1000.0) as i32))
            .collect();
        (routers, backs)
    };
    for state in &mut phase.units {
        state.seen.through = None;
    }
    for id in rallied {
        cx.rule(|field| {
            let rallied = Ruling::new(rule::RALLY, format!("{} rallied.", name(field, id)));
            told::of(book, phase, field, id, rallied)
        });
    }
    for (id, why) in routers {
        let state = &mut phase.units[id.index()];
        state.seen.flight = Flight::Rallying(0);
        state.now.causes.add(Cause::Pursuit);
        phase.fights.retain(|f| f.red != id && f.blue != id);
        cx.rule(|field| {
            let stopped = Ruling::new(why, format!("{} stopped running, to rally.", name(field, id)));
            told::of(book, phase, field, id, stopped)
        });
    }
    for (id, mils) in backs {
        let held = phase.opponents(id).any(|e| !phase.units[e.index()].is_broken());
        let state = &mut phase.units[id.index()];
        if state.is_pursuing() {
            state.now.causes.add(Cause::Pursuit);
        }
        if held {
            // Another enemy has come to blows with it, and it fights him.
            (state.seen.flight, state.seen.tired) = (Flight::None, false);
            continue;
        }
        state.seen.flight = Flight::Rallying(mils);
        phase.fights.retain(|f| f.red != id && f.blue != id);
        cx.rule(|field| {
            let text =
                format!("{} had to rally back {}.", name(field, id), voice::inches(f64::from(mils) / 1000.0));
            told::of(book, phase, field, id, Ruling::new(rule::PURSUIT_CEASE, text))
        });
    }
}

/// Why a broken unit stops running at the end of a period, if it does.
fn rally_reason(board: &Board<'_>, body: &Body<'_>) -> Option<RuleId> {
    let state = board.state(body.id);
    let Flight::Routing(run) = state.seen.flight else { return None };
    let leaving = state.seen.running.is_some_and(|r| r.reaction == Reaction::LeaveField);
    if run == 0 || leaving || amid_friends(board, body) {
        return None;
    }
    let mut generals = board.phase.command[body.side].generals().filter(|g| g.free);
    let met = |g: &Body<'_>| within(g.apart(body), 1.0);
    if generals.any(|g| board.body(g.with.unwrap_or(g.figure)).is_some_and(met)) {
        return Some(rule::ROUT_RUN);
    }
    if board.friendly_units(body).any(|f| is_fresh(board, f) && passed(board, body, f)) {
        return Some(rule::ROUT_FRESH);
    }
    // Broken by no enemy in contact it runs no less than one who retreats.
    let far_enough = !state.seen.broke_untouched || run >= tables().reaction.periods(Reaction::Retreat);
    (far_enough && !board.engaged(body.id) && !way_is_forced(board, body.id))
        .then_some(rule::ROUT_OUTDISTANCE)
}

/// Whether a broken unit is still among friends through whom it runs: it cannot form there.
fn amid_friends(board: &Board<'_>, body: &Body<'_>) -> bool {
    let upon = |f: &Body<'_>| !within(f.rect.penetration(&body.rect), STANDS_UPON);
    board.troops().any(|f| f.id != body.id && upon(f))
}

/// Whether a unit is fresh enough to rally behind (`wrg1969.rout.fresh`).
pub fn is_fresh(board: &Board<'_>, body: &Body<'_>) -> bool {
    let state = board.state(body.id);
    !state.is_broken()
        && !state.is_retiring()
        && !board.engaged(body.id)
        && u32::from(body.strength()) * 3 >= u32::from(state.seen.original) * 2
        && !disorder::disorganised(board, body)
}

/// Whether a friend stands between a broken unit and the enemy nearest to it.
fn passed(board: &Board<'_>, body: &Body<'_>, friend: &Body<'_>) -> bool {
    let Some(enemy) = Board::nearest(body, board.enemy_units(body.side), |_| true) else { return false };
    let line = enemy.standard() - body.standard();
    let along = (friend.standard() - body.standard()).dot(line) / line.dot(line).max(1e-9);
    let off = table::distance_to_segment(friend.standard(), [body.standard(), enemy.standard()]);
    along > 0.0 && along < 1.0 && off <= friend.rect.half_width + body.rect.half_width
}

/// Whether a pursuer, or a charger whose target got away, has nobody left to go for.
fn back_after(board: &Board<'_>, body: &Body<'_>, rallies: impl Fn(UnitId) -> bool) -> bool {
    let state = board.state(body.id);
    if let Flight::Pursuing(prey, run) = state.seen.flight {
        let lost = board.body(prey).is_none() || rallies(prey) || !board.routing(prey);
        let touching = board.opponents(body.id).any(|e| e == prey);
        return lost || (run > 0 && (!touching || forced::at_obstacle(board, body)));
    }
    let Doing::Charging(target) = state.now.doing else { return false };
    let away = board.state(target);
    let got_away = away.is_broken() || matches!(away.now.doing, Doing::Evading(_));
    state.seen.flight == Flight::None && got_away && !board.engaged(body.id)
}

/// A unit goes over the edge of the table; whoever was pursued off never returns (`wrg1969.offtable.never`).
pub fn leaves(phase: &mut Phase, id: UnitId, cx: &mut Cx<'_>) {
    let after_it = |s: &UnitState| matches!(s.seen.flight, Flight::Pursuing(prey, _) if prey == id);
    let chased = phase.opponents(id).next().is_some() || phase.units.iter().any(after_it);
    let pursued = chased && phase.units[id.index()].is_broken();
    phase.fights.retain(|f| f.red != id && f.blue != id);
    let pose = cx.field().unit(id).pose;
    if phase.units[id.index()].now.broke_now {
        phase.lost.push(lost(cx.field(), id));
    }
    let state = &mut phase.units[id.index()];
    let leaving = state.seen.running.is_some_and(|r| r.reaction == Reaction::LeaveField);
    let how = match state.now.doing {
        _ if state.is_broken() => "ran off",
        Doing::Evading(_) => "evaded and went off",
        Doing::Marching => "marched off",
        _ => "left",
    };
    state.seen.gone_for_good |= pursued || leaving;
    let place = if state.seen.gone_for_good { Place::Fled } else { Place::Off };
    state.kept.away = (!state.seen.gone_for_good).then_some((0, None, pose));
    (state.seen.flight, state.seen.running, state.seen.tired) = (Flight::None, None, false);
    forget_order(state);
    cx.rule(|field| {
        let text = format!("{} {how} the table.", name(field, id));
        Ruling::new(rule::GEO_LEAVE, text).also(rule::MOVE_EDGE)
    });
    cx.apply(Event::Left { unit: id, place, rule: rule::GEO_LEAVE });
    general::stays_behind(phase, id, cx);
}
