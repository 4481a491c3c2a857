//! Judging a move: turns and advances, and holding fast.

use crate::board::state::{Flame, Halted, When};
use crate::board::{Board, land};
use crate::data::scale::{NEAR, degrees, inches, pose};
use crate::data::tables::tables;
use crate::data::troop::Profile;
use crate::movement::rules::{self, Course, Gait, Parts, turn_cost};
use crate::rule;
use ruling::Refusal;
use table::{Convex, Facing, Pose, Rect, Vec2, penetration, swept};
use umpire::{Aim, Manner, Side, Step, UnitId};

/// The ways of moving: a march, a march that ends in holdfast, a charge with a turn of one's own choice.
pub const MANNERS: &[Manner] = &[
    Manner::new("march", "Move", rule::MOVE_STRAIGHT),
    Manner::new("holdfast", "Hold fast", rule::HOLDFAST_EFFECT).aimed(Aim::Spot),
    Manner::new("charge", "Charge", rule::CHARGE_PATH).aimed(Aim::Enemy),
];

/// The number of a march.
pub const MARCH: u8 = 0;

/// The number of holding fast.
pub const HOLDFAST: u8 = 1;

/// The number of a charge.
pub const CHARGE: u8 = 2;

/// A move that may be made.
#[derive(Clone, Debug, PartialEq)]
pub struct March {
    /// Who moves.
    pub unit: UnitId,
    /// Where it stands after each leg.
    pub legs: Vec<Pose>,
    /// How far it advances in all, in inches.
    pub advance: f64,
    /// How far it could have gone, and why.
    pub allowance: Parts,
    /// Whether it holds fast afterwards.
    pub holdfast: bool,
}

/// Why a unit may not act in the moves. Returns `None` if it may.
pub fn cannot_act(board: &Board<'_>, side: Side, unit: UnitId) -> Option<Refusal> {
    let no = |rule, what: &'static str| Some(Refusal::new(rule, what).about(unit.0));
    if !board.field.has(unit) || !board.field.on_table(unit) || board.side(unit) != side {
        return no(rule::TURN_CHOICE, "that is none of this side's units on the table");
    }
    if board.is_broken(unit) {
        return no(rule::BROKEN_LIMITS, "broken troops do not obey");
    }
    if board.is_berserk(unit) {
        return no(rule::ELEPHANT_BERSERK, "a berserk elephant does not obey");
    }
    if board.is_locked(unit) {
        return no(rule::MELEE_LOCKED, "it is locked in melee");
    }
    let state = board.state(unit);
    if state.seen.flame == Flame::Preparing {
        return no(rule::FLAME_PREPARE, "it spends the turn making fire");
    }
    if state.now.volley.is_some_and(|v| v.when == When::Steady) {
        return no(rule::SHOOT_STEADY, "it was declared to shoot without moving");
    }
    if state.now.done {
        return no(rule::TURN_CHOICE, "it has acted in this turn");
    }
    None
}

/// Whether a unit may still act in the moves.
pub fn may_act(board: &Board<'_>, unit: UnitId) -> bool {
    let state = board.state(unit);
    let declared = state.now.volley.is_some_and(|v| v.when == When::Steady);
    !state.now.done && !declared && state.seen.flame != Flame::Preparing && board.is_free(unit)
}

/// Why a unit may not hold fast (`toms.holdfast.effect`). Returns `None` if it may.
pub fn cannot_hold(board: &Board<'_>, unit: UnitId) -> Option<Refusal> {
    let state = board.state(unit);
    if !board.profile(unit).trained {
        return Some(Refusal::new(rule::HOLDFAST_EFFECT, "only trained troops hold fast").about(unit.0));
    }
    let shoots = state.now.shot || state.now.volley.is_some();
    shoots.then(|| Refusal::new(rule::HOLDFAST_NOSHOOT, "a unit that shoots cannot hold fast").about(unit.0))
}

/// What a move has met before its first leg.
pub(super) fn setting_out(board: &Board<'_>, unit: UnitId) -> Course {
    Course { held_fast: board.state(unit).seen.held_fast, ..Course::default() }
}

/// Adds a leg to what a move has met: a turn on the spot, or an advance.
pub(super) fn meet(
    board: &Board<'_>,
    unit: UnitId,
    course: &mut Course,
    turn: Facing,
    [from, to]: [Vec2; 2],
) {
    course.turns += turn_cost(degrees(turn));
    course.difficult |= land::is_difficult(board.ground(), from, to);
    course.uphill |= land::climbs(board.ground(), from, to);
    let way = Rect { centre: from, ..board.rect(unit) };
    course.passing |= from != to
        && passes(
            board,
            unit,
            &swept(&Rect { ahead: (to - from) * (1.0 / from.distance(to)), ..way }, to - from),
        );
}

/// How far a unit may go; if an ambush halted it, how far it may go on, with nothing paid for twice.
pub(super) fn allowance(who: &Profile, course: &Course, halted: Option<Halted>) -> Parts {
    let Some(halted) = halted else { return rules::allowance(who, Gait::Move, course) };
    let movement = &tables().movement;
    let mut parts = Parts::default();
    parts.add(rule::TURN_REVEAL, inches(halted.left), "left when an ambush halted it");
    parts.add(rule::MOVE_TURN, -course.turns, "turning");
    if course.difficult && !halted.difficult {
        parts.add(rule::MOVE_DIFFICULT, -movement.difficult, "difficult ground");
    } else if course.passing && !halted.difficult {
        parts.add(rule::MOVE_PASS, -movement.difficult, "passing through friends");
    }
    if course.uphill && !halted.uphill {
        parts.add(rule::MOVE_UPHILL, -movement.uphill, "climbing");
    }
    parts
}

/// Judges a move (`toms.move.rate` and what follows it).
///
/// # Errors
/// Every reason why it is not allowed.
pub fn check(
    board: &Board<'_>,
    side: Side,
    unit: UnitId,
    path: &[Step],
    holdfast: bool,
) -> Result<March, Vec<Refusal>> {
    let mut no: Vec<Refusal> = Vec::new();
    if let Some(refusal) = cannot_act(board, side, unit) {
        return Err(vec![refusal]);
    }
    no.extend(holdfast.then(|| cannot_hold(board, unit)).flatten());
    let who = board.profile(unit);
    if who.is_engine() && !path.is_empty() && board.state(unit).now.volley.is_some() {
        no.push(Refusal::new(rule::BALLISTA_MOVE, "a ballista moves or shoots").about(unit.0));
    }
    let (mut course, halted) = (setting_out(board, unit), board.state(unit).now.halted);
    let (mut base, mut facing) = (board.rect(unit), board.facing(unit));
    let mut legs = Vec::with_capacity(path.len());
    let mut advance = 0.0;
    for step in path {
        match *step {
            Step::Turn(turn) => {
                meet(board, unit, &mut course, turn, [base.centre; 2]);
                facing = facing + turn;
                base.ahead = facing.vec();
                no.extend(turned(board, side, unit, &base));
            }
            Step::Forward(length) if length >= 0 => {
                let length = inches(length);
                let to = base.centre + base.ahead * length;
                meet(board, unit, &mut course, Facing::NORTH, [base.centre, to]);
                no.extend(advanced(board, side, unit, &base, length));
                advance += length;
                base.centre = to;
            }
            _ => no.push(
                Refusal::new(rule::MOVE_STRAIGHT, "units only turn and go straight ahead")
                    .about(unit.0)
                    .instead("a turn, then an advance"),
            ),
        }
        legs.push(pose(base.centre, facing));
    }
    let allowance_of = |course: &Course| allowance(who, course, halted);
    let allowance = allowance_of(&course);
    if advance > allowance.total() + NEAR {
        let refusal = Refusal::new(rule::MOVE_RATE, format!("too far{}", allowance.reasons())).about(unit.0);
        no.push(refusal.needs(advance, allowance.total(), "inches").instead("a shorter advance"));
    }
    if course.turns > allowance_of(&Course { turns: 0.0, ..course }).total() + NEAR {
        no.push(Refusal::new(rule::MOVE_TURN, "the turns cost more than the move").about(unit.0));
    }
    if no.is_empty() { Ok(March { unit, legs, advance, allowance, holdfast }) } else { Err(no) }
}

/// Judges where a turn ends: on nobody, on the table, on ground one may enter.
fn turned(board: &Board<'_>, side: Side, unit: UnitId, base: &Rect) -> Vec<Refusal> {
    let taken = board.is_taken(side, base, &[unit]);
    let taken = taken.then(|| Refusal::new(rule::MOVE_PASS, "there is no room to turn").about(unit.0));
    taken.into_iter().chain(stands(board, unit, base)).collect()
}

/// Judges where a leg ends: on the table, on ground one may enter.
fn stands(board: &Board<'_>, unit: UnitId, base: &Rect) -> impl Iterator<Item = Refusal> {
    let off = (!land::on_table(board.ground(), base)).then_some((rule::MOVE_EDGE, "that leaves the table"));
    let barred =
        land::is_barred(board.ground(), base).then_some((rule::MOVE_PASS, "that ground is impassable"));
    off.into_iter().chain(barred).map(move |(rule, what)| Refusal::new(rule, what).about(unit.0))
}

/// Whether one of two friends may pass through the other: light foot, in melee neither of them
/// (`toms.move.pass`).
pub fn may_pass(board: &Board<'_>, unit: UnitId, friend: UnitId) -> bool {
    let light = |id: UnitId| board.profile(id).is_light_foot();
    board.book.house.light_foot_passes && (light(unit) || light(friend)) && !board.is_engaged(friend)
}

/// Whether a way leads through friends.
fn passes(board: &Board<'_>, unit: UnitId, path: &Convex) -> bool {
    board.of_side(board.side(unit)).any(|id| id != unit && penetration(path, &board.rect(id)) > NEAR)
}

/// Judges an advance: nobody in the way, enemies an inch away (`toms.move.pass`, `toms.move.contact`).
fn advanced(board: &Board<'_>, side: Side, unit: UnitId, base: &Rect, length: f64) -> Vec<Refusal> {
    let path = swept(base, base.ahead * length);
    let end = base.moved(base.ahead * length);
    let standoff = tables().movement.standoff;
    let middle = base.centre.lerp(end.centre, 0.5);
    let radius = length / 2.0 + base.radius() + standoff;
    let mut no = Vec::new();
    for other in board.seen_by(side).filter(|&id| id != unit) {
        let there = board.rect(other);
        let apart = there.centre - middle;
        let reach = radius + there.radius();
        if apart.dot(apart) > reach * reach {
            continue;
        }
        if board.side(other) == side {
            let why = if penetration(&path, &there) <= NEAR {
                None
            } else if !may_pass(board, unit, other) {
                Some("a friend is in the way")
            } else {
                end.overlaps(&there, NEAR).then_some("there is no room beyond the friends it passes")
            };
            no.extend(why.map(|what| Refusal::new(rule::MOVE_PASS, what).about(unit.0).about(other.0)));
            continue;
        }
        let gap = table::distance(base, &there);
        let least = gap.min(standoff);
        let nearest = table::distance(&path, &there);
        if nearest < least - NEAR || penetration(&path, &there) > NEAR {
            let refusal = Refusal::new(rule::MOVE_CONTACT, "that comes too near the enemy");
            let refusal = refusal.about(unit.0).about(other.0).needs(least, nearest, "inches away");
            no.push(refusal.instead("a charge, or a shorter move"));
        }
    }
    no.extend(stands(board, unit, &end));
    if land::is_barred(board.ground(), &path) {
        no.push(Refusal::new(rule::MOVE_PASS, "impassable ground is in the way").about(unit.0));
    }
    no
}
