//! The battle report: sentences for the journal that more than one chapter needs, or that tell a whole step.
//!
//! They are in the past tense, which reads alike of one body and of many men.

use crate::Wrg6;
use crate::board::Board;
use crate::charge::Response;
use crate::phase::{Charge, Heading, Phase};
use crate::{objective, rule, veil, words};
use ruling::RuleId;
use umpire::{Cx, Field, Ruling, Side, UnitId};

/// A ruling about a body, kept for its side if no enemy sees it.
pub fn seen(book: &Wrg6, field: &Field, phase: &Phase, id: UnitId, ruling: Ruling) -> Ruling {
    if veil::shows(Board::of(book, field, phase), id) { ruling } else { ruling.kept_for(field.side(id)) }
}

/// Tells something of a body to all who may know it.
pub fn of(
    book: &Wrg6,
    phase: &Phase,
    id: UnitId,
    rule: RuleId,
    what: impl FnOnce(&Field) -> String,
    cx: &mut Cx<'_>,
) {
    cx.rule(|field| {
        let text = format!("{} {}.", words::name(field, id), what(field));
        seen(book, field, phase, id, Ruling::new(rule, text))
    });
}

/// Tells each side the orders with which its bodies begin.
pub fn first_orders(book: &Wrg6, phase: &Phase, cx: &mut Cx<'_>) {
    for side in Side::ALL {
        cx.rule(|field| {
            let board = Board::of(book, field, phase);
            let order = |id: UnitId| {
                let order = board.state(id).order?;
                Some(format!("{} {}", words::name(field, id), objective::told(board, order)))
            };
            let mine = field.ids().filter(|&id| field.side(id) == side);
            let orders: Vec<String> = mine.filter_map(order).collect();
            let text = format!("Orders of {}: {}.", field.roster().names[side], orders.join(", "));
            Ruling::new(rule::ORDERS_GRAMMAR, text).kept_for(side)
        });
    }
}

/// Tells a charge that is declared.
pub fn declared(book: &Wrg6, phase: &Phase, charge: &Charge, compelled: bool, cx: &mut Cx<'_>) {
    let rule = if compelled { rule::IMPETUOUS_CHARGE } else { rule::CHARGE_PATH };
    let how = if compelled { "rushed without a test at" } else { "declared a charge on" };
    let what = |field: &Field| format!("{how} {}", words::name(field, charge.on));
    of(book, phase, charge.by, rule, what, cx);
}

/// Tells how a charged body answers; how far it evaded is told when it has run.
pub fn answered(book: &Wrg6, phase: &Phase, id: UnitId, answer: Response, cx: &mut Cx<'_>) {
    let what = match answer {
        Response::Countercharge => "counter-charged",
        Response::Stand => "stood to receive the charge",
        Response::Evade | Response::Rout => return,
    };
    of(book, phase, id, rule::CHARGE_RESPONSES, |_| what.to_owned(), cx);
}

/// Tells the moves of step 7, a line for each side: enemies hear of those they see.
pub fn moves(book: &Wrg6, phase: &Phase, moved: &[UnitId], cx: &mut Cx<'_>) {
    for side in Side::ALL {
        let went = |id: &UnitId| {
            cx.field().side(*id) == side && cx.field().on_table(*id) && phase.state(*id).moved > 0
        };
        let ids: Vec<UnitId> = moved.iter().copied().filter(went).collect();
        if ids.is_empty() {
            continue;
        }
        cx.rule(|field| {
            let all = Ruling::new(rule::MOVE_NORMAL, marched(field, phase, side, &ids));
            let board = Board::of(book, field, phase);
            let seen: Vec<UnitId> = ids.iter().copied().filter(|&id| veil::shows(board, id)).collect();
            match seen.len() {
                0 => all.kept_for(side),
                n if n == ids.len() => all,
                _ => {
                    let less = marched(field, phase, side, &seen);
                    all.kept_for(side).aloud(Ruling::new(rule::MOVE_NORMAL, less))
                }
            }
        });
    }
}

/// How bodies of a side moved, those of one manner together, each with its paces.
fn marched(field: &Field, phase: &Phase, side: Side, ids: &[UnitId]) -> String {
    let manner = |id: UnitId| {
        let state = phase.state(id);
        match state.heading {
            _ if state.retiring > 0 => "retired",
            _ if state.impetuous => "rushed on",
            Heading::Advancing => "advanced",
            Heading::Retiring => "went back",
            Heading::Halted => "moved",
        }
    };
    let mut parts = Vec::new();
    for how in ["advanced", "moved", "went back", "rushed on", "retired"] {
        let each = |id: &UnitId| format!("{} {}", words::name(field, *id), phase.state(*id).moved);
        let list: Vec<String> = ids.iter().filter(|id| manner(**id) == how).map(each).collect();
        if !list.is_empty() {
            parts.push(format!("{how} {}", list.join(", ")));
        }
    }
    format!("{}, in paces: {}.", field.roster().names[side], parts.join("; "))
}
