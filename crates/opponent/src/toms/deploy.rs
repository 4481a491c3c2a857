//! Deployment: a line with the shooters before it, horse on the wings, engines behind.

use super::scene::Scene;
use table::{Facing, Vec2};
use toms::api::board::{MM, pose};
use toms::api::data::Body;
use umpire::{Command, Form, OptionId, UnitId};

/// How far the centres of neighbours are apart.
const FILE: f64 = 2.4;
/// How far from its own edge the front edges of the first line are.
const FRONT: f64 = 12.0;

/// A general joins the dearest unit he may lead.
pub fn general(scene: &Scene<'_>, form: Option<&Form>) -> Command {
    let Some(Form::Choose(choices)) = form else { return Command::Done };
    let worth = |i: &usize| choices[*i].units.first().map_or(0, |&id| scene.board.points(id));
    let best = (0..choices.len()).rev().max_by_key(worth).unwrap_or(0);
    Command::Choose(OptionId(best as u16))
}

/// A place for every unit.
pub fn places(scene: &Scene<'_>, form: Option<&Form>) -> Command {
    let Some(Form::Place { units, .. }) = form else { return Command::Done };
    let board = &scene.board;
    let mut line: Vec<UnitId> = Vec::new();
    let mut back: Vec<UnitId> = Vec::new();
    let mut wings: Vec<UnitId> = Vec::new();
    for &id in units {
        match board.profile(id).body {
            Body::Engine => back.push(id),
            Body::Mounted => wings.push(id),
            _ => line.push(id),
        }
    }
    // Horse goes to the two ends in turn.
    for (i, id) in wings.into_iter().enumerate() {
        if i % 2 == 0 { line.push(id) } else { line.insert(0, id) }
    }
    // A line too long for the table goes on behind itself.
    let width = board.ground().width() / MM;
    let room = (width / FILE) as usize - 1;
    let mut rows: Vec<Vec<UnitId>> = line.chunks(room.max(1)).map(<[UnitId]>::to_vec).collect();
    if !back.is_empty() {
        rows.push(back);
    }
    let mut places = Vec::new();
    let mut front = FRONT;
    for row in rows {
        let deepest = row.iter().map(|&id| depth(scene, id)).fold(0.0, f64::max);
        let start = width / 2.0 - FILE * (row.len() as f64 - 1.0) / 2.0;
        for (i, id) in row.into_iter().enumerate() {
            let y = front - depth(scene, id) / 2.0;
            places.push((id, at(scene, Vec2::new(start + FILE * i as f64, y))));
        }
        front -= deepest + 0.3;
    }
    Command::Place(places)
}

fn depth(scene: &Scene<'_>, id: UnitId) -> f64 {
    scene.board.field.unit(id).formation.depth() / MM
}

/// A place seen from the own edge, as the table has it.
fn at(scene: &Scene<'_>, p: Vec2) -> table::Pose {
    if scene.board.phase.south == scene.side {
        pose(p, Facing::NORTH)
    } else {
        let ground = scene.board.ground();
        pose(Vec2::new(ground.width() / MM - p.x, ground.depth() / MM - p.y), Facing::SOUTH)
    }
}
