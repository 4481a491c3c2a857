//! The turn: how it begins, what happens by itself, and how it ends.

use crate::board::{Board, Game};
use crate::harm::{self, Due};
use crate::house::ElephantTerror;
use crate::morale::{Cause, Trigger};
use crate::phase::{Flame, Step};
use crate::tables::tables;
use crate::{ambush, broken, elephant, fire, flame, march, melee, rule, victory, words};
use umpire::{BySide, Ruling, Side, UnitId};

/// How many generals a side has on the table.
fn generals(board: &Board<'_>, side: Side) -> u8 {
    board.of_side(side).filter(|&id| board.general(id)).count() as u8
}

/// The first turn begins: generals are counted, ambushes that are seen at once come to light.
pub fn first(game: &mut Game<'_, '_>) {
    let board = game.board();
    let all = BySide::each(|side| generals(&board, side));
    game.phase.all_generals = all;
    ambush::reveal_found(game);
    begin(game);
}

/// The active side's turn begins (`toms.turn.order`).
pub fn begin(game: &mut Game<'_, '_>) {
    game.phase.turn += 1;
    let active = game.phase.active;
    let board = game.board();
    let left = BySide::each(|side| generals(&board, side));
    game.phase.generals = left;
    game.phase.killed = BySide::default();
    let mine: Vec<bool> = game.cx.field().ids().map(|id| game.cx.field().side(id) == active).collect();
    for (state, mine) in game.phase.states.iter_mut().zip(mine) {
        (state.moved, state.shot, state.done) = (false, false, false);
        (state.bonus, state.reacted, state.struck, state.scared) = (false, false, false, false);
        (state.rallied, state.volley) = (false, None);
        state.halted = None;
        if mine {
            state.lost = state.losing;
            state.held_fast = state.holdfast;
            state.holdfast = false;
            state.flame = if state.flame == Flame::Preparing { Flame::Ready } else { Flame::None };
        }
        state.losing = false;
    }
    for contact in &mut game.phase.contacts {
        contact.fresh = false;
    }
    game.phase.as_listed = false;
    game.phase.step = Step::Declare;
    let round = game.phase.round();
    game.cx.heading(rule::TURN_ORDER, |field| format!("Turn {round}, {}", words::side(field, active)));
}

/// Whether anyone of the active side has a shot or fire to declare.
pub fn may_declare(board: &Board<'_>, unit: UnitId) -> bool {
    board.profile(unit).shoots() && board.is_free(unit)
}

/// Runs through everything that needs no decision, up to the next one.
pub fn run_on(game: &mut Game<'_, '_>) {
    loop {
        match game.phase.step {
            Step::Declare => {
                let board = game.board();
                let active = game.phase.active;
                if board.of_side(active).any(|id| may_declare(&board, id)) || ambush::may_lie(&board, active)
                {
                    return;
                }
                compulsory(game);
            }
            Step::Early | Step::Late => {
                if !volleys(game) {
                    return;
                }
            }
            Step::Move => {
                let board = game.board();
                let active = game.phase.active;
                if board.of_side(active).any(|id| march::may_act(&board, id))
                    || ambush::may_lie(&board, active)
                {
                    return;
                }
                game.phase.step = Step::Late;
            }
            Step::Melee => {
                if !fights(game) {
                    return;
                }
            }
            Step::Rally => {
                let left = broken::may_rally(&game.board());
                if game.phase.as_listed {
                    left.into_iter().for_each(|unit| broken::rally(game, unit));
                } else if !left.is_empty() {
                    return;
                }
                end(game);
            }
            _ => return,
        }
    }
}

/// Everything declared: fires burn, the broken flee, berserk elephants run, then early volleys.
pub fn compulsory(game: &mut Game<'_, '_>) {
    flame::burn_all(game);
    broken::flee_all(game);
    elephant::run_all(game);
    game.phase.as_listed = false;
    game.phase.step = Step::Early;
}

/// Shoots every volley that needs no decision; whether none is left that does.
fn volleys(game: &mut Game<'_, '_>) -> bool {
    let late = game.phase.step == Step::Late;
    loop {
        let waiting = fire::waiting(&game.board(), late);
        match waiting[..] {
            [] => {
                game.phase.as_listed = false;
                game.phase.step = if late { Step::Melee } else { Step::Move };
                return true;
            }
            [first] => fire::carry_out(game, first),
            [first, ..] if game.phase.as_listed => fire::carry_out(game, first),
            _ => return false,
        }
    }
}

/// Fights every combat that needs no decision; whether none is left that does.
fn fights(game: &mut Game<'_, '_>) -> bool {
    loop {
        if let Some(combat) = game.phase.combat.take() {
            if !blows(game, combat) {
                return false;
            }
            continue;
        }
        let board = game.board();
        let combats = melee::combats(&board);
        let optional = combats.iter().any(|units| !melee::is_due(&board, units));
        match &combats[..] {
            [] => {
                game.phase.as_listed = false;
                game.phase.step = Step::Rally;
                return true;
            }
            [only] if !optional => open(game, only.clone()),
            [first, ..] if game.phase.as_listed => open(game, first.clone()),
            _ => return false,
        }
    }
}

/// Begins a combat.
pub fn open(game: &mut Game<'_, '_>, units: Vec<UnitId>) {
    let as_listed = BySide::each(|_| false);
    game.phase.combat = Some(crate::phase::Combat { units, as_listed });
}

/// Leaves the combats that need not be fought.
pub fn leave_the_rest(game: &mut Game<'_, '_>) {
    let board = game.board();
    let rest: Vec<UnitId> =
        melee::combats(&board).into_iter().filter(|units| !melee::is_due(&board, units)).flatten().collect();
    rest.into_iter().for_each(|id| game.phase.state_mut(id).struck = true);
}

/// Strikes every blow of a combat that needs no decision; whether none is left that does.
fn blows(game: &mut Game<'_, '_>, combat: crate::phase::Combat) -> bool {
    loop {
        let Some((side, next)) = melee::chooser(&game.board(), &combat) else { return true };
        if next.len() > 1 && !combat.as_listed[side] {
            game.phase.combat = Some(combat);
            return false;
        }
        let (striker, target) = next[0];
        melee::strike(game, striker, target);
    }
}

/// The turn ends: panic, victory, and the other side's turn.
fn end(game: &mut Game<'_, '_>) {
    panic(game);
    if let Some(outcome) = victory::check(&game.board()) {
        game.phase.step = Step::Over(outcome);
        let round = game.phase.round();
        game.cx.rule(|field| {
            let text = match outcome.winner {
                Some(side) => {
                    format!("{} won in turn {round}: {}", words::side(field, side), outcome.reason)
                }
                None => format!("The battle is drawn in turn {round}: {}", outcome.reason),
            };
            Ruling::new(outcome.rule, text)
        });
        return;
    }
    game.phase.active = game.phase.active.other();
    begin(game);
}

/// Units near broken friends or enemy elephants test for panic (`toms.break.when.broken_friend`,
/// `toms.elephant.panic`, `toms.break.panic_step`).
fn panic(game: &mut Game<'_, '_>) {
    let active = game.phase.active;
    let frightful = |board: &Board<'_>| -> Vec<UnitId> {
        let breaks = |&id: &UnitId| !board.obeys(id) && !board.is_auxiliary(id) && !board.is_hidden(id);
        board.of_side(active).filter(breaks).collect()
    };
    let mut broken = frightful(&game.board());
    let mut due = Due::default();
    let mut tested: Vec<UnitId> = Vec::new();
    loop {
        let board = game.board();
        let at_end = board.book.house.elephant_terror == ElephantTerror::EndOfTurn;
        let near = |unit: UnitId| {
            let friend = broken.iter().any(|&b| b != unit && board.within(unit, b, tables().breaks.broken));
            let elephant =
                |e: UnitId| board.profile(e).is_elephant() && board.within(unit, e, tables().elephant.panic);
            if friend {
                Some(Trigger::BrokenFriend)
            } else {
                let feared = at_end && board.enemies(active).any(elephant);
                feared.then_some(Trigger::ElephantNear)
            }
        };
        for unit in board.of_side(active).filter(|&id| board.obeys(id)) {
            let frightened = if tested.contains(&unit) { None } else { near(unit) };
            if let Some(trigger) = frightened {
                due.add(unit, Cause::from(trigger));
                tested.push(unit);
            }
        }
        harm::test_all(game, &due);
        let now = frightful(&game.board());
        if !game.book.house.panic_chain || now.len() == broken.len() {
            return;
        }
        broken = now;
        due = Due::default();
    }
}
