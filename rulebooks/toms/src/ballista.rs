//! Ballistae: bolts that miss and fly on.

use crate::attack::{self, Thrown};
use crate::board::{Board, Game, SLACK};
use crate::harm::{self, Due, Wound};
use crate::house::House;
use crate::land::{self, Terrain};
use crate::sight::{Aim, Line, line};
use crate::tables::tables;
use crate::{flame, kill, rates, rule, words};
use dice::RollId;
use table::line_inside;
use umpire::{Ruling, UnitId};

/// Whether a throw misses altogether (`toms.ballista.miss`).
pub fn misses(thrown: Thrown) -> bool {
    ruling::ledger::cite(rule::BALLISTA_MISS);
    thrown.ones > 0
}

/// Whether a shot goes on to the next unit (`toms.ballista.pass`).
pub fn flies_on(house: &House, thrown: Thrown) -> bool {
    misses(thrown) || (house.ballista_blank_passes_on && thrown.kills == 0)
}

/// The dice of a shot that goes on.
pub fn dice_beyond(dice: u16) -> u16 {
    dice / tables().ballista.divisor
}

/// Whether a first throw backfires (`toms.ballista.backfire`).
pub fn backfires(thrown: Thrown) -> bool {
    thrown.ones >= tables().ballista.backfire
}

/// The units a shot may reach: the target, and those beyond it on its line (`toms.ballista.pass`).
fn on_line(board: &Board<'_>, engine: UnitId, target: UnitId, line: &Line, reach: f64) -> Vec<UnitId> {
    let mut all = vec![target];
    if line.length <= SLACK {
        return all;
    }
    // A little beyond, so that whoever is just in range is met.
    let far = line.from.lerp(line.to, (reach.max(line.length) + 2.0 * SLACK) / line.length);
    let mut end = reach;
    for wood in land::pieces(board.ground(), Terrain::is_wood) {
        let beyond = land::stretches(wood, line.from, far).find(|[_, leave]| *leave > line.length + SLACK);
        if let Some([enter, _]) = beyond {
            end = end.min(enter.max(line.length));
        }
    }
    let mut beyond: Vec<(f64, UnitId)> = board
        .units()
        .filter(|&id| id != target && id != engine && !board.is_hidden(id))
        .filter_map(|id| line_inside([line.from, far], &board.rect(id)).map(|s| (s.enter, id)))
        .filter(|(enter, _)| *enter >= line.length - SLACK && *enter <= end + SLACK)
        .collect();
    beyond.sort_by(|a, b| a.0.total_cmp(&b.0));
    all.extend(beyond.into_iter().map(|(_, id)| id));
    all
}

/// A ballista shoots.
pub fn shoot(game: &mut Game<'_, '_>, engine: UnitId, target: UnitId, aim: &Aim, flame: bool) {
    let board = game.board();
    let reached = on_line(&board, engine, target, &aim.line, aim.reach);
    let dice = kill::volley_dice(board.profile(engine), board.men(engine), aim.over);
    bolt(game, engine, &reached, dice.total().max(0) as u16, flame);
}

/// A ballista shoots at its charger, who counts as in range (`toms.ballista.react`).
pub fn at_charger(game: &mut Game<'_, '_>, engine: UnitId, charger: UnitId) {
    let board = game.board();
    let Some(line) = line(&board, engine, charger) else { return };
    let who = board.profile(engine);
    let reach =
        rates::range(who, false, board.level(engine), board.level(charger), board.in_wood(charger)).total();
    let reached = on_line(&board, engine, charger, &line, reach);
    let dice = kill::volley_dice(who, board.men(engine), false).total().max(0) as u16;
    ruling::ledger::cite(rule::BALLISTA_REACT);
    bolt(game, engine, &reached, dice, false);
}

/// One bolt and all it reaches.
fn bolt(game: &mut Game<'_, '_>, engine: UnitId, reached: &[UnitId], dice: u16, flame: bool) {
    let side = game.board().side(engine);
    let mut left = dice;
    let mut backfire = false;
    for (i, &target) in reached.iter().enumerate() {
        if left == 0 {
            break;
        }
        let needs = kill::bolt(&game.book.house, game.board().profile(target));
        let why = RollId::new(rule::BALLISTA_DICE.as_str(), side as u8).unit(engine.0);
        let mut thrown = Thrown::default();
        for _ in 0..left {
            thrown = attack::one_die(thrown, needs.needs, why, game.cx.dice);
        }
        backfire |= i == 0 && backfires(thrown);
        let goes_on = flies_on(&game.book.house, thrown);
        hit(game, engine, target, left, thrown, needs, flame);
        if !goes_on {
            break;
        }
        left = dice_beyond(left);
    }
    if backfire && game.board().field.on_table(engine) {
        game.rule(engine, |field| {
            let text = format!("{} backfires: one of the crew is lost", words::unit(field, engine));
            Ruling::new(rule::BALLISTA_BACKFIRE, text).also(rule::SHIELD_NEVER)
        });
        let mut due = Due::default();
        let wound = Wound { casualties: tables().ballista.crew_killed, general_killed: false };
        harm::suffer(game, engine, wound, &mut due);
        harm::test_all(game, &due);
    }
}

/// What a bolt does to a unit it reaches.
fn hit(
    game: &mut Game<'_, '_>,
    engine: UnitId,
    target: UnitId,
    dice: u16,
    thrown: Thrown,
    needs: kill::Needs,
    flame: bool,
) {
    let board = game.board();
    let (men, general, side) = (board.men(target), board.general(target), board.side(engine));
    let missed = misses(thrown);
    let kills = if missed { 0 } else { thrown.kills };
    let why = RollId::new(rule::GENERAL_HIT.as_str(), side as u8).unit(target.0);
    let general_killed = !missed && attack::danger(general, thrown, why, game.cx.dice);
    let casualties = (kills - u16::from(general_killed)).min(men);
    game.rule(engine, |field| {
        let what = if missed { "misses".to_owned() } else { format!("{casualties} lost") };
        let text = format!(
            "{} at {} with {}: {what}",
            words::unit(field, engine),
            words::unit(field, target),
            words::count(dice, "die", "dice")
        );
        let ruling = Ruling::new(rule::BALLISTA_DICE, text).tally(engine, needs.tally);
        let ruling = ruling.also(if missed { rule::BALLISTA_MISS } else { rule::BALLISTA_PIERCE });
        if missed { ruling.also(rule::BALLISTA_PASS) } else { ruling }
    });
    let mut due = Due::default();
    harm::suffer(game, target, Wound { casualties, general_killed }, &mut due);
    if flame {
        ruling::ledger::cite(rule::BALLISTA_FLAME);
        let caught = !missed && flame::catches(&game.book.house, kills);
        flame::reach(game, target, caught, &mut due);
    }
    harm::test_all(game, &due);
}
