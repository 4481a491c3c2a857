//! Elephants near horses, and elephants gone berserk.

use crate::board::state::{self, Face, Step};
use crate::rule;
use crate::tests::table::small::{
    Small, ahead, blows, cites, contact, land, march, terrain, told, turn, unit,
};
use ruling::proves;
use umpire::{Place, Side, UnitId};

fn elephant(x: f64, y: f64) -> String {
    unit("carthaginian.elephant", 1, x, y, 180.0, "")
}

fn gauls(y: f64) -> String {
    unit("carthaginian.gaul", 16, 36.0, y, 180.0, "")
}

fn hoplites(x: f64, y: f64) -> String {
    unit("greek.hoplite", 16, x, y, 0.0, "")
}

fn riders(y: f64) -> String {
    unit("greek.javelin_cavalry", 8, 36.0, y, 0.0, "")
}

#[test]
fn horses_that_come_near_an_elephant_test() {
    proves!(rule::ELEPHANT_FC);
    let mut small = Small::new(&[riders(10.0)], &[elephant(36.0, 30.0)], "");
    small.done(Side::Red, &[]);
    let journal = small.play(Side::Red, march(0, &[ahead(9.0)]), &[1, 4]);
    assert!(cites(&journal, rule::ELEPHANT_FC) && small.board().is_broken(UnitId(0)), "{}", told(&journal));
    assert_eq!(small.at(0), (36.0, 19.0, 180.0));
}

#[test]
fn horses_test_again_only_when_they_have_been_farther_away() {
    let mut small = Small::new(&[riders(19.0)], &[elephant(36.0, 30.0)], "");
    // They are near already and come nearer; then away; and when they come back they test.
    let moves = [
        (&[ahead(1.0)][..], &[][..]),
        (&[turn(180.0), ahead(4.0)], &[]),
        (&[turn(180.0), ahead(3.0)], &[1, 1]),
    ];
    for (path, dice) in moves {
        small.done(Side::Red, &[]);
        small.play(Side::Red, march(0, path), dice);
        small.done(Side::Red, &[]);
        small.pass(Side::Blue);
    }
}

#[test]
fn an_elephant_that_comes_near_frightens_horses() {
    proves!(rule::ELEPHANT_FC);
    let mut small = Small::new(&[riders(12.0)], &[elephant(36.0, 30.0)], "");
    small.pass(Side::Red);
    small.done(Side::Blue, &[]);
    let journal = small.play(Side::Blue, march(2, &[ahead(8.0)]), &[1, 1]);
    assert!(cites(&journal, rule::ELEPHANT_FC), "{}", told(&journal));
}

#[test]
fn horses_that_charge_an_elephant_from_afar_test_as_they_set_out() {
    let charge = |y: f64, dice: &[u8]| {
        let mut small = Small::new(&[riders(y)], &[elephant(36.0, 30.0)], "");
        small.done(Side::Red, &[]);
        small.charge(Side::Red, 0, 2, dice);
        small
    };
    let small = charge(12.0, &[1, 4]);
    assert!(small.board().is_broken(UnitId(0)) && small.battle.phase().step == Step::Move);
    assert_eq!(small.at(0), (36.0, 12.0, 180.0));
    let mut small = charge(12.0, &[1, 1]);
    assert!(matches!(small.battle.phase().step, Step::React(_)));
    // There is no second test when they arrive.
    small.choose(Side::Blue, 0, &[1; 8]);
    assert!(matches!(charge(20.0, &[]).battle.phase().step, Step::React(_)));
}

#[test]
fn horses_charged_by_an_elephant_from_afar_test_first_and_may_show_their_backs() {
    proves!(rule::ELEPHANT_FC);
    let hill = terrain(&[land("hill", [30.0, 25.0, 42.0, 35.0])]);
    let mut small = Small::new(&[riders(16.35)], &[elephant(36.0, 30.0)], &hill);
    small.pass(Side::Red);
    small.done(Side::Blue, &[]);
    let journal = small.charge(Side::Blue, 2, 0, &[4, 1]);
    assert!(cites(&journal, rule::ELEPHANT_FC) && small.board().is_broken(UnitId(0)), "{}", told(&journal));
    assert_eq!(small.battle.phase().contacts[0].charged_face, Face::Rear);
}

#[test]
fn a_berserk_elephant_tramples_all_it_crosses() {
    proves!(rule::ELEPHANT_TOUCH, rule::ELEPHANT_SCATTER, rule::ELEPHANT_BERSERK);
    let blue = [elephant(36.0, 30.0), unit("carthaginian.gaul", 16, 36.0, 24.0, 180.0, "")];
    let mut small = Small::marked(&[hoplites(10.0, 20.0)], &blue, "", &[(2, state::BERSERK, 1)]);
    small.pass(Side::Red);
    // Four and one: heading 180. Six dice at the Gauls, two of whom fall.
    let journal = small.done(Side::Blue, &[4, 1, 6, 6, 1, 1, 1, 1]);
    assert_eq!((small.at(2), small.men(3)), ((36.0, 20.0, 180.0), 14), "{}", told(&journal));
    assert!(cites(&journal, rule::ELEPHANT_TOUCH) && cites(&journal, rule::ELEPHANT_SCATTER));
}

/// A berserk elephant runs south from (36, 40) with Gauls where it would end, and more of them right behind those.
fn run(men: i16, faces: &[u8]) -> Small {
    let blue = [elephant(36.0, 40.0), gauls(29.5), gauls(27.8)];
    let marks = [(2, state::BERSERK, 1), (3, state::MEN, men)];
    let mut small = Small::marked(&[hoplites(10.0, 20.0)], &blue, "", &marks);
    small.pass(Side::Red);
    small.done(Side::Blue, &[&[4, 1], faces].concat());
    small
}

#[test]
fn a_run_goes_on_until_clear_and_touches_whom_it_crosses_there() {
    let faces = [&[4][..], &[1; 5], &[4], &[1; 5]].concat();
    let small = run(16, &faces);
    assert_eq!((small.men(3), small.men(4)), (15, 15));
    assert_eq!(small.at(2), (36.0, 26.15, 180.0));
    // With nobody left of the first there is room to stop; the second only take the loss to heart.
    let small = run(1, &[4, 1, 1, 1, 1, 1, 3, 3]);
    assert_eq!((small.place(3), small.men(4)), (Place::Destroyed, 16));
    assert_eq!(small.at(2), (36.0, 30.0, 180.0));
}

#[test]
fn an_elephant_slain_in_the_midst_of_its_run_goes_no_farther() {
    let blue = [elephant(36.0, 40.0), elephant(36.0, 35.0), gauls(30.0)];
    let marks = [(2, state::BERSERK, 1), (2, state::MEN, 1), (3, state::MEN, 1)];
    let mut small = Small::marked(&[hoplites(10.0, 20.0)], &blue, "", &marks);
    small.pass(Side::Red);
    // It slays another in its way, which falls back upon it; it dies and falls to the east, where nobody stands.
    let faces =
        [&[4, 1][..], &[6; 6], &[1, 1], &[6], &[6, 1, 1, 1, 1, 1], &[1], &[2, 4], &[1], &[1, 1]].concat();
    let journal = small.done(Side::Blue, &faces);
    assert_eq!([2, 3].map(|id| small.place(id)), [Place::Destroyed; 2], "{}", told(&journal));
    assert_eq!(small.men(4), 16, "{}", told(&journal));
}

#[test]
fn a_run_may_leave_the_table() {
    let blue = [elephant(36.0, 42.0), gauls(45.0)];
    let mut small = Small::marked(&[hoplites(10.0, 20.0)], &blue, "", &[(2, state::BERSERK, 1)]);
    small.pass(Side::Red);
    small.done(Side::Blue, &[1, 1, 4, 1, 1, 1, 1, 1]);
    assert_eq!((small.place(2), small.men(3)), (Place::Fled, 15));
}

#[test]
fn an_elephant_gone_berserk_strikes_nobody_and_holds_nobody() {
    let fight = contact(0, 2, Face::Front);
    let red = [hoplites(36.0, 28.35)];
    let mut small = Small::changed(&red, &[elephant(36.0, 30.0)], "", |phase| phase.contacts.push(fight));
    small.done(Side::Red, &[]);
    // Two lives lost, and it does not strike back; the hoplites fear it all the same.
    let faces = [&[5, 5, 1, 1, 1, 1, 1, 1][..], &[1, 1], &[5, 1], &[1, 1]].concat();
    let journal = small.done(Side::Red, &faces);
    assert!(small.board().is_berserk(UnitId(2)) && blows(&journal).len() == 1, "{}", told(&journal));
    assert!(!small.board().is_locked(UnitId(0)));
}

#[test]
fn a_berserk_elephant_strikes_who_charges_it_and_fights_him_until_it_runs() {
    let mut small =
        Small::marked(&[hoplites(36.0, 20.0)], &[elephant(36.0, 30.0)], "", &[(2, state::BERSERK, 1)]);
    small.done(Side::Red, &[]);
    small.charge(Side::Red, 0, 2, &[]);
    let journal = small.done(Side::Red, &[1; 16]);
    assert!(blows(&journal)[0].starts_with("Elephants (B1)"), "{}", told(&journal));
    assert!(small.board().is_engaged(UnitId(0)));
    small.done(Side::Blue, &[1, 1]);
    assert!(!small.board().is_engaged(UnitId(0)) && small.at(2) == (36.0, 40.0, 0.0));
}

#[test]
fn a_berserk_elephant_is_a_broken_friend_to_its_own_side() {
    proves!(rule::BREAK_WHEN_BROKEN_FRIEND);
    let blue = [elephant(36.0, 30.0), gauls(44.0)];
    let mut small = Small::marked(&[hoplites(10.0, 20.0)], &blue, "", &[(2, state::BERSERK, 1)]);
    small.pass(Side::Red);
    // It runs north until it is a few inches from them.
    small.done(Side::Blue, &[1, 1]);
    let journal = small.done(Side::Blue, &[4, 4]);
    assert!(cites(&journal, rule::BREAK_WHEN_BROKEN_FRIEND), "{}", told(&journal));
}
