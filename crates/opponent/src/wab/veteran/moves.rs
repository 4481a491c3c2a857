//! Moves of a veteran: places from which it can charge and is not charged, and never with its flank to anyone.

use super::super::clash::{Clash, Meeting, ROUGH, worth};
use super::super::scene::{Scene, Thought};
use super::super::{is_legal, moves as plain};
use super::foresight;
use table::{Facing, Point, Rect};
use umpire::{Command, Form, Step};
use wab::armour::Face;
use wab::board::{Board, Body};
use wab::charge::{wheel, wheel_cost};
use wab::declare;
use wab::remaining::manner;
use wab::terrain::MM;
use wab::touch::in_arc;

/// How many of its places a unit looks at closely.
const CLOSELY: usize = 3;
/// Beyond this from every enemy a unit goes where it seems best, and nothing comes of it before its next move.
const NEAR: f64 = 18.0;

/// The next unit's move; who is best where it stands is told to stand.
pub fn next(scene: &Scene<'_>) -> Command {
    let (board, side) = (scene.board, scene.side);
    let Some(Form::Move { units, .. }) = scene.view.pending.ask(side).map(|ask| &ask.form) else {
        return Command::Done;
    };
    let legal = |wish: &Command| is_legal(scene.view, side, wish);
    for body in plain::foremost_first(board, units) {
        let found = if body.kit.character || body.skirmishes() {
            plain::wishes(scene, body).into_iter().find(legal)
        } else {
            best_place(scene, body).filter(legal)
        };
        if let Some(wish) = found.or_else(|| Some(plain::stand(body)).filter(legal)) {
            return wish;
        }
    }
    Command::Done
}

/// The move to the best place a unit can go to, if that is better than where it stands.
fn best_place(scene: &Scene<'_>, body: &Body<'_>) -> Option<Command> {
    let sight = Sight::of(scene, body);
    let still = sight.score(&body.rect, body.facing);
    let ideas = ideas(scene.board, body).into_iter();
    let mut ranked: Vec<(f64, Command)> = ideas
        .map(|(rect, facing, command)| (sight.score(&rect, facing), command))
        .filter(|(score, _)| *score > still + 1e-6)
        .collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    let legal = |command: &Command| is_legal(scene.view, scene.side, command);
    let mut ideas: Vec<Command> = ranked.into_iter().map(|(_, c)| c).filter(legal).take(CLOSELY).collect();
    if scene.thought != Thought::Foresight
        || scene.board.nearest_enemy(body).is_none_or(|(_, far)| far > NEAR)
    {
        return ideas.into_iter().next();
    }
    for other in plain::wishes(scene, body).into_iter().find(legal).into_iter().chain([plain::stand(body)]) {
        if !ideas.contains(&other) {
            ideas.push(other);
        }
    }
    Some(foresight::best(scene.view, scene.side, ideas))
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
        let won = self.scene.scales.is_won(self.scene.late);
        let eager = if won { 0.0 } else { 0.01 + 0.03 * self.scene.late };
        let longing = if near.is_finite() { eager * self.stake * near } else { 0.0 };
        0.6 * best + 0.5 * worst + 0.3 * all - longing
    }
}
