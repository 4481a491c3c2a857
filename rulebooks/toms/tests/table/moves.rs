//! Movement: what turns, slopes and rough going cost, and keeping away from enemies.

use crate::rule;
use crate::tests::table::small::{Small, ahead, charge, cites, land, march, terrain, told, turn, unit};
use ruling::proves;
use umpire::{Side, UnitId};

fn hoplites(x: f64, y: f64, facing: f64) -> String {
    unit("greek.hoplite", 16, x, y, facing, "")
}

fn levy(x: f64, y: f64, facing: f64) -> String {
    unit("persian.spearman", 16, x, y, facing, "")
}

/// One unit of hoplites about to move, the enemy far away.
fn alone(pieces: &[String]) -> Small {
    let mut small = Small::new(&[hoplites(36.0, 20.0, 0.0)], &[levy(10.0, 46.0, 180.0)], &terrain(pieces));
    small.done(Side::Red, &[]);
    small
}

#[test]
fn moves_go_straight_and_keep_away() {
    proves!(rule::MOVE_CONTACT, rule::MOVE_RATE, rule::MOVE_STRAIGHT, rule::MOVE_PASS, rule::MOVE_EDGE);
    let mut small = Small::new(
        &[hoplites(36.0, 20.0, 0.0), hoplites(38.5, 20.0, 0.0)],
        &[levy(36.0, 30.0, 180.0)],
        "[terrain]\npieces = [{ kind = \"rough\", polygon = [[35, 22], [37, 22], [37, 23], [35, 23]] }, \
         { kind = \"hill\", polygon = [[30, 10], [34, 10], [34, 15], [30, 15]] }]\n",
    );
    small.done(Side::Red, &[]);
    let rules = |no: Vec<ruling::Refusal>| no.iter().map(|r| r.rule).collect::<Vec<_>>();
    assert_eq!(
        rules(small.refused(Side::Red, &march(0, &[ahead(8.2)]))),
        [rule::MOVE_CONTACT, rule::MOVE_RATE]
    );
    assert_eq!(rules(small.refused(Side::Red, &march(0, &[umpire::Step::Back(5)]))), [rule::MOVE_STRAIGHT]);
    assert_eq!(rules(small.refused(Side::Red, &march(0, &[turn(90.0), ahead(3.0)]))), [rule::MOVE_PASS]);
    assert_eq!(
        rules(small.refused(Side::Red, &march(1, &[turn(90.0), ahead(40.0)]))),
        [rule::MOVE_EDGE, rule::MOVE_RATE]
    );
    // Rough ground costs two inches once, a right angle another two.
    small.play(Side::Red, march(1, &[turn(90.0), ahead(8.0)]), &[]);
    assert_eq!(small.at(1), (46.5, 20.0, 90.0));
    small.play(Side::Red, march(0, &[ahead(7.0)]), &[]);
    assert_eq!(small.at(0).1, 27.0);
}

#[test]
fn a_slope_and_rough_going_cost_four_together() {
    proves!(rule::TURN_CHOICE);
    let mut small = alone(&[land("rough", [35.0, 21.0, 37.0, 22.0]), land("hill", [30.0, 24.0, 42.0, 30.0])]);
    assert_eq!(small.reach(Side::Red, &march(0, &[ahead(6.1)])), Some(6.0));
    small.play(Side::Red, march(0, &[ahead(6.0)]), &[]);
    assert_eq!(small.board().level(UnitId(0)), 1);
    // It moves once in a turn.
    assert_eq!(small.why_not(Side::Red, &march(0, &[turn(90.0)])), rule::TURN_CHOICE);
}

#[test]
fn a_higher_contour_costs_again_and_going_down_nothing() {
    let hill = land("hill", [30.0, 18.0, 42.0, 34.0]);
    let mut small = alone(&[hill.clone(), land("hill", [32.0, 24.0, 40.0, 30.0])]);
    assert_eq!(small.reach(Side::Red, &march(0, &[ahead(8.1)])), Some(8.0));
    // Along the hill and down from it.
    let mut small = alone(&[hill]);
    small.play(Side::Red, march(0, &[ahead(10.0)]), &[]);
    let mut small = alone(&[land("hill", [30.0, 18.0, 42.0, 22.0])]);
    small.play(Side::Red, march(0, &[ahead(10.0)]), &[]);
}

#[test]
fn each_turn_costs_two_and_one_beyond_a_right_angle_four() {
    for (turns, left) in [(&[90.0][..], 8.0), (&[90.1], 6.0), (&[180.0], 6.0), (&[30.0, -45.0], 6.0)] {
        let mut small = alone(&[]);
        let path: Vec<umpire::Step> = turns.iter().map(|&by| turn(by)).chain([ahead(9.0)]).collect();
        assert_eq!(small.reach(Side::Red, &march(0, &path)), Some(left), "{turns:?}");
    }
}

#[test]
fn a_turn_in_a_wood_is_a_move_that_starts_in_difficult_ground() {
    proves!(rule::MOVE_TURN);
    let wood = terrain(&[land("wood", [30.0, 15.0, 42.0, 25.0])]);
    let red = [hoplites(36.0, 20.0, 0.0)];
    let mut small =
        Small::changed(&red, &[levy(10.0, 46.0, 180.0)], &wood, |phase| phase.states[0].seen.holdfast = true);
    small.done(Side::Red, &[]);
    // Half of ten for having held fast, less two: three are left for turns.
    assert_eq!(small.why_not(Side::Red, &march(0, &[turn(180.0)])), rule::MOVE_TURN);
    small.play(Side::Red, march(0, &[turn(90.0)]), &[]);
}

#[test]
fn a_gap_of_less_than_an_inch_may_not_shrink() {
    proves!(rule::MOVE_CONTACT);
    let mut small = Small::new(&[hoplites(36.0, 20.0, 0.0)], &[levy(36.0, 21.9, 180.0)], "");
    small.done(Side::Red, &[]);
    assert_eq!(small.why_not(Side::Red, &march(0, &[ahead(0.1)])), rule::MOVE_CONTACT);
    // It may turn though that brings its corners nearer, and move along the enemy.
    small.play(Side::Red, march(0, &[turn(90.0), ahead(3.0)]), &[]);
    assert_eq!(small.at(0), (39.0, 20.0, 90.0));
}

#[test]
fn a_charge_ends_where_it_comes_upon_an_ambush_only_if_that_bars_its_way() {
    proves!(rule::WOODS_HIDDEN);
    let wood = terrain(&[land("wood", [30.0, 30.0, 42.0, 44.0])]);
    for (x, dice, ends) in [(36.0, &[][..], (36.0, 21.35, 0.0)), (39.5, &[1; 8], (36.0, 32.2, 0.0))] {
        let red = [unit("greek.javelin_cavalry", 8, 36.0, 12.0, 0.0, "")];
        let blue = [levy(36.0, 33.5, 180.0), unit("persian.spearman", 16, x, 31.0, 180.0, ", hidden = true")];
        let mut small = Small::new(&red, &blue, &wood);
        small.done(Side::Red, &[]);
        let journal = small.charge(Side::Red, 0, 2, dice);
        assert!(cites(&journal, rule::WOODS_HIDDEN) && !small.board().is_hidden(UnitId(3)));
        assert_eq!(small.at(0), ends, "{}", told(&journal));
        assert_eq!(small.board().is_engaged(UnitId(0)), !dice.is_empty());
        // That was its move.
        assert!(small.board().state(UnitId(0)).now.done);
        small.refused(Side::Red, &charge(0, 3));
    }
}

#[test]
fn who_is_halted_by_an_ambush_has_paid_only_for_what_it_did_and_pays_nothing_twice() {
    proves!(rule::TURN_CHOICE, rule::TURN_REVEAL, rule::MOVE_DIFFICULT);
    let wood = land("wood", [30.0, 30.0, 42.0, 44.0]);
    let rough = land("rough", [35.0, 15.0, 37.0, 26.0]);
    for (pieces, left) in [(vec![wood.clone()], 4.65), (vec![wood, rough], 2.65)] {
        let blue = [unit("persian.archer", 16, 36.0, 38.0, 180.0, ", hidden = true")];
        let mut small = Small::new(&[hoplites(36.0, 16.0, 0.0)], &blue, &terrain(&pieces));
        small.done(Side::Red, &[]);
        // It stops after 5.35 inches, before the turn.
        small.play(Side::Red, march(0, &[ahead(5.5), turn(90.0), ahead(0.5)]), &[]);
        assert_eq!(small.at(0), (36.0, 21.35, 0.0));
        let reach = small.reach(Side::Red, &march(0, &[ahead(4.7)]));
        assert!(reach.is_some_and(|inches| (inches - left).abs() < 0.001), "{reach:?}");
        // Having moved it does not charge those it found.
        assert_eq!(small.why_not(Side::Red, &charge(0, 2)), rule::TURN_CHOICE);
    }
}

#[test]
fn impassable_ground_bars_every_way_into_it_also_a_slanting_one() {
    proves!(rule::MOVE_PASS);
    let crag = land("impassable", [30.0, 22.0, 42.0, 24.0]);
    for by in [0.0, 17.0, 30.0, 45.0, -45.0] {
        let mut small = alone(std::slice::from_ref(&crag));
        assert_eq!(small.why_not(Side::Red, &march(0, &[turn(by), ahead(6.0)])), rule::MOVE_PASS, "{by}");
    }
    let mut small = Small::new(&[hoplites(36.0, 20.0, 0.0)], &[levy(39.0, 26.5, 180.0)], &terrain(&[crag]));
    small.done(Side::Red, &[]);
    assert!(small.refused(Side::Red, &charge(0, 2)).iter().any(|no| no.what.contains("impassable")));
}
