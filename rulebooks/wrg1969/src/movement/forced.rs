//! What a unit does that has no choice: it routs, pursues, rallies back, or carries out a reaction
//! (`wrg1969.reaction.effect`).

use crate::aftermath::{flight, off_table_rules};
use crate::board::sight::{nearest_part, nearest_point, nearest_seen, sees};
use crate::board::state::Flight;
use crate::board::{Board, Body, TOUCH};
use crate::charge::{resolve as charge, way};
use crate::data::feature::Kind;
use crate::data::measure::{NEAR, in_mils, within};
use crate::data::reaction::Reaction;
use crate::movement::course::{AtEdge, Course, Walker, plainly};
use crate::movement::rules as movement;
use crate::movement::rules::Mode;
use crate::movement::running::run;
use crate::movement::steer::{self, Aim, To};
use table::{Facing, Rect, Vec2, cast};
use umpire::{Side, UnitId};

/// In how many steps of a quarter of an inch evaders look for a place clear of their friends.
const FARTHEST: u16 = 24;

/// The whole way of a broken unit in this period: straight away from its front (`wrg1969.rout.path`).
pub fn rout(board: &Board<'_>, body: &Body<'_>) -> Course {
    let state = board.state(body.id);
    let length = flight::run_length(board.book, state, body);
    let turns = state.seen.flight == Flight::Routing(0);
    let facing = if turns { flight::way_out(board, body) } else { body.facing };
    flight::course(board, body, facing, (length, length))
}

/// The whole way of a pursuer: behind his prey as it runs, from beside it to where it runs, else straight for it.
pub fn pursuit(board: &Board<'_>, body: &Body<'_>, prey: UnitId) -> Course {
    let length = flight::run_length(board.book, board.state(body.id), body);
    let towards = |place: Vec2| Facing::of(place - body.standard());
    let facing = match board.body(prey) {
        Some(prey) if within(body.gap(prey), 0.2) => {
            let state = board.state(prey.id);
            let runs = match state.seen.flight {
                Flight::Routing(0) => flight::way_out(board, prey),
                _ if state.kept.secret.breaks_off => prey.facing.about(),
                _ => prey.facing,
            };
            let behind = within(runs.turn_to(towards(prey.standard())).abs(), 45.0);
            let ends = || if state.is_broken() { rout(board, prey).end().centre } else { prey.standard() };
            if behind { runs } else { towards(ends()) }
        }
        Some(prey) => towards(prey.standard()),
        None => body.facing,
    };
    chase(board, body, facing, length)
}

/// A pursuer's run in a direction: any obstacle ends it (`wrg1969.pursuit.cease`).
pub fn chase(board: &Board<'_>, body: &Body<'_>, facing: Facing, length: f64) -> Course {
    // What is beyond price is not crossed.
    run(board, body, facing, (length, f64::INFINITY), AtEdge::Stops)
}

/// Whether a unit stands at an obstacle that lies ahead of it.
pub fn at_obstacle(board: &Board<'_>, body: &Body<'_>) -> bool {
    Walker::new(board.book, body, plainly(board, body), (0.0, 0.0), AtEdge::Stops).at_obstacle()
}

/// Rallying after a rout: formed again where it stands, facing the nearest enemy in view (`wrg1969.rally`).
pub fn rally(board: &Board<'_>, body: &Body<'_>) -> Course {
    let mut walker = Walker::new(board.book, body, plainly(board, body), (0.0, 0.0), AtEdge::Stops);
    if let Some((quarters, files)) = board.state(body.id).still_sideways() {
        steer::change(board, body, &mut walker, |walker| walker.turn_back(quarters, files));
    }
    let enemy = nearest_seen(board, body).filter(|e| e.standard() != body.standard());
    let facing = enemy.map_or(body.facing.about(), |e| Facing::of(e.standard() - body.standard()));
    // Where friends leave no room to form towards him it forms as it stands, facing about if he is behind.
    if !steer::change(board, body, &mut walker, |walker| walker.face(facing))
        && !within(body.facing.turn_to(facing).abs(), 90.0)
    {
        walker.face(walker.facing().about());
    }
    walker.done()
}

/// Rallying back, facing the enemy: short of enemies, impassable ground and the edge, and of a friend on whom it
/// would end (`wrg1969.rally`).
pub fn rally_back(board: &Board<'_>, body: &Body<'_>, length: f64) -> Course {
    let mut walker = Walker::new(board.book, body, plainly(board, body), (length, length), AtEdge::Stops);
    let back = -body.rect.ahead;
    let mut free = length;
    // Clear of whomever it touches now.
    let clear = body.rect.moved(back * TOUCH);
    for other in board.troops().filter(|b| b.id != body.id) {
        let met = cast(&clear, back, length - TOUCH, &other.rect, NEAR).map(|at| at + TOUCH);
        let ends_on = body.rect.moved(back * length).penetration(&other.rect) > NEAR;
        match met {
            Some(at) if other.side != body.side => free = free.min((at - 0.5).max(0.0)),
            Some(at) if ends_on => free = free.min(at),
            _ => {}
        }
    }
    walker.go(back, free);
    walker.done()
}

/// What a unit makes for by a running reaction; none if the reaction leaves it to its owner.
pub fn aim(board: &Board<'_>, body: &Body<'_>, reaction: Reaction) -> Option<(Aim, AtEdge)> {
    let enemy = nearest_seen(board, body);
    match reaction {
        Reaction::Retreat => Some((away(body, enemy), AtEdge::Stops)),
        Reaction::Retire => Some((away(body, enemy), AtEdge::Stops)),
        Reaction::LeaveField => Some((Aim::Along(home(body.side)), AtEdge::Leaves)),
        Reaction::Halt | Reaction::HaltDisorganised => Some((Aim::Stand(None), AtEdge::Stops)),
        Reaction::FallBack => Some((fall_back(board, body, enemy), AtEdge::Stops)),
        Reaction::AdvanceOnEnemy => {
            let at = |e: &Body<'_>| Aim::To(To::straight(nearest_part(e, body.standard())));
            Some((enemy.map_or(Aim::Stand(None), at), AtEdge::Stops))
        }
        _ => None,
    }
}

/// The way home: its own edge of the table.
fn home(side: Side) -> Facing {
    if side == Side::Red { Facing::SOUTH } else { Facing::NORTH }
}

/// Straight away from the nearest enemy in view (`wrg1969.geo.retire`).
fn away(body: &Body<'_>, enemy: Option<&Body<'_>>) -> Aim {
    match enemy {
        Some(enemy) if enemy.standard() != body.standard() => {
            Aim::Along(Facing::of(body.standard() - enemy.standard()))
        }
        _ => Aim::Along(home(body.side)),
    }
}

/// To the nearest friends, or cover or a hill in rear, as the owner likes; never nearer to any enemy in view.
fn fall_back(board: &Board<'_>, body: &Body<'_>, enemy: Option<&Body<'_>>) -> Aim {
    let [friends, ground] = fall_back_places(board, body);
    let place = if board.state(body.id).seen.to_cover { ground.or(friends) } else { friends.or(ground) };
    match place {
        Some(place) => {
            let room = body.rect.half_depth + 2.0;
            Aim::To(To { short: room, ..To::straight(place) })
        }
        None => away(body, enemy),
    }
}

/// The nearest friends, and the nearest cover or hill, that a unit may fall back to: not nearer to any enemy in view
/// (`wrg1969.reaction.effect.fall_back`).
pub fn fall_back_places(board: &Board<'_>, body: &Body<'_>) -> [Option<Vec2>; 2] {
    let seen: Vec<&Body<'_>> = board.enemy_units(body.side).filter(|e| sees(board, body, e)).collect();
    let back = |place: &Vec2| {
        let way = *place - body.standard();
        let length = way.len();
        if length < 1.0 {
            return false;
        }
        let end = body.standard() + way * (body.normal().min(length) / length);
        seen.iter().all(|e| e.standard().distance(end) >= e.standard().distance(body.standard()) - NEAR)
    };
    let nearest = |places: &mut dyn Iterator<Item = Vec2>| {
        let open = places.filter(back);
        open.min_by_key(|p| in_mils(p.distance(body.standard())))
    };
    let friends = board.friendly_units(body).filter(|f| !board.routing(f.id)).map(|f| f.standard());
    let shelter = |f: &&crate::data::feature::Feature| f.kind.is_cover() || f.kind == Kind::Hill;
    let ground = board.book.features.iter().filter(shelter).map(|f| nearest_point(f, body.standard()));
    [nearest(&mut { friends }), nearest(&mut { ground })]
}

/// The course of an uncontrolled advance, and whom it goes for: at charge speed at the nearest enemy in view,
/// straight ahead without one (`wrg1969.reaction.effect.uncontrolled`).
pub fn uncontrolled(board: &Board<'_>, body: &Body<'_>) -> (Course, Option<UnitId>) {
    let run_before = board.state(body.id).seen.running.map_or(0, |r| r.run);
    let length = movement::allowance(
        &board.book.house,
        body.mover(),
        Mode::Uncontrolled,
        u32::from(run_before) + 1,
        false,
    )
    .unwrap_or(0.0);
    let straight = || run(board, body, body.facing, (length, length), AtEdge::Stops);
    match nearest_seen(board, body) {
        Some(enemy) => match way::course(board, body, enemy, length) {
            Some(course) => {
                let reached = charge::reaches(&course, &enemy.rect);
                (course, reached.then_some(enemy.id))
            }
            None => {
                // Too far round to wheel and charge: it turns on the spot, formation lost, and goes.
                let facing = Facing::of(enemy.standard() - body.standard());
                let course = run(board, body, facing, (length, length), AtEdge::Stops);
                let reached = charge::reaches(&course, &enemy.rect);
                (course, reached.then_some(enemy.id))
            }
        },
        None => (straight(), None),
    }
}

/// Straight away from its front, about, for as far as evaders run; whoever would end upon friends goes on until it is
/// clear of them, or stops before them if that is nearer (`wrg1969.move.evade`).
pub fn evade(board: &Board<'_>, body: &Body<'_>) -> Course {
    let length = movement::allowance(&board.book.house, body.mover(), Mode::Evade, 1, false).unwrap_or(0.0);
    let evaded = |far: f64| run(board, body, body.facing.about(), (far, far), AtEdge::Leaves);
    let whole = evaded(length);
    let upon = |course: &Course| {
        let end = course.end();
        let lies = |f: &&Body<'_>| !within(end.penetration(&f.rect), TOUCH) && !off_table(board, &end);
        board.friendly_units(body).filter(lies).count() > 0
    };
    if !upon(&whole) {
        return whole;
    }
    let tries = (1..=FARTHEST).flat_map(|n| [f64::from(n) * 0.25, -f64::from(n) * 0.25]);
    let other = tries.map(|more| evaded((length + more).max(0.0))).find(|course| !upon(course));
    other.unwrap_or(whole)
}

/// Whether a footprint has left the table: its standard is over the edge (`wrg1969.geo.leave`).
pub fn off_table(board: &Board<'_>, rect: &Rect) -> bool {
    off_table_rules::is_off(board.book.size, rect.centre)
}
