//! Moves carried out: paid for, made leg by leg, and what came of them noted.

use crate::board::state::Phase;
use crate::board::{Board, camp, contacts};
use crate::contact::facing;
use crate::movement::pips;
use crate::movement::place::put;
use crate::movement::plan::MovePlan;
use crate::{Dba, aftermath, rule, told};
use umpire::{Cx, Motion, Ruling, UnitId, voice};

/// Carries out a move that was judged: pays for it, moves everyone leg by leg, and notes what came of it.
pub fn carry_out(book: &Dba, phase: &mut Phase, plan: &MovePlan, cx: &mut Cx<'_>) {
    let Some(leader) = plan.starts.first().map(|base| base.id) else { return };
    phase.pips.pay(book.commands.of(leader), pips_paid(plan));
    tell(book, phase, plan, leader, cx);
    for start in &plan.starts {
        let marks = &mut phase.marks[start.id.index()];
        marks.moves = marks.moves.saturating_add(1);
        marks.broke_off |= plan.breaks_off.is_some();
        marks.start = Some(start.pose());
    }
    for (marched, places) in plan.legs() {
        for base in places {
            put(phase, base, marched.motion, marched.rule, cx);
        }
    }
    if let Some(enemy) = &plan.conforms {
        put(phase, enemy, Motion::Conform, rule::CONTACT_CONFORM, cx);
    }
    change_camps(book, phase, plan, leader, cx);
    make_contacts(book, phase, plan, cx);
    contacts::keep_contacts_of(book, phase, cx.field(), plan.touched());
    if let Some(enemy) = plan.breaks_off {
        aftermath::resolve::pursue_break_off(book, phase, enemy, cx);
    }
}

fn pips_paid(plan: &MovePlan) -> u8 {
    plan.price.total().clamp(0, 255) as u8
}

/// Says who moves how far for how many PIPs, and by which rules.
fn tell(book: &Dba, phase: &Phase, plan: &MovePlan, leader: UnitId, cx: &mut Cx<'_>) {
    cx.rule(|field| {
        let rule = plan.trail.legs.first().map_or(rule::MOVE_MEASURE, |m| m.rule);
        let others = match plan.starts.len() {
            1 => String::new(),
            2 => " and another".to_owned(),
            n => format!(" and {} others", n - 1),
        };
        let (far, price) = (voice::paces(plan.spent), told::pips(pips_paid(plan)));
        let text = format!("{}{others} moved {far} for {price}.", voice::name(field, leader));
        let ruling = Ruling::new(rule, text).tally(leader, (*plan.price).clone());
        let first = pips::is_first_bound(phase).then_some(rule::PIPS_FIRST);
        let board = Board::of(book, field, phase);
        let unseen = pips::is_out_of_sight(&board, &plan.price, &plan.starts);
        let unseen = unseen.then_some(rule::TERRAIN_SIGHT);
        plan.rules.iter().copied().chain(first).chain(unseen).fold(ruling, Ruling::also)
    });
}

/// What the move does to camps: one left alone by its attacker, one left, one entered.
fn change_camps(book: &Dba, phase: &mut Phase, plan: &MovePlan, leader: UnitId, cx: &Cx<'_>) {
    if let Some(held) = plan.breaks_off
        && let Some(owner) = camp::camp_held(&Board::of(book, cx.field(), phase), held)
        && let Some(camp) = &mut phase.camps[owner]
    {
        camp.spared = true;
    }
    if let Some(owner) = plan.leaves
        && let Some(camp) = &mut phase.camps[owner]
    {
        camp::vacate(camp);
    }
    if let Some(owner) = plan.enters
        && let Some(camp) = &mut phase.camps[owner]
    {
        camp::occupy(camp, owner, leader, plan.side);
    }
}

/// Notes and tells the contacts that the move has made.
fn make_contacts(book: &Dba, phase: &mut Phase, plan: &MovePlan, cx: &mut Cx<'_>) {
    if !plan.contacts.is_empty() {
        cx.rule(|field| {
            let met = plan.contacts.iter().enumerate().map(|(i, &(who, upon))| {
                let moved = if i == 0 { " moved into contact" } else { "" };
                format!("{}{moved} with {}", voice::name(field, who), voice::name(field, upon))
            });
            let text = format!("{}.", voice::list(met));
            Ruling::new(rule::CONTACT_JUST_MOVED, text).also(rule::CONTACT_KINDS).also(rule::CONTACT_LEGAL)
        });
    }
    for &(who, upon) in &plan.contacts {
        phase.marks[who.index()].moved_into.add(upon);
        facing::show_front(book, phase, cx.field(), who, upon);
        if !phase.contacts.contains(&(who, upon)) {
            phase.contacts.push((who, upon));
        }
    }
}
