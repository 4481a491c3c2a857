//! Panic on the table: who must test when, on what, and who flees.

use crate::aftermath::flight;
use crate::board::bodies::{Board, Body};
use crate::board::game::Game;
use crate::board::terrain;
use crate::combat::score::rank_bonus;
use crate::data::troop::{Order, Trait};
use crate::nerve::leadership::Trial;
use crate::nerve::rules::{Cause, Panicky};
use crate::nerve::{leadership, rules};
use crate::rule;
use ruling::{RuleId, Tally};
use umpire::voice::name;
use umpire::{Side, UnitId};

/// The units that fail the test for a general lost.
pub fn general_tests(game: &mut Game<'_, '_>) -> Vec<UnitId> {
    let mut failed = Vec::new();
    for side in [game.phase.active, game.phase.active.other()] {
        if !std::mem::take(&mut game.phase.general_lost[side]) {
            continue;
        }
        let due: Vec<(UnitId, Tally)> = {
            let board = game.board();
            let runs = |b: &Body<'_>| board.phase.broken.iter().any(|x| x.unit == b.id);
            let due =
                |b: &&Body<'_>| !runs(b) && must_panic(&board, b, Cause::GeneralLost, 0.0, false).is_none();
            board.friends(side).filter(due).map(|b| (b.id, panic_target(&board, b))).collect()
        };
        for (id, target) in game.in_order(due) {
            if !Trial::panic(Cause::GeneralLost).take(game, id, &target) {
                failed.push(id);
            }
        }
    }
    failed
}

/// Armies whose general was lost test at the end of a phase, and failures flee at once.
pub fn general_panic(game: &mut Game<'_, '_>) {
    for id in general_tests(game) {
        if game.stands(id) {
            flight::flee(game, id, None, false, rule::PANIC_RESULT);
        }
    }
}

/// The rank bonus that a warband adds to its Leadership.
pub fn warband_ranks(board: &Board<'_>, body: &Body<'_>) -> u8 {
    if !body.kit.has(Trait::Warband) || body.kit.character {
        return 0;
    }
    let going = terrain::under(&board.book.features, &body.rect);
    rank_bonus(body.state.models, body.files, body.kit.troop, body.order(), going, board.is_flanked(body))
        as u8
}

/// The target of a panic test of a unit.
pub fn panic_target(board: &Board<'_>, body: &Body<'_>) -> Tally {
    let ranks = warband_ranks(board, body);
    rules::panic_target(&leadership::leaders(board, body), ranks, body.state.models, body.state.starting)
}

/// Whether a unit must test for a cause; the rule that excuses it if not.
pub fn must_panic(
    board: &Board<'_>,
    body: &Body<'_>,
    cause: Cause,
    distance: f64,
    skirmishers: bool,
) -> Option<RuleId> {
    let unit = Panicky {
        cause,
        distance,
        casualties: body.state.now.shot_down,
        models_at_phase_start: body.state.now.at_shooting,
        engaged: board.phase.is_engaged(body.id),
        frenzied: body.is_frenzied(),
        stubborn: body.kit.has(Trait::Stubborn),
        fleeing: body.state.fleeing,
        only_skirmishers: skirmishers && body.kit.order != Order::Skirmish,
    };
    rules::excused(&board.book.house, &unit)
}

/// Tests for fleeing friends nearby (`wab.start.panic`).
pub fn friends_flee(game: &mut Game<'_, '_>, side: Side) {
    let due: Vec<(UnitId, Tally)> = {
        let board = game.board();
        let near = |body: &Body<'_>| {
            board.friends(side).filter(|f| f.state.fleeing && f.id != body.id).any(|f| {
                let skirmishers = f.kit.order == Order::Skirmish;
                must_panic(&board, body, Cause::FriendsFleeing, body.distance(f), skirmishers).is_none()
            })
        };
        board.friends(side).filter(|b| near(b)).map(|b| (b.id, panic_target(&board, b))).collect()
    };
    all_then_flee(game, due, Trial::panic(Cause::FriendsFleeing), rule::START_PANIC);
}

/// All tests of one kind are rolled before any takes effect; who fails is fleeing from now on.
pub fn all_then_flee(game: &mut Game<'_, '_>, due: Vec<(UnitId, Tally)>, trial: Trial, by: RuleId) {
    let due = game.in_order(due);
    let failed: Vec<UnitId> =
        due.into_iter().filter(|(id, target)| !trial.take(game, *id, target)).map(|(id, _)| id).collect();
    for id in failed {
        game.say(by, |field| format!("{} began to flee.", name(field, id)));
        game.dissolve(id, rule::PANIC_RESULT);
        // Beasts break loose when the compulsory moves are made.
        game.phase.unit_mut(id).stampeding = game.book.kit(id).has(Trait::Stampede);
    }
}

/// Units test for panic, all before any flees; who fails flees at once from the nearest enemy.
pub fn panic_now(game: &mut Game<'_, '_>, due: Vec<(UnitId, Tally)>, cause: Cause) {
    let failed: Vec<UnitId> = game
        .in_order(due)
        .into_iter()
        .filter(|(id, target)| !Trial::panic(cause).take(game, *id, target))
        .map(|(id, _)| id)
        .collect();
    for id in failed {
        if game.stands(id) {
            flight::flee(game, id, None, false, rule::PANIC_RESULT);
        }
    }
}
