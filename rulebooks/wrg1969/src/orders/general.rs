//! The general: what he risks beside his men, and what his loss does.

use crate::board::state::{Fallen, General, Phase, lost};
use crate::board::{Board, Body};
use crate::combat::rules::casualties::MEN;
use crate::data::measure::{MM, within};
use crate::rule;
use umpire::voice::name;
use umpire::{Cx, Event, Field, Motion, Place, Ruling, Side, UnitId};

/// How near to his general a messenger is at hand.
pub const AT_HAND: f64 = 3.0;

/// The share of a unit's losses that falls on the general with it, as an exact fraction (`wrg1969.general.risk`).
pub fn added((n, d): (u128, u128), men: u32, figures: u32) -> (u128, u128) {
    // Room for the least common multiple of every strength a unit may come down through.
    let (d, figures) = (d.max(1), u128::from(figures.max(1)));
    let (num, den) = (n * figures + u128::from(men) * d, d * figures);
    let by = gcd(num, den).max(1);
    (num / by, den / by)
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Whether he has lost all his guards and falls last of all.
fn is_dead(lost: (u128, u128)) -> bool {
    lost.0 >= u128::from(MEN) * lost.1.max(1)
}

/// Whether a general of its side is with a unit.
pub fn is_with(phase: &Phase, side: Side, id: UnitId) -> bool {
    phase.command[side].generals().any(|g| g.free && g.with == Some(id))
}

/// Every general of a side, to change.
fn generals_mut(phase: &mut Phase, side: Side) -> impl Iterator<Item = &mut General> {
    let command = &mut phase.command[side];
    command.general.iter_mut().chain(&mut command.subordinates)
}

/// The messengers of a general who are not employed and ride at his side: his bodyguard
/// (`wrg1969.orders.messengers.number`).
pub fn guard(phase: &Phase, field: &Field, general: UnitId) -> Vec<UnitId> {
    let at = |id: UnitId| field.unit(id).pose.at.vec() * (1.0 / MM);
    idle(phase, general)
        .filter(|&id| field.on_table(id) && within(at(id).distance(at(general)), AT_HAND))
        .collect()
}

/// How many figures fight beside a general who is by himself.
pub fn guards_beside(board: &Board<'_>, general: &Body<'_>) -> u32 {
    let near = |id: &UnitId| board.body(*id).is_some_and(|b| within(b.apart(general), AT_HAND));
    idle(board.phase, general.id).filter(near).count() as u32
}

/// A general's messengers with nothing to carry.
fn idle(phase: &Phase, general: UnitId) -> impl Iterator<Item = UnitId> + '_ {
    let riders = phase.command.0.iter().flat_map(|command| &command.riders);
    riders.filter(move |r| r.of == general && r.alive && r.carries.is_none()).map(|r| r.figure)
}

/// The generals with a unit take their share of what it loses, and may fall; those who guard them share it, and fall
/// before them.
pub fn share(phase: &mut Phase, id: UnitId, men: u32, cx: &mut Cx<'_>) {
    let side = cx.field().side(id);
    let unit = u32::from(cx.field().unit(id).formation.figures);
    let guarded: Vec<(UnitId, Vec<UnitId>)> = phase.command[side]
        .generals()
        .filter(|g| g.free && (g.with == Some(id) || g.figure == id))
        .map(|g| (g.figure, guard(phase, cx.field(), g.figure)))
        .collect();
    let mut hit = Vec::new();
    for (figure, mut guards) in guarded {
        let beside = guards.len() as u32;
        let figures = beside + if figure == id { 1 } else { unit };
        let Some(general) = generals_mut(phase, side).find(|g| g.figure == figure) else { continue };
        general.lost = added(general.lost, men * (1 + beside), figures);
        let mut fallen = Vec::new();
        while is_dead(general.lost)
            && let Some(guard) = guards.pop()
        {
            general.lost.0 -= u128::from(MEN) * general.lost.1.max(1);
            fallen.push(guard);
        }
        hit.push((figure, general.lost));
        for guard in fallen {
            falls_beside(phase, (side, guard), figure, cx);
        }
    }
    for (figure, lost) in hit {
        if is_dead(lost) {
            falls(phase, side, figure, "fell", cx);
        } else {
            // Men who fall are counted aloud, but not how many of them were his.
            let guards = (lost.0 as f64 / lost.1 as f64 * 10.0).round() / 10.0;
            cx.rule(|field| {
                let text = format!("{} had lost {guards} of his guard of twenty.", name(field, figure));
                Ruling::new(rule::GENERAL_RISK, text).also(rule::GENERAL_EXACT).kept_for(side)
            });
        }
    }
}

/// One of a general's guard falls before him.
fn falls_beside(phase: &mut Phase, (side, guard): (Side, UnitId), general: UnitId, cx: &mut Cx<'_>) {
    phase.command[side].riders.iter_mut().filter(|r| r.figure == guard).for_each(|r| r.alive = false);
    cx.rule(|field| {
        let text = format!("{} fell beside {}.", name(field, guard), name(field, general));
        Ruling::new(rule::ORDERS_MESSENGERS_NUMBER, text).also(rule::GENERAL_RISK)
    });
    cx.apply(Event::Left { unit: guard, place: Place::Destroyed, rule: rule::ORDERS_MESSENGERS_NUMBER });
}

/// The figures of the generals with a unit.
fn generals_with(phase: &Phase, side: Side, id: UnitId) -> Vec<UnitId> {
    let with = phase.command[side].generals().filter(|g| g.free && g.with == Some(id));
    with.map(|g| g.figure).collect()
}

/// The unit that generals are with is no more: whoever has outlived it is taken.
pub fn taken_with(phase: &mut Phase, id: UnitId, cx: &mut Cx<'_>) {
    let side = cx.field().side(id);
    for figure in generals_with(phase, side, id) {
        falls(phase, side, figure, "was taken", cx);
    }
}

/// The unit that generals are with leaves the table: they stay where they were when the period began.
pub fn stays_behind(phase: &mut Phase, id: UnitId, cx: &mut Cx<'_>) {
    let side = cx.field().side(id);
    for figure in generals_with(phase, side, id) {
        for general in generals_mut(phase, side).filter(|g| g.figure == figure) {
            general.with = None;
        }
        if cx.field().on_table(figure) {
            let to = phase.units[figure.index()].kept.stood[0];
            let rule = rule::GEO_LEAVE;
            cx.apply(Event::Moved { unit: figure, to, motion: Motion::March, rule });
        }
    }
}

/// A general is dead or taken: he dictates and signals no more, and units near him test
/// (`wrg1969.general.death`).
pub fn falls(phase: &mut Phase, side: Side, figure: UnitId, how: &str, cx: &mut Cx<'_>) {
    let Some(general) = generals_mut(phase, side).find(|g| g.figure == figure && g.free) else { return };
    general.free = false;
    general.riding_to = None;
    let with = general.with.take();
    phase.fallen.push(Fallen { figure, ..lost(cx.field(), with.unwrap_or(figure)) });
    cx.rule(|field| Ruling::new(rule::GENERAL_DEATH, format!("{} {how}.", name(field, figure))));
    if cx.field().on_table(figure) {
        phase.fights.retain(|f| f.red != figure && f.blue != figure);
        cx.apply(Event::Left { unit: figure, place: Place::Destroyed, rule: rule::GENERAL_DEATH });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twenty_men_of_his_share_are_his_death() {
        let mut lost = (0, 1);
        for _ in 0..39 {
            lost = added(lost, 10, 20);
        }
        assert_eq!((lost, is_dead(lost)), ((39, 2), false));
        assert!(is_dead(added(lost, 10, 20)));
    }

    #[test]
    fn a_long_fight_is_counted_exactly() {
        let lost = (1..=36).rev().fold((0, 1), |lost, figures| added(lost, 1, figures));
        assert_eq!(lost, (54_801_925_434_709, 13_127_595_717_600), "the sum of 1/1 to 1/36");
    }
}
