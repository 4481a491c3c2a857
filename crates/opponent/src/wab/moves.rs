//! Moves of a steady general: every unit to the best place it finds, the foremost first.

use super::archers::Archers;
use super::places::{self, Goal};
use super::scene::Scene;
use super::sight::{Sight, holds_wall};
use super::skirmish::Skirmish;
use super::{Judged, judged};
use umpire::{Command, UnitId};
use wab::api::board::{Board, Body};
use wab::api::data::Trait;
use wab::api::movement;
use wab::api::movement::manner;
use wab::api::nerve::{self, chance};

/// The next unit's move; who is best where it stands is told to stand.
pub(super) fn next(scene: &Scene<'_>) -> Option<Judged> {
    let judged = |wish: Command| judged(scene.view, scene.side, wish);
    let mover = |body: &Body<'_>| {
        let wishes = wishes(scene, body).into_iter().chain([stand(body)]);
        wishes.into_iter().find_map(judged)
    };
    let movers = foremost_first(scene.board, &movement::movers(scene.board));
    movers.into_iter().find_map(mover).or_else(|| judged(Command::Done))
}

/// The units that may move, those nearest to an enemy first: they make room for those behind them.
fn foremost_first<'a>(board: &'a Board<'_>, units: &[UnitId]) -> Vec<&'a Body<'a>> {
    let far = |b: &Body<'_>| board.nearest_enemy(b).map_or(f64::INFINITY, |(_, far)| far);
    let mut bodies: Vec<(f64, &Body<'_>)> =
        units.iter().filter_map(|&id| board.body(id)).map(|b| (far(b), b)).collect();
    bodies.sort_by(|a, b| a.0.total_cmp(&b.0));
    bodies.into_iter().map(|(_, body)| body).collect()
}

/// A unit stays where it is.
pub(super) fn stand(body: &Body<'_>) -> Command {
    Command::Move { manner: manner::MOVE, units: vec![body.id], path: Vec::new() }
}

/// What a unit would do, the best first.
fn wishes(scene: &Scene<'_>, body: &Body<'_>) -> Vec<Command> {
    if body.kit.character {
        return join(scene.board, body);
    }
    sought(scene, body).into_iter().map(|goal| goal.command).collect()
}

/// The places that are better than where a unit stands, the best first.
pub(super) fn sought(scene: &Scene<'_>, body: &Body<'_>) -> Vec<Goal> {
    if body.kit.engine || holds_wall(scene, body) {
        Vec::new()
    } else if body.skirmishes() && body.kit.shoots() {
        let skirmish = Skirmish::of(scene, body);
        best_first(scene, body, |goal| skirmish.score(&goal.rect))
    } else if let Some(archers) = Archers::of(scene, body) {
        best_first(scene, body, |goal| archers.score(goal))
    } else {
        let sight = Sight::of(scene, body);
        best_first(scene, body, |goal| sight.score(&goal.rect, goal.facing))
    }
}

fn best_first(scene: &Scene<'_>, body: &Body<'_>, score: impl Fn(&Goal) -> f64) -> Vec<Goal> {
    let still = score(&Goal { rect: body.rect, facing: body.facing, command: stand(body) });
    let sure = |goal: &Goal| match goal.command {
        Command::Move { manner: manner::REFORM, .. } if !body.kit.has(Trait::Drilled) => {
            chance(nerve::leaders(scene.board, body).best().total() - 1, false).to_f64()
        }
        _ => 1.0,
    };
    let gain = |goal: &Goal| sure(goal) * (score(goal) - still);
    let goals = places::goals(scene.board, body).into_iter().map(|goal| (gain(&goal), goal));
    let mut better: Vec<(f64, Goal)> = goals.filter(|(gain, _)| *gain > 1e-6).collect();
    better.sort_by(|a, b| b.0.total_cmp(&a.0));
    better.into_iter().map(|(_, goal)| goal).collect()
}

/// A character alone joins the nearest unit he can reach.
fn join(board: &Board<'_>, body: &Body<'_>) -> Vec<Command> {
    let mut hosts: Vec<(f64, UnitId)> = board
        .friends(body.side)
        .filter(|b| !b.kit.character && !b.skirmishes() && !b.state.fleeing)
        .map(|b| (body.distance(b), b.id))
        .collect();
    hosts.sort_by(|a, b| a.0.total_cmp(&b.0));
    let join = |(_, host): &(f64, UnitId)| Command::Move {
        manner: manner::JOIN,
        units: vec![body.id, *host],
        path: Vec::new(),
    };
    hosts.iter().map(join).collect()
}
