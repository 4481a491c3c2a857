//! Ambushes: units hidden in woods, and how they come to light.

use crate::board::{Board, Game, LIGHT, MM, SLACK};
use crate::land::{self, Terrain};
use crate::tables::tables;
use crate::{rule, setup, words};
use ruling::RuleId;
use table::{Piece, Rect};
use umpire::{Event, Ruling, Side, UnitId};

/// Whether a unit placed here could be in ambush: wholly in a wood no enemy is near (`toms.woods.hidden`).
pub fn may_hide(board: &Board<'_>, side: Side, base: &Rect) -> bool {
    let woods = land::pieces(board.ground(), Terrain::is_wood).filter(|wood| land::is_inside(wood, base));
    woods.into_iter().any(|wood| !is_watched(board, board.of_side(side.other()), wood))
}

/// Whether someone of a side could lie in ambush, for all that its enemy knows: a wood of its deployment area has no
/// enemy near. Whatever is decided while that is so is asked for, whether someone lies there or not.
pub fn may_lie(board: &Board<'_>, side: Side) -> bool {
    let (low, high) = setup::zone(board.phase, side);
    let in_zone = |wood: &&Piece| {
        let bounds = wood.shape.bounds();
        bounds.max.y > low * MM && bounds.min.y < high * MM
    };
    let mut woods = land::pieces(board.ground(), Terrain::is_wood).filter(in_zone);
    woods.any(|wood| !is_watched(board, board.enemies(side), wood))
}

/// Whether one of some units is near enough to a wood to find who hides there.
fn is_watched(board: &Board<'_>, mut enemies: impl Iterator<Item = UnitId>, wood: &Piece) -> bool {
    let near = tables().shooting.reveal + SLACK;
    enemies.any(|id| land::distance(wood, &board.rect(id)) <= near)
}

/// The units of a side that may stay hidden.
pub fn hidden(board: &Board<'_>, side: Side) -> Vec<UnitId> {
    board.of_side(side).filter(|&id| board.is_hidden(id)).collect()
}

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
        Ruling::new(rule::WOODS_HIDDEN, format!("{} comes to light", words::unit(field, unit)))
    });
}

/// Brings every ambush to light that an enemy has come near or that has left its wood.
pub fn reveal_found(game: &mut Game<'_, '_>) {
    for side in Side::ALL {
        loop {
            let board = game.board();
            let found = board.of_side(side).find(|&id| board.is_hidden(id) && is_found(&board, id));
            match found {
                Some(unit) => reveal(game, unit),
                None => break,
            }
        }
    }
}

/// Whether a hidden unit cannot stay hidden.
fn is_found(board: &Board<'_>, unit: UnitId) -> bool {
    !may_hide(board, board.side(unit), &board.rect(unit))
}

/// Brings to light whoever hides in a wood that a unit running straight ahead would come near (`toms.turn.reveal`).
pub fn reveal_along(game: &mut Game<'_, '_>, runner: UnitId, length: f64) {
    let board = game.board();
    let base = board.rect(runner);
    let path = Rect {
        centre: base.centre + base.ahead * (length / 2.0),
        half_depth: base.half_depth + length / 2.0,
        ..base
    };
    let near = tables().shooting.reveal + SLACK;
    let is_found = |&id: &UnitId| {
        let hides = board.rect(id);
        let mut woods = land::pieces(board.ground(), Terrain::is_wood).filter(|w| land::is_inside(w, &hides));
        woods.any(|wood| land::distance(wood, &path) <= near)
    };
    let found: Vec<UnitId> =
        hidden(&board, board.side(runner).other()).into_iter().filter(is_found).collect();
    found.into_iter().for_each(|unit| reveal(game, unit));
}
