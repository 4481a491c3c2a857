//! Daring: the tests of those who charge and of those who are charged.

use crate::armour::Face;
use crate::board::{Board, Body};
use crate::declare::flee_from;
use crate::dread::{self, Dread};
use crate::game::Game;
use crate::house::Ignored;
use crate::nerve::Cause;
use crate::rule;
use crate::sight::sees;
use crate::start;
use ruling::ledger;
use umpire::UnitId;

/// Enemies nearer to a charger than its target, seen, in reach, and neither fleeing nor engaged.
pub fn nearer(board: &Board<'_>, unit: &Body<'_>, target: &Body<'_>) -> Vec<UnitId> {
    if board.book.house.ignored_enemy != Ignored::NearerCharge {
        return Vec::new();
    }
    let passed = |e: &&Body<'_>| {
        e.id != target.id
            && unit.distance(e) < unit.distance(target)
            && unit.distance(e) <= unit.charge_move()
            && !e.state.fleeing
            && !board.phase.is_engaged(e.id)
            && sees(board, unit, e, unit.skirmishes())
    };
    board.enemies(unit.side).filter(passed).map(|e| e.id).collect()
}

/// Whether a unit dares to charge (`wab.fear.charging`, `wab.terror.charge`).
pub fn dares(game: &mut Game<'_, '_>, unit: UnitId, target: UnitId) -> bool {
    let (dread, test) = {
        let board = game.board();
        let (Some(u), Some(t)) = (board.body(unit), board.body(target)) else { return false };
        (dread::of(u, t.kit), board.leaders(u).best())
    };
    match dread {
        Dread::Terror if !is_hardened(game, unit) => {
            if game.test(unit, &test, rule::TERROR_CHARGE, "its terror test", false) {
                harden(game, unit);
                return true;
            }
            game.dissolve(unit, rule::TERROR_RESULT);
            false
        }
        Dread::Fear if !game.phase.unit(unit).passed_fear => {
            let passed = game.test(unit, &test, rule::FEAR_CHARGING, "its fear test", false);
            let state = game.phase.unit_mut(unit);
            state.passed_fear = passed;
            if !passed {
                state.done.rooted = true;
                state.charging = None;
            }
            passed
        }
        _ => true,
    }
}

/// Whether a unit need not test for terror: it has passed a test for a charge this turn, or one in the battle
/// (`wab.psych.once`, `wab.terror.once`).
fn is_hardened(game: &Game<'_, '_>, unit: UnitId) -> bool {
    let state = game.phase.unit(unit);
    state.faced_terror || (game.book.house.terror_once && state.passed_terror)
}

/// A unit has passed a test of terror.
fn harden(game: &mut Game<'_, '_>, unit: UnitId) {
    let state = game.phase.unit_mut(unit);
    (state.faced_terror, state.passed_terror) = (true, true);
}

/// The tests of a charged unit: terror, fear, then panic (`wab.react.when`); false if it has fled.
pub fn stands(game: &mut Game<'_, '_>, unit: UnitId, charger: UnitId, face: Face) -> bool {
    let (dread, leaders, panics, target, outnumbered) = {
        let board = game.board();
        let (Some(u), Some(c)) = (board.body(unit), board.body(charger)) else { return true };
        let flank = face != Face::Front && !u.skirmishes();
        if flank && u.state.passed_flank {
            ledger::cite(rule::PSYCH_ONCE);
        }
        let flank = flank && !u.state.passed_flank;
        let ignored = u.state.ignored.has(charger) && game.book.house.ignored_enemy != Ignored::Off;
        let cause = if flank { Cause::FlankOrRear } else { Cause::IgnoredEnemy };
        let due = (flank || ignored) && start::must_panic(&board, u, cause, 0.0, false).is_none();
        let outnumbered = dread::feared_count(&board, u, charger) > u.headcount(game.book);
        let panics = due.then_some(cause);
        (dread::of(u, c.kit), board.leaders(u).best(), panics, start::panic_target(&board, u), outnumbered)
    };
    match dread {
        Dread::Terror if !is_hardened(game, unit) => {
            if !game.test(unit, &leaders, rule::TERROR_CHARGE, "its terror test", false) {
                flee_from(game, unit, charger, false);
                return false;
            }
            harden(game, unit);
        }
        Dread::Fear if !game.phase.unit(unit).passed_fear => {
            if game.test(unit, &leaders, rule::FEAR_CHARGED, "its fear test", false) {
                game.phase.unit_mut(unit).passed_fear = true;
            } else if outnumbered {
                ledger::cite(rule::BASICS_COUNT);
                flee_from(game, unit, charger, false);
                return false;
            } else {
                game.phase.unit_mut(unit).shaken_by.add(charger);
            }
        }
        _ => {}
    }
    if let Some(cause) = panics {
        if !game.test(unit, &target, cause.rule(), "its panic test", false) {
            flee_from(game, unit, charger, false);
            return false;
        }
        game.phase.unit_mut(unit).passed_flank |= cause == Cause::FlankOrRear;
    }
    true
}
