//! Marches, turns and changes of ranks: who may, how often, and at what price.

use crate::board::state::Step as At;
use crate::movement::manner;
use crate::tests::rules::small::{Small, ahead, romans_and_gauls, small, unit};
use table::Facing;
use umpire::{Command, Step};

const NONE: [&str; 0] = [];
const MUSICIAN: &str = ", command = [\"musician\"]";
const ABOUT: Step = Step::Turn(Facing::SOUTH);

/// Red's turn to move, with nothing declared.
fn ready(head: &str, red: (&str, &str), blue: (&str, &str)) -> Small {
    let mut small = small(head, red, blue);
    small.no_charges();
    small
}

/// What forbids a march of a unit with such an enemy seven inches before it.
fn marching(list: &str, entry: &str, manner: u8, enemy: (&str, &str)) -> Vec<String> {
    let files = if manner == manner::FAST_MARCH { 2 } else { 6 };
    let red = unit("X1", entry, 16, files, 24.0, 20.0, MUSICIAN);
    ready("", (list, &red), enemy).against("X1", manner, &[ahead(1.0)])
}

#[test]
fn enemies_near_forbid_a_march_but_for_some() {
    ruling::proves!(crate::rule::MARCH_MUSICIAN);
    let foot = |enemy: (&str, &str)| marching("republican_roman", "hastati", manner::MARCH, enemy);
    let horse = |enemy: (&str, &str)| marching("republican_roman", "equites", manner::MARCH, enemy);
    let warriors = unit("G1", "warriors", 20, 5, 24.0, 27.0, "");
    let far = unit("G1", "warriors", 20, 5, 24.0, 28.1, "");
    assert_eq!(foot(("gallic", &warriors)), ["wab.march.enemy"]);
    assert_eq!(foot(("gallic", &far)), NONE);
    assert_eq!(horse(("gallic", &warriors)), NONE, "horse rides past foot");
    assert_eq!(horse(("gallic", &unit("G4", "noble_cavalry", 6, 6, 24.0, 27.0, ""))), ["wab.march.enemy"]);
    assert_eq!(horse(("carthaginian", &unit("C7", "elephants", 1, 1, 24.0, 27.0, ""))), ["wab.march.enemy"]);
    let chief = unit("G5", "war_chief", 1, 1, 24.0, 27.0, "") + &unit("G1", "warriors", 20, 5, 4.0, 44.0, "");
    assert_eq!(foot(("gallic", &chief)), NONE, "a character alone");
    let engine = unit("R8", "scorpion", 1, 1, 24.0, 27.0, "");
    assert_eq!(marching("gallic", "warriors", manner::MARCH, ("republican_roman", &engine)), NONE);
    let chariots = unit("X1", "chariots", 1, 1, 24.0, 20.0, "");
    let small =
        ready("", ("gallic", &chariots), ("republican_roman", &unit("R1", "hastati", 12, 6, 24.0, 40.0, "")));
    assert_eq!(small.against("X1", manner::MARCH, &[ahead(16.0)]), ["wab.march.musician"]);
}

#[test]
fn any_enemy_forbids_a_fast_march() {
    let fast = |enemy: (&str, &str)| marching("republican_roman", "equites", manner::FAST_MARCH, enemy);
    assert_eq!(fast(("gallic", &unit("G1", "warriors", 20, 5, 24.0, 27.0, ""))), ["wab.fast_march.enemy"]);
    assert_eq!(fast(("gallic", &unit("G1", "warriors", 20, 5, 24.0, 28.1, ""))), NONE);
}

#[test]
fn fleeing_enemies_forbid_no_march() {
    ruling::proves!(crate::rule::FAST_MARCH_COLUMN);
    // The youths have fled two inches and stand, still fleeing, within eight.
    let red =
        unit("R1", "hastati", 18, 6, 24.0, 20.0, MUSICIAN) + &unit("R2", "hastati", 18, 6, 16.0, 20.0, "");
    let blue = unit("G3", "youths", 9, 3, 18.0, 27.4, "");
    let mut small = romans_and_gauls("", &red, &blue);
    small.rig("wab.flee.distance", 1);
    small.pick("(R2) charge").pick("Flee");
    assert_eq!(small.against("R1", manner::MARCH, &[ahead(1.0)]), NONE);
    assert_eq!(small.against("R1", manner::FAST_MARCH, &[ahead(1.0)])[0], "wab.fast_march.column");
}

#[test]
fn skirmishers_elephants_and_engines_do_not_march_and_a_musician_is_needed() {
    ruling::proves!(crate::rule::MARCH_BANNED, crate::rule::MARCH_MUSICIAN);
    let enemy = unit("G1", "warriors", 20, 5, 24.0, 44.0, "");
    let march = |list: &str, entry: &str, size: u16, more: &str| {
        let red = unit("X1", entry, size, size.min(6), 24.0, 10.0, more);
        ready("", (list, &red), ("gallic", &enemy)).against("X1", manner::MARCH, &[ahead(1.0)])
    };
    assert_eq!(march("republican_roman", "velites", 8, MUSICIAN), ["wab.march.banned", "wab.march.banned"]);
    let banned = ["wab.march.banned", "wab.march.musician", "wab.march.banned"];
    assert_eq!(march("carthaginian", "elephants", 1, ""), banned);
    assert_eq!(march("republican_roman", "scorpion", 1, ""), banned);
    assert_eq!(march("republican_roman", "hastati", 12, ""), ["wab.march.musician"]);
    assert_eq!(march("republican_roman", "consul", 1, ""), NONE, "a character alone needs none");
}

#[test]
fn a_character_alone_marches_three_times_his_move_and_turns_as_he_likes() {
    ruling::proves!(crate::rule::MOVE_RATE);
    let red = unit("R5", "consul", 1, 1, 24.0, 10.0, "");
    let small = romans_and_gauls("", &red, &unit("G1", "warriors", 20, 5, 24.0, 44.0, ""));
    let turned = [Step::Turn(Facing::degrees(30.0)), ahead(12.0)];
    assert_eq!(small.against("R5", manner::MARCH, &turned), NONE);
    assert_eq!(small.against("R5", manner::MARCH, &[ahead(12.1)]), ["wab.move.rate"]);
}

#[test]
fn obstacles_and_bad_ground_stop_a_march() {
    ruling::proves!(
        crate::rule::MARCH_OBSTACLE,
        crate::rule::FAST_MARCH_OBSTACLE,
        crate::rule::FAST_MARCH_TERRAIN
    );
    let march = |ground: &str, manner: u8, files: u16| {
        let head = format!("terrain = [{{ {ground} }}]");
        let red = unit("R1", "hastati", 18, files, 24.0, 20.0, MUSICIAN);
        let small = romans_and_gauls(&head, &red, &unit("G1", "warriors", 20, 5, 24.0, 44.0, ""));
        small.against("R1", manner, &[ahead(3.0)])
    };
    let hedge = "kind = \"hedge\", line = [[18, 22], [30, 22]]";
    let wood = "kind = \"wood\", polygon = [[18, 22], [30, 22], [30, 25], [18, 25]]";
    assert_eq!(march(hedge, manner::MARCH, 6), ["wab.march.obstacle"]);
    assert_eq!(march(hedge, manner::FAST_MARCH, 2), ["wab.fast_march.obstacle"]);
    assert_eq!(march(wood, manner::FAST_MARCH, 2), ["wab.fast_march.terrain"]);
    assert_eq!(march(hedge, manner::MOVE, 6), NONE);
}

/// What forbids a move of open-order horse, six in two ranks, or of foot that is not drilled.
fn turning(head: &str, list: &str, entry: &str, manner: u8, path: &[Step]) -> Vec<String> {
    let red = unit("X1", entry, 12, 6, 24.0, 20.0, MUSICIAN);
    let blue = unit("G1", "warriors", 20, 5, 24.0, 44.0, "");
    ready(head, (list, &red), ("gallic", &blue)).against("X1", manner, path)
}

#[test]
fn turning_about_costs_a_quarter_once_and_open_order_twice() {
    let foot = |path: &[Step]| turning("", "republican_roman", "socii", manner::MOVE, path);
    assert_eq!(foot(&[ABOUT, ahead(3.0)]), NONE);
    assert_eq!(foot(&[ABOUT, ahead(3.1)]), ["wab.move.rate"]);
    assert_eq!(foot(&[ABOUT, ABOUT]), ["wab.manoeuvre.about_face"]);
    assert_eq!(foot(&[Step::Turn(Facing::WEST)]), ["wab.manoeuvre.about_face"], "not drilled");
    let horse = |path: &[Step]| turning("", "republican_roman", "equites", manner::MOVE, path);
    assert_eq!(horse(&[ABOUT, ABOUT, ahead(4.0)]), NONE);
    assert_eq!(horse(&[ABOUT, ABOUT, ahead(4.1)]), ["wab.move.rate"]);
    assert_eq!(horse(&[ABOUT, ABOUT, ABOUT]), ["wab.manoeuvre.about_face"]);
    // The drilled have one more, and that one is free.
    let drilled = |path: &[Step]| turning("", "republican_roman", "hastati", manner::MOVE, path);
    assert_eq!(drilled(&[ABOUT, ABOUT, ahead(3.0)]), NONE);
    assert_eq!(drilled(&[ABOUT, ABOUT, ahead(3.1)]), ["wab.move.rate"]);
}

#[test]
fn where_the_house_says_so_open_order_turns_and_changes_ranks_freely() {
    let free = "house = { open_order_free_manoeuvres = true }";
    let horse =
        |head: &str, manner: u8, path: &[Step]| turning(head, "republican_roman", "equites", manner, path);
    assert_eq!(horse(free, manner::MOVE, &[ABOUT, ABOUT, ABOUT, ahead(8.0)]), NONE);
    assert_eq!(horse("", manner::DEEPER, &[ahead(4.1)]), ["wab.move.rate"]);
    assert_eq!(horse(free, manner::DEEPER, &[ahead(8.0)]), NONE);
    let foot = turning(free, "republican_roman", "socii", manner::MOVE, &[ABOUT, ahead(3.1)]);
    assert_eq!(foot, ["wab.move.rate"], "close order pays as ever");
}

#[test]
fn two_ranks_more_or_fewer_are_a_whole_move() {
    let ranks = |manner: u8, path: &[Step]| turning("", "republican_roman", "socii", manner, path);
    assert_eq!(ranks(manner::TWO_DEEPER, &[]), NONE);
    assert_eq!(ranks(manner::TWO_DEEPER, &[ahead(0.1)]), ["wab.move.rate"]);
    assert_eq!(ranks(manner::WIDER, &[ahead(2.0)]), NONE);
    assert_eq!(ranks(manner::TWO_WIDER, &[]), ["wab.manoeuvre.change_formation"], "it has but two");
}

#[test]
fn some_ground_is_closed_to_heavy_things() {
    let enters = |list: &str, entry: &str, size: u16| {
        let head =
            "terrain = [{ kind = \"thick_wood\", polygon = [[10, 21], [38, 21], [38, 30], [10, 30]] }]";
        let red = unit("X1", entry, size, size, 24.0, 20.0, "");
        let enemy = unit("G1", "warriors", 20, 5, 24.0, 44.0, "");
        ready(head, (list, &red), ("gallic", &enemy)).against("X1", manner::MOVE, &[ahead(1.2)])
    };
    let closed =
        |list: &str, entry: &str| enters(list, entry, 1).contains(&"wab.terrain.impassable".to_owned());
    assert!(closed("carthaginian", "elephants") && closed("gallic", "chariots"));
    assert!(closed("republican_roman", "scorpion"));
    assert_eq!(enters("republican_roman", "hastati", 12), NONE);
}

#[test]
fn who_stands_within_an_inch_may_go_but_not_nearer() {
    ruling::proves!(crate::rule::BASICS_ONE_INCH);
    // Half an inch beside an enemy's flank, both facing north.
    let red = unit("R1", "hastati", 12, 3, 24.0, 20.0, "");
    let beside = 24.0 + 30.0 / 25.4 + 0.5 + 30.0 / 25.4;
    let blue = unit("G1", "warriors", 18, 3, beside, 20.0, ", facing = 0");
    let small = romans_and_gauls("", &red, &blue);
    assert_eq!(small.against("R1", manner::MOVE, &[ahead(2.0)]), NONE);
    let wheel = Step::WheelLeft(Facing::degrees(10.0));
    assert!(small.against("R1", manner::MOVE, &[wheel]).contains(&"wab.basics.one_inch".to_owned()));
    let before = unit("G1", "warriors", 18, 3, 24.0, 23.0, "");
    let small = ready("", ("republican_roman", &red), ("gallic", &before));
    assert_eq!(small.against("R1", manner::MOVE, &[ahead(2.0)]), NONE);
    assert_eq!(small.against("R1", manner::MOVE, &[ahead(2.1)]), ["wab.basics.one_inch"]);
}

/// Somebody tries to reform with an enemy so far ahead; each die shows a face.
fn reforming(head: &str, entry: &str, command: &str, enemy: f64, face: u8) -> Small {
    let red = unit("X1", entry, 18, 6, 24.0, 20.0, command);
    let blue = unit("G1", "warriors", 20, 5, 24.0, 20.0 + enemy, "");
    let mut small = ready(head, ("republican_roman", &red), ("gallic", &blue));
    small.rig_next("wab.manoeuvre.reform", &[face, 4]);
    small.go("X1", manner::REFORM, &[]);
    small
}

#[test]
fn reforming_takes_a_test_that_the_house_may_make_harder_near_the_enemy() {
    ruling::proves!(crate::rule::MANOEUVRE_REFORM);
    let harder = "house = { reform_near_enemy = true }";
    reforming(harder, "socii", MUSICIAN, 20.0, 3).said("passed a test to reform on 7");
    reforming("", "socii", MUSICIAN, 7.9, 3).said("passed a test to reform on 7");
    let mut near = reforming(harder, "socii", MUSICIAN, 7.9, 3);
    near.said("failed a test to reform on 6");
    // It stands still for the turn.
    assert_ne!(near.step(), &At::Remaining);
    near = reforming(harder, "hastati", MUSICIAN, 7.9, 6);
    near.not_said("test to reform");
    assert!(matches!(near.step(), At::Regroup(_)), "the drilled need no test");
}

#[test]
fn who_has_no_musician_or_no_formation_does_not_reform() {
    ruling::proves!(crate::rule::MANOEUVRE_REFORM);
    let enemy = unit("G1", "warriors", 20, 5, 24.0, 44.0, "");
    for unit in
        [unit("X1", "hastati", 12, 6, 24.0, 20.0, ""), unit("X1", "velites", 8, 4, 24.0, 20.0, MUSICIAN)]
    {
        let small = romans_and_gauls("", &unit, &enemy);
        assert_eq!(small.against("X1", manner::REFORM, &[]), ["wab.manoeuvre.reform"]);
    }
}

#[test]
fn a_unit_moves_once() {
    ruling::proves!(crate::rule::MOVE_RATE);
    let red = unit("R1", "hastati", 12, 6, 24.0, 20.0, "") + &unit("R2", "hastati", 12, 6, 8.0, 20.0, "");
    let mut small = romans_and_gauls("", &red, &unit("G1", "warriors", 20, 5, 24.0, 44.0, ""));
    small.go("R1", manner::MOVE, &[ahead(1.0)]);
    assert_eq!(small.against("R1", manner::MOVE, &[ahead(1.0)]), ["wab.move.rate"]);
    // Nor does who was told to stand.
    small.go("R2", manner::MOVE, &[]);
    assert_eq!(small.battle.phase().active, umpire::Side::Blue);
}

#[test]
fn skirmishers_go_any_way_and_friends_pass_through_them() {
    ruling::proves!(crate::rule::TROOPS_SKIRMISHERS, crate::rule::MOVE_RATE, crate::rule::TROOPS_CHARACTERS);
    let red = unit("R3", "velites", 8, 4, 24.0, 20.0, "") + &unit("R1", "hastati", 12, 6, 24.0, 16.0, "");
    let small = romans_and_gauls("", &red, &unit("G1", "warriors", 20, 5, 24.0, 44.0, ""));
    let side = crate::tests::common::inches(5.0);
    assert_eq!(small.against("R3", manner::MOVE, &[Step::Shift(side)]), NONE);
    assert_eq!(small.against("R3", manner::MOVE, &[Step::Shift(-side)]), NONE);
    assert_eq!(small.against("R3", manner::MOVE, &[Step::Turn(Facing::WEST), ahead(5.0)]), NONE);
    assert_eq!(small.against("R1", manner::MOVE, &[Step::Back(10)]), ["wab.move.rate"]);
    // The hastati may go through them but not stop among them.
    let stops = small.against("R1", manner::MOVE, &[ahead(3.9)]);
    assert_eq!(stops, ["wab.troops.skirmishers"], "{stops:?}");
    let join =
        Command::Move { manner: manner::JOIN, units: vec![small.id("R1"), small.id("R3")], path: vec![] };
    assert_eq!(small.refused(&join), ["wab.troops.characters"], "only characters join");
}
