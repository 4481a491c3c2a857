//! Moves of a veteran: places from which it can charge and is not charged, and never with its flank to anyone.

use super::super::clash::{Clash, Meeting, ROUGH, worth};
use super::super::scene::Scene;
use super::super::{is_legal, moves as plain, stance};
use table::{Facing, Point, Rect};
use umpire::{Command, Step};
use wab::armour::Face;
use wab::board::{Board, Body};
use wab::charge::{wheel, wheel_cost};
use wab::declare;
use wab::remaining::manner;
use wab::terrain::MM;
use wab::touch::in_arc;

/// How many of the places that seem good are looked at.
const PLACES: usize = 6;
/// Beyond this from every enemy nothing comes of a move before the next.
const NEAR: f64 = 20.0;

/// What else the unit could do that a recruit would move next.
pub fn others(scene: &Scene<'_>, first: &Command) -> Vec<Command> {
    let Command::Move { units, .. } = first else { return Vec::new() };
    let Some(body) = units.first().and_then(|&unit| scene.board.body(unit)) else { return Vec::new() };
    let is_near = scene.board.nearest_enemy(body).is_some_and(|(_, far)| far <= NEAR);
    if body.kit.character || !is_near {
        return Vec::new();
    }
    let legal = |command: &Command| is_legal(scene.view, scene.side, command);
    let as_in = |stance| plain::wishes(&Scene { stance, ..*scene }, body).into_iter().find(legal);
    let mut list = vec![plain::stand(body)];
    list.extend(as_in(stance::CLOSE));
    let mut places = best_places(scene, body).into_iter().filter(legal);
    list.extend(places.by_ref().take(2));
    list.extend(as_in(stance::AWAY));
    list.extend(places.take(PLACES - 2));
    list
}

/// Moves to places that seem better than where a unit stands, the best first.
fn best_places(scene: &Scene<'_>, body: &Body<'_>) -> Vec<Command> {
    let sight = Sight::of(scene, body);
    let still = sight.score(&body.rect, body.facing);
    let mut ranked: Vec<(f64, Command)> = ideas(scene.board, body)
        .into_iter()
        .map(|(rect, facing, command)| (sight.score(&rect, facing), command))
        .filter(|(score, _)| *score > still + 1e-6)
        .collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    ranked.into_iter().map(|(_, command)| command).collect()
}

/// Places a unit could go to: straight on, and after a wheel, near and far.
fn ideas(board: &Board<'_>, body: &Body<'_>) -> Vec<(Rect, Facing, Command)> {
    let mut list = Vec::new();
    let mut turns = vec![0.0];
    for enemy in board.enemies(body.side).filter(|e| !e.state.fleeing) {
        let turn = body.facing.turn_to(Facing::of(enemy.rect.centre - body.rect.front_mid()));
        if turn.abs() > 5.0 && turn.abs() <= 75.0 && body.distance(enemy) < 30.0 {
            turns.push(turn);
        }
    }
    let about =
        Command::Move { manner: manner::MOVE, units: vec![body.id], path: vec![Step::Turn(Facing::SOUTH)] };
    list.push((Rect { ahead: -body.rect.ahead, ..body.rect }, body.facing.about(), about));
    for (way, allowance) in plain::ways(board, body) {
        for &turn in &turns {
            let arc = wheel_cost(&body.rect, turn);
            if arc > allowance - 0.05 {
                continue;
            }
            let (rect, facing) = wheel(&body.rect, body.facing, turn);
            let left = plain::affords(board, body, &rect, way, allowance - arc) - 0.05;
            for share in [0.0, 0.15, 0.3, 0.45, 0.6, 0.8, 1.0] {
                let far = left * share;
                if share == 0.0 && turn == 0.0 || (way == manner::MARCH && share < 0.5) {
                    continue;
                }
                let mut path = Vec::new();
                if turn != 0.0 {
                    let angle = Facing::degrees(turn.abs());
                    path.push(if turn < 0.0 { Step::WheelLeft(angle) } else { Step::WheelRight(angle) });
                }
                path.push(Step::Forward((far * MM * Point::PER_MM) as i32));
                let command = Command::Move { manner: way, units: vec![body.id], path };
                list.push((rect.moved(rect.ahead * far), facing, command));
            }
        }
    }
    list
}

/// What one enemy means to a unit, wherever the two stand.
struct Foe<'a> {
    body: Body<'a>,
    /// What charging its front and its flank is worth.
    charging: [f64; 2],
    /// What being charged by it in front and in flank is worth.
    charged: [f64; 2],
    /// Whether it may charge at all.
    comes: bool,
}

/// A unit and everyone it must reckon with.
struct Sight<'a> {
    scene: &'a Scene<'a>,
    body: &'a Body<'a>,
    foes: Vec<Foe<'a>>,
    stake: f64,
}

impl<'a> Sight<'a> {
    fn of(scene: &'a Scene<'a>, body: &'a Body<'a>) -> Sight<'a> {
        let (board, side) = (scene.board, scene.side);
        let far = |e: &&Body<'a>| !e.state.fleeing && body.distance(e) < 34.0;
        let value = |m: Meeting| Clash::new(scene, ROUGH, vec![m]).value(side, body.id);
        let foe = |e: &Body<'a>| {
            let engaged = board.phase.is_engaged(e.id);
            let flank = if e.skirmishes() { Face::Front } else { Face::Left };
            let own = if body.skirmishes() { Face::Front } else { Face::Left };
            let comes = !engaged && !e.skirmishes();
            let charging = [Face::Front, flank].map(|face| value(Meeting::square(body, e, face)));
            let charged = [Face::Front, own]
                .map(|face| if comes { value(Meeting::square(e, body, face)) } else { 0.0 });
            Foe { body: *e, charging, charged, comes }
        };
        let foes = board.enemies(side).filter(far).map(foe).collect();
        Sight { scene, body, foes, stake: worth(board, body) }
    }

    /// How good a place is: charges it offers, charges it invites, and how near the enemy is.
    fn score(&self, rect: &Rect, facing: Facing) -> f64 {
        let here = Body { rect: *rect, facing, ..*self.body };
        let (mut best, mut worst, mut all, mut near) = (0.0_f64, 0.0_f64, 0.0_f64, f64::INFINITY);
        for foe in &self.foes {
            let far = table::distance(rect, &foe.body.rect);
            let seen = foe.body.rect.corners().into_iter().any(|p| in_arc(rect, p));
            let flank = declare::face(self.scene.board, &here, &foe.body) != Face::Front;
            let charging = foe.charging[usize::from(flank)];
            let mut comes = 0.0;
            if foe.comes && far <= foe.body.charge_move() + 0.4 {
                let sees = rect.corners().into_iter().any(|p| in_arc(&foe.body.rect, p));
                let flank = declare::face(self.scene.board, &foe.body, &here) != Face::Front;
                comes = if sees { foe.charged[usize::from(flank)] } else { 0.0 };
            }
            // It is the enemy's turn next: who would charge does so before he is charged.
            if comes < 0.0 {
                worst = worst.min(comes);
                all += comes;
            } else if seen && far <= self.body.charge_move() - 0.3 {
                best = best.max(charging);
            }
            near = near.min(far + if charging > 0.0 { 0.0 } else { 6.0 });
        }
        let won = self.scene.is_won();
        let eager = if won { 0.0 } else { 0.01 + 0.03 * self.scene.late };
        let longing = if near.is_finite() { eager * self.stake * near } else { 0.0 };
        0.6 * best + 0.5 * worst + 0.3 * all - longing
    }
}
