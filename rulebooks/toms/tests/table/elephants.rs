//! Elephants: the touch, terror, berserk runs and the fall.

use crate::small::{Small, ahead, cites, march, rulings, shoot, told, unit};
use testudo_toms::board;
use testudo_toms::rule;
use umpire::{Command, OptionId, Place, Side, UnitId};

fn elephant(x: f64, y: f64) -> String {
    unit("carthaginian.elephant", 1, x, y, 180.0, "")
}

fn against(red: &[String], blue: &[String]) -> Small {
    Small::of(red, blue, "carthaginian", "", |_, _| {})
}

#[test]
fn whoever_charges_an_elephant_is_touched_first() {
    let mut small = against(&[unit("greek.hoplite", 16, 36.0, 22.0, 0.0, "")], &[elephant(36.0, 30.0)]);
    small.done(Side::Red, &[]);
    small.charge(Side::Red, 0, 2, &[]);
    // It stands; six dice of the touch, eight of the hoplites; then terror at the end of the turn.
    small.choose(Side::Blue, 0, &[]);
    let journal = small.done(Side::Red, &[1; 16]);
    let blows: Vec<&str> = rulings(&journal)
        .into_iter()
        .filter(|r| r.rule == rule::MELEE_ORDER)
        .map(|r| r.text.as_str())
        .collect();
    assert!(blows[0].starts_with("B1 Elephants") && blows[0].contains("6 dice at 4+"), "{blows:?}");
    assert!(cites(&journal, rule::ELEPHANT_PANIC), "{}", told(&journal));
}

#[test]
fn horses_that_come_near_an_elephant_test() {
    let mut small =
        against(&[unit("greek.javelin_cavalry", 8, 36.0, 10.0, 0.0, "")], &[elephant(36.0, 30.0)]);
    small.done(Side::Red, &[]);
    let journal = small.play(Side::Red, march(0, &[ahead(9.0)]), &[1, 4]);
    assert!(cites(&journal, rule::ELEPHANT_FC) && small.board().is_broken(UnitId(0)), "{}", told(&journal));
    assert_eq!(small.at(0), (36.0, 19.0, 180.0));
}

#[test]
fn fire_missiles_madden_an_elephant_even_when_they_miss() {
    let mut small = against(&[unit("greek.archer", 4, 36.0, 20.0, 0.0, "")], &[elephant(36.0, 30.0)]);
    small.play(Side::Red, Command::Sheet { lines: Vec::new(), picks: vec![(0, OptionId(1))] }, &[]);
    small.done(Side::Red, &[]);
    small.done(Side::Blue, &[]);
    small.done(Side::Blue, &[]);
    let fire = Command::Sheet { lines: Vec::new(), picks: vec![(0, OptionId(2)), (1, OptionId(3))] };
    let journal = small.play(Side::Red, fire, &[1, 1, 1, 1, 4, 1]);
    assert!(
        cites(&journal, rule::ELEPHANT_FLAME) && small.board().is_berserk(UnitId(2)),
        "{}",
        told(&journal)
    );
}

#[test]
fn a_berserk_elephant_tramples_all_it_crosses() {
    let blue = [elephant(36.0, 30.0), unit("carthaginian.gaul", 16, 36.0, 24.0, 180.0, "")];
    let mut small = Small::of(
        &[unit("greek.hoplite", 16, 10.0, 20.0, 0.0, "")],
        &blue,
        "carthaginian",
        "",
        |_, marks| {
            marks.push((UnitId(2), board::BERSERK, 1));
        },
    );
    small.done(Side::Red, &[]);
    small.done(Side::Red, &[]);
    // Four and one: heading 180. Six dice at the Gauls, two of whom fall.
    let journal = small.done(Side::Blue, &[4, 1, 6, 6, 1, 1, 1, 1]);
    assert_eq!((small.at(2), small.men(3)), ((36.0, 20.0, 180.0), 14), "{}", told(&journal));
    assert!(cites(&journal, rule::ELEPHANT_TOUCH) && cites(&journal, rule::ELEPHANT_SCATTER));
}

#[test]
fn a_slain_elephant_falls_on_its_friends() {
    let blue = [elephant(36.0, 30.0), unit("carthaginian.gaul", 16, 36.0, 33.0, 180.0, "")];
    let mut small = against(&[unit("greek.archer", 8, 36.0, 20.0, 0.0, "")], &blue);
    // Four kills unsaved slay it; heading 0, five inches, six dice at the Gauls, whose FC test has two dice.
    let faces =
        [&[6, 6, 6, 6, 1, 1, 1, 1][..], &[1, 1, 1, 1], &[1, 1, 5], &[6, 1, 1, 1, 1, 1], &[1, 1]].concat();
    let journal = small.play(Side::Red, shoot(0, 0, 0), &faces);
    assert_eq!((small.place(2), small.men(3)), (Place::Destroyed, 15), "{}", told(&journal));
    assert!(cites(&journal, rule::ELEPHANT_FALL) && cites(&journal, rule::FC_NUMBER));
}

#[test]
fn wounds_madden_an_elephant() {
    let mut small = against(&[unit("greek.archer", 8, 36.0, 20.0, 0.0, "")], &[elephant(36.0, 30.0)]);
    let faces = [&[6, 6, 1, 1, 1, 1, 1, 1][..], &[1, 1], &[1, 5]].concat();
    let journal = small.play(Side::Red, shoot(0, 0, 0), &faces);
    assert_eq!(small.men(2), 2);
    let takes_lives =
        |e: &umpire::Entry| matches!(e, umpire::Entry::Event(e) if e.rule() == rule::ELEPHANT_LIVES);
    assert!(journal.iter().any(takes_lives));
    assert!(
        cites(&journal, rule::ELEPHANT_WOUNDED) && small.board().is_berserk(UnitId(2)),
        "{}",
        told(&journal)
    );
}

#[test]
fn fire_shot_at_its_neighbours_frightens_an_elephant() {
    let blue = [unit("carthaginian.gaul", 16, 36.0, 28.0, 180.0, ""), elephant(44.0, 28.0)];
    let mut small = against(&[unit("greek.archer", 4, 36.0, 20.0, 0.0, "")], &blue);
    small.play(Side::Red, Command::Sheet { lines: Vec::new(), picks: vec![(0, OptionId(1))] }, &[]);
    small.done(Side::Red, &[]);
    small.done(Side::Blue, &[]);
    small.done(Side::Blue, &[]);
    // All miss; the elephant has two dice and goes berserk on a five.
    let fire = Command::Sheet { lines: Vec::new(), picks: vec![(0, OptionId(2)), (1, OptionId(3))] };
    let journal = small.play(Side::Red, fire, &[1, 1, 1, 1, 5, 1]);
    assert!(cites(&journal, rule::ELEPHANT_FLAME_NEAR), "{}", told(&journal));
    assert!(small.board().is_berserk(UnitId(3)) && !small.board().is_broken(UnitId(2)));
}
