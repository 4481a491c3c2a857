//! The signs of the factors that steady troops.

use dice::{RollId, odds};
use umpire::UnitId;
use wrg6::api::board::Board;
use wrg6::api::board::Step;
use wrg6::api::data::{Class, Training};
use wrg6::api::nerve;
use wrg6::api::nerve::Sign;
use wrg6::api::nerve::{Line, Occasion, Outcome, Test};
use wrg6::rule;

/// Plus, but those who are out of hand are held in, and wild troops by their general.
pub fn thumb(board: Board<'_>, id: UnitId, line: Line) -> u16 {
    let (state, kit) = (board.state(id), board.kit(id));
    if board.phase.step == Step::Other && state.seen.impetuous {
        return 1;
    }
    let wild = kit.training == Training::Irregular && state.kept.class == Some(Class::A);
    let general = matches!(line, Line::GeneralNear | Line::SubGeneralWith | Line::CincWith);
    u16::from(wild && general && board.phase.step != Step::Declare)
}

/// What a test is worth on the whole, by exact odds.
pub fn mean(board: Board<'_>, test: &Test, worth: impl Fn(Outcome) -> f64) -> f64 {
    let (house, why) = (&board.book.house, RollId::new(rule::REACTION_TOTAL.as_str(), 0));
    let rows = odds(64, |dice| test.row(test.throw(house, why, dice))).expect("three dice at most");
    rows.mean(|row| worth(test.outcome(*row)))
}

/// How welcome an outcome is outside charges.
fn welcome(outcome: Outcome) -> f64 {
    match outcome {
        Outcome::Obey | Outcome::Rally | Outcome::AnyAnswer | Outcome::Charge => 1.0,
        Outcome::Impetuous => 1.3,
        Outcome::MustEvade | Outcome::NoCountercharge => 0.6,
        Outcome::NoAdvance | Outcome::NoCharge => 0.5,
        Outcome::ShakenNoAdvance | Outcome::ShakenHalt => -0.5,
        Outcome::ShakenRetire | Outcome::ShakenRetireDisordered => -1.0,
        Outcome::RoutContinues => -1.0,
        Outcome::Break => -2.5,
    }
}

/// The signs that serve a test best: plus or minus for each factor that its owner may choose.
pub fn best(board: Board<'_>, id: UnitId, occasion: Occasion) -> Vec<Sign> {
    let mut signs: Vec<Sign> = nerve::choices(board, id).into_iter().map(|line| (id, line, true)).collect();
    let worth = |signs: &[Sign]| mean(board, &nerve::test(board, id, occasion, signs), welcome);
    for i in 0..signs.len() {
        let plus = worth(&signs);
        signs[i].2 = false;
        if worth(&signs) <= plus {
            signs[i].2 = true;
        }
    }
    signs
}
