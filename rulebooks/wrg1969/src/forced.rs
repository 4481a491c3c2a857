//! What a unit does that has no choice: it routs, pursues, rallies back, or carries out a reaction
//! (`wrg1969.reaction.effect`).

use crate::board::{Board, Body, TOUCH};
use crate::charge;
use crate::course::{AtEdge, Course, Walker};
use crate::feature::Kind;
use crate::flight;
use crate::leave;
use crate::rates::{self, Mode};
use crate::rout;
use crate::rule;
use crate::sight::{nearest_part, nearest_point, sees};
use crate::state::{Flight, Reaction};
use crate::steer::{self, Aim, To};
use ruling::ledger;
use table::{Facing, Rect, Vec2, cast};
use umpire::{Side, UnitId};

/// The nearest enemy a unit sees.
pub fn nearest_seen<'b, 'a>(board: &'b Board<'a>, body: &Body<'_>) -> Option<&'b Body<'a>> {
    Board::nearest(body, board.enemy_units(body.side), |e| sees(board, body, e))
}

/// The whole way of a broken unit in this period: straight away from its front (`wrg1969.rout.path`).
pub fn rout(board: &Board<'_>, body: &Body<'_>) -> Course {
    let state = board.state(body.id);
    let length = rout::run_length(board.book, state, body);
    let turns = state.flight == Flight::Routing(0);
    let facing = if turns { flight::way_out(board, body) } else { body.facing };
    flight::course(board, body, facing, (length, length))
}

/// A straight run in a direction, with so much of a whole allowance left.
pub fn run(
    board: &Board<'_>,
    body: &Body<'_>,
    facing: Facing,
    (left, whole): (f64, f64),
    edge: AtEdge,
) -> Course {
    let mut walker = Walker::new(board.book, body, charge::plainly(board, body), (left, whole), edge);
    walker.face(facing);
    walker.ahead(left);
    let stopped = !walker.goes() && walker.left() > rates::NEAR;
    if stopped && edge == AtEdge::Leaves {
        go_round(board, &mut walker);
    }
    walker.done()
}

/// Round something impassable, along it, for 5 of what is left (`wrg1969.move.evade`).
pub(crate) fn go_round(board: &Board<'_>, walker: &mut Walker<'_>) {
    let rect = *walker.rect();
    let blocker = board.book.features.iter().filter(|f| f.is_impassable());
    let front = rect.front_mid();
    let near = blocker.min_by_key(|f| rates::in_mils(nearest_point(f, front).distance(front)));
    let Some(feature) = near else { return };
    // Towards the nearer end of it.
    let off = (feature.centre() - rect.centre).dot(rect.right());
    let side = if off > rates::NEAR { -rect.right() } else { rect.right() };
    walker.swerve(side);
}

/// The whole way of a pursuer: behind his prey as it runs, from beside it to where it runs, else straight for it.
pub fn pursuit(board: &Board<'_>, body: &Body<'_>, prey: UnitId) -> Course {
    let length = rout::run_length(board.book, board.state(body.id), body);
    let towards = |place: Vec2| Facing::of(place - body.standard());
    let facing = match board.body(prey) {
        Some(prey) if rates::within(body.gap(prey), 0.2) => {
            let state = board.state(prey.id);
            let runs = match state.flight {
                Flight::Routing(0) => flight::way_out(board, prey),
                _ if state.breaks_off => prey.facing.about(),
                _ => prey.facing,
            };
            let behind = rates::within(runs.turn_to(towards(prey.standard())).abs(), 45.0);
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
    ledger::cite(rule::PURSUIT_CEASE);
    // What is beyond price is not crossed.
    run(board, body, facing, (length, f64::INFINITY), AtEdge::Stops)
}

/// Whether a unit stands at an obstacle that lies ahead of it.
pub fn at_obstacle(board: &Board<'_>, body: &Body<'_>) -> bool {
    Walker::new(board.book, body, charge::plainly(board, body), (0.0, 0.0), AtEdge::Stops).at_obstacle()
}

/// Rallying after a rout: formed again where it stands, facing the nearest enemy in view (`wrg1969.rally`).
pub fn rally(board: &Board<'_>, body: &Body<'_>) -> Course {
    ledger::cite(rule::RALLY);
    let mut walker = Walker::new(board.book, body, charge::plainly(board, body), (0.0, 0.0), AtEdge::Stops);
    if let Some((quarters, files)) = board.state(body.id).still_sideways() {
        walker.turn_back(quarters, files);
    }
    let enemy = nearest_seen(board, body).filter(|e| e.standard() != body.standard());
    let facing = enemy.map_or(body.facing.about(), |e| Facing::of(e.standard() - body.standard()));
    // Where friends leave no room to form towards him it forms as it stands, facing about if he is behind.
    if !steer::change(board, body, &mut walker, |walker| walker.face(facing))
        && !rates::within(body.facing.turn_to(facing).abs(), 90.0)
    {
        walker.face(walker.facing().about());
    }
    walker.done()
}

/// Rallying back, facing the enemy: short of enemies, impassable ground and the edge, and of a friend on whom it
/// would end (`wrg1969.rally`).
pub fn rally_back(board: &Board<'_>, body: &Body<'_>, length: f64) -> Course {
    ledger::cite(rule::RALLY);
    ledger::cite(rule::MOVE_SPECIAL_DISTANCES);
    let mut walker =
        Walker::new(board.book, body, charge::plainly(board, body), (length, length), AtEdge::Stops);
    let back = -body.rect.ahead;
    let mut free = length;
    // Clear of whomever it touches now.
    let clear = body.rect.moved(back * TOUCH);
    for other in board.troops().filter(|b| b.id != body.id) {
        let met = cast(&clear, back, length - TOUCH, &other.rect, rates::NEAR).map(|at| at + TOUCH);
        let ends_on = body.rect.moved(back * length).penetration(&other.rect) > rates::NEAR;
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
        Reaction::Retreat => {
            ledger::cite(rule::REACTION_EFFECT_RETREAT);
            Some((away(body, enemy), AtEdge::Stops))
        }
        Reaction::Retire => {
            ledger::cite(rule::REACTION_EFFECT_RETIRE);
            Some((away(body, enemy), AtEdge::Stops))
        }
        Reaction::LeaveField => {
            ledger::cite(rule::REACTION_LEAVE_FIELD);
            Some((Aim::Along(home(body.side)), AtEdge::Leaves))
        }
        Reaction::Halt | Reaction::HaltDisorganised => {
            ledger::cite(rule::REACTION_EFFECT_HALT);
            Some((Aim::Stand(None), AtEdge::Stops))
        }
        Reaction::FallBack => {
            ledger::cite(rule::REACTION_EFFECT_FALL_BACK);
            Some((fall_back(board, body, enemy), AtEdge::Stops))
        }
        Reaction::AdvanceOnEnemy => {
            ledger::cite(rule::REACTION_EFFECT_ADVANCE_ON_ENEMY);
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
    ledger::cite(rule::GEO_RETIRE);
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
    let place = if board.state(body.id).to_cover { ground.or(friends) } else { friends.or(ground) };
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
        seen.iter()
            .all(|e| e.standard().distance(end) >= e.standard().distance(body.standard()) - rates::NEAR)
    };
    let nearest = |places: &mut dyn Iterator<Item = Vec2>| {
        let open = places.filter(back);
        open.min_by_key(|p| rates::in_mils(p.distance(body.standard())))
    };
    let friends = board.friendly_units(body).filter(|f| !board.routing(f.id)).map(|f| f.standard());
    let shelter = |f: &&crate::feature::Feature| f.kind.is_cover() || f.kind == Kind::Hill;
    let ground = board.book.features.iter().filter(shelter).map(|f| nearest_point(f, body.standard()));
    [nearest(&mut { friends }), nearest(&mut { ground })]
}

/// The course of an uncontrolled advance, and whom it goes for: at charge speed at the nearest enemy in view,
/// straight ahead without one (`wrg1969.reaction.effect.uncontrolled`).
pub fn uncontrolled(board: &Board<'_>, body: &Body<'_>) -> (Course, Option<UnitId>) {
    ledger::cite(rule::REACTION_EFFECT_UNCONTROLLED);
    let run_before = board.state(body.id).running.map_or(0, |r| r.run);
    let length = rates::allowance(
        &board.book.house,
        body.mover(),
        Mode::Uncontrolled,
        u32::from(run_before) + 1,
        false,
    )
    .unwrap_or(0.0);
    let straight = || run(board, body, body.facing, (length, length), AtEdge::Stops);
    match nearest_seen(board, body) {
        Some(enemy) => match charge::course(board, body, enemy, length) {
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

/// Straight away from its front, about, for as far as evaders run (`wrg1969.move.evade`).
pub fn evade(board: &Board<'_>, body: &Body<'_>) -> Course {
    ledger::cite(rule::MOVE_EVADE);
    ledger::cite(rule::MOVE_SPECIAL_DISTANCES);
    let length = rates::allowance(&board.book.house, body.mover(), Mode::Evade, 1, false).unwrap_or(0.0);
    run(board, body, body.facing.about(), (length, length), AtEdge::Leaves)
}

/// Whether a footprint has left the table: its standard is over the edge (`wrg1969.geo.leave`).
pub fn off_table(board: &Board<'_>, rect: &Rect) -> bool {
    leave::is_off(board.book.size, rect.centre)
}
