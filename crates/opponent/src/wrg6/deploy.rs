//! Setting up: what terrain to name, and where everyone stands.

use table::{Point, Vec2};
use umpire::{Command, Piece, Place, Side, UnitId};
use wrg6::api::board::Board;
use wrg6::api::board::Step;
use wrg6::api::data::Land;
use wrg6::api::orders::{Area, Order};
use wrg6::api::setup;

/// The command for a part of the set-up; nothing if it is no such part.
pub fn decide(board: Board<'_>, side: Side) -> Option<Command> {
    match board.phase.step {
        Step::Terrain(_) => Some(terrain(board, side)),
        Step::Deploy(_) => Some(Command::Place(setup::drawn_up(board, side))),
        _ => None,
    }
}

fn mine(board: Board<'_>, side: Side) -> impl Iterator<Item = UnitId> {
    board.field.ids().filter(move |&id| board.side(id) == side)
}

/// An army of foot names rough ground on both wings, where horse would come; others want none.
fn terrain(board: Board<'_>, side: Side) -> Command {
    let figures = |mounted: bool| -> u32 {
        let of = mine(board, side).filter(|&id| board.kit(id).troop.is_mounted() == mounted);
        of.map(|id| u32::from(board.strength(id))).sum()
    };
    let named = board.phase.named[side];
    if figures(false) < 3 * figures(true) || named >= 2 {
        return Command::Done;
    }
    let ground = board.field.ground();
    let third = ground.width() / 3.0;
    let x = if named == 0 { third / 2.0 } else { ground.width() - third / 2.0 };
    let y = ground.depth() / 2.0 + if side == Side::Red { -120.0 } else { 120.0 };
    let corners = [(-150.0, -80.0), (150.0, -80.0), (150.0, 80.0), (-150.0, 80.0)];
    let points = corners.map(|(dx, dy)| Point::round(Vec2::new(x + dx, y + dy))).to_vec();
    Command::Lay(vec![Piece { kind: Land::Rough as u8, points, width: None }])
}

/// The area for a body that is still to be placed: one light body of an army with much horse marches round a flank.
pub fn area(board: Board<'_>, id: UnitId, now: Order) -> Area {
    if board.field.unit(id).place != Place::Waiting {
        return now.area;
    }
    let side = board.side(id);
    let rides = |id: &UnitId| board.kit(*id).troop.is_mounted();
    let marcher = mine(board, side).filter(rides).find(|&id| board.kit(id).troop.is_light());
    let enough = mine(board, side).filter(rides).count() >= 4;
    match now.area {
        Area::Left if enough && marcher == Some(id) => Area::LeftFlank,
        Area::Right if enough && marcher == Some(id) => Area::RightFlank,
        area => area,
    }
}
