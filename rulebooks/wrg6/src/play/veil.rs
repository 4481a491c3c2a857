//! What a side may not know: the enemy's orders, classes and casualties carried, and bodies out of sight
//! (`wrg6.turn.sealed`).

use crate::Wrg6;
use crate::board::Board;
use crate::board::state::{Command, General, Phase, State, Step};
use crate::data::troop::Class;
use crate::orders::order::{Objective, Order, Pace, Posture};
use umpire::{Field, Place, Side, Unit, UnitId, Viewer};

/// The field and the phase as a viewer may know them.
pub fn veil(book: &Wrg6, field: &Field, phase: &Phase, viewer: Viewer) -> (Field, Phase) {
    if matches!(phase.step, Step::Over(_)) || viewer == Viewer::Opened {
        return (field.clone(), phase.clone());
    }
    let board = Board::of(book, field, phase);
    let own = |id: UnitId| viewer == Viewer::Player(field.side(id));
    let seen = |id: UnitId| match field.unit(id).place {
        // What scouts see is all of it.
        Place::Table if matches!(phase.step, Step::Deploy(_)) => true,
        Place::Table => board.shows(id),
        Place::Waiting | Place::Off => false,
        Place::Destroyed | Place::Fled => true,
    };
    let in_sight = |at: table::Vec2, of: Side| {
        board.bodies().any(|other| board.side(other) != of && board.sees_place(other, at))
    };
    let hidden: Vec<bool> = field.ids().map(|id| !own(id) && !seen(id)).collect();
    let blank = |id: UnitId| Unit::waiting(book.kit(id).formation(1, 1));
    let shown = field.veiled(field.share_roster(), |id| hidden[id.index()].then(|| blank(id)));
    let mut phase = phase.clone();
    for id in field.ids().filter(|&id| !own(id)) {
        let state = &mut phase.units[id.index()];
        *state = if hidden[id.index()] { State::default() } else { state.shown() };
    }
    // Who broke is known to those who saw it.
    for broken in &mut phase.breaks {
        broken.near.retain(|&id| own(id));
    }
    phase.breaks.retain(|broken| !broken.near.is_empty() || own(broken.who));
    for side in Side::ALL.into_iter().filter(|side| viewer != Viewer::Player(*side)) {
        // Whether the enemy has anything to decide is his own affair.
        phase.asked[side] = true;
        // Of his generals only those who ride alone in sight show.
        let lone =
            |general: &&General| general.with.is_none() && !general.lost && in_sight(general.at.vec(), side);
        let shown = |general: &General| General { command: Vec::new(), ..general.clone() };
        let generals = phase.command[side].generals.iter().filter(lone).map(shown).collect();
        let defeated = phase.command[side].defeated;
        phase.command[side] = Command { generals, defeated, ..Command::default() };
    }
    (shown, phase)
}

/// A phase that looks the same to a viewer: enemies are of class C and do in their sector what such troops do.
pub fn guess(book: &Wrg6, field: &Field, phase: &Phase, viewer: Viewer) -> Phase {
    let mut guessed = phase.clone();
    for id in field.ids() {
        if viewer == Viewer::Player(field.side(id)) || viewer == Viewer::Opened {
            continue;
        }
        let state = &mut guessed.units[id.index()];
        state.kept.class.get_or_insert(Class::C);
        let at = field.shape(id).front_mid();
        let area = Board::of(book, field, phase).sector_of(field.side(id), at);
        let posture = if book.kit(id).troop.is_light() { Posture::Skirmish } else { Posture::Attack };
        state.kept.order.get_or_insert(Order {
            area,
            pace: Pace::Quick,
            posture,
            objective: Objective::EnemyEdge,
        });
        if state.seen.original == 0 {
            state.seen.original = field.unit(id).formation.figures.max(1);
        }
    }
    guessed
}
