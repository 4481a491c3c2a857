//! The end of a turn: broken armies, the number of turns, victory.

use crate::board::game::Game;
use crate::board::state::{Next, Step};
use crate::victory::{Grade, Losses, losses, present};
use crate::{rule, told, victory};
use umpire::voice::{self, name};
use umpire::{Ending, Outcome, Ruling, Side};

/// The active side's turn is over.
pub fn end(game: &mut Game<'_, '_>) -> Next {
    let broken = Side::ALL.map(|side| is_broken(game, side));
    let gone = Side::ALL.map(|side| present(game.book, game.cx.field(), game.phase, side) == 0);
    let last = game.phase.turn >= game.book.turns && game.phase.active != game.phase.first;
    let over = match (broken, gone) {
        ([true, _] | [_, true], _) => Some((rule::VICTORY_ARMY_BREAK, "an army had broken", Ending::Fought)),
        (_, [true, _] | [_, true]) => Some((rule::VICTORY_LENGTH, "a side had nobody left", Ending::Fought)),
        _ if last => Some((rule::VICTORY_LENGTH, "the last turn was over", Ending::Time)),
        _ => None,
    };
    if let Some((rule, reason, ending)) = over {
        finish(game, broken, |winner| Outcome { winner, rule, reason, ending });
        return Next::Ask;
    }
    game.phase.active = game.phase.active.other();
    Next::Turn
}

fn finish(game: &mut Game<'_, '_>, broken: [bool; 2], outcome: impl Fn(Option<Side>) -> Outcome) {
    let lost = Side::ALL.map(|side| {
        let mut lost = losses(game.book, game.cx.field(), game.phase, side);
        lost.broken = broken[side as usize];
        lost
    });
    let (winner, grade) = victory::verdict(game.book.points, lost);
    let winner = winner.map(|i| Side::ALL[i]);
    let outcome = outcome(winner);
    for side in Side::ALL {
        count(game, side, &lost[side.other() as usize]);
    }
    game.phase.step = Step::Over(outcome);
    game.cx.rule(|field| {
        let turn = game.phase.turn;
        let text = match (winner, grade) {
            (Some(side), Grade::Decisive) => {
                format!("{} won decisively in turn {turn}: {}.", voice::side(field, side), outcome.reason)
            }
            (Some(side), _) => {
                format!("{} won in turn {turn}: {}.", voice::side(field, side), outcome.reason)
            }
            (None, _) => format!("The battle was drawn in turn {turn}: {}.", outcome.reason),
        };
        Ruling::new(outcome.rule, text).also(rule::VICTORY_POINTS)
    });
}

/// What a side scored, and for what.
fn count(game: &mut Game<'_, '_>, side: Side, lost: &Losses) {
    let gone = victory::forfeited(game.book, game.cx.field(), game.phase, side.other());
    game.say(rule::VICTORY_POINTS, |field| {
        let units = gone.iter().map(|&(id, points)| format!("{points} for {}", name(field, id)));
        let all = voice::list(units.chain(told::trophies(lost)));
        let scored = voice::counted(lost.worth(), "victory point", "victory points");
        let stop = if all.is_empty() { String::new() } else { format!(": {all}") };
        format!("{} scored {scored}{stop}.", voice::side(field, side))
    });
}

fn is_broken(game: &Game<'_, '_>, side: Side) -> bool {
    let left = present(game.book, game.cx.field(), game.phase, side);
    game.book.house.army_break && left <= victory::breaks_at(game.phase.starting[side])
}
