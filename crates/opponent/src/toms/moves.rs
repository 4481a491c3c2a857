//! Moves and charges: each unit in turn does the best it can see.

use super::scene::Scene;
use crate::Level;
use table::{Facing, Vec2};
use toms::charge::{self, Way};
use toms::march::{self, HOLDFAST, MARCH, grid};
use toms::place::Face;
use toms::rates::turn_cost;
use toms::troop::Missile;
use umpire::{Command, Step, UnitId};

/// The next move of the first unit that wants to make one.
pub fn next(scene: &Scene<'_>) -> Command {
    let board = &scene.board;
    let mine = board.of_side(scene.side).filter(|&id| march::may_act(board, id));
    // Charges first, while the ways are open.
    let mut idle: Vec<UnitId> = Vec::new();
    for unit in mine {
        if let Some(command) = charge_of(scene, unit) {
            return command;
        }
        idle.push(unit);
    }
    idle.into_iter().find_map(|unit| march_of(scene, unit)).unwrap_or(Command::Done)
}

/// The charge a unit should make, if any is worth it.
fn charge_of(scene: &Scene<'_>, unit: UnitId) -> Option<Command> {
    let board = &scene.board;
    let (who, state) = (board.profile(unit), board.state(unit));
    if who.is_engine() || state.volley.is_some() || state.moved {
        return None;
    }
    let at = board.rect(unit).centre;
    let reach = f64::from(who.charge) + 4.0 + 3.0;
    let mut best: Option<(f64, Way)> = None;
    for target in board.enemies(scene.side) {
        if board.rect(target).centre.distance(at) > reach {
            continue;
        }
        let struck = toms::place::face(&board.rect(target), at);
        let value = worth(scene, unit, target, struck);
        if value <= 0.0 || best.is_some_and(|(most, _)| value <= most) {
            continue;
        }
        if let Ok(way) = charge::best(board, scene.side, unit, target) {
            best = Some((value, way));
        }
    }
    let target = best?.1.charge.target;
    Some(Command::Charge { unit, target })
}

/// What a charge is worth: points it should kill less points it should cost.
fn worth(scene: &Scene<'_>, unit: UnitId, target: UnitId, struck: Face) -> f64 {
    let board = &scene.board;
    let (who, at) = (board.profile(unit), board.profile(target));
    let mut killed = scene.blow(unit, target, true, struck, true);
    if who.missile == Missile::Javelin {
        killed += scene.volley(unit, target, false, false, struck);
    }
    let men = f64::from(board.men(target));
    let killed = killed.min(men);
    let left = ((men - killed) / men).max(0.0);
    let mut lost = 0.0;
    if board.obeys(target) {
        lost += scene.blow(target, unit, false, Face::Front, struck == Face::Front) * left;
        if at.shoots() && struck == Face::Front {
            lost += scene.volley(target, unit, false, false, Face::Front);
        }
        if board.state(target).holdfast || (at.is_elephant() && !who.is_elephant()) {
            lost += 1.0;
        }
    }
    let caution = if scene.level == Level::Veteran { 0.8 } else { 0.6 };
    let start = f64::from(board.start(target));
    let shaken = if (men - killed) * 2.0 <= start { 4.0 } else { 0.0 };
    // Bow cavalry does better at a distance, and shooters who can shoot need not run.
    let shy = if who.missile == Missile::Bow { 4.0 } else { 0.0 };
    killed * scene.worth(target) - caution * lost * scene.worth(unit) + shaken - shy
}

/// The march a unit should make, if any.
fn march_of(scene: &Scene<'_>, unit: UnitId) -> Option<Command> {
    let board = &scene.board;
    let who = board.profile(unit);
    if who.is_engine() || board.state(unit).moved {
        return None;
    }
    let (enemy, far) = scene.nearest(unit)?;
    let base = board.rect(unit);
    let goal = board.rect(enemy).centre;
    let gap = far - 2.0;
    let fast = board.profile(enemy).charge;
    let trained = who.trained && board.state(unit).volley.is_none();
    // Horse and elephants about to charge are best met on holdfast.
    let mounted = board.profile(enemy).cavalry || board.profile(enemy).is_elephant();
    if trained && mounted && gap <= f64::from(fast) && who.missile != Missile::Javelin {
        return Some(Command::Move { manner: HOLDFAST, units: vec![unit], path: Vec::new() });
    }
    // Shooters with a good target stay; those without go near enough for one.
    let wanted = if who.missile == Missile::Bow || who.missile == Missile::Sling {
        f64::from(who.range) - 1.0
    } else {
        2.0
    };
    if gap <= wanted {
        return None;
    }
    toward(scene, unit, base.centre, goal, (gap - wanted).max(0.0))
}

/// A march of at most a length toward a point, as far as it may go.
fn toward(scene: &Scene<'_>, unit: UnitId, from: Vec2, goal: Vec2, length: f64) -> Option<Command> {
    let board = &scene.board;
    let turn = Facing::of(goal - from) - board.facing(unit);
    let by = march::degrees(turn);
    let half = if board.state(unit).held_fast { 0.5 } else { 1.0 };
    let rate = f64::from(board.profile(unit).pace) * half;
    // A little off the straight way is near enough.
    let turns = by.abs() > 12.0;
    let most = (rate - if turns { turn_cost(by) } else { 0.0 }).min(length);
    for share in [1.0, 0.75, 0.45, 0.2] {
        let advance = most * share;
        if advance < 0.5 {
            break;
        }
        let mut path = Vec::with_capacity(2);
        if turns {
            path.push(Step::Turn(turn));
        }
        path.push(Step::Forward(grid(advance)));
        if march::check(board, scene.side, unit, &path, false).is_ok() {
            return Some(Command::Move { manner: MARCH, units: vec![unit], path });
        }
    }
    None
}
