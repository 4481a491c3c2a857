//! Fear and terror: who frightens whom, and who must face terror as a turn begins.

use crate::army::kit::Kit;
use crate::board::bodies::{Board, Body};
use crate::board::game::Game;
use crate::data::tables::tables;
use crate::data::troop::{Trait, Troop};
use crate::nerve::leadership::{self, Trial};
use crate::nerve::panic::all_then_flee;
use crate::rule;
use ruling::Tally;
use umpire::{Side, UnitId};

/// Tests for terrible enemies nearby (`wab.start.terror`).
pub fn terror_nearby(game: &mut Game<'_, '_>, side: Side) {
    let once = game.book.house.terror_once;
    let due: Vec<(UnitId, Tally)> = {
        let board = game.board();
        let near = |body: &Body<'_>| {
            let excused = body.state.fleeing || (once && body.state.passed_terror);
            !excused
                && !board.phase.is_engaged(body.id)
                && board.enemies(side).any(|e| {
                    of(body, e.kit) == Dread::Terror && body.distance(e) <= tables().distances.terror
                })
        };
        board
            .friends(side)
            .filter(|b| near(b))
            .map(|b| (b.id, leadership::leaders(&board, b).best()))
            .collect()
    };
    let tested: Vec<UnitId> = due.iter().map(|(id, _)| *id).collect();
    let trial = Trial::new(rule::TERROR_PROXIMITY, "terror test").because("terrible enemies were near");
    all_then_flee(game, due, trial, rule::START_TERROR);
    for id in tested {
        if !game.phase.unit(id).fleeing {
            game.phase.unit_mut(id).passed_terror = true;
        }
    }
}

/// What one unit feels before another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dread {
    /// Nothing.
    None,
    /// Fear.
    Fear,
    /// Terror.
    Terror,
}

/// What a unit feels before an enemy (`wab.troops.elephants`, `wab.special.used_to_elephants`).
pub fn of(unit: &Body<'_>, enemy: &Kit) -> Dread {
    if unit.is_frenzied() || unit.kit.troop == Troop::Elephant {
        return Dread::None;
    }
    if enemy.has(Trait::CausesTerror) {
        return Dread::Terror;
    }
    if enemy.has(Trait::CausesFear) {
        return Dread::Fear;
    }
    let used = unit.kit.has(Trait::UsedToElephants);
    let horse = unit.kit.troop.is_mounted();
    match (horse, used) {
        (true, false) if enemy.has(Trait::TerrorMounted) => Dread::Terror,
        (true, true) if enemy.has(Trait::TerrorMounted) => Dread::Fear,
        (false, false) if enemy.has(Trait::FearFoot) => Dread::Fear,
        _ => Dread::None,
    }
}

/// The headcount of the feared enemies that matter to a unit: in contact with it, or charging it, this one among them.
pub fn feared_count(board: &Board<'_>, unit: &Body<'_>, charger: UnitId) -> u16 {
    let touches = |e: &&Body<'_>| board.phase.contacts_of(unit.id).any(|(c, _)| c.place(e.id).is_some());
    let charges =
        |e: &&Body<'_>| e.id == charger || e.state.now.charging.is_some_and(|c| c.target == unit.id);
    let matter = board.enemies(unit.side).filter(|e| touches(e) || charges(e));
    matter.filter(|e| of(unit, e.kit) != Dread::None).map(|e| e.headcount(board.book)).sum()
}
