//! Flight: through friends, round enemies, off the table.

use crate::small::{Small, told, unit};
use testudo_toms::board;
use testudo_toms::rule;
use umpire::{Place, Side, UnitId};

fn broken(red: &[String], blue: &[String]) -> Small {
    Small::of(red, blue, "persian", "", |_, marks| marks.push((UnitId(0), board::BROKEN, 1)))
}

fn hoplites(x: f64, y: f64, facing: f64) -> String {
    unit("greek.hoplite", 16, x, y, facing, "")
}

#[test]
fn flight_passes_friends_and_stops_clear_of_them() {
    let red = [hoplites(36.0, 30.0, 180.0), hoplites(36.0, 20.5, 0.0)];
    let mut small = broken(&red, &[unit("persian.spearman", 16, 36.0, 47.0, 180.0, "")]);
    small.done(Side::Red, &[]);
    assert!((small.at(0).1 - 19.2).abs() < 0.001, "{:?}", small.at(0));
}

#[test]
fn flight_goes_round_an_enemy_in_its_way() {
    let red = [hoplites(36.0, 30.0, 0.0)];
    let mut small = broken(&red, &[unit("persian.spearman", 16, 36.0, 34.0, 180.0, "")]);
    let journal = small.done(Side::Red, &[]);
    assert!(told(&journal).contains(rule::BROKEN_BLOCKED.as_str()), "{}", told(&journal));
    assert_eq!(small.place(0), Place::Table);
    assert!(small.board().distance(UnitId(0), UnitId(2)) > 1.0);
}

#[test]
fn flight_over_the_edge_is_a_loss_and_no_test() {
    let red = [hoplites(36.0, 5.0, 180.0), hoplites(40.0, 5.0, 0.0)];
    let mut small = broken(&red, &[unit("persian.spearman", 16, 36.0, 47.0, 180.0, "")]);
    let journal = small.done(Side::Red, &[]);
    assert_eq!(small.place(0), Place::Fled);
    assert!(!told(&journal).contains(rule::BREAK_WHEN_FRIEND_DESTROYED.as_str()));
}
