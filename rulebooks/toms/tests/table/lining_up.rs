//! Contact: how a charger lines up along the face it charged, and where a reform leaves its target.

use crate::board::state::{Face, Step};
use crate::rule;
use crate::tests::table::small::{Small, cites, land, terrain, told, unit};
use ruling::proves;
use umpire::Side;

fn hoplites(x: f64, y: f64, facing: f64) -> String {
    unit("greek.hoplite", 16, x, y, facing, "")
}

/// Hoplites of a column straight at a levy that faces some way, others standing by.
fn contact(x: f64, facing: f64, others: &[String], pieces: &[String]) -> Small {
    let red = [&[hoplites(x, 20.0, 0.0)], others].concat();
    let blue = [unit("persian.spearman", 16, 36.0, 28.0, facing, "")];
    let mut small = Small::new(&red, &blue, &terrain(pieces));
    small.done(Side::Red, &[]);
    small.charge(Side::Red, 0, red.len() as u16 + 1, &[]);
    assert_eq!(small.battle.phase().contacts.len(), 1);
    small
}

fn is_at(small: &Small, x: f64, y: f64, facing: f64) -> bool {
    let at = small.at(0);
    (at.0 - x).abs() < 0.002 && (at.1 - y).abs() < 0.002 && (at.2 - facing).abs() < 0.002
}

#[test]
fn the_two_overlap_by_a_file_at_least() {
    assert!(is_at(&contact(35.3, 180.0, &[], &[]), 35.3, 26.7, 0.0));
    assert!(is_at(&contact(34.2, 180.0, &[], &[]), 34.5, 26.7, 0.0));
    assert!(is_at(&contact(37.9, 180.0, &[], &[]), 37.5, 26.7, 0.0));
}

#[test]
fn a_place_that_is_taken_is_left_by_tenths_of_an_inch() {
    // Against a slanting front the charger swings round to its left, beyond the way it came.
    let free = contact(36.0, 150.0, &[], &[]);
    assert!(is_at(&free, 35.909, 26.446, 330.0), "{:?}", free.at(0));
    let left = contact(36.0, 150.0, &[hoplites(33.78, 26.5, 0.0)], &[]);
    assert!(is_at(&left, 35.996, 26.496, 330.0), "{:?}", left.at(0));
    let right = contact(36.0, 150.0, &[hoplites(38.05, 26.4, 0.0)], &[]);
    assert!(is_at(&right, 35.823, 26.396, 330.0), "{:?}", right.at(0));
    // Impassable ground is in the way like a unit.
    let rock = contact(36.0, 150.0, &[], &[land("impassable", [33.0, 25.0, 34.78, 27.0])]);
    assert_eq!(rock.at(0), left.at(0));
}

#[test]
fn nobody_lines_up_over_the_edge_of_the_table() {
    // As against the slanting front above, with the edge where its left corner would be.
    let blue = [unit("persian.spearman", 16, 1.25, 28.0, 150.0, "")];
    let mut small = Small::new(&[hoplites(1.25, 20.0, 0.0)], &blue, "");
    small.done(Side::Red, &[]);
    small.charge(Side::Red, 0, 2, &[]);
    assert!(is_at(&small, 1.246, 26.496, 330.0), "{:?}", small.at(0));
}

#[test]
fn of_two_places_as_near_the_one_to_the_right_is_taken() {
    // A stone lies in the wedge before the slanting front, in the middle of where the charger would stand.
    let stone = land("impassable", [36.383, 27.34, 36.453, 27.41]);
    let small = contact(36.9, 150.0, &[], &[stone]);
    assert!(is_at(&small, 37.646, 27.449, 330.0), "{:?}", small.at(0));
}

#[test]
fn with_no_place_left_the_charger_stays_as_it_touched() {
    let both = [hoplites(33.78, 26.5, 0.0), hoplites(38.05, 26.4, 0.0)];
    let small = contact(36.0, 150.0, &both, &[]);
    assert!(is_at(&small, 36.0, 26.287, 0.0), "{:?}", small.at(0));
    assert_eq!(small.battle.phase().contacts[0].charged_face, Face::Front);
}

/// Two cards of spears with a general, charged on their right, another unit at their side; they reform.
fn reformed(beside: f64) -> Small {
    let blue = [
        unit("persian.spearman", 32, 36.0, 28.0, 180.0, ", general = true"),
        unit("persian.spearman", 16, 34.0, beside, 180.0, ""),
    ];
    let mut small = Small::new(&[hoplites(27.0, 30.0, 90.0)], &blue, "");
    small.done(Side::Red, &[]);
    small.charge(Side::Red, 0, 2, &[]);
    assert!(matches!(small.battle.phase().step, Step::React(_)));
    let journal = small.choose(Side::Blue, 2, &[5; 8]);
    assert!(told(&journal).contains("reformed"), "{}", told(&journal));
    assert_eq!(small.battle.phase().contacts[0].charged_face, Face::Front);
    small
}

#[test]
fn a_reform_gives_way_straight_back_and_the_charge_still_makes_contact() {
    let small = reformed(27.5);
    assert_eq!(small.at(2), (36.3, 28.0, 270.0));
    assert!(is_at(&small, 34.35, 29.5, 90.0), "{:?}", small.at(0));
    // The neighbour leaves no place along the new front.
    let small = reformed(28.0);
    assert_eq!((small.at(2), small.at(0)), ((36.3, 28.0, 270.0), (34.35, 30.0, 90.0)));
}

#[test]
fn nobody_reforms_off_the_table() {
    proves!(rule::REACT_REFORM);
    let blue = [unit("persian.spearman", 32, 70.9, 28.0, 180.0, ", general = true")];
    let mut small = Small::new(&[hoplites(62.0, 28.0, 90.0)], &blue, "");
    small.done(Side::Red, &[]);
    small.charge(Side::Red, 0, 2, &[]);
    let journal = small.choose(Side::Blue, 2, &[5; 8]);
    assert!(cites(&journal, rule::REACT_REFORM));
    assert_eq!(small.at(2), (70.9, 28.0, 180.0));
    assert_eq!(small.battle.phase().contacts[0].charged_face, Face::Side);
}
