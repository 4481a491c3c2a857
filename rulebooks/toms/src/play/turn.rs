//! The turn: how it begins, what happens by itself, and how it ends.

use crate::aftermath::flight::flee_all;
use crate::aftermath::rally::{may_rally, rally};
use crate::board::state::{Combat, Step};
use crate::board::{Board, Game, ambush};
use crate::combat::resolve::{chooser, combats, is_due, strike};
use crate::elephants::berserk::run_all;
use crate::fire::resolve::burn_all;
use crate::movement::ambush::reveal_found;
use crate::movement::check::may_act;
use crate::nerve::panic::panic;
use crate::shooting::declare::may_declare;
use crate::shooting::resolve::{carry_out, waiting};
use crate::{rule, victory};
use umpire::{BySide, Ruling, Side, UnitId, voice};

/// How many generals a side has on the table.
fn generals(board: &Board<'_>, side: Side) -> u8 {
    board.of_side(side).filter(|&id| board.general(id)).count() as u8
}

/// The first turn begins: generals are counted, ambushes that are seen at once come to light.
pub fn first(game: &mut Game<'_, '_>) {
    let board = game.board();
    let all = BySide::each(|side| generals(&board, side));
    game.phase.all_generals = all;
    reveal_found(game);
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
        state.turn(mine);
    }
    for contact in &mut game.phase.contacts {
        contact.fresh = false;
    }
    game.phase.as_listed = false;
    game.phase.step = Step::Declare;
    let round = game.phase.round();
    game.cx.heading(rule::TURN_ORDER, |field| format!("Turn {round}, {}", voice::side(field, active)));
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
                if board.of_side(active).any(|id| may_act(&board, id)) || ambush::may_lie(&board, active) {
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
                let left = may_rally(&game.board());
                if game.phase.as_listed {
                    left.into_iter().for_each(|unit| rally(game, unit));
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
    burn_all(game);
    flee_all(game);
    run_all(game);
    game.phase.as_listed = false;
    game.phase.step = Step::Early;
}

/// Shoots every volley that needs no decision; whether none is left that does.
fn volleys(game: &mut Game<'_, '_>) -> bool {
    let late = game.phase.step == Step::Late;
    loop {
        let waiting = waiting(&game.board(), late);
        match waiting[..] {
            [] => {
                game.phase.as_listed = false;
                game.phase.step = if late { Step::Melee } else { Step::Move };
                return true;
            }
            [first] => carry_out(game, first),
            [first, ..] if game.phase.as_listed => carry_out(game, first),
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
        let combats = combats(&board);
        let optional = combats.iter().any(|units| !is_due(&board, units));
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
    game.phase.combat = Some(Combat { units, as_listed });
}

/// Leaves the combats that need not be fought.
pub fn leave_the_rest(game: &mut Game<'_, '_>) {
    let board = game.board();
    let rest: Vec<UnitId> =
        combats(&board).into_iter().filter(|units| !is_due(&board, units)).flatten().collect();
    rest.into_iter().for_each(|id| game.phase.state_mut(id).now.struck = true);
}

/// Strikes every blow of a combat that needs no decision; whether none is left that does.
fn blows(game: &mut Game<'_, '_>, combat: Combat) -> bool {
    loop {
        let Some((side, next)) = chooser(&game.board(), &combat) else { return true };
        if next.len() > 1 && !combat.as_listed[side] {
            game.phase.combat = Some(combat);
            return false;
        }
        let (striker, target) = next[0];
        strike(game, striker, target);
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
                    format!("{} won in turn {round}: {}.", voice::side(field, side), outcome.reason)
                }
                None => format!("The battle was drawn in turn {round}: {}.", outcome.reason),
            };
            Ruling::new(outcome.rule, text)
        });
        return;
    }
    game.phase.active = game.phase.active.other();
    begin(game);
}
