//! Shooting in, into and out of woods.

use crate::rule;
use crate::tests::table::small::{Small, cites, shoot, told, unit, wasted_by};
use ruling::proves;
use umpire::Side;

const WOOD: &str =
    "[terrain]\npieces = [{ kind = \"wood\", polygon = [[30, 30], [42, 30], [42, 44], [30, 44]] }]\n";

/// What four steady archers at one distance from the south edge do to a levy at another.
fn volley(archers: f64, levy: f64, faces: &[u8]) -> Vec<umpire::Entry> {
    let red = [unit("greek.archer", 4, 36.0, archers, 0.0, "")];
    let mut small = Small::new(&red, &[unit("persian.spearman", 16, 36.0, levy, 180.0, "")], WOOD);
    small.play(Side::Red, shoot(0, 0, 0), faces)
}

#[test]
fn two_units_in_one_wood_see_less_than_four_inches() {
    proves!(rule::WOODS_SAME, rule::WOODS_IN, rule::WOODS_COVER);
    assert!(wasted_by(&volley(32.0, 38.0, &[]), rule::WOODS_SAME));
    // 3.3 inches apart: the target is in a wood, and its shields save one better.
    let journal = volley(32.0, 36.6, &[3, 1, 1, 1, 5]);
    assert!(told(&journal).contains("1 kill, 1 saved; nobody fell"), "{}", told(&journal));
    assert!(cites(&journal, rule::WOODS_IN) && cites(&journal, rule::WOODS_COVER));
}

#[test]
fn a_wood_hides_who_is_deep_in_it_or_behind_it() {
    proves!(rule::WOODS_FIRE_IN, rule::WOODS_BLOCK);
    assert!(wasted_by(&volley(20.0, 36.0, &[]), rule::WOODS_FIRE_IN));
    assert!(wasted_by(&volley(24.0, 46.0, &[]), rule::WOODS_BLOCK));
    assert!(told(&volley(20.0, 32.0, &[1; 4])).contains("4 dice at 3+"));
}

#[test]
fn men_shoot_out_of_a_wood_from_near_its_edge() {
    proves!(rule::WOODS_FIRE_OUT);
    assert!(wasted_by(&volley(36.0, 46.0, &[]), rule::WOODS_FIRE_OUT));
    let journal = volley(41.0, 46.0, &[1; 4]);
    assert!(told(&journal).contains("4 dice at"), "{}", told(&journal));
}
