//! Where a general puts his units: foot in the middle, horse on the wings, skirmishers in front.

use table::{Facing, Pose, Vec2};
use umpire::{Command, Field, Side, UnitId};
use wab::api::board::{Board, footprint};
use wab::api::data::MM;
use wab::api::data::Troop;

/// A place for the next unit: the first free one, from where its kind belongs outwards.
pub(super) fn place(board: &Board<'_>, field: &Field, side: Side, units: &[UnitId]) -> Command {
    let Some(&id) = units.first() else { return Command::Done };
    let (kit, state, unit) = (board.book.kit(id), board.phase.unit(id), field.unit(id));
    let size = footprint(kit, state, unit.formation.figures, unit.formation.files, unit.pose);
    let (table, zone) = (board.book.size, board.book.zone);
    let facing = if board.phase.south == side { Facing::NORTH } else { Facing::SOUTH };
    let front = if kit.skirmishes() {
        zone - 0.3
    } else if kit.character {
        zone * 0.45
    } else {
        zone - 3.0
    };
    let middle = match kit.troop {
        Troop::Cavalry | Troop::LightChariot | Troop::HeavyChariot => {
            if id.0 % 2 == 0 {
                table.x * 0.15
            } else {
                table.x * 0.85
            }
        }
        _ => table.x / 2.0,
    };
    let depths = (0..4).map(|i| front - f64::from(i) * 2.5);
    let along = (0..160).map(|i| f64::from((i + 1) / 2) * if i % 2 == 0 { 0.5 } else { -0.5 });
    let across: Vec<f64> = along.map(|off| middle + off).collect();
    for front in depths {
        for &x in &across {
            let y = front - size.half_depth;
            let y = if board.phase.south == side { y } else { table.y - y };
            let pose = Pose::new(Vec2::new(x, y) * MM, facing);
            let rect = footprint(kit, state, unit.formation.figures, unit.formation.files, pose);
            let inside = x - size.half_width >= 0.0 && x + size.half_width <= table.x;
            let deep = front - 2.0 * size.half_depth >= 0.0;
            let clear = board.bodies.iter().all(|b| table::distance(&b.rect, &rect) >= 0.1);
            if inside && deep && clear && !board.is_closed(&rect, kit.troop) {
                return Command::Place(vec![(id, pose)]);
            }
        }
    }
    Command::Done
}
