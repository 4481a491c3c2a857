//! Shooting: range, what screens and obscures a target, and volleys that are wasted.

use crate::board::state;
use crate::rule;
use crate::tests::table::small::{
    Small, ahead, charge, cites, label, land, march, rulings, shoot, terrain, told, turn, unit, wasted_by,
};
use ruling::proves;
use umpire::{Command, Entry, OptionId, Side, UnitId};

fn archers(y: f64) -> String {
    unit("greek.archer", 4, 36.0, y, 0.0, "")
}

fn levy(y: f64) -> String {
    unit("persian.spearman", 16, 36.0, y, 180.0, "")
}

/// Four steady archers at the first of some units of spears, with shields of 6.
fn volley(blue: &[String], pieces: &[String], faces: &[u8]) -> Vec<Entry> {
    Small::new(&[archers(20.0)], blue, &terrain(pieces)).play(Side::Red, shoot(0, 0, 0), faces)
}

#[test]
fn cover_counts_once_and_a_screen_near_the_target_costs_no_die() {
    // Spears 0.7 inches before the target and a wall between them: the shield saves one better, not two.
    let wall = land("obstacle", [30.0, 35.0, 42.0, 35.1]);
    let journal = volley(&[levy(36.0), levy(34.0)], &[wall], &[3, 3, 1, 1, 5, 4]);
    assert!(told(&journal).contains("4 dice at 3+: 2 kills, 1 saved; 1 fell"), "{}", told(&journal));
    assert!(!cites(&journal, rule::SHOOT_OVER));
}

#[test]
fn a_screen_just_two_inches_away_obscures_and_one_farther_away_costs_a_die() {
    let journal = volley(&[levy(36.0), levy(32.7)], &[], &[3, 1, 1, 1, 5]);
    assert!(told(&journal).contains("4 dice at 3+: 1 kill, 1 saved"), "{}", told(&journal));
    let journal = volley(&[levy(36.0), levy(32.69)], &[], &[3, 1, 1, 5]);
    assert!(told(&journal).contains("3 dice at 3+: 1 kill; 1 fell"), "{}", told(&journal));
    // However many units are shot over, it is one die; a single man has none left.
    let journal = volley(&[levy(36.0), levy(32.0), levy(29.0)], &[], &[1; 3]);
    assert!(told(&journal).contains("3 dice at 3+"), "{}", told(&journal));
    let blue = [levy(36.0), levy(32.0)];
    let mut small = Small::marked(&[archers(20.0)], &blue, "", &[(0, state::MEN, 1)]);
    let journal = small.play(Side::Red, shoot(0, 0, 0), &[]);
    assert!(told(&journal).contains("no dice"), "{}", told(&journal));
}

#[test]
fn a_hill_obscures_unless_the_target_is_on_it_and_a_ditch_even_then() {
    let piece = |kind: &str, north: f64| land(kind, [30.0, 32.0, 42.0, north]);
    for (terrain, saved) in [
        (piece("hill", 34.5), true),
        (piece("hill", 33.3), false),
        (piece("hill", 40.0), false),
        (piece("obstacle", 40.0), true),
        (piece("rough", 34.5), false),
    ] {
        let journal = volley(&[levy(36.0)], std::slice::from_ref(&terrain), &[3, 1, 1, 1, 5]);
        assert_eq!(told(&journal).contains("1 saved"), saved, "{terrain} {}", told(&journal));
    }
}

#[test]
fn height_and_woods_change_the_range() {
    proves!(rule::SHOOT_RANGE, rule::HILL_RANGE, rule::HILL_UP, rule::WOODS_RANGE, rule::HILL_LEVEL);
    /// The volley at spears so far away, the archers and the spears on some ground.
    fn at(gap: f64, mine: &str, theirs: &str) -> Vec<Entry> {
        let y = 10.65 + gap + 0.65;
        let pieces = [land(mine, [30.0, 5.0, 42.0, 15.0]), land(theirs, [30.0, y - 1.5, 42.0, 47.0])];
        let faces: &[u8] = if gap.fract() == 0.0 { &[1; 4] } else { &[] };
        let mut small = Small::new(&[archers(10.0)], &[levy(y)], &terrain(&pieces));
        small.play(Side::Red, shoot(0, 0, 0), faces)
    }
    for (mine, theirs, reach) in [
        ("rough", "rough", 24.0),
        ("hill", "rough", 28.0),
        ("hill", "hill", 24.0),
        ("rough", "hill", 22.0),
        ("rough", "wood", 22.0),
        ("rough", "wooded_hill", 20.0),
    ] {
        let journal = at(reach, mine, theirs);
        assert!(told(&journal).contains("4 dice"), "{mine} {theirs} {}", told(&journal));
        assert!(wasted_by(&at(reach + 0.01, mine, theirs), rule::SHOOT_RANGE), "{mine} {theirs}");
    }
}

#[test]
fn who_breaks_before_its_volley_wastes_it() {
    proves!(rule::BROKEN_LIMITS);
    let marks = [(0, state::MEN, 2), (0, state::FIRE, 1)];
    let mut small = Small::marked(&[archers(20.0)], &[levy(36.0)], "", &marks);
    // It burns, loses a man, and breaks below half its strength.
    let journal = small.play(Side::Red, shoot(0, 0, 0), &[4, 4, 1, 1]);
    assert!(
        small.board().is_broken(UnitId(0)) && wasted_by(&journal, rule::BROKEN_LIMITS),
        "{}",
        told(&journal)
    );
}

#[test]
fn a_late_volley_at_whom_a_friend_has_charged_is_wasted() {
    proves!(rule::SHOOT_MELEE);
    let red = [archers(14.0), unit("greek.hoplite", 16, 36.0, 28.0, 0.0, "")];
    let mut small = Small::new(&red, &[levy(36.0)], "");
    small.play(Side::Red, shoot(0, 0, 2), &[]);
    small.charge(Side::Red, 1, 3, &[]);
    let journal = small.done(Side::Red, &[1; 12]);
    assert!(wasted_by(&journal, rule::SHOOT_MELEE), "{}", told(&journal));
}

#[test]
fn who_aims_does_not_even_turn_and_who_shoots_early_may_move_but_not_charge() {
    proves!(rule::SHOOT_STEADY, rule::TURN_CHOICE);
    let mut small = Small::new(&[archers(20.0)], &[levy(36.0)], "");
    small.play(Side::Red, shoot(0, 0, 0), &[1; 4]);
    assert_eq!(small.why_not(Side::Red, &march(0, &[turn(10.0)])), rule::SHOOT_STEADY);
    let mut small = Small::new(&[archers(20.0)], &[levy(36.0)], "");
    let journal = small.play(Side::Red, shoot(0, 0, 1), &[1; 4]);
    assert!(told(&journal).contains("4 dice at 4+"), "{}", told(&journal));
    assert_eq!(small.why_not(Side::Red, &charge(0, 2)), rule::TURN_CHOICE);
    small.play(Side::Red, march(0, &[turn(10.0), ahead(2.0)]), &[]);
}

#[test]
fn raised_pikes_help_while_men_stand_behind_the_third_line_but_not_from_behind() {
    proves!(rule::SHOOT_PIKES);
    for (men, facing, saves, saved) in [(13, 0.0, &[5][..], 1), (12, 0.0, &[5], 0), (13, 180.0, &[], 0)] {
        let red = [unit("macedonian.phalangite", men, 36.0, 20.0, facing, "")];
        let bows = [unit("persian.archer", 4, 36.0, 36.0, 180.0, "")];
        let mut small = Small::new(&red, &bows, "");
        small.pass(Side::Red);
        let journal = small.play(Side::Blue, shoot(0, 0, 0), &[&[4, 1, 1, 1], saves].concat());
        assert!(told(&journal).contains("4 dice at 4+: 1 kill"), "{}", told(&journal));
        assert_eq!(small.men(0), men - 1 + saved, "{men} {facing} {}", told(&journal));
    }
}

#[test]
fn each_unit_shoots_once_in_an_order_of_the_players_choice() {
    proves!(rule::SHOOT_ONCE, rule::TURN_ORDER);
    let red = [archers(20.0), unit("greek.archer", 4, 30.0, 20.0, 0.0, "")];
    let mut small = Small::new(&red, &[levy(28.0)], "");
    assert_eq!(small.why_not(Side::Red, &Command::Choose(OptionId(0))), rule::TURN_ORDER);
    let picks = (0..2).flat_map(|unit| [(2 * unit, OptionId(2)), (2 * unit + 1, OptionId(1))]).collect();
    small.play(Side::Red, Command::Sheet { lines: Vec::new(), picks }, &[]);
    assert_eq!(small.why_not(Side::Red, &Command::Choose(OptionId(3))), rule::SHOOT_ONCE);
    // The second shoots first; then the first is the only one left and shoots by itself.
    let journal = small.choose(Side::Red, 1, &[1; 8]);
    let shots: Vec<&str> = rulings(&journal).iter().map(|r| label(&r.text)).collect();
    assert_eq!(shots, ["R2", "R1"]);
}
