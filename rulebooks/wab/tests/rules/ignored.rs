//! Ignored enemies: passed on the march, or nearer than the one that is charged.

use crate::board::bodies::Board;
use crate::board::state::Phase;
use crate::charge::nerve_tests::nearer;
use crate::movement::manner;
use crate::tests::rules::small::{Small, ahead, front_to_front, romans_and_gauls, small, unit};

#[test]
fn an_enemy_ignored_on_the_march_is_feared_when_it_charges() {
    ruling::proves!(crate::rule::PANIC_IGNORED);
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
    let blue = unit("G4", "noble_cavalry", 6, 6, 24.0, 27.5, ", command = [\"musician\"]");
    let mut small = romans_and_gauls("first = \"blue\"", &red, &blue);
    small.rig("wab.panic.ignored", 1);
    small.pick("No more").go("G4", manner::MARCH, &[ahead(1.0)]);
    small.pick("charge Noble").said("[wab.panic.ignored]");
}

/// Warriors march past hastati who are within eight inches, or charge others past them; then the hastati charge.
fn ignored(head: &str) -> Small {
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
    let blue = unit("G4", "noble_cavalry", 6, 6, 24.0, 27.5, ", command = [\"musician\"]");
    let mut small = romans_and_gauls(&format!("first = \"blue\"\n{head}"), &red, &blue);
    small.rig("wab.panic.ignored", 1);
    small.pick("No more").go("G4", manner::MARCH, &[ahead(1.0)]);
    small.pick("charge Noble");
    small
}

#[test]
fn only_those_near_who_are_passed_on_the_march_are_ignored() {
    ruling::proves!(crate::rule::PANIC_IGNORED);
    let charged = |way: u8, far: f64| {
        let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
        let blue = unit("G4", "noble_cavalry", 6, 6, 24.0, 27.5 + far, ", command = [\"musician\"]");
        let mut small = romans_and_gauls("first = \"blue\"", &red, &blue);
        small.rig("wab.panic.ignored", 1).no_charges().go("G4", way, &[ahead(1.0 + far)]);
        small.pick("charge Noble").words().contains("[wab.panic.ignored]")
    };
    assert!(charged(manner::MARCH, 0.0));
    assert!(!charged(0, 0.0), "it did not march");
    assert!(!charged(manner::MARCH, 2.0), "they were more than eight inches away");
}

#[test]
fn an_enemy_passed_on_the_march_is_ignored_unless_the_house_says_otherwise() {
    ruling::proves!(crate::rule::PANIC_IGNORED);
    ignored("").said("[wab.panic.ignored]");
    ignored("house = { ignored_enemy = \"off\" }").not_said("[wab.panic.ignored]");
    ignored("house = { ignored_enemy = \"nearer_charge\" }").not_said("[wab.panic.ignored]");
}

#[test]
fn an_enemy_nearer_than_the_one_charged_is_ignored_where_the_house_says_so() {
    ruling::proves!(crate::rule::PANIC_IGNORED);
    let charges = |head: &str, y: f64| {
        let red = unit("R1", "hastati", 18, 6, 16.5, 17.5, "") + &unit("R2", "hastati", 12, 4, 21.1, y, "");
        let blue = unit("C1", "scutarii", 28, 7, 17.0, 27.0, "");
        let head = format!("first = \"blue\"\n{head}");
        let mut small = small(&head, ("republican_roman", &red), ("carthaginian", &blue));
        small.rig("wab.panic.ignored", 1).rig("wab.flee.distance", 6).rig("wab.panic.friends_fleeing", 1);
        // The first flees out of reach, and the charge falls short before the second.
        small.pick("charge Hastati (R1)").pick("Flee").pick("keep to the first");
        small.pick("(R2) charge").words()
    };
    let nearer = "house = { ignored_enemy = \"nearer_charge\" }";
    assert!(charges(nearer, 19.0).contains("[wab.panic.ignored]"), "{}", charges(nearer, 19.0));
    assert!(!charges("", 19.0).contains("[wab.panic.ignored]"));
    assert!(!charges(nearer, 17.4).contains("[wab.panic.ignored]"), "it was further away");
}

/// A charge of hastati at warriors twelve inches off, past others nine or fewer inches off on their right.
fn passed_over(head: &str, x: f64, y: f64, change: impl Fn(&Small, &mut Phase)) -> bool {
    let red = unit("R1", "hastati", 18, 6, 24.0, 10.0, "") + &unit("R2", "hastati", 12, 6, 40.0, 40.0, "");
    let blue = unit("G1", "warriors", 16, 4, 22.0, 22.0, "") + &unit("G2", "warriors", 16, 4, x, y, "");
    let house = "house = { ignored_enemy = \"nearer_charge\" }";
    let small = romans_and_gauls(&format!("{house}\n{head}"), &red, &blue);
    let mut phase = small.battle.phase().clone();
    change(&small, &mut phase);
    let board = Board::of(small.battle.book(), small.battle.field(), &phase);
    let (hastati, target) = board.body(small.id("R1")).zip(board.body(small.id("G1"))).expect("they stand");
    nearer(&board, hastati, target) == [small.id("G2")]
}

#[test]
fn nearer_enemies_unseen_out_of_reach_fleeing_or_engaged_are_not_ignored() {
    let plain = |_: &Small, _: &mut Phase| {};
    assert!(passed_over("", 27.0, 17.5, plain));
    assert!(!passed_over("", 27.0, 19.0, plain), "it is beyond a charge");
    assert!(!passed_over("", 30.0, 8.0, plain), "it is beside the hastati");
    let house = "terrain = [{ kind = \"building\", polygon = [[15, 12], [40, 12], [40, 13], [15, 13]] }]";
    assert!(!passed_over(house, 27.0, 17.5, plain), "a house hides it");
    let flees = |small: &Small, phase: &mut Phase| phase.unit_mut(small.id("G2")).fleeing = true;
    assert!(!passed_over("", 27.0, 17.5, flees));
    let fights = |small: &Small, phase: &mut Phase| {
        phase.contacts.push(front_to_front(small, "R2", "G2"));
    };
    assert!(!passed_over("", 27.0, 17.5, fights));
}
