//! What is declared: whom to shoot at, and when.

use super::scene::Scene;
use crate::Level;
use toms::decision;
use toms::phase::{Flame, When};
use toms::sight;
use toms::troop::Missile;
use umpire::{Command, OptionId, UnitId};

/// The sheet of declarations.
pub fn sheet(scene: &Scene<'_>) -> Command {
    let board = &scene.board;
    let enemies: Vec<UnitId> = board
        .enemies(scene.side)
        .filter(|&id| !board.is_engaged(id) || board.book.house.shoot_into_melee)
        .collect();
    let mut picks = Vec::new();
    // What the volleys declared so far are expected to kill, by target.
    let mut spent = vec![0.0; board.field.units().len()];
    for (i, unit) in decision::declarers(board).into_iter().enumerate() {
        let number = (2 * i) as u16;
        let Some((target, when, flame, lost)) = best(scene, unit, &enemies, &spent) else {
            if wants_fire(scene, unit) {
                picks.push((number, OptionId(1)));
            }
            continue;
        };
        let Some(option) = decision::target_option(board, unit, target) else { continue };
        spent[target.index()] += lost;
        picks.push((number, option));
        picks.push((number + 1, OptionId(time(scene, unit, when, flame))));
    }
    if picks.is_empty() { Command::Done } else { Command::Sheet { lines: Vec::new(), picks } }
}

/// The number of a time in a unit's second pick.
fn time(scene: &Scene<'_>, unit: UnitId, when: When, flame: bool) -> u16 {
    let plain = When::ALL.iter().position(|&w| w == when).unwrap_or(0) as u16;
    match (scene.board.profile(unit).is_engine(), flame) {
        (true, flame) => u16::from(flame),
        (false, true) => plain + 3,
        (false, false) => plain,
    }
}

/// The target a unit's volley is worth most at, when, whether of fire, and the men it should kill.
fn best(
    scene: &Scene<'_>,
    unit: UnitId,
    enemies: &[UnitId],
    spent: &[f64],
) -> Option<(UnitId, When, bool, f64)> {
    let board = &scene.board;
    let who = board.profile(unit);
    // Javelins are better thrown in a charge, and elephants better in contact.
    let charges = who.missile == Missile::Javelin || who.is_elephant();
    if charges && scene.nearest(unit).is_some_and(|(_, far)| far <= f64::from(who.charge) + 3.0) {
        return None;
    }
    let ready = board.state(unit).flame == Flame::Ready;
    let mut best: Option<(f64, UnitId, bool, f64)> = None;
    for &target in enemies {
        let flame = ready && board.profile(target).is_elephant();
        let Ok(aim) = sight::aim(board, unit, target, flame) else { continue };
        let lost = scene.volley(unit, target, true, aim.obscured, aim.face);
        let left = f64::from(board.men(target)) - spent[target.index()];
        let mut value = lost.min(left.max(0.0)) * scene.worth(target);
        if scene.level == Level::Veteran {
            value *= urgency(scene, target, lost + spent[target.index()]);
        }
        if flame {
            value += 8.0;
        }
        if best.is_none_or(|(most, ..)| value > most) {
            best = Some((value, target, flame, lost));
        }
    }
    let (value, target, flame, lost) = best?;
    let when = if charges { When::Early } else { When::Steady };
    (value > 0.0).then_some((target, when, flame, lost))
}

/// How much more a volley matters that brings its target to a test, or hinders its rally.
fn urgency(scene: &Scene<'_>, target: UnitId, lost: f64) -> f64 {
    let board = &scene.board;
    if board.is_broken(target) {
        return 0.6;
    }
    let (men, start) = (f64::from(board.men(target)), f64::from(board.start(target)));
    if men * 2.0 <= start || (men - lost) * 2.0 <= start { 1.8 } else { 1.0 }
}

/// Whether a unit with nobody to shoot at should make fire against elephants.
fn wants_fire(scene: &Scene<'_>, unit: UnitId) -> bool {
    let board = &scene.board;
    let who = board.profile(unit);
    if scene.level != Level::Veteran || who.is_elephant() || who.range < 16 {
        return false;
    }
    let at = board.rect(unit).centre;
    let close = |id: UnitId| {
        let far = board.rect(id).centre.distance(at);
        board.profile(id).is_elephant() && !board.is_berserk(id) && far < f64::from(who.range) / 2.0 + 12.0
    };
    board.enemies(scene.side).any(close)
}
