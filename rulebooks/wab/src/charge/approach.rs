//! Placing a charge: the wheel, the advance, closing flush, and what is in reach.

use crate::board::bodies::{Board, Body};
use crate::board::faces::{edge, row, row_along};
use crate::board::room::{is_free, way_is_clear, wheel_is_clear};
use crate::board::shape::{pivot, wheel, wheel_cost};
use crate::board::{faces, terrain};
use crate::data::armour::Face;
use crate::data::length::{ANYWHERE, NEAR, SLACK};
use crate::data::tables::inch_cost;
use table::{Facing, Rect, Vec2, cast};

/// Where a charge ends.
#[derive(Clone, Copy, Debug)]
pub struct Arrival {
    /// The charger's footprint.
    pub rect: Rect,
    /// The way it faces.
    pub facing: Facing,
    /// How it came there.
    pub way: Way,
    /// Models of both sides that touch.
    pub touching: u16,
    /// Whether it touches another enemy as well.
    pub both: bool,
}

/// The way of a charge: the wheel, the advance, and what it met.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// The wheel, in degrees clockwise.
    pub wheel: f64,
    /// What the wheel and the advance cost.
    pub cost: f64,
    /// The charger's footprint and facing as it made contact, before it closed flush.
    pub met: (Rect, Facing),
    /// The face it meets.
    pub face: Face,
}

/// The best charge of one unit upon a face of another within so many inches of cost, if there is one
/// (`wab.charge.contact`).
pub fn best(
    board: &Board<'_>,
    charger: &Body<'_>,
    target: &Body<'_>,
    face: Face,
    budget: f64,
) -> Option<Arrival> {
    let found = arrivals(board, charger, target, faces(target, face), budget);
    found.min_by(|a, b| {
        let key = |x: &Arrival| (x.both, std::cmp::Reverse(x.touching));
        key(a).cmp(&key(b)).then_with(|| cheaper(a, b))
    })
}

/// The charge that catches fleers where they are now, upon whichever side of their mass it meets first
/// (`wab.flee.caught`).
pub fn catch(board: &Board<'_>, charger: &Body<'_>, fleers: &Body<'_>) -> Option<Arrival> {
    arrivals(board, charger, fleers, ANY, charger.charge_move()).min_by(cheaper)
}

/// The footprint and facing from which a charge that falls short goes straight on: after the wheel of the cheapest
/// charge there would be, were the way not too long (`wab.charge.failed`).
pub fn heading(board: &Board<'_>, charger: &Body<'_>, target: &Body<'_>, face: Face) -> (Rect, Facing) {
    if charger.skirmishes() {
        let to = table::shortest_between(&charger.rect, &target.rect).map(|[a, b]| b - a);
        let facing = to.filter(|by| by.len() > NEAR).map_or(charger.facing, Facing::of);
        return (Rect { ahead: facing.vec(), ..charger.rect }, facing);
    }
    let faces = if target.state.fleeing { ANY } else { faces(target, face) };
    let cheapest = arrivals(board, charger, target, faces, ANYWHERE).min_by(cheaper);
    cheapest.map_or((charger.rect, charger.facing), |c| wheel(&charger.rect, charger.facing, c.way.wheel))
}

/// The cheaper of two charges, then the one that wheels less.
fn cheaper(a: &Arrival, b: &Arrival) -> std::cmp::Ordering {
    a.way.cost.total_cmp(&b.way.cost).then(a.way.wheel.abs().total_cmp(&b.way.wheel.abs()))
}

/// Every face.
const ANY: &[Face] = &[Face::Front, Face::Left, Face::Right, Face::Rear];

/// The faces a charge may meet: the one settled, of skirmishers whichever it meets first.
fn faces(target: &Body<'_>, settled: Face) -> &'static [Face] {
    match settled {
        _ if target.skirmishes() => ANY,
        Face::Front => &[Face::Front],
        Face::Left => &[Face::Left],
        Face::Right => &[Face::Right],
        Face::Rear => &[Face::Rear],
    }
}

/// Whether any charge move within the budget exists: the target is in reach (`wab.charge.declare`).
pub fn in_reach(board: &Board<'_>, charger: &Body<'_>, target: &Body<'_>, face: Face, budget: f64) -> bool {
    charger.distance(target) <= budget + NEAR
        && arrivals(board, charger, target, faces(target, face), budget).next().is_some()
}

/// Every charge move that arrives, the likeliest first.
fn arrivals<'a>(
    board: &'a Board<'_>,
    charger: &'a Body<'_>,
    target: &'a Body<'_>,
    faces: &'static [Face],
    budget: f64,
) -> impl Iterator<Item = Arrival> + 'a {
    let skirmish = charger.skirmishes();
    // Where any side will do, it is the one that lies towards the charger.
    let side = match faces {
        [only] => *only,
        _ => towards(board, charger, target),
    };
    let exact = aim(charger, target, side);
    let whole = (1..=90).flat_map(|t| [f64::from(t), f64::from(-t)]);
    let wheels = [exact].into_iter().filter(|t| t.abs() <= 90.0).chain([0.0]).chain(whole);
    let formed = wheels
        .filter(move |_| !skirmish)
        .filter_map(move |t| wheel_and_go(board, charger, target, faces, t, budget));
    let scattered = std::iter::once(side)
        .filter(move |_| skirmish)
        .filter_map(move |side| run_in(board, charger, target, side, budget));
    scattered.chain(formed)
}

/// The face of a target that lies towards a charger: towards the middle of its front, or its nearest model where it
/// skirmishes (`wab.charge.zone`).
pub fn towards(board: &Board<'_>, charger: &Body<'_>, target: &Body<'_>) -> Face {
    let nearest = || table::shortest_between(&charger.rect, &target.rect).map(|way| way[0]);
    let from = if charger.skirmishes() { nearest() } else { None };
    faces::face(&board.book.house, &target.rect, from.unwrap_or_else(|| charger.rect.front_mid()))
}

/// The wheel that points the middle of the front at the nearest point of the charged face.
pub fn aim(charger: &Body<'_>, target: &Body<'_>, face: Face) -> f64 {
    let (ends, _) = edge(&target.rect, face);
    let to = table::nearest_on_segment(charger.rect.front_mid(), ends) - charger.rect.front_mid();
    if to.len() <= NEAR { 0.0 } else { charger.facing.turn_to(Facing::of(to)) }
}

/// A wheel and a straight advance to first contact.
fn wheel_and_go(
    board: &Board<'_>,
    charger: &Body<'_>,
    target: &Body<'_>,
    faces: &[Face],
    t: f64,
    budget: f64,
) -> Option<Arrival> {
    let arc = wheel_cost(&charger.rect, t);
    if arc > budget + NEAR {
        return None;
    }
    let (start, facing) = wheel(&charger.rect, charger.facing, t);
    if is_aside(&start, &target.rect) {
        return None;
    }
    let far = cast(&start, start.ahead, budget - arc + NEAR, &target.rect, 0.0)?;
    let met = start.moved(start.ahead * far);
    let (point, face) = meets(&met, target, faces)?;
    let going =
        terrain::in_wheel(&board.book.features, &charger.rect, charger.facing, pivot(&charger.rect, t), t);
    let cost = arc * inch_cost(going, charger.order())
        + terrain::cost(&board.book.features, &start, start.ahead, far, charger.order());
    if cost > budget + NEAR
        || (t != 0.0 && !wheel_is_clear(board, charger, t))
        || !way_is_clear(board, charger, &start, start.ahead * far, Some(target.id))
        || !is_free(board, charger, &met, Some(target.id))
    {
        return None;
    }
    let flush = close(board, charger, target, &met, facing, point, face);
    Some(arrival(board, charger, target, flush, Way { wheel: t, cost, met: (met, facing), face }))
}

/// Whether one who goes straight on certainly passes another by: a quick look before the exact one.
fn is_aside(start: &Rect, other: &Rect) -> bool {
    let aside = (other.centre - start.centre).dot(start.right());
    aside.abs() > start.half_width + other.radius()
}

/// Where a charger's front meets a face, if it is one of these that it meets.
fn meets(met: &Rect, target: &Body<'_>, faces: &[Face]) -> Option<(Vec2, Face)> {
    let front = [met.fl(), met.fr()];
    for &face in faces {
        let (ends, out) = edge(&target.rect, face);
        let facing_it = (met.front_mid() - ends[0]).dot(out) > -NEAR && met.ahead.dot(out) < -NEAR;
        if !facing_it || table::distance_segments(front, ends) > SLACK {
            continue;
        }
        // The point of first contact: an end of one edge on the other.
        let candidates = [front[0], front[1], ends[0], ends[1]];
        let off = |p: Vec2| table::distance_to_segment(p, front).max(table::distance_to_segment(p, ends));
        let point = candidates.into_iter().min_by(|a, b| off(*a).total_cmp(&off(*b)))?;
        return Some((point, face));
    }
    None
}

/// Brings a charger flush with a face about the point of first contact; it stays as it is if someone is in the way.
pub fn close(
    board: &Board<'_>,
    charger: &Body<'_>,
    target: &Body<'_>,
    met: &Rect,
    facing: Facing,
    point: Vec2,
    face: Face,
) -> (Rect, Facing) {
    let (_, out) = edge(&target.rect, face);
    let square = Facing::of(-out);
    let (u, _) = met.local(point);
    let turned = Rect { ahead: square.vec(), ..*met };
    // The front edge comes to lie on the line of the face.
    let (ends, _) = edge(&target.rect, face);
    let on_line = point - out * (point - ends[0]).dot(out);
    let flush = turned.moved(on_line - turned.place(u, turned.half_depth));
    if is_free(board, charger, &flush, Some(target.id)) { (flush, square) } else { (*met, facing) }
}

/// Where a charger stands once it has closed: who touches whom there.
fn arrival(
    board: &Board<'_>,
    charger: &Body<'_>,
    target: &Body<'_>,
    (rect, facing): (Rect, Facing),
    way: Way,
) -> Arrival {
    let both =
        board.enemies(charger.side).any(|e| e.id != target.id && table::distance(&rect, &e.rect) <= SLACK);
    let (line, _) = edge(&target.rect, way.face);
    let mine = row_along(charger, &rect, Face::Front, line);
    let (a, b) = faces::contact(&mine, &row(target, way.face));
    Arrival { rect, facing, way, touching: a + b, both }
}

/// Skirmishers run straight in and stand flush, centred on the face as far as their reach allows.
fn run_in(
    board: &Board<'_>,
    charger: &Body<'_>,
    target: &Body<'_>,
    face: Face,
    budget: f64,
) -> Option<Arrival> {
    let (ends, out) = edge(&target.rect, face);
    let way = table::shortest_between(&charger.rect, &target.rect)?;
    let by = way[1] - way[0];
    let far = by.len();
    let direction = by * (1.0 / far.max(NEAR));
    let cost = terrain::cost(&board.book.features, &charger.rect, direction, far, charger.order());
    if cost > budget + NEAR || !way_is_clear(board, charger, &charger.rect, by, Some(target.id)) {
        return None;
    }
    let square = Facing::of(-out);
    let turned = Rect { ahead: square.vec(), ..charger.rect };
    let along = (ends[1] - ends[0]) * (1.0 / (ends[1] - ends[0]).len().max(NEAR));
    let middle = (ends[1] - ends[0]).len() / 2.0;
    let now = (charger.rect.centre - ends[0]).dot(along).clamp(0.0, 2.0 * middle);
    let slide = (middle - now).clamp(-(budget - cost).max(0.0), (budget - cost).max(0.0));
    let front = ends[0] + along * (now + slide);
    let rect = turned.moved(front - turned.front_mid());
    let free = is_free(board, charger, &rect, Some(target.id));
    let way = Way { wheel: 0.0, cost, met: (rect, square), face };
    free.then(|| arrival(board, charger, target, (rect, square), way))
}
