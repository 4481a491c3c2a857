//! Shots declared: who can still make them, which answers which, which comes to nothing.

use crate::board::state::{Phase, Shot};
use crate::board::{Base, Board};
use crate::data::scale::NEAR;
use crate::data::tables::tables;
use crate::shooting::targets::{MOST, hundredths, reach, troop};
use arrayvec::ArrayVec;
use table::Convex;
use umpire::UnitId;

/// Those of a shot who can still make it, with their distances, the main shooter first (`dba.shoot.combine`).
pub fn line(board: &Board<'_>, shot: &Shot) -> ArrayVec<(UnitId, f64), MOST> {
    let arm = board.arm(troop(board, shot.target));
    let able = shot.shooters.iter().filter_map(|&id| board.base(id)).filter_map(|b| {
        let far = reach(board, b, shot.target).ok()?;
        let basic = tables().troop(b.troop).versus(arm);
        Some((hundredths(far), -basic, b.id, far))
    });
    let mut able: ArrayVec<_, MOST> = able.take(MOST).collect();
    able.sort_unstable_by_key(|&(far, basic, id, _)| (far, basic, id));
    able.into_iter().map(|(_, _, id, far)| (id, far)).collect()
}

/// The shot with which the target of another answers it, each being the other's main shooter: the two are one
/// combat (`dba.shoot.mutual`).
pub fn answer(board: &Board<'_>, phase: &Phase, number: usize) -> Option<usize> {
    let shot = &phase.shots[number];
    let own = phase.shots.iter().position(|s| s.shooters.contains(&shot.target))?;
    let back = &phase.shots[own];
    let main = line(board, shot).first()?.0;
    (back.target == main && line(board, back).first()?.0 == shot.target).then_some(own)
}

/// The shots to choose from, by number: two that are one combat are offered once.
pub fn waiting(board: &Board<'_>, phase: &Phase) -> Vec<usize> {
    let first = |&i: &usize| answer(board, phase, i).is_none_or(|back| i < back);
    (0..phase.shots.len()).filter(first).collect()
}

/// Strikes out shots whose target or whose every shooter has left the table.
pub fn strike_out(phase: &mut Phase, field: &umpire::Field) {
    phase.shots.retain(|s| field.on_table(s.target) && s.shooters.iter().any(|&id| field.on_table(id)));
}

/// Whether a target is shot at only from wholly behind its rear-edge line (`dba.shoot.rear`).
pub fn only_from_behind(board: &Board<'_>, target: &Base, shooters: &[(UnitId, f64)]) -> bool {
    let line = -target.rect.half_depth + NEAR;
    let behind = |shape: Convex| shape.corners().iter().all(|&p| target.rect.local(p).1 <= line);
    shooters.iter().all(|&(id, _)| {
        let camp = board.camp_of(id).and_then(|camp| board.outline(camp));
        camp.or(board.base(id).map(|b| Convex::from(b.rect))).is_some_and(behind)
    })
}
