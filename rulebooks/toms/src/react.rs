//! Answers to a charge.

use crate::board::{self, Board, Game, SLACK};
use crate::house::House;
use crate::phase::Charge;
use crate::place::{Face, face, outward};
use crate::tables::tables;
use crate::troop::{Body, Profile};
use crate::{ambush, charge, fire, land, rule, words};
use dice::{D6, RollId};
use ruling::RuleId;
use table::{Facing, Rect, clear_of};
use umpire::{Motion, Ruling, UnitId};

/// An answer to a charge (`toms.react.choice`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// None.
    Nothing,
    /// Fire at the charger.
    Fire,
    /// A counter-charge.
    Counter,
    /// Turning to face it.
    Reform,
}

impl Answer {
    /// The word used in answers.
    pub const fn key(self) -> &'static str {
        match self {
            Answer::Nothing => "none",
            Answer::Fire => "fire",
            Answer::Counter => "counter_charge",
            Answer::Reform => "reform",
        }
    }

    /// The words shown to a player.
    pub const fn label(self) -> &'static str {
        match self {
            Answer::Nothing => "Stand",
            Answer::Fire => "Fire at the charger",
            Answer::Counter => "Counter-charge",
            Answer::Reform => "Reform to face it",
        }
    }

    /// The rule that allows it.
    pub const fn rule(self) -> RuleId {
        match self {
            Answer::Nothing => rule::REACT_CHOICE,
            Answer::Fire => rule::REACT_FIRE,
            Answer::Counter => rule::REACT_COUNTER,
            Answer::Reform => rule::REACT_REFORM,
        }
    }
}

/// What a charged unit is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charged {
    /// The face charged.
    pub face: Face,
    /// How many friendly generals are near.
    pub generals: u16,
    /// Whether it is in melee already.
    pub engaged: bool,
    /// Whether it is broken or berserk.
    pub broken: bool,
    /// Whether it has answered a charge this turn.
    pub reacted: bool,
}

/// The answers a unit may give, in order; standing is always one.
pub fn answers(house: &House, who: &Profile, charged: &Charged) -> Vec<Answer> {
    let mut answers = vec![Answer::Nothing];
    if charged.engaged || charged.broken || charged.reacted {
        ruling::ledger::cite(if charged.reacted { rule::REACT_CHOICE } else { rule::REACT_BARRED });
        return answers;
    }
    if who.shoots() && (charged.face == Face::Front || house.all_round_fire) {
        answers.push(Answer::Fire);
    }
    if charged.generals > 0 {
        // Neither engines nor elephants counter-charge (`toms.ballista.react`, `toms.elephant.react`).
        match who.body {
            Body::Engine => ruling::ledger::cite(rule::BALLISTA_REACT),
            Body::Elephant => ruling::ledger::cite(rule::ELEPHANT_REACT),
            _ => answers.push(Answer::Counter),
        }
        if charged.face != Face::Front {
            answers.push(Answer::Reform);
        }
    } else {
        ruling::ledger::cite(rule::REACT_GENERAL);
    }
    answers
}

/// The answers to a charge under way.
pub fn options(board: &Board<'_>, charge: &Charge) -> Vec<Answer> {
    let target = charge.target;
    let charged = Charged {
        face: charged_face(board, charge),
        generals: board.generals_within(target, tables().reaction.general),
        engaged: board.is_engaged(target),
        broken: !board.obeys(target),
        reacted: board.state(target).reacted,
    };
    answers(&board.book.house, board.profile(target), &charged)
}

/// The face of the target charged, as it stands now.
fn charged_face(board: &Board<'_>, charge: &Charge) -> Face {
    face(&board.rect(charge.target), charge.start.at.vec() * (1.0 / board::MM))
}

/// How many dice a unit of so many men reforms with, and the face that fails (`toms.react.reform`).
pub fn reform_dice(who: Option<&Profile>, men: u16, face: Face) -> (u16, u8) {
    let reaction = &tables().reaction;
    let dice = if who.is_some_and(Profile::is_model) { 1 } else { (men / reaction.men).max(1) };
    (dice, if face == Face::Rear { reaction.rear } else { reaction.side })
}

/// Carries out an answer, then the rest of the charge.
pub fn carry_out(game: &mut Game<'_, '_>, charge: &Charge, answer: Answer) {
    let target = charge.target;
    if answer != Answer::Nothing {
        game.phase.state_mut(target).reacted = true;
    }
    match answer {
        Answer::Nothing => {}
        Answer::Fire => fire::at_charger(game, target, charge.unit, charge.in_wood),
        Answer::Counter => counter(game, target),
        Answer::Reform => reform(game, charge),
    }
    charge::arrive(game, charge);
}

fn counter(game: &mut Game<'_, '_>, unit: UnitId) {
    let board = game.board();
    let generals = board.generals_within(unit, tables().reaction.general);
    let (side, in_wood) = (board.side(unit), board.in_wood(unit));
    let why = RollId::new(rule::REACT_COUNTER.as_str(), side as u8).unit(unit.0);
    let succeeds = game.cx.dice.hits(why, &D6, generals, tables().reaction.counter) > 0;
    game.phase.state_mut(unit).bonus = succeeds && !in_wood;
    game.rule(unit, |field| {
        let what = if succeeds { "counter-charges" } else { "fails to counter-charge" };
        let text = format!("{} {what}", words::unit(field, unit));
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
    let succeeds = game.cx.dice.hits(why, &D6, dice, fails) == 0;
    game.rule(unit, |field| {
        let what = if succeeds { "reforms" } else { "fails to reform" };
        Ruling::new(rule::REACT_REFORM, format!("{} {what}", words::unit(field, unit)))
    });
    if succeeds {
        turn_to_face(game, charge, struck);
    }
}

/// Turns a unit to its charger, back from whoever is in the way; at the table's edge it stays as it was.
fn turn_to_face(game: &mut Game<'_, '_>, charge: &Charge, struck: Face) {
    let unit = charge.target;
    let board = game.board();
    let base = board.rect(unit);
    let from = charge.start.at.vec() * (1.0 / board::MM);
    let out = outward(&base, struck, from);
    let facing = match struck {
        Face::Front => board.facing(unit),
        Face::Rear => board.facing(unit).about(),
        Face::Side if out == base.right() => board.facing(unit) + Facing::EAST,
        Face::Side => board.facing(unit) + Facing::WEST,
    };
    let turned = Rect { ahead: facing.vec(), ..base };
    let others: Vec<Rect> = board.units().filter(|&id| id != unit).map(|id| board.rect(id)).collect();
    let overlaps = others.iter().any(|o| turned.overlaps(o, SLACK));
    let back = if overlaps { clear_of(&turned, -turned.ahead, &others, SLACK) } else { 0.0 };
    let end = turned.moved(-turned.ahead * back);
    if land::on_table(board.ground(), &end) {
        game.shift(unit, board::pose(end.centre, facing), Motion::Turn, rule::REACT_REFORM);
        ambush::reveal_found(game);
    }
}
