//! Reaction tests of a battle: who must test and who may, the throws, and what comes of them.

use crate::Wrg1969;
use crate::board::{Board, Body};
use crate::charge;
use crate::circumstances;
use crate::losses::{self, name};
use crate::melee;
use crate::rates::within;
use crate::reaction::{Due, Occasion, OrderThen, Signs, Test, Tested, Verdict, When, due, order_then};
use crate::rout;
use crate::rule;
use crate::sight;
use crate::state::{Flight, Phase, Reaction, Running, Thrown};
use dice::RollId;
use ruling::ledger;
use table::Vec2;
use umpire::{Cx, Field, Place, Ruling, Side, UnitId};

/// Everything that may call for a test of a unit at the end of a period.
pub fn occasions(board: &Board<'_>, body: &Body<'_>, closes: bool) -> Due {
    let state = board.state(body.id);
    let apart = |p: Vec2| p.distance(body.standard());
    let fallen = board.phase.fallen.iter().filter(|f| f.0 == body.side);
    let fallen = fallen.map(|f| apart(Vec2::new(f64::from(f.1) / 1000.0, f64::from(f.2) / 1000.0)));
    let broke = board
        .friendly_units(body)
        .filter(|f| board.state(f.id).broke_now && sight::sees(board, body, f))
        .map(|f| body.apart(f));
    let hidden = state.surprised_by.and_then(|id| board.body(id)).map(|e| body.apart(e));
    let warned = state.surprised_by.is_some_and(|id| is_warned(board, body, id));
    Due {
        figures: body.figures,
        // Below half is tested at once when the figures fall, not here.
        figures_before: body.figures,
        original: state.original,
        charged: false,
        contact_in_normal_move: false,
        first_fired_on: !state.has_met_enemy && state.under_fire[0] > 0,
        first_in_charge_reach: !state.has_met_enemy && circumstances::in_charge_reach(board, body),
        hidden_enemy_at: hidden,
        warned,
        ordered_to_close: closes,
        uncontrolled: state.is_uncontrolled(),
        friend_broke_at: broke.min_by(f64::total_cmp),
        missile_men_lost: state.missile_loss[0].into(),
        thrown_back_attack: false,
        general_lost_at: fallen.min_by(f64::total_cmp),
        in_close_combat: board.engaged(body.id),
        broken: state.is_broken(),
        pursuit_period: match state.flight {
            Flight::Pursuing(_, run) => run.max(1),
            _ => 0,
        },
        positive_reaction: state.running.is_some(),
    }
}

/// Whether its order warned a unit of the cover an enemy came out of (`wrg1969.orders.warned`).
fn is_warned(board: &Board<'_>, body: &Body<'_>, enemy: UnitId) -> bool {
    let Some(leg) = board.state(body.id).leg() else { return false };
    let lair = board.body(enemy).and_then(|e| sight::lair(board, e));
    let warned = lair.is_some_and(|f| leg.warned_of.contains(&f.id));
    if warned {
        ledger::cite(rule::ORDERS_WARNED);
    }
    warned
}

/// Enemies that a unit's order lets it charge and who may come into its reach next period, nearest first, each with
/// whether it could reach him as they stand (`wrg1969.move.charge.declare`).
pub fn may_close_with(board: &Board<'_>, body: &Body<'_>) -> Vec<(UnitId, bool)> {
    let state = board.state(body.id);
    let running = state.running.is_some_and(|r| r.reaction != Reaction::AdvanceOnEnemy);
    let ordered = state.leg().is_some() || state.running.is_some() || board.phase.led_by_general(body.id);
    let busy = running || state.flight != Flight::None || state.rallied || state.square;
    if !ordered || busy || board.engaged(body.id) || body.charge() <= 0.0 {
        return Vec::new();
    }
    let near = |e: &&Body<'_>| within(e.gap(body), body.charge() + e.normal());
    let mut enemies: Vec<&Body<'_>> = board
        .troops()
        .filter(|e| e.side != body.side)
        .filter(near)
        .filter(|e| charge::permits(board, body, e))
        .collect();
    enemies.sort_by(|a, b| a.gap(body).total_cmp(&b.gap(body)).then(a.id.cmp(&b.id)));
    let reached = |e: &Body<'_>| {
        within(e.gap(body), body.charge())
            && charge::course(board, body, e, body.charge()).is_some_and(|c| charge::reaches(&c, &e.rect))
    };
    enemies.into_iter().map(|e| (e.id, reached(e) || board.state(e.id).advanced)).collect()
}

/// Units that may make a voluntary test (`wrg1969.reaction.when.voluntary`).
pub fn may_test(board: &Board<'_>, side: Side) -> Vec<UnitId> {
    let may = |b: &&Body<'_>| b.side == side && due(&board.book.house, &occasions(board, b, false)).1;
    board.units().filter(may).map(|b| b.id).collect()
}

/// Throws the dice of everyone who must or wants to test at the end of the period (`wrg1969.reaction.once`).
pub fn throw_all(book: &Wrg1969, phase: &mut Phase, asked: &[UnitId], closing: &[UnitId], cx: &mut Cx<'_>) {
    ledger::cite(rule::REACTION_TIMING);
    let tests: Vec<(UnitId, Occasion)> = {
        let board = Board::of(book, cx.field(), phase);
        let reason = |b: &Body<'_>| {
            let closes = closing.contains(&b.id) && !may_close_with(&board, b).is_empty();
            let (tests, may) = due(&book.house, &occasions(&board, b, closes));
            let must = tests.iter().filter(|t| t.1 == When::EndOfPeriod).map(|t| t.0);
            // One throw settles every reason; a unit that means to close is told whether it may.
            let mut must: Vec<Occasion> = must.collect();
            if must.contains(&Occasion::Closing) {
                must = vec![Occasion::Closing];
            }
            if must.len() > 1 {
                ledger::cite(rule::REACTION_ONCE);
            }
            must.first().copied().or((may && asked.contains(&b.id)).then_some(Occasion::Voluntary))
        };
        board
            .in_turn()
            .into_iter()
            .filter(|b| b.kit.is_unit())
            .filter_map(|b| Some((b.id, reason(b)?)))
            .collect()
    };
    for body in tests.iter() {
        let state = &mut phase.units[body.0.index()];
        if matches!(body.1, Occasion::FirstContact | Occasion::Closing) {
            state.has_met_enemy = true;
        }
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
        board.body(unit).and_then(|b| circumstances::test(&board, b, occasion))
    };
    let Some(test) = made else { return };
    ledger::cite(rule::REACTION_PROCEDURE);
    ledger::cite(occasion.rule());
    let dice = test.throw(roll_id(cx.field(), unit), cx.dice);
    phase.thrown.push(Thrown { unit, occasion, dice });
}

fn roll_id(field: &Field, unit: UnitId) -> RollId {
    RollId::new(rule::REACTION_DICE.as_str(), field.side(unit) as u8).unit(unit.0)
}

/// The test of a throw that is kept, worked out again from the table.
pub fn test_of(board: &Board<'_>, thrown: &Thrown) -> Option<Test> {
    circumstances::test(board, board.body(thrown.unit)?, thrown.occasion)
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
        circumstances::test(&board, board.body(unit)?, occasion)?
    };
    let why = roll_id(cx.field(), unit);
    let tested = test.make(&book.house, Signs::Prefer(&[]), why, cx.dice);
    phase.units[unit.index()].shown = true;
    tell(book, phase, unit, (&test, &tested), cx);
    Some(tested.verdict)
}

/// Writes a test down: the dice, every factor and the result for its owner, to the enemy the result alone; of a unit
/// he does not see he hears nothing.
fn tell(book: &Wrg1969, phase: &Phase, unit: UnitId, (test, tested): (&Test, &Tested), cx: &mut Cx<'_>) {
    cx.rule(|field| {
        let (who, result) = (name(field, unit), tested.verdict.words());
        let text = format!(
            "{who}, grade {}, is tested ({}): dice {}, factors {:+}, steadied {:+}, score {}: {result}.",
            test.grade.key(),
            test.occasion.words(),
            tested.thrown,
            test.whole_sheet().total(),
            tested.special,
            tested.score,
        );
        let ruling = Ruling::new(test.occasion.rule(), text)
            .tally(unit, test.whole_sheet().tally())
            .only(field.side(unit));
        if sight::hidden(&Board::of(book, field, phase), unit) {
            return ruling;
        }
        let less = format!("{who}, grade {}, is tested: {result}.", test.grade.key());
        ruling.aloud(Ruling::new(rule::REACTION_PROCEDURE, less))
    });
}

/// Settles one test with the signs its owner chose, carries its result out and says what it was.
pub fn settle(
    book: &Wrg1969,
    phase: &mut Phase,
    (thrown, test): (Thrown, &Test),
    signs: Option<&[bool]>,
    cx: &mut Cx<'_>,
) -> Option<Reaction> {
    let signs = signs.map_or(Signs::Prefer(&[]), Signs::Given);
    ledger::cite(crate::reaction::chart(test.has_order));
    let tested = test.settle(&book.house, thrown.dice, signs);
    tell(book, phase, thrown.unit, (test, &tested), cx);
    let state = &mut phase.units[thrown.unit.index()];
    state.shown = true;
    let earlier = state.last_score;
    state.last_score = Some((tested.score, phase.period));
    let Verdict::Reacts(reaction) = tested.verdict else { return None };
    let running = phase.units[thrown.unit.index()].running;
    if let Some(now) = running
        && now.reaction <= reaction
    {
        // A test made while a result runs changes it only for the worse; the period is counted all the same.
        ledger::cite(rule::REACTION_BARRED);
        if earlier.is_none_or(|(_, period)| period != phase.period) {
            count_down(phase, thrown.unit);
        }
        return Some(now.reaction);
    }
    carry_out(book, phase, thrown, test, reaction, cx);
    Some(reaction)
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
    ledger::cite(reaction.rule());
    let closing = thrown.occasion == Occasion::Closing;
    let goes_in = match reaction {
        Reaction::CarryOn | Reaction::ActAsCinc => true,
        Reaction::AdvanceOnEnemy => !test.has_order,
        _ => false,
    };
    let state = &mut phase.units[id.index()];
    state.may_charge = closing && goes_in;
    if state.may_charge {
        ledger::cite(rule::MOVE_CHARGE_DECLARE);
    }
    if order_then(&book.house, test.has_order, reaction) == OrderThen::Cancelled {
        ledger::cite(rule::ORDERS_CHANGE_DISPLACE);
        let may_charge = state.may_charge;
        rout::forget_order(state);
        state.may_charge = may_charge;
    }
    match reaction {
        Reaction::CarryOn | Reaction::ActAsCinc => {}
        Reaction::Break => rout::breaks(phase, id, rule::REACTION_EFFECT_BREAK, cx),
        Reaction::LeaveField => leave_field(book, phase, id, cx),
        _ => state.running = Some(Running { reaction, periods: reaction.periods(), run: 0 }),
    }
}

/// A unit below half that failed goes off for good, or surrenders if it cannot (`wrg1969.reaction.leave_field`).
fn leave_field(book: &Wrg1969, phase: &mut Phase, id: UnitId, cx: &mut Cx<'_>) {
    let hemmed = {
        let board = Board::of(book, cx.field(), phase);
        board.body(id).is_some_and(|b| board.engaged(id) && melee::hemmed_in(&board, b))
    };
    if hemmed {
        cx.rule(|field| {
            Ruling::new(
                rule::REACTION_LEAVE_FIELD,
                format!("{} cannot get away and surrenders.", name(field, id)),
            )
        });
        losses::destroy(phase, id, Place::Destroyed, rule::REACTION_LEAVE_FIELD, cx);
        return;
    }
    let engaged = phase.opponents(id).next().is_some();
    let state = &mut phase.units[id.index()];
    state.running = Some(Running { reaction: Reaction::LeaveField, periods: u8::MAX, run: 0 });
    state.gone_for_good = true;
    if engaged {
        // Who turns out of a fight is struck and pursued as if broken.
        rout::breaks(phase, id, rule::REACTION_LEAVE_FIELD, cx);
        let enemies: Vec<UnitId> = phase.opponents(id).collect();
        for enemy in enemies {
            rout::pursue(phase, enemy, id, cx);
        }
    }
}

/// Tests at once all units that fell below half since their figures were counted (`wrg1969.reaction.when.below_half`).
pub fn below_half(book: &Wrg1969, phase: &mut Phase, before: &[u16], cx: &mut Cx<'_>) {
    let fell: Vec<UnitId> = {
        let board = Board::of(book, cx.field(), phase);
        let fell = |b: &&Body<'_>| {
            let state = board.state(b.id);
            let (was, now, all) = (before[b.id.index()], b.figures, state.original);
            let leaving = state.running.is_some_and(|r| r.reaction == Reaction::LeaveField);
            u32::from(was) * 2 >= u32::from(all) && u32::from(now) * 2 < u32::from(all) && !leaving
        };
        board.in_turn().into_iter().filter(|b| b.kit.is_unit() && fell(b)).map(|b| b.id).collect()
    };
    for id in fell {
        if let Some(Verdict::Reacts(Reaction::LeaveField)) =
            test_now(book, phase, id, Occasion::BelowHalf, cx)
        {
            leave_field(book, phase, id, cx);
        }
    }
}

/// The figures of everyone now, to compare with after losses.
pub fn strengths(field: &Field) -> Vec<u16> {
    field.units().iter().map(|u| u.formation.figures).collect()
}

/// Counts one governed period off a unit's running result; who breaks or leaves the field does not count.
fn count_down(phase: &mut Phase, id: UnitId) {
    let state = &mut phase.units[id.index()];
    let Some(running) = state.running.as_mut() else { return };
    if running.reaction == Reaction::LeaveField {
        return;
    }
    running.run = running.run.saturating_add(1);
    running.periods = running.periods.saturating_sub(1);
    if running.periods == 0 {
        state.running = None;
    }
}

/// Counts a period off every result that governed it.
pub fn count_down_all(phase: &mut Phase) {
    ledger::cite(rule::REACTION_EFFECT);
    for i in 0..phase.units.len() {
        let new = phase.units[i].last_score.is_some_and(|(_, period)| period == phase.period);
        if !new {
            count_down(phase, UnitId(i as u16));
        }
    }
}

/// Notes enemies whom cover had hidden and a unit now sees close by (`wrg1969.reaction.when.surprise`).
pub fn note_surprises(book: &Wrg1969, phase: &mut Phase, field: &Field) {
    let found: Vec<(UnitId, Option<UnitId>, bool, bool)> = {
        let board = Board::of(book, field, phase);
        let reach = crate::tables::tables().reaction.distance.surprise;
        board
            .bodies
            .iter()
            .map(|b| {
                let mut seen = board.enemy_units(b.side).filter(|e| sight::sees(&board, b, e));
                let near = |e: &&Body<'_>| board.state(e.id).was_hidden && within(b.apart(e), reach);
                let sees_any = board.enemy_units(b.side).any(|e| sight::sees(&board, b, e));
                (b.id, seen.find(near).map(|e| e.id), sight::hidden(&board, b.id), sees_any)
            })
            .collect()
    };
    for (id, surprise, hidden, sees_any) in found {
        let state = &mut phase.units[id.index()];
        state.surprised_by = surprise;
        state.was_hidden = hidden;
        state.has_seen_enemy |= sees_any;
    }
}
