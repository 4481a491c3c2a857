//! The tests of those who charge and of those who are charged.

use crate::board::bodies::{Board, Body};
use crate::board::game::Game;
use crate::board::sight::sees;
use crate::charge::answers::flee_from;
use crate::data::armour::Face;
use crate::data::troop::Trait;
use crate::house::Ignored;
use crate::nerve::fear::Dread;
use crate::nerve::leadership::Trial;
use crate::nerve::rules::Cause;
use crate::nerve::{fear, leadership, panic};
use crate::rule;
use umpire::UnitId;
use umpire::voice::name;

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
    used_to(game, unit, target);
    let (dread, test) = {
        let board = game.board();
        let (Some(u), Some(t)) = (board.body(unit), board.body(target)) else { return false };
        (fear::of(u, t.kit), leadership::leaders(&board, u).best())
    };
    match dread {
        Dread::Terror if !is_hardened(game, unit) => {
            if Trial::new(rule::TERROR_CHARGE, "terror test")
                .because("a charge at a terrible enemy")
                .take(game, unit, &test)
            {
                harden(game, unit);
                return true;
            }
            game.dissolve(unit, rule::TERROR_RESULT);
            false
        }
        Dread::Fear if !game.phase.unit(unit).now.passed_fear => {
            let passed = Trial::new(rule::FEAR_CHARGING, "fear test")
                .because("a charge at a feared enemy")
                .take(game, unit, &test);
            let state = game.phase.unit_mut(unit);
            state.now.passed_fear = passed;
            if !passed {
                state.done.rooted = true;
                state.now.charging = None;
            }
            passed
        }
        _ => {
            spared(game, unit, dread);
            true
        }
    }
}

/// Whether a unit need not test for terror: it has passed a test for a charge this turn, or one in the battle
/// (`wab.psych.once`, `wab.terror.once`).
fn is_hardened(game: &Game<'_, '_>, unit: UnitId) -> bool {
    let state = game.phase.unit(unit);
    state.now.faced_terror || (game.book.house.terror_once && state.passed_terror)
}

/// A unit has passed a test of terror.
fn harden(game: &mut Game<'_, '_>, unit: UnitId) {
    let state = game.phase.unit_mut(unit);
    (state.now.faced_terror, state.passed_terror) = (true, true);
}

/// Tells of a unit that is used to the elephants before it (`wab.special.used_to_elephants`).
fn used_to(game: &mut Game<'_, '_>, unit: UnitId, enemy: UnitId) {
    let used = game.book.kit(unit).has(Trait::UsedToElephants);
    if used && game.book.kit(enemy).has(Trait::FearFoot) {
        let what = if game.book.kit(unit).troop.is_mounted() { "only feared" } else { "did not mind" };
        game.say(rule::SPECIAL_USED_TO_ELEPHANTS, |f| {
            let unit = name(f, unit);
            format!("{unit} {} used to elephants and {what} {}.", unit.was(), name(f, enemy))
        });
    }
}

/// Tells of a test that a unit has passed this turn and need not take again (`wab.psych.once`).
fn once_is_enough(game: &mut Game<'_, '_>, unit: UnitId, what: &'static str) {
    game.say(rule::PSYCH_ONCE, |f| {
        let unit = name(f, unit);
        format!("{unit} had passed {} {what} test this turn already.", unit.its())
    });
}

/// Tells why a unit that feels dread need not test for it.
fn spared(game: &mut Game<'_, '_>, unit: UnitId, dread: Dread) {
    let state = game.phase.unit(unit);
    match dread {
        Dread::Terror if state.now.faced_terror => once_is_enough(game, unit, "terror"),
        Dread::Terror => {
            game.say(rule::TERROR_ONCE, |f| {
                let unit = name(f, unit);
                format!("{unit} had overcome {} terror.", unit.its())
            });
        }
        Dread::Fear => once_is_enough(game, unit, "fear"),
        Dread::None => {}
    }
}

/// The tests of a charged unit: terror, fear, then panic (`wab.react.when`); false if it has fled.
pub fn stands(game: &mut Game<'_, '_>, unit: UnitId, charger: UnitId, face: Face) -> bool {
    used_to(game, unit, charger);
    let (dread, leaders, panics, target, outnumbered, passed) = {
        let board = game.board();
        let (Some(u), Some(c)) = (board.body(unit), board.body(charger)) else { return true };
        let flank = face != Face::Front && !u.skirmishes();
        let passed = flank && u.state.now.passed_flank;
        let flank = flank && !passed;
        let ignored = u.state.done.ignored.has(charger) && game.book.house.ignored_enemy != Ignored::Off;
        let cause = if flank { Cause::FlankOrRear } else { Cause::IgnoredEnemy };
        let due = (flank || ignored) && panic::must_panic(&board, u, cause, 0.0, false).is_none();
        let outnumbered = fear::feared_count(&board, u, charger) > u.headcount(game.book);
        let panics = due.then_some(cause);
        (
            fear::of(u, c.kit),
            leadership::leaders(&board, u).best(),
            panics,
            panic::panic_target(&board, u),
            outnumbered,
            passed,
        )
    };
    if passed {
        once_is_enough(game, unit, "panic");
    }
    match dread {
        Dread::Terror if !is_hardened(game, unit) => {
            if !Trial::new(rule::TERROR_CHARGE, "terror test")
                .because("a charge by a terrible enemy")
                .take(game, unit, &leaders)
            {
                flee_from(game, unit, charger, false);
                return false;
            }
            harden(game, unit);
        }
        Dread::Fear if !game.phase.unit(unit).now.passed_fear => {
            if Trial::new(rule::FEAR_CHARGED, "fear test")
                .because("a charge by a feared enemy")
                .take(game, unit, &leaders)
            {
                game.phase.unit_mut(unit).now.passed_fear = true;
            } else if outnumbered {
                game.say(rule::BASICS_COUNT, |f| {
                    let unit = name(f, unit);
                    format!("{unit} {} outnumbered by the enemies {} feared.", unit.was(), unit.it())
                });
                flee_from(game, unit, charger, false);
                return false;
            } else {
                game.phase.unit_mut(unit).now.shaken_by.add(charger);
            }
        }
        _ => spared(game, unit, dread),
    }
    if let Some(cause) = panics {
        if !Trial::panic(cause).take(game, unit, &target) {
            flee_from(game, unit, charger, false);
            return false;
        }
        game.phase.unit_mut(unit).now.passed_flank |= cause == Cause::FlankOrRear;
    }
    true
}
