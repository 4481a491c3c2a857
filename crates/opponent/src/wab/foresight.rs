//! What a battle that was imagined is worth.

use super::clash::{Clash, ROUGH};
use super::stance::STEADY;
use super::with;
use umpire::{Asked, Place, Rulebook, Side, UnitId, View};
use wab::Wab;
use wab::api::combat;
use wab::api::data::Trait;
use wab::api::data::tables;

/// What a battle is worth that nobody wins: little more than a defeat.
const DRAWN: f64 = -0.5;
/// The share of its worth that a unit in flight has lost while it may rally, and when it may not.
const FLEEING: [f64; 2] = [0.7, 0.95];
/// The share of its worth that a unit has lost with all of its men but one.
const THINNED: f64 = 0.3;
/// At the start of a battle of eight turns a lead beyond what victory takes by this share of an army is worth half a
/// victory; the fewer turns are left, the less will do.
const HALF: f64 = 0.2;
/// What winning weighs against not losing.
const VICTORY: f64 = 0.75;

/// What a battle is worth to a side, from -1 for a defeat to 1 for a victory.
pub fn worth(view: &View<Wab>, side: Side) -> f64 {
    if let Asked::Nobody(outcome) = view.book.asked(&view.field, &view.phase) {
        return outcome.winner.map_or(DRAWN, |winner| if winner == side { 1.0 } else { -1.0 });
    }
    let lead = lost(view, side.other()) - lost(view, side) + combats(view, side);
    let lead = lead / f64::from(view.book.points.max(1));
    let turns = f64::from(view.book.turns.saturating_sub(view.phase.turn)) + 0.5;
    let half = HALF * (turns / 8.0).sqrt();
    let beyond = |margin: f64| (lead - margin) / ((lead - margin).abs() + half);
    let margin = f64::from(tables().points.tenths[0]) / 10.0;
    VICTORY * beyond(margin) + (1.0 - VICTORY) * beyond(-margin)
}

/// What the combats that go on are likely to come to.
fn combats(view: &View<Wab>, side: Side) -> f64 {
    with(view, side, STEADY, |scene| {
        let clash = Clash::new(scene, ROUGH, Vec::new());
        combat::combats(&view.phase.contacts).iter().map(|units| clash.value(side, units[0])).sum()
    })
}

/// What a side has lost: units gone, and a part of those that flee or are thinned.
fn lost(view: &View<Wab>, side: Side) -> f64 {
    let share = |id: UnitId| {
        let state = view.phase.unit(id);
        let host = state.with.unwrap_or(id);
        let (with, kit) = (view.phase.unit(host), view.book.kit(host));
        match view.field.unit(id).place {
            Place::Destroyed | Place::Fled => 1.0,
            _ if with.fleeing => {
                FLEEING[usize::from(with.models < tables().five && !kit.troop.is_excused_from_five())]
            }
            _ => THINNED * (1.0 - f64::from(state.models) / f64::from(state.starting.max(1))),
        }
    };
    let points = &tables().points;
    let points_of = |id: UnitId| {
        let kit = view.book.kit(id);
        let general = u32::from(kit.has(Trait::General)) * points.general;
        kit.points + general + u32::from(kit.has(Trait::ArmyStandard)) * points.army_standard
    };
    let ids = view.field.ids().filter(|&id| view.field.side(id) == side);
    ids.map(|id| share(id) * f64::from(points_of(id))).sum()
}
