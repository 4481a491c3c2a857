//! House rules: the other value of each changes play at the table.

use crate::board::state::Face;
use crate::movement::check::HOLDFAST;
use crate::rule;
use crate::tests::table::small::{
    Small, ahead, blows, cites, contact, label, land, march, shoot, terrain, told, unit,
};
use ruling::proves;
use umpire::{Command, OptionId, Side, UnitId};

fn archers(y: f64, facing: f64) -> String {
    unit("greek.archer", 4, 36.0, y, facing, "")
}

fn levy(y: f64) -> String {
    unit("persian.spearman", 16, 36.0, y, 180.0, "")
}

/// A sheet that fills in one unit's two lines.
fn declares(target: u16, when: u16) -> Command {
    Command::Sheet { lines: Vec::new(), picks: vec![(0, OptionId(target)), (1, OptionId(when))] }
}

#[test]
fn all_round_fire_lets_a_unit_shoot_behind_it() {
    proves!(rule::SHOOT_ARC);
    for (house, faces, says) in
        [("", &[][..], "wasted its volley"), ("house = { all_round_fire = true }", &[1; 4], "4 dice at 3+")]
    {
        let mut small = Small::new(&[archers(20.0, 180.0)], &[levy(40.0)], house);
        let journal = small.play(Side::Red, shoot(0, 0, 0), faces);
        assert!(told(&journal).contains(says), "{}", told(&journal));
    }
}

#[test]
fn all_round_fire_lets_a_unit_fire_at_whoever_charges_its_rear() {
    proves!(rule::REACT_FIRE);
    let start = |house: &str| {
        let bows = unit("persian.archer", 16, 36.0, 30.0, 0.0, "");
        let mut small = Small::new(&[unit("greek.hoplite", 16, 36.0, 22.0, 0.0, "")], &[bows], house);
        small.done(Side::Red, &[]);
        small
    };
    // Without a general near there is nothing to decide: it is struck in the rear.
    let journal = start("").charge(Side::Red, 0, 2, &[]);
    assert!(told(&journal).contains("into contact with the rear"), "{}", told(&journal));
    let mut small = start("house = { all_round_fire = true }");
    small.charge(Side::Red, 0, 2, &[]);
    let journal = small.choose(Side::Blue, 1, &[1; 16]);
    assert!(
        told(&journal).contains("16 dice at 5+") && cites(&journal, rule::REACT_FIRE),
        "{}",
        told(&journal)
    );
}

#[test]
fn shots_into_a_melee_are_for_the_house_to_allow() {
    for (house, faces, says) in
        [("", &[][..], "wasted its volley"), ("house = { shoot_into_melee = true }", &[1; 4], "4 dice at 3+")]
    {
        let red = [archers(20.0, 0.0), unit("greek.hoplite", 16, 36.0, 40.0, 180.0, "")];
        let fight = contact(1, 3, Face::Rear);
        let mut small = Small::changed(&red, &[levy(30.0)], house, |phase| phase.contacts.push(fight));
        let journal = small.play(Side::Red, shoot(0, 0, 0), faces);
        assert!(told(&journal).contains(says), "{}", told(&journal));
    }
}

/// Red has made fire ready and shoots it without a kill.
fn shot_of_fire(kind: &str, house: &str, when: u16, faces: &[u8]) -> String {
    let figures = if kind == "greek.ballista" { 1 } else { 4 };
    let mut small = Small::new(&[unit(kind, figures, 36.0, 20.0, 0.0, "")], &[levy(30.0)], house);
    small.play(Side::Red, declares(1, 0), &[]);
    [Side::Red, Side::Blue, Side::Blue].into_iter().for_each(|side| {
        small.done(side, &[]);
    });
    told(&small.play(Side::Red, declares(2, when), faces))
}

#[test]
fn fire_that_always_catches_needs_no_kill() {
    let always = "house = { flame_catches = \"always\" }";
    assert!(!shot_of_fire("greek.archer", "", 3, &[1; 4]).contains("fire out"));
    assert!(shot_of_fire("greek.archer", always, 3, &[1, 1, 1, 1, 1]).contains("put the fire out"));
}

#[test]
fn a_fire_bolt_that_always_catches_must_not_miss() {
    proves!(rule::BALLISTA_FLAME);
    let always = "house = { flame_catches = \"always\" }";
    assert!(!shot_of_fire("greek.ballista", "", 1, &[2; 4]).contains("fire out"));
    assert!(shot_of_fire("greek.ballista", always, 1, &[2, 2, 2, 2, 1]).contains("put the fire out"));
    let missed = shot_of_fire("greek.ballista", always, 1, &[1, 2, 2, 2]);
    assert!(missed.contains("missed") && !missed.contains("fire out"), "{missed}");
}

#[test]
fn elephants_frighten_as_they_come_near_or_at_the_end_of_the_turn() {
    proves!(rule::ELEPHANT_PANIC);
    for (house, on_move, at_end) in
        [("", &[][..], &[1, 1][..]), ("house = { elephant_terror = \"on_approach\" }", &[1, 1][..], &[][..])]
    {
        let elephant = unit("carthaginian.elephant", 1, 36.0, 30.0, 180.0, "");
        let red = [unit("greek.hoplite", 16, 36.0, 16.0, 0.0, "")];
        let mut small = Small::of(&red, &[elephant], "carthaginian", house, |_, _| {});
        small.done(Side::Red, &[]);
        let moved = small.play(Side::Red, march(0, &[ahead(6.0)]), on_move);
        let ended = small.done(Side::Red, at_end);
        let tests = |journal: &[umpire::Entry]| cites(journal, rule::ELEPHANT_PANIC);
        assert_eq!((tests(&moved), tests(&ended)), (!on_move.is_empty(), !at_end.is_empty()), "{house}");
    }
}

#[test]
fn holding_fast_on_the_front_only_is_of_no_use_on_a_flank() {
    for (house, first) in [("", "B1"), ("house = { holdfast_front_only = true }", "R1")] {
        let red = [unit("greek.hoplite", 16, 28.0, 30.0, 90.0, "")];
        let guard = unit("persian.phoenician_marine", 16, 36.0, 30.0, 180.0, "");
        let mut small =
            Small::of(&red, &[guard], "persian", house, |phase, _| phase.states[2].seen.holdfast = true);
        small.done(Side::Red, &[]);
        small.charge(Side::Red, 0, 2, &[]);
        // Four men of one line on the flank, eight of two lines at the front.
        let journal = small.done(Side::Red, &[1; 12]);
        let blow = told(&journal).lines().find(|l| l.contains("struck")).map(str::to_owned);
        assert!(blow.as_ref().is_some_and(|b| label(b) == first), "{}", told(&journal));
    }
}

#[test]
fn persian_spears_strike_with_two_lines_if_the_house_says_so() {
    for (house, dice) in [("", 4), ("house = { two_line_units = \"spears\" }", 8)] {
        let mut small = Small::new(&[unit("greek.hoplite", 16, 36.0, 20.0, 0.0, "")], &[levy(28.0)], house);
        small.done(Side::Red, &[]);
        small.charge(Side::Red, 0, 2, &[]);
        let journal = small.done(Side::Red, &[1; 16][..8 + dice]);
        assert!(blows(&journal)[1].contains(&format!("{dice} dice at 5+")), "{}", told(&journal));
    }
}

#[test]
fn only_trained_immortals_hold_fast() {
    proves!(rule::HOLDFAST_EFFECT);
    let hold = Command::Move { manner: HOLDFAST, units: vec![UnitId(2)], path: Vec::new() };
    for house in ["", "house = { immortals_trained = false }"] {
        let immortals = unit("persian.immortal_spearman", 16, 36.0, 40.0, 180.0, "");
        let mut small = Small::new(&[archers(20.0, 0.0)], &[immortals], house);
        small.pass(Side::Red);
        small.done(Side::Blue, &[]);
        if house.is_empty() {
            small.play(Side::Blue, hold.clone(), &[]);
        } else {
            assert_eq!(small.why_not(Side::Blue, &hold), rule::HOLDFAST_EFFECT);
        }
    }
}

/// What four steady archers in the south do to a unit at 36 inches from their edge.
fn shot(target: &str, rest: &str, faces: &[u8]) -> String {
    let mut small = Small::new(&[archers(20.0, 0.0)], &[target.to_owned()], rest);
    told(&small.play(Side::Red, shoot(0, 0, 0), faces))
}

#[test]
fn camels_on_foot_are_easier_to_hit() {
    let camels = unit("persian.arabian_camel", 8, 36.0, 36.0, 180.0, "");
    assert!(shot(&camels, "", &[1; 4]).contains("4 dice at 4+"));
    assert!(shot(&camels, "house = { camels_cavalry = false }", &[1; 4]).contains("4 dice at 3+"));
}

#[test]
fn cover_saves_men_without_shields_unless_the_house_says_not() {
    proves!(rule::SHIELD_NONE, rule::SHIELD_COVER);
    let gauls = unit("carthaginian.gaul", 16, 36.0, 36.0, 180.0, "");
    let wall = terrain(&[land("obstacle", [30.0, 34.0, 42.0, 34.2])]);
    assert!(shot(&gauls, &wall, &[3, 1, 1, 1, 6]).contains("1 saved"));
    let house = format!("house = {{ cover_saves_unshielded = false }}\n{wall}");
    assert!(shot(&gauls, &house, &[3, 1, 1, 1]).contains("1 kill; 1 fell"));
}

#[test]
fn shields_do_not_stop_missiles_from_behind_unless_the_house_says_so() {
    proves!(rule::SHIELD_REAR);
    let backs = unit("persian.spearman", 16, 36.0, 36.0, 0.0, "");
    assert!(shot(&backs, "", &[3, 1, 1, 1]).contains("1 kill; 1 fell"));
    let house = "house = { rear_missiles_ignore_shields = false }";
    assert!(shot(&backs, house, &[3, 1, 1, 1, 6]).contains("1 saved"));
}
