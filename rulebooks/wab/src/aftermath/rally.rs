//! Rallying, forming up, and compulsory moves (`wab.move.sequence`, steps 2 and 3).

use crate::aftermath::rules::{Rally, Rallying};
use crate::aftermath::{flight, stampede};
use crate::board::bodies;
use crate::board::bodies::{Board, Body};
use crate::board::game::Game;
use crate::board::room::{self, has_room};
use crate::board::state::{After, Next, Step};
use crate::data::formation::Block;
use crate::data::length::{NEAR, inches};
use crate::data::troop::{Trait, Troop};
use crate::nerve::leadership;
use crate::nerve::leadership::Trial;
use crate::rule;
use ruling::RuleId;
use table::{Facing, Rect, Vec2};
use umpire::voice::{self, name};
use umpire::{Event, Motion, UnitId};

/// Fleeing units of the active side try to rally.
pub fn begin(game: &mut Game<'_, '_>) -> Next {
    let side = game.phase.active;
    game.phase.after = After::Rally;
    for id in game.units(side) {
        let state = game.phase.unit(id);
        if !state.fleeing || state.now.fled_now || state.stampeding {
            continue;
        }
        let found = {
            let board = game.board();
            let Some(body) = board.body(id) else { continue };
            let troop = if body.kit.character { Troop::Character } else { body.kit.troop };
            let rallying = Rallying {
                leaders: leadership::leaders(&board, body),
                troop,
                models: body.state.models,
                starting: body.state.starting,
                enemy: board.nearest_enemy(body).map_or(f64::INFINITY, |(_, far)| far),
                feigned: body.kit.has(Trait::FeignedFlight) && body.state.by_choice,
            };
            rallying.rally()
        };
        let rallied = match found {
            Rally::TooFew => {
                game.say(rule::RALLY_FIVE, |field| {
                    let unit = name(field, id);
                    format!("{unit} {} too few to rally.", unit.was())
                });
                false
            }
            Rally::Automatic => {
                game.say(rule::SPECIAL_FEIGNED_FLIGHT, |field| {
                    format!("{} turned about: the flight was feigned.", name(field, id))
                });
                true
            }
            Rally::Test(target) => Trial::new(rule::RALLY_TEST, "rally test").take(game, id, &target),
        };
        if rallied {
            settle(game, id);
        }
    }
    Next::FormUp
}

/// A unit stops fleeing and forms where it stands, or at the nearest place that is clear of others: its order may need
/// more room than the mass had (`wab.rally.after`). Where there is none it flees on.
fn settle(game: &mut Game<'_, '_>, id: UnitId) {
    let found = {
        let board = game.board();
        let Some(body) = board.body(id) else { return };
        let mut state = body.state.clone();
        state.fleeing = false;
        let calm = Body { state: &state, ..*body };
        nearest_room(&board, &calm)
    };
    let Some(Clear { rect, files, aside, bar }) = found else {
        game.say(rule::RALLY_AFTER, |f| format!("{} found no room to form up and fled on.", name(f, id)));
        return;
    };
    let state = game.phase.unit_mut(id);
    state.fleeing = false;
    state.by_choice = false;
    state.done.rallied = true;
    let facing = game.cx.field().unit(id).pose.facing;
    let places = game.cx.field().unit(id).formation.figures;
    let formation = bodies::formation(game.book.kit(id), false, places, files);
    if formation != game.cx.field().unit(id).formation {
        game.cx.apply(Event::Reformed { unit: id, formation, rule: rule::RALLY_AFTER });
    }
    game.put(id, &rect, facing, Motion::March, rule::RALLY_AFTER);
    if aside > NEAR {
        game.say(rule::RALLY_AFTER, |f| {
            let by = bar.map_or_else(String::new, |b| format!(": {} stood there", name(f, b)));
            format!("{} formed up {} aside{by}.", name(f, id), voice::inches(aside))
        });
    }
    game.phase.regroup.push(id);
}

/// A place clear of others: how wide a unit stands there, how far aside of where it was, and who was in its way.
struct Clear {
    rect: Rect,
    files: u16,
    aside: f64,
    bar: Option<UnitId>,
}

/// How far aside a unit forms up at most, in steps of half an inch.
const STEPS_ASIDE: u16 = 24;

/// The nearest place where a unit that rallies can form: who needs no more room than its mass stays where it is.
fn nearest_room(board: &Board<'_>, body: &Body<'_>) -> Option<Clear> {
    let at = |files: u16| shape(body, files, body.facing);
    let here = at(body.files);
    let bar = room::lies_on(board, body, &here, None);
    if !body.skirmishes() {
        return Some(Clear { rect: here, files: body.files, aside: 0.0, bar });
    }
    let ring =
        |i: u16| (0..16).map(move |k| (f64::from(i) * 0.5, Facing::degrees(22.5 * f64::from(k)).vec()));
    let places = (0..=STEPS_ASIDE).flat_map(ring).filter(|(far, way)| *far > 0.0 || way.y > 0.9);
    let widths = [body.files, body.places, body.places.div_ceil(2), body.places.div_ceil(3), 1];
    places
        .flat_map(|(aside, way)| widths.map(|files| (aside, files, at(files).moved(way * aside))))
        .find(|(_, _, rect)| has_room(board, body, rect))
        .map(|(aside, files, rect)| Clear { rect, files, aside, bar })
}

/// Asks the next unit how it forms up, or goes on with what follows.
pub fn next(game: &mut Game<'_, '_>) -> Next {
    while let Some(&id) = game.phase.regroup.first() {
        let asked = game.stands(id) && {
            let board = game.board();
            board.body(id).is_some_and(|b| has_choice(&board, b))
        };
        if asked {
            game.phase.step = Step::Regroup(id);
            return Next::Ask;
        }
        game.phase.regroup.remove(0);
    }
    match game.phase.after {
        After::Rally => Next::Compulsory,
        After::Reform => Next::Remaining,
        After::Pursuit => Next::GiveGround,
    }
}

/// Whether a unit may form up in more than one way.
fn has_choice(board: &Board<'_>, body: &Body<'_>) -> bool {
    let facings = turns(board, body).filter(|&f| may_take(board, body, body.files, f));
    fitting(board, body).nth(1).is_some() || facings.take(2).count() > 1
}

/// The widths that fit, the one a unit has first.
fn fitting<'a>(board: &'a Board<'_>, body: &'a Body<'_>) -> impl Iterator<Item = u16> + 'a {
    let others = (1..=body.places).filter(|&f| f != body.files);
    let turns: Vec<Facing> = turns(board, body).collect();
    let fits = move |f: &u16| turns.iter().any(|&facing| may_take(board, body, *f, facing));
    std::iter::once(body.files).chain(others).filter(fits)
}

/// The widths a unit may take about its centre, the one it has first; if nothing fits it stays as it is.
pub fn widths(board: &Board<'_>, id: UnitId) -> Vec<u16> {
    let Some(body) = board.body(id) else { return Vec::new() };
    let fitting: Vec<u16> = fitting(board, body).collect();
    if fitting.is_empty() { vec![body.files] } else { fitting }
}

/// The facings a unit may take so wide, the one it has first; if nothing fits it faces as it does.
pub fn facings(board: &Board<'_>, id: UnitId, files: u16) -> Vec<Facing> {
    let Some(body) = board.body(id) else { return Vec::new() };
    let fitting: Vec<Facing> = turns(board, body).filter(|&f| may_take(board, body, files, f)).collect();
    if fitting.is_empty() { vec![body.facing] } else { fitting }
}

/// Whether a unit may form up so: who has not fled may always stay as it is.
fn may_take(board: &Board<'_>, body: &Body<'_>, files: u16, facing: Facing) -> bool {
    let as_it_is = files == body.files && facing == body.facing && board.phase.after != After::Rally;
    as_it_is || fits(board, body, files, facing)
}

/// The way a unit faces, the way to the nearest enemy, and every fifteen degrees.
fn turns(board: &Board<'_>, body: &Body<'_>) -> impl Iterator<Item = Facing> {
    let enemy = board.nearest_enemy(body).map(|(e, _)| Facing::of(e.rect.centre - body.rect.centre));
    let facing = body.facing;
    let round = (0..24).map(|i| Facing::degrees(15.0 * f64::from(i)));
    let others = enemy.filter(|&f| f != facing).into_iter();
    std::iter::once(facing).chain(others.chain(round.filter(move |&f| f != facing && Some(f) != enemy)))
}

fn shape(body: &Body<'_>, files: u16, facing: Facing) -> Rect {
    let block = Block::of(body.places, files, body.kit.troop, body.order());
    Rect::new(body.rect.centre, facing, inches(block.width), inches(block.depth))
}

fn fits(board: &Board<'_>, body: &Body<'_>, files: u16, facing: Facing) -> bool {
    let rect = shape(body, files, facing);
    let near = board.phase.after != After::Reform || are_near(body, &rect, files);
    near && has_room(board, body, &rect)
}

/// Whether every model of a unit that reforms can take its place within twice M (`wab.manoeuvre.reform`).
fn are_near(body: &Body<'_>, to: &Rect, files: u16) -> bool {
    let most = 2.0 * body.movement() + NEAR;
    if body.rect.radius() + to.radius() <= most {
        return true;
    }
    let old = places(body, &body.rect, body.files);
    let new = places(body, to, files);
    // Whose place each new place takes, found by passing places on until everyone has one.
    let mut taken: Vec<Option<usize>> = vec![None; new.len()];
    (0..old.len()).all(|man| passes_on(man, &old, &new, most, &mut taken, &mut vec![false; new.len()]))
}

/// Where the models of a footprint stand.
fn places(body: &Body<'_>, rect: &Rect, files: u16) -> Vec<Vec2> {
    let [w, d] = body.base();
    let (w, d) = (w + body.gap(), d + body.gap());
    let at = |n: u16| {
        let (rank, file) = (n / files, n % files);
        let in_rank = files.min(body.places - rank * files);
        let u = (f64::from(file) - f64::from(in_rank - 1) / 2.0) * w;
        rect.place(u, rect.half_depth - (f64::from(rank) + 0.5) * d)
    };
    (0..body.places).map(at).collect()
}

/// Finds a place for a man, asking those who have one near him to take another.
fn passes_on(
    man: usize,
    old: &[Vec2],
    new: &[Vec2],
    most: f64,
    taken: &mut [Option<usize>],
    asked: &mut Vec<bool>,
) -> bool {
    for place in 0..new.len() {
        if asked[place] || (new[place] - old[man]).len() > most {
            continue;
        }
        asked[place] = true;
        if taken[place].is_none_or(|other| passes_on(other, old, new, most, taken, asked)) {
            taken[place] = Some(man);
            return true;
        }
    }
    false
}

/// A unit forms up so wide; where more than one facing fits it is asked which.
pub fn widen(game: &mut Game<'_, '_>, id: UnitId, files: u16) -> Next {
    match facings(&game.board(), id, files).as_slice() {
        [only] => form_up(game, id, files, *only),
        _ => {
            game.phase.step = Step::Face(id, files);
            Next::Ask
        }
    }
}

/// A unit takes one of its shapes.
pub fn form_up(game: &mut Game<'_, '_>, id: UnitId, files: u16, facing: Facing) -> Next {
    let why = match game.phase.after {
        After::Rally => rule::RALLY_AFTER,
        After::Reform => rule::MANOEUVRE_REFORM,
        After::Pursuit => rule::PURSUIT_CHOICE,
    };
    reshape(game, id, files, facing, why);
    game.phase.regroup.retain(|&u| u != id);
    Next::FormUp
}

fn reshape(game: &mut Game<'_, '_>, id: UnitId, files: u16, facing: Facing, why: RuleId) {
    let rect = {
        let board = game.board();
        let Some(body) = board.body(id) else { return };
        shape(body, files, facing)
    };
    let places = game.cx.field().unit(id).formation.figures;
    let formation = bodies::formation(game.book.kit(id), false, places, files);
    if formation != game.cx.field().unit(id).formation {
        game.cx.apply(Event::Reformed { unit: id, formation, rule: why });
    }
    game.put(id, &rect, facing, Motion::Turn, why);
}

/// Fleeing units of the active side run for the edge; elephants go where they will (`wab.flee.again`).
pub fn compulsory(game: &mut Game<'_, '_>) -> Next {
    for id in game.units(game.phase.active) {
        let state = game.phase.unit(id);
        if !game.stands(id) || !state.fleeing {
            continue;
        }
        match (state.stampeding, state.now.fled_now) {
            (true, true) => stampede::break_loose(game, id),
            (true, false) => stampede::run(game, id),
            (false, _) => flight::run_for_the_edge(game, id, rule::FLEE_AGAIN),
        }
        game.phase.unit_mut(id).done.moved = true;
    }
    Next::Chargers
}
