//! Charges: who may charge whom, and what is left of a charge (`wrg1969.move.charge`).

use crate::board::sight::{is_at, nearest_part, sees};
use crate::board::state::{Doing, Flight, Meant, Standing, UnitState};
use crate::board::{Board, Body};
use crate::data::measure::{NEAR, within};
use crate::data::reaction::Reaction;
use crate::movement::course::{AtEdge, Course, Walker, plainly};
use crate::movement::running::run;
use crate::orders::order::{Charge, Leg, Ref, Trigger, Verb};
use crate::orders::{places, reference};
use table::{Edge, Facing, Rect, cast, nearest_on_segment};

/// Half the front within which an advance charges what it can reach.
const AHEAD: f64 = 22.5;

/// Whether an enemy has a unit in charge reach: before his front, in sight, and no farther than his charge move takes
/// him over the ground between (`wrg1969.reaction.def.charge_reach`).
pub fn has_in_reach(board: &Board<'_>, enemy: &Body<'_>, unit: &Body<'_>) -> bool {
    let gap = enemy.gap(unit);
    if board.routing(enemy.id) || !within(gap, enemy.charge()) || !enemy.faces(unit.standard()) {
        return false;
    }
    let way = Facing::of(nearest_part(unit, enemy.standard()) - enemy.standard());
    sees(board, unit, enemy)
        && within(gap, run(board, enemy, way, (enemy.charge(), enemy.charge()), AtEdge::Stops).last().inches)
}

impl UnitState {
    /// How its figures are turned, if by a quarter either way, so that its ranks stand as files.
    pub fn still_sideways(&self) -> Option<(u8, u16)> {
        self.seen.turned.filter(|(quarters, _)| quarters % 2 == 1)
    }
}

/// Whether a course, as far as it goes, ends on an enemy.
pub fn reaches(course: &Course, target: &Rect) -> bool {
    let on = |rect: &Rect| rect.penetration(target) > -NEAR;
    on(&course.marks[0].rect)
        || course.marks.windows(2).any(|w| {
            let way = w[1].rect.centre - w[0].rect.centre;
            let length = way.len();
            let met = || cast(&w[0].rect, way * (1.0 / length), length + NEAR, target, 0.0).is_some();
            on(&w[1].rect) || (length > 0.0 && met())
        })
}

/// Whether a unit may charge at all this period (`wrg1969.move.charge.declare`).
pub fn may_charge(board: &Board<'_>, body: &Body<'_>) -> bool {
    let state = board.state(body.id);
    state.kept.may_charge
        && !state.seen.rallied
        && !state.seen.square
        && body.charge() > 0.0
        && !board.engaged(body.id)
}

/// Whether an enemy stands before a unit's front: within 22 1/2 degrees, seen from the part of it nearest to him.
fn is_before(body: &Body<'_>, enemy: &Body<'_>) -> bool {
    let [left, right] = body.rect.edge(Edge::Front);
    let near = nearest_part(enemy, body.rect.front_mid());
    let from = nearest_on_segment(near, [left, right]);
    let to = nearest_part(enemy, from);
    within(from.distance(to), 0.0) || within(body.facing.turn_to(Facing::of(to - from)).abs(), AHEAD)
}

impl Standing {
    /// Whether the leg before this one waited for an enemy, who stands before the unit now: "then charge" means him.
    fn awaits(&self, board: &Board<'_>, body: &Body<'_>, enemy: &Body<'_>) -> bool {
        let Some(before) = self.leg.checked_sub(1).filter(|_| self.condition.is_none()) else { return false };
        let Some(leg) = self.order.legs.get(usize::from(before)) else { return false };
        let means = |t: &Trigger| match t {
            Trigger::EnemyWithin(_, kind) => {
                kind.as_ref().is_none_or(|kind| reference::is_kind(enemy.troop(), kind))
            }
            Trigger::Attacked => board.state(enemy.id).now.doing == Doing::Charging(body.id),
            _ => false,
        };
        body.faces(nearest_part(enemy, body.standard())) && leg.until.iter().any(means)
    }
}

/// Whether a unit's order, or what it is doing, lets it charge an enemy.
pub fn permits(board: &Board<'_>, body: &Body<'_>, enemy: &Body<'_>) -> bool {
    if enemy.side == body.side || !sees(board, body, enemy) {
        return false;
    }
    let state = board.state(body.id);
    let running = state.seen.running.map(|r| r.reaction);
    if board.phase.led_by_general(body.id) || running == Some(Reaction::AdvanceOnEnemy) {
        return true;
    }
    let (Some(standing), Some(leg)) = (&state.kept.order, state.leg()) else {
        return state.kept.order.is_none();
    };
    if !standing.begun {
        return false;
    }
    let ahead = || is_before(body, enemy) || standing.awaits(board, body, enemy);
    let named = || match (&standing.meant, leg.verb) {
        (Some(Meant::Unit(friend)), Verb::Guard) => {
            board.body(*friend).is_some_and(|f| has_in_reach(board, enemy, f))
        }
        (Some(Meant::Unit(friend)), Verb::Support) => board.opponents(*friend).any(|e| e == enemy.id),
        (Some(Meant::Unit(id)), _) => *id == enemy.id,
        (Some(Meant::Feature(i)), _) => {
            board.book.features.get(usize::from(*i)).is_some_and(|f| is_at(f, enemy.standard()))
        }
        _ => false,
    };
    // Whoever hides does not charge, nor does anyone charge past what his order tells him never to pass.
    if leg.detail.hidden || is_past_limit(board, body, leg, enemy) {
        return false;
    }
    match (leg.charge, leg.verb) {
        (Charge::Never, _) | (_, Verb::Hold) => false,
        (Charge::AtWill, Verb::Advance) => ahead(),
        (_, Verb::Support) => named(),
        (Charge::AtWill, _) => true,
        (Charge::OrderedTarget, _) => named(),
    }
}

/// Whether an enemy stands beyond what a leg tells a unit never to pass.
fn is_past_limit(board: &Board<'_>, body: &Body<'_>, leg: &Leg, enemy: &Body<'_>) -> bool {
    let limit = match &leg.detail.limit {
        Some(Ref::Feature(id)) => board.book.features.iter().position(|f| f.id == *id),
        Some(Ref::Name(name, _)) => {
            board.book.features.iter().position(|f| crate::orders::language::same_name(&f.name, name))
        }
        Some(Ref::Kind(kind, _)) => board.book.features.iter().position(|f| f.kind.key() == kind),
        _ => None,
    };
    limit.is_some_and(|i| places::is_past(board, body, &Meant::Feature(i as u16), enemy.standard()))
}

/// Whether a unit still has a charge to run.
pub fn seeks(board: &Board<'_>, body: &Body<'_>) -> bool {
    let state = board.state(body.id);
    let charges = matches!(state.now.doing, Doing::Charging(_)) || state.is_uncontrolled();
    charges && state.seen.run_left > 0 && !board.engaged(body.id) && state.seen.flight == Flight::None
}

/// The rest of a charge, straight ahead.
pub fn rest_of_charge(board: &Board<'_>, body: &Body<'_>) -> Course {
    let left = f64::from(board.state(body.id).seen.run_left) / 1000.0;
    let whole = body.charge().max(left);
    let mut walker = Walker::new(board.book, body, plainly(board, body), (left, whole), AtEdge::Stops);
    walker.ahead(left);
    walker.done()
}
