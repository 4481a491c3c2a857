//! What a place is worth to formed troops who shoot far: whom they could hit from there, and who could charge them.

use super::clash::worth;
use super::places::Goal;
use super::scene::Scene;
use super::sight::{SHOOTS_FAR, Sight, has_in_arc};
use umpire::Command;
use wab::api::board::{Body, State};
use wab::api::movement::manner;
use wab::api::shooting;

/// What is left of a volley that is out of range as yet.
const OUT_OF_RANGE: f64 = 0.5;
/// What each turn leaves of it until they are near enough.
const WAITS: f64 = 0.6;

/// Archers and everyone they must reckon with.
pub struct Archers<'a> {
    scene: &'a Scene<'a>,
    sight: Sight<'a>,
    body: &'a Body<'a>,
    moved: State,
}

impl<'a> Archers<'a> {
    /// Those of a unit, if it lives by shooting.
    pub fn of(scene: &'a Scene<'a>, body: &'a Body<'a>) -> Option<Archers<'a>> {
        let lives_by_it = body.kit.shoots() && body.kit.range().is_some_and(|range| range >= SHOOTS_FAR);
        let mut moved = body.state.clone();
        moved.done.moved = true;
        lives_by_it.then(|| Archers { scene, sight: Sight::of(scene, body).patient(), body, moved })
    }

    /// How good a place is, and the way there.
    pub fn score(&self, goal: &Goal) -> f64 {
        let (stands, shoots) = match &goal.command {
            Command::Move { manner: manner::MARCH | manner::REFORM, .. } => (false, false),
            Command::Move { path, .. } => (path.is_empty(), true),
            _ => (true, true),
        };
        let state = if stands { self.body.state } else { &self.moved };
        let here = Body { rect: goal.rect, facing: goal.facing, state, ..*self.body };
        let volleys = self.scene.board.enemies(self.body.side).map(|e| self.volley(&here, e, shoots));
        let best = volleys.fold(0.0, f64::max);
        self.scene.stance.volley * best + self.sight.score(&goal.rect, goal.facing)
    }

    /// What shooting at an enemy is worth, now or as soon as he is near enough.
    fn volley(&self, here: &Body<'_>, enemy: &Body<'_>, now: bool) -> f64 {
        let Some(range) = here.kit.range() else { return 0.0 };
        let board = self.scene.board;
        if board.phase.is_engaged(enemy.id) || enemy.state.fleeing {
            return 0.0;
        }
        let wounds = f64::from(enemy.state.models * u16::from(enemy.kit.profile.w.max(1))).max(1.0);
        let each = worth(board, enemy) / wounds;
        let far = table::distance(&here.rect, &enemy.rect);
        if far <= range && has_in_arc(&here.rect, &enemy.rect) {
            let hurt = shooting::shots(board, here, enemy, false).map_or(0.0, |s| s.0.mean() * each);
            return if now { hurt } else { hurt * OUT_OF_RANGE };
        }
        // As if he stood before them, at the end of their range.
        let hit = (f64::from(here.kit.profile.bs) - 1.0).max(0.5) / 6.0;
        let hurt = f64::from(here.files) * hit * 0.35 * each;
        hurt * OUT_OF_RANGE * libm::pow(WAITS, (far - range).max(0.0) / here.movement())
    }
}
