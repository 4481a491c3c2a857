//! The usual deployment: light troops in front, foot in the middle, horse on the wings, the general behind.

use crate::Wrg1969;
use crate::data::kit::Role;
use crate::data::measure::MM;
use table::{Facing, Pose, Vec2};
use umpire::{Field, Side, UnitId};

/// The room between two units, in inches.
const GAP: f64 = 1.0;
/// How far behind the front of the zone the front of each line is.
const LINES: [f64; 3] = [0.0, 3.0, 8.0];
/// How far from the base edge the generals are.
const GENERALS: f64 = 2.0;

/// Where a side's units and generals stand if nobody says otherwise; red's drawing up turned about is blue's.
pub fn usual(book: &Wrg1969, field: &Field, side: Side) -> Deployment {
    let depth = book.zones[side];
    let mut deployment = Vec::new();
    for (units, behind) in lines(book, field, side).iter().zip(LINES) {
        let mut x = (book.size.x - width(field, units)) / 2.0;
        for &unit in units {
            let block = field.unit(unit).formation;
            let (wide, deep) = (block.width() / MM, block.depth() / MM);
            let y = (depth - behind - deep / 2.0).max(deep / 2.0);
            deployment.push((unit, pose(book, side, Vec2::new(x + wide / 2.0, y))));
            x += wide + GAP;
        }
    }
    let generals = to_place(book, field, side).into_iter().filter(|&id| !book.kit(id).is_troops());
    for (n, general) in generals.enumerate() {
        let x = book.size.x / 2.0 + 10.0 * n as f64;
        deployment.push((general, pose(book, side, Vec2::new(x.min(book.size.x - 5.0), GENERALS))));
    }
    deployment
}

/// A place as red sees it from the south edge, and blue from the north.
fn pose(book: &Wrg1969, side: Side, at: Vec2) -> Pose {
    match side {
        Side::Red => Pose::new(at * MM, Facing::NORTH),
        Side::Blue => Pose::new((book.size - at) * MM, Facing::SOUTH),
    }
}

/// How wide units are beside each other, with the room between them.
fn width(field: &Field, units: &[UnitId]) -> f64 {
    let wide: f64 = units.iter().map(|&id| field.unit(id).formation.width() / MM + GAP).sum();
    (wide - GAP).max(0.0)
}

/// The three lines from left to right; who has no room in the main line stands behind it.
fn lines(book: &Wrg1969, field: &Field, side: Side) -> [Vec<UnitId>; 3] {
    let troops = || to_place(book, field, side).into_iter().filter(|&id| book.kit(id).is_troops());
    let troop = |id: &UnitId| book.kit(*id).troop;
    let room = book.size.x - 2.0 * GAP;
    let mut front: Vec<UnitId> =
        troops().filter(|id| troop(id).is_light() && troop(id).is_infantry()).collect();
    let horse: Vec<UnitId> = troops().filter(|id| troop(id).is_cavalry() || troop(id).is_chariot()).collect();
    let mut main: Vec<UnitId> = troops().filter(|id| !front.contains(id) && !horse.contains(id)).collect();
    let mut behind = Vec::new();
    let (left, right) = horse.split_at(horse.len() / 2);
    let wings = width(field, left) + width(field, right) + 2.0 * GAP;
    while main.len() > 1 && width(field, &main) + wings > room {
        behind.extend(main.pop());
    }
    while front.len() > 1 && width(field, &front) > room {
        behind.extend(front.pop());
    }
    let main = left.iter().copied().chain(main).chain(right.iter().copied()).collect();
    [front, main, behind]
}

/// A checked deployment: where each of a side's units and generals stands.
pub type Deployment = Vec<(UnitId, Pose)>;

/// Whom a side places: units and generals; messengers go with their generals, and parts of units are in them.
pub fn to_place(book: &Wrg1969, field: &Field, side: Side) -> Vec<UnitId> {
    let placed = |id: UnitId| book.kit(id).role != Role::Messenger && !book.kit(id).detached;
    field.ids().filter(|&id| field.side(id) == side && placed(id)).collect()
}
