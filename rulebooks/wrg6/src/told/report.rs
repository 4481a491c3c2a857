//! The battle report: sentences for the journal that more than one chapter needs, or that tell a whole step.
//!
//! They are in the past tense, which reads alike of one body and of many men.

use crate::board::Board;
use crate::board::state::{Answer, Charge, General, Heading, Phase};
use crate::orders::objective;
use crate::{Wrg6, rule};
use ruling::RuleId;
use umpire::voice;
use umpire::{Cx, Deed, Field, Ruling, Side, UnitId};

/// A ruling about a body, kept for its side if no enemy sees it.
pub fn seen(book: &Wrg6, field: &Field, phase: &Phase, id: UnitId, ruling: Ruling) -> Ruling {
    if Board::of(book, field, phase).shows(id) { ruling } else { ruling.kept_for(field.side(id)) }
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
        let text = format!("{} {}.", voice::name(field, id), what(field));
        seen(book, field, phase, id, Ruling::new(rule, text))
    });
}

/// Tells each side the orders with which its bodies begin.
pub fn first_orders(book: &Wrg6, phase: &Phase, cx: &mut Cx<'_>) {
    for side in Side::ALL {
        cx.rule(|field| {
            let board = Board::of(book, field, phase);
            let order = |id: UnitId| {
                let order = board.state(id).kept.order?;
                Some(format!("{} {}", voice::name(field, id), objective::told(board, order)))
            };
            let mine = field.ids().filter(|&id| field.side(id) == side);
            let orders: Vec<String> = mine.filter_map(order).collect();
            let text = format!("{} orders: {}.", voice::side(field, side).own(), orders.join(", "));
            Ruling::new(rule::ORDERS_GRAMMAR, text).kept_for(side)
        });
    }
}

/// Tells each side where its generals are as the battle begins.
pub fn generals(phase: &Phase, cx: &mut Cx<'_>) {
    for side in Side::ALL {
        if phase.command[side].generals.is_empty() {
            continue;
        }
        cx.rule(|field| {
            let place = |general: &General| match general.with {
                Some(id) => format!("{} with {}", general.name, voice::name(field, id)),
                None => format!("{} alone", general.name),
            };
            let list: Vec<String> = phase.command[side].generals.iter().map(place).collect();
            let text = format!("{} generals: {}.", voice::side(field, side).own(), voice::list(list));
            Ruling::new(rule::GENERALS_WHO, text).kept_for(side)
        });
    }
}

/// Tells a charge that is declared.
pub fn declared(book: &Wrg6, phase: &Phase, charge: &Charge, compelled: bool, cx: &mut Cx<'_>) {
    let rule = if compelled { rule::IMPETUOUS_CHARGE } else { rule::CHARGE_PATH };
    let how = if compelled { "rushed without a test at" } else { "declared a charge on" };
    cx.deed(Deed::Charge { unit: charge.by, target: charge.on });
    cx.rule(|field| {
        let flank = if charge.front { "" } else { "the flank or rear of " };
        let wheel = match charge.wheel.abs() / 1000 {
            0 => String::new(),
            degrees => format!(", wheeling {degrees} degrees"),
        };
        let names = [charge.by, charge.on].map(|id| voice::name(field, id));
        let text = format!("{} {how} {flank}{}{wheel}.", names[0], names[1]);
        let reasons = [(!charge.front, rule::GEO_D6), (charge.wheel != 0, rule::GEO_D7)];
        let reasons = reasons.into_iter().filter(|(applies, _)| *applies).map(|(_, rule)| rule);
        seen(book, field, phase, charge.by, reasons.fold(Ruling::new(rule, text), Ruling::also))
    });
}

/// Tells how a charged body answers; how far it evaded is told when it has run.
pub fn answered(book: &Wrg6, phase: &Phase, id: UnitId, answer: Answer, cx: &mut Cx<'_>) {
    let (rule, what) = match answer {
        Answer::Countercharge => (rule::CHARGE_COUNTERCHARGE, "counter-charged"),
        Answer::Stand => (rule::CHARGE_RESPONSES, "stood to receive the charge"),
        Answer::Evade | Answer::Rout => return,
    };
    cx.rule(|field| {
        let name = voice::name(field, id);
        let chargers = phase.charges_on(id).count();
        let ruling = if chargers > 1 {
            let text = format!("{name} {what}, answering the nearest of {chargers} chargers.");
            Ruling::new(rule, text).also(rule::CHARGE_MANY)
        } else {
            Ruling::new(rule, format!("{name} {what}."))
        };
        seen(book, field, phase, id, ruling)
    });
}

/// Tells the moves of step 7, a line for each side: enemies hear of those they see.
pub fn moves(book: &Wrg6, phase: &Phase, moved: &[UnitId], cx: &mut Cx<'_>) {
    for side in Side::ALL {
        let went = |id: &UnitId| {
            cx.field().side(*id) == side && cx.field().on_table(*id) && phase.state(*id).now.moved > 0
        };
        let ids: Vec<UnitId> = moved.iter().copied().filter(went).collect();
        if ids.is_empty() {
            continue;
        }
        cx.rule(|field| {
            let all = Ruling::new(rule::MOVE_NORMAL, marched(field, phase, side, &ids));
            let board = Board::of(book, field, phase);
            let seen: Vec<UnitId> = ids.iter().copied().filter(|&id| board.shows(id)).collect();
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

/// How bodies of a side moved, those together who went as far in the same manner.
fn marched(field: &Field, phase: &Phase, side: Side, ids: &[UnitId]) -> String {
    let manner = |id: UnitId| {
        let state = phase.state(id);
        match state.seen.heading {
            _ if state.seen.retiring > 0 => "retired",
            _ if state.seen.impetuous => "rushed on",
            Heading::Advancing => "advanced",
            Heading::Retiring => "went back",
            Heading::Halted => "moved",
        }
    };
    let mut went: Vec<(&str, u16, Vec<UnitId>)> = Vec::new();
    for &id in ids {
        let (how, far) = (manner(id), phase.state(id).now.moved);
        match went.iter_mut().find(|(other, length, _)| (*other, *length) == (how, far)) {
            Some((.., units)) => units.push(id),
            None => went.push((how, far, vec![id])),
        }
    }
    let part = |(how, far, units): &(&str, u16, Vec<UnitId>)| {
        format!("{} {how} {}", voice::names(field, units.iter().copied()), voice::paces(f64::from(*far)))
    };
    let parts: Vec<String> = went.iter().map(part).collect();
    format!("{}: {}.", voice::side(field, side), parts.join("; "))
}
