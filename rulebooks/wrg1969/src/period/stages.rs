//! What happens between two decisions, from the beginning of a period to its end.

use crate::board::{Board, Body};
use crate::choices::Chosen;
use crate::disorder::Cause;
use crate::intent::{Answer, Go, Intent};
use crate::losses::name;
use crate::reaction::{Occasion, When, due};
use crate::state::{Doing, Flight, Phase, Reaction, Step, Thrown};
use crate::{
    Wrg1969, after_combat, asked, command, fire, interception, melee, move_stage, orders, part_evades, react,
    returns, rout, rule, telling, triggers, victory,
};
use ruling::ledger;
use umpire::{Cx, Ruling, UnitId};

pub(super) fn nobody_asked(book: &Wrg1969, phase: &Phase, cx: &Cx<'_>) -> bool {
    asked::nobody(book, cx.field(), phase)
}

/// A new period: last period's marks move on, troops off the table may return (state 1).
pub(super) fn begin_period(book: &Wrg1969, phase: &mut Phase, cx: &mut Cx<'_>) {
    phase.period += 1;
    let period = phase.period;
    cx.heading(rule::SCALE_TIME, |_| format!("Period {period}"));
    part_evades::reunite(book, phase, cx);
    if period == 1 {
        react::note_surprises(book, phase, cx.field());
        phase.units.iter_mut().for_each(|state| state.surprised_by = None);
        crate::knowledge::observe(book, cx.field(), phase, &[]);
    }
    for (i, state) in phase.units.iter_mut().enumerate() {
        let unit = cx.field().unit(UnitId(i as u16));
        (state.doing, state.moved, state.advanced) = (Doing::Standing, 0, false);
        (state.charged, state.charge_from, state.hindered) = (false, None, false);
        (state.shot_overhead, state.aims_at, state.laps) = (false, None, false);
        state.breaks_off = false;
        state.rallies = matches!(state.flight, Flight::Rallying(_));
        (state.melee_loss, state.melee_dealt, state.broke_now) = (0, 0, false);
        state.missile_loss = [0, state.missile_loss[0]];
        state.hit_hard = [false, state.hit_hard[0]];
        state.under_fire = [0, state.under_fire[0]];
        state.shot_at = [None, state.shot_at[0]];
        state.shot_with = [0, state.shot_with[0]];
        (state.spares_chargers, state.front_rank_only, state.surprised_by) = (false, false, None);
        state.track.clear();
        state.last_causes = std::mem::take(&mut state.causes);
        (state.at_start, state.before_fire) = (unit.formation.figures, unit.formation.figures);
        state.stood = [unit.pose; 2];
    }
    phase.fallen.clear();
    phase.lost.clear();
    phase.blows.clear();
    phase.threats.clear();
    returns::roll(book, phase, cx);
    for (i, state) in phase.units.iter_mut().enumerate() {
        state.stood = [cx.field().unit(UnitId(i as u16)).pose; 2];
    }
    phase.step = Step::Command;
    if nobody_asked(book, phase, cx) {
        orders::begin_legs(book, phase, cx);
        phase.step = Step::Intent;
        if nobody_asked(book, phase, cx) {
            normal_stage(book, phase, &[], cx);
        }
    }
}

/// The broken turn, everyone moves, and those charged test (states 4 to 6).
pub(super) fn normal_stage(book: &Wrg1969, phase: &mut Phase, intents: &[(UnitId, Intent)], cx: &mut Cx<'_>) {
    let before = react::strengths(cx.field(), phase);
    melee::turning_strike(book, phase, cx);
    let breaking_off = |i: &&(UnitId, Intent)| i.1.go == Go::BreakOff;
    let leavers: Vec<UnitId> = intents.iter().filter(breaking_off).map(|i| i.0).collect();
    melee::break_off(book, phase, &leavers, cx);
    react::below_half(book, phase, &before, cx);
    cx.heading(rule::MOVE_SIMULTANEOUS, |_| "Movement".to_owned());
    move_stage::normal(book, phase, intents, cx);
    telling::normal_stage(book, phase, cx);
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
        let tests = |b: &&Body<'_>| {
            let mut charge = react::occasions(&board, b, false);
            charge.befallen.charged = true;
            due(&book.house, &charge).0.iter().any(|t| t.1 == When::AtBonusPoint)
        };
        let units = board.in_turn().into_iter().filter(|b| b.kit.is_unit());
        units.filter(charged).filter(tests).map(|b| b.id).collect()
    };
    for threat in phase.threats.clone() {
        // Who only came up to skirmishers does not charge them.
        let charges = !threat.touched || phase.units[threat.charger.index()].is_charging();
        phase.units[threat.target.index()].charged |= charges;
    }
    react::note_sightings(book, phase, cx.field());
    if !targets.is_empty() {
        cx.heading(rule::REACTION_TIMING_CHARGED, |_| "The charge".to_owned());
    }
    for unit in targets {
        ledger::cite(rule::REACTION_TIMING_CHARGED);
        phase.units[unit.index()].has_met_enemy = true;
        react::throw(book, phase, unit, Occasion::Charged, cx);
    }
    // Pursuers who would charge on through others test as well.
    for threat in phase.threats.clone() {
        if phase.units[threat.charger.index()].through.is_some() {
            react::throw(book, phase, threat.charger, Occasion::Closing, cx);
        }
    }
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
    for (thrown, test) in react::take_thrown(book, phase, cx.field()) {
        let signs = chosen.iter().flat_map(|c| &c.signs).find(|(unit, _)| *unit == thrown.unit);
        let result = react::settle(book, phase, (thrown, &test), signs.map(|(_, s)| s.as_slice()), cx);
        if result == Some(Reaction::LeaveField) {
            leaving.push(thrown.unit);
        }
        if thrown.occasion == Occasion::Charged || phase.units[thrown.unit.index()].through.is_some() {
            stop_charge(phase, thrown, result);
        }
        let wish = chosen.iter().flat_map(|c| &c.orders).find(|(unit, _)| *unit == thrown.unit);
        if let (Some(Reaction::ActAsCinc), Some((unit, readings))) = (result, wish) {
            command::grant_wish(book, phase, *unit, readings.clone(), cx);
        }
    }
    react::turn_away(book, phase, &leaving, cx);
}

/// A charger who is charged himself goes on only if he is willing (`wrg1969.reaction.effect.charger`).
fn stop_charge(phase: &mut Phase, thrown: Thrown, result: Option<Reaction>) {
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
        ledger::cite(rule::REACTION_EFFECT_CHARGER);
        phase.units[thrown.unit.index()].doing = Doing::Marching;
        phase.threats.retain(|t| t.charger != thrown.unit);
    }
}

pub(super) fn steadied(book: &Wrg1969, phase: &mut Phase, chosen: &[Chosen], cx: &mut Cx<'_>) {
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
        bonus_stage(book, phase, &[], cx);
    }
}

/// The bonus stage, fire, and the coming to blows (states 7 to 9).
pub(super) fn bonus_stage(book: &Wrg1969, phase: &mut Phase, answers: &[(UnitId, Answer)], cx: &mut Cx<'_>) {
    move_stage::bonus(book, phase, answers, cx);
    rout::after_move(book, phase, cx);
    telling::bonus_stage(book, phase, cx);
    let before = react::strengths(cx.field(), phase);
    fire::fire(book, phase, cx);
    // Where everyone passed is of no more use.
    phase.units.iter_mut().for_each(|state| state.track.clear());
    react::below_half(book, phase, &before, cx);
    melee::meet(book, phase, cx);
    interception::intercept(book, phase, cx);
    melee::caught_breaking_off(book, phase, cx);
    phase.step = Step::Melee;
    if nobody_asked(book, phase, cx) {
        hand_to_hand(book, phase, cx);
    }
}

pub(super) fn hand_to_hand(book: &Wrg1969, phase: &mut Phase, cx: &mut Cx<'_>) {
    let before = react::strengths(cx.field(), phase);
    melee::fight(book, phase, cx);
    interception::get_away(book, phase);
    react::below_half(book, phase, &before, cx);
    phase.step = Step::After;
    if nobody_asked(book, phase, cx) {
        after(book, phase, &[], cx);
    }
}

pub(super) fn after(book: &Wrg1969, phase: &mut Phase, stand: &[UnitId], cx: &mut Cx<'_>) {
    after_combat::settle(book, phase, stand, cx);
    react::note_surprises(book, phase, cx.field());
    phase.step = Step::React;
    if nobody_asked(book, phase, cx) {
        test_all(book, phase, &[], &[], cx);
    }
}

pub(super) fn test_all(
    book: &Wrg1969,
    phase: &mut Phase,
    asked: &[UnitId],
    closing: &[UnitId],
    cx: &mut Cx<'_>,
) {
    for state in &mut phase.units {
        state.may_charge = false;
    }
    react::throw_all(book, phase, asked, closing, cx);
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
    react::count_down_all(phase);
    rout::rallies(book, phase, cx);
    for state in &mut phase.units {
        let pursuing = matches!(state.flight, Flight::Pursuing(..) | Flight::Routing(_));
        state.causes.add_if(pursuing, Cause::Pursuit);
    }
    let before = telling::places(phase);
    let done = triggers::judge(book, cx.field(), phase);
    telling::next_legs(book, phase, &before, cx);
    for &id in &done {
        cx.rule(|field| {
            let text = format!("The order of {} has been carried out.", name(field, id));
            Ruling::new(rule::ORDERS_CHANGE_END, text).kept_for(field.side(id))
        });
    }
    command::end_of_period(book, phase, &done, cx);
    match victory::outcome(book, cx.field(), phase) {
        Some(outcome) => {
            let totals = victory::totals(book, cx.field(), phase);
            cx.heading(rule::VICTORY_END, |_| "The end".to_owned());
            cx.rule(|field| {
                let text = telling::the_end(&field.roster().names, &outcome, totals);
                Ruling::new(rule::VICTORY_POINTS, text)
            });
            orders::open_sheets(book, phase, cx);
            phase.step = Step::Over(outcome);
        }
        None => begin_period(book, phase, cx),
    }
}
