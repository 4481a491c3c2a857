//! How tests are likely to end by the signs that their owner counts.

use crate::board::Board;
use crate::nerve;
use crate::nerve::resolve::Sign;
use crate::nerve::rules::{Outcome, Test};
use crate::orders::sheet::{self, Item, Plan};
use crate::rule;
use dice::{RollId, exact};
use umpire::voice;
use umpire::{OddsBar, Side, UnitId};

/// The odds of each test of a side for whose factors its owner chooses signs.
pub fn tests(board: Board<'_>, side: Side, plan: &Plan) -> Vec<OddsBar> {
    let sheet = sheet::of(board, side);
    let chosen = |(item, pick): (&Item, &u16)| match item {
        Item::Sign(id, line) if *pick < 2 => Some((*id, *line, *pick == 0)),
        _ => None,
    };
    let signs: Vec<Sign> = sheet.items.iter().zip(&plan.picks).filter_map(chosen).collect();
    let is_chosen_for =
        |id: UnitId| sheet.items.iter().any(|item| matches!(item, Item::Sign(who, _) if *who == id));
    let due = nerve::resolve::testers(board).into_iter().filter(|(id, ..)| is_chosen_for(*id));
    due.filter_map(|(id, occasion, _)| bar(board, id, &nerve::resolve::test(board, id, occasion, &signs)))
        .collect()
}

/// How a test is likely to end.
fn bar(board: Board<'_>, id: UnitId, test: &Test) -> Option<OddsBar> {
    let house = &board.book.house;
    let why = RollId::new(rule::REACTION_DICE.as_str(), 0);
    let ends = exact(PATHS, |dice| word(test.outcome(test.row(test.throw(house, why, dice))))).ok()?;
    let share = |name: &&'static str| {
        let chance = ends.chance(|end| end == name);
        (*name, chance.to_string(), chance.to_f64())
    };
    Some(OddsBar {
        label: voice::name(board.field, id).to_string(),
        units: vec![id],
        parts: WORDS.iter().map(share).filter(|part| part.2 > 0.0).collect(),
        rules: test.factors(house).factors().iter().map(|factor| factor.rule).collect(),
    })
}

/// More ways than the dice of a test can fall.
const PATHS: usize = 10_000;

/// The ends of a test as they are drawn, from bold to broken.
const WORDS: [&str; 5] = ["run_wild", "obey", "no_advance", "shaken", "break"];

const fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Impetuous => WORDS[0],
        Outcome::Obey | Outcome::Rally | Outcome::Charge | Outcome::AnyAnswer => WORDS[1],
        Outcome::NoAdvance | Outcome::NoCharge | Outcome::NoCountercharge | Outcome::MustEvade => WORDS[2],
        Outcome::ShakenNoAdvance
        | Outcome::ShakenRetire
        | Outcome::ShakenRetireDisordered
        | Outcome::ShakenHalt => WORDS[3],
        Outcome::Break | Outcome::RoutContinues => WORDS[4],
    }
}
