//! Declaring shots: who must shoot, the usual targets, and why a choice is not allowed.

use crate::board::state::{Phase, Shot};
use crate::board::{Board, contacts};
use crate::rule;
use crate::shooting::targets::{MOST, enemies, reach};
use ruling::{Refusal, RuleId};
use umpire::{Shooter, Side, UnitId};

/// Whether nothing is left to choose: each shooter has one target, and none has too many shooters.
pub fn is_settled(phase: &Phase, shooters: &[Shooter]) -> bool {
    let crowd = |id: UnitId| declared(phase, id) + shooters.iter().filter(|s| s.usual == id).count();
    shooters.iter().all(|s| s.targets.len() == 1 && crowd(s.usual) <= MOST)
}

fn declared(phase: &Phase, target: UnitId) -> usize {
    phase.shots.iter().filter(|s| s.target == target).map(|s| s.shooters.len()).sum()
}

/// The targets that are taken unless the player chooses: the usual one, or the next that has room.
pub fn usual(phase: &Phase, shooters: &[Shooter]) -> Vec<(UnitId, UnitId)> {
    let mut list: Vec<(UnitId, UnitId)> = Vec::with_capacity(shooters.len());
    for shooter in shooters {
        let room = |id: UnitId| declared(phase, id) + list.iter().filter(|(_, t)| *t == id).count() < MOST;
        if let Some(&target) = shooter.targets.iter().find(|&&id| room(id)) {
            list.push((shooter.unit, target));
        }
    }
    list
}

/// Why one number on the field may not shoot at another: the first reason of who, contact, when, arc, range, sight.
pub fn why_not(board: &Board<'_>, phase: &Phase, side: Side, unit: UnitId, target: UnitId) -> Refusal {
    let no = |rule: RuleId, what: &'static str| Refusal::new(rule, what).about(unit.0);
    let Some(base) = board.base(unit).filter(|b| b.side == side) else {
        return no(rule::SHOOT_WHO, "this is no shooter of yours");
    };
    if board.book.house.range(base.troop) == 0 {
        return no(rule::SHOOT_WHO, "it does not shoot");
    }
    if !enemies(board, side).any(|id| id == target) {
        return no(rule::SHOOT_COMBINE, "that is no enemy on the table");
    }
    let engaged = contacts::engaged(board, phase);
    if engaged.has(unit) || engaged.has(target) {
        return no(rule::SHOOT_CONTACT, "one of them is in contact with an enemy");
    }
    match reach(board, base, target) {
        Err(rule::SHOOT_ARC) => no(rule::SHOOT_ARC, "no part of that is in its arc"),
        Err(rule::SHOOT_RANGE) => no(rule::SHOOT_RANGE, "that is out of range"),
        Err(rule::TERRAIN_SIGHT) => no(rule::TERRAIN_SIGHT, "the ground hides that from it"),
        Err(rule) => no(rule, "an element stands in the way"),
        Ok(_) => {
            no(rule::SHOOT_WHEN, "guns shoot only in their own bound, unmoved, or at who shoots at them")
        }
    }
}

/// Judges a player's choice of targets.
///
/// # Errors
/// Every reason against it.
pub fn judge(
    board: &Board<'_>,
    phase: &Phase,
    side: Side,
    shooters: &[Shooter],
    list: &[(UnitId, UnitId)],
) -> Result<(), Vec<Refusal>> {
    let mut reasons = Vec::new();
    let aimed = |id: UnitId| declared(phase, id) + list.iter().filter(|(_, t)| *t == id).count();
    let mut full = Vec::new();
    for (i, &(unit, target)) in list.iter().enumerate() {
        match shooters.iter().find(|s| s.unit == unit) {
            None => reasons.push(why_not(board, phase, side, unit, target)),
            Some(shooter) if !shooter.targets.contains(&target) => {
                reasons.push(why_not(board, phase, side, unit, target));
            }
            Some(_) if list[..i].iter().any(|(u, _)| *u == unit) => {
                reasons.push(Refusal::new(rule::SHOOT_COMBINE, "it shoots only once a bound").about(unit.0));
            }
            Some(_) if aimed(target) > MOST && !full.contains(&target) => {
                full.push(target);
                let crowd = Refusal::new(rule::SHOOT_COMBINE, "too many shoot at one target");
                reasons.push(crowd.about(target.0).needs(aimed(target) as f64, MOST as f64, "shooters"));
            }
            Some(_) => {}
        }
    }
    for shooter in shooters.iter().filter(|s| list.iter().all(|(u, _)| *u != s.unit)) {
        if shooter.targets.iter().any(|&t| aimed(t) < MOST) {
            let idle = Refusal::new(rule::SHOOT_MUST, "an element that can shoot must").about(shooter.unit.0);
            reasons.push(idle.instead("give it a target"));
        }
    }
    if reasons.is_empty() { Ok(()) } else { Err(reasons) }
}

/// Adds declared targets to the shots of this bound.
pub fn declare(phase: &mut Phase, list: &[(UnitId, UnitId)]) {
    for &(unit, target) in list {
        match phase.shots.iter_mut().find(|s| s.target == target) {
            Some(shot) => shot.shooters.push(unit),
            None => phase.shots.push(Shot { target, shooters: vec![unit] }),
        }
    }
}
