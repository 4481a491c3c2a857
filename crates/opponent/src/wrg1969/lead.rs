//! A veteran leads barbarians in person: their luck in the fight is never bad then. Regulars have little to gain by it,
//! and the army a general to lose.

use super::scene::Scene;
use umpire::{LineAsk, UnitId};
use wrg1969::api::board::Body;
use wrg1969::api::board::General;
use wrg1969::api::movement::wheel_to;
use wrg1969::api::tactics::Station;

/// An enemy so near to a unit brings the general to it.
const JOINS: f64 = 24.0;
/// An enemy so near is gone at.
const STRIKES: f64 = 12.0;
/// So many of his guards lost, he has dared enough.
const DARED: f64 = 10.0;
/// A unit with no enemy nearer than this is safe to be with.
const SAFE: f64 = 12.0;

/// The unit that he joins when the lines are about to meet: the most valuable one there.
pub fn joins(scene: &Scene<'_>, general: &General) -> Option<UnitId> {
    if !scene.is_veteran() || general.with.is_some() || general.riding_to.is_some() || has_dared(general) {
        return None;
    }
    let fights = |b: &&Body<'_>| matches!(scene.station(b.id), Station::Line | Station::Wing);
    let fit = |b: &&Body<'_>| b.kit.is_unit() && !b.kit.regular && scene.is_free(b.id) && !scene.is_spent(b);
    let near = scene.own().filter(fights).filter(fit).filter(|b| scene.nearest_foe(b) < JOINS);
    near.max_by(|a, b| scene.worth(a).total_cmp(&scene.worth(b))).map(|b| b.id)
}

fn has_dared(general: &General) -> bool {
    general.lost.0 as f64 / general.lost.1.max(1) as f64 >= DARED
}

/// Where he rides when he has dared enough, or when his unit is worn out.
pub fn goes_back(scene: &Scene<'_>, general: &General) -> Option<UnitId> {
    let with = scene.board.body(general.with?)?;
    if !scene.is_veteran() || !(has_dared(general) || scene.is_spent(with)) {
        return None;
    }
    let safe = |b: &&Body<'_>| {
        b.kit.is_unit() && b.id != with.id && scene.is_free(b.id) && scene.nearest_foe(b) > SAFE
    };
    scene.own().filter(safe).min_by(|a, b| a.apart(with).total_cmp(&b.apart(with))).map(|b| b.id)
}

/// The path of the unit that he is with: at the nearest enemy who will stand, when he is near enough.
pub fn paths(scene: &Scene<'_>, lines: &[LineAsk]) -> Vec<(u16, String)> {
    let path = |line: &LineAsk| {
        let body = scene.board.body(line.unit?)?;
        let stands = |f: &&Body<'_>| !scene.board.routing(f.id) && !f.troop().is_light();
        let near = scene.foes().filter(stands).min_by(|a, b| a.gap(body).total_cmp(&b.gap(body)))?;
        if near.gap(body) > STRIKES {
            return None;
        }
        let turn = wheel_to(&body.rect, body.facing, near.standard()).clamp(-60.0, 60.0);
        let way = if turn < 0.0 { "left" } else { "right" };
        Some(format!("{way} {:.1}, ahead {:.1}", turn.abs(), body.normal()))
    };
    lines.iter().enumerate().filter_map(|(n, line)| Some((n as u16, path(line)?))).collect()
}
