//! Set-up: edges, deployment unit by unit in turn, characters last, and the first turn (`wab.setup.deploy`).

use crate::board::bodies;
use crate::board::bodies::{Board, Body};
use crate::board::game::Game;
use crate::board::room::is_free;
use crate::board::state::{Next, Phase, Step};
use crate::data::length::{NEAR, to_table};
use crate::{Wab, rule};
use dice::{D6, RollId};
use ruling::{Refusal, RuleId};
use table::{Point, Pose, Vec2};
use umpire::voice;
use umpire::{Ask, Event, Field, Form, Place, Side, UnitId};

/// The battle begins: with the choice of edges if anyone is still to be placed, else with the first turn.
pub fn begin(game: &mut Game<'_, '_>) -> Next {
    let waits = |side: Side| !waiting(game.book, game.cx.field(), side).is_empty();
    if Side::ALL.into_iter().any(waits) {
        let (size, pieces) = (game.book.size, game.book.features.len());
        game.say(rule::SETUP_TABLE, |_| {
            let pieces = voice::counted(pieces as u64, "piece", "pieces");
            format!("The table was {} by {} inches, with {pieces} of terrain.", size.x, size.y)
        });
        let higher = roll_for(game, rule::SETUP_DEPLOY, "chose an edge");
        game.phase.step = Step::Edge(higher);
        return Next::Ask;
    }
    game.phase.active = game.phase.first;
    Next::Turn
}

/// Both roll, equal rolls again; the higher has the choice.
fn roll_for(game: &mut Game<'_, '_>, why: RuleId, what: &str) -> Side {
    let (higher, [most, least]) = loop {
        let roll = |side: Side| RollId::new(why.as_str(), side as u8);
        let (red, blue) = (game.cx.dice.roll(roll(Side::Red), &D6), game.cx.dice.roll(roll(Side::Blue), &D6));
        if red != blue {
            break (if red > blue { Side::Red } else { Side::Blue }, [red.max(blue), red.min(blue)]);
        }
    };
    game.say(why, |field| {
        format!("{} rolled {most} against {least} and {what}.", voice::side(field, higher))
    });
    higher
}

/// A side takes an edge; the other places first.
pub fn take_edge(game: &mut Game<'_, '_>, side: Side, south: bool) -> Next {
    game.phase.south = if south { side } else { side.other() };
    let first = [side.other(), side];
    let next = first.into_iter().find(|&s| !waiting(game.book, game.cx.field(), s).is_empty());
    game.phase.step = Step::Deploy(next.unwrap_or(side));
    Next::Ask
}

/// The units of a side still to be placed; characters only when nobody else is left.
pub fn waiting(book: &Wab, field: &Field, side: Side) -> Vec<UnitId> {
    let waits = |id: &UnitId| {
        field.side(*id) == side && field.unit(*id).place == Place::Waiting && book.kit(*id).herd.is_none()
    };
    let all: Vec<UnitId> = field.ids().filter(waits).collect();
    let men: Vec<UnitId> = all.iter().copied().filter(|&id| !book.kit(id).character).collect();
    if men.is_empty() { all } else { men }
}

/// The corners of a side's zone, in inches.
fn zone(book: &Wab, phase: &Phase, side: Side) -> [Vec2; 4] {
    let (low, high) =
        if phase.south == side { (0.0, book.zone) } else { (book.size.y - book.zone, book.size.y) };
    [Vec2::new(0.0, low), Vec2::new(0.0, high), Vec2::new(book.size.x, high), Vec2::new(book.size.x, low)]
}

/// What a side is asked.
pub fn ask(book: &Wab, field: &Field, phase: &Phase, side: Side) -> Ask {
    let zone = zone(book, phase, side).iter().map(|&p| Point::round(to_table(p))).collect();
    Ask::new(
        rule::SETUP_DEPLOY,
        "Place one unit in your zone",
        Form::Place { units: waiting(book, field, side), zone, may_decline: false },
    )
}

/// Judges a place for one unit.
///
/// # Errors
/// Why it cannot stand there.
pub fn check(
    board: &Board<'_>,
    field: &Field,
    side: Side,
    places: &[(UnitId, Pose)],
) -> Result<(UnitId, Pose), Vec<Refusal>> {
    let refuse = |what: &'static str| {
        Err(vec![
            Refusal::new(rule::SETUP_DEPLOY, what).instead("one unit of those waiting, wholly in your zone"),
        ])
    };
    let [(id, pose)] = places else { return refuse("one unit is placed at a time") };
    if !field.has(*id) || !waiting(board.book, field, side).contains(id) {
        return refuse("that unit is not waiting for you to place it");
    }
    let (unit, kit, state) = (field.unit(*id), board.book.kit(*id), board.phase.unit(*id));
    let rect = bodies::footprint(kit, state, unit.formation.figures, unit.formation.files, *pose);
    let [low, _, high, _] = zone(board.book, board.phase, side);
    let inside =
        |p: Vec2| p.x >= low.x - NEAR && p.x <= high.x + NEAR && p.y >= low.y - NEAR && p.y <= high.y + NEAR;
    if !rect.corners().into_iter().all(inside) {
        return refuse("it must stand wholly in your zone");
    }
    let body = Body {
        id: *id,
        side,
        kit,
        state,
        rect,
        facing: pose.facing,
        files: unit.formation.files,
        places: unit.formation.figures,
    };
    let clear = board.bodies.iter().all(|b| !b.rect.overlaps(&rect, NEAR));
    if !clear || !is_free(board, &body, &rect, None) {
        return refuse("someone or something stands there");
    }
    Ok((*id, *pose))
}

/// A unit is placed; the other side is next while it has anyone to place.
pub fn place(game: &mut Game<'_, '_>, unit: UnitId, pose: Pose) -> Next {
    game.cx.apply(Event::Placed { unit, pose, rule: rule::SETUP_DEPLOY });
    let side = game.side(unit);
    let next = [side.other(), side].into_iter().find(|&s| !waiting(game.book, game.cx.field(), s).is_empty());
    game.phase.step = match next {
        Some(side) => Step::Deploy(side),
        None => Step::FirstTurn(roll_for(game, rule::SETUP_FIRST_TURN, "could have the first turn")),
    };
    Next::Ask
}

/// The higher roll takes the first turn or gives it away (`wab.setup.first_turn`).
pub fn take_first_turn(game: &mut Game<'_, '_>, side: Side, takes: bool) -> Next {
    let first = if takes { side } else { side.other() };
    game.phase.first = first;
    game.phase.active = first;
    game.say(rule::SETUP_FIRST_TURN, |field| format!("{} had the first turn.", voice::side(field, first)));
    Next::Turn
}
