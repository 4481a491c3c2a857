//! Moves of a steady general: the line goes forward to where it can charge, and no nearer than it likes.

use super::is_legal;
use table::{Facing, Point};
use umpire::{Command, Form, Side, Step, UnitId, View};
use wab::Wab;
use wab::board::{Board, Body};
use wab::charge::wheel_cost;
use wab::remaining::manner;
use wab::terrain::MM;
use wab::walk::can_march;

/// The next unit's move; a unit that cannot go where it would stands, and is asked no more.
pub(super) fn next(view: &View<Wab>, board: &Board<'_>, side: Side) -> Command {
    let Form::Move { units, .. } = (match view.pending.ask(side) {
        Some(ask) => &ask.form,
        None => return Command::Done,
    }) else {
        return Command::Done;
    };
    for &id in units {
        let Some(body) = board.body(id) else { continue };
        let wishes = wishes(board, body);
        let good = wishes.into_iter().find(|wish| is_legal(view, side, wish));
        if let Some(wish) = good {
            return wish;
        }
    }
    Command::Done
}

/// What a unit would do, the best first.
pub(super) fn wishes(board: &Board<'_>, body: &Body<'_>) -> Vec<Command> {
    if body.kit.character {
        return join(board, body);
    }
    let Some((enemy, far)) = goal(board, body) else { return Vec::new() };
    let stop = wanted_gap(body, enemy);
    let room = far - stop;
    if room < 0.5 && body.kit.shoots() {
        return Vec::new();
    }
    let march = can_march(board, body, false);
    let turn = body.facing.turn_to(Facing::of(enemy.rect.centre - body.rect.front_mid()));
    let mut list = Vec::new();
    for (way, rate) in [(manner::MARCH, 2.0), (manner::MOVE, 1.0)] {
        if way == manner::MARCH && (!march || body.skirmishes()) {
            continue;
        }
        let allowance = body.movement() * rate;
        for share in [1.0, 0.6, 0.3] {
            let go = (allowance * share).min(room);
            list.extend(toward(body, way, turn, go, allowance));
        }
    }
    list
}

/// Whom a unit makes for: shooters the nearest enemy, others the nearest that will stand.
fn goal<'a>(board: &'a Board<'_>, body: &Body<'_>) -> Option<(&'a Body<'a>, f64)> {
    let stands = |e: &&Body<'_>| !e.state.fleeing && !e.skirmishes() && !e.kit.character;
    let able = board.enemies(body.side).filter(|e| body.kit.shoots() || stands(e));
    let nearest = able.map(|e| (e, body.distance(e))).min_by(|a, b| a.1.total_cmp(&b.1));
    nearest.or_else(|| board.nearest_enemy(body))
}

/// A wheel towards the enemy as far as it pays, then forward; then straight forward.
fn toward(body: &Body<'_>, way: u8, turn: f64, go: f64, allowance: f64) -> Vec<Command> {
    if go < 0.3 {
        return Vec::new();
    }
    let step = |path: Vec<Step>| Command::Move { manner: way, units: vec![body.id], path };
    let ahead = |n: f64| Step::Forward((n * MM * Point::PER_MM) as i32);
    let turn = turn.clamp(-60.0, 60.0);
    let mut list = Vec::new();
    if turn.abs() > 8.0 && !body.skirmishes() {
        let arc = wheel_cost(&body.rect, turn);
        let left = (allowance - arc).min(go);
        if left > 0.2 {
            let angle = Facing::degrees(turn.abs());
            let wheel = if turn < 0.0 { Step::WheelLeft(angle) } else { Step::WheelRight(angle) };
            list.push(step(vec![wheel, ahead(left - 0.05)]));
        }
    }
    list.push(step(vec![ahead((go - 0.05).max(0.1))]));
    list
}

/// How near a unit goes to an enemy: shooters to their range, others to where they charge and are not charged first.
fn wanted_gap(body: &Body<'_>, enemy: &Body<'_>) -> f64 {
    if let Some(missile) = body.kit.missile.filter(|_| body.kit.shoots()) {
        return wab::tables::tables().missile(missile).range * 0.9;
    }
    let (mine, theirs) = (body.charge_move(), enemy.charge_move());
    if mine > theirs + 1.0 { theirs + 0.5 } else { (mine - 1.0).max(1.5) }
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
