//! Volleys, generals in danger, ballistae and fire.

use crate::small::{Small, cites, rulings, shoot, told, unit};
use testudo_toms::rule;
use umpire::{Command, OptionId, Place, Side, UnitId};

fn archers(x: f64, y: f64, men: u16) -> String {
    unit("greek.archer", men, x, y, 0.0, "")
}

#[test]
fn steady_archers_need_one_less_and_a_second_six_kills_the_general() {
    let blue = [unit("persian.spearman", 16, 36.0, 40.0, 180.0, ", general = true")];
    let mut small = Small::new(&[archers(36.0, 20.0, 4)], &blue, "");
    // Two sixes are thrown again: one more six kills the general, the other die still kills a man, unsaved.
    let journal = small.play(Side::Red, shoot(0, 0, 0), &[6, 6, 3, 2, 6, 6, 1, 5, 1, 1, 1, 1]);
    assert!(
        told(&journal).contains("4 dice at 3+, 3 kills, 2 lost, the general killed"),
        "{}",
        told(&journal)
    );
    assert_eq!(small.men(2), 14);
    assert!(!small.board().general(UnitId(2)));
    assert!(cites(&journal, rule::SHOOT_STEADY) && cites(&journal, rule::GENERAL_HIT));
}

#[test]
fn when_the_last_general_dies_everyone_tests() {
    let blue = [
        unit("persian.spearman", 16, 36.0, 40.0, 180.0, ", general = true"),
        unit("persian.spearman", 16, 10.0, 40.0, 180.0, ""),
    ];
    let mut small = Small::new(&[archers(36.0, 20.0, 4)], &blue, "");
    // Three units with no general near: two dice each.
    let journal = small.play(Side::Red, shoot(0, 0, 0), &[6, 1, 1, 1, 6, 3, 3, 3, 3, 3, 4]);
    let tests = rulings(&journal).into_iter().filter(|r| r.rule == rule::BREAK_WHEN_GENERALS).count();
    assert_eq!(tests, 3, "{}", told(&journal));
    assert!(small.board().is_broken(UnitId(4)) && !small.board().is_broken(UnitId(2)));
}

#[test]
fn a_volley_at_a_target_gone_is_wasted_and_others_screen_it() {
    let blue = [
        unit("persian.spearman", 16, 36.0, 40.0, 180.0, ""),
        unit("persian.spearman", 16, 36.0, 36.0, 180.0, ""),
    ];
    let mut small = Small::new(&[archers(36.0, 20.0, 4), archers(66.0, 20.0, 4)], &blue, "");
    let picks = vec![(0, OptionId(2)), (1, OptionId(0)), (2, OptionId(2)), (3, OptionId(0))];
    small.play(Side::Red, Command::Sheet { lines: Vec::new(), picks }, &[]);
    // The first shoots over the nearer spears: a die less. The second is out of range.
    let journal = small.choose(Side::Red, 2, &[1, 1, 1]);
    assert!(
        told(&journal).contains("3 dice at 3+") && cites(&journal, rule::SHOOT_OVER),
        "{}",
        told(&journal)
    );
    let wasted = rulings(&journal).into_iter().find(|r| r.text.contains("wasted")).expect("one is wasted");
    assert!(wasted.also.contains(&rule::SHOOT_RANGE));
}

#[test]
fn walls_and_woods_obscure() {
    let terrain = "[terrain]\npieces = [{ kind = \"obstacle\", polygon = [[30, 38], [42, 38], [42, 38.2], [30, 38.2]] }]\n";
    let blue = [unit("persian.spearman", 16, 36.0, 40.0, 180.0, "")];
    let mut small = Small::new(&[archers(36.0, 20.0, 4)], &blue, terrain);
    let journal = small.play(Side::Red, shoot(0, 0, 0), &[3, 1, 1, 1, 5]);
    assert!(told(&journal).contains("1 kill, 1 saved, 0 lost"), "{}", told(&journal));
    assert!(cites(&journal, rule::SHOOT_OBSCURED));
}

#[test]
fn a_bolt_that_misses_flies_on_and_two_ones_cost_a_crewman() {
    let red = [unit("greek.ballista", 1, 36.0, 10.0, 0.0, "")];
    let blue = [
        unit("persian.spearman", 16, 36.0, 30.0, 180.0, ""),
        unit("persian.spearman", 16, 36.0, 34.0, 180.0, ""),
    ];
    let mut small = Small::new(&red, &blue, "");
    let journal = small.play(Side::Red, shoot(0, 0, 0), &[1, 1, 6, 6, 3, 6]);
    assert_eq!((small.men(2), small.men(3), small.men(0)), (16, 14, 3), "{}", told(&journal));
    for rule in [rule::BALLISTA_MISS, rule::BALLISTA_PASS, rule::BALLISTA_BACKFIRE, rule::BALLISTA_PIERCE] {
        assert!(cites(&journal, rule), "{rule}");
    }
    // Having shot it cannot move.
    let no = small.refused(Side::Red, &crate::small::march(0, &[crate::small::ahead(2.0)]));
    assert_eq!(no[0].rule, rule::SHOOT_STEADY);
}

#[test]
fn fire_burns_at_once_and_in_every_turn() {
    let blue = [unit("persian.spearman", 16, 36.0, 30.0, 180.0, ", general = true")];
    let mut small = Small::new(&[archers(36.0, 20.0, 4)], &blue, "");
    small.play(Side::Red, Command::Sheet { lines: Vec::new(), picks: vec![(0, OptionId(1))] }, &[]);
    let no = small.refused(Side::Red, &crate::small::march(0, &[crate::small::ahead(2.0)]));
    assert_eq!(no[0].rule, rule::FLAME_PREPARE);
    small.done(Side::Red, &[]);
    small.done(Side::Blue, &[]);
    small.done(Side::Blue, &[]);
    // Fire, standing still: one kill, saved, sets them alight; the die shows 3 and burns with three dice.
    let fire = Command::Sheet { lines: Vec::new(), picks: vec![(0, OptionId(2)), (1, OptionId(3))] };
    // A six that burns is not thrown again: fire does not threaten the general.
    let journal = small.play(Side::Red, fire, &[3, 1, 1, 1, 6, 6, 6, 1, 1]);
    assert_eq!((small.men(2), small.board().fire(UnitId(2))), (15, 2), "{}", told(&journal));
    assert!(cites(&journal, rule::FLAME_DICE) && cites(&journal, rule::BREAK_WHEN_FIRE));
    small.done(Side::Red, &[]);
    let journal = small.done(Side::Blue, &[4, 4]);
    assert_eq!((small.men(2), small.board().fire(UnitId(2))), (13, 1), "{}", told(&journal));
    assert!(cites(&journal, rule::FLAME_TICK) && cites(&journal, rule::FLAME_BURN));
}

#[test]
fn a_unit_shot_to_pieces_is_destroyed() {
    let mut small =
        Small::new(&[archers(36.0, 20.0, 8)], &[unit("persian.spearman", 4, 36.0, 40.0, 180.0, "")], "");
    small.play(Side::Red, shoot(0, 0, 0), &[6, 6, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert_eq!(small.place(2), Place::Destroyed);
}
