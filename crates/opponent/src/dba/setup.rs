//! Setting up: terrain, edge, camp, deployment, exchanges.

use super::deploy;
use crate::Level;
use dba::Dba;
use dba::api::board::Step;
use dba::api::board::{Board, MM};
use dba::api::setup;
use dba::api::setup::Home;
use dice::Seeded;
use table::{Pose, TableEdge};
use umpire::{Command, OptionId, Side, View};

/// What a general decides before the first bound.
pub fn decide(level: Level, view: &View<Dba>, side: Side, whims: &mut Seeded) -> Command {
    match view.phase.step {
        // The umpire's map is as good as any for someone who does not yet know the edges.
        Step::Terrain => Command::Done,
        Step::Edge => Command::Choose(OptionId(edge(level, view, whims))),
        Step::Camp(_) => camp_place(view, side),
        Step::Deploy(_) => Command::Place(deploy::places(level, view, side)),
        Step::Swap if level == Level::Veteran => deploy::exchange(view, side),
        _ => Command::Done,
    }
}

/// The edge to come from: a veteran wants good going where it deploys.
fn edge(level: Level, view: &View<Dba>, whims: &mut Seeded) -> u16 {
    if level != Level::Veteran {
        return whims.below(TableEdge::ALL.len() as u32) as u16;
    }
    let board = Board::of(&view.book, &view.field, &view.phase);
    let hindrance = |edge: TableEdge| deploy::rough_slots(&board, edge);
    let best = TableEdge::ALL.iter().enumerate().min_by_key(|&(_, &edge)| hindrance(edge));
    best.map_or(0, |(i, _)| i as u16)
}

/// The camp goes to the middle of the edge, or as near to it as the ground allows.
fn camp_place(view: &View<Dba>, side: Side) -> Command {
    let board = Board::of(&view.book, &view.field, &view.phase);
    let home = Home::of(board.ground, view.phase.edges[side]);
    let (Some(rect), Some(unit)) = (setup::find(&board, &view.phase, side), board.followers[side]) else {
        return Command::Done;
    };
    Command::Place(vec![(unit, Pose::new(rect.centre * MM, home.ahead()))])
}
