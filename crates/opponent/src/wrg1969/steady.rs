//! Orders for those who do as their general would wish; and who stands fast after throwing an enemy back.

use super::campaign::new_order;
use super::scene::{Scene, chosen, filled};
use std::cell::OnceCell;
use umpire::{Command, LineAsk, PickAsk, UnitId};
use wrg1969::api::aftermath;
use wrg1969::api::orders::Order;

/// The orders of those who may do as the general would wish; what steadies the men is signed as usual.
pub fn sheet(scene: &Scene<'_>, lines: &[LineAsk]) -> Command {
    let mut written = Vec::new();
    let names = OnceCell::new();
    for (n, line) in lines.iter().enumerate() {
        let Some(body) = line.unit.and_then(|id| scene.board.body(id)) else { continue };
        if wants_order(scene, body.id) {
            written.push((n as u16, scene.say(names.get_or_init(|| scene.names()), &new_order(scene, body))));
        }
    }
    filled(written, Vec::new())
}

/// The same for all whose tests were just thrown, should they be free to do so.
pub fn wish(scene: &Scene<'_>) -> Vec<(UnitId, Vec<Order>)> {
    let thrown = scene.view.phase.thrown.iter().filter_map(|thrown| scene.board.body(thrown.unit));
    let own = thrown.filter(|b| b.side == scene.side && wants_order(scene, b.id));
    own.map(|b| (b.id, vec![new_order(scene, b)])).collect()
}

/// Whether a unit would be better off with another order than it has.
fn wants_order(scene: &Scene<'_>, unit: UnitId) -> bool {
    let spent = scene.board.body(unit).is_some_and(|b| scene.is_spent(b));
    spent || !scene.view.phase.units[unit.index()].has_order()
}

/// Who stands fast instead of following up: those who would give up higher ground by it.
pub fn after(scene: &Scene<'_>, picks: &[PickAsk]) -> Command {
    filled(Vec::new(), chosen(picks, |pick| Some(usize::from(is_above(scene, pick.unit?)))))
}

/// The same without a sheet.
pub fn stands(scene: &Scene<'_>) -> Vec<UnitId> {
    let may = aftermath::may_stand(&scene.board, &aftermath::judge(&scene.board));
    let own = may.into_iter().filter(|&id| scene.view.field.side(id) == scene.side);
    own.filter(|&id| is_above(scene, id)).collect()
}

/// Whether a unit stands above somebody it fights.
fn is_above(scene: &Scene<'_>, unit: UnitId) -> bool {
    let Some(body) = scene.board.body(unit) else { return false };
    let here = scene.board.level(body.standard());
    let enemies = scene.board.opponents(unit).filter_map(|id| scene.board.body(id));
    enemies.map(|enemy| scene.board.level(enemy.standard())).any(|there| there < here)
}
