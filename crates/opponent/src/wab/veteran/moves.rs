//! Moves of a veteran: the army bolder or warier than a recruit would lead it, or a unit elsewhere.

use super::super::places::Goal;
use super::super::scene::Scene;
use super::super::stance::Stance;
use super::super::{is_legal, moves as plain};
use super::Idea;
use umpire::Command;

/// How many places are thought of for a unit alone.
const PLACES: usize = 6;
/// Beyond this from every enemy nothing comes of a move before the next.
const NEAR: f64 = 20.0;
/// Places nearer to each other than this, in inches and degrees, are as good as one.
const ALIKE: (f64, f64) = (1.5, 15.0);

/// What else the unit could do that a recruit would move next, and how the others would follow it: the army bolder than
/// usual, or warier, or this unit alone elsewhere.
pub fn others(scene: &Scene<'_>, first: &Command) -> Vec<Idea> {
    let Command::Move { units, .. } = first else { return Vec::new() };
    let Some(body) = units.first().and_then(|&unit| scene.board.body(unit)) else { return Vec::new() };
    let is_near = scene.board.nearest_enemy(body).is_some_and(|(_, far)| far <= NEAR);
    if body.kit.character || !is_near {
        return Vec::new();
    }
    let legal = |goal: &Goal| is_legal(scene.view, scene.side, &goal.command);
    let army = |stance: Stance| {
        let goal = plain::sought(&Scene { stance, ..*scene }, body).into_iter().find(legal);
        Idea {
            command: goal.map_or_else(|| plain::stand(body), |goal| goal.command),
            then: stance,
            seems: 0.0,
        }
    };
    let usual = scene.stance;
    let alone = |command: Command| Idea { command, then: usual, seems: 0.0 };
    let mut thoughts = vec![army(usual.bolder()), army(usual.warier()), alone(plain::stand(body))];
    let mut goals: Vec<Goal> = Vec::new();
    for goal in plain::sought(scene, body).into_iter().filter(legal).take(4 * PLACES) {
        if goals.len() < PLACES && !goals.iter().any(|other| are_alike(other, &goal)) {
            goals.push(goal);
        }
    }
    thoughts.extend(goals.into_iter().map(|goal| alone(goal.command)));
    thoughts
}

fn are_alike(a: &Goal, b: &Goal) -> bool {
    a.rect.front_mid().distance(b.rect.front_mid()) < ALIKE.0 && a.facing.turn_to(b.facing).abs() < ALIKE.1
}
