//! Remaining moves: wheels, turns, ranks, marches, reforming, characters (`wab.move.sequence`, step 5).

use crate::aftermath::flight;
use crate::board::bodies::{Board, Body};
use crate::board::game::Game;
use crate::board::room::has_room;
use crate::board::state::{After, Next, Step};
use crate::board::{bodies, room, shape, terrain};
use crate::data::length::{NEAR, tenths};
use crate::data::tables::tables;
use crate::data::troop::Trait;
use crate::house::Ignored;
use crate::movement::manner;
use crate::movement::manner::{Go, MANNERS, Movement, pace};
use crate::movement::path::{can_march, walk};
use crate::movement::rules::Pace;
use crate::nerve::leadership::Trial;
use crate::nerve::{leadership, panic};
use crate::rule;
use ruling::{Refusal, RuleId};
use table::{Rect, Vec2};
use umpire::voice::{self, name};
use umpire::{Event, Motion, Step as Leg, UnitId};

/// Asks for the next move if anyone may still move.
pub fn go_on(game: &mut Game<'_, '_>) -> Next {
    game.phase.after = After::Reform;
    if movers(&game.board()).is_empty() {
        finish(game)
    } else {
        game.phase.step = Step::Remaining;
        Next::Ask
    }
}

/// The movement phase ends; armies whose general was lost in it test.
pub fn finish(game: &mut Game<'_, '_>) -> Next {
    for id in panic::general_tests(game) {
        if game.stands(id) {
            flight::flee_in_movement(game, id, rule::PANIC_RESULT);
        }
    }
    Next::Shooting
}

/// Who may still move (`wab.move.rate`): units, and characters with them who may leave.
pub fn movers(board: &Board<'_>) -> Vec<UnitId> {
    let side = board.phase.active;
    let mut ids: Vec<UnitId> = board.friends(side).filter(|b| may_move(board, b)).map(|b| b.id).collect();
    for host in board.friends(side).filter(|b| !board.phase.is_engaged(b.id) && !b.state.fleeing) {
        ids.extend(
            board
                .phase
                .characters(host.id)
                .filter(|&c| !board.phase.unit(c).done.moved && !host.state.done.moved),
        );
    }
    ids.sort_unstable();
    ids
}

fn may_move(board: &Board<'_>, body: &Body<'_>) -> bool {
    let done = &body.state.done;
    let busy = done.moved || done.charged || done.failed_charge || done.rooted || done.disengaged;
    let busy = busy || done.rallied || done.returned || done.reformed || done.stood;
    !busy && !body.state.fleeing && !board.phase.is_engaged(body.id)
}

/// Judges a move.
///
/// # Errors
/// Every reason why it is not allowed.
pub fn check(
    board: &Board<'_>,
    manner: u8,
    units: &[UnitId],
    path: &[Leg],
) -> Result<Movement, Vec<Refusal>> {
    let refuse = |rule: RuleId, what: &'static str| Err(vec![Refusal::new(rule, what)]);
    let Some(&id) = units.first() else { return refuse(rule::MOVE_RATE, "nobody is named") };
    if !movers(board).contains(&id) {
        return Err(vec![
            Refusal::new(rule::MOVE_RATE, "it has no move now").about(id.0).instead("another unit, or done"),
        ]);
    }
    match manner {
        manner::JOIN => join(board, id, units.get(1).copied()),
        manner::LEAVE => leave(board, id, path),
        _ if board.phase.unit(id).with.is_some() => {
            refuse(rule::TROOPS_CHARACTERS, "he is with a unit and can only leave it")
        }
        manner::REFORM => match board.body(id) {
            Some(b) if b.kit.skirmishes() => refuse(rule::MANOEUVRE_REFORM, "skirmishers need not reform"),
            Some(b) if b.command().musician => Ok(Movement::Reform(id)),
            _ => refuse(rule::MANOEUVRE_REFORM, "it has no musician"),
        },
        0..=7 => match board.body(id) {
            Some(body) => walk(board, body, manner, path),
            None => refuse(rule::MOVE_RATE, "it is not on the table"),
        },
        _ => refuse(rule::MOVE_RATE, "there is no such way of moving"),
    }
}

fn join(board: &Board<'_>, id: UnitId, host: Option<UnitId>) -> Result<Movement, Vec<Refusal>> {
    let refuse = |what: &'static str| Err(vec![Refusal::new(rule::TROOPS_CHARACTERS, what).about(id.0)]);
    let (Some(body), Some(host)) = (board.body(id), host.and_then(|h| board.body(h))) else {
        return refuse("a character alone joins a unit on the table");
    };
    let good = host.side == body.side && host.id != id && !host.state.fleeing && !host.kit.character;
    if !body.kit.character || !good {
        return refuse("a character joins a friendly unit that does not flee");
    }
    let by = table::shortest_between(&body.rect, &host.rect).map_or(Vec2::default(), |[a, b]| b - a);
    walks(board, body, by, host.id)?;
    if let Some(other) = room::lies_on(board, host, &grown(board, host), Some(id)) {
        let refusal = Refusal::new(rule::TROOPS_CHARACTERS, "the unit has no room for one more").about(id.0);
        return Err(vec![refusal.instead("a unit with nobody close behind it").about(other.0)]);
    }
    Ok(Movement::Join(id, host.id))
}

/// The footprint of a unit once one more stands in it.
fn grown(board: &Board<'_>, host: &Body<'_>) -> Rect {
    let files = host.files;
    let pose = bodies::pose(&host.rect, host.facing);
    let size = bodies::footprint(host.kit, board.phase.unit(host.id), host.places + 1, files, pose);
    shape::at_front(host.rect.front_mid(), host.facing, size.half_width * 2.0, size.half_depth * 2.0)
}

/// Whether a character alone can go that way: he marches where he may, over good ground, and goes over nobody but the
/// unit that he leaves or joins (`wab.march.rate`, `wab.troops.characters`).
fn walks(board: &Board<'_>, body: &Body<'_>, by: Vec2, host: UnitId) -> Result<(), Vec<Refusal>> {
    let way = by * (1.0 / by.len().max(NEAR));
    let cost = terrain::cost(&board.book.features, &body.rect, way, by.len(), body.order());
    let marches = cost <= by.len() + NEAR && can_march(board, body, false);
    let pace = if marches { Pace::March } else { Pace::Normal };
    let most = body.movement() * f64::from(pace.rate(true));
    if cost > most + NEAR {
        let refusal = Refusal::new(rule::TROOPS_CHARACTERS, "that is too far for him").about(body.id.0);
        return Err(vec![refusal.needs(cost, most, "inches")]);
    }
    if !room::way_is_clear(board, body, &body.rect, by, Some(host)) {
        let what = "someone or something is in his way";
        return Err(vec![Refusal::new(rule::TROOPS_CHARACTERS, what).about(body.id.0)]);
    }
    Ok(())
}

fn leave(board: &Board<'_>, id: UnitId, path: &[Leg]) -> Result<Movement, Vec<Refusal>> {
    let refuse = |what: &'static str| Err(vec![Refusal::new(rule::TROOPS_CHARACTERS, what).about(id.0)]);
    let state = board.phase.unit(id);
    let Some(host) = state.with.and_then(|h| board.body(h)) else { return refuse("he is with no unit") };
    let [Leg::To(pose)] = path else { return refuse("one step says where he goes") };
    let kit = board.book.kit(id);
    let rect = bodies::footprint(kit, state, 1, 1, *pose);
    let body = Body { id, side: host.side, kit, state, rect, facing: pose.facing, files: 1, places: 1 };
    let by = table::shortest_between(&host.rect, &rect).map_or(Vec2::default(), |[a, b]| b - a);
    walks(board, &Body { rect: rect.moved(by * -1.0), ..body }, by, host.id)?;
    if !has_room(board, &body, &rect) {
        return refuse("he cannot stand there");
    }
    Ok(Movement::Leave(id, rect, pose.facing))
}

/// Carries out a move.
pub fn carry_out(game: &mut Game<'_, '_>, movement: Movement) -> Next {
    match movement {
        Movement::Go(way) => go(game, &way),
        Movement::Reform(unit) => return reform(game, unit),
        Movement::Join(unit, host) => {
            game.phase.unit_mut(unit).with = Some(host);
            game.phase.unit_mut(unit).done.moved = true;
            game.phase.unit_mut(host).done.stood = true;
            let files = game.cx.field().unit(host).formation.files;
            game.say(rule::TROOPS_CHARACTERS, |f| format!("{} joined {}.", name(f, unit), name(f, host)));
            game.reform(host, files, rule::TROOPS_CHARACTERS);
        }
        Movement::Leave(unit, rect, facing) => {
            let host = game.phase.unit_mut(unit).with.take();
            game.phase.unit_mut(unit).done.moved = true;
            game.put(unit, &rect, facing, Motion::March, rule::TROOPS_CHARACTERS);
            if let Some(host) = host {
                game.say(rule::TROOPS_CHARACTERS, |f| format!("{} left {}.", name(f, unit), name(f, host)));
                let files = game.cx.field().unit(host).formation.files;
                game.reform(host, files, rule::TROOPS_CHARACTERS);
            }
        }
    }
    Next::Remaining
}

fn go(game: &mut Game<'_, '_>, way: &Go) {
    let Go { unit: id, manner, files, rect, facing, cost, slowed } = *way;
    let marched = pace(manner) != Pace::Normal;
    let ignored: Vec<UnitId> = {
        let board = game.board();
        let Some(body) = board.body(id) else { return };
        let passes = marched && game.book.house.ignored_enemy == Ignored::March;
        let near = |e: &&Body<'_>| passes && body.distance(e) <= tables().distances.march;
        board.enemies(body.side).filter(near).map(|e| e.id).collect()
    };
    let turned = {
        let unit = game.cx.field().unit(id);
        let manoeuvred = unit.pose.facing != facing || unit.formation.files != files;
        manoeuvred && !game.book.kit(id).skirmishes()
    };
    let state = game.phase.unit_mut(id);
    state.done.moved = cost > NEAR || turned || state.done.moved;
    state.done.stood = true;
    state.done.marched = marched;
    ignored.into_iter().for_each(|e| state.done.ignored.add(e));
    let why = MANNERS[usize::from(manner)].rule;
    let places = game.cx.field().unit(id).formation.figures;
    let formation = bodies::formation(game.book.kit(id), false, places, files);
    if formation != game.cx.field().unit(id).formation {
        game.cx.apply(Event::Reformed { unit: id, formation, rule: rule::MANOEUVRE_CHANGE_FORMATION });
    }
    game.put(id, &rect, facing, Motion::March, why);
    if cost > NEAR || turned {
        let went = match pace(manner) {
            Pace::Normal | Pace::Charge => "moved",
            Pace::March => "marched",
            Pace::FastMarch => "marched fast",
        };
        game.say(why, |f| format!("{} {went} {}.", name(f, id), voice::inches(cost)));
    }
    if tenths(slowed) > 0.0 {
        game.say(rule::TERRAIN_PART, |f| {
            let unit = name(f, id);
            format!("{unit} paid {} of {} move for the ground.", voice::inches(slowed), unit.its())
        });
    }
}

/// A unit reforms (`wab.manoeuvre.reform`); the drilled need no test.
fn reform(game: &mut Game<'_, '_>, id: UnitId) -> Next {
    let drilled = game.book.kit(id).has(Trait::Drilled);
    let target = {
        let board = game.board();
        let Some(body) = board.body(id) else { return Next::Ask };
        let near = game.book.house.reform_near_enemy
            && board.nearest_enemy(body).is_some_and(|(_, far)| far <= tables().distances.reform);
        let mut target = leadership::leaders(&board, body).best();
        target.add(rule::MANOEUVRE_REFORM, -i8::from(near));
        target
    };
    if drilled {
        game.say(rule::SPECIAL_DRILLED, |f| {
            let unit = name(f, id);
            format!("{unit} {} drilled and reformed without a test.", unit.was())
        });
    }
    let passed = drilled || Trial::new(rule::MANOEUVRE_REFORM, "test to reform").take(game, id, &target);
    if passed {
        game.phase.unit_mut(id).done.reformed = true;
        game.phase.regroup.push(id);
        game.phase.after = After::Reform;
        Next::FormUp
    } else {
        game.phase.unit_mut(id).done.stood = true;
        Next::Remaining
    }
}
