//! Moves of a veteran: other places than a recruit would go to, bolder ones and safer ones.

use super::super::places::Goal;
use super::super::scene::Scene;
use super::super::{is_legal, moves as plain, stance};
use umpire::Command;

/// How many places are looked at besides the boldest and the safest.
const PLACES: usize = 6;
/// Beyond this from every enemy nothing comes of a move before the next.
const NEAR: f64 = 20.0;
/// Places nearer to each other than this, in inches and degrees, are as good as one.
const ALIKE: (f64, f64) = (1.5, 15.0);

/// What else the unit could do that a recruit would move next.
pub fn others(scene: &Scene<'_>, first: &Command) -> Vec<Command> {
    let Command::Move { units, .. } = first else { return Vec::new() };
    let Some(body) = units.first().and_then(|&unit| scene.board.body(unit)) else { return Vec::new() };
    let is_near = scene.board.nearest_enemy(body).is_some_and(|(_, far)| far <= NEAR);
    if body.kit.character || !is_near {
        return Vec::new();
    }
    let legal = |goal: &Goal| is_legal(scene.view, scene.side, &goal.command);
    let as_in = |stance| plain::sought(&Scene { stance, ..*scene }, body).into_iter().find(legal);
    let mut goals: Vec<Goal> = Vec::new();
    let places = plain::sought(scene, body).into_iter().filter(legal).take(4 * PLACES);
    for goal in as_in(stance::CLOSE).into_iter().chain(as_in(stance::AWAY)).chain(places) {
        if goals.len() < PLACES && !goals.iter().any(|other| are_alike(other, &goal)) {
            goals.push(goal);
        }
    }
    [plain::stand(body)].into_iter().chain(goals.into_iter().map(|goal| goal.command)).collect()
}

fn are_alike(a: &Goal, b: &Goal) -> bool {
    a.rect.front_mid().distance(b.rect.front_mid()) < ALIKE.0 && a.facing.turn_to(b.facing).abs() < ALIKE.1
}
