//! Where an elephant runs or falls, and which units it crosses.

use crate::board::{Board, Game};
use crate::data::scale::NEAR;
use crate::elephants::rules::scatter;
use crate::rule;
use dice::{D6, RollId};
use table::{Facing, Rect, penetration, span, swept};
use umpire::{Ruling, UnitId, voice};

/// Rolls a random heading (`toms.elephant.scatter`).
pub fn heading(game: &mut Game<'_, '_>, unit: UnitId) -> Facing {
    let side = game.board().side(unit);
    let why = RollId::new(rule::ELEPHANT_SCATTER.as_str(), side as u8).unit(unit.0);
    let (a, b) = (game.cx.dice.roll(why, &D6), game.cx.dice.roll(why, &D6));
    let facing = Facing::degrees(scatter(a, b));
    game.rule(unit, |field| {
        let text = format!(
            "{} rolled {a} and {b} and headed {:.0} degrees.",
            voice::name(field, unit),
            facing.to_degrees()
        );
        Ruling::new(rule::ELEPHANT_SCATTER, text).rolled(side, Some(unit), a).rolled(side, Some(unit), b)
    });
    facing
}

/// The units that an elephant crosses straight ahead of a footprint, the nearest first.
pub fn crossed(board: &Board<'_>, elephant: UnitId, base: &Rect, length: f64) -> Vec<UnitId> {
    let path = swept(base, base.ahead * length);
    let mut met: Vec<(f64, UnitId)> = board
        .units()
        .filter(|&id| id != elephant && penetration(&path, &board.rect(id)) > NEAR)
        .map(|id| (span(base, base.ahead, &board.rect(id), NEAR).map_or(0.0, |s| s.enter), id))
        .collect();
    met.sort_by(|a, b| a.0.total_cmp(&b.0));
    met.into_iter().map(|(_, id)| id).collect()
}
