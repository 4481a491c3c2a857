//! Driving a charge home: what it meets on its way, its answer, contact and lining up.

use crate::board::faces::{Approach, face, facing_of, lined_up, touched};
use crate::board::state::{Charge, Contact, Face, Flame, Step};
use crate::board::{Board, Game, ambush, land};
use crate::charge::answers;
use crate::charge::rules::Answer;
use crate::charge::way::Way;
use crate::data::scale::{NEAR, place, pose};
use crate::data::tables::tables;
use crate::data::trigger::Trigger;
use crate::data::troop::Missile;
use crate::elephants::terror::{fears, frighten};
use crate::house::ElephantHorses;
use crate::movement::ambush::{reveal, reveal_found};
use crate::nerve::resolve::test;
use crate::nerve::rules::Cause;
use crate::rule;
use crate::shooting::resolve::javelins;
use table::{Pose, Rect, Vec2, cast};
use umpire::{ChargeEnd, Deed, Motion, Ruling, UnitId, voice};

/// A charge begins: horses and elephants, then the answer (`toms.charge.sequence`).
pub fn declare(game: &mut Game<'_, '_>, way: &Way) {
    let Charge { unit, target, touch, .. } = way.charge;
    game.phase.state_mut(unit).now.done = true;
    game.phase.part(unit);
    reveal(game, unit);
    game.cx.deed(Deed::Charge { unit, target });
    game.cx.rule(|field| {
        let text = format!(
            "{} charged the {} of {}, {} of {}{}.",
            voice::name(field, unit),
            way.face.key(),
            voice::name(field, target),
            voice::tenths(way.length),
            voice::inches(way.allowance.total()),
            way.allowance.reasons(),
        );
        let ruling = Ruling::new(rule::CHARGE_SEQUENCE, text).also(rule::CHARGE_FACE);
        let ruling = way.allowance.rules().fold(ruling, Ruling::also);
        if way.charge.woods { ruling.also(rule::CHARGE_WOODS) } else { ruling }
    });
    // An ambush on the way halts the charge until it is placed; it goes on unless someone now bars the way.
    let board = game.board();
    let side = board.side(unit);
    let base = Rect { ahead: touch.facing.vec(), ..board.rect(unit) };
    if let Some(at) = ambush::ahead(&board, side, &base, way.length) {
        let halt = pose(base.centre + base.ahead * at, touch.facing);
        let fears = fears(&board, unit);
        let start = way.charge.start;
        game.shift(unit, halt, Motion::March, rule::TURN_REVEAL);
        reveal_found(game);
        let board = game.board();
        let left = way.length - at;
        let barred = board.seen_by(side).filter(|&id| id != unit && id != target).any(|id| {
            cast(&board.rect(unit), base.ahead, left, &board.rect(id), NEAR).is_some_and(|d| d < left - NEAR)
        });
        if barred {
            game.phase.state_mut(unit).now.moved = true;
            frighten(game, unit, &fears, None);
            game.cx.deed(Deed::Charged { unit, end: ChargeEnd::Short });
            return;
        }
        game.shift(unit, start, Motion::March, rule::TURN_REVEAL);
    }
    if !brave(game, unit, target) {
        game.cx.deed(Deed::Charged { unit, end: ChargeEnd::Spent });
        return;
    }
    let open = answers::open(&game.board(), &way.charge);
    if !open.closed.is_empty() {
        game.rule(target, |field| {
            let why: Vec<&str> = open.closed.iter().map(|c| c.why).collect();
            let may = if open.answers.len() > 1 { "did not have every answer" } else { "could only stand" };
            let text = format!("{} {may}: {}.", voice::name(field, target), why.join("; "));
            open.closed.iter().fold(Ruling::new(rule::REACT_CHOICE, text), |ruling, c| ruling.also(c.rule))
        });
    }
    if open.answers.len() > 1 {
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
            && (board.side(who) != board.side(of) || board.book.house.elephant_horses == ElephantHorses::All)
            && !board.within(who, of, tables().elephant.horses)
    };
    if afraid(target, unit) && board.obeys(target) {
        test(game, target, Cause::from(Trigger::ElephantCavalry));
        return true;
    }
    !afraid(unit, target) || test(game, unit, Cause::from(Trigger::ElephantCavalry))
}

/// The answer to a charge, then the rest of it.
pub fn answered(game: &mut Game<'_, '_>, charge: &Charge, answer: Answer) {
    answers::give(game, charge, answer);
    arrive(game, charge);
}

/// The charge after its answer: javelins, contact.
fn arrive(game: &mut Game<'_, '_>, charge: &Charge) {
    let Charge { unit, target, start, .. } = *charge;
    let goes_on = |game: &Game<'_, '_>| game.board().field.on_table(unit) && game.board().obeys(unit);
    if !goes_on(game) {
        game.cx.deed(Deed::Charged { unit, end: ChargeEnd::Spent });
        return;
    }
    let from = place(start.at);
    let board = game.board();
    if board.field.on_table(target) && board.profile(unit).missile == Missile::Javelin {
        let struck = face(&board.rect(target), from);
        javelins(game, unit, target, struck);
    }
    // An elephant slain by javelins may fall on them.
    if !goes_on(game) {
        game.cx.deed(Deed::Charged { unit, end: ChargeEnd::Spent });
        return;
    }
    let fears = fears(&game.board(), unit);
    contact(game, charge, from);
    reveal_found(game);
    frighten(game, unit, &fears, Some([unit, target]));
}

/// The charger arrives: it lines up and is engaged, or finds nobody left.
fn contact(game: &mut Game<'_, '_>, charge: &Charge, from: Vec2) {
    let Charge { unit, target, touch, woods, .. } = *charge;
    let board = game.board();
    if !board.field.on_table(target) {
        game.shift(unit, touch, Motion::March, rule::CHARGE_SEQUENCE);
        game.phase.state_mut(unit).now.bonus = !woods;
        let end = if engage_touched(game, unit) { ChargeEnd::Contact } else { ChargeEnd::Spent };
        game.cx.deed(Deed::Charged { unit, end });
        return;
    }
    let there = board.rect(target);
    let struck = face(&there, from);
    let side = board.side(unit);
    let base = board.rect(unit);
    let approach = Approach { charger: base, from, touch: place(touch.at), file: board.book.card.file() };
    let free = |place: &Rect| {
        land::on_table(board.ground(), place)
            && !land::is_barred(board.ground(), place)
            && !board.is_taken(side, place, &[unit, target])
    };
    let place = lined_up(&approach, &there, struck).into_iter().find(free);
    let to = place.map_or_else(
        || met(&board, charge, &there),
        |p| pose(p.centre, facing_of(board.facing(target), &there, p.ahead)),
    );
    game.shift(unit, to, Motion::Conform, rule::CHARGE_SEQUENCE);
    game.phase.state_mut(unit).now.bonus = !woods;
    game.phase.state_mut(target).seen.flame = Flame::None;
    game.phase.contacts.push(Contact {
        charger: unit,
        charged: target,
        charger_face: Face::Front,
        charged_face: struck,
        fresh: true,
    });
    game.cx.deed(Deed::Charged { unit, end: ChargeEnd::Contact });
    game.cx.rule(|field| {
        let names = [unit, target].map(|id| voice::name(field, id));
        let text = format!("{} came into contact with the {} of {}.", names[0], struck.key(), names[1]);
        Ruling::new(rule::CHARGE_FACE, text).also(rule::CHARGE_KILL)
    });
    engage_touched(game, unit);
}

/// Where a charger stands that finds no room to line up: at the angle at which it meets its target as that stands now,
/// for a reform may have turned it.
fn met(board: &Board<'_>, charge: &Charge, there: &Rect) -> Pose {
    let touch = charge.touch;
    let base = Rect { centre: place(charge.start.at), ahead: touch.facing.vec(), ..board.rect(charge.unit) };
    let most = base.centre.distance(place(touch.at));
    let far = cast(&base, base.ahead, most, there, 0.0).unwrap_or(most);
    pose(base.centre + base.ahead * far, touch.facing)
}

/// Whoever else a charger touches is engaged too; whether there is somebody (`toms.charge.contact`).
fn engage_touched(game: &mut Game<'_, '_>, unit: UnitId) -> bool {
    let board = game.board();
    let base = board.rect(unit);
    let mut touching = Vec::new();
    for other in board.enemies(board.side(unit)) {
        let known = board.contacts(unit).any(|(known, _, _)| known == other);
        let there = board.rect(other);
        if let (false, Some(mine), Some(theirs)) = (known, touched(&base, &there), touched(&there, &base)) {
            touching.push((other, mine, theirs));
        }
    }
    for &(other, charger_face, charged_face) in &touching {
        game.phase.state_mut(other).seen.flame = Flame::None;
        game.phase.contacts.push(Contact {
            charger: unit,
            charged: other,
            charger_face,
            charged_face,
            fresh: true,
        });
        game.cx.rule(|field| {
            let (who, whom) = (voice::name(field, unit), voice::name(field, other));
            let text = format!("{who} touched the {} of {whom} too.", charged_face.key());
            Ruling::new(rule::CHARGE_CONTACT, text)
        });
    }
    !touching.is_empty()
}
