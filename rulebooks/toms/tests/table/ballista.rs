//! Ballistae: bolts that miss and fly on.

use crate::rule;
use crate::tests::table::small::{Small, ahead, cites, land, march, shoot, terrain, told, unit};
use ruling::proves;
use umpire::{Entry, Side, UnitId};

fn levy(y: f64) -> String {
    unit("persian.spearman", 16, 36.0, y, 180.0, "")
}

/// A ballista at the south edge, others of its side, and its shot at the first of the enemy.
fn bolt(friends: &[String], blue: &[String], rest: &str, faces: &[u8]) -> (Small, Vec<Entry>) {
    let red = [&[unit("greek.ballista", 1, 36.0, 10.0, 0.0, "")], friends].concat();
    let mut small = Small::new(&red, blue, rest);
    let journal = small.play(Side::Red, shoot(0, 0, 0), faces);
    (small, journal)
}

#[test]
fn a_bolt_that_misses_flies_on_and_two_ones_cost_a_crewman() {
    proves!(
        rule::BALLISTA_MISS,
        rule::BALLISTA_PASS,
        rule::BALLISTA_BACKFIRE,
        rule::BALLISTA_PIERCE,
        rule::SHOOT_STEADY
    );
    let red = [unit("greek.ballista", 1, 36.0, 10.0, 0.0, "")];
    let blue = [
        unit("persian.spearman", 16, 36.0, 30.0, 180.0, ""),
        unit("persian.spearman", 16, 36.0, 34.0, 180.0, ""),
    ];
    let mut small = Small::new(&red, &blue, "");
    let journal = small.play(Side::Red, shoot(0, 0, 0), &[1, 1, 6, 6, 3, 6]);
    assert_eq!((small.men(2), small.men(3), small.men(0)), (16, 14, 3), "{}", told(&journal));
    for rule in [rule::BALLISTA_MISS, rule::BALLISTA_PASS, rule::BALLISTA_BACKFIRE, rule::BALLISTA_PIERCE] {
        assert!(cites(&journal, rule), "{rule}");
    }
    // Having shot it cannot move.
    let no = small.refused(Side::Red, &march(0, &[ahead(2.0)]));
    assert_eq!(no[0].rule, rule::SHOOT_STEADY);
}

#[test]
fn a_bolt_flies_on_with_half_its_dice_until_none_is_left() {
    proves!(rule::BALLISTA_DICE, rule::BALLISTA_KILL, rule::BALLISTA_PASS);
    let blue = [levy(30.0), levy(34.0), levy(38.0), levy(42.0)];
    // Two ones in a later roll are no backfire.
    let (small, journal) = bolt(&[], &blue, "", &[1, 2, 2, 2, 1, 1, 1]);
    let text = told(&journal);
    assert!(
        text.contains("Spearmen (B1) with 4 dice") && text.contains("Spearmen (B3) with 1 die"),
        "{text}"
    );
    assert!(!text.contains("B4") && small.men(0) == 4, "{text}");
}

#[test]
fn a_bolt_that_flies_on_does_not_spare_friends() {
    let friend = unit("greek.hoplite", 16, 36.0, 34.0, 0.0, "");
    let (small, journal) = bolt(&[friend], &[levy(30.0)], "", &[1, 2, 2, 2, 3, 3]);
    assert_eq!(small.men(1), 14, "{}", told(&journal));
}

#[test]
fn the_range_to_the_first_target_holds_for_all() {
    for (hill, last) in [(false, 51.65), (true, 49.65)] {
        for (x, dice) in [(last, &[1, 2, 2, 2, 2, 2][..]), (last + 0.01, &[1, 2, 2, 2])] {
            let red = [unit("greek.ballista", 1, 2.0, 24.0, 90.0, "")];
            let blue = [40.0, x].map(|x| unit("persian.spearman", 16, x, 24.0, 270.0, ""));
            let rest = if hill { terrain(&[land("hill", [39.0, 20.0, 42.0, 28.0])]) } else { String::new() };
            let journal = Small::new(&red, &blue, &rest).play(Side::Red, shoot(0, 0, 0), dice);
            assert_eq!(
                told(&journal).contains("Spearmen (B2) with 2 dice"),
                dice.len() == 6,
                "{}",
                told(&journal)
            );
        }
    }
}

#[test]
fn a_wood_beyond_the_target_ends_the_flight() {
    let wood = terrain(&[land("wood", [30.0, 32.0, 42.0, 33.0])]);
    let (_, journal) = bolt(&[], &[levy(30.0), levy(34.0)], &wood, &[1, 2, 2, 2]);
    assert!(!told(&journal).contains("B2"), "{}", told(&journal));
}

#[test]
fn a_bolt_without_a_kill_is_spent_unless_the_house_lets_it_fly_on() {
    let blue = [levy(30.0), levy(34.0)];
    let (small, _) = bolt(&[], &blue, "", &[2; 4]);
    assert_eq!(small.men(3), 16);
    let (small, _) = bolt(&[], &blue, "house = { ballista_blank_passes_on = true }", &[2, 2, 2, 2, 3, 2]);
    assert_eq!(small.men(3), 15);
}

#[test]
fn riders_are_harder_to_hit_unless_the_house_says_not() {
    proves!(rule::KILL_CAVALRY);
    let riders = [unit("persian.spearman_cavalry", 8, 36.0, 30.0, 180.0, "")];
    for (house, lost) in [("", 1), ("house = { ballista_cavalry_modifier = false }", 2)] {
        let (small, journal) = bolt(&[], &riders, house, &[3, 4, 2, 2]);
        assert_eq!(small.men(2), 8 - lost, "{}", told(&journal));
    }
}

#[test]
fn shooting_over_units_costs_a_die() {
    let friend = unit("greek.hoplite", 16, 36.0, 20.0, 0.0, "");
    let (_, journal) = bolt(&[friend], &[levy(30.0), levy(34.0)], "", &[1, 2, 2, 2]);
    assert!(told(&journal).contains("Spearmen (B2) with 1 die"), "{}", told(&journal));
}

#[test]
fn a_ballista_that_does_not_shoot_may_move() {
    let mut small = Small::new(&[unit("greek.ballista", 1, 36.0, 10.0, 0.0, "")], &[levy(30.0)], "");
    small.done(Side::Red, &[]);
    assert_eq!(small.reach(Side::Red, &march(0, &[ahead(6.1)])), Some(6.0));
    small.play(Side::Red, march(0, &[ahead(6.0)]), &[]);
}

#[test]
fn a_second_six_of_a_bolt_kills_the_general_and_no_other_man() {
    let led = unit("persian.spearman", 16, 36.0, 30.0, 180.0, ", general = true");
    // The six is thrown again; then both units left without a general test.
    let (small, journal) = bolt(&[], &[led], "", &[6, 3, 2, 2, 6, 3, 3, 3, 3]);
    assert!(!small.board().general(UnitId(2)), "{}", told(&journal));
    assert_eq!(small.men(2), 15);
}
