//! Where ambushes lie: who is hidden, who could be, and what would find them.

use crate::board::zone::Zone;
use crate::board::{Board, land};
use crate::data::scale::{MM, NEAR};
use crate::data::tables::tables;
use crate::data::terrain::Terrain;
use table::{Piece, Rect};
use umpire::{Side, UnitId};

/// Whether a unit placed here could be in ambush: wholly in a wood no enemy is near (`toms.woods.hidden`).
pub fn may_hide(board: &Board<'_>, side: Side, base: &Rect) -> bool {
    let woods = land::pieces(board.ground(), Terrain::is_wood).filter(|wood| land::is_inside(wood, base));
    woods.into_iter().any(|wood| !is_watched(board, board.of_side(side.other()), wood))
}

/// Whether someone of a side could lie in ambush, for all that its enemy knows: a wood of its deployment area has no
/// enemy near. Whatever is decided while that is so is asked for, whether someone lies there or not.
pub fn may_lie(board: &Board<'_>, side: Side) -> bool {
    let Zone { low, high } = Zone::of(board, side);
    let in_zone = |wood: &&Piece| {
        let bounds = wood.shape.bounds();
        bounds.max.y > low * MM && bounds.min.y < high * MM
    };
    let mut woods = land::pieces(board.ground(), Terrain::is_wood).filter(in_zone);
    woods.any(|wood| !is_watched(board, board.enemies(side), wood))
}

/// Whether one of some units is near enough to a wood to find who hides there.
fn is_watched(board: &Board<'_>, mut enemies: impl Iterator<Item = UnitId>, wood: &Piece) -> bool {
    let near = tables().shooting.reveal + NEAR;
    enemies.any(|id| land::distance(wood, &board.rect(id)) <= near)
}

/// The units of a side that are hidden.
pub fn hidden(board: &Board<'_>, side: Side) -> Vec<UnitId> {
    board.of_side(side).filter(|&id| board.is_hidden(id)).collect()
}

/// Whether a hidden unit cannot stay hidden.
pub fn is_found(board: &Board<'_>, unit: UnitId) -> bool {
    !may_hide(board, board.side(unit), &board.rect(unit))
}

/// The woods that a unit lies wholly in.
fn hides_in<'a>(board: &Board<'a>, unit: UnitId) -> impl Iterator<Item = &'a Piece> {
    let hides = board.rect(unit);
    land::pieces(board.ground(), Terrain::is_wood).filter(move |wood| land::is_inside(wood, &hides))
}

/// The hidden enemies of a unit whom it would come near if it ran straight ahead.
pub fn found_along(board: &Board<'_>, runner: UnitId, length: f64) -> Vec<UnitId> {
    let base = board.rect(runner);
    let path = Rect {
        centre: base.centre + base.ahead * (length / 2.0),
        half_depth: base.half_depth + length / 2.0,
        ..base
    };
    let near = tables().shooting.reveal + NEAR;
    let is_near = |&id: &UnitId| hides_in(board, id).any(|wood| land::distance(wood, &path) <= near);
    hidden(board, board.side(runner).other()).into_iter().filter(is_near).collect()
}

/// How far a footprint may advance before it comes upon an ambush, if it does within a length
/// (`toms.turn.reveal`).
pub fn ahead(board: &Board<'_>, side: Side, base: &Rect, length: f64) -> Option<f64> {
    let lairs = hidden(board, side.other()).into_iter().flat_map(|unit| hides_in(board, unit));
    lairs.filter_map(|wood| comes_near(wood, base, length)).reduce(f64::min)
}

/// How far a footprint may advance before it comes near a wood, if it does within a length.
fn comes_near(wood: &Piece, base: &Rect, length: f64) -> Option<f64> {
    /// Into how many steps an inch of the way is divided; the step that comes near is then halved.
    const STEPS: f64 = 4.0;
    /// How often it is halved.
    const HALVINGS: u32 = 30;
    let near = tables().shooting.reveal;
    let gap = |t: f64| land::distance(wood, &base.moved(base.ahead * t)) - near;
    if gap(0.0) > length {
        return None;
    }
    let steps = (length * STEPS).ceil().max(1.0) as u32;
    let way = |i: u32| length * f64::from(i) / f64::from(steps);
    let first = (1..=steps).find(|&i| gap(way(i)) <= 0.0)?;
    let (mut low, mut high) = (if first == 1 { 0.0 } else { way(first - 1) }, way(first));
    for _ in 0..HALVINGS {
        let middle = (low + high) / 2.0;
        if gap(middle) <= 0.0 { high = middle } else { low = middle }
    }
    Some(high)
}
