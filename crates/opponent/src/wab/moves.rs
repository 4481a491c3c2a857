//! Moves of a steady general: the line goes forward to where it can charge, and no nearer than it likes.

use super::clash::{Clash, Meeting, ROUGH, worth};
use super::scene::Scene;
use super::{Judged, judged};
use table::{Facing, Point, Rect};
use umpire::{Command, Step, UnitId};
use wab::armour::Face;
use wab::board::{Board, Body};
use wab::charge::{wheel, wheel_cost};
use wab::declare;
use wab::remaining::{self, manner};
use wab::tables::Going;
use wab::terrain::{self, MM};
use wab::touch::in_arc;
use wab::walk::can_march;

/// How many enemies a unit looks at closely.
const CLOSELY: usize = 3;
/// Beyond this an enemy is only marched at.
const FAR: f64 = 22.0;
/// Further off its line than this an enemy is wheeled at.
const ASKEW: f64 = 25.0;

/// The next unit's move; who is best where it stands is told to stand.
pub(super) fn next(scene: &Scene<'_>) -> Option<Judged> {
    let judged = |wish: Command| judged(scene.view, scene.side, wish);
    let mover = |body: &Body<'_>| {
        let wishes = wishes(scene, body).into_iter().chain([stand(body)]);
        wishes.into_iter().find_map(judged)
    };
    let movers = foremost_first(scene.board, &remaining::movers(scene.board));
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
pub(super) fn wishes(scene: &Scene<'_>, body: &Body<'_>) -> Vec<Command> {
    let board = scene.board;
    if body.kit.character {
        return join(board, body);
    }
    if let Some(turn) = threatened(board, body) {
        return face_about(body, turn);
    }
    let Some(aim) = aim(scene, body) else { return Vec::new() };
    let turn = body.facing.turn_to(Facing::of(aim.enemy.rect.centre - body.rect.front_mid()));
    let room = aim.far - aim.stop;
    if room < 0.3 {
        return face_about(body, turn);
    }
    let ways = ways(board, body);
    let mut list: Vec<(f64, Command)> = ways
        .into_iter()
        .flat_map(|(way, allowance)| toward(board, body, way, turn, room, allowance))
        .collect();
    list.sort_by(|a, b| b.0.total_cmp(&a.0));
    list.into_iter().map(|(_, command)| command).collect()
}

/// The ways a unit may go, and how far each goes.
pub(super) fn ways(board: &Board<'_>, body: &Body<'_>) -> Vec<(u8, f64)> {
    let march = can_march(board, body, false) && !body.skirmishes();
    let march = march.then_some((manner::MARCH, 2.0 * body.movement()));
    [(manner::MOVE, body.movement())].into_iter().chain(march).collect()
}

/// How far a unit gets straight ahead from a footprint: no march goes into bad ground, and other moves pay for it.
pub(super) fn affords(board: &Board<'_>, body: &Body<'_>, from: &Rect, way: u8, most: f64) -> f64 {
    let features = &board.book.features;
    if way == manner::MARCH {
        let first = terrain::stretches(features, from, from.ahead, most).into_iter().next();
        return first.map_or(0.0, |(to, going)| if going == Going::Normal { to } else { 0.0 });
    }
    terrain::afford(features, from, from.ahead, most, most, body.order())
}

/// Whom a unit makes for, and how near it goes.
pub(super) struct Aimed<'a> {
    /// The enemy.
    pub enemy: &'a Body<'a>,
    /// How far it is.
    pub far: f64,
    /// How near the unit goes.
    pub stop: f64,
    /// What charging it seems to be worth, and being charged by it; nothing where it was not looked at.
    pub seems: Option<[f64; 2]>,
}

/// Whom a unit makes for: shooters the nearest enemy, others the one it would best charge.
pub(super) fn aim<'a>(scene: &Scene<'a>, body: &Body<'_>) -> Option<Aimed<'a>> {
    let board = scene.board;
    if let Some(missile) = body.kit.missile.filter(|_| body.kit.shoots()) {
        let (enemy, far) = board.nearest_enemy(body)?;
        let stop = wab::tables::tables().missile(missile).range * scene.stance.range;
        return Some(Aimed { enemy, far, stop, seems: None });
    }
    let stands = |e: &&Body<'_>| !e.state.fleeing && !e.skirmishes() && !e.kit.character;
    let mut near: Vec<(&Body<'_>, f64)> =
        board.enemies(body.side).filter(stands).map(|e| (e, body.distance(e))).collect();
    near.sort_by(|a, b| a.1.total_cmp(&b.1));
    near.truncate(CLOSELY);
    let &(nearest, far) = near.first()?;
    if far > FAR {
        return Some(Aimed { enemy: nearest, far, stop: FAR - 6.0, seems: None });
    }
    let stake = worth(board, body);
    let looked = near.into_iter().map(|(e, far)| (e, far, seems(scene, body, e)));
    let better = |far: f64, [charging, _]: [f64; 2]| charging - 0.015 * stake * far;
    let best = looked.max_by(|a, b| better(a.1, a.2).total_cmp(&better(b.1, b.2)));
    let (enemy, far, seems) = best?;
    let stop = wanted_gap(scene, body, enemy, seems);
    Some(Aimed { enemy, far, stop, seems: Some(seems) })
}

/// What charging an enemy seems to be worth, and being charged by it.
fn seems(scene: &Scene<'_>, body: &Body<'_>, enemy: &Body<'_>) -> [f64; 2] {
    let value = |m: Meeting| Clash::new(scene, ROUGH, vec![m]).value(scene.side, body.id);
    let face = declare::face(scene.board, body, enemy);
    let charging = value(Meeting::square(body, enemy, face));
    let comes = !scene.board.phase.is_engaged(enemy.id);
    [charging, if comes { value(Meeting::square(enemy, body, Face::Front)) } else { 0.0 }]
}

/// How near a unit goes to an enemy: to where it can charge, if that seems good; out of the enemy's reach, if not.
fn wanted_gap(scene: &Scene<'_>, body: &Body<'_>, enemy: &Body<'_>, [charging, charged]: [f64; 2]) -> f64 {
    let (mine, theirs) = (body.charge_move(), enemy.charge_move());
    let (ready, safe) = ((mine - scene.stance.ready).max(1.5), theirs + scene.stance.keep);
    let engaged = scene.board.phase.is_engaged(enemy.id);
    if scene.is_won() {
        return safe + 2.0;
    }
    let must = scene.late > 0.3 && scene.scales.ahead < 1.0;
    let dares = if must { -0.3 * worth(scene.board, body) } else { 0.0 };
    let good = charging > dares && (engaged || must || charging + 0.4 * charged > 0.0);
    match good {
        true if mine > theirs + 1.0 && !engaged => (theirs + 0.5).min(ready),
        true => ready,
        false => safe,
    }
}

/// How far a unit must turn to face an enemy who could charge its flank or rear, if nobody could charge its front.
fn threatened(board: &Board<'_>, body: &Body<'_>) -> Option<f64> {
    if body.skirmishes() {
        return None;
    }
    let comes = |e: &&Body<'_>| {
        !e.state.fleeing
            && !e.skirmishes()
            && !board.phase.is_engaged(e.id)
            && e.distance(body) <= e.charge_move() + 0.5
            && body.rect.corners().into_iter().any(|p| in_arc(&e.rect, p))
    };
    let coming: Vec<&Body<'_>> = board.enemies(body.side).filter(comes).collect();
    if coming.iter().any(|e| declare::face(board, e, body) == Face::Front) {
        return None;
    }
    let nearest = coming.into_iter().min_by(|a, b| a.distance(body).total_cmp(&b.distance(body)))?;
    Some(body.facing.turn_to(Facing::of(nearest.rect.centre - body.rect.centre)))
}

/// A turn towards an enemy that is well off the line: about, if it is behind, or a wheel as far as the move goes.
fn face_about(body: &Body<'_>, turn: f64) -> Vec<Command> {
    if turn.abs() < ASKEW || body.skirmishes() {
        return Vec::new();
    }
    let most = body.movement() / wheel_cost(&body.rect, 1.0);
    let wheeled = |share: f64| wheel_and_go(body, manner::MOVE, share * turn.clamp(-most, most), 0.0);
    let about =
        Command::Move { manner: manner::MOVE, units: vec![body.id], path: vec![Step::Turn(Facing::SOUTH)] };
    let about = Some(about).filter(|_| turn.abs() > 120.0);
    about.into_iter().chain([wheeled(1.0), wheeled(0.5)]).collect()
}

/// A move that wheels by so many degrees and goes on so far.
fn wheel_and_go(body: &Body<'_>, way: u8, turn: f64, far: f64) -> Command {
    let mut path = Vec::new();
    if turn != 0.0 {
        let angle = Facing::degrees(turn.abs() - 0.1);
        path.push(if turn < 0.0 { Step::WheelLeft(angle) } else { Step::WheelRight(angle) });
    }
    if far > 0.0 {
        path.push(Step::Forward((far * MM * Point::PER_MM) as i32));
    }
    Command::Move { manner: way, units: vec![body.id], path }
}

/// A wheel towards the enemy, whole, half or none, and then forward: each with how far it brings the unit nearer.
fn toward(
    board: &Board<'_>,
    body: &Body<'_>,
    way: u8,
    turn: f64,
    room: f64,
    allowance: f64,
) -> Vec<(f64, Command)> {
    let turn = turn.clamp(-60.0, 60.0);
    let mut list = Vec::new();
    for share in [1.0, 0.5, 0.0] {
        let wheel_by = if body.skirmishes() { 0.0 } else { share * turn };
        if share > 0.0 && wheel_by.abs() < 8.0 {
            continue;
        }
        let left = allowance - wheel_cost(&body.rect, wheel_by);
        if left < 0.3 {
            continue;
        }
        let (from, _) = wheel(&body.rect, body.facing, wheel_by);
        let most = affords(board, body, &from, way, left).min(room) - 0.05;
        // Going astray brings it nearer by so much less.
        let astray = (turn - wheel_by).abs() / 90.0;
        for part in [1.0, 0.7, 0.4] {
            let far = most * part;
            if far >= 0.3 {
                list.push((far * (1.0 - astray * astray), wheel_and_go(body, way, wheel_by, far)));
            }
        }
    }
    list
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
