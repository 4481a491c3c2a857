//! Victory: armies that break, and the last turn.

use crate::board::state::{self, Step};
use crate::house::House;
use crate::rule;
use crate::tests::table::small::{Small, unit};
use crate::victory::{self, Loss, loss};
use ruling::proves;
use umpire::{BySide, Mark, Side};

/// Who has won, if it is over; the watchers of each side are 8 points.
fn winner(small: &Small) -> Option<Option<Side>> {
    match small.battle.phase().step {
        Step::Over(outcome) => Some(outcome.winner),
        _ => None,
    }
}

fn archers(men: u16) -> String {
    unit("greek.archer", men, 36.0, 20.0, 180.0, "")
}

fn bows(men: u16) -> String {
    unit("persian.archer", men, 36.0, 44.0, 180.0, "")
}

fn levy() -> String {
    unit("persian.spearman", 16, 36.0, 44.0, 180.0, "")
}

#[test]
fn an_army_breaks_at_its_share_of_points() {
    proves!(rule::VICTORY_ARMY_BREAKS);
    // 16 of 24 points are broken, and count half as long as they may rally; it is judged when both have had their turn.
    for (house, won) in
        [("", false), ("house = { army_break = 33 }", true), ("house = { army_break = 34 }", false)]
    {
        let mut small = Small::marked(&[archers(16)], &[levy()], house, &[(2, state::BROKEN, 1)]);
        small.pass(Side::Red);
        assert_eq!(winner(&small), None, "{house}");
        small.done(Side::Blue, &[]);
        small.done(Side::Blue, &[]);
        small.choose(Side::Blue, 1, &[1]);
        assert_eq!(winner(&small), won.then_some(Some(Side::Red)), "{house}");
    }
    // A berserk elephant counts: 10 of 22.
    let elephant = [unit("carthaginian.elephant", 1, 36.0, 44.0, 180.0, "")];
    for (house, over) in [("house = { army_break = 45 }", true), ("house = { army_break = 46 }", false)] {
        let mut small = Small::marked(&[archers(16)], &elephant, house, &[(2, state::BERSERK, 1)]);
        small.pass(Side::Red);
        // It runs south, where nobody stands.
        small.done(Side::Blue, &[4, 1]);
        small.done(Side::Blue, &[]);
        assert_eq!(winner(&small).is_some(), over, "{house}");
    }
}

#[test]
fn of_two_beaten_armies_the_one_with_the_larger_share_loses() {
    let lost = |points, lost, broken| Loss { points, lost, broken, casualties: 0 };
    let house = House::default();
    for (red, blue, wins) in [
        (lost(200, 100, 0), lost(200, 100, 10), Some(Side::Red)),
        (lost(200, 100, 20), lost(200, 100, 10), Some(Side::Blue)),
        (lost(200, 90, 20), lost(200, 100, 0), None),
    ] {
        let end = victory::end(&house, &BySide([red, blue]), 3, true).expect("both are beaten");
        assert_eq!((end.winner, end.rule), (wins, rule::VICTORY_ARMY_BREAKS));
        assert!(victory::end(&house, &BySide([red, blue]), 3, false).is_none());
    }
}

#[test]
fn after_the_last_turn_ten_points_of_a_hundred_decide() {
    // 40 points each, two to a man.
    for (men, enemy, wins) in
        [(14, 16, Some(Side::Blue)), (15, 16, None), (16, 14, Some(Side::Red)), (12, 13, None)]
    {
        let marks: [(u16, Mark, i16); 2] = [(0, state::MEN, men), (2, state::MEN, enemy)];
        let mut small = Small::marked(&[archers(16)], &[bows(16)], "house = { turn_limit = 2 }", &marks);
        for side in [Side::Red, Side::Blue, Side::Red] {
            small.pass(side);
            assert_eq!(winner(&small), None);
        }
        small.pass(Side::Blue);
        assert_eq!(winner(&small), Some(wins), "{men} {enemy}");
    }
}

#[test]
fn a_life_of_an_elephant_and_a_man_of_a_crew_are_a_quarter_each() {
    let red = [unit("greek.ballista", 1, 50.0, 20.0, 0.0, ""), archers(16)];
    let blue = [unit("carthaginian.elephant", 1, 36.0, 44.0, 180.0, "")];
    let small = Small::marked(&red, &blue, "", &[(0, state::MEN, 3), (3, state::MEN, 1)]);
    let lost = |side: Side| f64::from(loss(&small.board(), side).casualties) / f64::from(Loss::PARTS);
    assert_eq!((lost(Side::Red), lost(Side::Blue)), (3.75, 7.5));
}

#[test]
fn whole_units_gone_count_whole_at_the_limit() {
    proves!(rule::VICTORY_LIMIT);
    let red = [archers(16), unit("greek.archer", 4, 10.0, 2.0, 180.0, "")];
    let mut small = Small::marked(&red, &[bows(16)], "house = { turn_limit = 1 }", &[(1, state::BROKEN, 1)]);
    // Four of the 24 archers run from the table: a sixth of the army, and not one has fallen.
    small.pass(Side::Red);
    small.pass(Side::Blue);
    let Step::Over(outcome) = small.battle.phase().step else { panic!("it is over") };
    assert_eq!((outcome.winner, outcome.rule), (Some(Side::Blue), rule::VICTORY_LIMIT));
}
