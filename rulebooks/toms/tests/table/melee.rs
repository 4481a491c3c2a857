//! Melees that go on, and blows at troops that have broken.

use crate::small::{Small, cites, rulings, told, unit};
use testudo_toms::place::Face;
use testudo_toms::rule;
use umpire::{Side, UnitId};

const ONES: [u8; 32] = [1; 32];

/// Hoplites at the side of a levy, the first round fought without a loss, and the levy's side to move.
fn locked(house: &str) -> Small {
    let red = [unit("greek.hoplite", 16, 28.0, 28.0, 90.0, "")];
    let mut small = Small::new(&red, &[unit("persian.spearman", 16, 36.0, 28.0, 180.0, "")], house);
    small.done(Side::Red, &[]);
    small.charge(Side::Red, 0, 2, &[]);
    small.done(Side::Red, &ONES[..12]);
    small.done(Side::Blue, &[]);
    small
}

#[test]
fn a_melee_goes_on_in_the_other_turn_and_the_flank_stays_a_flank() {
    let mut small = locked("");
    // The active side strikes first now, and the gain of charging is gone.
    let journal = small.done(Side::Blue, &ONES[..12]);
    let blows: Vec<&str> =
        rulings(&journal).iter().filter(|r| r.rule == rule::MELEE_ORDER).map(|r| r.text.as_str()).collect();
    assert!(blows[0].starts_with("B1") && blows[1].contains("8 dice at 3+"), "{blows:?}");
    assert!(cites(&journal, rule::MELEE_CONTINUE) && cites(&journal, rule::MELEE_FLANK_STAYS));
}

#[test]
fn with_rounds_in_ones_own_turn_a_melee_may_be_left() {
    let mut small = locked("[house]\nmelee_rounds = \"own_turn\"\n");
    small.done(Side::Blue, &[]);
    // This combat, all, or none.
    let journal = small.choose(Side::Blue, 2, &[]);
    assert!(!cites(&journal, rule::MELEE_ORDER), "{}", told(&journal));
    assert!(small.board().is_engaged(UnitId(0)));
}

#[test]
fn a_broken_unit_shows_its_back_and_does_not_strike() {
    let red =
        [unit("greek.hoplite", 16, 36.0, 20.0, 0.0, ""), unit("greek.hoplite", 16, 28.0, 28.0, 90.0, "")];
    let mut small = Small::new(&red, &[unit("persian.spearman", 8, 36.0, 28.0, 180.0, "")], "");
    small.done(Side::Red, &[]);
    small.charge(Side::Red, 0, 3, &[]);
    small.charge(Side::Red, 1, 3, &[]);
    small.done(Side::Red, &[]);
    // Four of eight fall to the blow on the side, and the levy breaks; those in front now strike its rear with a die
    // more, and it cannot answer.
    let faces = [&[2, 2, 2, 2, 1, 1, 1, 1][..], &ONES[..4], &[4, 1], &ONES[..9]].concat();
    let journal = small.choose(Side::Red, 1, &faces);
    assert!(told(&journal).contains("R1 Hoplite strikes B1 Spearmen: 9 dice at 2+"), "{}", told(&journal));
    assert!(cites(&journal, rule::MELEE_BROKEN) && cites(&journal, rule::KILL_BELOW2));
    let faces: Vec<Face> = small.battle.phase().contacts.iter().map(|c| c.charged_face).collect();
    assert_eq!(faces, [Face::Rear, Face::Side]);
}

#[test]
fn bow_cavalry_is_infantry_in_melee_and_cavalry_to_missiles() {
    let red = [unit("greek.javelin_cavalry", 4, 36.0, 12.0, 0.0, "")];
    let mut small = Small::new(&red, &[unit("persian.sakae_cavalry", 8, 36.0, 28.0, 180.0, "")], "");
    small.done(Side::Red, &[]);
    small.charge(Side::Red, 0, 2, &[]);
    // It stands; javelins need a 5 against riders, blows a 2 against men on foot, who strike with one line of four and
    // need a 5 against riders.
    let journal = small.choose(Side::Blue, 0, &ONES[..4]);
    assert!(told(&journal).contains("4 dice at 5+"), "{}", told(&journal));
    let journal = small.done(Side::Red, &ONES[..8]);
    let text = told(&journal);
    assert!(text.contains("R1 Javelin cavalry strikes B1 Sakae cavalry: 4 dice at 2+"), "{text}");
    assert!(text.contains("B1 Sakae cavalry strikes R1 Javelin cavalry: 4 dice at 5+"), "{text}");
    assert!(cites(&journal, rule::MELEE_DISMOUNT));
}
