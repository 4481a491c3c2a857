//! Leaving the field by a result: who falls below half, and who turns out of his fight (`wrg1969.reaction.leave_field`).

use crate::aftermath::resolve::chase;
use crate::aftermath::rout;
use crate::board::state::Phase;
use crate::board::{Board, Body};
use crate::data::reaction::{Occasion, Reaction};
use crate::nerve::resolve::{settle, take_thrown, throw};
use crate::{Wrg1969, rule};
use mechanics::is_below_half;
use umpire::Cx;
use umpire::UnitId;
/// Those who leave the field turn out of their fights, all at once; who is pursued counts as routed
/// (`wrg1969.reaction.leave_field`).
pub fn turn_away(book: &Wrg1969, phase: &mut Phase, leaving: &[UnitId], cx: &mut Cx<'_>) {
    for &id in leaving {
        let enemies: Vec<UnitId> = phase.opponents(id).collect();
        for enemy in enemies {
            if chase(book, phase, enemy, id, cx) {
                rout::breaks(book, phase, id, rule::REACTION_LEAVE_FIELD, cx);
            }
        }
    }
}

/// Tests at once all units that fell below half since their figures were counted (`wrg1969.reaction.when.below_half`).
pub fn below_half(book: &Wrg1969, phase: &mut Phase, before: &[u16], cx: &mut Cx<'_>) {
    let fell: Vec<UnitId> = {
        let board = Board::of(book, cx.field(), phase);
        let fell = |b: &&Body<'_>| {
            let state = board.state(b.id);
            let (was, now, all) = (before[b.id.index()], b.strength(), state.seen.original);
            let leaving = state.seen.running.is_some_and(|r| r.reaction == Reaction::LeaveField);
            !is_below_half(was.into(), all.into()) && is_below_half(now.into(), all.into()) && !leaving
        };
        board.in_turn().into_iter().filter(|b| b.kit.is_unit() && fell(b)).map(|b| b.id).collect()
    };
    for id in fell {
        throw(book, phase, id, Occasion::BelowHalf, cx);
    }
    let mut leaving = Vec::new();
    for (thrown, test) in take_thrown(book, phase, cx.field()) {
        if settle(book, phase, (thrown, &test), None, cx) == Some(Reaction::LeaveField) {
            leaving.push(thrown.unit);
        }
    }
    turn_away(book, phase, &leaving, cx);
}
