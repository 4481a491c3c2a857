//! Moves: turns and advances, holding fast, and coming upon an ambush.

use crate::board::{Board, Game, MM, SLACK, pose};
use crate::elephant;
use crate::land::{self, Terrain};
use crate::phase::Halted;
use crate::rates::{self, Course, Gait};
use crate::tables::tables;
use crate::troop::Profile;
use crate::{ambush, rule, words};
use ruling::Refusal;
use table::{Facing, Point, Pose, Rect, Vec2, penetration, swept};
use umpire::{Aim, Manner, Motion, Ruling, Side, Step, UnitId};

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

/// A length on the grid in inches.
pub fn inches(grid: i32) -> f64 {
    f64::from(grid) / Point::PER_MM / MM
}

/// A length in inches on the grid.
pub fn grid(inches: f64) -> i32 {
    (inches * MM * Point::PER_MM).round() as i32
}

/// A turn in degrees, the shorter way.
pub fn degrees(turn: Facing) -> f64 {
    Facing::NORTH.turn_to(turn)
}

/// A move that may be made.
#[derive(Clone, Debug, PartialEq)]
pub struct March {
    /// Who moves.
    pub unit: UnitId,
    /// Where it stands after each leg.
    pub legs: Vec<Pose>,
    /// How far it advances in all, in inches.
    pub advance: f64,
    /// How far it could have gone.
    pub allowance: f64,
    /// Whether it holds fast afterwards.
    pub holdfast: bool,
}

/// Why a unit may not act in the moves, if it may not.
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
    if state.flame == crate::phase::Flame::Preparing {
        return no(rule::FLAME_PREPARE, "it spends the turn making fire");
    }
    if state.volley.is_some_and(|v| v.when == crate::phase::When::Steady) {
        return no(rule::SHOOT_STEADY, "it was declared to shoot without moving");
    }
    if state.done {
        return no(rule::TURN_CHOICE, "it has acted in this turn");
    }
    None
}

/// Whether a unit may still act in the moves.
pub fn may_act(board: &Board<'_>, unit: UnitId) -> bool {
    let state = board.state(unit);
    let declared = state.volley.is_some_and(|v| v.when == crate::phase::When::Steady);
    !state.done && !declared && state.flame != crate::phase::Flame::Preparing && board.is_free(unit)
}

/// Why a unit may not hold fast, if it may not (`toms.holdfast.effect`).
pub fn cannot_hold(board: &Board<'_>, unit: UnitId) -> Option<Refusal> {
    let state = board.state(unit);
    if !board.profile(unit).trained {
        return Some(Refusal::new(rule::HOLDFAST_EFFECT, "only trained troops hold fast").about(unit.0));
    }
    let shoots = state.shot || state.volley.is_some();
    shoots.then(|| Refusal::new(rule::HOLDFAST_NOSHOOT, "who shoots does not hold fast").about(unit.0))
}

/// What a move has met before its first leg.
fn setting_out(board: &Board<'_>, unit: UnitId) -> Course {
    Course { held_fast: board.state(unit).held_fast, ..Course::default() }
}

/// Adds a leg to what a move has met: a turn on the spot, or an advance.
fn meet(board: &Board<'_>, course: &mut Course, turn: Facing, from: Vec2, to: Vec2) {
    course.turns += rates::turn_cost(degrees(turn));
    course.difficult |= land::is_difficult(board.ground(), from, to);
    course.uphill |= land::climbs(board.ground(), from, to);
}

/// How far a unit may go; if an ambush halted it, how far it may go on, with nothing paid for twice.
fn allowance(who: &Profile, course: &Course, halted: Option<Halted>) -> f64 {
    let Some(halted) = halted else { return rates::allowance(who, Gait::Move, course).total() };
    let movement = &tables().movement;
    let difficult = if course.difficult && !halted.difficult { movement.difficult } else { 0.0 };
    let uphill = if course.uphill && !halted.uphill { movement.uphill } else { 0.0 };
    (inches(halted.left) - course.turns - difficult - uphill).max(0.0)
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
    if who.is_engine() && !path.is_empty() && board.state(unit).volley.is_some() {
        no.push(Refusal::new(rule::BALLISTA_MOVE, "a ballista moves or shoots").about(unit.0));
    }
    let (mut course, halted) = (setting_out(board, unit), board.state(unit).halted);
    let (mut base, mut facing) = (board.rect(unit), board.facing(unit));
    let mut legs = Vec::with_capacity(path.len());
    let mut advance = 0.0;
    for step in path {
        match *step {
            Step::Turn(turn) => {
                meet(board, &mut course, turn, base.centre, base.centre);
                facing = facing + turn;
                base.ahead = facing.vec();
                turned(board, side, unit, &base, &mut no);
            }
            Step::Forward(length) if length >= 0 => {
                let length = inches(length);
                let to = base.centre + base.ahead * length;
                meet(board, &mut course, Facing::NORTH, base.centre, to);
                advanced(board, side, unit, &base, length, &mut no);
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
    if advance > allowance + SLACK {
        let refusal = Refusal::new(rule::MOVE_RATE, "too far").about(unit.0);
        no.push(refusal.needs(advance, allowance, "inches").instead("a shorter advance"));
    }
    if course.turns > allowance_of(&Course { turns: 0.0, ..course }) + SLACK {
        no.push(Refusal::new(rule::MOVE_TURN, "the turns cost more than the move").about(unit.0));
    }
    if no.is_empty() { Ok(March { unit, legs, advance, allowance, holdfast }) } else { Err(no) }
}

/// Judges where a turn ends: on nobody, on the table, on ground one may enter.
fn turned(board: &Board<'_>, side: Side, unit: UnitId, base: &Rect, no: &mut Vec<Refusal>) {
    if board.is_taken(side, base, &[unit]) {
        no.push(Refusal::new(rule::MOVE_PASS, "there is no room to turn").about(unit.0));
    }
    common(board, unit, base, no);
}

fn common(board: &Board<'_>, unit: UnitId, base: &Rect, no: &mut Vec<Refusal>) {
    if !land::on_table(board.ground(), base) {
        no.push(Refusal::new(rule::MOVE_EDGE, "that leaves the table").about(unit.0));
    }
    if land::is_barred(board.ground(), base) {
        no.push(Refusal::new(rule::MOVE_PASS, "that ground is impassable").about(unit.0));
    }
}

/// Judges an advance: nobody in the way, enemies an inch away (`toms.move.pass`, `toms.move.contact`).
fn advanced(board: &Board<'_>, side: Side, unit: UnitId, base: &Rect, length: f64, no: &mut Vec<Refusal>) {
    let path = swept(base, base.ahead * length);
    let end = base.moved(base.ahead * length);
    let standoff = tables().movement.standoff;
    let middle = base.centre.lerp(end.centre, 0.5);
    let radius = length / 2.0 + base.radius() + standoff;
    for other in board.seen_by(side).filter(|&id| id != unit) {
        let there = board.rect(other);
        let apart = there.centre - middle;
        let reach = radius + there.radius();
        if apart.dot(apart) > reach * reach {
            continue;
        }
        if board.side(other) == side {
            if penetration(&path, &there) > SLACK {
                no.push(Refusal::new(rule::MOVE_PASS, "a friend is in the way").about(unit.0).about(other.0));
            }
            continue;
        }
        let gap = table::distance(base, &there);
        let least = gap.min(standoff);
        let nearest = table::distance(&path, &there);
        if nearest < least - SLACK || penetration(&path, &there) > SLACK {
            let refusal = Refusal::new(rule::MOVE_CONTACT, "that comes too near the enemy");
            let refusal = refusal.about(unit.0).about(other.0).needs(least, nearest, "inches away");
            no.push(refusal.instead("a charge, or a shorter move"));
        }
    }
    if land::pieces(board.ground(), |t| t == Terrain::Impassable).next().is_some() {
        common(board, unit, &end, no);
        if land::is_barred(board.ground(), &path) {
            no.push(Refusal::new(rule::MOVE_PASS, "impassable ground is in the way").about(unit.0));
        }
    } else if !land::on_table(board.ground(), &end) {
        no.push(Refusal::new(rule::MOVE_EDGE, "that leaves the table").about(unit.0));
    }
}

/// How far a footprint may advance before it comes upon an ambush, if it does within a length
/// (`toms.turn.reveal`).
pub fn ambush_ahead(board: &Board<'_>, side: Side, base: &Rect, length: f64) -> Option<f64> {
    let near = tables().shooting.reveal;
    let mut first: Option<f64> = None;
    for unit in board.of_side(side.other()).filter(|&id| board.is_hidden(id)) {
        let hides = board.rect(unit);
        for wood in land::pieces(board.ground(), Terrain::is_wood).filter(|w| land::is_inside(w, &hides)) {
            let gap = |t: f64| land::distance(wood, &base.moved(base.ahead * t)) - near;
            if gap(0.0) > length {
                continue;
            }
            // The way into reach is looked for in short steps and then halved.
            let steps = (length * 4.0).ceil().max(1.0) as u32;
            let mut free = 0.0;
            for i in 1..=steps {
                let t = length * f64::from(i) / f64::from(steps);
                if gap(t) <= 0.0 {
                    let (mut low, mut high) = (free, t);
                    for _ in 0..30 {
                        let middle = (low + high) / 2.0;
                        if gap(middle) <= 0.0 { high = middle } else { low = middle }
                    }
                    first = Some(first.map_or(high, |f: f64| f.min(high)));
                    break;
                }
                free = t;
            }
        }
    }
    first
}

/// Carries out a move; one that comes upon an ambush halts and may be gone on with.
pub fn carry_out(game: &mut Game<'_, '_>, march: &March) {
    let unit = march.unit;
    let side = game.board().side(unit);
    game.rule(unit, |field| {
        let what = if march.holdfast { "holds fast" } else { "moves" };
        let text = format!(
            "{} {what}, {:.1} of {:.1} inches",
            words::unit(field, unit),
            march.advance,
            march.allowance
        );
        let rule = if march.holdfast { rule::HOLDFAST_EFFECT } else { rule::MOVE_RATE };
        Ruling::new(rule, text)
    });
    if !march.legs.is_empty() {
        game.phase.part(unit);
        game.phase.state_mut(unit).moved = true;
    }
    let fears = elephant::fears(&game.board(), unit);
    let mut made = setting_out(&game.board(), unit);
    let mut gone = 0.0;
    let mut halted = false;
    for &to in &march.legs {
        let board = game.board();
        let (base, from) = (board.rect(unit), board.field.unit(unit).pose);
        let length = from.at.vec().distance(to.at.vec()) / MM;
        let halt = if from.facing == to.facing { ambush_ahead(&board, side, &base, length) } else { None };
        match halt {
            Some(at) if at < length - SLACK => {
                let stop = base.centre + base.ahead * at;
                meet(&board, &mut made, Facing::NORTH, base.centre, stop);
                game.shift(unit, pose(stop, from.facing), Motion::March, rule::TURN_REVEAL);
                gone += at;
                halted = true;
                break;
            }
            _ => {
                meet(&board, &mut made, to.facing - from.facing, base.centre, to.at.vec() * (1.0 / MM));
                gone += length;
                let rule = if length > 0.0 { rule::MOVE_STRAIGHT } else { rule::MOVE_TURN };
                game.shift(unit, to, Motion::March, rule);
            }
        }
    }
    ambush::reveal_found(game);
    elephant::frighten(game, unit, &fears, None);
    if !game.board().field.on_table(unit) || !game.board().obeys(unit) {
        game.phase.state_mut(unit).done = true;
        return;
    }
    if halted {
        let before = game.board().state(unit).halted;
        let left = allowance(game.board().profile(unit), &made, before) - gone;
        game.phase.state_mut(unit).halted = Some(Halted {
            left: grid(left.max(0.0)),
            difficult: made.difficult || before.is_some_and(|b| b.difficult),
            uphill: made.uphill || before.is_some_and(|b| b.uphill),
        });
        return;
    }
    let state = game.phase.state_mut(unit);
    state.halted = None;
    state.holdfast = march.holdfast;
    state.done = true;
}

/// What is wrong with where units stand, if anything is: a check for tests.
///
/// # Errors
/// The first unit off the table or overlapping another.
pub fn is_sound(board: &Board<'_>) -> Result<(), String> {
    let units: Vec<UnitId> = board.units().collect();
    for (i, &a) in units.iter().enumerate() {
        let base = board.rect(a);
        if !land::on_table(board.ground(), &base) {
            return Err(format!("{} is off the table", words::unit(board.field, a)));
        }
        let other = units[i + 1..].iter().find(|&&b| base.overlaps(&board.rect(b), 1e-3));
        if let Some(&b) = other {
            return Err(format!("{} overlaps {}", words::unit(board.field, a), words::unit(board.field, b)));
        }
    }
    Ok(())
}
