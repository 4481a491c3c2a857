//! The normal stage of movement: everyone at once, in equal sub-steps (`wrg1969.move.simultaneous`).
//!
//! A unit whose flight is `Routing(0)` still faces the enemy when its stage begins, and turns as it runs.

use crate::board::state::{Doing, Phase, Stage};
use crate::board::{Board, Body, track};
use crate::charge::bonus::bonus_threats;
use crate::data::measure::{MM, NEAR, within};
use crate::movement::contact::{contacts, leave_table};
use crate::movement::intent::Intent;
use crate::movement::plan::{self, Planned, Way};
use crate::movement::together::{Stop, note, settle, together};
use crate::movement::{destination, room};
use crate::orders::riders;
use crate::told;
use crate::{Wrg1969, rule};
use mechanics::Ended;
use table::Rect;
use umpire::voice::name;
use umpire::{Cx, Field, Ruling, UnitId};

pub use crate::charge::bonus::bonus;

/// The normal stage: plans everyone's way and makes it (`wrg1969.geo.normal_stage`).
pub fn normal(book: &Wrg1969, phase: &mut Phase, intents: &[(UnitId, Intent)], cx: &mut Cx<'_>) {
    for (unit, intent) in intents {
        phase.units[unit.index()].kept.secret.aims_at = intent.fire;
        phase.units[unit.index()].seen.to_cover = intent.to_cover;
        phase.units[unit.index()].kept.secret.front_rank_only = intent.front_rank_only;
    }
    for state in &mut phase.units {
        (state.seen.run_left, state.seen.ran) = (0, false);
    }
    let (plans, ends, met) = {
        let board = Board::of(book, cx.field(), phase);
        together(&board, plan::paths(&board, cx.field().roster(), intents))
    };
    note_charges(book, phase, &plans, cx);
    tell_barred(book, phase, &plans, cx);
    note_routes(book, phase, &plans, &ends, cx);
    let stood = cx.field().clone();
    for (plan, end) in plans.iter().zip(&ends) {
        note(book, phase, plan, end);
        track::keep(book, phase, plan.unit, &end.steps, Stage::Normal, cx);
        settle(plan, end, &stood, cx);
        tell_hindrance(book, phase, plan, end, cx);
    }
    let touched = contacts(book, phase, &plans, &met, Stage::Normal, cx);
    for (plan, end) in plans.iter().zip(&ends) {
        let touches_evader = touched.iter().any(|t| t.charger == plan.unit);
        let left = left_for_bonus(plan, end, touches_evader);
        phase.units[plan.unit.index()].seen.run_left = (left * 1000.0).round() as i32;
    }
    room::stand_clear(book, phase, cx);
    riders::normal(book, phase, cx);
    for (i, state) in phase.units.iter_mut().enumerate() {
        state.kept.stood[1] = cx.field().unit(UnitId(i as u16)).pose;
    }
    bonus_threats(book, phase, touched, cx);
    leave_table(book, phase, &plans, cx);
    note_advances(book, phase, cx);
}

/// Tells who meant to charge and could not, and who stood in the way; it is no charge.
fn tell_barred(book: &Wrg1969, phase: &Phase, plans: &[Planned], cx: &mut Cx<'_>) {
    for (unit, by) in plans.iter().filter_map(|p| Some((p.unit, p.barred?))) {
        cx.rule(|field| {
            let text =
                format!("{} could not charge: {} stood in the way.", name(field, unit), name(field, by));
            let barred = Ruling::new(rule::GEO_CHARGE_WAY, text).also(rule::GEO_COLLISION);
            told::of(book, phase, field, unit, barred)
        });
    }
}

/// Tells what kept a unit from going as it meant to: the ground, or others in its way.
fn tell_hindrance(book: &Wrg1969, phase: &Phase, plan: &Planned, end: &Stop, cx: &mut Cx<'_>) {
    if end.mark.cost <= 0.0 || plan.runs {
        return;
    }
    let slowed = Ruling::new(rule::TERRAIN_GOING, String::new()).also(rule::GEO_GOING);
    let barred = Ruling::new(rule::GEO_COLLISION, String::new()).also(rule::GEO_PLAN_ORDER);
    let who = |field: &Field| end.by.map_or_else(|| "others".to_owned(), |by| name(field, by).to_string());
    let mut tell = |ruling: Ruling, what: &dyn Fn(&Field) -> String| {
        cx.rule(|field| {
            let told = Ruling { text: format!("{} {}.", name(field, plan.unit), what(field)), ..ruling };
            told::of(book, phase, field, plan.unit, told)
        });
    };
    if plan.course.hindered {
        tell(slowed, &|field| format!("{} slowed by the ground", name(field, plan.unit).was()));
    }
    if end.how == Ended::Stopped {
        tell(barred, &|field| format!("stopped short: {} stood in the way", who(field)));
    }
}

/// What is left of a charge or a run for the bonus stage.
fn left_for_bonus(plan: &Planned, end: &Stop, touches_evader: bool) -> f64 {
    let whole = plan.whole;
    if !plan.fights && !plan.runs {
        0.0
    } else if touches_evader {
        // A charger stopped by the touch of an evader keeps what he has not used (`wrg1969.geo.bonus_point`).
        (whole - end.mark.cost).max(0.0)
    } else if end.how == Ended::Stopped && plan.way != Way::Routing {
        0.0
    } else {
        (whole - plan.course.last().cost).max(0.0)
    }
}

/// Remembers from how far off, and from which height, each charge begins.
fn note_charges(book: &Wrg1969, phase: &mut Phase, plans: &[Planned], cx: &mut Cx<'_>) {
    let from: Vec<(UnitId, (i32, u8))> = {
        let board = Board::of(book, cx.field(), phase);
        let charge = |p: &Planned| {
            let Doing::Charging(target) = p.doing else { return None };
            let (body, target) = (board.body(p.unit)?, board.body(target)?);
            Some((p.unit, ((body.gap(target) * 1000.0).round() as i32, board.level(body.standard()))))
        };
        plans.iter().filter_map(charge).collect()
    };
    for (unit, start) in from {
        phase.units[unit.index()].now.charge_from = Some(start);
    }
}

/// Passes the points of routes that a standard came within an inch of.
fn note_routes(book: &Wrg1969, phase: &mut Phase, plans: &[Planned], ends: &[Stop], cx: &mut Cx<'_>) {
    let passed: Vec<(UnitId, u8)> = {
        let board = Board::of(book, cx.field(), phase);
        let count = |(plan, end): (&Planned, &Stop)| {
            let body = board.body(plan.unit)?;
            let mut way = plan.course.marks.iter().filter(|m| m.cost <= end.mark.cost + NEAR);
            let mut passed = 0;
            for via in destination::route(&board, cx.field().roster(), body) {
                let by = |r: &Rect| within(r.centre.distance(via.place), 1.0);
                if !way.any(|m| by(&m.rect)) && !by(&end.mark.rect) {
                    break;
                }
                passed += 1;
            }
            (passed > 0).then_some((plan.unit, passed))
        };
        plans.iter().zip(ends).filter_map(count).collect()
    };
    for (unit, n) in passed {
        if let Some(standing) = &mut phase.units[unit.index()].kept.order {
            standing.route = standing.route.saturating_add(n);
        }
    }
}

/// Who went at least half his normal move and came nearer to an enemy has advanced
/// (`wrg1969.reaction.def.states`).
fn note_advances(book: &Wrg1969, phase: &mut Phase, cx: &mut Cx<'_>) {
    let advanced: Vec<UnitId> = {
        let board = Board::of(book, cx.field(), phase);
        let nearer = |b: &&Body<'_>| {
            let state = board.state(b.id);
            let from = state.kept.stood[0].at.vec() * (1.0 / MM);
            let closer = |e: &Body<'_>| {
                let was = state_before(&board, e);
                e.standard().distance(b.standard()) < was.distance(from) - NEAR
            };
            state.inches_moved() >= b.normal() / 2.0 - NEAR && board.enemy_units(b.side).any(closer)
        };
        board.units().filter(nearer).map(|b| b.id).collect()
    };
    for unit in advanced {
        phase.units[unit.index()].now.advanced = true;
    }
}

fn state_before(board: &Board<'_>, body: &Body<'_>) -> table::Vec2 {
    board.state(body.id).kept.stood[0].at.vec() * (1.0 / MM)
}
