//! Step 6: charges and counter-charges go in.

use crate::Wrg6;
use crate::board::Board;
use crate::charge::Response;
use crate::charging::{self, nearest_charger};
use crate::contact;
use crate::disorder::Cause;
use crate::marching::{self, Going, Way, run};
use crate::phase::{Act, Charge, Heading, Phase};
use crate::{rule, telling, words};
use ruling::ledger;
use table::{Edge, Leg, wheel_arc};
use umpire::{Cx, Motion, Ruling, UnitId};

/// All charges and counter-charges, together (`wrg6.charge.countercharge`).
pub fn charges(book: &Wrg6, phase: &mut Phase, cx: &mut Cx<'_>) {
    let mut all: Vec<(Charge, Act)> = Vec::new();
    {
        let board = Board::of(book, cx.field(), phase);
        for charge in &phase.charges {
            if board.field.on_table(charge.by)
                && !board.state(charge.by).routing
                && !phase.in_contact(charge.by)
            {
                all.push((*charge, Act::Charged));
            }
        }
        for id in board.bodies().filter(|&id| board.state(id).response == Some(Response::Countercharge)) {
            let charger = nearest_charger(board, id);
            let way = charger.and_then(|charger| charging::way(board, id, charger));
            let free = !board.state(id).routing && !phase.in_contact(id);
            if let Some(way) = way.filter(|_| free && phase.charge_of(id).is_none()) {
                ledger::cite(rule::CHARGE_COUNTERCHARGE);
                all.push((way, Act::Countercharged));
            }
        }
    }
    all.sort_by_key(|(charge, _)| charge.by);
    let going: Vec<Going> = {
        let board = Board::of(book, cx.field(), phase);
        all.iter().map(|(charge, _)| track(board, charge)).collect()
    };
    for (charge, act) in &all {
        let level = Board::of(book, cx.field(), phase).level(charge.by);
        let state = phase.state_mut(charge.by);
        state.act = *act;
        state.heading = Heading::Advancing;
        state.from_level = level as i8;
        if charge.wheel != 0 && state.impetuous {
            state.causes.add(Cause::ImpetuousTurned);
        }
    }
    let went = run(Board::of(book, cx.field(), phase), &going, 0.0);
    for w in &went {
        marching::put(phase, w, Motion::March, rule::CHARGE_PATH, cx);
    }
    for w in went.iter().filter(|w| !w.gave_way) {
        let from_before = all.iter().find(|(c, _)| c.by == w.id).is_none_or(|(c, _)| c.from_before);
        for &on in &w.touched {
            strike_home(book, phase, w.id, on, from_before, cx);
        }
        let normal = book.kit_now(phase, w.id).normal();
        if w.touched.is_empty() && !phase.in_contact(w.id) && f64::from(phase.state(w.id).moved) > normal {
            phase.state_mut(w.id).causes.add(Cause::ChargedInVain);
            let far = phase.state(w.id).moved;
            let what = |_: &umpire::Field| format!("ran {far} paces and struck nobody: disordered");
            telling::of(book, phase, w.id, rule::DISORDER_RALLY, what, cx);
        }
    }
    marching::leave(book, phase, cx);
    crate::riding::take_lone(book, phase, cx);
}

/// The way of a charge: a wheel, then straight ahead its whole distance.
fn track(board: Board<'_>, charge: &Charge) -> Going {
    let id = charge.by;
    let (pose, rect) = (board.field.unit(id).pose, *board.rect(id));
    let (width, depth) = (2.0 * rect.half_width, 2.0 * rect.half_depth);
    let degrees = f64::from(charge.wheel) / 1000.0;
    let far = f64::from(charge.ahead) / 1000.0;
    let mut way = Way::default();
    let mut at = pose;
    if charge.wheel != 0 {
        let wheel = charging::wheeled(pose, &rect, degrees);
        at = wheel.end();
        way.push(wheel, wheel_arc(width, degrees));
    }
    way.push(Leg::ahead(at, width, depth, far), far.max(0.001));
    let (allowance, seeks) = (way.cost(), board.enemies(board.side(id)).collect());
    Going { id, from: rect, way, allowance, seeks, bursts: false, passes: false }
}

/// A charger reaches an enemy (`wrg6.charge.target_gone`, `wrg6.disorder.cessation`).
fn strike_home(book: &Wrg6, phase: &mut Phase, by: UnitId, on: UnitId, from_before: bool, cx: &mut Cx<'_>) {
    if phase.charge_of(by).is_some_and(|charge| charge.on != on) {
        ledger::cite(rule::CHARGE_TARGET_GONE);
    }
    contact::meet(book, phase, by, on, from_before, cx);
    let edge = phase.contacts.iter().find(|c| c.place(by).is_some() && c.place(on).is_some()).copied();
    cx.rule(|field| {
        let edge = edge.and_then(|c| c.place(on).map(|i| c.edges[i]));
        let place = match edge {
            Some(Edge::Rear) => " in the rear",
            Some(Edge::Left | Edge::Right) => " in the flank",
            _ => "",
        };
        let text = format!("{} charged home on {}{place}.", words::name(field, by), words::name(field, on));
        Ruling::new(rule::CHARGE_CONTACT, text)
    });
    struck(book, phase, by, on);
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
        state.causes.add(Cause::ChargedInFlank);
    }
    if state.mounting {
        state.causes.add(Cause::CaughtMounting);
    }
    let moving =
        matches!(state.act, Act::Charged | Act::Countercharged | Act::Evaded | Act::Pursued | Act::Recoiled);
    if mounted && on_foot && moving {
        state.causes.add(Cause::FootCaughtMovingByMounted);
    }
    if state.act == Act::None {
        state.act = Act::Stood;
    }
}
