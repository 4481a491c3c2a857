//! What units mean to do in the period: halt, charge, change formation, choose a target.

use super::lead;
use super::scene::{Scene, chosen, filled};
use umpire::{Choice, Command, LineAsk, PickAsk, UnitId};
use wrg1969::api::board::Body;
use wrg1969::api::data::Troop;
use wrg1969::api::tactics::Station;
use wrg1969::rule;

/// The sheet of intents.
pub fn sheet(scene: &Scene<'_>, lines: &[LineAsk], picks: &[PickAsk]) -> Command {
    // Whoever passed his test goes in at the nearest, and does not halt.
    let charges = picks.iter().filter(|p| is(p, |o| o.rule == rule::MOVE_CHARGE_DECLARE));
    let charging: Vec<UnitId> = charges.filter_map(|pick| pick.unit).collect();
    let made = chosen(picks, |pick| {
        let unit = pick.unit?;
        let body = scene.board.body(unit)?;
        if is(pick, |o| o.rule == rule::MOVE_CHARGE_DECLARE) {
            Some(0)
        } else if is(pick, |o| o.rule == rule::ORDERS_HALT) {
            let halts = !charging.contains(&unit) && halts(scene, body);
            halts.then(|| pick.options.iter().position(|o| o.rule == rule::ORDERS_HALT)).flatten()
        } else if is(pick, |o| o.rule == rule::ORDERS_FORMATION) {
            thin_out(body, &pick.options)
        } else {
            None
        }
    });
    filled(lead::paths(scene, lines), made)
}

fn is(pick: &PickAsk, meets: impl Fn(&Choice) -> bool) -> bool {
    pick.options.iter().any(meets)
}

/// Whether a unit should stand: foot that horse is about to charge is safest so, and spent troops have no business
/// at the front.
pub fn halts(scene: &Scene<'_>, body: &Body<'_>) -> bool {
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
    scene.state(body.id).leg().is_some_and(|leg| leg.verb == wrg1969::api::orders::Verb::RetireTo)
}

/// Light troops stand two deep, to be able to evade.
fn thin_out(body: &Body<'_>, options: &[Choice]) -> Option<usize> {
    let deep = body.troop().is_light() && body.ranks() > 2;
    deep.then(|| options.iter().position(|o| o.label.starts_with("line"))).flatten()
}
