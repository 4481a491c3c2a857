//! Broken units: flight through friends, round enemies, off the table; and rallies.

use crate::board::state::{self, Face, Step};
use crate::rule;
use crate::tests::table::small::{Small, contact, land, shoot, terrain, told, unit};
use ruling::proves;
use umpire::{Place, Side, UnitId};

/// No army is beaten by a few who run.
const LAST_MAN: &str = "house = { army_break = 100 }\n";

fn broken(red: &[String], blue: &[String]) -> Small {
    Small::marked(red, blue, LAST_MAN, &[(0, state::BROKEN, 1)])
}

fn hoplites(x: f64, y: f64, facing: f64) -> String {
    unit("greek.hoplite", 16, x, y, facing, "")
}

fn levy(x: f64, y: f64, facing: f64) -> String {
    unit("persian.spearman", 16, x, y, facing, "")
}

#[test]
fn flight_passes_friends_and_stops_clear_of_them() {
    let red = [hoplites(36.0, 30.0, 180.0), hoplites(36.0, 20.5, 0.0)];
    let mut small = broken(&red, &[unit("persian.spearman", 16, 36.0, 47.0, 180.0, "")]);
    small.done(Side::Red, &[]);
    assert!((small.at(0).1 - 19.2).abs() < 0.001, "{:?}", small.at(0));
}

#[test]
fn flight_goes_round_an_enemy_in_its_way() {
    proves!(rule::BROKEN_BLOCKED);
    let red = [hoplites(36.0, 30.0, 0.0)];
    let mut small = broken(&red, &[unit("persian.spearman", 16, 36.0, 34.0, 180.0, "")]);
    let journal = small.done(Side::Red, &[]);
    assert!(told(&journal).contains(rule::BROKEN_BLOCKED.as_str()), "{}", told(&journal));
    assert_eq!(small.place(0), Place::Table);
    assert!(small.board().distance(UnitId(0), UnitId(2)) > 1.0);
}

#[test]
fn flight_over_the_edge_is_a_loss_and_no_test() {
    proves!(rule::BROKEN_LEAVES);
    let red = [hoplites(36.0, 5.0, 180.0), hoplites(40.0, 5.0, 0.0)];
    let mut small = broken(&red, &[unit("persian.spearman", 16, 36.0, 47.0, 180.0, "")]);
    let journal = small.done(Side::Red, &[]);
    assert_eq!(small.place(0), Place::Fled);
    assert!(!told(&journal).contains(rule::BREAK_WHEN_FRIEND_DESTROYED.as_str()));
}

#[test]
fn the_farthest_from_the_enemy_flee_first() {
    let red = [hoplites(20.0, 30.0, 180.0), hoplites(50.0, 20.0, 180.0)];
    let marks = [0, 1].map(|id| (id, state::BROKEN, 1));
    let mut small = Small::marked(&red, &[levy(20.0, 40.0, 180.0)], LAST_MAN, &marks);
    let text = told(&small.done(Side::Red, &[]));
    assert!(text.find("Hoplite (R2) fled") < text.find("Hoplite (R1) fled"), "{text}");
}

#[test]
fn flight_is_at_the_rate_of_a_move_whole_after_holdfast_and_less_for_the_ground() {
    proves!(rule::MOVE_DIFFICULT);
    let start = |pieces: &[String]| {
        let rest = format!("{LAST_MAN}{}", terrain(pieces));
        let blue = [unit("persian.arabian_camel", 8, 50.0, 40.0, 180.0, "")];
        Small::of(&[hoplites(36.0, 30.0, 180.0)], &blue, "persian", &rest, |phase, marks| {
            phase.states[0].seen.holdfast = true;
            marks.extend([0, 2].map(|id| (UnitId(id), state::BROKEN, 1)));
        })
    };
    let mut small = start(&[]);
    small.done(Side::Red, &[]);
    assert!(small.board().state(UnitId(0)).seen.held_fast);
    assert_eq!(small.at(0), (36.0, 20.0, 180.0));
    small.done(Side::Red, &[]);
    small.choose(Side::Red, 2, &[]);
    // Camels charge 20 inches and flee 16.
    small.done(Side::Blue, &[]);
    assert_eq!(small.at(2), (50.0, 24.0, 180.0));
    let mut small = start(&[land("marsh", [30.0, 24.0, 42.0, 26.0]), land("hill", [30.0, 5.0, 42.0, 22.0])]);
    small.done(Side::Red, &[]);
    assert_eq!(small.at(0), (36.0, 24.0, 180.0));
}

/// Where hoplites broken at (36, 30), facing north, end their flight from some levies.
fn flees_from(levies: &[(f64, f64)]) -> (f64, f64, f64) {
    let blue: Vec<String> = levies.iter().map(|&(x, y)| levy(x, y, 180.0)).collect();
    let mut small = broken(&[hoplites(36.0, 30.0, 0.0)], &blue);
    small.done(Side::Red, &[]);
    small.at(0)
}

#[test]
fn who_breaks_in_front_of_its_attacker_runs_straight_away_from_him() {
    proves!(rule::BROKEN_FLEE);
    for i in 0..10 {
        let facing = 147.0 + 7.3 * f64::from(i);
        let mut small = Small::new(&[hoplites(36.0, 20.0, 0.0)], &[levy(36.0, 28.0, facing)], LAST_MAN);
        small.done(Side::Red, &[]);
        small.charge(Side::Red, 0, 2, &[]);
        small.done(Side::Red, &[&[3; 8][..], &[1; 8], &[4, 1]].concat());
        let journal = small.done(Side::Blue, &[]);
        assert!(told(&journal).contains(rule::BROKEN_FLEE.as_str()), "{facing} {}", told(&journal));
        assert!((small.board().distance(UnitId(0), UnitId(2)) - 10.0).abs() < 0.001);
    }
}

#[test]
fn who_was_broken_from_behind_turns_from_its_attacker() {
    // It faces him now, and whatever else it turns to, its corners would be in him.
    assert_eq!(flees_from(&[(36.0, 31.3)]), (36.0, 20.0, 180.0));
}

#[test]
fn flight_turns_by_fifteen_degrees_right_before_left() {
    assert_eq!(flees_from(&[(36.0, 36.0)]).2, 30.0);
    assert_eq!(flees_from(&[(36.0, 36.0), (41.0, 36.0)]).2, 330.0);
    assert_eq!(flees_from(&[(37.0, 36.0)]).2, 345.0);
}

#[test]
fn flight_may_brush_only_whom_it_touched_before() {
    assert_eq!(flees_from(&[(38.0, 36.0)]).2, 345.0);
    assert_eq!(flees_from(&[(38.0, 30.0)]), (36.0, 40.0, 0.0));
}

#[test]
fn the_turned_footprint_must_be_clear_where_it_starts() {
    // Up to sixty degrees a corner would swing into the neighbour.
    assert_eq!(flees_from(&[(36.0, 36.0), (38.0, 30.0)]).2, 285.0);
}

#[test]
fn who_cannot_flee_runs_as_far_as_he_can_and_stays() {
    proves!(rule::BROKEN_BLOCKED);
    let walls = [
        [30.0, 31.5, 42.0, 33.0],
        [30.0, 27.0, 42.0, 28.5],
        [37.5, 28.5, 39.0, 31.5],
        [33.0, 28.5, 34.5, 31.5],
    ];
    let rest = format!("{LAST_MAN}{}", terrain(&walls.map(|wall| land("impassable", wall))));
    let red = [hoplites(36.0, 30.0, 0.0), hoplites(44.0, 30.0, 0.0)];
    let mut small = Small::marked(&red, &[levy(36.0, 46.0, 180.0)], &rest, &[(0, state::BROKEN, 1)]);
    let journal = small.done(Side::Red, &[]);
    assert_eq!(small.place(0), Place::Table, "{}", told(&journal));
    assert!(told(&journal).contains("fled 0.8 of 10 inches: impassable ground barred the way"));
}

#[test]
fn a_general_in_flight_counts_for_his_own_unit_alone() {
    proves!(rule::RALLY_GENERALS);
    let blue = [unit("persian.spearman", 8, 36.0, 40.0, 180.0, ""), levy(40.0, 40.0, 270.0)];
    let marks = [(3, state::BROKEN, 1), (3, state::GENERAL, 1)];
    let mut small = Small::marked(&[unit("greek.archer", 8, 36.0, 20.0, 0.0, "")], &blue, LAST_MAN, &marks);
    // Half of eight fall: a die for the cause and one for want of a general.
    small.play(Side::Red, shoot(0, 0, 0), &[6, 6, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 3, 3]);
    small.done(Side::Red, &[]);
    small.done(Side::Blue, &[]);
    small.done(Side::Blue, &[]);
    // To rally he gives his own men a second die; then those beside them panic, or do not.
    let journal = small.choose(Side::Blue, 0, &[1, 1, 4, 4]);
    assert!(
        told(&journal).contains("Spearmen (B2) rolled 1 and 1, needing a 6, and did not rally"),
        "{}",
        told(&journal)
    );
}

#[test]
fn losses_in_the_enemy_turn_forbid_a_rally() {
    for (die, may) in [(4, false), (3, true)] {
        let mut small =
            broken(&[hoplites(36.0, 40.0, 180.0)], &[unit("persian.archer", 4, 36.0, 46.0, 180.0, "")]);
        small.pass(Side::Red);
        small.choose(Side::Red, 2, &[]);
        // There are no shields behind them.
        small.play(Side::Blue, shoot(0, 0, 0), &[die, 1, 1, 1]);
        small.done(Side::Blue, &[]);
        small.pass(Side::Red);
        assert_eq!(small.battle.phase().step == Step::Rally, may);
    }
}

#[test]
fn nobody_rallies_in_contact() {
    let red = [unit("greek.peltast", 8, 36.0, 20.0, 0.0, "")];
    let fight = contact(0, 2, Face::Front);
    let mut small =
        Small::changed(&red, &[levy(36.0, 21.3, 180.0)], LAST_MAN, |phase| phase.contacts.push(fight));
    small.done(Side::Red, &[]);
    let faces = [&[1; 4][..], &[4; 4], &[1; 4], &[4, 1]].concat();
    small.done(Side::Red, &faces);
    assert!(small.board().is_broken(UnitId(0)));
    assert_eq!((small.battle.phase().step, small.battle.phase().active), (Step::Declare, Side::Blue));
}

#[test]
fn who_has_rallied_causes_no_panic() {
    let mut small =
        broken(&[hoplites(36.0, 30.0, 180.0), hoplites(40.0, 20.0, 0.0)], &[levy(36.0, 47.0, 180.0)]);
    small.pass(Side::Red);
    small.choose(Side::Red, 0, &[5]);
    assert_eq!(small.battle.phase().active, Side::Blue);
    // It keeps its facing.
    assert_eq!(small.at(0), (36.0, 20.0, 180.0));
}

#[test]
fn the_untrained_rally_on_a_six() {
    proves!(rule::RALLY_WHEN, rule::RALLY_DICE);
    for (die, rallies) in [(5, false), (6, true)] {
        let mut small =
            broken(&[unit("greek.peltast", 12, 36.0, 30.0, 180.0, "")], &[levy(36.0, 47.0, 180.0)]);
        small.pass(Side::Red);
        small.choose(Side::Red, 0, &[die]);
        assert_eq!(!small.board().is_broken(UnitId(0)), rallies);
    }
}

#[test]
fn enemies_within_twelve_inches_count_in_a_rally_as_the_house_says() {
    proves!(rule::RALLY_ENEMY_NEAR);
    for (value, near, far) in [("adds", 2, 1), ("no_enemy_adds", 1, 2), ("removes", 0, 1), ("ignored", 1, 1)]
    {
        for (y, dice) in [(33.3, near), (33.31, far)] {
            let house = format!("house = {{ army_break = 100, rally_enemy_near = \"{value}\" }}\n");
            let red = [hoplites(36.0, 30.0, 180.0)];
            let mut small = Small::marked(&red, &[levy(36.0, y, 180.0)], &house, &[(0, state::BROKEN, 1)]);
            small.pass(Side::Red);
            let journal = small.choose(Side::Red, 0, &[4; 2][..dice]);
            let thrown = ["had no dice to roll", "rolled 4", "rolled 4 and 4"][dice];
            let told = told(&journal);
            assert!(told.contains(&format!("{thrown}, needing a 5, and did not rally")), "{value} {told}");
        }
    }
}
