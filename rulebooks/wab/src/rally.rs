//! Rallying, forming up, and compulsory moves (`wab.move.sequence`, steps 2 and 3).

use crate::advance;
use crate::board::{self, Board, Body};
use crate::charge::is_free;
use crate::flight;
use crate::game::{Game, name};
use crate::moving::Block;
use crate::nerve::{self, Rally, Rallying};
use crate::pursuit;
use crate::remaining;
use crate::rule;
use crate::start::clear_of_enemies;
use crate::state::{After, Step, UnitSet};
use crate::terrain::MM;
use crate::troop::{Trait, Troop};
use ruling::RuleId;
use table::{Facing, Rect};
use umpire::{Event, Motion, UnitId};

/// Fleeing units of the active side try to rally.
pub fn begin(game: &mut Game<'_, '_>) {
    let side = game.phase.active;
    game.phase.after = After::Rally;
    for id in game.units(side) {
        let state = game.phase.unit(id);
        if !state.fleeing || state.fled_now || game.book.kit(id).has(Trait::Stampede) {
            continue;
        }
        let found = {
            let board = game.board();
            let Some(body) = board.body(id) else { continue };
            let troop = if body.kit.character { Troop::Character } else { body.kit.troop };
            nerve::rally(&Rallying {
                leaders: board.leaders(body),
                troop,
                models: body.state.models,
                starting: body.state.starting,
                enemy: board.nearest_enemy(body).map_or(f64::INFINITY, |(_, far)| far),
                feigned: body.kit.has(Trait::FeignedFlight) && body.state.by_choice,
            })
        };
        let rallied = match found {
            Rally::TooFew => {
                game.say(rule::RALLY_FIVE, |field| format!("{} is too few to rally", name(field, id)));
                false
            }
            Rally::Automatic => {
                game.say(rule::SPECIAL_FEIGNED_FLIGHT, |field| format!("{} turns about", name(field, id)));
                true
            }
            Rally::Test(target) => game.test(id, &target, rule::RALLY_TEST, "its rally test", false),
        };
        if rallied {
            let state = game.phase.unit_mut(id);
            state.fleeing = false;
            state.by_choice = false;
            state.done.rallied = true;
            let files = game.cx.field().unit(id).formation.files;
            settle(game, id, files);
            game.phase.regroup.push(id);
        }
    }
    next(game);
}

/// The formation of a unit that has stopped fleeing, about its centre: its order may need more room.
fn settle(game: &mut Game<'_, '_>, id: UnitId, files: u16) {
    let places = game.cx.field().unit(id).formation.figures;
    let formation = board::formation(game.book.kit(id), false, places, files);
    game.cx.apply(Event::Reformed { unit: id, formation, rule: rule::RALLY_AFTER });
}

/// Asks the next unit how it forms up, or goes on with what follows.
pub fn next(game: &mut Game<'_, '_>) {
    while let Some(&id) = game.phase.regroup.first() {
        if game.stands(id) && shapes(&game.board(), id).len() > 1 {
            game.phase.step = Step::Regroup(id);
            return;
        }
        game.phase.regroup.remove(0);
    }
    match game.phase.after {
        After::Rally => compulsory(game),
        After::Reform => remaining::go_on(game),
        After::Pursuit => pursuit::give_ground(game),
    }
}

/// The formations and facings a unit may take about its centre; the first is the one it has.
pub fn shapes(board: &Board<'_>, id: UnitId) -> Vec<(u16, Facing)> {
    let Some(body) = board.body(id) else { return Vec::new() };
    let n = body.places;
    let mut files = vec![body.files, 4, 5, 6, 8, 10, n.div_ceil(2), n.div_ceil(3), n];
    files.retain(|&f| f >= 1 && f <= n);
    files.sort_unstable();
    files.dedup();
    let enemy = board.nearest_enemy(body).map(|(e, _)| Facing::of(e.rect.centre - body.rect.centre));
    let mut facings = vec![body.facing];
    facings.extend(enemy);
    facings.extend([90.0, 180.0, -90.0].map(|turn| table::turned(body.facing, turn)));
    facings.dedup();
    let mut shapes = vec![(body.files, body.facing)];
    for &facing in &facings {
        for &f in &files {
            if (f, facing) != shapes[0] && fits(board, body, f, facing) {
                shapes.push((f, facing));
            }
        }
    }
    shapes
}

fn shape(body: &Body<'_>, files: u16, facing: Facing) -> Rect {
    let block = Block::of(body.places, files, body.kit.troop, body.order());
    Rect::new(body.rect.centre, facing, block.width / MM, block.depth / MM)
}

fn fits(board: &Board<'_>, body: &Body<'_>, files: u16, facing: Facing) -> bool {
    let rect = shape(body, files, facing);
    board.on_table(&rect) && is_free(board, body, &rect, None) && clear_of_enemies(board, body, &rect)
}

/// A unit takes one of its shapes.
pub fn form_up(game: &mut Game<'_, '_>, id: UnitId, files: u16, facing: Facing) {
    let why = match game.phase.after {
        After::Rally => rule::RALLY_AFTER,
        After::Reform => rule::MANOEUVRE_REFORM,
        After::Pursuit => rule::PURSUIT_CHOICE,
    };
    reshape(game, id, files, facing, why);
    game.phase.regroup.retain(|&u| u != id);
    next(game);
}

fn reshape(game: &mut Game<'_, '_>, id: UnitId, files: u16, facing: Facing, why: RuleId) {
    let rect = {
        let board = game.board();
        let Some(body) = board.body(id) else { return };
        shape(body, files, facing)
    };
    let places = game.cx.field().unit(id).formation.figures;
    let formation = board::formation(game.book.kit(id), false, places, files);
    if formation != game.cx.field().unit(id).formation {
        game.cx.apply(Event::Reformed { unit: id, formation, rule: why });
    }
    game.put(id, &rect, facing, Motion::Turn, why);
}

/// Fleeing units of the active side run for the edge; elephants go where they will (`wab.flee.again`).
fn compulsory(game: &mut Game<'_, '_>) {
    for id in game.units(game.phase.active) {
        if !game.stands(id) || !game.phase.unit(id).fleeing {
            continue;
        }
        if game.book.kit(id).has(Trait::Stampede) {
            flight::stampede(game, id, game.phase.unit(id).fled_now);
            continue;
        }
        let direction = {
            let board = game.board();
            let Some(body) = board.body(id) else { continue };
            flight::to_edge(&board, body)
        };
        let far = flight::distance(game, id, false);
        flight::run(game, id, direction, f64::from(far), UnitSet::default(), rule::FLEE_AGAIN);
    }
    advance::go_on(game);
}
