//! Places that an order names by what lies beside them: behind the wood, left of Cohort I, between the woods.

use crate::board::sight::{nearest_point, sees};
use crate::board::state::Meant;
use crate::board::{Board, Body};
use crate::data::feature::{Feature, Outline};
use crate::data::measure::{in_mils, inches, mils};
use crate::orders::order::{Edge, Rel};
use table::{Vec2, nearest_on_segment};
use umpire::Side;

/// How far from a thing a unit stands that is told to stand beside it.
const BESIDE: f64 = 2.0;

/// Where a thing is.
pub fn place(board: &Board<'_>, from: Vec2, meant: &Meant) -> Option<Vec2> {
    match meant {
        Meant::Feature(i) => board.book.features.get(usize::from(*i)).map(|f| middle(f, from)),
        Meant::Unit(id) => board.body(*id).map(Body::standard),
        Meant::Point(x, y) => Some(inches((*x, *y))),
    }
}

/// The middle of a feature; of a line, its nearest part.
fn middle(feature: &Feature, from: Vec2) -> Vec2 {
    match feature.outline {
        Outline::Line(_) => nearest_point(feature, from),
        _ => feature.centre(),
    }
}

/// How far a feature reaches from its middle in a direction.
fn extent(feature: &Feature, from: Vec2, way: Vec2) -> f64 {
    let Outline::Area(areas) = &feature.outline else { return 1.0 };
    let middle = middle(feature, from);
    let along = areas.iter().flat_map(|a| a.outline().iter()).map(|p| (*p - middle).dot(way));
    along.fold(0.0, f64::max)
}

/// The place beside a thing, for a unit: of ground and enemies as the unit sees them, of a friend as the friend faces;
/// behind ground is the side of it far from the enemy.
pub fn beside(board: &Board<'_>, body: &Body<'_>, meant: &Meant, rel: Rel) -> Option<Vec2> {
    let at = body.standard();
    let own = body.rect.half_depth;
    let found = match meant {
        Meant::Unit(id) => {
            let other = board.body(*id)?;
            let friend = other.side == body.side;
            let ahead =
                if friend { other.rect.ahead } else { towards(at, other.standard(), body.rect.ahead) };
            let right = Vec2::new(ahead.y, -ahead.x);
            let (deep, wide) = (other.rect.half_depth, other.rect.half_width);
            let away = match rel {
                Rel::LeftOf => -right * (wide + body.rect.half_width + 0.5),
                Rel::RightOf => right * (wide + body.rect.half_width + 0.5),
                Rel::Behind if friend => -ahead * (deep + BESIDE + own),
                Rel::FrontOf if friend => ahead * (deep + BESIDE + own),
                Rel::Behind | Rel::Beyond => ahead * (deep + BESIDE + own),
                Rel::FrontOf | Rel::Near | Rel::Foot => -ahead * (deep + BESIDE + own),
            };
            other.rect.centre + away
        }
        Meant::Feature(i) => {
            let feature = board.book.features.get(usize::from(*i))?;
            let middle = middle(feature, at);
            let ahead = towards(at, middle, body.rect.ahead);
            let right = Vec2::new(ahead.y, -ahead.x);
            let reach = |way: Vec2, room: f64| middle + way * (extent(feature, at, way) + BESIDE + room);
            match rel {
                Rel::LeftOf => reach(-right, body.rect.half_width),
                Rel::RightOf => reach(right, body.rect.half_width),
                Rel::Behind => reach(sheltered(board, body, feature, middle), own),
                Rel::Beyond => reach(ahead, own),
                Rel::FrontOf | Rel::Near | Rel::Foot => reach(-ahead, own),
            }
        }
        Meant::Point(x, y) => {
            let middle = inches((*x, *y));
            let ahead = towards(at, middle, body.rect.ahead);
            let right = Vec2::new(ahead.y, -ahead.x);
            let way = match rel {
                Rel::LeftOf => -right,
                Rel::RightOf => right,
                Rel::Behind => away_from_enemy(board, body, middle),
                Rel::Beyond => ahead,
                Rel::FrontOf | Rel::Near | Rel::Foot => -ahead,
            };
            middle + way * (BESIDE + own)
        }
    };
    Some(on_table(board, found))
}

/// The way from a place to the side of it that is far from the enemy: from the nearest one the unit sees, else towards
/// its army's own edge (`wrg1969.geo.path`).
fn away_from_enemy(board: &Board<'_>, body: &Body<'_>, place: Vec2) -> Vec2 {
    let home = -ahead_of(board, body.side);
    let seen = board.enemy_units(body.side).filter(|e| !board.routing(e.id) && sees(board, body, e));
    let nearest = seen.min_by_key(|e| in_mils(e.standard().distance(place)));
    nearest.map_or(home, |e| towards(e.standard(), place, home))
}

/// The way to the sheltered side of a feature: across a line, straight away from the enemy at anything else.
fn sheltered(board: &Board<'_>, body: &Body<'_>, feature: &Feature, middle: Vec2) -> Vec2 {
    let away = away_from_enemy(board, body, middle);
    let Outline::Line(line) = &feature.outline else { return away };
    let off = |w: &&[Vec2]| in_mils(nearest_on_segment(middle, [w[0], w[1]]).distance(middle));
    let Some(near) = line.windows(2).min_by_key(off) else { return away };
    let along = towards(near[0], near[1], away);
    let across = Vec2::new(along.y, -along.x);
    if across.dot(away) < 0.0 { -across } else { across }
}

fn towards(from: Vec2, to: Vec2, usual: Vec2) -> Vec2 {
    let way = to - from;
    let length = from.distance(to);
    if length > 0.01 { way * (1.0 / length) } else { usual }
}

fn on_table(board: &Board<'_>, p: Vec2) -> Vec2 {
    let size = board.book.size;
    Vec2::new(p.x.clamp(0.5, size.x - 0.5), p.y.clamp(0.5, size.y - 0.5))
}

/// The way from an army's own edge to the enemy's.
pub fn ahead_of(board: &Board<'_>, side: Side) -> Vec2 {
    let (least, _) = board.book.zone(side);
    if least <= 0.0 { Vec2::new(0.0, 1.0) } else { Vec2::new(0.0, -1.0) }
}

/// The nearest place on an edge of the table.
pub fn edge(board: &Board<'_>, body: &Body<'_>, edge: Edge) -> Vec2 {
    let (at, size) = (body.standard(), board.book.size);
    let own = if ahead_of(board, body.side).y > 0.0 { Edge::South } else { Edge::North };
    let place = |edge: Edge| match edge {
        Edge::North => Vec2::new(at.x, size.y),
        Edge::South => Vec2::new(at.x, 0.0),
        Edge::East => Vec2::new(size.x, at.y),
        _ => Vec2::new(0.0, at.y),
    };
    let found = match edge {
        Edge::Own => place(own),
        Edge::Any => [Edge::North, Edge::South, Edge::East, Edge::West]
            .map(place)
            .into_iter()
            .reduce(|a, b| if b.distance(at) < a.distance(at) { b } else { a })
            .unwrap_or(at),
        edge => place(edge),
    };
    on_table(board, found)
}

/// A place as what a reference means.
pub fn as_point(p: Vec2) -> Meant {
    let (x, y) = mils(p);
    Meant::Point(x, y)
}

/// Whether a place lies beyond a thing, as seen from where a unit's own army stands.
pub fn is_past(board: &Board<'_>, body: &Body<'_>, meant: &Meant, p: Vec2) -> bool {
    let ahead = ahead_of(board, body.side);
    match meant {
        Meant::Feature(i) => board.book.features.get(usize::from(*i)).is_some_and(|f| {
            let middle = middle(f, p);
            // Ground one stands on is a limit when one leaves it.
            let held = crate::board::sight::is_at(f, body.standard());
            if held {
                !crate::board::sight::is_at(f, p)
            } else {
                (p - middle).dot(ahead) > extent(f, p, ahead) + 0.5
            }
        }),
        other => place(board, p, other).is_some_and(|at| (p - at).dot(ahead) > 0.5),
    }
}
