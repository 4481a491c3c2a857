//! Melees that go on, and blows at troops that have broken.

use crate::board::state::{self, Face};
use crate::movement::check::HOLDFAST;
use crate::rule;
use crate::shooting::declare;
use crate::tests::table::small::{
    Small, ahead, blows, charge, cites, contact, label, march, told, turn, unit,
};
use ruling::proves;
use umpire::{Command, Side, UnitId};

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
    proves!(rule::MELEE_CONTINUE, rule::MELEE_FLANK_STAYS);
    let mut small = locked("");
    // The active side strikes first now, and the gain of charging is gone.
    let journal = small.done(Side::Blue, &ONES[..12]);
    let blows = blows(&journal);
    assert!(blows[0].contains("(B1) struck") && blows[1].contains("8 dice at 3+"), "{blows:?}");
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
    proves!(rule::MELEE_BROKEN, rule::KILL_BELOW2, rule::KILL_REAR, rule::KILL_SUM);
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
    assert!(
        told(&journal).contains("Hoplite (R1) struck Spearmen (B1) with 9 dice at 2+"),
        "{}",
        told(&journal)
    );
    assert!(cites(&journal, rule::MELEE_BROKEN) && cites(&journal, rule::KILL_BELOW2));
    let faces: Vec<Face> = small.battle.phase().contacts.iter().map(|c| c.charged_face).collect();
    assert_eq!(faces, [Face::Rear, Face::Side]);
}

#[test]
fn bow_cavalry_is_infantry_in_melee_and_cavalry_to_missiles() {
    proves!(rule::MELEE_DISMOUNT);
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
    assert!(text.contains("Javelin cavalry (R1) struck Sakae cavalry (B1) with 4 dice at 2+"), "{text}");
    assert!(text.contains("Sakae cavalry (B1) struck Javelin cavalry (R1) with 4 dice at 5+"), "{text}");
    assert!(cites(&journal, rule::MELEE_DISMOUNT));
}

#[test]
fn holdfast_strikes_first_then_elephants_then_the_active_side_then_the_other() {
    let hoplites = |x: f64, y: f64| unit("greek.hoplite", 16, x, y, 0.0, "");
    let red = [hoplites(36.0, 20.0), hoplites(44.0, 20.0), hoplites(60.0, 12.0)];
    let blue = [
        unit("carthaginian.mercenary_hoplite", 16, 36.0, 28.0, 180.0, ""),
        unit("carthaginian.elephant", 1, 44.0, 28.0, 180.0, ""),
        unit("carthaginian.gaul", 16, 60.0, 14.0, 180.0, ""),
    ];
    let mut small = Small::changed(&red, &blue, "", |phase| {
        // The third hoplites have fought them all since earlier turns, the first two on a flank.
        let fights = [(4, Face::Side), (5, Face::Side), (6, Face::Front)];
        phase.contacts.extend(fights.map(|(enemy, face)| contact(2, enemy, face)));
        phase.states[4].seen.holdfast = true;
    });
    small.done(Side::Red, &[]);
    small.charge(Side::Red, 0, 4, &[]);
    small.charge(Side::Red, 1, 5, &[]);
    // The elephant's crew could shoot even now.
    small.choose(Side::Blue, 0, &[]);
    // Eight of those who hold fast, and six of the elephant at each of two.
    let first = small.done(Side::Red, &ONES[..20]);
    assert!(
        blows(&first)[0].starts_with("Mercenaries - hoplites (B1) struck Hoplite (R1)"),
        "{}",
        told(&first)
    );
    assert!(blows(&first)[2].starts_with("Elephants (B2) struck Hoplite (R2)"), "{}", told(&first));
    // Red chooses among five blows, and takes them as listed; two of its units fear the elephant at the end.
    let rest = small.choose(Side::Red, 5, &ONES[..32]);
    let who: Vec<&str> = blows(&rest).iter().map(|blow| label(blow)).collect();
    assert_eq!(who, ["R1", "R2", "R3", "B3"], "{}", told(&rest));
}

#[test]
fn the_locked_neither_move_nor_turn_nor_charge_nor_hold_fast_nor_shoot() {
    proves!(rule::MELEE_LOCKED);
    let red = [unit("greek.hoplite", 16, 36.0, 20.0, 0.0, ""), unit("greek.archer", 16, 44.0, 20.0, 0.0, "")];
    let levy = |x: f64| unit("persian.spearman", 16, x, 21.3, 180.0, "");
    let blue = [levy(36.0), levy(44.0), levy(40.0)];
    let mut small = Small::changed(&red, &blue, "", |phase| {
        phase.contacts.extend([contact(0, 3, Face::Front), contact(1, 4, Face::Front)]);
    });
    assert_eq!(declare::declarers(&small.board()), [UnitId(2)]);
    small.done(Side::Red, &[]);
    let hold = Command::Move { manner: HOLDFAST, units: vec![UnitId(0)], path: Vec::new() };
    for order in [march(0, &[turn(180.0), ahead(2.0)]), march(0, &[turn(90.0)]), hold, charge(0, 5)] {
        assert_eq!(small.why_not(Side::Red, &order), rule::MELEE_LOCKED, "{order:?}");
    }
}

#[test]
fn whose_only_enemies_are_broken_may_leave_or_strike_them() {
    let start = || {
        let red = [unit("greek.hoplite", 16, 36.0, 20.0, 0.0, "")];
        let blue = [
            unit("persian.spearman", 16, 36.0, 21.3, 0.0, ""),
            unit("persian.spearman", 16, 36.0, 14.0, 0.0, ""),
        ];
        let mut small = Small::of(&red, &blue, "persian", "", |phase, marks| {
            phase.contacts.push(contact(0, 2, Face::Rear));
            marks.push((UnitId(2), state::BROKEN, 1));
        });
        small.done(Side::Red, &[]);
        small
    };
    let mut small = start();
    small.play(Side::Red, march(0, &[turn(180.0), ahead(2.0)]), &[]);
    assert!(!small.board().is_engaged(UnitId(2)));
    let mut small = start();
    small.charge(Side::Red, 0, 3, &[]);
    assert!(!small.board().is_engaged(UnitId(2)) && small.board().is_engaged(UnitId(3)));
    let journal = start().done(Side::Red, &ONES[..8]);
    assert!(blows(&journal)[0].contains("8 dice at 2+"), "{}", told(&journal));
}

#[test]
fn riders_strike_riders_as_well_as_anyone_and_men_on_foot_better() {
    proves!(rule::KILL_CAV_VS_CAV, rule::KILL_CAV_VS_FOOT, rule::MELEE_CAVALRY);
    for (enemy, javelins, mine, theirs) in [
        ("persian.spearman_cavalry", "8 dice at 5+", "8 dice at 3+", "8 dice at 4+"),
        ("persian.spearman", "8 dice at 4+", "8 dice at 2+", "4 dice at 5+"),
    ] {
        let red = [unit("greek.javelin_cavalry", 8, 36.0, 12.0, 0.0, "")];
        let mut small = Small::new(&red, &[unit(enemy, 8, 36.0, 28.0, 180.0, "")], "");
        small.done(Side::Red, &[]);
        let mut thrown =
            small.charge(Side::Red, 0, 2, if enemy.ends_with("cavalry") { &[] } else { &ONES[..8] });
        if enemy.ends_with("cavalry") {
            thrown = small.choose(Side::Blue, 0, &ONES[..8]);
        }
        assert!(told(&thrown).contains(javelins), "{}", told(&thrown));
        let dice = if enemy.ends_with("cavalry") { 16 } else { 12 };
        let journal = small.done(Side::Red, &ONES[..dice]);
        assert!(
            blows(&journal)[0].contains(mine) && blows(&journal)[1].contains(theirs),
            "{}",
            told(&journal)
        );
    }
}

#[test]
fn bow_cavalry_on_foot_meets_infantry_as_infantry() {
    let red = [unit("greek.hoplite", 16, 36.0, 20.0, 0.0, "")];
    let mut small = Small::new(&red, &[unit("persian.caspian_cavalry", 8, 36.0, 28.0, 180.0, "")], "");
    small.done(Side::Red, &[]);
    small.charge(Side::Red, 0, 2, &[]);
    small.choose(Side::Blue, 0, &[]);
    let journal = small.done(Side::Red, &ONES[..12]);
    // No rider's gain for it against men on foot, no loss for them against riders.
    assert!(
        blows(&journal)[0].contains("8 dice at 3+") && blows(&journal)[1].contains("4 dice at 5+"),
        "{}",
        told(&journal)
    );
}
