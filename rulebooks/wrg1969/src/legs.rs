//! What a unit makes for by the leg of its order, verb by verb (`wrg1969.orders.language`).

use crate::board::{Board, Body};
use crate::charge;
use crate::feature::{Feature, Kind};
use crate::order::{Leg, Ref, Shape, Verb};
use crate::orders::inches;
use crate::rates::{in_mils, within};
use crate::refs;
use crate::rule;
use crate::sight::{is_at, nearest_part, sees};
use crate::state::{Meant, Standing};
use crate::steer::{Aim, To, Via};
use crate::tables::tables;
use ruling::ledger;
use table::{Facing, Rect, Vec2};
use umpire::{Roster, UnitId};

/// How far ahead of a friend's front those who screen him keep.
const SCREEN: f64 = 6.0;
/// How far behind a friend's rear those who support him keep.
const BEHIND: f64 = 2.0;
/// How near its place a unit beside a friend leaves well alone.
const IN_PLACE: f64 = 0.25;
/// How wide a road is.
const ROAD: f64 = 2.0;

/// The files a named formation has (`wrg1969.orders.language`).
pub fn files_of(body: &Body<'_>, shape: Shape) -> u16 {
    let figures = body.figures.max(1);
    let files = match shape {
        Shape::Files(files) => files,
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
    let (leg, standing) = (state.leg()?, state.order.as_ref()?);
    match (&standing.meant, leg.verb) {
        (Some(Meant::Unit(friend)), Verb::Follow | Verb::Support | Verb::Screen) if standing.begun => {
            Some(*friend)
        }
        _ => None,
    }
}

/// What a unit makes for by its order; `friend` is where the friend it keeps by will be.
pub fn aim(board: &Board<'_>, roster: &Roster, body: &Body<'_>, friend: Option<&Rect>) -> Aim {
    let state = board.state(body.id);
    let (Some(standing), Some(leg)) = (&state.order, state.leg()) else { return Aim::Stand(None) };
    if !standing.begun {
        return Aim::Stand(None);
    }
    ledger::cite(rule::ORDERS_LANGUAGE);
    match leg.verb {
        Verb::Hold => hold(board, roster, body, standing, leg),
        Verb::MoveTo | Verb::Attack | Verb::RetireTo => go(board, roster, body, standing, leg),
        Verb::MoveDir => match leg.bearing {
            Some(mils) => Aim::Along(Facing::degrees(f64::from(mils) / 1000.0)),
            None => Aim::Stand(None),
        },
        Verb::Advance => Aim::Along(body.facing),
        Verb::Skirmish => skirmish(board, body, standing),
        Verb::Screen => friend.map_or(Aim::Stand(None), |f| screen(board, body, f)),
        Verb::Support => friend.map_or(Aim::Stand(None), |f| support(body, f)),
        Verb::Follow => match (friend, standing.offset, &standing.meant) {
            (Some(f), Some(offset), Some(Meant::Unit(id))) if !board.routing(*id) => {
                let away = inches(offset);
                beside(body, f, f.centre + f.ahead * away.x + f.right() * away.y)
            }
            _ => Aim::Stand(None),
        },
    }
}

/// The feature, place or unit that a leg's target means, as a place to march for.
fn place_of(board: &Board<'_>, body: &Body<'_>, standing: &Standing) -> Option<Vec2> {
    match standing.meant.as_ref()? {
        Meant::Feature(i) => board.book.features.get(usize::from(*i)).map(Feature::centre),
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

/// Whether a unit is where its leg sends it.
fn is_there(board: &Board<'_>, body: &Body<'_>, standing: &Standing) -> bool {
    match &standing.meant {
        Some(Meant::Feature(i)) => {
            board.book.features.get(usize::from(*i)).is_some_and(|f| is_at(f, body.standard()))
        }
        Some(Meant::Point(x, y)) => within(inches((*x, *y)).distance(body.standard()), 1.0),
        _ => false,
    }
}

/// The points of a route still to be passed, and the first of them by its number.
pub fn route(board: &Board<'_>, roster: &Roster, body: &Body<'_>) -> Vec<Via> {
    let state = board.state(body.id);
    let (Some(standing), Some(leg)) = (&state.order, state.leg()) else { return Vec::new() };
    let ahead = leg.route.iter().skip(usize::from(standing.route));
    ahead.filter_map(|r| via(board, roster, body, r)).collect()
}

fn via(board: &Board<'_>, roster: &Roster, body: &Body<'_>, r: &Ref) -> Option<Via> {
    if let Ref::Point(x, y) = r {
        return Some(Via { place: inches((*x, *y)), width: None });
    }
    let feature = match r {
        // A crossing named once is known, seen or not.
        Ref::Feature(id) => board.book.feature(id)?,
        _ => match refs::resolve(board, roster, body, r, &mut |_| 0)?.0 {
            Meant::Feature(i) => board.book.features.get(usize::from(i))?,
            Meant::Point(..) | Meant::Unit(_) => return None,
        },
    };
    let width = match feature.kind {
        Kind::Ford | Kind::Bridge => Some(feature.width),
        Kind::Road => Some(ROAD),
        _ => None,
    };
    Some(Via { place: feature.centre(), width })
}

fn go(board: &Board<'_>, roster: &Roster, body: &Body<'_>, standing: &Standing, leg: &Leg) -> Aim {
    let via = route(board, roster, body);
    let there = is_there(board, body, standing);
    match place_of(board, body, standing) {
        Some(place) if !there || !via.is_empty() => Aim::To(To { via, ..To::straight(place) }),
        // A route without a target ends at its last point.
        None if leg.target.is_none() && !via.is_empty() => {
            Aim::To(To { place: via[via.len() - 1].place, short: 0.0, face: None, via })
        }
        _ => Aim::Stand(None),
    }
}

/// Goes to its place, then stands and faces whoever has it in charge reach.
fn hold(board: &Board<'_>, roster: &Roster, body: &Body<'_>, standing: &Standing, leg: &Leg) -> Aim {
    if standing.meant.is_some() && !is_there(board, body, standing) {
        return go(board, roster, body, standing, leg);
    }
    let enemies = board.enemy_units(body.side);
    let threat = Board::nearest(body, enemies, |e| charge::has_in_reach(board, e, body));
    match threat {
        Some(enemy) => Aim::Stand(Some(Facing::of(enemy.standard() - body.standard()))),
        None => Aim::Stand(None),
    }
}

/// Keeps its front rank between half and full range of the enemy.
fn skirmish(board: &Board<'_>, body: &Body<'_>, standing: &Standing) -> Aim {
    ledger::cite(rule::ORDERS_SKIRMISH);
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
    match () {
        () if gap > range || !faced => {
            let short = body.rect.half_depth + range * 0.75;
            if within(place.distance(body.standard()), short + 0.1) {
                return Aim::Face(Facing::of(place - body.standard()));
            }
            Aim::To(To { short, ..To::straight(place) })
        }
        () if gap < range / 2.0 => Aim::Back((range * 0.75 - gap).min(tables().moves.back)),
        () => Aim::Stand(Some(body.facing)),
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
fn support(body: &Body<'_>, friend: &Rect) -> Aim {
    let away = friend.half_depth + BEHIND + body.rect.half_depth;
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
