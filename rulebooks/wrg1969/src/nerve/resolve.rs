//! Reaction tests of a battle: who must test and who may, the throws, and what comes of them.

mod when;

pub use when::{is_near_enough, may_close_with, may_test, note_sightings, note_surprises, occasions};

use crate::aftermath::rout;
use crate::board::state::{Flight, Phase, Running, Thrown};
use crate::board::{Board, Body, veil};
use crate::combat::disorder::Cause;
use crate::combat::{losses, resolve as combat};
use crate::data::reaction::{Occasion, Reaction, When};
use crate::nerve::rules::{Due, OrderThen, Signs, Test, Tested, Verdict, due, order_then};
use crate::nerve::{factors, rules as nerve};
use crate::{Wrg1969, rule};
use when::pursuit_period;

use dice::RollId;
use umpire::voice::name;
use umpire::{Cx, Field, Place, Ruling, UnitId};

/// Throws the dice of everyone who must or wants to test at the end of the period (`wrg1969.reaction.once`).
pub fn throw_all(book: &Wrg1969, phase: &mut Phase, asked: &[UnitId], closing: &[UnitId], cx: &mut Cx<'_>) {
    let (tests, met): (Vec<(UnitId, Occasion)>, Vec<UnitId>) = {
        let board = Board::of(book, cx.field(), phase);
        let befell = |b: &Body<'_>| {
            let closes = closing.contains(&b.id) && !may_close_with(&board, b).is_empty();
            (b.id, occasions(&board, b, closes))
        };
        let reason = |(id, befell): &(UnitId, Due)| {
            let (tests, may) = due(&book.house, befell);
            let must = tests.iter().filter(|t| t.1 == When::EndOfPeriod).map(|t| t.0);
            // One throw settles every reason; a unit that means to close is told whether it may.
            let mut must: Vec<Occasion> = must.collect();
            if must.contains(&Occasion::Closing) {
                must = vec![Occasion::Closing];
            }
            let why = must.first().copied();
            Some((*id, why.or((may && asked.contains(id)).then_some(Occasion::Voluntary))?))
        };
        let units = board.in_turn().into_iter().filter(|b| b.kit.is_unit());
        let befell: Vec<(UnitId, Due)> = units.map(befell).collect();
        // The first time is the first time, whether it could test then or not.
        let met = befell.iter().filter(|(_, due)| due.befallen.meets_enemy).map(|(id, _)| *id).collect();
        (befell.iter().filter_map(reason).collect(), met)
    };
    for unit in met {
        phase.units[unit.index()].seen.has_met_enemy = true;
    }
    for state in &mut phase.units {
        state.seen.broke_late = false;
    }
    phase.thrown.clear();
    for (unit, occasion) in tests {
        throw(book, phase, unit, occasion, cx);
    }
}

/// Throws the dice of one unit's test and keeps them until the signs are chosen.
pub fn throw(book: &Wrg1969, phase: &mut Phase, unit: UnitId, occasion: Occasion, cx: &mut Cx<'_>) {
    let made = {
        let board = Board::of(book, cx.field(), phase);
        board.body(unit).and_then(|b| factors::test(&board, b, occasion))
    };
    let Some(test) = made else { return };
    let dice = test.throw(roll_id(cx.field(), unit), cx.dice);
    phase.thrown.push(Thrown { unit, occasion, dice });
}

fn roll_id(field: &Field, unit: UnitId) -> RollId {
    RollId::new(rule::REACTION_DICE.as_str(), field.side(unit) as u8).unit(unit.0)
}

/// The test of a throw that is kept, worked out again from the table.
pub fn test_of(board: &Board<'_>, thrown: &Thrown) -> Option<Test> {
    factors::test(board, board.body(thrown.unit)?, thrown.occasion)
}

/// Every throw that is kept, each with its test: all are judged by the table as it stood when the dice fell.
pub fn take_thrown(book: &Wrg1969, phase: &mut Phase, field: &Field) -> Vec<(Thrown, Test)> {
    let all = std::mem::take(&mut phase.thrown);
    if all.is_empty() {
        return Vec::new();
    }
    let board = Board::of(book, field, phase);
    all.into_iter().filter_map(|thrown| Some((thrown, test_of(&board, &thrown)?))).collect()
}

/// The ways in which the owner may sign a unit's special factors, each with what it comes to; the usual one first.
pub fn sign_choices(board: &Board<'_>, thrown: &Thrown) -> Vec<(Vec<bool>, Tested)> {
    let Some(test) = test_of(board, thrown) else { return Vec::new() };
    let house = &board.book.house;
    let usual = test.settle(house, thrown.dice, Signs::Prefer(&[]));
    let count = test.special.values().len();
    if count == 0 || house.special_sign != crate::house::SpecialSign::Owner {
        return vec![(vec![true; count], usual)];
    }
    let mut choices: Vec<(Vec<bool>, Tested)> = Vec::new();
    for minus in 0..1u32 << count {
        let signs: Vec<bool> = (0..count).map(|i| minus >> i & 1 == 0).collect();
        let tested = test.settle(house, thrown.dice, Signs::Given(&signs));
        if !choices.iter().any(|(_, t)| t.verdict == tested.verdict && t.score >= tested.score) {
            choices.retain(|(_, t)| t.verdict != tested.verdict);
            choices.push((signs, tested));
        }
    }
    let first = choices.iter().position(|(_, t)| t.verdict == usual.verdict).unwrap_or(0);
    choices.swap(0, first);
    choices
}

/// Makes a test at once, the signs as is usual, and says what came of it; nothing is carried out.
pub fn test_now(
    book: &Wrg1969,
    phase: &mut Phase,
    unit: UnitId,
    occasion: Occasion,
    cx: &mut Cx<'_>,
) -> Option<Verdict> {
    let test = {
        let board = Board::of(book, cx.field(), phase);
        factors::test(&board, board.body(unit)?, occasion)?
    };
    let why = roll_id(cx.field(), unit);
    let tested = test.make(&book.house, Signs::Prefer(&[]), why, cx.dice);
    phase.units[unit.index()].seen.shown = true;
    tell(book, phase, unit, (&test, &tested), cx);
    Some(tested.verdict)
}

/// Writes a test down: the dice, every factor and the result for its owner, to the enemy the result alone; of a unit
/// he does not see he hears nothing.
fn tell(book: &Wrg1969, phase: &Phase, unit: UnitId, (test, tested): (&Test, &Tested), cx: &mut Cx<'_>) {
    cx.rule(|field| {
        let who = name(field, unit);
        let (result, why) = (tested.verdict.told(), test.occasion.told());
        let steadied = match tested.special {
            0 => String::new(),
            special => format!(" and {special:+} to steady {}", who.them()),
        };
        let text = format!(
            "{who}, grade {}, tested {why}, threw {} with factors {:+}{steadied}, scored {} and {result}.",
            test.grade.key(),
            tested.thrown,
            nerve::total(&test.whole_sheet()),
            tested.score,
        );
        let ruling = Ruling::new(test.occasion.rule(), text)
            .tally(unit, nerve::tally(&test.whole_sheet()))
            .also(nerve::chart(test.has_order))
            .kept_for(field.side(unit));
        let engaged = phase.engaged(unit).then_some(rule::REACTION_EFFECT_ENGAGED);
        let ruling = test.rules(tested.verdict).into_iter().chain(engaged).fold(ruling, Ruling::also);
        if veil::hidden(&Board::of(book, field, phase), field, unit) {
            return ruling;
        }
        let less = format!("{who}, grade {}, tested and {result}.", test.grade.key());
        ruling.aloud(Ruling::new(rule::REACTION_PROCEDURE, less))
    });
}

/// Settles one test with the signs its owner chose, carries its result out and says what it was. Who leaves the field
/// is not pursued yet: see [`turn_away`].
pub fn settle(
    book: &Wrg1969,
    phase: &mut Phase,
    (thrown, test): (Thrown, &Test),
    signs: Option<&[bool]>,
    cx: &mut Cx<'_>,
) -> Option<Reaction> {
    let signs = signs.map_or(Signs::Prefer(&[]), Signs::Given);
    let tested = test.settle(&book.house, thrown.dice, signs);
    tell(book, phase, thrown.unit, (test, &tested), cx);
    let state = &mut phase.units[thrown.unit.index()];
    state.seen.shown = true;
    state.kept.last_score = Some((tested.score, phase.period));
    let Verdict::Reacts(reaction) = tested.verdict else { return None };
    if reaction == Reaction::LeaveField {
        leave_field(book, phase, thrown.unit, test.on_chart(tested.score), cx);
        return Some(reaction);
    }
    if state.is_broken() {
        return None;
    }
    let state = &phase.units[thrown.unit.index()];
    let now = match state.seen.running.map(|r| r.reaction) {
        // Who leaves the field goes as those do who retreat.
        Some(Reaction::LeaveField) => Some(Reaction::Retreat),
        None if pursuit_period(state) == 1 => Some(Reaction::CarryOn),
        running => running,
    };
    if let Some(now) = now
        && !reaction.is_worse_than(now)
    {
        // A test made while a result runs changes it only for the worse.
        let closes = thrown.occasion == Occasion::Closing && goes_in(test, reaction);
        phase.units[thrown.unit.index()].kept.may_charge = closes;
        return Some(now);
    }
    carry_out(book, phase, thrown, test, reaction, cx);
    Some(reaction)
}

/// Whether those who tested to close do so (`wrg1969.move.charge.declare`).
fn goes_in(test: &Test, reaction: Reaction) -> bool {
    match reaction {
        Reaction::CarryOn | Reaction::ActAsCinc => true,
        Reaction::AdvanceOnEnemy => !test.has_order,
        _ => false,
    }
}

/// What a result makes of a unit (`wrg1969.reaction.effect`).
fn carry_out(
    book: &Wrg1969,
    phase: &mut Phase,
    thrown: Thrown,
    test: &Test,
    reaction: Reaction,
    cx: &mut Cx<'_>,
) {
    let id = thrown.unit;
    let closing = thrown.occasion == Occasion::Closing;
    let since = phase.period;
    let state = &mut phase.units[id.index()];
    state.kept.may_charge = closing && goes_in(test, reaction);
    if order_then(&book.house, test.has_order, reaction) == OrderThen::Cancelled {
        cx.rule(|field| {
            let unit = name(field, id);
            let text = format!("{unit} had {} order struck out.", unit.its());
            Ruling::new(rule::ORDERS_CHANGE_DISPLACE, text).kept_for(field.side(id))
        });
        let may_charge = state.kept.may_charge;
        rout::forget_order(state);
        state.kept.may_charge = may_charge;
    }
    match reaction {
        Reaction::CarryOn | Reaction::ActAsCinc => {}
        Reaction::Break => {
            // There is no second round of tests in a period: friends test for this one at the end of the next.
            state.seen.broke_late = !matches!(thrown.occasion, Occasion::Charged | Occasion::BelowHalf);
            rout::breaks(book, phase, id, rule::REACTION_EFFECT_BREAK, cx);
        }
        _ => {
            if state.is_pursuing() {
                // It is reined in, or runs wild at others.
                state.seen.flight = Flight::None;
                state.now.causes.add(Cause::Pursuit);
            }
            state.seen.running = Some(Running { reaction, periods: reaction.periods(), run: 0, since });
        }
    }
}

/// A unit below half that failed goes off for good, as the chart has it go: broken, back turned, or facing if
/// attacked; or it surrenders if it cannot get away (`wrg1969.reaction.leave_field`).
fn leave_field(book: &Wrg1969, phase: &mut Phase, id: UnitId, how: Reaction, cx: &mut Cx<'_>) {
    let hemmed = {
        let board = Board::of(book, cx.field(), phase);
        board.body(id).is_some_and(|b| board.engaged(id) && combat::hemmed_in(&board, b))
    };
    if hemmed {
        cx.rule(|field| {
            Ruling::new(
                rule::REACTION_LEAVE_FIELD,
                format!("{} could not get away and surrendered.", name(field, id)),
            )
        });
        losses::destroy(phase, id, Place::Destroyed, rule::REACTION_LEAVE_FIELD, cx);
        return;
    }
    let since = phase.period;
    let state = &mut phase.units[id.index()];
    rout::forget_order(state);
    state.seen.running = Some(Running { reaction: Reaction::LeaveField, periods: u8::MAX, run: 0, since });
    (state.seen.gone_for_good, state.seen.leaves_facing) = (true, how == Reaction::Retire);
    if state.is_pursuing() {
        state.seen.flight = Flight::None;
    }
    if how == Reaction::Break {
        rout::breaks(book, phase, id, rule::REACTION_LEAVE_FIELD, cx);
    }
}

/// The figures of everyone now, to compare with after losses.
pub fn strengths(field: &Field, phase: &Phase) -> Vec<u16> {
    field.ids().map(|id| phase.strength(field, id)).collect()
}

/// Counts a period off every result that governed it; who leaves the field does not count.
pub fn count_down_all(phase: &mut Phase) {
    let period = phase.period;
    for state in &mut phase.units {
        let governs = |r: &Running| r.since < period && r.reaction != Reaction::LeaveField;
        let Some(mut running) = state.seen.running.filter(governs) else { continue };
        running.run = running.run.saturating_add(1);
        running.periods = running.periods.saturating_sub(1);
        state.seen.running = (running.periods > 0).then_some(running);
    }
}
