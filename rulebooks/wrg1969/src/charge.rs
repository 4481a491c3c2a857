//! Charges: who may charge whom, and the course of a charge (`wrg1969.move.charge`).

use crate::board::{Board, Body, JOSTLE, TOUCH};
use crate::course::{AtEdge, Course, Drawn, Walker, wheel_to};
use crate::forced;
use crate::going::Ground;
use crate::order::{Charge, Verb};
use crate::rates::{NEAR, in_mils, wheel_cost, within};
use crate::rule;
use crate::sight::{is_at, nearest_part, sees};
use crate::state::{Meant, Reaction, UnitState};
use crate::troop::Troop;
use ruling::ledger;
use table::{Facing, Rect, Vec2, cast};
use umpire::UnitId;

/// Half the front within which an advance charges what it can reach.
const AHEAD: f64 = 22.5;

/// The course of a charge: the wheel within the normal move, then straight at the enemy with all that is left. Who lies
/// square ahead already is charged without a wheel if that alone reaches him.
/// None if he cannot be brought ahead within the normal move (`wrg1969.move.charge.straight`).
pub fn course(board: &Board<'_>, body: &Body<'_>, target: &Body<'_>, allowance: f64) -> Option<Course> {
    ledger::cite(rule::MOVE_CHARGE);
    ledger::cite(rule::MOVE_CHARGE_STRAIGHT);
    let place = aimed_at(body, target);
    let wheel = wheel_to(&body.rect, body.facing, place);
    let arc = wheel_cost(2.0 * body.rect.half_width, wheel);
    // One as far off as the charge goes is reached, though it comes no deeper.
    let ahead = cast(&body.rect, body.rect.ahead, allowance + 2.0 * NEAR, &target.rect, NEAR).is_some();
    let can_wheel = wheel.abs() <= 90.0 && within(arc, body.normal());
    let wheeled = can_wheel.then(|| straight_on(board, body, wheel, allowance));
    match wheeled {
        Some(course) if !ahead || wheel == 0.0 || reaches(&course, &target.rect) => Some(course),
        _ => ahead.then(|| straight_on(board, body, 0.0, allowance)),
    }
}

/// The part of an enemy that a charger makes for: the nearest at which its whole front finds somebody before it; his
/// middle if he is the narrower.
fn aimed_at(body: &Body<'_>, target: &Body<'_>) -> Vec2 {
    let (u, v) = target.rect.local(body.standard());
    let half = |edge: f64| (edge - body.rect.half_width).max(0.0);
    let (w, d) = (target.rect.half_width, target.rect.half_depth);
    // Across the edge that is turned to the charger.
    let (w, d) = if u.abs() - w > v.abs() - d { (w, half(d)) } else { (half(w), d) };
    target.rect.place(u.clamp(-w, w), v.clamp(-d, d))
}

/// A wheel, and straight on with all that is left.
fn straight_on(board: &Board<'_>, body: &Body<'_>, wheel: f64, allowance: f64) -> Course {
    let mut walker =
        Walker::new(board.book, body, plainly(board, body), (allowance, allowance), AtEdge::Stops);
    walker.wheel(wheel);
    walker.ahead(allowance);
    no_gallop(board, body, walker.done())
}

/// Whether an enemy has a unit in charge reach: before his front, in sight, and no farther than his charge move takes
/// him over the ground between (`wrg1969.reaction.def.charge_reach`).
pub fn has_in_reach(board: &Board<'_>, enemy: &Body<'_>, unit: &Body<'_>) -> bool {
    let gap = enemy.gap(unit);
    if board.routing(enemy.id) || !within(gap, enemy.charge()) || !enemy.faces(unit.standard()) {
        return false;
    }
    ledger::cite(rule::REACTION_DEF_CHARGE_REACH);
    let way = Facing::of(nearest_part(unit, enemy.standard()) - enemy.standard());
    sees(board, unit, enemy)
        && within(
            gap,
            forced::run(board, enemy, way, (enemy.charge(), enemy.charge()), AtEdge::Stops).last().inches,
        )
}

/// How a unit is drawn up as it stands.
pub fn plainly(board: &Board<'_>, body: &Body<'_>) -> Drawn {
    let sideways = board.state(body.id).still_sideways().is_some() && body.is_sideways();
    Drawn { files: body.files, sideways, quarters: 0 }
}

impl UnitState {
    /// How its figures are turned, if by a quarter either way, so that its ranks stand as files.
    pub fn still_sideways(&self) -> Option<(u8, u16)> {
        self.turned.filter(|(quarters, _)| quarters % 2 == 1)
    }
}

/// Horses do not gallop in woods, villages or bog: any part of the way there leaves the normal move alone
/// (`wrg1969.terrain.no_bonus`).
fn no_gallop(board: &Board<'_>, body: &Body<'_>, course: Course) -> Course {
    if !body.troop().is_mounted() {
        return course;
    }
    let ground = Ground::around(board.book, &body.rect, body.charge());
    let bad = course.marks.iter().any(|m| ground.stops_gallop(&m.rect));
    if bad {
        ledger::cite(rule::TERRAIN_NO_BONUS);
        let mut short = course.cut(body.normal());
        (short.left, short.stopped) = (0.0, true);
        return short;
    }
    course
}

/// Whether a course, as far as it goes, ends on an enemy.
pub fn reaches(course: &Course, target: &Rect) -> bool {
    comes_upon(course, target, (0.0, 0.0)).is_some()
}

/// After how many inches a course comes upon a footprint, both fronts narrower by so much and deeper than so much.
fn comes_upon(course: &Course, target: &Rect, (narrower, deep): (f64, f64)) -> Option<f64> {
    let target = target.narrower(narrower);
    let on = |rect: &Rect| rect.narrower(narrower).penetration(&target);
    if on(&course.marks[0].rect) > deep - NEAR {
        return Some(0.0);
    }
    course.marks.windows(2).find_map(|w| {
        let way = w[1].rect.centre - w[0].rect.centre;
        let length = way.len();
        let from = w[0].rect.narrower(narrower);
        let met = (length > 0.0).then(|| cast(&from, way * (1.0 / length), length + NEAR, &target, deep));
        met.flatten().map(|at| w[0].inches + at).or((on(&w[1].rect) > deep).then_some(w[1].inches))
    })
}

/// Whether friends who fight, and so stand, are in a charger's way (`wrg1969.geo.collision`); light infantry passes and
/// is passed.
fn is_barred(board: &Board<'_>, body: &Body<'_>, course: &Course, target: &Rect) -> bool {
    let light = |b: &Body<'_>| b.troop() == Troop::LightInfantry;
    let stands = |f: &&Body<'_>| board.engaged(f.id) && !light(f) && !light(body);
    let on_enemy = comes_upon(course, target, (0.0, 0.0)).unwrap_or(f64::INFINITY);
    let before =
        |f: &Body<'_>| comes_upon(course, &f.rect, (JOSTLE, TOUCH)).is_some_and(|at| at < on_enemy - NEAR);
    board.friendly_units(body).filter(stands).any(before)
}

/// Whether a unit may charge at all this period (`wrg1969.move.charge.declare`).
pub fn may_charge(board: &Board<'_>, body: &Body<'_>) -> bool {
    let state = board.state(body.id);
    ledger::cite(rule::MOVE_CHARGE_DECLARE);
    state.may_charge && !state.rallied && !state.square && body.charge() > 0.0 && !board.engaged(body.id)
}

/// Whether a unit's order, or what it is doing, lets it charge an enemy.
pub fn permits(board: &Board<'_>, body: &Body<'_>, enemy: &Body<'_>) -> bool {
    if enemy.side == body.side || !sees(board, body, enemy) {
        return false;
    }
    let state = board.state(body.id);
    let running = state.running.map(|r| r.reaction);
    if board.phase.led_by_general(body.id) || running == Some(Reaction::AdvanceOnEnemy) {
        return true;
    }
    let (Some(standing), Some(leg)) = (&state.order, state.leg()) else { return state.order.is_none() };
    if !standing.begun {
        return false;
    }
    let ahead = || within(body.bearing(nearest_part(enemy, body.rect.front_mid())).abs(), AHEAD);
    let named = || match (&standing.meant, leg.verb) {
        (Some(Meant::Unit(friend)), Verb::Support) => board.opponents(*friend).any(|e| e == enemy.id),
        (Some(Meant::Unit(id)), _) => *id == enemy.id,
        (Some(Meant::Feature(i)), _) => {
            board.book.features.get(usize::from(*i)).is_some_and(|f| is_at(f, enemy.standard()))
        }
        _ => false,
    };
    match (leg.charge, leg.verb) {
        (Charge::Never, _) | (_, Verb::Hold) => false,
        (Charge::AtWill, Verb::Advance) => ahead(),
        (_, Verb::Support) => named(),
        (Charge::AtWill, _) => true,
        (Charge::OrderedTarget, _) => named(),
    }
}

/// Every enemy whom a unit may charge and can reach this period, the nearest first, each with the course.
pub fn targets(board: &Board<'_>, body: &Body<'_>) -> Vec<(UnitId, Course)> {
    if !may_charge(board, body) {
        return Vec::new();
    }
    let mut found: Vec<(f64, UnitId, Course)> = Vec::new();
    for enemy in board.troops().filter(|e| within(e.gap(body), body.charge()) && permits(board, body, e)) {
        let way = course(board, body, enemy, body.charge());
        let open = |c: &Course| reaches(c, &enemy.rect) && !is_barred(board, body, c, &enemy.rect);
        if let Some(course) = way.filter(open) {
            found.push((body.gap(enemy), enemy.id, course));
        }
    }
    found.sort_by_key(|f| in_mils(f.0));
    found.into_iter().map(|(_, id, course)| (id, course)).collect()
}
