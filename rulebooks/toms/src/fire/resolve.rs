//! Catching fire and burning.

use crate::aftermath::casualties::{Wound, suffer};
use crate::board::{Game, state};
use crate::data::tables::tables;
use crate::data::trigger::Trigger;
use crate::fire::rules::{burnt_down, fire_die, lit};
use crate::nerve::resolve::{Due, test_all};
use crate::{rule, told};
use dice::{D6, RollId};
use umpire::{Ruling, UnitId, voice};

/// Fire was shot at a unit: elephants test, and it may have caught fire.
pub fn reach(game: &mut Game<'_, '_>, target: UnitId, caught: bool, due: &mut Due) {
    let board = game.board();
    if board.profile(target).is_elephant() {
        due.add(target, Trigger::FlameAtElephant);
    }
    let near = tables().elephant.flame;
    let elephants = board.units().filter(|&id| id != target && board.profile(id).is_elephant());
    for elephant in elephants.filter(|&id| board.within(id, target, near)) {
        due.add(elephant, Trigger::FlameNearElephant);
    }
    if board.field.on_table(target) && board.men(target) > 0 && caught {
        light(game, target, due);
    }
}

fn light(game: &mut Game<'_, '_>, target: UnitId, due: &mut Due) {
    let board = game.board();
    let side = board.side(target).other();
    let (flammable, burning) = (board.is_flammable(target), board.fire(target) as u8);
    let why = RollId::new(rule::FLAME_DICE.as_str(), side as u8).unit(target.0);
    let face = game.cx.dice.roll(why, &D6);
    let roll = fire_die(flammable, face);
    let out = roll == tables().flame.out;
    game.rule(target, |field| {
        let what = if out { "put the fire out".to_owned() } else { format!("caught fire at {roll}") };
        let half = if flammable { "" } else { ", halved," };
        let text = format!("{} rolled {face}{half} and {what}.", voice::name(field, target));
        let ruling = Ruling::new(rule::FLAME_DICE, text).rolled(side, Some(target), face);
        let ruling = ruling.also(rule::FLAME_CATCH);
        ruling.also(if flammable { rule::FLAME_FLAMMABLE } else { rule::SCALE_DICE })
    });
    if out {
        return;
    }
    let die = lit(burning, roll);
    let rule = if burning > 0 { rule::FLAME_AGAIN } else { rule::FLAME_DICE };
    game.mark(target, state::FIRE, i16::from(die), rule);
    if !game.board().profile(target).is_elephant() {
        due.add(target, Trigger::OnFire);
    }
    burn(game, target, due);
}

/// A fire burns once (`toms.flame.tick`, `toms.flame.burn`).
fn burn(game: &mut Game<'_, '_>, unit: UnitId, due: &mut Due) {
    let board = game.board();
    let (die, men, side) = (board.fire(unit), board.men(unit), board.side(unit));
    let why = RollId::new(rule::FLAME_BURN.as_str(), side.other() as u8).unit(unit.0);
    let kills = game.cx.dice.hits(why, &D6, die, tables().flame.needs);
    let casualties = kills.min(men);
    game.rule(unit, |field| {
        let (name, dice) = (voice::name(field, unit), told::dice(die));
        let text = format!("{name} burned with {dice}: {}.", told::fell(casualties));
        Ruling::new(rule::FLAME_BURN, text).also(rule::FLAME_TICK).also(rule::SHIELD_NEVER)
    });
    let left = burnt_down(&game.book.house, die as u8);
    game.mark(unit, state::FIRE, i16::from(left), rule::FLAME_TICK);
    suffer(game, unit, Wound { casualties, general_killed: false }, due);
}

/// Every burning unit burns, the active side's first.
pub fn burn_all(game: &mut Game<'_, '_>) {
    let board = game.board();
    let burning: Vec<UnitId> = board.in_order().filter(|&id| board.fire(id) > 0).collect();
    for unit in burning {
        if game.board().field.on_table(unit) {
            let mut due = Due::default();
            burn(game, unit, &mut due);
            test_all(game, &due);
        }
    }
}
