//! The chapters of the book, one by one, on small boards.

mod combat;
mod desk;
mod flight;
mod geometry;
mod outcome;
mod passing;
mod rates;
mod recoil;

use crate::Dba;
use crate::board::Base;
use crate::data::scale::MM;
use crate::data::tables::Terrain;
use crate::data::troop::Troop;
use crate::house::House;
use table::{Facing, Ground, KindId, Piece, Point, Polygon, Rect, Shape, Vec2};
use umpire::{Side, UnitId};

/// A base of a side at a place, in paces.
fn base(id: u16, side: Side, troop: Troop, [x, y]: [f64; 2], facing: f64) -> Base {
    let depth = f64::from(House::default().depth(troop));
    let facing = Facing::degrees(facing);
    let rect = Rect::new(Vec2::new(x, y), facing, 160.0, depth);
    Base { id: UnitId(id), side, troop, general: false, rect, facing }
}

fn red(id: u16, troop: Troop, at: [f64; 2], facing: f64) -> Base {
    base(id, Side::Red, troop, at, facing)
}

fn blue(id: u16, troop: Troop, at: [f64; 2], facing: f64) -> Base {
    base(id, Side::Blue, troop, at, facing)
}

/// A book with some house rules changed.
fn house(change: impl FnOnce(&mut House)) -> Dba {
    let mut house = House::default();
    change(&mut house);
    Dba::new(house)
}

/// A bare table of the usual size.
fn bare() -> Ground {
    Ground::bare(2400.0 * MM, 2400.0 * MM)
}

/// A table with one upright rectangle of terrain.
fn with(terrain: Terrain, [west, south]: [f64; 2], [east, north]: [f64; 2]) -> Ground {
    let corners = [[west, south], [east, south], [east, north], [west, north]];
    let corners = corners.map(|[x, y]| Point::round(Vec2::new(x, y) * MM));
    let shape = Shape::Area(Polygon::new(&corners).expect("a rectangle"));
    let piece = Piece { id: "piece".into(), kind: KindId(terrain as u8), shape, crest: None };
    Ground { pieces: vec![piece], ..bare() }
}

/// Whether a base stands at a place, facing so.
fn stands(base: &Base, [x, y]: [f64; 2], facing: f64) -> bool {
    base.rect.centre.distance(Vec2::new(x, y)) < 1e-6 && base.facing == Facing::degrees(facing)
}
