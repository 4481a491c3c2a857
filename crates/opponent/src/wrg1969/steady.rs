//! Orders for those who do as their general would wish; and who stands fast after throwing an enemy back.

use super::campaign::new_order;
use super::scene::{Scene, chosen, filled};
use std::cell::OnceCell;
use umpire::{Command, LineAsk, PickAsk, UnitId};

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

/// Whether a unit would be better off with another order than it has.
fn wants_order(scene: &Scene<'_>, unit: UnitId) -> bool {
    let spent = scene.board.body(unit).is_some_and(|b| scene.is_spent(b));
    spent || !scene.view.phase.units[unit.index()].has_order()
}

/// Who stands fast instead of following up: those who would give up higher ground by it.
pub fn after(scene: &Scene<'_>, picks: &[PickAsk]) -> Command {
    let made = chosen(picks, |pick| {
        let body = scene.board.body(pick.unit?)?;
        let here = scene.board.level(body.standard());
        let below = scene.board.opponents(body.id).filter_map(|id| scene.board.body(id));
        let below = below.map(|enemy| scene.board.level(enemy.standard())).any(|there| there < here);
        Some(usize::from(below))
    });
    filled(Vec::new(), made)
}
