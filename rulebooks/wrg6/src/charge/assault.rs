//! Step 6: charges and counter-charges go in.

use crate::aftermath::off_table;
use crate::board::contact::Picture;
use crate::board::state::{Act, Answer, Charge, Contact, Heading, Phase};
use crate::board::{Board, contact};
use crate::charge::outcome;
use crate::charge::resolve;
use crate::charge::resolve::nearest_charger;
use crate::data::disorder::Cause;
use crate::movement::together;
use crate::movement::together::{Going, Way, run};
use crate::{Wrg6, rule};
use mechanics::contact::{Charger, aim};
use table::{Edge, Leg, Rect, wheel_arc};
use umpire::{ChargeEnd, Cx, Deed, Motion, Side, UnitId};

/// All charges and counter-charges, together (`wrg6.charge.countercharge`).
pub fn charges(book: &Wrg6, phase: &mut Phase, cx: &mut Cx<'_>) {
    outcome::call_off(book, phase, cx);
    outcome::call_off_counters(book, phase, cx);
    let all = {
        let board = Board::of(book, cx.field(), phase);
        let mut all: Vec<(Charge, Act)> =
            phase.charges.iter().map(|charge| (*charge, Act::Charged)).collect();
        all.extend(counters(board).map(|charge| (charge, Act::Countercharged)));
        all.sort_by_key(|(charge, _)| charge.by);
        aim_again(board, &mut all);
        all
    };
    let going: Vec<Going> = {
        let board = Board::of(book, cx.field(), phase);
        all.iter().map(|(charge, _)| track(board, charge)).collect()
    };
    let starts: Vec<(UnitId, Rect)> = all.iter().map(|(c, _)| (c.by, *cx.field().shape(c.by))).collect();
    for (charge, act) in &all {
        let level = Board::of(book, cx.field(), phase).level(charge.by);
        let state = phase.state_mut(charge.by);
        state.now.act = *act;
        state.seen.heading = Heading::Advancing;
        state.seen.from_level = level as i8;
        if charge.wheel != 0 && state.seen.impetuous {
            state.seen.causes.add(Cause::ImpetuousTurned);
        }
    }
    let went = run(Board::of(book, cx.field(), phase), &going, 0.0);
    for w in &went {
        together::put(phase, w, Motion::March, rule::CHARGE_PATH, cx);
    }
    let (home, held) = contact::arrive(book, phase, &starts, rule::CHARGE_CONTACT, cx);
    for contact in &home {
        strike_home(book, phase, contact, &all, cx);
    }
    for (id, by) in held {
        outcome::not_flush(book, phase, id, by, cx);
    }
    for (charge, _) in &all {
        let went = went.iter().find(|w| w.id == charge.by);
        let home = home.iter().any(|contact| contact.place(charge.by).is_some());
        match went.filter(|_| !home) {
            Some(went) => outcome::in_vain(book, phase, charge, went, cx),
            None => cx.deed(Deed::Charged { unit: charge.by, end: ChargeEnd::Contact }),
        }
    }
    off_table::leave(book, phase, cx);
    crate::orders::riding::take_lone(book, phase, cx);
}

/// The counter-charges of those who answer so.
fn counters(board: Board<'_>) -> impl Iterator<Item = Charge> {
    board.bodies().filter_map(move |id| {
        let state = board.state(id);
        let may = state.now.answer == Some(Answer::Countercharge)
            && !state.seen.routing
            && !board.phase.is_pinned(id)
            && board.phase.charge_of(id).is_none();
        let charger = nearest_charger(board, id).filter(|_| may)?;
        resolve::way(board, id, charger)
    })
}

/// Enemies no farther apart stand in one line, in paces.
const IN_LINE: f64 = 20.0;

/// All who charge aim again at where their targets stand now, each side as one line (`wrg6.charge.path`); who finds no
/// way keeps to the one that was declared.
fn aim_again(board: Board<'_>, all: &mut [(Charge, Act)]) {
    for side in Side::ALL {
        let mine = |id: UnitId| board.side(id) == side;
        let charges = |id: UnitId| all.iter().any(|(charge, _)| charge.by == id);
        let in_the_way = |id: &UnitId| {
            (!mine(*id) || charges(*id) || !board.steps_aside(*id))
                && all.iter().any(|(c, _)| mine(c.by) && board.may_be_within(c.by, *id, 250.0))
        };
        let picture = Picture::of(board, board.bodies().filter(in_the_way));
        let (mut who, mut chargers) = (Vec::new(), Vec::new());
        for (i, (charge, _)) in all.iter().enumerate().filter(|(_, (charge, _))| mine(charge.by)) {
            let (Some(by), Some(on)) = (picture.place(charge.by), picture.place(charge.on)) else { continue };
            let kit = board.kit(charge.by);
            let (normal, most) = (kit.normal(), kit.charge().unwrap_or(0.0));
            // A line charges a line: whom friends charge beside its target it may meet as well.
            let beside = all.iter().map(|(c, _)| c.on).filter(|&other| {
                other != charge.on && !mine(other) && board.within(other, charge.on, IN_LINE)
            });
            let targets = std::iter::once(on).chain(beside.filter_map(|id| picture.place(id))).collect();
            who.push(i);
            chargers.push(Charger { who: by, targets, normal, charge: most });
        }
        for (i, way) in who.into_iter().zip(aim(&picture.scene(), &chargers)) {
            let charge = &mut all[i].0;
            let (by, on) = (charge.by, charge.on);
            let front = (charge.front, charge.from_before);
            if let Some(again) = way.ok().and_then(|way| resolve::declared(board, by, on, &way)) {
                *charge = Charge { front: front.0, from_before: front.1, ..again };
            }
        }
    }
}

/// The way of a charge: straight on, a wheel, a step to the side, then straight ahead its whole distance.
fn track(board: Board<'_>, charge: &Charge) -> Going {
    let id = charge.by;
    let (pose, rect) = (board.field.unit(id).pose, *board.rect(id));
    let (width, depth) = (2.0 * rect.half_width, 2.0 * rect.half_depth);
    let much = |thousandths: i32| f64::from(thousandths) / 1000.0;
    let (straight, degrees, aside) = (much(charge.straight), much(charge.wheel), much(charge.aside));
    let mut way = Way::default();
    let mut go = |leg: Leg, cost: f64| {
        way.push(leg, cost);
        leg.end()
    };
    let mut now = pose;
    if charge.straight != 0 {
        now = go(Leg::ahead(now, width, depth, straight), straight.abs());
    }
    if charge.wheel != 0 {
        now = go(resolve::wheeled(now, &rect, degrees), wheel_arc(width, degrees));
    }
    if charge.aside != 0 {
        now = go(Leg::shift(now, width, depth, aside), aside.abs());
    }
    let far = much(charge.ahead);
    go(Leg::ahead(now, width, depth, far), far.max(0.001));
    let (allowance, seeks) = (way.cost(), board.enemies(board.side(id)).collect());
    Going { id, from: rect, way, allowance, seeks, bursts: false, passes: false }
}

/// Bodies have met: who charged strikes home (`wrg6.charge.target_gone`, `wrg6.disorder.cessation`).
fn strike_home(book: &Wrg6, phase: &mut Phase, contact: &Contact, all: &[(Charge, Act)], cx: &mut Cx<'_>) {
    let charged = |id: UnitId| all.iter().any(|(charge, _)| charge.by == id);
    let home = |i: usize| charged(contact.pair[i]) && contact.edges[i] == Edge::Front;
    outcome::home(contact, [home(0), home(1)], phase, cx);
    for i in [0, 1].into_iter().filter(|i| home(*i)) {
        struck(book, phase, contact.pair[i], contact.pair[1 - i]);
    }
}

/// What being struck by a charge, or by pursuers, makes of a body: disorder of a flank, of foot that mounted catch
/// moving, of those who were mounting (`wrg6.disorder.cessation`, `wrg6.pursuit.newenemy`).
pub fn struck(book: &Wrg6, phase: &mut Phase, by: UnitId, on: UnitId) {
    let contact = phase.contacts.iter().find(|c| c.place(by).is_some() && c.place(on).is_some());
    let flank = contact.and_then(|c| c.place(on).map(|i| c.edges[i] != Edge::Front)).unwrap_or(false);
    let mounted = book.kit_now(phase, by).troop.is_mounted();
    let on_foot = !book.kit_now(phase, on).troop.is_mounted();
    let state = phase.state_mut(on);
    if flank {
        state.seen.causes.add(Cause::ChargedInFlank);
    }
    if state.seen.mounting {
        state.seen.causes.add(Cause::CaughtMounting);
    }
    let moving = matches!(
        state.now.act,
        Act::Charged | Act::Countercharged | Act::Evaded | Act::Pursued | Act::Recoiled | Act::FollowedUp
    );
    if mounted && on_foot && moving {
        state.seen.causes.add(Cause::FootCaughtMovingByMounted);
    }
    if state.now.act == Act::None {
        state.now.act = Act::Stood;
    }
}
