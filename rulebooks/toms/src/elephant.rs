//! Elephants: the touch, terror, berserk runs and the fall.

use crate::attack::{self, Attack, Rolls};
use crate::board::{Board, Game, SLACK, pose};
use crate::harm::{self, Due};
use crate::house::ElephantTerror;
use crate::morale::Trigger;
use crate::place::{Face, face};
use crate::shield::{Peril, save};
use crate::tables::tables;
use crate::{ambush, kill, land, rule, words};
use dice::{D6, RollId};
use table::{Facing, Rect, Span, Vec2, penetration, span, swept};
use umpire::{Motion, Place, Ruling, UnitId};

/// A touch outside melee: six dice at a plain number, shields save (`toms.elephant.touch`).
pub fn touch(game: &mut Game<'_, '_>, elephant: UnitId, target: UnitId, from: Vec2) {
    ambush::reveal(game, target);
    let board = game.board();
    let struck = face(&board.rect(target), from);
    let (who, men) = (board.profile(target), board.men(target));
    let needs = kill::touch(&game.book.house, false, Face::Front);
    let save = save(&game.book.house, who, men, Peril::Elephant, struck, false);
    let attack = Attack {
        dice: tables().elephant.touch,
        needs: tables().elephant.needs as u8,
        save: save.save,
        men,
        general: board.general(target),
    };
    let rolls = Rolls::of(rule::ELEPHANT_TOUCH, board.side(elephant), board.side(target), target.0);
    let outcome = attack::roll(&attack, rolls, game.cx.dice);
    game.rule(target, |field| {
        let text = format!(
            "{} tramples {}: {}",
            words::unit(field, elephant),
            words::unit(field, target),
            words::outcome(&outcome)
        );
        Ruling::new(rule::ELEPHANT_TOUCH, text).tally(elephant, needs.tally).tally(target, save.tally)
    });
    let mut due = Due::default();
    harm::suffer(game, target, outcome.into(), &mut due);
    harm::test_all(game, &due);
}

/// A random heading (`toms.elephant.scatter`).
fn heading(game: &mut Game<'_, '_>, unit: UnitId) -> Facing {
    let side = game.board().side(unit);
    let why = RollId::new(rule::ELEPHANT_SCATTER.as_str(), side as u8).unit(unit.0);
    let (a, b) = (game.cx.dice.roll(why, &D6), game.cx.dice.roll(why, &D6));
    let facing = Facing::degrees(scatter(a, b));
    game.rule(unit, |field| {
        let text = format!("{} heads {:.0} degrees", words::unit(field, unit), facing.to_degrees());
        Ruling::new(rule::ELEPHANT_SCATTER, text).rolled(side, Some(unit), a).rolled(side, Some(unit), b)
    });
    facing
}

/// The heading that two dice give, in degrees clockwise from north.
pub fn scatter(first: u8, second: u8) -> f64 {
    f64::from((first - 1) * 6 + (second - 1)) * tables().elephant.scatter
}

/// The units that a straight run crosses, the nearest first.
fn crossed(board: &Board<'_>, elephant: UnitId, base: &Rect, direction: Vec2, length: f64) -> Vec<UnitId> {
    let path = swept(base, direction * length);
    let mut met: Vec<(f64, UnitId)> = board
        .units()
        .filter(|&id| id != elephant && penetration(&path, &board.rect(id)) > SLACK)
        .map(|id| (span(base, direction, &board.rect(id), SLACK).map_or(0.0, |s| s.enter), id))
        .collect();
    met.sort_by(|a, b| a.0.total_cmp(&b.0));
    met.into_iter().map(|(_, id)| id).collect()
}

/// A slain elephant falls on those beside it (`toms.elephant.fall`).
pub fn fall(game: &mut Game<'_, '_>, unit: UnitId) {
    let facing = heading(game, unit);
    let side = game.board().side(unit);
    let why = RollId::new(rule::ELEPHANT_FALL.as_str(), side as u8).unit(unit.0);
    let length = game.cx.dice.roll(why, &D6);
    game.rule(unit, |field| {
        let text =
            format!("{} falls {}", words::unit(field, unit), words::count(length.into(), "inch", "inches"));
        Ruling::new(rule::ELEPHANT_FALL, text).rolled(side, Some(unit), length)
    });
    let base = Rect { ahead: facing.vec(), ..game.board().rect(unit) };
    for target in crossed(&game.board(), unit, &base, base.ahead, f64::from(length)) {
        if game.board().field.on_table(target) && game.board().men(target) > 0 {
            touch(game, unit, target, base.centre);
        }
    }
}

/// Every berserk elephant of the active side runs (`toms.elephant.berserk`).
pub fn run_all(game: &mut Game<'_, '_>) {
    let board = game.board();
    let berserk: Vec<UnitId> = board.of_side(game.phase.active).filter(|&id| board.is_berserk(id)).collect();
    for unit in berserk {
        if game.board().field.on_table(unit) {
            run(game, unit);
        }
    }
}

fn run(game: &mut Game<'_, '_>, unit: UnitId) {
    game.phase.part(unit);
    let fears = fears(&game.board(), unit);
    let facing = heading(game, unit);
    let start = Rect { ahead: facing.vec(), ..game.board().rect(unit) };
    let Some(length) = trample(game, unit, &start) else { return };
    let board = game.board();
    let end = start.moved(start.ahead * length);
    let leaves = !land::on_table(board.ground(), &end);
    game.shift(unit, pose(end.centre, facing), Motion::Flight, rule::ELEPHANT_BERSERK);
    if leaves {
        game.rule(unit, |field| {
            let text = format!("{} runs from the table", words::unit(field, unit));
            Ruling::new(rule::ELEPHANT_BERSERK, text)
        });
        harm::leave(game, unit, Place::Fled, rule::ELEPHANT_BERSERK);
        return;
    }
    ambush::reveal_found(game);
    frighten(game, unit, &fears, None);
}

/// Touches everyone on the way of a run, each once, those too who stand where it goes on until it is clear; how far it
/// runs, or nothing if it is slain on the way.
fn trample(game: &mut Game<'_, '_>, unit: UnitId, start: &Rect) -> Option<f64> {
    let mut touched: Vec<UnitId> = Vec::new();
    loop {
        let board = game.board();
        let others = board.units().filter(|&id| id != unit);
        let spans: Vec<Span> =
            others.filter_map(|id| span(start, start.ahead, &board.rect(id), SLACK)).collect();
        let length = table::first_stop(tables().elephant.run, spans.into_iter());
        let met = crossed(&board, unit, start, start.ahead, length);
        let Some(next) = met.into_iter().find(|id| !touched.contains(id)) else { return Some(length) };
        touched.push(next);
        touch(game, unit, next, start.centre);
        if !game.board().field.on_table(unit) {
            return None;
        }
    }
}

/// Whom elephants already frightened before a move: the frightened, the elephant, and whether as horses.
pub type Fears = Vec<(UnitId, UnitId, bool)>;

/// Who is near an enemy elephant, the mover being one of the two.
pub fn fears(board: &Board<'_>, mover: UnitId) -> Fears {
    let mut fears = Fears::new();
    let (horses, panic) = (tables().elephant.horses, tables().elephant.panic);
    let on_approach = board.book.house.elephant_terror == ElephantTerror::OnApproach;
    let mut note = |who: UnitId, elephant: UnitId| {
        if board.profile(who).cavalry && board.within(who, elephant, horses) {
            fears.push((who, elephant, true));
        }
        if on_approach && board.within(who, elephant, panic) {
            fears.push((who, elephant, false));
        }
    };
    let enemies = board.of_side(board.side(mover).other());
    if board.profile(mover).is_elephant() {
        enemies.for_each(|id| note(id, mover));
    } else {
        enemies.filter(|&id| board.profile(id).is_elephant()).for_each(|id| note(mover, id));
    }
    fears
}

/// After a move, those test who have newly come near an elephant (`toms.elephant.fc`, `toms.elephant.panic`).
pub fn frighten(game: &mut Game<'_, '_>, mover: UnitId, before: &Fears, but: Option<[UnitId; 2]>) {
    if !game.board().field.on_table(mover) {
        return;
    }
    let mut due = Due::default();
    for fear in fears(&game.board(), mover) {
        let (who, elephant, horses) = fear;
        if before.contains(&fear)
            || (horses && but.is_some_and(|pair| pair.contains(&who) && pair.contains(&elephant)))
        {
            continue;
        }
        if horses {
            due.add(who, Trigger::ElephantCavalry);
        } else if !game.phase.state(who).scared {
            game.phase.state_mut(who).scared = true;
            due.add(who, Trigger::ElephantNear);
        }
    }
    harm::test_all(game, &due);
}
