//! What is declared: whom to shoot at, and when.

use super::scene::Scene;
use super::stance::Stance;
use toms::api::board::{Flame, When};
use toms::api::data::Missile;
use toms::api::shooting;
use toms::api::shooting::{declarers, target_option};
use umpire::{Command, OptionId, UnitId};

/// What makes whoever shoots at the nearest shoot at an elephant first, once fire is ready.
const AT_ONCE: f64 = 100.0;

/// The sheet of declarations.
pub fn sheet(scene: &Scene<'_>, stance: &Stance) -> Command {
    let board = &scene.board;
    let enemies: Vec<UnitId> = board
        .enemies(scene.side)
        .filter(|&id| !board.is_engaged(id) || board.book.house.shoot_into_melee)
        .collect();
    let mut picks = Vec::new();
    // What the volleys declared so far are expected to kill, by target.
    let mut spent = vec![0.0; board.field.units().len()];
    for (i, unit) in declarers(board).into_iter().enumerate() {
        let number = (2 * i) as u16;
        if stance.fire && wants_fire(scene, unit) {
            picks.push((number, OptionId(1)));
            continue;
        }
        let best = best(scene, stance, unit, &enemies, &spent);
        // Fire that was made ready is for elephants, even if it takes a few steps: it is lost if it is not shot now.
        let burns = |shot: &Shot| shot.flame;
        let shot = match best {
            Some(shot) if shot.flame => Some(shot),
            best => late(scene, stance, unit).filter(burns).or(best).or_else(|| late(scene, stance, unit)),
        };
        let Some(Shot { target, when, flame, lost }) = shot else { continue };
        let Some(option) = target_option(board, unit, target) else { continue };
        spent[target.index()] += lost;
        picks.push((number, option));
        picks.push((number + 1, OptionId(time(scene, unit, when, flame))));
    }
    if picks.is_empty() { Command::Done } else { Command::Sheet { lines: Vec::new(), picks } }
}

/// A volley to declare and the men it should kill.
struct Shot {
    target: UnitId,
    when: When,
    flame: bool,
    lost: f64,
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

/// The target in range at which a unit's volley is worth most.
fn best(scene: &Scene<'_>, stance: &Stance, unit: UnitId, enemies: &[UnitId], spent: &[f64]) -> Option<Shot> {
    let board = &scene.board;
    let who = board.profile(unit);
    // Javelins are better thrown in a charge, and elephants better in contact.
    let charges = who.missile == Missile::Javelin || who.is_elephant();
    if scene.lies_in_wait(unit) {
        return None;
    }
    if charges && scene.nearest(unit).is_some_and(|(_, gap)| gap <= f64::from(who.charge) + 1.0) {
        return None;
    }
    let ready = board.state(unit).seen.flame == Flame::Ready;
    let mut best: Option<(f64, Shot)> = None;
    for &target in enemies {
        let flame = ready && board.profile(target).is_elephant();
        let Ok(aim) = shooting::aim(board, unit, target, flame) else { continue };
        let lost = scene.volley(unit, target, true, aim.obscured, aim.face);
        let before = spent[target.index()];
        let mut value = scene.harm(target, before + lost) - scene.harm(target, before);
        value += scene.danger(target, f64::from(board.men(unit)));
        if stance.mark == Some(target) {
            value += 100.0;
        }
        // Two volleys at one target are worth less than one at each of two, whatever falls.
        if before > 0.0 {
            value *= 0.6;
        }
        if stance.nearest {
            value = 100.0 - scene.gap(unit, target);
        }
        // Those about to charge come first.
        if scene.gap(unit, target) <= f64::from(board.profile(target).charge) + 2.0 {
            value *= 1.25;
        }
        if flame {
            value += if stance.nearest { AT_ONCE } else { scene.maddens(target) };
        }
        if value > 0.0 && best.as_ref().is_none_or(|(most, _)| value > *most) {
            let when = if charges { When::Early } else { When::Steady };
            best = Some((value, Shot { target, when, flame, lost }));
        }
    }
    best.map(|(_, shot)| shot)
}

/// A shot on arrival, for shooters who have nobody in range but can get there.
fn late(scene: &Scene<'_>, stance: &Stance, unit: UnitId) -> Option<Shot> {
    let board = &scene.board;
    if !stance.chase
        || !scene.is_shooter(unit)
        || board.state(unit).seen.held_fast
        || scene.lies_in_wait(unit)
    {
        return None;
    }
    let who = board.profile(unit);
    let ready = board.state(unit).seen.flame == Flame::Ready;
    let prey = board.enemies(scene.side).filter(|&id| ready && board.profile(id).is_elephant());
    let prey = prey.map(|id| (id, scene.gap(unit, id))).min_by(|a, b| a.1.total_cmp(&b.1));
    let range = |flame: bool| f64::from(who.range) / if flame { 2.0 } else { 1.0 };
    let in_reach = |gap: f64, flame: bool| gap <= range(flame) + f64::from(who.pace) - 3.0;
    let burns = prey.filter(|&(_, gap)| in_reach(gap, true));
    let (target, gap) = burns.or_else(|| scene.nearest(unit))?;
    let flame = burns.is_some();
    (in_reach(gap, flame) && !board.is_engaged(target)).then_some(Shot {
        target,
        when: When::Late,
        flame,
        lost: scene.volley(unit, target, false, false, toms::api::board::Face::Front),
    })
}

/// Whether a unit should make fire against elephants.
fn wants_fire(scene: &Scene<'_>, unit: UnitId) -> bool {
    let board = &scene.board;
    let who = board.profile(unit);
    if !scene.is_shooter(unit) || board.state(unit).seen.flame == Flame::Ready {
        return false;
    }
    // Not one that can charge at once: there would be no time to shoot.
    let close = |id: UnitId| {
        let (elephant, gap) = (board.profile(id), scene.gap(unit, id));
        // It comes on, and so can they.
        let steps = (f64::from(who.pace) - 3.0).max(0.0);
        let reach = f64::from(who.range) / 2.0 + f64::from(elephant.pace) + steps;
        let charges = gap <= f64::from(elephant.charge) + 1.0;
        elephant.is_elephant() && !board.is_berserk(id) && gap < reach && !charges
    };
    board.enemies(scene.side).any(close)
}
