//! The period: everything that happens between two decisions.
//!
//! returns, command, intent, the broken turning, normal stage, charge-bonus point, bonus stage, fire, hand-to-hand,
//! after hand-to-hand, reactions, end.

use crate::aftermath::leaving::{self, turn_away};
use crate::aftermath::{off_table, resolve as aftermath, rout};
use crate::board::state::{Doing, Flight, Phase, Step, Thrown};
use crate::board::{Board, Body};
use crate::charge::answers::{self, Answer, Answers};
use crate::charge::through;
use crate::combat::disorder::Cause;
use crate::combat::resolve as combat;
use crate::data::reaction::{Occasion, Reaction, When};
use crate::movement::intent::{Go, Intent};
use crate::movement::{closing, normal, part_evades, room};
use crate::nerve::resolve as nerve;
use crate::nerve::rules::due;
use crate::orders::{command, interception, standing, triggers};
use crate::play::choices::Chosen;
use crate::play::questions;
use crate::shooting::resolve as shooting;
use crate::told;
use crate::victory::resolve;
use crate::{Wrg1969, rule};
use umpire::voice::name;
use umpire::{ChargeEnd, Cx, Deed, Ruling, Side, UnitId};

pub fn nobody_asked(book: &Wrg1969, phase: &Phase, cx: &Cx<'_>) -> bool {
    questions::nobody(book, cx.field(), phase)
}

/// A new period: last period's marks move on, troops off the table may return (state 1).
pub fn begin_period(book: &Wrg1969, phase: &mut Phase, cx: &mut Cx<'_>) {
    phase.period += 1;
    let period = phase.period;
    cx.heading(rule::SCALE_TIME, |_| format!("Period {period}"));
    part_evades::reunite(book, phase, cx);
    if period == 1 {
        nerve::note_surprises(book, phase, cx.field());
        phase.units.iter_mut().for_each(|state| state.kept.secret.surprised_by = None);
        crate::orders::knowledge::observe(book, cx.field(), phase, &[]);
    }
    for (i, state) in phase.units.iter_mut().enumerate() {
        let unit = cx.field().unit(UnitId(i as u16));
        state.begin_period(unit.formation.figures, unit.pose);
    }
    phase.fallen.clear();
    phase.lost.clear();
    phase.blows.clear();
    phase.threats.clear();
    off_table::roll(book, phase, cx);
    for (i, state) in phase.units.iter_mut().enumerate() {
        state.kept.stood = [cx.field().unit(UnitId(i as u16)).pose; 2];
    }
    phase.step = Step::Command;
    if nobody_asked(book, phase, cx) {
        standing::begin_legs(book, phase, cx);
        phase.step = Step::Intent;
        if nobody_asked(book, phase, cx) {
            normal_stage(book, phase, &[], cx);
        }
    }
}

/// The broken turn, everyone moves, and those charged test (states 4 to 6).
pub fn normal_stage(book: &Wrg1969, phase: &mut Phase, intents: &[(UnitId, Intent)], cx: &mut Cx<'_>) {
    let before = nerve::strengths(cx.field(), phase);
    combat::turning_strike(book, phase, cx);
    let breaking_off = |i: &&(UnitId, Intent)| i.1.go == Go::BreakOff;
    let leavers: Vec<UnitId> = intents.iter().filter(breaking_off).map(|i| i.0).collect();
    combat::break_off(book, phase, &leavers, cx);
    leaving::below_half(book, phase, &before, cx);
    cx.heading(rule::MOVE_SIMULTANEOUS, |_| "Movement".to_owned());
    closing::close_lines(book, phase, cx);
    normal::normal(book, phase, intents, cx);
    told::normal_stage(book, phase, cx);
    test_charged(book, phase, cx);
    if has_choice(book, phase, cx) {
        phase.step = Step::Steady;
    } else {
        settle_thrown(book, phase, &[], cx);
        answer(book, phase, cx);
    }
}

/// Throws the dice of everyone charged from beyond the charger's normal move (`wrg1969.reaction.timing.charged`).
fn test_charged(book: &Wrg1969, phase: &mut Phase, cx: &mut Cx<'_>) {
    phase.thrown.clear();
    let targets: Vec<UnitId> = {
        let board = Board::of(book, cx.field(), phase);
        let charged = |b: &&Body<'_>| phase.threats.iter().any(|t| t.target == b.id && !t.touched);
        let units = board.in_turn().into_iter().filter(|b| b.kit.is_unit());
        units.filter(charged).filter(|b| tests_if_charged(&board, b)).map(|b| b.id).collect()
    };
    for threat in phase.threats.clone() {
        // Who only came up to skirmishers does not charge them.
        let charges = !threat.touched || phase.units[threat.charger.index()].is_charging();
        phase.units[threat.target.index()].now.charged |= charges;
    }
    nerve::note_sightings(book, phase, cx.field());
    if !targets.is_empty() {
        cx.heading(rule::REACTION_TIMING_CHARGED, |_| "The charge".to_owned());
    }
    for unit in targets {
        phase.units[unit.index()].seen.has_met_enemy = true;
        nerve::throw(book, phase, unit, Occasion::Charged, cx);
    }
    // Pursuers who would charge on through others test as well.
    for threat in phase.threats.clone() {
        if phase.units[threat.charger.index()].seen.through.is_some() {
            nerve::throw(book, phase, threat.charger, Occasion::Closing, cx);
        }
    }
}

/// Whether a unit that is charged must test.
fn tests_if_charged(board: &Board<'_>, body: &Body<'_>) -> bool {
    let mut charge = nerve::occasions(board, body, false);
    charge.befallen.charged = true;
    due(&board.book.house, &charge).0.iter().any(|t| t.1 == When::AtBonusPoint)
}

/// Whether owners have signs or orders to choose for the tests that are thrown.
fn has_choice(book: &Wrg1969, phase: &mut Phase, cx: &Cx<'_>) -> bool {
    let before = std::mem::replace(&mut phase.step, Step::Steady);
    let choice = !phase.thrown.is_empty() && !nobody_asked(book, phase, cx);
    phase.step = before;
    choice
}

/// Settles every test that is thrown, with the signs and orders its owner chose.
fn settle_thrown(book: &Wrg1969, phase: &mut Phase, chosen: &[Chosen], cx: &mut Cx<'_>) {
    let mut leaving = Vec::new();
    for (thrown, test) in nerve::take_thrown(book, phase, cx.field()) {
        let signs = chosen.iter().flat_map(|c| &c.signs).find(|(unit, _)| *unit == thrown.unit);
        let result = nerve::settle(book, phase, (thrown, &test), signs.map(|(_, s)| s.as_slice()), cx);
        if result == Some(Reaction::LeaveField) {
            leaving.push(thrown.unit);
        }
        if thrown.occasion == Occasion::Charged || phase.units[thrown.unit.index()].seen.through.is_some() {
            stop_charge(phase, thrown, result, cx);
        }
        let wish = chosen.iter().flat_map(|c| &c.orders).find(|(unit, _)| *unit == thrown.unit);
        if let (Some(Reaction::ActAsCinc), Some((unit, readings))) = (result, wish) {
            command::grant_wish(book, phase, *unit, readings.clone(), cx);
        }
    }
    turn_away(book, phase, &leaving, cx);
}

/// A charger who is charged himself goes on only if he is willing (`wrg1969.reaction.effect.charger`).
fn stop_charge(phase: &mut Phase, thrown: Thrown, result: Option<Reaction>, cx: &mut Cx<'_>) {
    let goes_on = matches!(
        result,
        None | Some(
            Reaction::CarryOn
                | Reaction::ActAsCinc
                | Reaction::AdvanceOnEnemy
                | Reaction::UncontrolledAdvance
        )
    );
    if phase.units[thrown.unit.index()].is_charging() && !goes_on {
        cx.rule(|field| {
            let text = format!(
                "{0} called off {1} charge.",
                name(field, thrown.unit),
                name(field, thrown.unit).its()
            );
            Ruling::new(rule::REACTION_EFFECT_CHARGER, text)
        });
        cx.deed(Deed::Charged { unit: thrown.unit, end: ChargeEnd::Spent });
        phase.units[thrown.unit.index()].now.doing = Doing::Marching;
        phase.threats.retain(|t| t.charger != thrown.unit);
    }
}

pub fn steadied(book: &Wrg1969, phase: &mut Phase, chosen: &[Chosen], cx: &mut Cx<'_>) {
    let charged = !phase.threats.is_empty();
    settle_thrown(book, phase, chosen, cx);
    if charged {
        answer(book, phase, cx);
    } else {
        end(book, phase, cx);
    }
}

/// Those charged answer, if they have a choice.
fn answer(book: &Wrg1969, phase: &mut Phase, cx: &mut Cx<'_>) {
    phase.step = Step::BonusPoint;
    if nobody_asked(book, phase, cx) {
        bonus_stage(book, phase, &Answers::default(), cx);
    }
}

/// Chargers whose target runs go on at the next enemy in their reach, or stop short of him; who goes on and who is
/// charged so both test (`wrg1969.move.evade.after`). The same again if that one runs too.
fn charge_through(book: &Wrg1969, phase: &mut Phase, told: &Answers, cx: &mut Cx<'_>) {
    loop {
        let (on, short) = {
            let board = Board::of(book, cx.field(), phase);
            let usual = answers::usual_answers(&board);
            let answer = |id: UnitId| told.met.iter().chain(&usual).find(|(u, _)| *u == id).map(|(_, a)| *a);
            let runs = |id: UnitId| through::runs(&board, id, answer(id) == Some(Answer::Evade));
            let goes_on = |next: &through::Next| {
                let said = told.through.iter().find(|(unit, _)| *unit == next.charger);
                said.map_or_else(|| through::usually(&board, next), |(_, goes_on)| *goes_on)
            };
            through::next(&board, runs).into_iter().partition::<Vec<_>, _>(goes_on)
        };
        for next in &short {
            through::stops_short(phase, next, cx);
            phase.threats.retain(|t| t.charger != next.charger || t.target != next.target);
        }
        if on.is_empty() {
            return;
        }
        for next in &on {
            through::goes_on(phase, next, cx);
        }
        let mut targets: Vec<UnitId> = {
            let board = Board::of(book, cx.field(), phase);
            let tests = |b: &&Body<'_>| b.kit.is_unit() && tests_if_charged(&board, b);
            on.iter().filter_map(|next| board.body(next.target)).filter(tests).map(|b| b.id).collect()
        };
        targets.sort_unstable();
        targets.dedup();
        for unit in targets {
            phase.units[unit.index()].seen.has_met_enemy = true;
            nerve::throw(book, phase, unit, Occasion::Charged, cx);
        }
        for next in on.iter().filter(|next| book.kit(next.charger).is_unit()) {
            nerve::throw(book, phase, next.charger, Occasion::Closing, cx);
        }
        settle_thrown(book, phase, &[], cx);
    }
}

/// The bonus stage, fire, and the coming to blows (states 7 to 9).
pub fn bonus_stage(book: &Wrg1969, phase: &mut Phase, told: &Answers, cx: &mut Cx<'_>) {
    charge_through(book, phase, told, cx);
    normal::bonus(book, phase, &told.met, cx);
    rout::after_move(book, phase, cx);
    told::bonus_stage(book, phase, cx);
    let before = nerve::strengths(cx.field(), phase);
    shooting::fire(book, phase, cx);
    // Where everyone passed is of no more use.
    phase.units.iter_mut().for_each(|state| state.kept.secret.track.clear());
    leaving::below_half(book, phase, &before, cx);
    combat::meet(book, phase, cx);
    interception::intercept(book, phase, cx);
    combat::caught_breaking_off(book, phase, cx);
    phase.step = Step::Melee;
    if nobody_asked(book, phase, cx) {
        hand_to_hand(book, phase, cx);
    }
}

pub fn hand_to_hand(book: &Wrg1969, phase: &mut Phase, cx: &mut Cx<'_>) {
    let before = nerve::strengths(cx.field(), phase);
    combat::fight(book, phase, cx);
    interception::get_away(book, phase, cx);
    leaving::below_half(book, phase, &before, cx);
    phase.step = Step::After;
    if nobody_asked(book, phase, cx) {
        after(book, phase, &[], cx);
    }
}

pub fn after(book: &Wrg1969, phase: &mut Phase, stand: &[UnitId], cx: &mut Cx<'_>) {
    aftermath::settle(book, phase, stand, cx);
    nerve::note_surprises(book, phase, cx.field());
    phase.step = Step::React;
    if nobody_asked(book, phase, cx) {
        test_all(book, phase, &[], &[], cx);
    }
}

pub fn test_all(book: &Wrg1969, phase: &mut Phase, asked: &[UnitId], closing: &[UnitId], cx: &mut Cx<'_>) {
    for state in &mut phase.units {
        state.kept.may_charge = false;
    }
    nerve::throw_all(book, phase, asked, closing, cx);
    if !phase.thrown.is_empty() {
        cx.heading(rule::REACTION_TIMING, |_| "Reactions".to_owned());
    }
    if has_choice(book, phase, cx) {
        phase.step = Step::Steady;
    } else {
        settle_thrown(book, phase, &[], cx);
        end(book, phase, cx);
    }
}

/// The end of the period: rallies, clocks, orders, messages, knowledge, victory (state 12).
fn end(book: &Wrg1969, phase: &mut Phase, cx: &mut Cx<'_>) {
    nerve::count_down_all(phase);
    rout::rallies(book, phase, cx);
    room::stand_clear(book, phase, cx);
    for state in &mut phase.units {
        let pursuing = matches!(state.seen.flight, Flight::Pursuing(..) | Flight::Routing(_));
        state.now.causes.add_if(pursuing, Cause::Pursuit);
    }
    let before = told::places(phase);
    let done = triggers::judge(book, cx.field(), phase);
    told::next_legs(book, phase, &before, cx);
    for &id in &done {
        cx.rule(|field| {
            let text = format!("{0} had carried out {1} order.", name(field, id), name(field, id).its());
            Ruling::new(rule::ORDERS_CHANGE_END, text).kept_for(field.side(id))
        });
    }
    command::end_of_period(book, phase, &done, cx);
    match resolve::outcome(book, cx.field(), phase) {
        Some(outcome) => {
            let totals = resolve::totals(book, cx.field(), phase);
            cx.heading(rule::VICTORY_END, |_| "The end".to_owned());
            for side in Side::ALL {
                cx.rule(|field| {
                    let units = resolve::surviving(book, field, phase, side);
                    let ground = resolve::ground(&Board::of(book, field, phase), side);
                    Ruling::new(rule::VICTORY_COUNT, told::points(field, side, &units, ground))
                });
            }
            cx.rule(|field| {
                let text = told::the_end(&field.roster().names, &outcome, totals);
                let ruling = Ruling::new(rule::VICTORY_POINTS, text).also(rule::VICTORY_COUNT);
                let valued = book.features.iter().any(|feature| feature.value > 0);
                if valued { ruling.also(rule::VICTORY_FEATURE) } else { ruling }
            });
            standing::open_sheets(book, phase, cx);
            phase.step = Step::Over(outcome);
        }
        None => begin_period(book, phase, cx),
    }
}
