//! Answering a charge on the table.

use crate::board::faces::{face, outward};
use crate::board::state::{Charge, Face};
use crate::board::{Board, Game, land};
use crate::charge::rules::{Answer, Charged, Open, answers, reform_dice};
use crate::data::scale::{NEAR, place, pose};
use crate::data::tables::tables;
use crate::movement::ambush::reveal_found;
use crate::shooting::resolve::at_charger;
use crate::{rule, told};
use dice::RollId;
use table::{Facing, Pose, Rect, clear_of};
use umpire::{Motion, Ruling, UnitId, voice};

/// The answers to a charge under way.
pub fn options(board: &Board<'_>, charge: &Charge) -> Vec<Answer> {
    open(board, charge).answers
}

/// What the unit charged may answer, and why not more.
pub fn open(board: &Board<'_>, charge: &Charge) -> Open {
    let target = charge.target;
    let charged = Charged {
        face: charged_face(board, charge),
        generals: board.generals_within(target, tables().reaction.general),
        engaged: board.is_engaged(target),
        broken: board.is_broken(target),
        berserk: board.is_berserk(target),
        reacted: board.state(target).now.reacted,
    };
    answers(&board.book.house, board.profile(target), &charged)
}

/// The face of the target charged, as it stands now.
fn charged_face(board: &Board<'_>, charge: &Charge) -> Face {
    face(&board.rect(charge.target), place(charge.start.at))
}

/// A charged unit answers.
pub(super) fn give(game: &mut Game<'_, '_>, charge: &Charge, answer: Answer) {
    let target = charge.target;
    if answer != Answer::Nothing {
        game.phase.state_mut(target).now.reacted = true;
    }
    match answer {
        Answer::Nothing => {}
        Answer::Fire => at_charger(game, target, charge.unit, charge.in_wood),
        Answer::Counter => counter(game, target),
        Answer::Reform => reform(game, charge),
    }
}

fn counter(game: &mut Game<'_, '_>, unit: UnitId) {
    let board = game.board();
    let generals = board.generals_within(unit, tables().reaction.general);
    let (side, in_wood) = (board.side(unit), board.in_wood(unit));
    let why = RollId::new(rule::REACT_COUNTER.as_str(), side as u8).unit(unit.0);
    let needs = tables().reaction.counter;
    let fell = told::Fell::throw(game.cx.dice, why, generals);
    let succeeds = fell.reach(needs);
    game.phase.state_mut(unit).now.bonus = succeeds && !in_wood;
    game.rule(unit, |field| {
        let what = if succeeds { "counter-charged" } else { "failed to counter-charge" };
        let text = format!("{} {fell}, needing a {needs}, and {what}.", voice::name(field, unit));
        let ruling = Ruling::new(rule::REACT_COUNTER, text).also(rule::REACT_GENERAL);
        if in_wood { ruling.also(rule::CHARGE_WOODS) } else { ruling }
    });
}

fn reform(game: &mut Game<'_, '_>, charge: &Charge) {
    let unit = charge.target;
    let board = game.board();
    let struck = charged_face(&board, charge);
    let (dice, fails) = reform_dice(Some(board.profile(unit)), board.men(unit), struck);
    let side = board.side(unit);
    let why = RollId::new(rule::REACT_REFORM.as_str(), side as u8).unit(unit.0);
    let fell = told::Fell::throw(game.cx.dice, why, dice);
    let succeeds = !fell.reach(fails);
    let turned = turned_to_face(&game.board(), charge, struck);
    game.rule(unit, |field| {
        let what = match (succeeds, turned) {
            (true, Some(_)) => "reformed to face the charge",
            (true, None) => "had no room to reform",
            (false, _) => "failed to reform",
        };
        let text = format!("{} {fell}, where a {fails} fails, and {what}.", voice::name(field, unit));
        Ruling::new(rule::REACT_REFORM, text)
    });
    if let (true, Some(pose)) = (succeeds, turned) {
        game.shift(unit, pose, Motion::Turn, rule::REACT_REFORM);
        reveal_found(game);
    }
}

/// Where a unit stands that has turned to its charger, drawn back from units in the way; `None` if there is no room
/// within its own length.
fn turned_to_face(board: &Board<'_>, charge: &Charge, struck: Face) -> Option<Pose> {
    let unit = charge.target;
    let base = board.rect(unit);
    let from = place(charge.start.at);
    let out = outward(&base, struck, from);
    let facing = match struck {
        Face::Front => board.facing(unit),
        Face::Rear => board.facing(unit).about(),
        Face::Side if out == base.right() => board.facing(unit) + Facing::EAST,
        Face::Side => board.facing(unit) + Facing::WEST,
    };
    let turned = Rect { ahead: facing.vec(), ..base };
    let others: Vec<Rect> = board.units().filter(|&id| id != unit).map(|id| board.rect(id)).collect();
    let back = clear_of(&turned, -turned.ahead, &others, NEAR);
    let end = turned.moved(-turned.ahead * back);
    let room = back <= 2.0 * base.half_width.max(base.half_depth)
        && land::on_table(board.ground(), &end)
        && !land::is_barred(board.ground(), &end);
    room.then(|| pose(end.centre, facing))
}
