//! Fear and terror: who tests, how often, and what becomes of those who fail.

use crate::small::{Small, small, unit};

/// Horse stands seven inches before an elephant for two of its own turns, and passes every test of terror.
fn beside_elephants(head: &str) -> Small {
    let red = unit("R4", "equites", 6, 6, 24.0, 20.0, "");
    let blue = unit("C7", "elephants", 1, 1, 24.0, 27.0, "");
    let mut small = small(head, ("republican_roman", &red), ("carthaginian", &blue));
    small.rig("wab.terror.proximity", 1);
    small.fight_on().fight_on().fight_on().fight_on();
    small
}

#[test]
fn terror_once_overcome_is_overcome_for_good() {
    let small = beside_elephants("turns = 4\nfirst = \"blue\"");
    assert_eq!(small.times("passes its terror test"), 1, "{}", small.words());
}

#[test]
fn terror_is_tested_every_turn_where_the_house_says_so() {
    let small = beside_elephants("turns = 4\nfirst = \"blue\"\nhouse = { terror_once = false }");
    assert_eq!(small.times("passes its terror test"), 2, "{}", small.words());
}

/// Elephants flee from hastati and stand, still fleeing, near horse and foot as these begin their turn.
fn fleeing_elephants() -> Small {
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "")
        + &unit("R2", "hastati", 18, 6, 24.0, 40.0, ", facing = 180")
        + &unit("R4", "equites", 6, 6, 32.0, 27.0, "");
    let blue = unit("C7", "elephants", 2, 2, 24.0, 27.9, "");
    let mut small = small("", ("republican_roman", &red), ("carthaginian", &blue));
    small.rig("wab.fear.charging", 1).rig("wab.flee.distance", 1).rig("wab.rally.test", 6);
    small.rig("wab.terror.proximity", 1);
    small.pick("(R1) charges").pick("Flee");
    assert!(small.state("C7").fleeing && !small.state("C7").stampeding);
    small
}

#[test]
fn a_fleeing_elephant_terrifies_horse_and_frightens_foot() {
    let mut small = fleeing_elephants();
    // It runs on for the edge in its own turn, two inches at a time.
    small.fight_on().fight_on();
    assert!(small.stands("C7") && small.state("C7").fleeing, "{}", small.words());
    let tests = |small: &Small| small.times("[wab.fear.charging]");
    let before = tests(&small);
    small.said("Roman cavalry (R4) passes its terror test");
    small.pick("(R2) charges");
    assert_eq!(tests(&small), before + 1, "{}", small.words());
}
