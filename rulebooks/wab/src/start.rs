//! The start of a turn: coming back, panic, terror.

use crate::board::{Board, Body, at_front};
use crate::charge::may_touch;
use crate::declare;
use crate::dread::{self, Dread};
use crate::game::{Game, name};
use crate::leadership::Leaders;
use crate::nerve::{self, Cause, Panicky};
use crate::result::rank_bonus;
use crate::rule;
use crate::state::{Done, UnitSet};
use crate::tables::tables;
use crate::terrain;
use crate::troop::{Order, Trait};
use crate::walk::overlaps_any;
use ruling::{RuleId, Tally};
use table::{Facing, Rect, Vec2};
use umpire::{Event, Place, Side, UnitId};

/// Begins the turn of the side that is active now.
pub fn begin(game: &mut Game<'_, '_>) {
    let active = game.phase.active;
    if active == game.phase.first {
        game.phase.turn += 1;
    }
    let turn = game.phase.turn;
    game.cx.heading(rule::TURN_SEQUENCE, |field| format!("Turn {turn}, {}", field.roster().names[active]));
    clear(game, active);
    come_back(game, active);
    panic(game, active);
    terror(game, active);
    game.phase.declared = false;
    game.phase.forced.clear();
    game.phase.redirects.clear();
    game.phase.caught.clear();
    declare::go_on(game);
}

/// Clears the marks that end with the last turn.
fn clear(game: &mut Game<'_, '_>, active: Side) {
    for id in game.cx.field().ids() {
        let own = game.side(id) == active;
        let state = game.phase.unit_mut(id);
        state.shot_back = false;
        state.at_shooting = state.models;
        state.fled_from_charge = false;
        state.passed_flank = false;
        state.passed_fear = false;
        state.faced_terror = false;
        state.shaken_by = UnitSet::default();
        state.shot_down = 0;
        state.fled_now = false;
        state.charging = None;
        state.counter = None;
        if own {
            state.done = Done::default();
            state.ignored = UnitSet::default();
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
        if !game.test(id, &target, rule::START_RETURN, "its test to come back", false) {
            continue;
        }
        let Some((rect, facing)) = place_at_edge(game, id) else { continue };
        game.phase.unit_mut(id).fleeing = false;
        game.phase.unit_mut(id).done.returned = true;
        let with: Vec<UnitId> = game.phase.characters(id).collect();
        for unit in with.into_iter().chain([id]) {
            let pose = crate::board::pose(&rect, facing);
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

/// Whether a unit may be put down on a footprint: on the table, on open ground, on nobody and an inch from enemies.
/// Friends who skirmish are passed, but nobody is put down on them.
pub fn has_room(board: &Board<'_>, body: &Body<'_>, rect: &Rect) -> bool {
    let open = board.on_table(rect) && !board.is_closed(rect, body.kit.troop);
    open && !overlaps_any(board, body, rect) && clear_of_enemies(board, body, rect)
}

/// Whether a footprint is an inch from every enemy (`wab.basics.one_inch`).
pub fn clear_of_enemies(board: &Board<'_>, body: &Body<'_>, rect: &Rect) -> bool {
    let inch = tables().distances.one_inch - crate::moving::NEAR;
    board
        .enemies(body.side)
        .all(|e| !may_touch(rect, &e.rect, inch) || table::distance(rect, &e.rect) >= inch)
}

/// The rank bonus that a warband adds to its Leadership.
pub fn warband_ranks(board: &Board<'_>, body: &Body<'_>) -> u8 {
    if !body.kit.has(Trait::Warband) || body.kit.character {
        return 0;
    }
    let going = terrain::under(&board.book.features, &body.rect);
    rank_bonus(body.state.models, body.files, body.kit.troop, body.order(), going, is_flanked(board, body))
        as u8
}

/// Whether formed enemies, chariots or elephants are on a unit's flank or rear (`wab.result.ranks_lost`).
pub fn is_flanked(board: &Board<'_>, body: &Body<'_>) -> bool {
    board.phase.contacts_of(body.id).any(|(c, i)| {
        let enemy = board.body(c.units[1 - i]);
        let counts = |e: &Body<'_>| {
            e.kit.troop.is_chariot()
                || e.kit.troop == crate::troop::Troop::Elephant
                || (e.state.models >= tables().five && e.order() != Order::Skirmish)
        };
        c.faces[i] != crate::armour::Face::Front && !body.skirmishes() && enemy.is_some_and(counts)
    })
}

/// The target of a panic test of a unit.
pub fn panic_target(board: &Board<'_>, body: &Body<'_>) -> Tally {
    let ranks = warband_ranks(board, body);
    nerve::panic_target(&board.leaders(body), ranks, body.state.models, body.state.starting)
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
        casualties: body.state.shot_down,
        models_at_phase_start: body.state.at_shooting,
        engaged: board.phase.is_engaged(body.id),
        frenzied: body.is_frenzied(),
        stubborn: body.kit.has(Trait::Stubborn),
        fleeing: body.state.fleeing,
        only_skirmishers: skirmishers && body.kit.order != Order::Skirmish,
    };
    nerve::excused(&board.book.house, &unit)
}

/// Tests for fleeing friends nearby (`wab.start.panic`).
fn panic(game: &mut Game<'_, '_>, side: Side) {
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
    all_then_flee(game, due, rule::PANIC_FRIENDS_FLEEING, "its panic test", rule::START_PANIC);
}

/// Tests for terrible enemies nearby (`wab.start.terror`).
fn terror(game: &mut Game<'_, '_>, side: Side) {
    let once = game.book.house.terror_once;
    let due: Vec<(UnitId, Tally)> = {
        let board = game.board();
        let near = |body: &Body<'_>| {
            let excused = body.state.fleeing || (once && body.state.passed_terror);
            !excused
                && !board.phase.is_engaged(body.id)
                && board.enemies(side).any(|e| {
                    dread::of(body, e.kit) == Dread::Terror && body.distance(e) <= tables().distances.terror
                })
        };
        board.friends(side).filter(|b| near(b)).map(|b| (b.id, board.leaders(b).best())).collect()
    };
    let tested: Vec<UnitId> = due.iter().map(|(id, _)| *id).collect();
    all_then_flee(game, due, rule::TERROR_PROXIMITY, "its terror test", rule::START_TERROR);
    for id in tested {
        if !game.phase.unit(id).fleeing {
            game.phase.unit_mut(id).passed_terror = true;
        }
    }
}

/// All tests of one kind are rolled before any takes effect; who fails is fleeing from now on.
fn all_then_flee(
    game: &mut Game<'_, '_>,
    due: Vec<(UnitId, Tally)>,
    why: RuleId,
    what: &'static str,
    by: RuleId,
) {
    let due = game.in_order(due);
    let failed: Vec<UnitId> = due
        .into_iter()
        .filter(|(id, target)| !game.test(*id, target, why, what, false))
        .map(|(id, _)| id)
        .collect();
    for id in failed {
        game.say(by, |field| format!("{} begins to flee", name(field, id)));
        game.dissolve(id, rule::PANIC_RESULT);
        // Beasts break loose when the compulsory moves are made.
        game.phase.unit_mut(id).stampeding = game.book.kit(id).has(Trait::Stampede);
    }
}
