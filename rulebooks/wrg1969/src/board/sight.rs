//! Who sees whom and what (`wrg1969.geo.sight`, `wrg1969.geo.levels`).

use crate::board::{Board, Body};
use crate::data::feature::{Feature, Kind, Outline, holds};
use crate::data::measure::{in_mils, within};
use table::{Bounds, Polygon, Vec2, nearest_on_segment};
use umpire::{Side, UnitId};

/// How far one sees into a wood or a village, and out of it.
const INTO_COVER: f64 = 2.0;
/// How near an enemy finds a unit hidden in cover.
const FINDS: f64 = 5.0;
/// How near the edge a unit in cover shows itself.
const SHOWS: f64 = 1.0;
/// So much more is more, whatever the last digits say.
const PLAINLY: f64 = 0.01;

/// Whether one body sees another: the line from its standard to the nearest part of the other is free.
pub fn sees(board: &Board<'_>, from: &Body<'_>, to: &Body<'_>) -> bool {
    finds(board, from, to, Hiding::of(board, to))
}

/// Where a body may be hidden.
#[derive(Clone, Copy)]
struct Hiding<'a> {
    /// The cover that it stands wholly inside.
    lair: Option<&'a Feature>,
    /// Whether it keeps out of sight there.
    hides: bool,
}

impl<'a> Hiding<'a> {
    fn of(board: &Board<'a>, body: &Body<'_>) -> Self {
        let lair = lair(board, body);
        Hiding { lair, hides: lair.is_some_and(|cover| !shows_itself(board, body, cover)) }
    }
}

fn finds(board: &Board<'_>, from: &Body<'_>, to: &Body<'_>, hiding: Hiding<'_>) -> bool {
    let eye = from.standard();
    let seen = nearest_part(to, eye);
    if hiding.hides && from.side != to.side {
        return within(eye.distance(seen), FINDS);
    }
    // One who shows himself at the edge is looked for there, not in the depth.
    open_line(board, [eye, seen], hiding.lair)
}

/// Whether a body sees a place.
pub fn sees_point(board: &Board<'_>, from: &Body<'_>, place: Vec2) -> bool {
    open_line(board, [from.standard(), place], None)
}

/// Whether a body sees any of a feature: its nearest part, its middle or a corner.
pub fn sees_feature(board: &Board<'_>, from: &Body<'_>, feature: &Feature) -> bool {
    let eye = from.standard();
    let free = |p: Vec2| open_line(board, [eye, p], Some(feature));
    free(nearest_point(feature, eye)) || free(feature.centre()) || corners(feature).any(free)
}

/// Whether no enemy on the table sees a unit.
pub fn hidden(board: &Board<'_>, unit: UnitId) -> bool {
    board.body(unit).is_some_and(|body| !seen_by(board, body, body.side.other()))
}

/// Whether any unit, engine or rider of a side sees a body.
pub fn seen_by(board: &Board<'_>, body: &Body<'_>, side: Side) -> bool {
    let hiding = Hiding::of(board, body);
    let sees = |eye: &Body<'_>| finds(board, eye, body, hiding);
    let eyes = || board.bodies.iter().filter(|b| b.side == side);
    // Whoever is nearest most often has a free view.
    let off = |eye: &Body<'_>| eye.standard() - body.standard();
    let far = |eye: &Body<'_>| off(eye).dot(off(eye));
    let Some(nearest) = eyes().min_by(|a, b| far(a).total_cmp(&far(b))) else { return false };
    sees(nearest) || eyes().any(|eye| eye.id != nearest.id && sees(eye))
}

/// The cover that a body stands wholly inside.
pub fn lair<'a>(board: &Board<'a>, body: &Body<'_>) -> Option<&'a Feature> {
    let features: &'a [Feature] = &board.book.features;
    // Most stand in no cover at all, and where their middle is tells.
    let around = |area: &Polygon| area.bounds().contains(body.rect.centre) && area.encloses(&body.rect);
    features.iter().find(|f| f.kind.is_cover() && areas(f).any(around))
}

/// Whether a body in cover has given itself away: it shot, charges, or stands at the edge.
fn shows_itself(board: &Board<'_>, body: &Body<'_>, cover: &Feature) -> bool {
    let state = board.state(body.id);
    let at_edge = |area: &Polygon| {
        body.rect.corners().into_iter().any(|corner| within(area.outline_distance(corner), SHOWS))
    };
    state.now.shot_at.is_some()
        || state.last.shot_at.is_some()
        || state.is_charging()
        || areas(cover).any(at_edge)
}

/// Whether nothing stands in a line of sight; the feature looked at, or looked for someone in, does not.
fn open_line(board: &Board<'_>, line: [Vec2; 2], but: Option<&Feature>) -> bool {
    let height = || board.level(line[0]).max(board.level(line[1]));
    board.book.features.iter().all(|feature| match feature.kind {
        Kind::Wood | Kind::Village if but.is_none_or(|b| !std::ptr::eq(b, feature)) => {
            areas(feature).all(|area| passes_by(area, line) || lets_through(area, line, INTO_COVER))
        }
        // A contour higher than both ends hides what is beyond it.
        Kind::Hill if areas(feature).all(|c| passes_by(c, line)) => true,
        Kind::Hill => areas(feature)
            .skip(usize::from(height()))
            .all(|c| passes_by(c, line) || lets_through(c, line, 0.0)),
        _ => true,
    })
}

/// Whether no more of a line lies inside an area than so much.
fn lets_through(area: &Polygon, line: [Vec2; 2], most: f64) -> bool {
    // Around a place deep inside more of the line lies inside than that.
    let deep = |p: Vec2| area.contains(p) && area.outline_distance(p) > most / 2.0 + PLAINLY;
    let middle = middle_within(area.bounds(), line);
    let plainly = deep(middle) && line.iter().all(|end| end.distance(middle) > most / 2.0 + PLAINLY);
    !plainly && within(area.length_inside(line), most)
}

/// The middle of the part of a line that lies in a box, or thereabouts.
fn middle_within(around: &Bounds, [a, b]: [Vec2; 2]) -> Vec2 {
    let way = b - a;
    let along = |from: f64, way: f64, min: f64, max: f64| {
        let (s, t) = ((min - from) / way, (max - from) / way);
        if way == 0.0 { (0.0, 1.0) } else { (s.min(t), s.max(t)) }
    };
    let (x, y) =
        (along(a.x, way.x, around.min.x, around.max.x), along(a.y, way.y, around.min.y, around.max.y));
    let (enters, leaves) = (x.0.max(y.0).clamp(0.0, 1.0), x.1.min(y.1).clamp(0.0, 1.0));
    a.lerp(b, (enters + leaves) / 2.0)
}

/// Whether a line passes far off, as most do: beside the box around the area, or with all corners of it to one side.
fn passes_by(area: &Polygon, [a, b]: [Vec2; 2]) -> bool {
    let around = area.bounds();
    if a.x.max(b.x) < around.min.x
        || a.x.min(b.x) > around.max.x
        || a.y.max(b.y) < around.min.y
        || a.y.min(b.y) > around.max.y
    {
        return true;
    }
    let side = |p: Vec2| (b - a).cross(p - a);
    let (min, max) = (around.min, around.max);
    let corners = [min, Vec2::new(min.x, max.y), max, Vec2::new(max.x, min.y)].map(side);
    corners.iter().all(|&s| s > 0.0) || corners.iter().all(|&s| s < 0.0)
}

fn areas(feature: &Feature) -> std::slice::Iter<'_, Polygon> {
    match &feature.outline {
        Outline::Area(areas) => areas.iter(),
        _ => [].iter(),
    }
}

fn corners(feature: &Feature) -> impl Iterator<Item = Vec2> + '_ {
    let line: &[Vec2] = match &feature.outline {
        Outline::Area(areas) => areas.first().map_or(&[], |a| a.outline()),
        Outline::Line(line) => line,
        Outline::Point(_) => &[],
    };
    line.iter().copied()
}

/// The part of a footprint nearest to a place.
pub fn nearest_part(body: &Body<'_>, from: Vec2) -> Vec2 {
    let (u, v) = body.rect.local(from);
    let (w, d) = (body.rect.half_width, body.rect.half_depth);
    body.rect.place(u.clamp(-w, w), v.clamp(-d, d))
}

/// The part of a feature nearest to a place; the place itself inside an area.
pub fn nearest_point(feature: &Feature, from: Vec2) -> Vec2 {
    let nearest = |segments: &mut dyn Iterator<Item = [Vec2; 2]>| {
        let found = segments.map(|s| nearest_on_segment(from, s));
        found.min_by_key(|p| in_mils(p.distance(from))).unwrap_or(from)
    };
    match &feature.outline {
        Outline::Area(areas) => match areas.first() {
            Some(area) if holds(area, from) => from,
            Some(area) => nearest(&mut area.edges()),
            None => from,
        },
        Outline::Line(line) => nearest(&mut line.windows(2).map(|w| [w[0], w[1]])),
        Outline::Point(at) => *at,
    }
}

/// Whether a place lies inside an area, or within an inch of a line or a point: what "there" means in an order.
pub fn is_at(feature: &Feature, place: Vec2) -> bool {
    match &feature.outline {
        Outline::Area(areas) => areas.first().is_some_and(|a| holds(a, place)),
        _ => within(nearest_point(feature, place).distance(place), 1.0),
    }
}

/// The nearest enemy a unit sees.
pub fn nearest_seen<'b, 'a>(board: &'b Board<'a>, body: &Body<'_>) -> Option<&'b Body<'a>> {
    Board::nearest(body, board.enemy_units(body.side), |e| sees(board, body, e))
}
