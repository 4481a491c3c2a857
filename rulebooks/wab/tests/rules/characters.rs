//! Characters: blows aimed at them, challenges, their place in the front rank.

use crate::board::state::{Query, Step as At};
use crate::movement::manner;
use crate::tests::rules::small::{Small, romans_and_gauls, small, unit};
use crate::victory;
use umpire::Side;

const CONSUL: &str = "{ id = \"R5\", unit = \"consul\", with = \"R1\" },";
const CHIEF: &str = "{ id = \"G5\", unit = \"war_chief\", with = \"G1\" },";

/// Hastati with the consul are charged by warriors, with their chief if he is there.
fn charged(head: &str, chief: &str) -> Small {
    let red =
        unit("R1", "hastati", 17, 6, 24.0, 20.0, "") + CONSUL + &unit("R2", "hastati", 12, 6, 24.0, 8.0, "");
    let blue = unit("G1", "warriors", 24, 6, 24.0, 27.0, "") + chief;
    let mut small = romans_and_gauls(&format!("first = \"blue\"\n{head}"), &red, &blue);
    small.pick("charge").pick("Hold");
    small
}

#[test]
fn those_who_touch_a_character_may_strike_at_him() {
    ruling::proves!(crate::rule::COMBAT_ALLOCATION, crate::rule::PANIC_GENERAL);
    let mut small = charged("", "");
    let aim = At::Prepare(Query::Aim(small.id("G1"), small.id("R5")));
    assert_eq!((small.asked(), small.step()), (Side::Blue, &aim));
    small.deadly(Side::Blue).harmless(Side::Red).rig("wab.break.test", 1).rig("wab.panic.general", 1);
    small.pick("Strike at him").said("[wab.combat.allocation]");
    // Three files touch him, and the men behind throw over their heads; he has three wounds.
    small.said("Warriors (G1) struck Consul (army general) (R5): 6 attacks, 6 hits, 6 wounds, none saved; 3 wounds taken, 1 fell");
    // He fell before his turn to strike came.
    assert!(!small.stands("R5"));
    small.said("[wab.panic.general]").not_said("(R5) struck");
}

#[test]
fn who_is_left_alone_is_not_hurt_by_blows_at_his_unit() {
    let mut small = charged("", "");
    small.deadly(Side::Blue).harmless(Side::Red);
    small.pick("Strike at the unit").not_said("struck Consul");
    assert_eq!(small.state("R5").wounds, 0);
}

#[test]
fn a_challenge_taken_is_fought_by_the_two_alone() {
    let mut small = charged("house = { challenges = true }", CHIEF);
    small.deadly(Side::Blue).harmless(Side::Red).rig("wab.break.test", 1);
    small.pick("Challenge him").pick("Fight him");
    // Nobody is asked to aim at either of them.
    small.said(
        "War chief (army general) (G5) struck Consul (army general) (R5): 4 attacks, 4 hits, 4 wounds, no save; 3 wounds taken, 1 fell",
    );
    assert!(!small.stands("R5"));
}

#[test]
fn a_challenge_refused_keeps_the_character_out_of_the_fight() {
    let mut small = charged("house = { challenges = true }", CHIEF);
    small.harmless(Side::Blue).deadly(Side::Red);
    small.pick("Challenge him").pick("Stay back");
    while matches!(small.step(), At::Prepare(_)) {
        small.pick("Strike at him");
    }
    small.not_said("(R5) struck").not_said("struck Consul").said("stayed back");
}

#[test]
fn without_the_house_rule_nobody_challenges() {
    let small = charged("", CHIEF);
    assert!(matches!(small.step(), At::Prepare(Query::Aim(..))));
}

#[test]
fn units_near_the_general_test_on_his_leadership() {
    let red = unit("R1", "hastati", 12, 6, 24.0, 20.0, "") + &unit("R5", "consul", 1, 1, 24.0, 10.0, "");
    let small = romans_and_gauls("", &red, &unit("G1", "warriors", 20, 5, 24.0, 42.0, ""));
    let board = small.board();
    let hastati = board.body(small.id("R1")).expect("it stands");
    // Within twelve inches of the consul they test on his Leadership.
    assert_eq!(crate::nerve::leadership::leaders(&board, hastati).best().total(), 9);
}

/// A commander with a kontos rides with companions; they charge or are charged, and every wound needs a two.
fn with_a_kontos(first: &str) -> Small {
    let mounted = ", options = [\"warhorse\", \"kontos\"], with = \"A4\"";
    let blue = unit("A4", "companions", 6, 6, 24.0, 26.0, "")
        + &format!("{{ id = \"A8\", unit = \"hipparch\"{mounted} }},");
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
    let mut small = small(&format!("first = \"{first}\""), ("republican_roman", &red), ("successor", &blue));
    small.harmless(Side::Red).rig("wab.combat.hit", 6).rig("wab.combat.wound", 2).rig("wab.combat.save", 1);
    small.harmless(Side::Red).rig("wab.break.test", 1);
    small.pick("charge").pick("Hold");
    while matches!(small.step(), At::Prepare(_)) {
        let usual = umpire::Command::Choose(umpire::OptionId(0));
        small.submit(&usual);
    }
    small
}

#[test]
fn a_characters_own_weapon_adds_to_his_own_strength() {
    // Strength 4 and one more for the kontos of a rider who charges: a two is enough against toughness 3.
    with_a_kontos("blue").said("(A8) struck Hastati (R1): 3 attacks, 3 hits, 3 wounds");
    with_a_kontos("red").said("(A8) struck Hastati (R1): 3 attacks, 3 hits, no wounds");
}

fn join(small: &Small, who: &str, host: &str) -> umpire::Command {
    umpire::Command::Move { manner: manner::JOIN, units: vec![small.id(who), small.id(host)], path: vec![] }
}

fn leave(small: &Small, who: &str, x: f64, y: f64) -> umpire::Command {
    let at = table::Pose::new(table::Vec2::new(x, y) * 25.4, table::Facing::NORTH);
    umpire::Command::Move {
        manner: manner::LEAVE,
        units: vec![small.id(who)],
        path: vec![umpire::Step::To(at)],
    }
}

fn warriors(y: f64) -> String {
    unit("G1", "warriors", 20, 5, 24.0, y, "")
}

#[test]
fn a_character_joins_a_unit_that_stands_and_keeps_it_there() {
    ruling::proves!(crate::rule::MOVE_RATE, crate::rule::TROOPS_CHARACTERS);
    let red = unit("R1", "hastati", 12, 6, 24.0, 20.0, "")
        + &unit("R2", "hastati", 12, 6, 8.0, 20.0, "")
        + &unit("R5", "consul", 1, 1, 24.0, 12.0, "");
    let mut small = romans_and_gauls("", &red, &warriors(44.0));
    let front = small.front("R1");
    let command = join(&small, "R5", "R1");
    small.submit(&command).said("joined Hastati (R1)");
    assert_eq!((small.front("R1"), small.against("R1", 0, &[])), (front, vec!["wab.move.rate".to_owned()]));
    assert_eq!(small.battle.field().unit(small.id("R1")).formation.figures, 13);
    // The unit he left or joined is not his enemy's, another character's or himself.
    assert_eq!(small.refused(&join(&small, "R2", "R1")), ["wab.troops.characters"]);
}

#[test]
fn a_character_does_not_join_fleers_enemies_or_other_characters() {
    ruling::proves!(crate::rule::TROOPS_CHARACTERS);
    let red = unit("R1", "hastati", 12, 6, 24.0, 20.0, "")
        + &unit("R5", "consul", 1, 1, 24.0, 16.0, "")
        + &unit("R6", "tribune", 1, 1, 28.0, 16.0, "");
    let small = romans_and_gauls("", &red, &warriors(44.0));
    assert_eq!(small.refused(&join(&small, "R5", "R6")), ["wab.troops.characters"]);
    assert_eq!(small.refused(&join(&small, "R5", "G1")), ["wab.troops.characters"]);
    assert_eq!(small.refused(&join(&small, "R5", "R5")), ["wab.troops.characters"]);
    assert!(small.refused(&join(&small, "R5", "R1")).is_empty());
    let far = red.replace("y = 16.0", "y = 5.0");
    let small = romans_and_gauls("", &far, &warriors(44.0));
    assert_eq!(
        small.refused(&join(&small, "R5", "R1")),
        ["wab.troops.characters"],
        "twelve inches is his march"
    );
}

#[test]
fn a_character_does_not_join_those_who_flee() {
    ruling::proves!(crate::rule::TROOPS_CHARACTERS);
    let red = unit("R1", "hastati", 12, 6, 24.0, 30.0, "") + &unit("R5", "consul", 1, 1, 30.0, 24.0, "");
    let mut small = romans_and_gauls("first = \"blue\"", &red, &warriors(39.7));
    small.rig("wab.flee.distance", 1).rig("wab.rally.test", 6).rig("wab.panic.friends_fleeing", 1);
    small.pick("charge Hastati").pick("Flee");
    small.no_charges();
    assert!(small.state("R1").fleeing);
    assert_eq!(small.refused(&join(&small, "R5", "R1")), ["wab.troops.characters"]);
}

#[test]
fn a_character_leaves_his_unit_by_any_side_within_his_move() {
    ruling::proves!(crate::rule::TROOPS_CHARACTERS);
    let red = unit("R1", "hastati", 17, 6, 24.0, 20.0, "") + CONSUL;
    let mut small = romans_and_gauls("", &red, &warriors(25.0));
    small.no_charges();
    // His base is less than an inch deep: at 15.5 it ends 1.7 inches behind them.
    assert!(small.refused(&leave(&small, "R5", 24.0, 15.5)).is_empty());
    assert!(small.refused(&leave(&small, "R5", 30.0, 19.0)).is_empty());
    assert_eq!(small.refused(&leave(&small, "R5", 24.0, 10.0)), ["wab.troops.characters"], "too far");
    assert_eq!(small.refused(&leave(&small, "R5", 24.0, 19.0)), ["wab.troops.characters"], "among his men");
    assert_eq!(
        small.refused(&leave(&small, "R5", 24.0, 24.2)),
        ["wab.troops.characters"],
        "before the enemy"
    );
    let command = leave(&small, "R5", 30.0, 19.0);
    small.submit(&command);
    assert_eq!(small.battle.field().unit(small.id("R1")).formation.figures, 17);
}

#[test]
fn a_character_whose_men_all_fall_stands_alone_and_fights_on() {
    ruling::proves!(crate::rule::BREAK_FEWER_THAN_FIVE);
    let red = unit("R3", "velites", 8, 4, 24.0, 20.0, "")
        + &CONSUL.replace("R1", "R3")
        + &unit("R2", "hastati", 12, 6, 4.0, 4.0, "");
    let mut small = romans_and_gauls("first = \"blue\"", &red, &warriors(24.0));
    small.deadly(Side::Blue).harmless(Side::Red).rig("wab.break.test", 1).rig("wab.panic.friends_broken", 1);
    small.rig("wab.combat.weapons", 1).rig("wab.panic.general", 1);
    small.pick("charge").pick("Hold").pick("Strike at the unit");
    assert!(!small.stands("R3"), "{}", small.words());
    small.said("Consul (army general) (R5) broke without a test: fewer than five were left [wab.break.fewer_than_five]");
}

#[test]
fn the_general_serves_formed_units_within_twelve_inches_while_he_stands() {
    let leadership = |entry: &str, files: u16, y: f64| {
        let red = unit("R1", entry, 12, files, 24.0, 20.0, "") + &unit("R5", "consul", 1, 1, 24.0, y, "");
        let small = romans_and_gauls("", &red, &warriors(44.0));
        let board = small.board();
        crate::nerve::leadership::leaders(&board, board.body(small.id("R1")).expect("it stands"))
            .best()
            .total()
    };
    let rear = 20.0 - 40.0 / 25.4;
    assert_eq!((leadership("hastati", 6, rear - 11.9), leadership("hastati", 6, rear - 12.1)), (9, 7));
    assert_eq!(leadership("velites", 6, 16.0), 6, "skirmishers do not heed him");
}

#[test]
fn a_fleeing_general_serves_nobody() {
    let red = unit("R1", "hastati", 12, 6, 12.0, 12.0, "") + &unit("R5", "consul", 1, 1, 24.0, 20.0, "");
    let blue = unit("G1", "warriors", 20, 5, 24.0, 29.5, "");
    let mut small = romans_and_gauls("first = \"blue\"", &red, &blue);
    let ld = |small: &Small| {
        let board = small.board();
        crate::nerve::leadership::leaders(&board, board.body(small.id("R1")).expect("it stands"))
            .best()
            .total()
    };
    assert_eq!(ld(&small), 9);
    small.rig("wab.flee.distance", 1).rig("wab.rally.test", 6);
    small.pick("charge").pick("Flee");
    assert_eq!(ld(&small), 7);
    // Nor is he lost while he runs.
    let (battle, red) = (&small.battle, Side::Red);
    assert!(!victory::losses(battle.book(), battle.field(), battle.phase(), red).general);
}

#[test]
fn an_enemy_near_keeps_a_character_from_marching_to_his_unit() {
    let red = unit("R1", "hastati", 12, 6, 24.0, 20.0, "") + &unit("R5", "consul", 1, 1, 24.0, 12.0, "");
    let join = |blue: &str| {
        let mut small = romans_and_gauls("", &red, blue);
        small.no_charges();
        small.refused(&join(&small, "R5", "R1"))
    };
    assert!(join(&warriors(44.0)).is_empty());
    let near = unit("G1", "warriors", 20, 5, 33.0, 12.0, ", facing = 0");
    assert_eq!(join(&near), ["wab.troops.characters"], "six inches are more than his move");
}

#[test]
fn a_character_goes_with_his_unit_once_it_has_moved_or_flees() {
    ruling::proves!(crate::rule::MOVE_RATE);
    let red =
        unit("R1", "hastati", 17, 6, 24.0, 20.0, "") + CONSUL + &unit("R2", "hastati", 12, 6, 8.0, 20.0, "");
    let mut small = romans_and_gauls("", &red, &warriors(40.0));
    small.go("R1", 0, &[crate::tests::rules::small::ahead(1.0)]);
    assert_eq!(small.refused(&leave(&small, "R5", 30.0, 19.0)), ["wab.move.rate"], "it has moved");
    let mut small = romans_and_gauls("first = \"blue\"", &red, &warriors(29.7));
    small.rig("wab.flee.distance", 1).rig("wab.rally.test", 6).rig("wab.panic.friends_fleeing", 1);
    small.pick("charge Hastati (R1)").pick("Flee");
    small.no_charges();
    assert!(small.state("R1").fleeing && small.step() == &At::Remaining, "{:?}", small.step());
    assert_eq!(small.refused(&leave(&small, "R5", 30.0, 19.0)), ["wab.move.rate"], "it flees");
}

#[test]
fn a_character_strikes_at_his_like_only_where_his_owner_says_so() {
    let mut small = charged("", CHIEF);
    small.bloodless().rig("wab.break.test", 1);
    while matches!(small.step(), At::Prepare(Query::Aim(..))) {
        small.pick("Strike at the unit");
    }
    small.said("(G5) struck Hastati (R1)").not_said("struck Consul").said("(R5) struck Warriors (G1)");
}

#[test]
fn those_already_running_do_not_test_for_their_general() {
    ruling::proves!(crate::rule::PANIC_GENERAL);
    let mut small = charged("", "");
    small.deadly(Side::Blue).harmless(Side::Red).rig("wab.break.test", 6).rig("wab.panic.friends_broken", 1);
    small.rig("wab.panic.general", 1).pick("Strike at him").said("Hastati (R1) broke");
    let words = small.words();
    let tested: Vec<&str> = words.lines().filter(|l| l.ends_with("[wab.panic.general]")).collect();
    assert!(tested.len() == 1 && tested[0].starts_with("Hastati (R2)"), "{tested:?}");
}
