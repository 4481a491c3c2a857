//! Making a move, which an ambush may halt.

use crate::board::state::Halted;
use crate::board::{Board, Game, ambush};
use crate::data::scale::{MM, NEAR, grid, place, pose};
use crate::elephants::terror::{fears, frighten};
use crate::movement::ambush::reveal_found;
use crate::movement::check::{March, allowance, meet, setting_out};
use crate::movement::rules::Course;
use crate::rule;
use table::{Facing, Rect, Span, span};
use umpire::{Motion, Ruling, UnitId, voice};

/// Carries out a move; one that comes upon an ambush halts and may be gone on with.
pub fn carry_out(game: &mut Game<'_, '_>, march: &March) {
    let unit = march.unit;
    tell(game, march);
    if !march.legs.is_empty() {
        game.phase.part(unit);
        game.phase.state_mut(unit).now.moved = true;
    }
    let fears = fears(&game.board(), unit);
    let made = go(game, march);
    reveal_found(game);
    frighten(game, unit, &fears, None);
    if !game.board().field.on_table(unit) || !game.board().obeys(unit) {
        game.phase.state_mut(unit).now.done = true;
        return;
    }
    if made.halted {
        let before = game.board().state(unit).now.halted;
        let left = allowance(game.board().profile(unit), &made.course, before).total() - made.gone;
        game.phase.state_mut(unit).now.halted = Some(Halted {
            left: grid(left.max(0.0)),
            difficult: made.course.difficult || made.course.passing || before.is_some_and(|b| b.difficult),
            uphill: made.course.uphill || before.is_some_and(|b| b.uphill),
        });
        return;
    }
    let state = game.phase.state_mut(unit);
    state.now.halted = None;
    state.seen.holdfast = march.holdfast;
    state.now.done = true;
}

/// Writes a move down with what its length is made of.
fn tell(game: &mut Game<'_, '_>, march: &March) {
    game.rule(march.unit, |field| {
        let name = voice::name(field, march.unit);
        let (far, most) = (voice::tenths(march.advance), voice::inches(march.allowance.total()));
        let why = march.allowance.reasons();
        let text = match (march.holdfast, far.as_str()) {
            (true, "0") => format!("{name} held fast."),
            (true, _) => format!("{name} moved {far} of {most}{why} and held fast."),
            (false, "0") => format!("{name} stayed where {} stood.", name.it()),
            (false, _) => format!("{name} moved {far} of {most}{why}."),
        };
        let rule = if march.holdfast { rule::HOLDFAST_EFFECT } else { rule::MOVE_RATE };
        march.allowance.rules().filter(|other| *other != rule).fold(Ruling::new(rule, text), Ruling::also)
    });
}

/// What a move came to.
struct Made {
    /// What it met.
    course: Course,
    /// How far it went.
    gone: f64,
    /// Whether an ambush halted it.
    halted: bool,
}

/// How far a unit that must halt goes, so that it does not halt upon friends whom it passes.
fn clear(board: &Board<'_>, unit: UnitId, base: &Rect, at: f64) -> f64 {
    let friends = board.of_side(board.side(unit)).filter(|&id| id != unit);
    let spans: Vec<Span> = friends.filter_map(|id| span(base, base.ahead, &board.rect(id), NEAR)).collect();
    let mut stop = at;
    while let Some(friend) = spans.iter().find(|s| stop > 0.0 && s.enter < stop && stop < s.leave) {
        stop = friend.enter.max(0.0);
    }
    stop
}

/// Goes leg by leg until an ambush halts the unit.
fn go(game: &mut Game<'_, '_>, march: &March) -> Made {
    let unit = march.unit;
    let side = game.board().side(unit);
    let mut made = Made { course: setting_out(&game.board(), unit), gone: 0.0, halted: false };
    for &to in &march.legs {
        let board = game.board();
        let (base, from) = (board.rect(unit), board.field.unit(unit).pose);
        let length = from.at.vec().distance(to.at.vec()) / MM;
        let halt = if from.facing == to.facing { ambush::ahead(&board, side, &base, length) } else { None };
        if let Some(at) = halt.filter(|at| *at < length - NEAR) {
            let stop = base.centre + base.ahead * clear(&board, unit, &base, at);
            meet(&board, unit, &mut made.course, Facing::NORTH, [base.centre, stop]);
            game.shift(unit, pose(stop, from.facing), Motion::March, rule::TURN_REVEAL);
            return Made { gone: made.gone + stop.distance(base.centre), halted: true, ..made };
        }
        meet(&board, unit, &mut made.course, to.facing - from.facing, [base.centre, place(to.at)]);
        made.gone += length;
        let rule = if length > 0.0 { rule::MOVE_STRAIGHT } else { rule::MOVE_TURN };
        game.shift(unit, to, Motion::March, rule);
    }
    made
}
