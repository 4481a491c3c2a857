//! Judging a charge: who may make it, and the way to the target.

use crate::board::faces::face;
use crate::board::state::{Charge, Face};
use crate::board::{Board, land};
use crate::data::scale::{NEAR, degrees, pose};
use crate::data::tables::tables;
use crate::data::terrain::Terrain;
use crate::movement::check::cannot_act;
use crate::movement::rules::{Course, Gait, Parts, allowance, turn_cost};
use crate::rule;
use ruling::Refusal;
use table::{Facing, Rect, Vec2, cast, swept};
use umpire::{Side, UnitId};

/// A charge that may be made.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    /// The charge.
    pub charge: Charge,
    /// How far it is to first touch.
    pub length: f64,
    /// How far the charger could go, and why.
    pub allowance: Parts,
    /// The face it would attack.
    pub face: Face,
}

/// Judges a charge with a turn of its own (`toms.charge.path`).
///
/// # Errors
/// Every reason why it is not allowed.
pub fn check(
    board: &Board<'_>,
    side: Side,
    unit: UnitId,
    target: UnitId,
    turn: Facing,
) -> Result<Way, Vec<Refusal>> {
    may_charge(board, side, unit, target)?;
    way(board, side, unit, target, turn).map_err(|no| vec![*no])
}

/// Whether a unit may charge another at all, wherever they stand.
fn may_charge(board: &Board<'_>, side: Side, unit: UnitId, target: UnitId) -> Result<(), Vec<Refusal>> {
    if let Some(refusal) = cannot_act(board, side, unit) {
        return Err(vec![refusal]);
    }
    let mut no = Vec::new();
    let mut add = |rule, what: &'static str| no.push(Refusal::new(rule, what).about(unit.0));
    if board.profile(unit).is_engine() {
        add(rule::BALLISTA_MOVE, "a ballista never charges");
    }
    let state = board.state(unit);
    if state.now.volley.is_some() || state.now.shot {
        add(rule::TURN_CHOICE, "a unit that shoots cannot charge");
    }
    if state.now.moved {
        add(rule::TURN_CHOICE, "a unit that has moved cannot charge");
    }
    let known = board.field.has(target) && board.field.on_table(target) && !board.is_hidden(target);
    // A berserk elephant is anyone's prey.
    if !known || (board.side(target) == side && !board.is_berserk(target)) || target == unit {
        add(rule::CHARGE_PATH, "there is no such enemy in sight");
    } else if board.touch(unit, target) {
        add(rule::CHARGE_CONTACT, "it is in contact already and strikes in the melee");
    }
    if no.is_empty() { Ok(()) } else { Err(no) }
}

/// How far inside a corner of the target a charge aims, as a part of the way to its centre.
const INWARD: f64 = 0.3;

/// Charges the target straight ahead if that will do, else with the first turn toward it that does.
///
/// # Errors
/// Every reason why no turn will do.
pub fn best(board: &Board<'_>, side: Side, unit: UnitId, target: UnitId) -> Result<Way, Vec<Refusal>> {
    may_charge(board, side, unit, target)?;
    let (base, facing, there) = (board.rect(unit), board.facing(unit), board.rect(target));
    let mut refusals: Vec<Refusal> = match way(board, side, unit, target, Facing::NORTH) {
        Ok(straight) => return Ok(straight),
        Err(no) => vec![*no],
    };
    let [a, b, c, d] = there.corners();
    let toward = |p: Vec2| Facing::of(p - base.centre) - facing;
    let aims = [
        there.centre,
        a.lerp(there.centre, INWARD),
        b.lerp(there.centre, INWARD),
        c.lerp(there.centre, INWARD),
        d.lerp(there.centre, INWARD),
    ];
    for turn in aims.map(toward) {
        match way(board, side, unit, target, turn) {
            Ok(way) => return Ok(way),
            Err(no) if !refusals.contains(&no) => refusals.push(*no),
            Err(_) => {}
        }
    }
    Err(refusals)
}

/// Whether a unit has room to turn on the spot to a footprint.
fn has_room(board: &Board<'_>, side: Side, unit: UnitId, base: &Rect) -> bool {
    !board.is_taken(side, base, &[unit])
        && land::on_table(board.ground(), base)
        && !land::is_barred(board.ground(), base)
}

/// The way of a charge after a turn on the spot.
fn way(
    board: &Board<'_>,
    side: Side,
    unit: UnitId,
    target: UnitId,
    turn: Facing,
) -> Result<Way, Box<Refusal>> {
    let no = |rule, what: &'static str| Err(Box::new(Refusal::new(rule, what).about(unit.0).about(target.0)));
    let (start, there) = (board.rect(unit), board.rect(target));
    let facing = board.facing(unit) + turn;
    let base = Rect { ahead: facing.vec(), ..start };
    let (who, degrees) = (board.profile(unit), degrees(turn));
    let most = f64::from(who.charge) + tables().movement.charge_down + NEAR;
    let Some(length) = cast(&base, base.ahead, most, &there, 0.0) else {
        return no(rule::CHARGE_PATH, "the way does not lead to the target within reach");
    };
    if degrees != 0.0 && !has_room(board, side, unit, &base) {
        return no(rule::MOVE_PASS, "there is no room to turn");
    }
    let end = base.moved(base.ahead * length);
    let touch = end.front_mid();
    let course = Course {
        turns: turn_cost(degrees),
        difficult: land::is_difficult(board.ground(), base.centre, end.centre),
        passing: false,
        uphill: land::climbs(board.ground(), base.centre, end.centre),
        held_fast: board.state(unit).seen.held_fast,
        level: board.level(unit),
        target_level: board.level(target),
    };
    let allowance = allowance(who, Gait::Charge, &course);
    if length > allowance.total() + NEAR {
        let what = format!("the target is too far{}", allowance.reasons());
        let refusal = Refusal::new(rule::CHARGE_RATE, what).about(unit.0).about(target.0);
        return Err(Box::new(refusal.needs(length, allowance.total(), "inches")));
    }
    // A unit touched at the same instant as the target is not met first.
    let met =
        |id: &UnitId| cast(&base, base.ahead, (length - NEAR).max(0.0), &board.rect(*id), NEAR).is_some();
    if let Some(other) = board.seen_by(side).filter(|&id| id != unit && id != target).find(met) {
        let refusal = Refusal::new(rule::CHARGE_PATH, "another unit is in the way").about(unit.0);
        return Err(Box::new(refusal.about(other.0)));
    }
    if land::is_barred(board.ground(), &swept(&base, base.ahead * length)) {
        return no(rule::CHARGE_PATH, "impassable ground is in the way");
    }
    let in_wood = land::in_wood(board.ground(), touch);
    let enters = land::pieces(board.ground(), Terrain::is_wood)
        .any(|wood| land::stretches(wood, base.centre, touch).any(|[enter, _]| enter > NEAR));
    let charge = Charge {
        unit,
        target,
        touch: pose(end.centre, facing),
        start: board.field.unit(unit).pose,
        woods: in_wood || enters,
        in_wood,
    };
    Ok(Way { charge, length, allowance, face: face(&there, start.centre) })
}
