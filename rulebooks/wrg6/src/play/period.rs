//! The period: its nine steps in their order, and the beginning of the next.

use crate::aftermath::off_table;
use crate::board::Board;
use crate::board::state::{Phase, Step};
use crate::charge::assault;
use crate::data::disorder::Cause;
use crate::orders::sheet;
use crate::orders::sheet::{Item, Plan, Sheet, picked};
use crate::play::step9::Ends;
use crate::play::{step5, step9, steps2_4, steps7_8};
use crate::told::report;
use crate::{Wrg6, aftermath, rule, setup};
use umpire::{BySide, Cx, Side, UnitId};

/// Plays the present step with the sheets of both sides filled in by somebody.
pub fn play(
    book: &Wrg6,
    phase: &mut Phase,
    mut fill: impl FnMut(Board<'_>, Side, &Sheet) -> Plan,
    cx: &mut Cx<'_>,
) {
    let board = Board::of(book, cx.field(), phase);
    let sheets = BySide::each(|side| {
        let sheet = sheet::of(board, side);
        let plan = fill(board, side, &sheet);
        (sheet, plan)
    });
    step(book, phase, &sheets, cx);
}

fn step(book: &Wrg6, phase: &mut Phase, sheets: &BySide<(Sheet, Plan)>, cx: &mut Cx<'_>) {
    match phase.step {
        Step::Terrain(side) => setup::lay(phase, side, sheets[side].1.piece.clone(), cx),
        Step::Begin => {
            for side in Side::ALL {
                for (id, order) in &sheets[side].1.first {
                    phase.state_mut(*id).kept.order = Some(*order);
                }
            }
            report::first_orders(book, phase, cx);
            report::generals(phase, cx);
            if off_table::march_off(phase, cx) {
                phase.step = Step::Deploy(setup::first_to_deploy(book, cx));
            } else {
                open(book, phase, cx);
            }
        }
        Step::Deploy(first) => {
            for side in Side::ALL {
                setup::place(phase, &sheets[side].1.places, cx);
            }
            let board = Board::of(book, cx.field(), phase);
            match first.map(Side::other).filter(|&next| !setup::to_place(board, next).is_empty()) {
                Some(next) => phase.step = Step::Deploy(Some(next)),
                None => open(book, phase, cx),
            }
        }
        Step::First => {
            steps2_4::tests(book, phase, sheets, cx);
            phase.step = Step::Declare;
        }
        Step::Declare => {
            steps2_4::declare(book, phase, sheets, cx);
            phase.step = Step::Charged;
        }
        Step::Charged => {
            steps2_4::charged(book, phase, sheets, cx);
            phase.step = Step::Other;
        }
        Step::Other => {
            steps2_4::tests(book, phase, sheets, cx);
            steps2_4::looters(book, phase, cx);
            phase.step = Step::Respond;
        }
        Step::Respond => {
            step5::answer(book, phase, sheets, cx);
            aftermath::resolve::moves(book, phase, cx);
            assault::charges(book, phase, cx);
            phase.step = Step::Move;
        }
        Step::Move => {
            steps7_8::moves(book, phase, sheets, cx);
            phase.step = Step::Orders;
        }
        Step::Orders => {
            steps7_8::orders(book, phase, sheets, cx);
            phase.step = Step::Shoot;
        }
        Step::Shoot => {
            if step9::shoot(book, phase, sheets, cx) == Ends::Period {
                begin(book, phase, cx);
            }
        }
        Step::Challenged(_) => {
            let accepted = picked(sheets).any(|(_, item, pick)| matches!(item, Item::Duel(_)) && pick == 1);
            if step9::answer_challenge(book, phase, accepted, cx) == Ends::Period {
                begin(book, phase, cx);
            }
        }
        Step::Over(_) => {}
    }
}

/// The first period begins.
fn open(book: &Wrg6, phase: &mut Phase, cx: &mut Cx<'_>) {
    // Whoever stands in plain sight as the battle begins surprises nobody.
    steps2_4::sight(book, phase, cx);
    cx.heading(rule::TURN_SEALED, |_| "Period 1".to_owned());
    phase.step = Step::First;
}

/// A new period: what lasted for one is over, and those off the table throw (step 1).
pub fn begin(book: &Wrg6, phase: &mut Phase, cx: &mut Cx<'_>) {
    phase.period += 1;
    phase.step = Step::First;
    phase.charges.clear();
    // Who broke in the period before the last is no news any more.
    let last = 2 * (phase.period - 1);
    phase.breaks.retain(|broken| broken.moment >= last);
    for i in 0..phase.units.len() {
        let fights = phase.in_contact(UnitId(i as u16));
        let state = &mut phase.units[i];
        state.turn();
        state.now.fought = fights;
        state.seen.causes.end(Cause::ChargedInFlank);
        state.seen.causes.end(Cause::FootCaughtMovingByMounted);
        state.seen.causes.end(Cause::PenalisedInterpenetration);
    }
    let period = phase.period;
    cx.heading(rule::TURN_SEALED, |_| format!("Period {period}"));
    off_table::arrivals(book, phase, cx);
}
