//! Break tests, panic and rallies.

use crate::board::state::{self, Face};
use crate::rule;
use crate::tests::table::small::{Small, cites, contact, land, rulings, shoot, terrain, told, unit};
use ruling::proves;
use umpire::{Place, Side, UnitId};

fn archers(men: u16) -> String {
    unit("greek.archer", men, 36.0, 20.0, 0.0, "")
}

fn gauls(men: u16, x: f64, y: f64) -> String {
    unit("persian.spearman", men, x, y, 180.0, "")
}

#[test]
fn exactly_half_tests_with_fewer_dice_than_below_half() {
    proves!(rule::BREAK_WHEN_HALF, rule::BREAK_DICE_CONDITION);
    let mut small = Small::new(&[archers(8)], &[gauls(8, 36.0, 40.0)], "");
    // Four killed and none saved: at half, one die for the cause and one for want of a general.
    let journal = small.play(Side::Red, shoot(0, 0, 0), &[6, 6, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 3, 3]);
    assert!(cites(&journal, rule::BREAK_WHEN_HALF) && !cites(&journal, rule::BREAK_DICE_BELOW_HALF));
    assert!(!small.board().is_broken(UnitId(2)), "{}", told(&journal));
    let mut small = Small::new(&[archers(8)], &[gauls(8, 36.0, 40.0)], "");
    let journal = small.play(Side::Red, shoot(0, 0, 0), &[6, 6, 6, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 3, 3, 4]);
    assert!(
        cites(&journal, rule::BREAK_DICE_BELOW_HALF) && small.board().is_broken(UnitId(2)),
        "{}",
        told(&journal)
    );
    // It has turned about.
    assert_eq!(small.at(2), (36.0, 40.0, 0.0));
}

#[test]
fn broken_friends_bring_panic_at_the_end_of_the_turn_but_auxiliaries_do_not() {
    proves!(rule::BREAK_WHEN_BROKEN_FRIEND, rule::PANIC_NUMBER);
    for (auxiliary, tests) in [(false, 1), (true, 0)] {
        let red =
            [unit("greek.hoplite", 16, 36.0, 20.0, 0.0, ""), unit("greek.hoplite", 16, 40.0, 26.0, 0.0, "")];
        let mut small = Small::of(&red, &[gauls(16, 36.0, 47.0)], "persian", "", |_, marks| {
            marks.push((UnitId(0), state::BROKEN, 1));
            marks.push((UnitId(0), state::AUXILIARY, i16::from(auxiliary)));
        });
        small.done(Side::Red, &[]);
        // The broken unit has fled north by itself; nobody else moves, and it does not rally.
        small.done(Side::Red, &[]);
        let dice: &[u8] = if auxiliary { &[1] } else { &[1, 1, 1] };
        let journal = small.choose(Side::Red, 1, dice);
        let panics =
            rulings(&journal).into_iter().filter(|r| r.rule == rule::BREAK_WHEN_BROKEN_FRIEND).count();
        assert_eq!(panics, tests, "{}", told(&journal));
    }
}

#[test]
fn a_rally_needs_a_five_and_no_losses() {
    proves!(rule::RALLY_NUMBER);
    let red = [unit("greek.hoplite", 16, 36.0, 20.0, 180.0, "")];
    let mut small = Small::of(&red, &[gauls(16, 36.0, 47.0)], "persian", "", |_, marks| {
        marks.push((UnitId(0), state::BROKEN, 1));
    });
    let journal = small.done(Side::Red, &[]);
    assert!(told(&journal).contains("Hoplite (R1) fled"));
    assert_eq!(small.at(0), (36.0, 10.0, 180.0));
    small.done(Side::Red, &[]);
    let journal = small.choose(Side::Red, 0, &[5]);
    assert!(cites(&journal, rule::RALLY_NUMBER) && !small.board().is_broken(UnitId(0)), "{}", told(&journal));
}

#[test]
fn the_destruction_of_a_friend_is_felt_within_eight_inches() {
    proves!(rule::BREAK_WHEN_FRIEND_DESTROYED, rule::FC_NUMBER);
    let blue = [gauls(4, 36.0, 40.0), gauls(16, 40.0, 40.0), gauls(16, 56.0, 40.0)];
    let mut small = Small::new(&[archers(8)], &blue, "");
    let journal = small.play(Side::Red, shoot(0, 0, 0), &[6, 6, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 3, 4]);
    let tests: Vec<_> =
        rulings(&journal).into_iter().filter(|r| r.rule == rule::BREAK_WHEN_FRIEND_DESTROYED).collect();
    assert_eq!(tests.len(), 1, "{}", told(&journal));
    assert!(tests[0].also.contains(&rule::FC_NUMBER) && small.board().is_broken(UnitId(3)));
}

#[test]
fn panic_goes_no_further_in_the_same_turn_unless_the_house_says_so() {
    proves!(rule::BREAK_PANIC_STEP);
    for (house, dice) in [("", &[6, 1][..]), ("[house]\npanic_chain = true\n", &[6, 1, 1, 1][..])] {
        let red = [
            unit("greek.hoplite", 16, 36.0, 30.0, 180.0, ""),
            unit("greek.hoplite", 16, 44.0, 20.0, 0.0, ""),
            unit("greek.hoplite", 16, 53.0, 20.0, 0.0, ""),
        ];
        let mut small = Small::of(&red, &[gauls(16, 36.0, 47.0)], "persian", house, |_, marks| {
            marks.push((UnitId(0), state::BROKEN, 1));
        });
        small.done(Side::Red, &[]);
        small.done(Side::Red, &[]);
        // Nobody tries to rally; the second breaks, and the third is near it alone.
        let journal = small.choose(Side::Red, 2, dice);
        assert!(small.board().is_broken(UnitId(1)), "{}", told(&journal));
        assert!(cites(&journal, rule::BREAK_PANIC_STEP) && !small.board().is_broken(UnitId(2)));
    }
}

#[test]
fn a_general_is_as_near_as_his_unit() {
    proves!(rule::GENERAL_REACH, rule::BREAK_DICE_NO_GENERAL);
    for (x, dice) in [(46.0, &[3][..]), (46.01, &[3, 3][..])] {
        let general = unit("persian.spearman", 16, x, 40.0, 180.0, ", general = true");
        let mut small = Small::new(&[archers(8)], &[gauls(8, 36.0, 40.0), general], "");
        let faces = [&[6, 6, 6, 6, 1, 1, 1, 1][..], &[1, 1, 1, 1], dice].concat();
        let journal = small.play(Side::Red, shoot(0, 0, 0), &faces);
        assert!(cites(&journal, rule::GENERAL_REACH));
        assert_eq!(cites(&journal, rule::BREAK_DICE_NO_GENERAL), dice.len() == 2, "{}", told(&journal));
    }
}

/// Four steady kills at a unit of camels, who have no shields, and what follows.
fn camels_shot(more: &str, faces: &[u8]) -> (Small, Vec<umpire::Entry>) {
    let camels = unit("persian.arabian_camel", 4, 36.0, 40.0, 180.0, more);
    let mut small = Small::new(&[archers(8)], &[camels, gauls(16, 40.0, 40.0)], "");
    let journal = small.play(Side::Red, shoot(0, 0, 0), &[&[4, 4, 4, 4, 1, 1, 1, 1], faces].concat());
    assert_eq!(small.place(2), Place::Destroyed);
    (small, journal)
}

#[test]
fn destroyed_auxiliaries_are_felt_as_panic() {
    proves!(rule::AUX_FC);
    let (small, journal) = camels_shot("", &[4, 4]);
    assert!(cites(&journal, rule::AUX_FC) && !small.board().is_broken(UnitId(3)), "{}", told(&journal));
    let (small, journal) = camels_shot("", &[4, 5]);
    assert!(small.board().is_broken(UnitId(3)), "{}", told(&journal));
}

#[test]
fn of_several_causes_the_one_most_easily_failed_is_tested_once() {
    proves!(rule::GENERAL_LOST, rule::BREAK_EVENT);
    // The last general is lost with the camels, which counts as killed: a 4 breaks now. The archers far away test too.
    let (small, journal) = camels_shot(", general = true", &[4, 1, 3, 3]);
    assert!(small.board().is_broken(UnitId(3)) && !small.board().is_broken(UnitId(4)), "{}", told(&journal));
    assert!(cites(&journal, rule::GENERAL_LOST) && !cites(&journal, rule::AUX_FC));
}

#[test]
fn the_last_general_or_all_of_the_battle_in_one_turn() {
    proves!(rule::BREAK_WHEN_GENERALS);
    for (house, dice) in [("house = { last_general = \"last_one\" }", &[3; 6][..]), ("", &[])] {
        let generals = [(2, state::GENERAL, 1), (3, state::GENERAL, 1)];
        let blue = [gauls(16, 36.0, 40.0), gauls(16, 48.0, 40.0)];
        let mut small = Small::marked(&[archers(4)], &blue, house, &generals);
        let kill = [6, 1, 1, 1, 6];
        small.play(Side::Red, shoot(0, 0, 0), &kill);
        small.done(Side::Red, &[]);
        small.pass(Side::Blue);
        let journal = small.play(Side::Red, shoot(0, 1, 0), &[&kill, dice].concat());
        assert_eq!(cites(&journal, rule::BREAK_WHEN_GENERALS), !dice.is_empty(), "{}", told(&journal));
    }
}

#[test]
fn all_generals_of_the_battle_killed_in_one_turn_frighten_under_either_rule() {
    proves!(rule::BREAK_WHEN_GENERALS);
    for house in ["", "house = { last_general = \"last_one\" }"] {
        let blue = [unit("persian.spearman", 16, 36.0, 40.0, 180.0, ", general = true")];
        let mut small = Small::new(&[archers(4)], &blue, house);
        let journal = small.play(Side::Red, shoot(0, 0, 0), &[6, 1, 1, 1, 6, 3, 3, 3, 3]);
        assert!(cites(&journal, rule::BREAK_WHEN_GENERALS), "{}", told(&journal));
    }
}

#[test]
fn a_general_who_fled_was_not_killed() {
    let red = [unit("greek.hoplite", 16, 36.0, 20.0, 0.0, "")];
    let blue = [gauls(16, 20.0, 46.0).replace("180.0", "0.0"), gauls(16, 36.0, 21.3)];
    let mut small = Small::of(&red, &blue, "persian", "house = { army_break = 100 }", |phase, marks| {
        phase.contacts.push(contact(0, 3, Face::Front));
        marks.extend(
            [(2, state::BROKEN), (2, state::GENERAL), (3, state::GENERAL)].map(|(id, m)| (UnitId(id), m, 1)),
        );
    });
    small.done(Side::Red, &[]);
    small.done(Side::Red, &[1; 13]);
    // In the Persian turn one general leaves the table, and the other falls to a second six: nobody tests.
    small.done(Side::Blue, &[]);
    assert_eq!(small.place(2), Place::Fled);
    let journal = small.done(Side::Blue, &[&[1; 5][..], &[6, 1, 1, 1, 1, 1, 1, 1], &[6]].concat());
    assert!(!small.board().general(UnitId(3)), "{}", told(&journal));
}

#[test]
fn a_wooded_hill_steadies_once() {
    proves!(rule::BREAK_DICE_COVER);
    let hill = terrain(&[land("wooded_hill", [30.0, 38.0, 42.0, 44.0])]);
    let mut small = Small::new(&[archers(8)], &[gauls(8, 36.0, 39.0)], &hill);
    let journal = small.play(Side::Red, shoot(0, 0, 0), &[6, 6, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 3]);
    assert!(cites(&journal, rule::BREAK_DICE_COVER), "{}", told(&journal));
}

#[test]
fn a_general_in_the_unit_takes_a_die_away_and_without_dice_it_holds() {
    proves!(rule::BREAK_PASS, rule::BREAK_DICE_GENERAL_PRESENT);
    for (kills, test) in [(4, &[][..]), (5, &[3])] {
        let led = unit("persian.spearman", 8, 36.0, 40.0, 180.0, ", general = true");
        let mut small = Small::new(&[archers(8)], &[led], "");
        let faces = [&[5; 5][..kills], &[1; 8][kills..], &[1; 5][..kills], test].concat();
        let journal = small.play(Side::Red, shoot(0, 0, 0), &faces);
        assert_eq!(cites(&journal, rule::BREAK_PASS), test.is_empty(), "{}", told(&journal));
        assert!(cites(&journal, rule::BREAK_DICE_GENERAL_PRESENT));
    }
}

#[test]
fn from_half_on_every_loss_is_tested_but_no_saved_one_and_none_of_the_broken() {
    proves!(rule::BREAK_WHEN_CASUALTIES);
    let half = (2, state::MEN, 4);
    for (marks, save, test) in
        [(vec![half], 5, &[3, 3, 3][..]), (vec![half], 6, &[]), (vec![half, (2, state::BROKEN, 1)], 5, &[])]
    {
        let mut small = Small::marked(&[archers(4)], &[gauls(8, 36.0, 40.0)], "", &marks);
        let journal = small.play(Side::Red, shoot(0, 0, 0), &[&[3, 1, 1, 1, save], test].concat());
        assert_eq!(cites(&journal, rule::BREAK_WHEN_CASUALTIES), !test.is_empty(), "{}", told(&journal));
    }
}
