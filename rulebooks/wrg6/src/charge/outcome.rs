//! What became of every charge that was announced, and why (`wrg6.charge.contact`).

use crate::board::Board;
use crate::board::state::{Answer, Charge, Contact, Phase};
use crate::data::disorder::Cause;
use crate::movement::together::Went;
use crate::told::report;
use crate::{Wrg6, rule};
use table::Edge;
use umpire::voice;
use umpire::{ChargeEnd, Cx, Deed, Field, Ruling, UnitId};

/// Charges that will not go in after all: whoever may not advance, retires, is shaken or is held in a fight by now stays
/// (`wrg6.reaction.no_advance`).
pub fn call_off(book: &Wrg6, phase: &mut Phase, cx: &mut Cx<'_>) {
    let charges = std::mem::take(&mut phase.charges);
    let (off, stands): (Vec<_>, Vec<_>) = {
        let board = Board::of(book, cx.field(), phase);
        charges
            .into_iter()
            .map(|charge| (charge, why_not(board, charge.by)))
            .partition(|(_, why)| why.is_some())
    };
    phase.charges = stands.into_iter().map(|(charge, _)| charge).collect();
    for (charge, why) in off {
        let Some((rule, why)) = why else { continue };
        cx.deed(Deed::Charged { unit: charge.by, end: ChargeEnd::Spent });
        if !cx.field().on_table(charge.by) {
            continue;
        }
        let what = |field: &Field| {
            let (by, on) = (voice::name(field, charge.by), voice::name(field, charge.on));
            format!("did not charge {on} after all: {} {}", by.it(), by.form(why[0], why[1]))
        };
        report::of(book, phase, charge.by, rule, what, cx);
    }
}

/// Counter-charges that will not be made after all, for the same reasons: those bodies stand.
pub fn call_off_counters(book: &Wrg6, phase: &mut Phase, cx: &mut Cx<'_>) {
    let off: Vec<(UnitId, (ruling::RuleId, Why))> = {
        let board = Board::of(book, cx.field(), phase);
        let counters = |id: &UnitId| board.state(*id).now.answer == Some(Answer::Countercharge);
        board.bodies().filter(counters).filter_map(|id| Some((id, forbidden(board, id)?))).collect()
    };
    for (id, (rule, why)) in off {
        phase.state_mut(id).now.answer = Some(Answer::Stand);
        report::of(
            book,
            phase,
            id,
            rule,
            |field: &Field| {
                let who = voice::name(field, id);
                format!("did not counter-charge after all: {} {}", who.it(), who.form(why[0], why[1]))
            },
            cx,
        );
    }
}

/// What kept a body from its charge, said of one and of many.
type Why = [&'static str; 2];

/// Why a body that declared a charge does not make it.
fn why_not(board: Board<'_>, id: UnitId) -> Option<(ruling::RuleId, Why)> {
    let gone = [
        (!board.field.on_table(id), rule::MOVE_LEAVE, ["left the table"; 2]),
        (board.state(id).seen.routing, rule::ROUT_MOVE, ["broke"; 2]),
    ];
    let gone = gone.into_iter().find(|(is, ..)| *is).map(|(_, rule, why)| (rule, why));
    let held = || {
        board
            .phase
            .is_pinned(id)
            .then_some((rule::CHARGE_TARGETS, ["was held in a fight", "were held in a fight"]))
    };
    gone.or_else(|| forbidden(board, id)).or_else(held)
}

/// Why the last test of a body forbids it to charge.
fn forbidden(board: Board<'_>, id: UnitId) -> Option<(ruling::RuleId, Why)> {
    let state = board.state(id);
    let reasons = [
        (state.seen.retiring > 0, rule::REACTION_RETIRE, ["had to retire"; 2]),
        (state.now.no_advance, rule::REACTION_NO_ADVANCE, ["could not advance"; 2]),
        (state.seen.shaken, rule::CHARGE_TARGETS, ["was shaken", "were shaken"]),
    ];
    reasons.into_iter().find(|(is, ..)| *is).map(|(_, rule, why)| (rule, why))
}

/// Tells that bodies met, and who of them struck home with its front.
pub fn home(contact: &Contact, home: [bool; 2], phase: &Phase, cx: &mut Cx<'_>) {
    let names = |field: &Field| contact.pair.map(|id| voice::name(field, id));
    if home == [true; 2] {
        cx.rule(|field| {
            let [red, blue] = names(field);
            let text = format!("{red} and {blue} met head on.");
            Ruling::new(rule::CHARGE_CONTACT, text).also(rule::CHARGE_COUNTERCHARGE)
        });
        return;
    }
    let Some(i) = home.iter().position(|home| *home) else {
        cx.rule(|field| {
            let [red, blue] = names(field);
            Ruling::new(rule::CHARGE_CONTACT, format!("{red} and {blue} came to blows beside the others."))
                .also(rule::GEO_D5)
        });
        return;
    };
    let (by, on) = (contact.pair[i], contact.pair[1 - i]);
    let other = phase.charge_of(by).is_some_and(|charge| charge.on != on);
    cx.rule(|field| {
        let place = match contact.edges[1 - i] {
            Edge::Rear => " in the rear",
            Edge::Left | Edge::Right => " in the flank",
            Edge::Front => "",
        };
        let instead = if other { ", in the way of the charge" } else { "" };
        let names = [by, on].map(|id| voice::name(field, id));
        let text = format!("{} charged home on {}{place}{instead}.", names[0], names[1]);
        let reasons = [(!place.is_empty(), rule::GEO_D4), (other, rule::CHARGE_TARGET_GONE)];
        let reasons = reasons.into_iter().filter(|(applies, _)| *applies).map(|(_, rule)| rule);
        reasons.fold(Ruling::new(rule::CHARGE_CONTACT, text), Ruling::also)
    });
}

/// Tells who kept a body from standing flush with whom it struck.
pub fn not_flush(book: &Wrg6, phase: &Phase, id: UnitId, by: UnitId, cx: &mut Cx<'_>) {
    let what = |field: &Field| format!("could not line up: {} stood in the way", voice::name(field, by));
    report::of(book, phase, id, rule::GEO_D4, what, cx);
}

/// A charge that struck nobody: who was in its way, that its target was gone, or how far it fell short; who ran more
/// than a normal move is disordered (`wrg6.disorder.rally`).
pub fn in_vain(book: &Wrg6, phase: &mut Phase, charge: &Charge, went: &Went, cx: &mut Cx<'_>) {
    let (id, far) = (charge.by, phase.state(charge.by).now.moved);
    let disordered = f64::from(far) > book.kit_now(phase, id).normal();
    if disordered {
        phase.state_mut(id).seen.causes.add(Cause::ChargedInVain);
    }
    let board = Board::of(book, cx.field(), phase);
    let gone = !board.field.on_table(charge.on);
    let beside = |other: &UnitId| {
        *other != id && went.stopped && board.within(id, *other, BESIDE) && !gone_through(board, id, *other)
    };
    let stopper = board.friends(id).filter(beside).min();
    let gap = board.field.on_table(charge.on).then(|| board.gap(id, charge.on));
    let how = |field: &Field| {
        let (target, ran) = (voice::name(field, charge.on), voice::paces(far.into()));
        let who = voice::name(field, id);
        let ends = if disordered { format!(", and {} disordered", who.was()) } else { String::new() };
        match (stopper, gap) {
            _ if gone => format!("ran {ran} and struck nobody, {target} being gone{ends}"),
            (Some(friend), _) => {
                let friend = voice::name(field, friend);
                format!("charged {ran}, stopped by {friend} before {target}{ends}")
            }
            (None, Some(gap)) => {
                format!("ran {ran} and struck nobody, {} short of {target}{ends}", voice::paces(gap))
            }
            (None, None) => format!("ran {ran} and struck nobody{ends}"),
        }
    };
    let rule = if disordered { rule::DISORDER_RALLY } else { rule::CHARGE_PATH };
    let end = if gone { ChargeEnd::Spent } else { ChargeEnd::Short };
    cx.deed(Deed::Charged { unit: id, end });
    report::of(book, phase, id, rule, how, cx);
}

/// Who stopped a charge stands no farther from it than this.
const BESIDE: f64 = 2.0;

/// Whether a charger passes through a friend and is not stopped by it.
fn gone_through(board: Board<'_>, id: UnitId, friend: UnitId) -> bool {
    board.kit(id).is_li() || board.kit(friend).is_li()
}
