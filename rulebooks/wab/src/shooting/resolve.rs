//! The shooting phase.

use crate::board::bodies::{Board, Body};
use crate::board::faces;
use crate::board::game::Game;
use crate::board::sight::{cover, sees};
use crate::board::state::{Next, Step};
use crate::combat::losses::armour_of;
use crate::combat::rules::{Blows, to_wound};
use crate::data::armour::Face;
use crate::data::tables::tables;
use crate::data::troop::{Missile, Trait, Troop, Weapon};
use crate::nerve::panic;
use crate::nerve::panic::panic_now;
use crate::nerve::rules::Cause;
use crate::shooting::rules::{Aim, Band, Shot};
use crate::told::{self, Struck};
use crate::{rule, shooting};
use dice::{D3, D6, RollId};
use ruling::{RuleId, Tally};
use umpire::voice::{self, name};
use umpire::{Ruling, UnitId};

/// The shooting phase begins.
pub fn begin(game: &mut Game<'_, '_>) -> Next {
    let from_answers = game.book.house.panic_from_stand_and_shoot;
    // Where losses in answer to a charge count, they are reckoned from what the turn began with.
    for state in game.phase.units.iter_mut().filter(|_| !from_answers) {
        state.now.at_shooting = state.models;
    }
    go_on(game)
}

/// Asks for the next shots if anyone may still shoot.
pub fn go_on(game: &mut Game<'_, '_>) -> Next {
    if shooters(&game.board()).is_empty() {
        finish(game)
    } else {
        game.phase.step = Step::Shoot;
        Next::Ask
    }
}

/// Who may shoot, and at whom, the nearest first.
pub fn shooters(board: &Board<'_>) -> Vec<(UnitId, Vec<UnitId>)> {
    let side = board.phase.active;
    let able = board.friends(side).filter(|b| may_shoot(board, b));
    able.map(|b| (b.id, targets(board, b))).filter(|(_, targets)| !targets.is_empty()).collect()
}

/// Whether a unit may shoot in its own phase (`wab.shoot.who`).
fn may_shoot(board: &Board<'_>, body: &Body<'_>) -> bool {
    let done = &body.state.done;
    let busy = done.shot || done.charged || done.failed_charge || done.rooted || done.marched;
    let busy = busy || done.rallied || done.reformed || done.disengaged;
    body.kit.shoots() && !busy && !body.state.fleeing && !board.phase.is_engaged(body.id)
}

/// Why a unit does not shoot at all now: the rule, and what it says.
pub fn idle(board: &Board<'_>, unit: UnitId) -> (RuleId, &'static str) {
    match board.body(unit) {
        Some(body) if body.state.done.marched && body.kit.shoots() => {
            (rule::MARCH_NO_SHOOTING, "it marched and does not shoot")
        }
        _ => (rule::SHOOT_WHO, "it cannot shoot now"),
    }
}

/// Why a unit may not shoot at an enemy, if it may not.
pub fn forbids(board: &Board<'_>, body: &Body<'_>, t: &Body<'_>) -> Option<RuleId> {
    let nearest = || board.nearest_enemy(body).map(|(e, _)| e.id);
    let fights = board.phase.is_engaged(t.id) && !board.book.house.shoot_into_combat;
    if t.side == body.side || fights || (t.is_lone() && nearest() != Some(t.id)) {
        return Some(rule::SHOOT_TARGET);
    }
    // Where nobody may measure, a target out of range may be named; the shots are lost.
    if board.book.house.premeasure && shots(board, body, t, false).is_none() {
        return Some(rule::SHOOT_RANGE);
    }
    (!sees(board, body, t, looks_round(body))).then_some(rule::SHOOT_ARC)
}

/// The legal targets of a unit, the nearest first (`wab.shoot.target`).
fn targets(board: &Board<'_>, body: &Body<'_>) -> Vec<UnitId> {
    let legal = |t: &&Body<'_>| forbids(board, body, t).is_none();
    let mut list: Vec<(f64, UnitId)> =
        board.enemies(body.side).filter(legal).map(|t| (body.distance(t), t.id)).collect();
    list.sort_by(|a, b| a.0.total_cmp(&b.0));
    list.into_iter().map(|(_, id)| id).collect()
}

/// Whether a unit shoots all round.
fn looks_round(body: &Body<'_>) -> bool {
    body.skirmishes() || body.kit.has(Trait::LightCavalry) || body.kit.crew > 0
}

/// The shot of a unit at another, if there is one.
fn aim(
    board: &Board<'_>,
    body: &Body<'_>,
    target: &Body<'_>,
    missile: Missile,
    answering: bool,
) -> Option<Shot> {
    let moved = body.state.done.moved && !answering;
    let distance = body.distance(target);
    let to = Aim {
        bs: if body.kit.crew > 0 { tables().elephant_crew.1 } else { body.kit.profile.bs },
        missile,
        distance,
        moved,
        stand_and_shoot: answering,
        single_character: target.is_lone(),
        cover: cover(board, body, target),
        skirmishers: target.skirmishes(),
        moving_light_chariot: target.kit.troop == Troop::LightChariot && has_moved(target),
        large_target: target.kit.has(Trait::LargeTarget),
        shaken: answering && body.state.now.shaken_by.has(target.id),
    };
    if body.kit.engine {
        return bolt(board, &to);
    }
    shooting::rules::aim(&board.book.house, &to).ok()
}

/// Whether a unit moved in its last movement phase, in whatever way.
fn has_moved(body: &Body<'_>) -> bool {
    let done = &body.state.done;
    done.moved || done.charged || done.failed_charge || done.disengaged
}

/// A bolt thrower's shot: by BS like any other, at its own range and strength (`wab.troops.artillery`).
fn bolt(board: &Board<'_>, to: &Aim) -> Option<Shot> {
    let (range, strength) = tables().bolt;
    let band = Band::of(range, to.distance);
    if to.moved || band == Band::OutOfRange {
        return None;
    }
    // The modifiers are those of a crossbow, which shoots as far in its own measure.
    let row = tables().missile(Missile::Crossbow);
    let like = Aim { missile: Missile::Crossbow, distance: to.distance * row.range / range, ..*to };
    let shot = shooting::rules::aim(&board.book.house, &like).ok()?;
    let weaker = (shot.needed - 6).max(0) as u8;
    let weaker = if shot.second.is_some() { 0 } else { weaker };
    Some(Shot { strength: strength.saturating_sub(weaker), save_modifier: -6, shots_each: 1, ..shot })
}

/// All the shots of a unit at another, in its own phase or in answer to its charge, and what changes their aim: of two
/// weapons those of the one that may be expected to kill more (`wab.shoot.weapon`).
pub fn shots(board: &Board<'_>, body: &Body<'_>, t: &Body<'_>, answering: bool) -> Option<(Blows, Shot)> {
    // An engine is aimed like a crossbow.
    let engine = body.kit.engine.then_some(Missile::Crossbow);
    let weapons = body.kit.missiles.iter().copied().chain(engine);
    let all = weapons.filter_map(|missile| shots_with(board, body, t, missile, answering));
    all.reduce(|best, next| if next.0.weight() > best.0.weight() { next } else { best })
}

/// All the shots of a unit at another with one of its weapons.
fn shots_with(
    board: &Board<'_>,
    body: &Body<'_>,
    t: &Body<'_>,
    missile: Missile,
    answering: bool,
) -> Option<(Blows, Shot)> {
    let shot = aim(board, body, t, missile, answering)?;
    let moved = body.state.done.moved && !answering;
    let men = if body.kit.crew > 0 {
        body.kit.crew * body.state.models
    } else if body.kit.engine {
        body.state.models
    } else {
        // Characters in the front rank take places there and do not shoot.
        let files = body.files.saturating_sub(body.guests()).max(1);
        let (front, rear) =
            shooting::rules::shooters(body.state.models, files, missile, moved, body.skirmishes());
        front + rear
    };
    let from = faces::face(&board.book.house, &t.rect, body.rect.front_mid());
    let from = if t.skirmishes() { Face::Front } else { from };
    let save = armour_of(&board.book.house, t, true, from, Weapon::HandWeapon);
    let save = if body.kit.engine { 0 } else { save };
    Some((shot.blows(men * u16::from(shot.shots_each), t.kit.profile.t, save), shot))
}

/// A unit shoots at another: everything at once (`wab.shoot.sequence`).
pub fn volley(game: &mut Game<'_, '_>, id: UnitId, target: UnitId, answering: bool) {
    let side = game.side(id) as u8;
    let choice = game.book.kit(id).missiles.len() > 1;
    let ((blows, shot), engine, friend, turned) = {
        let board = game.board();
        let (Some(body), Some(t)) = (board.body(id), board.body(target)) else { return };
        let Some(shots) = shots(&board, body, t, answering) else {
            if !answering {
                game.phase.unit_mut(id).done.shot = true;
                game.say(rule::BASICS_MEASURE, |f| {
                    format!("{} shot, but {} was out of range.", name(f, id), name(f, target))
                });
            }
            return;
        };
        let friend = board.phase.contacts_of(target).map(|(c, i)| c.units[1 - i]).next();
        let turned = body.kit.has(Trait::LightCavalry)
            && !body.skirmishes()
            && table::cut_to_front_zone(&body.rect, &t.rect).is_none();
        (shots, body.kit.engine, friend, turned)
    };
    if !answering {
        game.phase.unit_mut(id).done.shot = true;
    }
    let hits = blows.hits(blows.attacks, side, game.cx.dice);
    let (mut mine, mut stray) = (hits, 0);
    if friend.is_some() && !answering {
        let why = RollId::new(rule::SHOOT_TARGET.as_str(), side).unit(id.0);
        mine = game.cx.dice.hits(why, &D6, hits, 4);
        stray = hits - mine;
    }
    let bolt = engine.then_some(shot.strength);
    let struck = strike(game, target, &blows, mine, side, bolt);
    game.cx.rule(|field| {
        let with = if choice {
            format!(" with the {}", tables().missile(shot.missile).name.to_lowercase())
        } else {
            String::new()
        };
        let (who, whom) = (name(field, id), name(field, target));
        let text = format!("{who} shot at {whom}{with}: {}.", told::volley(&blows, &shot, &struck, stray));
        let why = if engine { rule::TROOPS_ARTILLERY } else { rule::SHOOT_WOUND };
        let ruling = Ruling::new(rule::SHOOT_SEQUENCE, text).tally(id, shot.modifiers.clone()).also(why);
        let ruling = blows.rules().fold(ruling, Ruling::also);
        if turned { ruling.also(rule::SPECIAL_LIGHT_CAVALRY) } else { ruling }
    });
    shoot_down(game, target, struck.dead, answering, rule::SHOOT_CASUALTIES);
    if let Some(friend) = friend.filter(|_| stray > 0) {
        let struck = strike(game, friend, &blows, stray, side, bolt);
        game.say(rule::SHOOT_TARGET, |f| {
            let friend = name(f, friend);
            let (hits, came) = (voice::count(stray, "stray hit"), struck.of_hits(&blows));
            format!("{friend} took {hits}{came}: {} {} locked with the target.", friend.it(), friend.was())
        });
        shoot_down(game, friend, struck.dead, answering, rule::SHOOT_TARGET);
    }
}

/// Models are shot down; those who fall to an answer to a charge count towards a quarter only where the house says so
/// (`wab.panic.casualties`).
fn shoot_down(game: &mut Game<'_, '_>, id: UnitId, dead: u16, answering: bool, why: RuleId) {
    if !answering || game.book.house.panic_from_stand_and_shoot {
        game.phase.unit_mut(id).now.shot_down += dead;
    }
    game.lose(id, dead, why);
}

/// So many hits wound and kill.
fn strike(
    game: &mut Game<'_, '_>,
    target: UnitId,
    blows: &Blows,
    hits: u16,
    side: u8,
    bolt: Option<u8>,
) -> Struck {
    if let Some(strength) = bolt {
        let dead = (0..hits).fold(0, |dead, _| dead + pierce(game, target, side, strength, dead));
        return Struck { hits, wounds: dead, unsaved: dead, counted: dead, dead };
    }
    let wounds = blows.wounds(hits, side, game.cx.dice);
    let unsaved = blows.unsaved(wounds, side, game.cx.dice);
    let (counted, dead) = game.wound(target, unsaved, 0);
    Struck { hits, wounds, unsaved, counted, dead }
}

/// A bolt goes through rank after rank, weaker each time, until it fails to kill.
fn pierce(game: &mut Game<'_, '_>, target: UnitId, side: u8, strength: u8, fallen: u16) -> u16 {
    let why = RollId::new(rule::TROOPS_ARTILLERY.as_str(), side).unit(target.0);
    let ranks = {
        let board = game.board();
        board.body(target).map_or(0, |b| b.ranks())
    };
    let profile = game.book.kit(target).profile;
    let mut dead = 0;
    for behind in 0..ranks {
        let needed = to_wound(strength.saturating_sub(behind.min(10) as u8), profile.t);
        if needed == 0 || game.cx.dice.roll(why, &D6) < needed {
            break;
        }
        let wounds = if profile.w > 1 { u16::from(game.cx.dice.roll(why, &D3)) } else { 1 };
        let (_, fell) = game.wound(target, wounds, fallen + dead);
        dead += fell;
        if fell == 0 {
            break;
        }
    }
    dead
}

/// The phase ends: those who lost a quarter test, and armies whose general was lost.
pub fn finish(game: &mut Game<'_, '_>) -> Next {
    let due: Vec<(UnitId, Tally)> = {
        let board = game.board();
        let due = |b: &&Body<'_>| panic::must_panic(&board, b, Cause::Shooting, 0.0, false).is_none();
        board.bodies.iter().filter(due).map(|b| (b.id, panic::panic_target(&board, b))).collect()
    };
    panic_now(game, due, Cause::Shooting);
    panic::general_panic(game);
    Next::Combat
}
