//! Charges: what each would be worth.

use super::recruit::Thought;
use super::scene::Scene;
use super::stance::Stance;
use toms::api::board::{Face, face};
use toms::api::charge;
use toms::api::data::Missile;
use toms::api::movement;
use toms::api::play::Plan;
use umpire::{Command, UnitId};

/// A charge and what it is worth in points.
pub struct Wish {
    /// Who charges.
    pub unit: UnitId,
    /// Whom.
    pub target: UnitId,
    /// What it is worth.
    pub value: f64,
}

/// Every charge that may be in reach, the best first.
pub fn wishes(scene: &Scene<'_>, stance: &Stance) -> Vec<Wish> {
    let board = &scene.board;
    let mut wishes = Vec::new();
    for unit in board.of_side(scene.side).filter(|&id| movement::may_act(board, id)) {
        let (who, state) = (board.profile(unit), board.state(unit));
        if who.is_engine() || state.now.volley.is_some() || state.now.moved {
            continue;
        }
        let half = if state.seen.held_fast { 0.5 } else { 1.0 };
        let reach = f64::from(who.charge) * half + 4.0;
        for target in board.enemies(scene.side) {
            if scene.gap(unit, target) <= reach {
                wishes.push(Wish { unit, target, value: worth(scene, stance, unit, target) });
            }
        }
    }
    wishes.sort_by(|a, b| b.value.total_cmp(&a.value));
    wishes
}

/// The charge itself, if the way is open.
pub fn thought(scene: &Scene<'_>, wish: &Wish) -> Option<Thought> {
    let way = charge::best(&scene.board, scene.side, wish.unit, wish.target).ok()?;
    let command = Command::Charge { unit: wish.unit, target: wish.target };
    Some(Thought { command, plan: Plan::Charge(way) })
}

/// What a charge is worth: points it should cost the enemy less points it should cost us.
pub fn worth(scene: &Scene<'_>, stance: &Stance, unit: UnitId, target: UnitId) -> f64 {
    let board = &scene.board;
    let (who, at) = (board.profile(unit), board.profile(target));
    let struck = face(&board.rect(target), board.rect(unit).centre);
    let men = f64::from(board.men(target));
    let mine = f64::from(board.men(unit)).max(1.0);
    let mut thrown = 0.0;
    if who.missile == Missile::Javelin {
        thrown = scene.volley(unit, target, false, false, struck).min(men);
    }
    let mut killed = (thrown + scene.blow(unit, target, true, struck, true)).min(men);
    let mut lost = 0.0;
    if board.obeys(target) {
        let reply = scene.blow(target, unit, false, Face::Front, struck == Face::Front);
        let first = board.state(target).seen.holdfast || (at.is_elephant() && !who.is_elephant());
        let left = |dead: f64| ((men - dead) / men).max(0.0);
        lost += reply * if first { left(thrown) } else { left(killed) };
        let reacts = !board.is_engaged(target) && !board.state(target).now.reacted;
        if at.shoots() && struck == Face::Front && reacts {
            lost += scene.volley(target, unit, false, false, Face::Front);
        }
        // The melee goes on in both turns.
        let again = scene.blow(unit, target, false, struck, true) * ((mine - lost) / mine).max(0.0);
        lost += reply * stance.rounds * left(killed);
        killed += again * stance.rounds;
    }
    // Shooters who can shoot need not run.
    let shy = if scene.is_shooter(unit) { mine * scene.worth(unit) * 0.35 } else { 0.0 };
    scene.harm(target, killed) - stance.caution * scene.harm(unit, lost) - shy + waiting(scene, unit, target)
}

/// What it costs to wait for an enemy who can charge first: he strikes with all the force of it.
fn waiting(scene: &Scene<'_>, unit: UnitId, target: UnitId) -> f64 {
    let board = &scene.board;
    let reach = f64::from(board.profile(target).charge);
    let comes = board.obeys(target)
        && !board.is_engaged(target)
        && !scene.is_shooter(target)
        && scene.gap(unit, target) <= reach;
    if !comes {
        return 0.0;
    }
    let cost = scene.harm(unit, scene.blow(target, unit, true, Face::Front, true))
        - scene.harm(target, scene.blow(unit, target, false, Face::Front, true));
    cost.max(0.0)
}
