//! What a unit makes for by the leg of its order, verb by verb (`wrg1969.orders.language`).

use crate::board::sight::{is_at, nearest_part, nearest_point, sees};
use crate::board::state::{Meant, Standing};
use crate::board::{Board, Body};
use crate::charge::resolve as charge;
use crate::data::feature::{Feature, Kind};
use crate::data::measure::{in_mils, inches, within};
use crate::data::tables::tables;
use crate::movement::steer::{Aim, To, Via};
use crate::orders::order::{Face, Flank, Leg, Ref, Rel, Shape, Stop, Verb};
use crate::orders::{places, reference};
use table::{Facing, Rect, Vec2};
use umpire::{Roster, UnitId};

/// How far ahead of a friend's front those who screen him keep.
const SCREEN: f64 = 6.0;
/// How far behind a friend's rear those who support him keep.
const BEHIND: f64 = 2.0;
/// How near its place a unit beside a friend leaves well alone.
const IN_PLACE: f64 = 0.25;
/// How far inside the near edge of an area a unit goes that is sent there.
const INSIDE: f64 = 1.0;
/// How near an enemy is beside or behind a unit that cannot wheel upon him any more.
const CLOSE: f64 = 1.0;
/// How wide a road is.
const ROAD: f64 = 2.0;

/// The files a named formation has (`wrg1969.orders.language`).
pub fn files_of(body: &Body<'_>, shape: Shape) -> u16 {
    let figures = body.figures.max(1);
    let files = match shape {
        Shape::Files(files) => files,
        Shape::Ranks(ranks) => figures.div_ceil(ranks.max(1)),
        Shape::Line if body.troop().is_model() => figures,
        Shape::Line => figures.div_ceil(2),
        Shape::Column if body.troop().is_model() || body.troop().is_cavalry() => 2,
        Shape::Column => 4,
        Shape::Square => square_files(figures),
    };
    files.clamp(1, figures)
}

/// As many files as ranks, rounded (`wrg1969.geo.unit`).
fn square_files(figures: u16) -> u16 {
    (1..=figures).find(|&f| f * f >= figures).unwrap_or(1)
}

/// The friend whom a unit's leg is about, if it keeps by one (`wrg1969.geo.plan_order`).
pub fn leader(board: &Board<'_>, id: UnitId) -> Option<UnitId> {
    let state = board.state(id);
    let (leg, standing) = (state.leg()?, state.kept.order.as_ref()?);
    match (&standing.meant, leg.verb) {
        (Some(Meant::Unit(friend)), Verb::Follow | Verb::Support | Verb::Screen | Verb::Guard)
            if standing.begun =>
        {
            Some(*friend)
        }
        _ => None,
    }
}

/// What a unit makes for by its order; `friend` is where the friend it keeps by will be.
pub fn aim(board: &Board<'_>, roster: &Roster, body: &Body<'_>, friend: Option<&Rect>) -> Aim {
    let state = board.state(body.id);
    let (Some(standing), Some(leg)) = (&state.kept.order, state.leg()) else { return Aim::Stand(None) };
    if !standing.begun {
        return Aim::Stand(None);
    }
    if let Some(aim) = keeps_away(board, roster, body, leg) {
        return aim;
    }
    match leg.verb {
        Verb::Hold => hold(board, roster, body, standing, leg),
        Verb::MoveTo | Verb::Attack | Verb::RetireTo => go(board, roster, body, standing, leg),
        Verb::MoveDir => match leg.bearing {
            Some(mils) => Aim::Along(Facing::degrees(f64::from(mils) / 1000.0)),
            None => Aim::Stand(None),
        },
        Verb::Advance if is_at_limit(board, roster, body, leg) => Aim::Stand(None),
        Verb::Advance => Aim::Along(body.facing),
        Verb::Shoot => shoot(board, body, standing),
        Verb::Retire => retire(board, body, leg),
        Verb::Skirmish => skirmish(board, body, standing),
        Verb::Screen => friend.map_or(Aim::Stand(None), |f| screen(board, body, f)),
        Verb::Support => friend.map_or(Aim::Stand(None), |f| support(body, f, leg)),
        Verb::Follow | Verb::Guard => match (friend, standing.offset, &standing.meant) {
            (Some(f), Some(offset), Some(Meant::Unit(id))) if !board.routing(*id) => {
                let away = inches(offset);
                beside(body, f, f.centre + f.ahead * away.x + f.right() * away.y)
            }
            _ => Aim::Stand(None),
        },
    }
}

/// The feature, place or unit that a leg's target means, as a place to march for.
fn place_of(board: &Board<'_>, body: &Body<'_>, standing: &Standing, from: Vec2) -> Option<Vec2> {
    match standing.meant.as_ref()? {
        Meant::Feature(i) => {
            let feature = board.book.features.get(usize::from(*i))?;
            Some(if holds_middle(standing, feature) { feature.centre() } else { reached(feature, from) })
        }
        Meant::Point(x, y) => Some(inches((*x, *y))),
        Meant::Unit(id) => {
            let there = board.body(*id).filter(|b| b.side == body.side || sees(board, body, b));
            match there {
                Some(unit) => Some(nearest_part(unit, body.standard())),
                None => standing.seen_at.map(inches),
            }
        }
    }
}

/// Whether a leg means the middle of an area: one that is to be held.
fn holds_middle(standing: &Standing, feature: &Feature) -> bool {
    feature.kind.is_area() && standing.current().is_some_and(|leg| leg.verb == Verb::Hold)
}

/// The place of a feature that one comes to first: the nearest point of a line; just inside the near edge of an area
/// (`wrg1969.geo.path`).
fn reached(feature: &Feature, from: Vec2) -> Vec2 {
    let near = nearest_point(feature, from);
    let inward = feature.centre() - near;
    if !feature.kind.is_area() || within(inward.len(), INSIDE) {
        return near;
    }
    near + inward * (INSIDE / inward.len())
}

/// Whether a unit is where its leg sends it.
fn is_there(board: &Board<'_>, body: &Body<'_>, standing: &Standing) -> bool {
    match &standing.meant {
        Some(Meant::Feature(i)) => {
            board.book.features.get(usize::from(*i)).is_some_and(|f| match holds_middle(standing, f) {
                true => within(f.centre().distance(body.standard()), 1.0),
                false => is_at(f, body.standard()),
            })
        }
        Some(Meant::Point(x, y)) => within(inches((*x, *y)).distance(body.standard()), 1.0),
        _ => false,
    }
}

/// The points of a route still to be passed, and the first of them by its number.
pub fn route(board: &Board<'_>, roster: &Roster, body: &Body<'_>) -> Vec<Via> {
    let state = board.state(body.id);
    let (Some(standing), Some(leg)) = (&state.kept.order, state.leg()) else { return Vec::new() };
    let ahead = leg.route.iter().skip(usize::from(standing.route));
    ahead.filter_map(|r| via(board, roster, body, r)).collect()
}

fn via(board: &Board<'_>, roster: &Roster, body: &Body<'_>, r: &Ref) -> Option<Via> {
    if let Ref::Point(x, y) = r {
        return Some(Via { place: inches((*x, *y)), width: None });
    }
    // A way round or between things leads by a place beside them.
    if matches!(r, Ref::Beside(..) | Ref::Between(..) | Ref::Round(_) | Ref::Start | Ref::Edge(_)) {
        let r = match r {
            Ref::Round(of) => &Ref::Beside(of.clone(), nearer_side(board, roster, body, of)),
            r => r,
        };
        let found = reference::candidates(board, roster, body, r);
        let place = found.first().and_then(|c| places::place(board, body.standard(), &c.meant))?;
        return Some(Via { place, width: None });
    }
    let feature = match r {
        // A crossing named once is known, seen or not.
        Ref::Feature(id) => board.book.feature(id)?,
        _ => match reference::resolve(board, roster, body, r, &mut |_| 0)?.0 {
            Meant::Feature(i) => board.book.features.get(usize::from(i))?,
            Meant::Point(..) | Meant::Unit(_) => return None,
        },
    };
    let width = match feature.kind {
        Kind::Ford | Kind::Bridge => Some(feature.width),
        Kind::Road => Some(ROAD),
        _ => None,
    };
    Some(Via { place: reached(feature, body.standard()), width })
}

/// The side of a thing that a way round it takes: the one towards the nearer edge of the table.
fn nearer_side(board: &Board<'_>, roster: &Roster, body: &Body<'_>, of: &Ref) -> Rel {
    let found = reference::candidates(board, roster, body, of);
    let Some(at) = found.first().and_then(|c| places::place(board, body.standard(), &c.meant)) else {
        return Rel::LeftOf;
    };
    let west = at.x < board.book.size.x / 2.0;
    let north = (at - body.standard()).y > 0.0;
    if west == north { Rel::LeftOf } else { Rel::RightOf }
}

fn go(board: &Board<'_>, roster: &Roster, body: &Body<'_>, standing: &Standing, leg: &Leg) -> Aim {
    if let Some(facing) = close_beside(board, body, standing) {
        return Aim::Stand(Some(facing));
    }
    let via = route(board, roster, body);
    let there = is_there(board, body, standing);
    let from = via.last().map_or(body.standard(), |via| via.place);
    match place_of(board, body, standing, from) {
        Some(_) if is_at_limit(board, roster, body, leg) => Aim::Stand(None),
        Some(place) if !there || !via.is_empty() => {
            let place =
                if via.is_empty() { struck_from(board, body, standing, leg).unwrap_or(place) } else { place };
            Aim::To(To { via, short: short(body, leg), ..To::straight(place) })
        }
        // A route without a target ends at its last point.
        None if leg.target.is_none() && !via.is_empty() => {
            Aim::To(To { place: via[via.len() - 1].place, short: 0.0, face: None, via })
        }
        _ => Aim::Stand(None),
    }
}

/// The way to an enemy whom it goes for and who stands close beside or behind it, where it could neither wheel nor
/// charge: its figures turn to him (`wrg1969.geo.path`).
fn close_beside(board: &Board<'_>, body: &Body<'_>, standing: &Standing) -> Option<Facing> {
    let Some(Meant::Unit(id)) = standing.meant else { return None };
    let enemy = board.body(id).filter(|e| e.side != body.side && !board.routing(e.id))?;
    let near = nearest_part(enemy, body.standard());
    let beside = within(enemy.gap(body), CLOSE) && !within(body.off_front(near).abs(), 45.0);
    let behind_front = body.rect.local(near).1 < body.rect.half_depth;
    (beside && behind_front).then(|| Facing::of(near - body.standard()))
}

/// Goes to its place, then stands and faces whoever has it in charge reach.
fn hold(board: &Board<'_>, roster: &Roster, body: &Body<'_>, standing: &Standing, leg: &Leg) -> Aim {
    if standing.meant.is_some() && !is_there(board, body, standing) {
        return go(board, roster, body, standing, leg);
    }
    if let Some(facing) = faced(board, roster, body, leg) {
        return Aim::Face(facing);
    }
    let enemies = board.enemy_units(body.side);
    let threat = Board::nearest(body, enemies, |e| charge::has_in_reach(board, e, body));
    match threat {
        Some(enemy) => Aim::Stand(Some(Facing::of(enemy.standard() - body.standard()))),
        None => Aim::Stand(None),
    }
}

/// How far short of its target a leg stops.
pub fn short(body: &Body<'_>, leg: &Leg) -> f64 {
    match leg.detail.stop {
        Some(Stop::Short(mils)) => f64::from(mils) / 1000.0,
        Some(Stop::Range) => body.kit.shoots_as().map_or(0.0, |w| tables().missile(w.weapon).range * 0.9),
        None => 0.0,
    }
}

/// How far a leg lets a unit march at most: the rest of the distance that it names, and up to its limit.
pub fn farthest(board: &Board<'_>, roster: &Roster, body: &Body<'_>) -> f64 {
    let Some(standing) = board.state(body.id).kept.order.as_ref() else { return f64::INFINITY };
    let Some(leg) = standing.current().filter(|_| standing.begun) else { return f64::INFINITY };
    let rest = match (leg.detail.distance, &standing.noted) {
        (Some(far), Some(noted)) if !matches!(leg.verb, Verb::Hold | Verb::Attack) => {
            (f64::from(far) / 1000.0 - inches(noted.from).distance(body.standard())).max(0.0)
        }
        _ => f64::INFINITY,
    };
    rest.min(to_limit(board, roster, body, leg))
}

/// The steps in which a unit feels its way to a limit, in inches.
const STEP: f64 = 0.5;

/// How far straight ahead a unit may go before it is past what it is told never to pass.
fn to_limit(board: &Board<'_>, roster: &Roster, body: &Body<'_>, leg: &Leg) -> f64 {
    let Some(limit) = &leg.detail.limit else { return f64::INFINITY };
    let found = reference::candidates(board, roster, body, limit);
    let past = |far: f64| {
        let at = body.rect.front_mid() + body.rect.ahead * far;
        found.iter().any(|c| places::is_past(board, body, &c.meant, at))
    };
    let steps = (body.normal() / STEP).ceil() as u16;
    let first = (1..=steps).map(|i| f64::from(i) * STEP).find(|far| past(*far));
    first.map_or(f64::INFINITY, |far| far - STEP)
}

/// Whether a unit stands at what its order tells it never to pass.
fn is_at_limit(board: &Board<'_>, roster: &Roster, body: &Body<'_>, leg: &Leg) -> bool {
    let Some(limit) = &leg.detail.limit else { return false };
    let ahead = body.rect.front_mid() + body.rect.ahead * STEP;
    let found = reference::candidates(board, roster, body, limit);
    found.iter().any(|c| places::is_past(board, body, &c.meant, ahead))
}

/// Goes back from an enemy whose charge it is told to keep out of.
fn keeps_away(board: &Board<'_>, roster: &Roster, body: &Body<'_>, leg: &Leg) -> Option<Aim> {
    let from = leg.detail.keep_from.as_ref()?;
    let found = reference::candidates(board, roster, body, from);
    let near = found.iter().find_map(|c| match c.meant {
        Meant::Unit(id) => board.body(id).filter(|e| charge::has_in_reach(board, e, body)),
        _ => None,
    });
    near.map(|_| Aim::Back(tables().moves.back))
}

/// Which way a leg tells a unit to face.
fn faced(board: &Board<'_>, roster: &Roster, body: &Body<'_>, leg: &Leg) -> Option<Facing> {
    let nearest =
        || Board::nearest(body, board.enemy_units(body.side), |e| sees(board, body, e)).map(Body::standard);
    // A flank held back: the front turns away from it.
    let turned = |degrees: f64| {
        let enemy = nearest().map_or(body.facing, |p| Facing::of(p - body.standard()));
        Some(enemy + Facing::degrees(degrees))
    };
    match leg.detail.refuse {
        Some(Flank::Left) => return turned(330.0),
        Some(_) => return turned(30.0),
        None => {}
    }
    match leg.detail.facing.as_ref()? {
        Face::Bearing(mils) => Some(Facing::degrees(f64::from(*mils) / 1000.0)),
        Face::Enemy => nearest().map(|p| Facing::of(p - body.standard())),
        Face::To(r) => {
            let found = reference::candidates(board, roster, body, r);
            let place = found.first().and_then(|c| places::place(board, body.standard(), &c.meant));
            place.map(|p| Facing::of(p - body.standard()))
        }
        // A turn to the side is made once, from the way the army faces.
        Face::Left => Some(Facing::of(places::ahead_of(board, body.side)) + Facing::degrees(270.0)),
        Face::Right => Some(Facing::of(places::ahead_of(board, body.side)) + Facing::degrees(90.0)),
    }
}

/// The place beside an enemy from which a unit that is to strike his flank or rear turns upon him.
fn struck_from(board: &Board<'_>, body: &Body<'_>, standing: &Standing, leg: &Leg) -> Option<Vec2> {
    let side = leg.detail.side.filter(|_| leg.verb == Verb::Attack)?;
    let Some(Meant::Unit(id)) = standing.meant else { return None };
    let enemy = board.body(id).filter(|e| e.side != body.side && sees(board, body, e))?;
    let off = body.standard() - enemy.standard();
    let (ahead, right) = (enemy.rect.ahead, enemy.rect.right());
    let beside = match side {
        Flank::Left => -right,
        Flank::Right => right,
        Flank::Either | Flank::Rear if off.dot(right) < 0.0 => -right,
        Flank::Either | Flank::Rear => right,
    };
    let room = enemy.rect.half_width + body.rect.half_width + 4.0;
    let (across, along) = (off.dot(beside), off.dot(ahead));
    let behind = side == Flank::Rear;
    // Out beside him first, and for his rear past it.
    if across < room - 1.0 && along > -enemy.rect.half_depth {
        Some(enemy.rect.centre + beside * room + ahead * along.min(4.0))
    } else if behind && along > -enemy.rect.half_depth - 3.0 {
        Some(enemy.rect.centre + beside * room - ahead * (enemy.rect.half_depth + 5.0))
    } else {
        None
    }
}

/// Comes within range of the enemy, stands there and faces him.
fn shoot(board: &Board<'_>, body: &Body<'_>, standing: &Standing) -> Aim {
    let range = body.kit.shoots_as().map_or(0.0, |w| tables().missile(w.weapon).range);
    let enemy = match &standing.meant {
        Some(Meant::Unit(id)) => board.body(*id).filter(|e| sees(board, body, e)),
        _ => None,
    };
    let Some(enemy) = enemy else { return Aim::Stand(None) };
    let place = nearest_part(enemy, body.standard());
    if body.gap(enemy) > range {
        let short = body.rect.half_depth + range * 0.9;
        return Aim::To(To { short, ..To::straight(place) });
    }
    if within(body.bearing(place).abs(), 22.5) {
        Aim::Stand(Some(body.facing))
    } else {
        Aim::Face(Facing::of(place - body.standard()))
    }
}

/// Goes straight back: stepping back if it is to face the enemy or go slowly, else turned about.
fn retire(board: &Board<'_>, body: &Body<'_>, leg: &Leg) -> Aim {
    if leg.detail.facing.is_some() || leg.detail.slow {
        return Aim::Back(tables().moves.back);
    }
    let back = -places::ahead_of(board, body.side);
    let home = places::edge(board, body, crate::orders::order::Edge::Own);
    if within(home.distance(body.standard()), body.rect.half_depth + 1.0) {
        return Aim::Stand(None);
    }
    Aim::Along(Facing::of(back))
}

/// Keeps its front rank between half and full range of the enemy.
fn skirmish(board: &Board<'_>, body: &Body<'_>, standing: &Standing) -> Aim {
    let range = body.kit.missile.map_or(0.0, |m| tables().missile(m).range);
    let enemy = match &standing.meant {
        Some(Meant::Unit(id)) => board.body(*id).filter(|e| sees(board, body, e)),
        _ => None,
    };
    match enemy {
        Some(enemy) => keep_range(body, enemy, range),
        None => match standing.seen_at.map(inches) {
            Some(place) if !within(place.distance(body.standard()), 1.0) => Aim::To(To::straight(place)),
            _ => Aim::Stand(None),
        },
    }
}

fn keep_range(body: &Body<'_>, enemy: &Body<'_>, range: f64) -> Aim {
    let gap = body.gap(enemy);
    let place = nearest_part(enemy, body.standard());
    let faced = within(body.bearing(place).abs(), 22.5);
    if gap > range || !faced {
        let short = body.rect.half_depth + range * 0.75;
        if within(place.distance(body.standard()), short + 0.1) {
            return Aim::Face(Facing::of(place - body.standard()));
        }
        Aim::To(To { short, ..To::straight(place) })
    } else if gap < range / 2.0 {
        Aim::Back((range * 0.75 - gap).min(tables().moves.back))
    } else {
        Aim::Stand(Some(body.facing))
    }
}

/// Keeps ahead of a friend, towards the nearest enemy if he is in front.
fn screen(board: &Board<'_>, body: &Body<'_>, friend: &Rect) -> Aim {
    let front = friend.front_mid();
    let facing = Facing::of(friend.ahead);
    let seen = board.enemy_units(body.side).filter(|e| sees(board, body, e));
    let nearest = seen.min_by_key(|e| in_mils(e.standard().distance(front)));
    let towards =
        nearest.map(|e| Facing::of(e.standard() - front)).filter(|f| within(facing.turn_to(*f).abs(), 45.0));
    let way = towards.unwrap_or(facing);
    let place = front + way.vec() * SCREEN;
    in_place(body, place, way)
}

/// Keeps straight behind a friend, facing as he does.
fn support(body: &Body<'_>, friend: &Rect, leg: &Leg) -> Aim {
    let gap = leg.detail.gap.map_or(BEHIND, |mils| f64::from(mils) / 1000.0);
    let away = friend.half_depth + gap + body.rect.half_depth;
    beside(body, friend, friend.centre - friend.ahead * away)
}

fn beside(body: &Body<'_>, friend: &Rect, place: Vec2) -> Aim {
    in_place(body, place, Facing::of(friend.ahead))
}

fn in_place(body: &Body<'_>, place: Vec2, facing: Facing) -> Aim {
    let off = body.facing.turn_to(facing).abs();
    if within(place.distance(body.standard()), IN_PLACE) && off < 5.0 {
        return Aim::Stand(Some(body.facing));
    }
    Aim::To(To { face: Some(facing), ..To::straight(place) })
}
