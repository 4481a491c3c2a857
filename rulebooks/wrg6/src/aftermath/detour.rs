//! The way of those who run: straight, or the shortest way round what bars it, with paces to spare (`wrg6.rout.move`).

use crate::aftermath::run::{Run, Turn};
use crate::board::Board;
use crate::data::kit::Land;
use crate::data::lengths::HAIR;
use crate::data::troop::Troop;
use crate::movement::together::{Way, slide};
use table::{Facing, Leg, Rect, Shape, Vec2, distance, penetration, swept};
use umpire::UnitId;

/// How many paces runners keep from what they go round.
const SPARE: f64 = 10.0;
/// How many corners a way may turn.
const CORNERS: u8 = 3;
/// How far a body must be able to go to have a way out at all.
const OUT: f64 = 30.0;

/// Where a runner sets out, turned to its way, and that way: as it is wanted, or round enemies and ground that it
/// cannot enter; nothing if there is no way out.
pub fn round_enemies(board: Board<'_>, run: &Run, turn: Turn) -> Option<(Rect, Way)> {
    let Run { id, direction, far } = *run;
    let (from, wanted) = (turn(board, id, direction), direction * far);
    if far < 1.0 {
        return Some((from, Way::straight(&from, wanted)));
    }
    if bar(board, id, &from, wanted).is_none() {
        return Some((from, Way::straight(&from, wanted)));
    }
    let goal = from.centre + wanted;
    let places = shortest(board, id, from, goal, far, CORNERS).map(|(_, places)| places);
    places.or_else(|| any_way_out(board, id, from, wanted)).map(|places| {
        let first = places.first().and_then(|to| table::away_from(from.centre, *to));
        let from = first.map_or(from, |direction| turn(board, id, direction));
        (from, way(from, &places))
    })
}

/// A way through some places, turning on the spot at each.
fn way(from: Rect, places: &[Vec2]) -> Way {
    let (mut at, mut way) = (from, Way::default());
    for (n, &to) in places.iter().enumerate() {
        let Some(direction) = table::away_from(at.centre, to) else { continue };
        if n > 0 {
            let (pose, facing) = (at.pose(Facing::of(at.ahead)), Facing::of(direction));
            let degrees = Facing::of(at.ahead).turn_to(facing);
            let turn = Leg::turn(pose, 2.0 * at.half_width, 2.0 * at.half_depth, degrees);
            way.push(turn, 0.0);
            at = turn.last();
        }
        let leg = slide(&at, to - at.centre);
        way.push(leg, at.centre.distance(to));
        at = leg.last();
    }
    way
}

/// What bars a straight run.
enum Bar {
    Enemy(UnitId),
    Ground(usize),
}

/// The first thing that a run would strike, or come too near to.
fn bar(board: Board<'_>, id: UnitId, from: &Rect, by: Vec2) -> Option<Bar> {
    let path = swept(from, by);
    let (side, end) = (board.side(id), from.moved(by));
    let bars = |enemy: &UnitId| {
        let rect = board.rect(*enemy);
        let (apart, reach) = (rect.centre - from.centre, rect.radius() + from.radius() + by.len() + SPARE);
        if apart.dot(apart) > reach * reach {
            return false;
        }
        let (now, then) = (distance(from, rect), distance(&end, rect));
        // Whoever is nearer already may go as long as it comes no nearer.
        penetration(&path, rect) > HAIR
            || (now >= SPARE && distance(&path, rect) < SPARE - HAIR)
            || (now < SPARE && then < now - HAIR)
    };
    let nearest = |a: &UnitId, b: &UnitId| {
        distance(from, board.rect(*a)).total_cmp(&distance(from, board.rect(*b))).then(a.cmp(b))
    };
    if let Some(enemy) = board.enemies(side).filter(bars).min_by(nearest) {
        return Some(Bar::Enemy(enemy));
    }
    let troop = board.kit(id).troop;
    let on_wheels = troop.is_chariot() || troop == Troop::Artillery;
    let barred = |land: Land| on_wheels && land.bars_wheels();
    let pieces = board.field.ground().pieces.iter();
    let ground = pieces.enumerate().find(|(_, p)| {
        barred(Land::of(p.kind)) && p.shape.distance(&path) <= 0.0 && p.shape.distance(from) > 0.0
    });
    ground.map(|(i, _)| Bar::Ground(i))
}

/// Places beside what bars the way, with room to pass.
fn corners(board: Board<'_>, bar: &Bar, half_width: f64) -> Vec<Vec2> {
    let room = half_width + SPARE + 1.0;
    match bar {
        Bar::Enemy(enemy) => {
            let rect = board.rect(*enemy);
            let (u, v) = (rect.half_width + room, rect.half_depth + room);
            [(-u, v), (u, v), (-u, -v), (u, -v)].map(|(u, v)| rect.place(u, v)).to_vec()
        }
        Bar::Ground(i) => match &board.field.ground().pieces[*i].shape {
            Shape::Area(area) => {
                let middle = area.centroid();
                let out = |p: &Vec2| table::away_from(middle, *p).map(|way| *p + way * room);
                area.outline().iter().filter_map(out).collect()
            }
            Shape::Band(_) => Vec::new(),
        },
    }
}

/// The shortest way to a goal as far as a run goes, and its length; nothing if every corner is barred as well.
fn shortest(
    board: Board<'_>,
    id: UnitId,
    at: Rect,
    goal: Vec2,
    left: f64,
    more: u8,
) -> Option<(f64, Vec<Vec2>)> {
    let whole = at.centre.distance(goal);
    let Some(direction) = table::away_from(at.centre, goal) else { return Some((0.0, Vec::new())) };
    let facing = Rect { ahead: direction, ..at };
    let by = direction * whole.min(left);
    let Some(bar) = bar(board, id, &facing, by) else {
        return Some((whole, vec![at.centre + by]));
    };
    if more == 0 {
        return None;
    }
    let round = |corner: Vec2| {
        let direction = table::away_from(at.centre, corner)?;
        let gone = at.centre.distance(corner).min(left);
        let facing = Rect { ahead: direction, ..at };
        if self::bar(board, id, &facing, direction * gone).is_some() {
            return None;
        }
        let there = facing.moved(direction * gone);
        if left - gone <= HAIR {
            return Some((gone + there.centre.distance(goal), vec![there.centre]));
        }
        let (rest, mut places) = shortest(board, id, there, goal, left - gone, more - 1)?;
        places.insert(0, there.centre);
        Some((gone + rest, places))
    };
    corners(board, &bar, at.half_width).into_iter().filter_map(round).min_by(|a, b| a.0.total_cmp(&b.0))
}

/// Any direction in which a body can go some paces, the wanted one and that of home first.
fn any_way_out(board: Board<'_>, id: UnitId, from: Rect, wanted: Vec2) -> Option<Vec<Vec2>> {
    let home = crate::board::forward(board.side(id)) * -1.0;
    let ahead = wanted * (1.0 / wanted.len());
    let turns = [0.0, 30.0, -30.0, 60.0, -60.0, 90.0, -90.0];
    let tries = turns.iter().map(|t| (ahead, *t)).chain(turns.iter().map(|t| (home, *t)));
    for (toward, turn) in tries {
        let north = Facing::degrees(turn).vec();
        let direction = toward.right() * north.x + toward * north.y;
        let free = |far: f64| {
            let path = swept(&from, direction * far);
            !board.enemies(board.side(id)).any(|enemy| penetration(&path, board.rect(enemy)) > HAIR)
        };
        if free(OUT) {
            let far = if free(wanted.len()) { wanted.len() } else { OUT.min(wanted.len()) };
            return Some(vec![from.centre + direction * far]);
        }
    }
    None
}
