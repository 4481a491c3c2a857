//! The start of a turn: coming back, panic, terror.

use crate::board::bodies;
use crate::board::bodies::Body;
use crate::board::game::Game;
use crate::board::room::has_room;
use crate::board::shape::at_front;
use crate::board::state::{Done, Next};
use crate::data::tables::tables;
use crate::nerve::leadership::Trial;
use crate::nerve::rules::Leaders;
use crate::nerve::{fear, panic};
use crate::rule;
use table::{Facing, Rect, Vec2};
use umpire::{Event, Place, Side, UnitId};

/// Begins the turn of the side that is active now.
pub fn begin(game: &mut Game<'_, '_>) -> Next {
    let active = game.phase.active;
    if active == game.phase.first {
        game.phase.turn += 1;
    }
    let turn = game.phase.turn;
    game.cx.heading(rule::TURN_SEQUENCE, |field| format!("Turn {turn}, {}", field.roster().names[active]));
    clear(game, active);
    come_back(game, active);
    panic::friends_flee(game, active);
    fear::terror_nearby(game, active);
    game.phase.declared = false;
    game.phase.forced.clear();
    game.phase.redirects.clear();
    game.phase.caught.clear();
    Next::Declarations
}

/// Clears the marks that end with the last turn.
fn clear(game: &mut Game<'_, '_>, active: Side) {
    for id in game.cx.field().ids() {
        let own = game.side(id) == active;
        let state = game.phase.unit_mut(id);
        state.begin_turn();
        if own {
            state.done = Done::default();
        }
    }
}

/// Units that pursued off the table try to come back (`wab.start.return`).
fn come_back(game: &mut Game<'_, '_>, side: Side) {
    let fled = game.book.house.fled_units_may_return;
    let away = |place: Place| place == Place::Off || (fled && place == Place::Fled);
    let field = game.cx.field();
    let mut gone: Vec<UnitId> = field
        .ids()
        .filter(|&id| {
            field.side(id) == side && away(field.unit(id).place) && game.phase.unit(id).with.is_none()
        })
        .filter(|&id| game.phase.unit(id).models > 0 && !game.phase.unit(id).stampeding)
        .collect();
    gone.sort_by_key(|&id| game.in_line(id));
    for id in gone {
        let target = Leaders { own: game.book.kit(id).profile.ld, general: None }.best();
        if !Trial::new(rule::START_RETURN, "test to come back").take(game, id, &target) {
            continue;
        }
        let Some((rect, facing)) = place_at_edge(game, id) else { continue };
        game.phase.unit_mut(id).fleeing = false;
        game.phase.unit_mut(id).done.returned = true;
        let with: Vec<UnitId> = game.phase.characters(id).collect();
        for unit in with.into_iter().chain([id]) {
            let pose = bodies::pose(&rect, facing);
            game.cx.apply(Event::Placed { unit, pose, rule: rule::START_RETURN });
        }
        game.carry(id, rule::START_RETURN);
    }
}

/// The free place at the edge nearest to where a unit left.
fn place_at_edge(game: &Game<'_, '_>, id: UnitId) -> Option<(Rect, Facing)> {
    let board = game.board();
    let size = board.standing(game.cx.field(), id).rect;
    let (c, table) = (size.centre, game.book.size);
    // It left over the edge that it touches.
    let nearest =
        |far: &dyn Fn(Vec2) -> f64| size.corners().into_iter().map(far).fold(f64::INFINITY, f64::min);
    let edges = [
        (nearest(&|p| p.y), Facing::NORTH, Vec2::new(c.x, 0.0), Vec2::new(1.0, 0.0)),
        (nearest(&|p| p.x), Facing::EAST, Vec2::new(0.0, c.y), Vec2::new(0.0, 1.0)),
        (nearest(&|p| table.x - p.x), Facing::WEST, Vec2::new(table.x, c.y), Vec2::new(0.0, 1.0)),
        (nearest(&|p| table.y - p.y), Facing::SOUTH, Vec2::new(c.x, table.y), Vec2::new(1.0, 0.0)),
    ];
    let (_, facing, at, along) = edges.into_iter().min_by(|a, b| a.0.total_cmp(&b.0))?;
    let body = Body { facing, ..board.standing(game.cx.field(), id) };
    let depth = size.half_depth * 2.0;
    let steps = (2.0 * tables().distances.come_back) as i32;
    let offsets = (0..=steps).flat_map(|i| [f64::from(i) * 0.5, f64::from(-i) * 0.5]);
    offsets
        .map(|off| at_front(at + along * off + facing.vec() * depth, facing, size.half_width * 2.0, depth))
        .find(|rect| has_room(&board, &body, rect))
        .map(|rect| (rect, facing))
}
