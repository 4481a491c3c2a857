//! Remaining moves: wheels, turns, ranks, marches, reforming, characters (`wab.move.sequence`, step 5).

use crate::aftermath;
use crate::board::{self, Board, Body};
use crate::charge;
use crate::flight;
use crate::game::{Game, name};
use crate::house::Ignored;
use crate::moving::{NEAR, Pace};
use crate::rally;
use crate::rule;
use crate::shoot;
use crate::start::has_room;
use crate::state::{After, Step};
use crate::tables::tables;
use crate::terrain;
use crate::troop::Trait;
use crate::walk::{can_march, walk};
use ruling::{Refusal, RuleId, ledger};
use table::{Facing, Rect, Vec2};
use umpire::{Aim, Event, Manner, Motion, Step as Leg, UnitId};

/// The ways of moving, by number.
pub const MANNERS: &[Manner] = &[
    Manner::new("move", "Move", rule::MOVE_RATE),
    Manner::new("march", "March", rule::MARCH_RATE),
    Manner::new("fast_march", "Fast march", rule::FAST_MARCH_RATE),
    Manner::new("reform", "Reform", rule::MANOEUVRE_REFORM).aimed(Aim::Spot),
    Manner::new("deeper", "One rank deeper, then move", rule::MANOEUVRE_CHANGE_FORMATION).aimed(Aim::Spot),
    Manner::new("two_deeper", "Two ranks deeper", rule::MANOEUVRE_CHANGE_FORMATION).aimed(Aim::Spot),
    Manner::new("wider", "One rank fewer, then move", rule::MANOEUVRE_CHANGE_FORMATION).aimed(Aim::Spot),
    Manner::new("two_wider", "Two ranks fewer", rule::MANOEUVRE_CHANGE_FORMATION).aimed(Aim::Spot),
    Manner::new("join", "Join a unit", rule::TROOPS_CHARACTERS).aimed(Aim::Friend),
    Manner::new("leave", "Leave its unit", rule::TROOPS_CHARACTERS),
];

/// The numbers of the manners.
pub mod manner {
    /// A normal move.
    pub const MOVE: u8 = 0;
    /// A march.
    pub const MARCH: u8 = 1;
    /// A fast march.
    pub const FAST_MARCH: u8 = 2;
    /// Reforming.
    pub const REFORM: u8 = 3;
    /// One rank deeper.
    pub const DEEPER: u8 = 4;
    /// Two ranks deeper.
    pub const TWO_DEEPER: u8 = 5;
    /// One rank fewer.
    pub const WIDER: u8 = 6;
    /// Two ranks fewer.
    pub const TWO_WIDER: u8 = 7;
    /// A character joins a unit.
    pub const JOIN: u8 = 8;
    /// A character leaves his unit.
    pub const LEAVE: u8 = 9;
}

/// A move worked out.
#[derive(Clone, Debug)]
pub enum Movement {
    /// A unit goes somewhere.
    Go {
        /// Who.
        unit: UnitId,
        /// The manner.
        manner: u8,
        /// Its files then.
        files: u16,
        /// Its footprint then.
        rect: Rect,
        /// The way it faces then.
        facing: Facing,
        /// What it cost.
        cost: f64,
    },
    /// A unit reforms.
    Reform(UnitId),
    /// A character joins a unit.
    Join(UnitId, UnitId),
    /// A character leaves his unit.
    Leave(UnitId, Rect, Facing),
}

/// Remaining moves begin.
pub fn begin(game: &mut Game<'_, '_>) {
    go_on(game);
}

/// Asks for the next move if anyone may still move.
pub fn go_on(game: &mut Game<'_, '_>) {
    game.phase.after = After::Reform;
    if movers(&game.board()).is_empty() {
        finish(game);
    } else {
        game.phase.step = Step::Remaining;
    }
}

/// The movement phase ends; armies whose general was lost in it test.
pub fn finish(game: &mut Game<'_, '_>) {
    for id in aftermath::general_tests(game) {
        if game.stands(id) {
            flight::flee_in_movement(game, id, rule::PANIC_RESULT);
        }
    }
    shoot::begin(game);
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

/// The pace of a manner.
pub fn pace(manner: u8) -> Pace {
    match manner {
        manner::MARCH => Pace::March,
        manner::FAST_MARCH => Pace::FastMarch,
        _ => Pace::Normal,
    }
}

/// The change of ranks of a manner.
pub fn rank_change(manner: u8) -> i16 {
    match manner {
        manner::DEEPER => 1,
        manner::TWO_DEEPER => 2,
        manner::WIDER => -1,
        manner::TWO_WIDER => -2,
        _ => 0,
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
    let way = by * (1.0 / by.len().max(NEAR));
    let cost = terrain::cost(&board.book.features, &body.rect, way, by.len(), body.order());
    // A character alone may march there, over good ground.
    let marches = cost <= by.len() + NEAR && can_march(board, body, false);
    let pace = if marches { Pace::March } else { Pace::Normal };
    let most = body.movement() * f64::from(pace.rate(true));
    if cost > most + NEAR {
        let refusal = Refusal::new(rule::TROOPS_CHARACTERS, "the unit is too far").about(id.0);
        return Err(vec![refusal.needs(cost, most, "inches")]);
    }
    if !charge::way_is_clear(board, body, &body.rect, by, Some(host.id)) {
        return refuse("someone or something is in his way to the unit");
    }
    Ok(Movement::Join(id, host.id))
}

fn leave(board: &Board<'_>, id: UnitId, path: &[Leg]) -> Result<Movement, Vec<Refusal>> {
    let refuse = |what: &'static str| Err(vec![Refusal::new(rule::TROOPS_CHARACTERS, what).about(id.0)]);
    let state = board.phase.unit(id);
    let Some(host) = state.with.and_then(|h| board.body(h)) else { return refuse("he is with no unit") };
    let [Leg::To(pose)] = path else { return refuse("one step says where he goes") };
    let kit = board.book.kit(id);
    let rect = board::footprint(kit, state, 1, 1, *pose);
    let far = table::distance(&host.rect, &rect);
    let body = Body { id, side: host.side, kit, state, rect, facing: pose.facing, files: 1, places: 1 };
    if far > f64::from(kit.movement()) + NEAR {
        return refuse("that is too far from his unit");
    }
    if !has_room(board, &body, &rect) {
        return refuse("he cannot stand there");
    }
    Ok(Movement::Leave(id, rect, pose.facing))
}

/// Carries out a move.
pub fn carry_out(game: &mut Game<'_, '_>, movement: Movement) {
    match movement {
        Movement::Go { unit, manner, files, rect, facing, cost } => {
            go(game, unit, manner, files, &rect, facing, cost);
        }
        Movement::Reform(unit) => {
            reform(game, unit);
            return;
        }
        Movement::Join(unit, host) => {
            game.phase.unit_mut(unit).with = Some(host);
            game.phase.unit_mut(unit).done.moved = true;
            game.phase.unit_mut(host).done.stood = true;
            let files = game.cx.field().unit(host).formation.files;
            game.say(rule::TROOPS_CHARACTERS, |f| format!("{} joins {}", name(f, unit), name(f, host)));
            game.reform(host, files, rule::TROOPS_CHARACTERS);
        }
        Movement::Leave(unit, rect, facing) => {
            let host = game.phase.unit_mut(unit).with.take();
            game.phase.unit_mut(unit).done.moved = true;
            game.put(unit, &rect, facing, Motion::March, rule::TROOPS_CHARACTERS);
            if let Some(host) = host {
                let files = game.cx.field().unit(host).formation.files;
                game.reform(host, files, rule::TROOPS_CHARACTERS);
            }
        }
    }
    go_on(game);
}

fn go(game: &mut Game<'_, '_>, id: UnitId, manner: u8, files: u16, rect: &Rect, facing: Facing, cost: f64) {
    let marched = pace(manner) != Pace::Normal;
    let ignored: Vec<UnitId> = {
        let board = game.board();
        let Some(body) = board.body(id) else { return };
        let passes = marched && game.book.house.ignored_enemy == Ignored::March;
        let near = |e: &&Body<'_>| passes && body.distance(e) <= tables().distances.march;
        board.enemies(body.side).filter(near).map(|e| e.id).collect()
    };
    let state = game.phase.unit_mut(id);
    state.done.moved = cost > NEAR || state.done.moved;
    state.done.stood = true;
    state.done.marched = marched;
    ignored.into_iter().for_each(|e| state.ignored.add(e));
    let why = MANNERS[usize::from(manner)].rule;
    let places = game.cx.field().unit(id).formation.figures;
    let formation = board::formation(game.book.kit(id), false, places, files);
    if formation != game.cx.field().unit(id).formation {
        game.cx.apply(Event::Reformed { unit: id, formation, rule: rule::MANOEUVRE_CHANGE_FORMATION });
    }
    game.put(id, rect, facing, Motion::March, why);
}

/// A unit reforms (`wab.manoeuvre.reform`); the drilled need no test.
fn reform(game: &mut Game<'_, '_>, id: UnitId) {
    let drilled = game.book.kit(id).has(Trait::Drilled);
    let target = {
        let board = game.board();
        let Some(body) = board.body(id) else { return };
        let near = board.nearest_enemy(body).is_some_and(|(_, far)| far <= tables().distances.reform);
        let mut target = board.leaders(body).best();
        target.add(rule::MANOEUVRE_REFORM, -i8::from(near));
        target
    };
    if drilled {
        ledger::cite(rule::SPECIAL_DRILLED);
    }
    let passed = drilled || game.test(id, &target, rule::MANOEUVRE_REFORM, "its test to reform", false);
    if passed {
        game.phase.unit_mut(id).done.reformed = true;
        game.phase.regroup.push(id);
        game.phase.after = After::Reform;
        rally::next(game);
    } else {
        game.phase.unit_mut(id).done.stood = true;
        go_on(game);
    }
}
