//! The ground: going, roads, rivers, hills, sight.
//!
//! The table keeps its terrain in millimetres and the board counts paces: `on_ground` is the one way across.

use crate::board::{Base, Board};
use crate::data::scale::{MM, NEAR};
use crate::data::tables::{Hides, Terrain, TerrainGoing, tables};
use crate::data::troop::{Going, Troop};
use table::{Band, Foothold, Piece, Polygon, Rect, Shape, Solid, Vec2};

/// More than one square pace of a piece under a base counts; a river counts where it is deeper than a touch.
pub(crate) const FOOTHOLD: Foothold = Foothold { area: MM * MM, depth: NEAR * MM };
/// A base goes along a road when its facing is within 15 degrees of it: their cosine is at least this.
const ALONG: f64 = 0.965_925_826_289_068_3;
/// The same footprint in the table's millimetres.
fn on_ground(rect: &Rect) -> Rect {
    Rect {
        centre: rect.centre * MM,
        half_width: rect.half_width * MM,
        half_depth: rect.half_depth * MM,
        ..*rect
    }
}

/// What a piece of terrain is.
pub fn terrain(piece: &Piece) -> Terrain {
    Terrain::ALL[usize::from(piece.kind.0)]
}

/// Whether a kind of terrain is bad going to a troop type (`dba.terrain.classes`).
#[inline]
pub fn bad(terrain: Terrain, troop: Troop) -> bool {
    terrain.going(troop) == TerrainGoing::Bad
}

/// Whether a troop type has no bad-going rate and keeps to roads there (`dba.move.unable`).
#[inline]
pub fn shuns_bad_going(troop: Troop) -> bool {
    tables().troop(troop).bad.is_none()
}

/// Whether any piece under a footprint answers to a question.
#[inline]
fn any_under(board: &Board<'_>, rect: &Rect, mut asked: impl FnMut(Terrain) -> bool) -> bool {
    let ground = board.ground;
    if ground.pieces.is_empty() {
        return false;
    }
    let rect = on_ground(rect);
    let around = rect.bounds();
    ground.pieces.iter().any(|piece| {
        piece.shape.bounds().meets(&around)
            && asked(terrain(piece))
            && piece.shape.lies_under(&rect, FOOTHOLD)
    })
}

/// The going under a footprint: bad if more than one square pace of it is, even on a road (`dba.terrain.in`).
pub fn going(board: &Board<'_>, rect: &Rect, troop: Troop) -> Going {
    if any_under(board, rect, |t| bad(t, troop)) { Going::Bad } else { Going::Good }
}

/// The going an element is in: good for one that occupies a camp (`dba.camp.going`).
pub fn going_of(board: &Board<'_>, base: &Base) -> Going {
    if board.camp_of(base.id).is_some() {
        return Going::Good;
    }
    going(board, &base.rect, base.troop)
}

/// Whether any part of a footprint is in a river, on a road or not.
pub fn in_river(board: &Board<'_>, rect: &Rect) -> bool {
    any_under(board, rect, |t| t == Terrain::River)
}

/// Whether any part of a footprint is in impassable ground.
pub fn in_waterway(board: &Board<'_>, rect: &Rect) -> bool {
    any_under(board, rect, |t| t == Terrain::Waterway)
}

/// Whether a troop type may stand at a footprint: not in a waterway; guns and wagons in bad going only along a road.
pub fn may_enter(board: &Board<'_>, rect: &Rect, troop: Troop) -> bool {
    let shuns = shuns_bad_going(troop);
    let barred = |t: Terrain| t == Terrain::Waterway || (shuns && bad(t, troop));
    !any_under(board, rect, barred)
        || (shuns && !in_waterway(board, rect) && road_under(board, rect).is_some())
}

/// Whether a troop type may be pushed or driven straight from a footprint by a way, over ground it may enter.
pub fn may_cross(board: &Board<'_>, from: &Rect, by: Vec2, troop: Troop) -> bool {
    if board.ground.pieces.is_empty() {
        return true;
    }
    let path = table::swept(&on_ground(from), by * MM);
    let shuns = shuns_bad_going(troop) && road_under(board, from).is_none();
    let barred = |t: Terrain| t == Terrain::Waterway || (shuns && bad(t, troop));
    !board.ground.under(&path, FOOTHOLD).any(|piece| barred(terrain(piece)))
}

/// Whether a piece of terrain matters to the moves of a troop type.
pub(crate) fn matters(piece: &Piece, troop: Troop) -> bool {
    let terrain = terrain(piece);
    matches!(terrain, Terrain::Road | Terrain::River | Terrain::Waterway) || bad(terrain, troop)
}

/// Whether a footprint may come onto a piece of terrain on a straight way: surely not if its path stays clear.
pub(crate) fn may_tread(piece: &Piece, from: &Rect, by: Vec2) -> bool {
    let path = table::swept(&on_ground(from), by * MM);
    match &piece.shape {
        Shape::Area(area) => area.meets(&path),
        // One may stand on a road by the width of a touch.
        Shape::Band(band) => band.penetration(&path) >= -2.0 * NEAR * MM,
    }
}

/// The road, by its number among the pieces, that a footprint goes along: the middle of its front edge lies on it
/// and it faces along it, either way, within 15 degrees (`dba.move.road`).
pub fn road_under(board: &Board<'_>, rect: &Rect) -> Option<usize> {
    let at = rect.front_mid() * MM;
    board.ground.pieces.iter().position(|piece| match &piece.shape {
        Shape::Band(road) if terrain(piece) == Terrain::Road => {
            road.bounds().contains(at) && runs_along(road, at, rect.ahead)
        }
        _ => false,
    })
}

fn runs_along(road: &Band, at: Vec2, ahead: Vec2) -> bool {
    let half = road.width() / 2.0 + NEAR * MM;
    road.segments().any(|[a, b]| {
        let along = b - a;
        table::distance_to_segment(at, [a, b]) <= half && along.dot(ahead).abs() >= ALONG * along.len()
    })
}

/// Whether an element goes along a road as it stands.
pub fn on_road(board: &Board<'_>, base: &Base) -> bool {
    road_under(board, &base.rect).is_some()
}

/// How far a footprint goes in a direction (of unit length) before it meets a waterway, or a river off road that
/// it does not already stand in; `length` if it meets none.
pub fn run(board: &Board<'_>, from: &Rect, direction: Vec2, length: f64) -> f64 {
    if board.ground.pieces.is_empty() {
        return length;
    }
    let base = on_ground(from);
    let along_road = |far: f64| {
        let there = Rect { ahead: direction, ..from.moved(direction * (far / MM)) };
        road_under(board, &there).is_some()
    };
    let mut free = length * MM;
    for piece in &board.ground.pieces {
        let met = match (&piece.shape, terrain(piece)) {
            (shape, Terrain::Waterway) => table::cast_to_shape(&base, direction, free, shape, FOOTHOLD.depth),
            (shape, Terrain::River) if !shape.lies_under(&base, FOOTHOLD) => {
                table::cast_to_shape(&base, direction, free, shape, FOOTHOLD.depth)
                    .filter(|&far| !along_road(far))
            }
            _ => None,
        };
        free = met.unwrap_or(free);
    }
    free / MM
}

/// The height of the ground at a point, from 0 on the level to 1 on a crest (`dba.terrain.hills`).
pub fn height(board: &Board<'_>, p: Vec2) -> f64 {
    let p = p * MM;
    hills(board).map(|(piece, _)| piece.height(p)).fold(0.0, f64::max)
}

fn hills<'a>(board: &Board<'a>) -> impl Iterator<Item = (&'a Piece, &'a Polygon)> {
    board.ground.pieces.iter().filter_map(|piece| match (&piece.shape, terrain(piece)) {
        (Shape::Area(area), Terrain::GentleHill | Terrain::SteepHill) => Some((piece, area)),
        _ => None,
    })
}

/// Whether an element is uphill of an enemy: part of its front edge on a hill and its centre the higher.
pub fn uphill(board: &Board<'_>, base: &Base, enemy: &Base) -> bool {
    let edge = [base.rect.fl() * MM, base.rect.fr() * MM];
    let on_hill = hills(board).any(|(_, hill)| {
        table::Bounds::of(&edge).is_some_and(|b| b.meets(hill.bounds()))
            && hill.length_inside(edge) > NEAR * MM
    });
    on_hill && height(board, base.rect.centre) - height(board, enemy.rect.centre) >= tables().level
}

/// Whether an element defends a river bank against an enemy (`dba.tactical.bank`): no part of it in the river,
/// facing it, its whole front edge within 80 of it and off any road that crosses; the enemy partly in the river.
pub fn defends_bank(board: &Board<'_>, base: &Base, enemy: &Base) -> bool {
    let pieces = &board.ground.pieces;
    pieces.iter().filter(|p| terrain(p) == Terrain::River).any(|piece| {
        let Shape::Band(river) = &piece.shape else { return false };
        let (us, them) = (on_ground(&base.rect), on_ground(&enemy.rect));
        river.overlaps(&them, FOOTHOLD.depth)
            && !river.overlaps(&us, FOOTHOLD.depth)
            && lines_bank(&us, river)
            && !pieces.iter().any(|road| is_crossing_under(road, river, &us))
    })
}

/// Whether a front edge looks at a river and lies along its bank.
fn lines_bank(base: &Rect, river: &Band) -> bool {
    let reach = river.width() / 2.0 + (tables().tactical.bank_within + NEAR) * MM;
    let front = base.edge(table::Edge::Front);
    let near = |i: u8| river.along(front[0].lerp(front[1], f64::from(i) / 4.0)).distance <= reach;
    let middle = base.front_mid();
    (river.along(middle).at - middle).dot(base.ahead) > 0.0 && (0..=4).all(near)
}

/// Whether a front edge stands on a road that bridges or fords a river.
fn is_crossing_under(road: &Piece, river: &Band, base: &Rect) -> bool {
    match &road.shape {
        Shape::Band(band) if terrain(road) == Terrain::Road => {
            let front = table::Convex::segment(base.edge(table::Edge::Front));
            band.overlaps(&front, FOOTHOLD.depth) && !band.crossings(river).is_empty()
        }
        _ => false,
    }
}

/// Whether one can see from a point to another (`dba.terrain.sight`); elements in between do not matter here.
pub fn sight(board: &Board<'_>, from: Vec2, to: Vec2) -> bool {
    board.ground.pieces.is_empty() || is_clear(board, from, to)
}

fn is_clear(board: &Board<'_>, from: Vec2, to: Vec2) -> bool {
    let line = [from * MM, to * MM];
    let Some(around) = table::Bounds::of(&line) else { return true };
    let mut thicket = 0.0;
    for piece in board.ground.pieces.iter().filter(|p| p.shape.bounds().meets(&around)) {
        let Shape::Area(area) = &piece.shape else { continue };
        match terrain(piece).hides() {
            Some(Hides::Crown) => {
                let on_crown = line.iter().any(|&end| area.shrunk_contains(tables().crown, end));
                if !on_crown && area.shrunk_meets(tables().crown, line) {
                    return false;
                }
            }
            Some(Hides::Inside) => thicket += area.length_inside(line),
            None => {}
        }
    }
    thicket <= tables().sight_inside * MM
}

/// Whether an element lies wholly in a camp, woods, oasis or marsh (`dba.pips.secluded`).
pub fn secluded(board: &Board<'_>, base: &Base) -> bool {
    if board.camp_of(base.id).is_some() {
        return true;
    }
    let rect = on_ground(&base.rect);
    let whole = 4.0 * rect.half_width * rect.half_depth;
    board.ground.pieces.iter().any(|piece| match &piece.shape {
        Shape::Area(area) if tables().pips.secluded_in.contains(&terrain(piece)) => {
            area.bounds().meets(&rect.bounds()) && area.overlap_area(&rect) >= whole - FOOTHOLD.area
        }
        _ => false,
    })
}

/// Whether a footprint lies wholly on the table.
pub fn on_table(board: &Board<'_>, rect: &Rect) -> bool {
    board.ground.on_table(&on_ground(rect), NEAR * MM)
}
