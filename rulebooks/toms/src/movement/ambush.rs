//! Ambushes coming to light.

use crate::board::state::LIGHT;
use crate::board::{Game, ambush};
use crate::rule;
use ruling::RuleId;
use umpire::{Event, Ruling, Side, UnitId, voice};

/// A unit is put before everyone's eyes for the first time: it is the next to be known, and its label is the next of
/// its side's, so that neither tells of those still out of sight.
pub fn show(game: &mut Game<'_, '_>, unit: UnitId, why: RuleId) {
    let field = game.cx.field();
    let side = field.side(unit);
    let light = |id: UnitId| field.unit(id).mark(LIGHT);
    let next = 1 + field.ids().map(light).max().unwrap_or(0);
    let unknown = || field.ids().filter(|&id| field.side(id) == side && light(id) == 0);
    let labels: Vec<String> = unknown().map(|id| field.card(id).label.clone()).collect();
    let order: Vec<UnitId> = std::iter::once(unit).chain(unknown().filter(|&id| id != unit)).collect();
    for (id, label) in order.into_iter().zip(labels) {
        if game.cx.field().card(id).label != label {
            game.cx.apply(Event::Labelled { unit: id, label, rule: why });
        }
    }
    let known = game.phase.order.iter().filter(|&&id| game.cx.field().unit(id).mark(LIGHT) > 0).count();
    game.phase.order.retain(|&id| id != unit);
    game.phase.order.insert(known, unit);
    game.mark(unit, LIGHT, next, why);
}

/// Brings a hidden unit to light, for good (`toms.woods.hidden`).
pub fn reveal(game: &mut Game<'_, '_>, unit: UnitId) {
    if !game.board().is_hidden(unit) {
        return;
    }
    show(game, unit, rule::WOODS_HIDDEN);
    let pose = game.board().field.unit(unit).pose;
    game.cx.apply(Event::Placed { unit, pose, rule: rule::WOODS_HIDDEN });
    game.cx.rule(|field| {
        Ruling::new(rule::WOODS_HIDDEN, format!("{} came to light.", voice::name(field, unit)))
    });
}

/// Brings every ambush to light that an enemy has come near or that has left its wood.
pub fn reveal_found(game: &mut Game<'_, '_>) {
    for side in Side::ALL {
        loop {
            let board = game.board();
            let found = board.of_side(side).find(|&id| board.is_hidden(id) && ambush::is_found(&board, id));
            match found {
                Some(unit) => reveal(game, unit),
                None => break,
            }
        }
    }
}

/// Brings to light the ambushes that a unit running straight ahead would come near (`toms.turn.reveal`).
pub fn reveal_along(game: &mut Game<'_, '_>, runner: UnitId, length: f64) {
    let found = ambush::found_along(&game.board(), runner, length);
    found.into_iter().for_each(|unit| reveal(game, unit));
}
