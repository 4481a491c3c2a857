//! What a place is worth to skirmishers who shoot: whom they could hit from there, and who could ride them down.

use super::clash::worth;
use super::scene::Scene;
use super::sight::{has_in_arc, may_come};
use table::Rect;
use wab::api::board::Body;

/// The share of the men hit who fall.
const FALL: f64 = 0.35;
/// The same of those who run already and need no shooting.
const FALL_RUNNING: f64 = 0.1;
/// What is left of a volley that is out of range as yet.
const OUT_OF_RANGE: f64 = 0.5;
/// What each turn leaves of it until they are near enough.
const WAITS: f64 = 0.6;
/// The share of their worth that skirmishers fear for close to formed troops who could charge them.
const FEAR: f64 = 0.3;

/// Skirmishers and everyone they must reckon with.
pub struct Skirmish<'a> {
    scene: &'a Scene<'a>,
    body: &'a Body<'a>,
    stake: f64,
}

impl<'a> Skirmish<'a> {
    /// Those of a unit.
    pub fn of(scene: &'a Scene<'a>, body: &'a Body<'a>) -> Skirmish<'a> {
        Skirmish { scene, body, stake: worth(scene.board, body) }
    }

    /// How good a place is.
    pub fn score(&self, rect: &Rect) -> f64 {
        let (mut best, mut fear) = (0.0_f64, 0.0_f64);
        for enemy in self.scene.board.enemies(self.body.side) {
            let far = table::distance(rect, &enemy.rect);
            best = best.max(self.volley(enemy, far));
            fear = fear.max(self.threat(rect, enemy, far));
        }
        let stance = &self.scene.stance;
        stance.volley * best - (FEAR * self.scene.fear() + stance.shy) * self.stake * fear
    }

    /// What shooting at an enemy from so far away is worth.
    fn volley(&self, enemy: &Body<'_>, far: f64) -> f64 {
        let Some(range) = self.body.kit.range() else { return 0.0 };
        if self.scene.board.phase.is_engaged(enemy.id) {
            return 0.0;
        }
        let less = f64::from(u8::from(far > range / 2.0) + u8::from(enemy.skirmishes()));
        let hit = (f64::from(self.body.kit.profile.bs) - less).max(0.5) / 6.0;
        let fall = if enemy.state.fleeing { FALL_RUNNING } else { FALL };
        let share = worth(self.scene.board, enemy) / f64::from(enemy.state.models.max(1));
        let hurt = f64::from(self.body.state.models) * hit * fall * share;
        if far <= range {
            return hurt;
        }
        hurt * OUT_OF_RANGE * libm::pow(WAITS, (far - range) / self.body.movement())
    }

    /// How much an enemy threatens a place so far away: who is far enough away gives them time to run.
    fn threat(&self, rect: &Rect, enemy: &Body<'_>, far: f64) -> f64 {
        let reach = enemy.charge_move();
        if far > reach + 0.3 || !may_come(self.scene, enemy) || !has_in_arc(&enemy.rect, rect) {
            return 0.0;
        }
        1.0 - 0.7 * far / reach
    }
}
