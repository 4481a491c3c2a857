//! Ballistae: bolts that miss and fly on.

use crate::aftermath::casualties::{Wound, suffer};
use crate::board::{Board, Game, land};
use crate::combat::attack::{self, Thrown};
use crate::combat::rules::{self, Needs};
use crate::data::scale::NEAR;
use crate::data::tables::tables;
use crate::data::terrain::Terrain;
use crate::fire::resolve::reach;
use crate::fire::rules::catches;
use crate::house::House;
use crate::nerve::resolve::{Due, test_all};
use crate::shooting::rules::range;
use crate::shooting::sight::{Aim, Line, line};
use crate::{rule, told};
use dice::RollId;
use ruling::RuleId;
use table::line_inside;
use umpire::{Ruling, UnitId, voice};

/// Whether a throw misses altogether (`toms.ballista.miss`).
pub fn misses(thrown: Thrown) -> bool {
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
    if line.length <= NEAR {
        return all;
    }
    // A little beyond, so that a unit just in range is met.
    let far = line.from.lerp(line.to, (reach.max(line.length) + 2.0 * NEAR) / line.length);
    let mut end = reach;
    for wood in land::pieces(board.ground(), Terrain::is_wood) {
        let beyond = land::stretches(wood, line.from, far).find(|[_, leave]| *leave > line.length + NEAR);
        if let Some([enter, _]) = beyond {
            end = end.min(enter.max(line.length));
        }
    }
    let mut beyond: Vec<(f64, UnitId)> = board
        .units()
        .filter(|&id| id != target && id != engine && !board.is_hidden(id))
        .filter_map(|id| line_inside([line.from, far], &board.rect(id)).map(|s| (s.enter, id)))
        .filter(|(enter, _)| *enter >= line.length - NEAR && *enter <= end + NEAR)
        .collect();
    beyond.sort_by(|a, b| a.0.total_cmp(&b.0));
    all.extend(beyond.into_iter().map(|(_, id)| id));
    all
}

/// A ballista shoots.
pub fn shoot(game: &mut Game<'_, '_>, engine: UnitId, target: UnitId, aim: &Aim, flame: bool) {
    let board = game.board();
    let reached = on_line(&board, engine, target, &aim.line, aim.reach.total());
    let dice = rules::volley_dice(board.profile(engine), board.men(engine), aim.over);
    let mut also: Vec<RuleId> = aim.reach.rules().collect();
    also.extend(flame.then_some(rule::BALLISTA_FLAME));
    let shot = Shot { engine, dice: dice.total().max(0) as u16, flame, also };
    bolt(game, &shot, &reached);
}

/// A ballista shoots at its charger, who counts as in range (`toms.ballista.react`).
pub fn at_charger(game: &mut Game<'_, '_>, engine: UnitId, charger: UnitId) {
    let board = game.board();
    let Some(line) = line(&board, engine, charger) else { return };
    let who = board.profile(engine);
    let reach = range(who, false, board.level(engine), board.level(charger), board.in_wood(charger)).total();
    let reached = on_line(&board, engine, charger, &line, reach);
    let dice = rules::volley_dice(who, board.men(engine), false).total().max(0) as u16;
    let shot = Shot { engine, dice, flame: false, also: vec![rule::BALLISTA_REACT] };
    bolt(game, &shot, &reached);
}

/// A bolt as it leaves the engine.
struct Shot {
    engine: UnitId,
    dice: u16,
    flame: bool,
    /// The rules beside those of every bolt under which it is shot.
    also: Vec<RuleId>,
}

/// One bolt and all it reaches.
fn bolt(game: &mut Game<'_, '_>, shot: &Shot, reached: &[UnitId]) {
    let engine = shot.engine;
    let side = game.board().side(engine);
    let mut left = shot.dice;
    let mut backfire = false;
    for (i, &target) in reached.iter().enumerate() {
        if left == 0 {
            break;
        }
        let needs = rules::bolt(&game.book.house, game.board().profile(target));
        let why = RollId::new(rule::BALLISTA_DICE.as_str(), side as u8).unit(engine.0);
        let mut thrown = Thrown::default();
        for _ in 0..left {
            thrown = attack::one_die(thrown, needs.needs, why, game.cx.dice);
        }
        backfire |= i == 0 && backfires(thrown);
        let goes_on = flies_on(&game.book.house, thrown);
        hit(game, shot, &Roll { target, dice: left, thrown, needs });
        if !goes_on {
            break;
        }
        left = dice_beyond(left);
    }
    if backfire && game.board().field.on_table(engine) {
        game.rule(engine, |field| {
            let text = format!("{} backfired: one of the crew was lost.", voice::name(field, engine));
            Ruling::new(rule::BALLISTA_BACKFIRE, text).also(rule::SHIELD_NEVER)
        });
        let mut due = Due::default();
        let wound = Wound { casualties: tables().ballista.crew_killed, general_killed: false };
        suffer(game, engine, wound, &mut due);
        test_all(game, &due);
    }
}

/// The dice of a bolt at one unit it reaches.
struct Roll {
    target: UnitId,
    dice: u16,
    thrown: Thrown,
    needs: Needs,
}

/// What a bolt does to a unit it reaches.
fn hit(game: &mut Game<'_, '_>, shot: &Shot, roll: &Roll) {
    let (engine, &Roll { target, dice, thrown, .. }) = (shot.engine, roll);
    let board = game.board();
    let (men, general, side) = (board.men(target), board.general(target), board.side(engine));
    let missed = misses(thrown);
    let kills = if missed { 0 } else { thrown.kills };
    let why = RollId::new(rule::GENERAL_HIT.as_str(), side as u8).unit(target.0);
    let general_killed = !missed && attack::danger(general, thrown, why, game.cx.dice);
    let casualties = (kills - u16::from(general_killed)).min(men);
    game.rule(engine, |field| {
        let what = if missed { "it missed".to_owned() } else { told::fell(casualties) };
        let names = [engine, target].map(|id| voice::name(field, id));
        let (dice, needs) = (told::dice(dice), roll.needs.needs);
        let text = format!("{} shot at {} with {dice} at {needs}+: {what}.", names[0], names[1]);
        let others = shot.also.iter().copied().chain(roll.needs.rules());
        let ruling = others.fold(Ruling::new(rule::BALLISTA_DICE, text), Ruling::also);
        let ruling = ruling.tally(engine, roll.needs.tally.clone());
        let ruling = ruling.also(if missed { rule::BALLISTA_MISS } else { rule::BALLISTA_PIERCE });
        if missed { ruling.also(rule::BALLISTA_PASS) } else { ruling }
    });
    let mut due = Due::default();
    suffer(game, target, Wound { casualties, general_killed }, &mut due);
    if shot.flame {
        let caught = !missed && catches(&game.book.house, kills);
        reach(game, target, caught, &mut due);
    }
    test_all(game, &due);
}
