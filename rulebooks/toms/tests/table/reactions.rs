//! Answers to a charge: who may give which, and what comes of it.

use crate::board::state::{self, Face, Step};
use crate::charge::answers;
use crate::charge::rules::Answer;
use crate::rule;
use crate::tests::table::small::{Small, blows, contact, land, terrain, told, unit};
use ruling::proves;
use umpire::{Side, UnitId};

fn hoplites(men: u16, x: f64, y: f64) -> String {
    unit("greek.hoplite", men, x, y, 0.0, "")
}

fn bows() -> String {
    unit("persian.archer", 16, 36.0, 28.0, 180.0, "")
}

/// The answers open to whoever is charged now.
fn answers(small: &Small) -> Vec<Answer> {
    match small.battle.phase().step {
        Step::React(charge) => answers::options(&small.board(), &charge),
        _ => vec![Answer::Nothing],
    }
}

#[test]
fn a_unit_answers_one_charge_in_a_turn() {
    proves!(rule::REACT_CHOICE);
    let mut small = Small::new(&[hoplites(8, 35.0, 20.0), hoplites(16, 37.5, 20.0)], &[bows()], "");
    small.done(Side::Red, &[]);
    small.charge(Side::Red, 0, 3, &[]);
    // Fire breaks the first; nobody is in contact, and yet the bows have no arrow ready for the second.
    small.choose(Side::Blue, 1, &[&[5, 5, 5, 5][..], &[1; 12], &[1; 4], &[5, 1]].concat());
    assert!(!small.board().is_engaged(UnitId(3)));
    small.charge(Side::Red, 1, 3, &[]);
    assert!(small.board().is_engaged(UnitId(3)));
}

#[test]
fn the_engaged_and_the_broken_only_fire() {
    proves!(rule::REACT_BARRED);
    let red = [hoplites(16, 36.0, 20.0), hoplites(16, 60.0, 20.0)];
    let fight = contact(1, 3, Face::Side);
    const BOTH: [Answer; 2] = [Answer::Nothing, Answer::Fire];
    for (mut small, may) in [
        (Small::new(&red, &[bows()], ""), &BOTH[..]),
        (Small::changed(&red, &[bows()], "", |phase| phase.contacts.push(fight)), &BOTH),
        (Small::marked(&red, &[bows()], "", &[(3, state::BROKEN, 1)]), &BOTH),
    ] {
        small.done(Side::Red, &[]);
        small.charge(Side::Red, 0, 3, &[]);
        assert_eq!(answers(&small), may);
    }
}

#[test]
fn fire_at_a_charge_finds_cover_only_where_contact_is_made_in_a_wood() {
    proves!(rule::REACT_FIRE, rule::SHIELD_SAVE);
    for (pieces, lost) in [
        (vec![], 1),
        (vec![land("wood", [30.0, 24.0, 42.0, 34.0])], 0),
        (vec![land("wood", [30.0, 15.0, 42.0, 22.0])], 1),
        (vec![land("obstacle", [30.0, 22.0, 42.0, 22.1])], 1),
    ] {
        let mut small = Small::new(&[hoplites(16, 36.0, 20.0)], &[bows()], &terrain(&pieces));
        small.done(Side::Red, &[]);
        small.charge(Side::Red, 0, 2, &[]);
        let journal = small.choose(Side::Blue, 1, &[&[5][..], &[1; 15], &[4]].concat());
        assert_eq!(small.men(0), 16 - lost, "{pieces:?} {}", told(&journal));
    }
}

#[test]
fn a_reform_from_the_rear_fails_on_a_five_too() {
    for (dice, face) in [([4; 4], Face::Front), ([4, 4, 4, 5], Face::Rear)] {
        let blue = [unit("persian.spearman", 16, 36.0, 28.0, 0.0, ", general = true")];
        let mut small = Small::new(&[hoplites(16, 36.0, 20.0)], &blue, "");
        small.done(Side::Red, &[]);
        small.charge(Side::Red, 0, 2, &[]);
        assert_eq!(answers(&small), [Answer::Nothing, Answer::Counter, Answer::Reform]);
        small.choose(Side::Blue, 2, &dice);
        assert_eq!(small.battle.phase().contacts[0].charged_face, face);
    }
}

#[test]
fn a_counter_charge_fails_below_four_and_gains_nothing_in_a_wood() {
    proves!(rule::CHARGE_WOODS, rule::REACT_COUNTER);
    let wood = land("wood", [30.0, 25.0, 42.0, 34.0]);
    for (pieces, die, needs) in [(vec![], 3, 5), (vec![wood], 4, 5), (vec![], 4, 4)] {
        let blue = [unit("persian.spearman", 16, 36.0, 27.0, 180.0, ", general = true")];
        let mut small = Small::new(&[hoplites(16, 36.0, 20.0)], &blue, &terrain(&pieces));
        small.done(Side::Red, &[]);
        small.charge(Side::Red, 0, 2, &[]);
        small.choose(Side::Blue, 1, &[die]);
        let journal = small.done(Side::Red, &[1; 13]);
        assert!(blows(&journal)[1].contains(&format!("5 dice at {needs}+")), "{}", told(&journal));
    }
}

#[test]
fn a_general_within_ten_inches_gives_a_die_each_and_none_beyond() {
    let levy = |x: f64| unit("persian.spearman", 16, x, 28.0, 180.0, "");
    let charged = |blue: &[String], generals: &[u16]| {
        let marks: Vec<_> = generals.iter().map(|&id| (id, state::GENERAL, 1)).collect();
        let mut small = Small::marked(&[hoplites(16, 36.0, 20.0)], blue, "", &marks);
        small.done(Side::Red, &[]);
        small.charge(Side::Red, 0, 2, &[]);
        small
    };
    assert_eq!(answers(&charged(&[levy(36.0), levy(48.01)], &[3])), [Answer::Nothing]);
    let mut small = charged(&[levy(36.0), levy(48.0), levy(24.0)], &[3, 4]);
    let journal = small.choose(Side::Blue, 1, &[3, 4]);
    assert!(told(&journal).contains("counter-charged"), "{}", told(&journal));
}

#[test]
fn an_elephant_fires_with_its_three_or_turns_but_does_not_counter_charge() {
    proves!(rule::ELEPHANT_REACT);
    let general = unit("carthaginian.gaul", 16, 44.0, 30.0, 180.0, ", general = true");
    for (facing, may) in [(180.0, Answer::Fire), (0.0, Answer::Reform)] {
        let elephant = unit("carthaginian.elephant", 1, 36.0, 28.0, facing, "");
        let mut small = Small::new(&[hoplites(16, 36.0, 20.0)], &[elephant, general.clone()], "");
        small.done(Side::Red, &[]);
        small.charge(Side::Red, 0, 2, &[]);
        assert_eq!(answers(&small), [Answer::Nothing, may]);
        let dice: &[u8] = if may == Answer::Fire { &[1; 3] } else { &[4] };
        small.choose(Side::Blue, 1, dice);
        assert_eq!(small.battle.phase().contacts[0].charged_face, Face::Front);
    }
}

#[test]
fn a_ballista_shoots_its_bolt_or_turns_but_does_not_counter_charge() {
    proves!(rule::BALLISTA_REACT);
    let general = unit("greek.hoplite", 16, 44.0, 20.0, 0.0, ", general = true");
    for (facing, may) in [(0.0, Answer::Fire), (180.0, Answer::Reform)] {
        let engine = unit("greek.ballista", 1, 36.0, 20.0, facing, "");
        let levy = |y: f64| unit("persian.spearman", 16, 36.0, y, 180.0, "");
        let mut small = Small::new(&[engine, general.clone()], &[levy(28.0), levy(32.0)], "");
        small.pass(Side::Red);
        small.done(Side::Blue, &[]);
        small.charge(Side::Blue, 3, 0, &[]);
        assert_eq!(answers(&small), [Answer::Nothing, may]);
        // The bolt misses the charger and flies on to those behind.
        let dice: &[u8] = if may == Answer::Fire { &[1, 2, 2, 2, 3, 3] } else { &[4] };
        let journal = small.choose(Side::Red, 1, dice);
        assert_eq!((small.men(3), small.men(4)), (16, if may == Answer::Fire { 14 } else { 16 }));
        assert!(small.board().is_engaged(UnitId(0)), "{}", told(&journal));
    }
}

#[test]
fn who_reforms_draws_back_only_from_those_in_the_way() {
    proves!(rule::REACT_REFORM);
    let blue = [
        unit("persian.spearman", 16, 36.0, 28.0, 180.0, ", general = true"),
        unit("persian.spearman", 16, 36.0, 29.4, 180.0, ""),
        unit("persian.spearman", 16, 20.0, 28.0, 180.0, ""),
    ];
    let mut small = Small::new(&[unit("greek.hoplite", 16, 42.0, 28.0, 270.0, "")], &blue, "");
    small.done(Side::Red, &[]);
    small.charge(Side::Red, 0, 2, &[]);
    let journal = small.choose(Side::Blue, 2, &[1; 4]);
    let (x, y, _) = small.at(2);
    assert!((33.0..35.0).contains(&x) && y == 28.0, "{x} {y} {}", told(&journal));
    assert!(small.board().touch(UnitId(0), UnitId(2)));
    small.board().is_sound().expect("nobody stands on anybody");
}

#[test]
fn who_has_no_room_to_turn_says_so_and_stays() {
    proves!(rule::REACT_REFORM);
    // A file of friends behind, and behind its other flank a wall of them.
    let file = [29.4, 30.8].map(|y| unit("persian.spearman", 16, 36.0, y, 180.0, ""));
    let wall = [34.3, 32.2].map(|x| unit("persian.spearman", 16, x, 28.0, 90.0, ""));
    let first = [unit("persian.spearman", 16, 36.0, 28.0, 180.0, ", general = true")];
    let blue: Vec<String> = first.into_iter().chain(file).chain(wall).collect();
    let mut small = Small::new(&[unit("greek.hoplite", 16, 42.0, 28.0, 270.0, "")], &blue, "");
    small.done(Side::Red, &[]);
    small.charge(Side::Red, 0, 2, &[]);
    let journal = small.choose(Side::Blue, 2, &[1; 4]);
    assert!(told(&journal).contains("had no room to reform"), "{}", told(&journal));
    assert_eq!(small.at(2), (36.0, 28.0, 180.0));
    assert_eq!(small.battle.phase().contacts[0].charged_face, Face::Side);
}
