//! Elephants: the touch, the fall, what maddens them, and how many shoot from them.

use crate::board::state;
use crate::rule;
use crate::shooting::declare::declarations;
use crate::tests::table::small::{Small, blows, cites, shoot, told, unit};
use ruling::proves;
use umpire::{Command, Form, OptionId, Place, Side, UnitId};

fn elephant(x: f64, y: f64) -> String {
    unit("carthaginian.elephant", 1, x, y, 180.0, "")
}

fn against(red: &[String], blue: &[String]) -> Small {
    Small::new(red, blue, "")
}

#[test]
fn whoever_charges_an_elephant_is_touched_first() {
    proves!(rule::ELEPHANT_PANIC);
    let mut small = against(&[unit("greek.hoplite", 16, 36.0, 22.0, 0.0, "")], &[elephant(36.0, 30.0)]);
    small.done(Side::Red, &[]);
    small.charge(Side::Red, 0, 2, &[]);
    // It stands; six dice of the touch, eight of the hoplites; then terror at the end of the turn.
    small.choose(Side::Blue, 0, &[]);
    let journal = small.done(Side::Red, &[1; 16]);
    let blows = blows(&journal);
    assert!(blows[0].starts_with("Elephants (B1)") && blows[0].contains("6 dice at 4+"), "{blows:?}");
    assert!(cites(&journal, rule::ELEPHANT_PANIC), "{}", told(&journal));
}

#[test]
fn when_two_elephants_meet_the_chargers_touch_comes_first() {
    let charger = unit("carthaginian.elephant", 1, 36.0, 24.0, 0.0, "");
    let mut small = against(&[charger], &[elephant(36.0, 30.0)]);
    small.done(Side::Red, &[]);
    small.charge(Side::Red, 0, 2, &[]);
    small.choose(Side::Blue, 0, &[]);
    let journal = small.done(Side::Red, &[1; 12]);
    let blows = blows(&journal);
    assert_eq!(blows.len(), 2, "each strikes once: {blows:?}");
    assert!(blows[0].contains("(R1) struck") && blows[1].contains("(B1) struck"), "{blows:?}");
}

#[test]
fn fire_missiles_madden_an_elephant_even_when_they_miss() {
    proves!(rule::ELEPHANT_FLAME);
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
fn a_slain_elephant_falls_on_its_friends() {
    proves!(rule::ELEPHANT_FALL, rule::FC_NUMBER);
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
    proves!(rule::ELEPHANT_LIVES, rule::ELEPHANT_WOUNDED);
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
    proves!(rule::ELEPHANT_FLAME_NEAR);
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

#[test]
fn an_elephant_is_tested_at_two_lives_and_at_one_with_a_die_more() {
    proves!(rule::ELEPHANT_WOUNDED, rule::BREAK_DICE_BELOW_HALF);
    for (lives, test) in [(4, &[][..]), (3, &[4, 4]), (2, &[4, 4, 4])] {
        let red = [unit("greek.archer", 4, 36.0, 20.0, 0.0, "")];
        let mut small = Small::marked(&red, &[elephant(36.0, 30.0)], "", &[(2, state::MEN, lives)]);
        let journal = small.play(Side::Red, shoot(0, 0, 0), &[&[4, 1, 1, 1, 1], test].concat());
        assert_eq!(cites(&journal, rule::ELEPHANT_WOUNDED), !test.is_empty(), "{}", told(&journal));
        assert_eq!(cites(&journal, rule::BREAK_DICE_BELOW_HALF), lives == 2);
    }
}

#[test]
fn the_touch_is_the_same_for_all_unless_the_house_lets_charge_and_face_count() {
    for (house, dice, blow) in
        [("", 6, "6 dice at 4+"), ("house = { elephant_modifiers = true }", 7, "7 dice at 2+")]
    {
        let red = [unit("greek.hoplite", 16, 36.0, 22.0, 180.0, "")];
        let mut small = Small::new(&red, &[elephant(36.0, 30.0)], house);
        // The hoplites show their backs, and fear what stands behind them at the end of their turn.
        small.done(Side::Red, &[]);
        small.done(Side::Red, &[1, 1]);
        small.done(Side::Blue, &[]);
        small.charge(Side::Blue, 2, 0, &[]);
        let journal = small.done(Side::Blue, &[1; 11][..dice + 4]);
        assert!(blows(&journal)[0].contains(blow), "{}", told(&journal));
    }
}

#[test]
fn elephants_neither_panic_nor_mind_the_loss_of_friends() {
    let gauls = |men: u16, y: f64| unit("carthaginian.gaul", men, 36.0, y, 180.0, "");
    let blue = [gauls(4, 38.0), elephant(40.0, 38.0), gauls(16, 42.0)];
    let mut small =
        Small::marked(&[unit("greek.archer", 4, 36.0, 20.0, 0.0, "")], &blue, "", &[(4, state::BROKEN, 1)]);
    // The loss of four Gauls is felt by nobody: the others are broken.
    let journal = small.play(Side::Red, shoot(0, 0, 0), &[3; 4]);
    assert_eq!(small.place(2), Place::Destroyed, "{}", told(&journal));
    small.done(Side::Red, &[]);
    // The broken run by the elephant and do not rally.
    small.done(Side::Blue, &[]);
    small.done(Side::Blue, &[]);
    assert!(small.board().within(UnitId(3), UnitId(4), 8.0));
    small.choose(Side::Blue, 2, &[]);
    assert!(!small.board().is_berserk(UnitId(3)));
}

#[test]
fn the_death_of_the_generals_maddens_an_elephant_on_a_five() {
    proves!(rule::ELEPHANT_BREAK_NUMBER);
    for (die, mad) in [(4, false), (5, true)] {
        let led = unit("carthaginian.mercenary_hoplite", 16, 36.0, 40.0, 180.0, ", general = true");
        let mut small =
            against(&[unit("greek.archer", 4, 36.0, 20.0, 0.0, "")], &[led, elephant(60.0, 40.0)]);
        let journal = small.play(Side::Red, shoot(0, 0, 0), &[6, 1, 1, 1, 6, 1, 1, 1, die, 1, 1]);
        assert!(cites(&journal, rule::ELEPHANT_BREAK_NUMBER));
        assert_eq!(small.board().is_berserk(UnitId(3)), mad, "{}", told(&journal));
    }
}

#[test]
fn three_shoot_from_an_elephant_while_it_lives_and_never_fire() {
    proves!(rule::ELEPHANT_CREW);
    let red = [unit("greek.hoplite", 16, 36.0, 18.0, 0.0, "")];
    let mut small = Small::marked(&red, &[elephant(36.0, 30.0)], "", &[(2, state::MEN, 1)]);
    small.pass(Side::Red);
    let Form::Sheet { picks, .. } = declarations(&small.board()) else { panic!("a sheet is asked for") };
    let own = picks.iter().filter(|pick| pick.unit == Some(UnitId(2)));
    assert!(own.flat_map(|pick| &pick.options).all(|option| option.rule != rule::FLAME_PREPARE));
    let still = Command::Sheet { lines: Vec::new(), picks: vec![(0, OptionId(1)), (1, OptionId(0))] };
    let journal = small.play(Side::Blue, still, &[1; 3]);
    assert!(told(&journal).contains("3 dice at 4+"), "{}", told(&journal));
}

#[test]
fn a_charger_on_whom_the_slain_elephant_falls_does_not_go_on() {
    let red = [unit("greek.peltast", 12, 36.0, 26.0, 0.0, "")];
    let mut small = Small::marked(&red, &[elephant(36.0, 30.0)], "", &[(2, state::MEN, 1)]);
    small.done(Side::Red, &[]);
    small.charge(Side::Red, 0, 2, &[]);
    // One javelin kills; it falls six inches south, half of them die, and they break.
    let faces = [&[5][..], &[1; 11], &[1], &[4, 1, 6], &[4; 6], &[1; 6], &[4, 1]].concat();
    let journal = small.choose(Side::Blue, 0, &faces);
    assert!(small.board().is_broken(UnitId(0)), "{}", told(&journal));
    assert_eq!(small.at(0), (36.0, 26.0, 180.0));
}
