//! The end of a turn: broken armies, the number of turns, victory.

use crate::Wab;
use crate::game::Game;
use crate::rule;
use crate::start;
use crate::state::{Phase, Step};
use crate::troop::Trait;
use crate::victory::{self, Grade, Losses};
use umpire::{Field, Outcome, Place, Ruling, Side};

/// The active side's turn is over.
pub fn end(game: &mut Game<'_, '_>) {
    let broken = Side::ALL.map(|side| is_broken(game, side));
    let gone = Side::ALL.map(|side| present(game.book, game.cx.field(), game.phase, side) == 0);
    let last = game.phase.turn >= game.book.turns && game.phase.active != game.phase.first;
    let over = match (broken, gone) {
        ([true, _] | [_, true], _) => Some((rule::VICTORY_ARMY_BREAK, "an army is broken")),
        (_, [true, _] | [_, true]) => Some((rule::VICTORY_LENGTH, "a side has nobody left")),
        _ if last => Some((rule::VICTORY_LENGTH, "the last turn is over")),
        _ => None,
    };
    if let Some((why, reason)) = over {
        finish(game, broken, why, reason);
        return;
    }
    game.phase.active = game.phase.active.other();
    start::begin(game);
}

fn finish(game: &mut Game<'_, '_>, broken: [bool; 2], why: ruling::RuleId, reason: &'static str) {
    let lost = Side::ALL.map(|side| {
        let mut lost = losses(game.book, game.cx.field(), game.phase, side);
        lost.broken = broken[side as usize];
        lost
    });
    let (winner, grade) = victory::verdict(game.book.points, lost);
    let winner = winner.map(|i| Side::ALL[i]);
    game.phase.step = Step::Over(Outcome { winner, rule: why, reason });
    game.cx.rule(|field| {
        let names = &field.roster().names;
        let points =
            format!("{} {}, {} {}", names[Side::Red], lost[1].worth(), names[Side::Blue], lost[0].worth());
        let text = match (winner, grade) {
            (Some(side), Grade::Decisive) => format!("{} won decisively: {points}", names[side]),
            (Some(side), _) => format!("{} won: {points}", names[side]),
            (None, _) => format!("a draw: {points}"),
        };
        Ruling::new(why, text).also(rule::VICTORY_POINTS)
    });
}

/// The models of a side still in the battle: fleers and pursuers off the table count (`wab.victory.army_break`).
pub fn present(book: &Wab, field: &Field, phase: &Phase, side: Side) -> u32 {
    let here = |place: Place| matches!(place, Place::Table | Place::Off);
    field
        .ids()
        .filter(|&id| field.side(id) == side && here(field.unit(id).place))
        .map(|id| if book.kit(id).character { 1 } else { u32::from(phase.unit(id).models) })
        .sum()
}

fn is_broken(game: &Game<'_, '_>, side: Side) -> bool {
    let left = present(game.book, game.cx.field(), game.phase, side);
    game.book.house.army_break && left <= victory::breaks_at(game.phase.starting[side])
}

/// What a side has lost so far (`wab.victory.points`).
pub fn losses(book: &Wab, field: &Field, phase: &Phase, side: Side) -> Losses {
    let mut losses = Losses::default();
    for id in field.ids().filter(|&id| field.side(id) == side) {
        let host = phase.unit(id).with.unwrap_or(id);
        let gone = matches!(field.unit(id).place, Place::Destroyed | Place::Fled);
        if gone || phase.unit(host).fleeing {
            losses.points += book.kit(id).points;
            losses.standards += u32::from(phase.unit(id).standard_taken);
        }
        losses.general |= gone && book.kit(id).has(Trait::General);
        losses.army_standard |= gone && book.kit(id).has(Trait::ArmyStandard);
    }
    losses
}
