//! Places a unit could go to: straight on, after a wheel, about, or in another facing where it stands.

use super::sight::FOES;
use table::{Facing, Point, Pose, Rect};
use umpire::{Command, Step};
use wab::api::board;
use wab::api::board::{Board, Body};
use wab::api::board::{wheel, wheel_cost};
use wab::api::data::Going;
use wab::api::data::MM;
use wab::api::data::Trait;
use wab::api::movement::can_march;
use wab::api::movement::manner;

/// The shares of a move at which a unit would stop.
const STRIDES: [f64; 5] = [0.2, 0.4, 0.6, 0.8, 1.0];
/// No march stops short of this share of it.
const MARCHES: f64 = 0.4;
/// Wheels that are looked at besides those towards an enemy, in degrees.
const WHEELS: [f64; 5] = [0.0, 20.0, -20.0, 45.0, -45.0];
/// Enemies further away than this are not wheeled at, and further than the second not reformed for.
const NEAR: [f64; 2] = [30.0, 20.0];
/// What is left over so that no rounding makes a move too long.
const SPARE: f64 = 0.05;

/// A place, and the command that leads there.
pub struct Goal {
    /// Where the unit stands then.
    pub rect: Rect,
    /// The way it faces then.
    pub facing: Facing,
    /// How it comes there.
    pub command: Command,
}

/// Everywhere a unit could go, as far as it is looked at; whether it is allowed to is not asked.
pub fn goals(board: &Board<'_>, body: &Body<'_>) -> Vec<Goal> {
    if body.skirmishes() {
        return scattered(board, body);
    }
    let turns = turns(board, body);
    let mut list = about(board, body);
    list.extend(reformed(board, body));
    list.extend(ways(board, body).into_iter().flat_map(|way| wheeled(board, body, way, &turns)));
    list
}

fn command(body: &Body<'_>, manner: u8, path: Vec<Step>) -> Command {
    Command::Move { manner, units: vec![body.id], path }
}

fn forward(far: f64) -> Step {
    Step::Forward((far * MM * Point::PER_MM) as i32)
}

/// Skirmishers go any way, and look at the nearest enemy.
fn scattered(board: &Board<'_>, body: &Body<'_>) -> Vec<Goal> {
    let to_nearest = board.nearest_enemy(body).map(|(e, _)| Facing::of(e.rect.centre - body.rect.centre));
    let facing = to_nearest.unwrap_or(body.facing);
    let ways = (0..12).map(|i| facing + Facing::degrees(30.0 * f64::from(i)));
    let to = |way: Facing, share: f64| {
        let centre = body.rect.centre + way.vec() * (share * (body.movement() - SPARE));
        let rect = Rect { centre, ahead: facing.vec(), ..body.rect };
        let path = vec![Step::To(Pose::new(centre * MM, facing))];
        Goal { rect, facing, command: command(body, manner::MOVE, path) }
    };
    ways.flat_map(|way| STRIDES.map(|share| (way, share))).map(|(way, share)| to(way, share)).collect()
}

/// The ways a unit may go, and how far each goes.
fn ways(board: &Board<'_>, body: &Body<'_>) -> Vec<(u8, f64)> {
    let march = can_march(board, body, false).then_some((manner::MARCH, 2.0 * body.movement()));
    [(manner::MOVE, body.movement())].into_iter().chain(march).collect()
}

/// How far a unit gets straight ahead from a footprint: no march goes into bad ground, and other moves pay for it.
fn affords(board: &Board<'_>, body: &Body<'_>, from: &Rect, way: u8, most: f64) -> f64 {
    let features = &board.book.features;
    if way == manner::MARCH {
        let first = board::stretches(features, from, from.ahead, most).into_iter().next();
        return first.map_or(0.0, |(to, going)| if going == Going::Normal { to } else { 0.0 });
    }
    board::afford(features, from, from.ahead, most, most, body.order())
}

/// About, and on from there.
fn about(board: &Board<'_>, body: &Body<'_>) -> Vec<Goal> {
    let free = body.kit.has(Trait::Drilled) || body.kit.has(Trait::LightCavalry);
    let most = if free { 1.0 } else { 0.75 } * body.movement() - SPARE;
    let rect = Rect { ahead: -body.rect.ahead, ..body.rect };
    let most = affords(board, body, &rect, manner::MOVE, most);
    let to = |share: f64| {
        let far = most * share;
        let path = vec![Step::Turn(Facing::SOUTH), forward(far)];
        let command = command(body, manner::MOVE, path);
        Goal { rect: rect.moved(rect.ahead * far), facing: body.facing.about(), command }
    };
    [0.0, 0.5, 1.0].map(to).into()
}

/// Towards an enemy off its line, where it stands.
fn reformed(board: &Board<'_>, body: &Body<'_>) -> Vec<Goal> {
    let enemies = board.enemies(body.side).filter(|e| body.command().musician && body.distance(e) < NEAR[1]);
    let facings = enemies.map(|e| Facing::of(e.rect.centre - body.rect.centre));
    let askew = facings.filter(|&f| body.facing.turn_to(f).abs() > 40.0);
    let to = |facing: Facing| {
        let rect = Rect { ahead: facing.vec(), ..body.rect };
        Goal { rect, facing, command: command(body, manner::REFORM, Vec::new()) }
    };
    askew.map(to).collect()
}

/// Straight on, a wheel to either side, and towards the nearest enemies.
fn turns(board: &Board<'_>, body: &Body<'_>) -> Vec<f64> {
    let enemies = board.enemies(body.side).map(|e| (body.distance(e), e));
    let mut near: Vec<(f64, &Body<'_>)> = enemies.filter(|(far, _)| *far < NEAR[0]).collect();
    near.sort_by(|a, b| a.0.total_cmp(&b.0));
    let to = |e: &Body<'_>| body.facing.turn_to(Facing::of(e.rect.centre - body.rect.front_mid()));
    let towards = near.into_iter().take(FOES).map(|(_, e)| to(e));
    WHEELS.into_iter().chain(towards.filter(|turn| (4.0..=90.0).contains(&turn.abs()))).collect()
}

/// Straight on, or after a wheel, near and far.
fn wheeled(board: &Board<'_>, body: &Body<'_>, (way, allowance): (u8, f64), turns: &[f64]) -> Vec<Goal> {
    let most = 0.98 * (allowance - SPARE) / wheel_cost(&body.rect, 1.0);
    let mut list = Vec::new();
    for &turn in turns {
        let turn = turn.clamp(-most, most);
        let left = allowance - wheel_cost(&body.rect, turn) - SPARE;
        let (rect, facing) = wheel(&body.rect, body.facing, turn);
        let left = affords(board, body, &rect, way, left).max(0.0);
        let on_the_spot = (turn != 0.0 && way != manner::MARCH).then_some(0.0);
        let strides = STRIDES.into_iter().filter(|&s| way != manner::MARCH || s >= MARCHES);
        for share in on_the_spot.into_iter().chain(strides) {
            let far = left * share;
            let angle = Facing::degrees(turn.abs());
            let first = if turn < 0.0 { Step::WheelLeft(angle) } else { Step::WheelRight(angle) };
            let path = [first].into_iter().filter(|_| turn != 0.0).chain([forward(far)]).collect();
            let command = command(body, way, path);
            list.push(Goal { rect: rect.moved(rect.ahead * far), facing, command });
        }
    }
    list
}
