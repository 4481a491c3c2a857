//! Tactical sense: what a charge is worth, and where a body would go.

use crate::board::Board;
use crate::formation::{fighting, half_ranks};
use crate::melee::Blows;
use crate::normal::forward;
use crate::phase::Charge;
use crate::rule;
use crate::troop::Hand;
use dice::{RollId, exact};
use table::Facing;
use umpire::UnitId;

/// Casualties a figure that one body may expect to inflict on another when they meet, front or flank.
pub fn expected(board: Board<'_>, by: UnitId, on: UnitId, charging: bool, flank: bool) -> f64 {
    let (kit, theirs) = (board.kit(by), board.kit(on));
    let hand = kit.hands.first().copied().unwrap_or(Hand::InfantryOther);
    let block = &board.field.unit(by).formation;
    let (mine, other) = (board.rect(by), board.rect(on));
    let wide = (2.0 * mine.half_width).min(2.0 * other.half_width);
    let files = (wide / (2.0 * mine.half_width) * f64::from(block.files)).ceil() as u32;
    let deep = half_ranks(&board.book.house, hand, true).min(2 * u32::from(block.ranks()));
    let figures = fighting(files, 0, 0, deep).min(block.figures.into());
    let blows = Blows {
        first_contact: true,
        charging,
        opponent_weapon: theirs.hands.first().copied().unwrap_or(Hand::InfantryOther),
        opponent_disordered: board.disordered(on),
        opponent_shieldless: !theirs.shield,
        opponent_flanked: flank,
        disorder_causes: board.causes(by).count(),
        shaken: board.state(by).shaken,
        ..Blows::new(kit.troop, hand, theirs.troop, kit.training, figures)
    };
    let why = RollId::new(rule::MELEE_RANDOM.as_str(), 0);
    let house = &board.book.house;
    let odds = exact(36, |dice| blows.casualties(house, blows.throw(house, why, dice))).expect("two dice");
    let mean = odds.mean(|n| u64::from(*n)).to_f64();
    let each = if theirs.troop.is_model() { 4.0 } else { 1.0 };
    mean / (f64::from(board.strength(on)).max(1.0) * each)
}

/// What a charge promises: casualties a figure inflicted less those received.
pub fn worth(board: Board<'_>, charge: &Charge) -> f64 {
    let given = expected(board, charge.by, charge.on, true, !charge.front);
    let reply = if charge.front { expected(board, charge.on, charge.by, false, false) } else { 0.0 };
    given - reply
}

/// A move for a body that marches to the battle: towards the nearest enemy, or straight on.
pub fn march(board: Board<'_>, id: UnitId) -> String {
    let rect = board.rect(id);
    let (_, most) = crate::normal::allowance(board, id, false);
    let toward = match board.nearest_enemy(id) {
        Some(enemy) => board.rect(enemy).centre - rect.centre,
        None => forward(board.side(id)),
    };
    let turn = Facing::of(rect.ahead).turn_to(Facing::of(toward));
    let width = 2.0 * rect.half_width;
    if turn.abs() < 12.0 {
        return format!("ahead {}", most.floor());
    }
    let affordable = (most * 0.8 / width).to_degrees();
    let degrees = turn.abs().min(affordable).min(30.0).floor();
    let left = (most - degrees.to_radians() * width - 0.5).max(0.0).floor();
    let side = if turn < 0.0 { "left" } else { "right" };
    format!("wheel {side} {degrees}, ahead {left}")
}
