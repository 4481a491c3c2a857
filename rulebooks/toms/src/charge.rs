//! Charges: the way, the course of it, contact and lining up.

use crate::board::{Board, Game, SLACK, pose};
use crate::elephant;
use crate::harm;
use crate::land::{self, Terrain};
use crate::march::{self, cannot_act};
use crate::morale::{Cause, Trigger};
use crate::phase::{Charge, Contact, Step};
use crate::place::{Face, face, facing_of, lined_up};
use crate::rates::{self, Course, Gait};
use crate::tables::tables;
use crate::troop::Missile;
use crate::{ambush, fire, react, rule, words};
use ruling::Refusal;
use table::{Facing, Rect, Vec2, cast, swept};
use umpire::{Motion, Ruling, Side, UnitId};

/// A charge that may be made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Way {
    /// The charge.
    pub charge: Charge,
    /// How far it is to first touch.
    pub length: f64,
    /// How far the charger could go.
    pub allowance: f64,
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
    if state.volley.is_some() || state.shot {
        add(rule::TURN_CHOICE, "who shoots does not charge");
    }
    if state.moved {
        add(rule::TURN_CHOICE, "who has moved does not charge");
    }
    let known = board.field.has(target) && board.field.on_table(target) && !board.is_hidden(target);
    // A berserk elephant is anyone's prey.
    if !known || (board.side(target) == side && !board.is_berserk(target)) || target == unit {
        add(rule::CHARGE_PATH, "there is no such enemy in sight");
    }
    if no.is_empty() { Ok(()) } else { Err(no) }
}

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
        a.lerp(there.centre, 0.3),
        b.lerp(there.centre, 0.3),
        c.lerp(there.centre, 0.3),
        d.lerp(there.centre, 0.3),
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
    let (who, degrees) = (board.profile(unit), march::degrees(turn));
    let most = f64::from(who.charge) + tables().movement.charge_down + SLACK;
    let Some(length) = cast(&base, base.ahead, most, &there, 0.0) else {
        return no(rule::CHARGE_PATH, "the way does not lead to the target within reach");
    };
    if degrees != 0.0 {
        let room = !board.is_taken(side, &base, &[unit]) && land::on_table(board.ground(), &base);
        if !room || land::is_barred(board.ground(), &base) {
            return no(rule::MOVE_PASS, "there is no room to turn");
        }
    }
    let end = base.moved(base.ahead * length);
    let touch = end.front_mid();
    let course = Course {
        turns: rates::turn_cost(degrees),
        difficult: land::is_difficult(board.ground(), base.centre, end.centre),
        uphill: land::climbs(board.ground(), base.centre, end.centre),
        held_fast: board.state(unit).held_fast,
        level: board.level(unit),
        target_level: board.level(target),
    };
    let allowance = rates::allowance(who, Gait::Charge, &course).total();
    if length > allowance + SLACK {
        let refusal = Refusal::new(rule::CHARGE_RATE, "the target is too far").about(unit.0).about(target.0);
        return Err(Box::new(refusal.needs(length, allowance, "inches")));
    }
    for other in board.seen_by(side).filter(|&id| id != unit && id != target) {
        // Whoever is touched at the same instant as the target is not met first.
        if cast(&base, base.ahead, (length - SLACK).max(0.0), &board.rect(other), SLACK).is_some() {
            let refusal = Refusal::new(rule::CHARGE_PATH, "another unit is in the way").about(unit.0);
            return Err(Box::new(refusal.about(other.0)));
        }
    }
    if land::is_barred(board.ground(), &swept(&base, base.ahead * length)) {
        return no(rule::CHARGE_PATH, "impassable ground is in the way");
    }
    let in_wood = land::in_wood(board.ground(), touch);
    let enters = land::pieces(board.ground(), Terrain::is_wood)
        .any(|wood| land::stretches(wood, base.centre, touch).any(|[enter, _]| enter > SLACK));
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

/// A charge begins: horses and elephants, then the answer (`toms.charge.sequence`).
pub fn declare(game: &mut Game<'_, '_>, way: &Way) {
    let Charge { unit, target, touch, .. } = way.charge;
    game.phase.state_mut(unit).done = true;
    game.phase.part(unit);
    ambush::reveal(game, unit);
    game.cx.rule(|field| {
        let text = format!(
            "{} charges {}, {:.1} of {:.1} inches, at its {}",
            words::unit(field, unit),
            words::unit(field, target),
            way.length,
            way.allowance,
            way.face.key()
        );
        let ruling = Ruling::new(rule::CHARGE_SEQUENCE, text).also(rule::CHARGE_FACE);
        if way.charge.woods { ruling.also(rule::CHARGE_WOODS) } else { ruling }
    });
    // An ambush on the way halts the charge until it is placed; it goes on unless someone now bars the way.
    let board = game.board();
    let side = board.side(unit);
    let base = Rect { ahead: touch.facing.vec(), ..board.rect(unit) };
    if let Some(at) = march::ambush_ahead(&board, side, &base, way.length) {
        let halt = pose(base.centre + base.ahead * at, touch.facing);
        let fears = elephant::fears(&board, unit);
        let start = way.charge.start;
        game.shift(unit, halt, Motion::March, rule::TURN_REVEAL);
        ambush::reveal_found(game);
        let board = game.board();
        let left = way.length - at;
        let barred = board.seen_by(side).filter(|&id| id != unit && id != target).any(|id| {
            cast(&board.rect(unit), base.ahead, left, &board.rect(id), SLACK)
                .is_some_and(|d| d < left - SLACK)
        });
        if barred {
            game.phase.state_mut(unit).moved = true;
            elephant::frighten(game, unit, &fears, None);
            return;
        }
        game.shift(unit, start, Motion::March, rule::TURN_REVEAL);
    }
    if !brave(game, unit, target) {
        return;
    }
    if react::options(&game.board(), &way.charge).len() > 1 {
        game.phase.step = Step::React(way.charge);
    } else {
        arrive(game, &way.charge);
    }
}

/// Cavalry that charges elephants or is charged by them from beyond their terror tests first; whether the charge
/// goes on (`toms.elephant.fc`).
fn brave(game: &mut Game<'_, '_>, unit: UnitId, target: UnitId) -> bool {
    let board = game.board();
    let afraid = |who: UnitId, of: UnitId| {
        board.profile(who).cavalry
            && board.profile(of).is_elephant()
            && board.side(who) != board.side(of)
            && !board.within(who, of, tables().elephant.horses)
    };
    if afraid(target, unit) && board.obeys(target) {
        harm::test(game, target, Cause::from(Trigger::ElephantCavalry));
        return true;
    }
    !afraid(unit, target) || harm::test(game, unit, Cause::from(Trigger::ElephantCavalry))
}

/// The charge after its answer: javelins, contact.
pub fn arrive(game: &mut Game<'_, '_>, charge: &Charge) {
    let Charge { unit, target, start, .. } = *charge;
    let goes_on = |game: &Game<'_, '_>| game.board().field.on_table(unit) && game.board().obeys(unit);
    if !goes_on(game) {
        return;
    }
    let from = start.at.vec() * (1.0 / crate::board::MM);
    let board = game.board();
    if board.field.on_table(target) && board.profile(unit).missile == Missile::Javelin {
        let struck = face(&board.rect(target), from);
        fire::javelins(game, unit, target, struck);
    }
    // An elephant slain by javelins may fall on them.
    if !goes_on(game) {
        return;
    }
    let fears = elephant::fears(&game.board(), unit);
    contact(game, charge, from);
    ambush::reveal_found(game);
    elephant::frighten(game, unit, &fears, Some([unit, target]));
}

/// The charger arrives: it lines up and is engaged, or finds nobody left.
fn contact(game: &mut Game<'_, '_>, charge: &Charge, from: Vec2) {
    let Charge { unit, target, touch, woods, .. } = *charge;
    let board = game.board();
    if !board.field.on_table(target) {
        game.shift(unit, touch, Motion::March, rule::CHARGE_SEQUENCE);
        return;
    }
    let there = board.rect(target);
    let struck = face(&there, from);
    let side = board.side(unit);
    let base = board.rect(unit);
    let at = touch.at.vec() * (1.0 / crate::board::MM);
    let free = |place: &Rect| {
        land::on_table(board.ground(), place)
            && !land::is_barred(board.ground(), place)
            && !board.is_taken(side, place, &[unit, target])
    };
    let place = lined_up(&base, at, &there, struck, from, board.book.card.file()).into_iter().find(free);
    let to = place.map_or(touch, |p| pose(p.centre, facing_of(board.facing(target), &there, p.ahead)));
    game.shift(unit, to, Motion::Conform, rule::CHARGE_SEQUENCE);
    game.phase.state_mut(unit).bonus = !woods;
    game.phase.state_mut(target).flame = crate::phase::Flame::None;
    game.phase.contacts.push(Contact {
        charger: unit,
        charged: target,
        charger_face: Face::Front,
        charged_face: struck,
        fresh: true,
    });
    game.cx.rule(|field| {
        let text = format!(
            "{} is in contact with the {} of {}",
            words::unit(field, unit),
            struck.key(),
            words::unit(field, target)
        );
        Ruling::new(rule::CHARGE_FACE, text).also(rule::CHARGE_KILL)
    });
}
