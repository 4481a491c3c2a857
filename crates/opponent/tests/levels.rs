//! Every level answers whatever it is asked, in every kind of set-up: battles of army lists, fought to the end.

use dice::Seeded;
use opponent::{Budget, Level, Player, fight};
use testudo::Scenario;
use testudo_opponent as opponent;
use umpire::{BySide, Side};

/// Few battles are imagined: the tests ask whether everyone answers, not how well.
const SMALL: Budget = Budget { battles: Some(4), time: None };
/// How many pairings of a book are fought by each level.
const PAIRINGS: usize = 2;

/// Fights pairings of a book's lists to the end, each level against recruits on either side.
fn answers(book: &str) {
    let book = testudo::book(book).expect("it is on the shelf");
    let lists: Vec<String> = (book.armies)().into_iter().map(|army| army.id).collect();
    let stride = (lists.len() / PAIRINGS).max(1);
    for (n, level) in Level::ALL.into_iter().enumerate() {
        for k in 0..PAIRINGS {
            let (red, blue) = (&lists[k * stride % lists.len()], &lists[(k * stride + n + 1) % lists.len()]);
            let seed = (10 * n + k) as u64;
            let text = book.between(red, blue, seed).expect("both lists are there");
            let scenario = Scenario { book, name: format!("{red} against {blue}"), text };
            let mut battle = scenario.muster().unwrap_or_else(|e| panic!("{}: {e}", scenario.name));
            let side = Side::ALL[k % 2];
            let level_of = |s: Side| if s == side { level } else { Level::Recruit };
            let mut players = BySide::each(|s| Player::new(level_of(s), seed, s).within(SMALL));
            let fought = fight(&mut battle, &mut players, &mut Seeded::new(seed));
            assert!(fought.is_ok(), "{}, {level} as {side}, seed {seed}: {fought:?}", scenario.name);
        }
    }
}

#[test]
fn every_level_answers_in_dba() {
    answers("dba");
}

#[test]
fn every_level_answers_in_wrg1969() {
    answers("wrg1969");
}

#[test]
fn every_level_answers_in_toms() {
    answers("toms");
}

#[test]
fn every_level_answers_in_wrg6() {
    answers("wrg6");
}

#[test]
fn every_level_answers_in_wab() {
    answers("wab");
}
