//! Whom to charge, and how to answer a charge.

use super::signs;
use umpire::UnitId;
use wrg6::api::board::Board;
use wrg6::api::board::{Charge, Phase};
use wrg6::api::charge::Answer;
use wrg6::api::nerve;
use wrg6::api::nerve::Sign;
use wrg6::api::nerve::{Occasion, Outcome};
use wrg6::api::tactics;

/// The enemy against whom a charge promises most, if it promises enough.
pub fn thumb(board: Board<'_>, targets: &[Charge], least: f64) -> Option<u16> {
    let worths = targets.iter().take(3).map(|charge| tactics::worth(board, charge, false)).enumerate();
    let (best, worth) = worths.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)))?;
    Some(if worth > least { best as u16 + 1 } else { 0 })
}

/// What a charge is worth with the test before it.
pub fn value(board: Board<'_>, charge: &Charge) -> f64 {
    let probe = Phase { charges: vec![*charge], ..board.phase.clone() };
    let wished = Board { phase: &probe, ..board };
    let signs = signs::best(wished, charge.by, Occasion::InitiateCharge);
    value_with(wished, charge, &signs)
}

fn value_with(board: Board<'_>, charge: &Charge, signs: &[Sign]) -> f64 {
    let test = nerve::test(board, charge.by, Occasion::InitiateCharge, signs);
    let (plain, wild) = (tactics::worth(board, charge, false), tactics::worth(board, charge, true));
    signs::mean(board, &test, |outcome| match outcome {
        Outcome::Impetuous => wild,
        Outcome::Charge => plain,
        Outcome::NoCharge => -0.02,
        Outcome::Break => -1.0,
        _ => -0.4,
    })
}

/// Lights run, all others meet the enemy.
pub fn response(board: Board<'_>, id: UnitId, answers: &[Answer]) -> Option<u16> {
    let wanted = if board.kit(id).troop.is_light() {
        [Answer::Evade, Answer::Countercharge, Answer::Stand]
    } else {
        [Answer::Countercharge, Answer::Stand, Answer::Evade]
    };
    let found = wanted.iter().find_map(|wish| answers.iter().position(|answer| answer == wish))?;
    Some(found as u16)
}
