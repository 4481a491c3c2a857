//! What units mean to do in the period: halt, charge, change formation, choose a target.

use super::charge::{boldness, gain, thought};
use super::lead;
use super::scene::{Scene, chosen, filled};
use umpire::{Choice, Command, LineAsk, PickAsk, UnitId};
use wrg1969::board::Body;
use wrg1969::rule;
use wrg1969::tactics::{Station, Thought};
use wrg1969::troop::Troop;

/// The sheet of intents.
pub fn sheet(scene: &Scene<'_>, lines: &[LineAsk], picks: &[PickAsk]) -> Command {
    let mut thought: Option<Thought<'_>> = None;
    let mut charging: Vec<UnitId> = Vec::new();
    // Whoever charges is known before it is asked who halts.
    let mut targets: Vec<(UnitId, usize)> = Vec::new();
    for pick in picks.iter().filter(|p| is(p, |o| o.rule == rule::MOVE_CHARGE_DECLARE)) {
        let Some(unit) = pick.unit else { continue };
        if !scene.is_veteran() {
            // Whoever passed his test goes in.
            targets.push((unit, 0));
            charging.push(unit);
            continue;
        }
        let thought = thought.get_or_insert_with(|| self::thought(scene));
        let (option, charges) = whom(scene, thought, unit, &pick.options);
        targets.push((unit, option));
        if charges {
            charging.push(unit);
        }
    }
    let made = chosen(picks, |pick| {
        let unit = pick.unit?;
        let body = scene.board.body(unit)?;
        match () {
            () if is(pick, |o| o.rule == rule::MOVE_CHARGE_DECLARE) => {
                targets.iter().find(|(u, _)| *u == unit).map(|(_, option)| *option)
            }
            () if is(pick, |o| o.rule == rule::ORDERS_HALT) => {
                let halts = !charging.contains(&unit) && halts(scene, body);
                halts.then(|| pick.options.iter().position(|o| o.rule == rule::ORDERS_HALT)).flatten()
            }
            () if is(pick, |o| o.rule == rule::ORDERS_FORMATION) => thin_out(body, &pick.options),
            () => None,
        }
    });
    filled(lead::paths(scene, lines), made)
}

fn is(pick: &PickAsk, meets: impl Fn(&Choice) -> bool) -> bool {
    pick.options.iter().any(meets)
}

/// Whom a unit charges: the option, and whether it charges at all.
fn whom(scene: &Scene<'_>, thought: &mut Thought<'_>, unit: UnitId, options: &[Choice]) -> (usize, bool) {
    let mut best: Option<(f64, usize)> = None;
    for (i, option) in options.iter().enumerate() {
        let Some(&at) = option.units.get(1).filter(|_| option.rule == rule::MOVE_CHARGE_DECLARE) else {
            continue;
        };
        let worth = gain(thought, unit, at);
        if best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, i));
        }
    }
    match best {
        // It was tested for it, so it takes somewhat more to hold it back.
        Some((worth, option)) if worth >= -2.0 * boldness(scene) => (option, true),
        _ => (options.len().saturating_sub(1), false),
    }
}

/// Whether a unit should stand: foot that horse is about to charge is safest so, and spent troops have no business
/// at the front.
fn halts(scene: &Scene<'_>, body: &Body<'_>) -> bool {
    let foot = body.troop().is_close_infantry();
    let rides_down = |f: &Body<'_>| {
        f.troop().is_mounted()
            && f.troop() != Troop::LightCavalry
            && f.troop() != Troop::Elephant
            && scene.is_free(f.id)
            && f.faces(body.standard())
            && body.faces(f.standard())
            && f.gap(body) <= f.charge().min(14.0)
    };
    let spent = scene.is_spent(body) && scene.nearest_foe(body) < 16.0 && !retires(scene, body);
    (foot && scene.foes().any(rides_down)) || (spent && scene.station(body.id) != Station::Screen)
}

fn retires(scene: &Scene<'_>, body: &Body<'_>) -> bool {
    scene.state(body.id).leg().is_some_and(|leg| leg.verb == wrg1969::order::Verb::RetireTo)
}

/// Light troops stand two deep, to be able to evade.
fn thin_out(body: &Body<'_>, options: &[Choice]) -> Option<usize> {
    let deep = body.troop().is_light() && body.ranks() > 2;
    deep.then(|| options.iter().position(|o| o.label.starts_with("line"))).flatten()
}
