//! Flights and pursuits: how far, over which ground, and back again.

use crate::small::{Small, romans_and_gauls, small, unit};
use umpire::Side;

/// Hastati break spearmen, who run so many times two inches, and pursue six inches, over whatever lies there.
fn pursues(head: &str, run: u8) -> Small {
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
    let blue = unit("C1", "african_spearmen", 18, 6, 24.0, 27.0, "")
        + &unit("C2", "african_spearmen", 12, 6, 4.0, 46.0, "");
    let mut small = small(head, ("republican_roman", &red), ("carthaginian", &blue));
    small.deadly(Side::Red).harmless(Side::Blue).rig("wab.break.test", 6);
    small
        .rig("wab.flee.distance", run)
        .rig("wab.pursuit.roll", 3)
        .rig("wab.rally.test", 6)
        .rig("wab.panic.friends_broken", 1);
    small.pick("charges").pick("Hold").pick("Pursue");
    small
}

const WOOD: &str = "terrain = [{ kind = \"wood\", polygon = [[18, 28], [30, 28], [30, 40], [18, 40]] }]";

#[test]
fn fleers_are_a_mass_without_ranks() {
    let small = pursues("", 4);
    let board = small.board();
    let fleers = board.body(small.id("C1")).expect("they run");
    let left = fleers.places;
    assert!(fleers.state.fleeing && !fleers.is_column());
    assert_eq!(fleers.files, (1..).find(|f| f * f >= left).expect("there is one"));
}

#[test]
fn ground_slows_pursuers_where_the_house_says_so() {
    let plain = pursues(WOOD, 6);
    assert!((plain.front("R1").1 - 33.0).abs() < 0.05, "{:?}", plain.front("R1"));
    // One inch in the open, and five at half rate.
    let slowed = pursues(&format!("house = {{ flee_terrain_penalty = true }}\n{WOOD}"), 6);
    assert!((slowed.front("R1").1 - 30.5).abs() < 0.05, "{:?}", slowed.front("R1"));
}

#[test]
fn who_pursues_off_the_table_comes_back() {
    let red = unit("R4", "equites", 6, 6, 24.0, 36.0, "");
    let blue = unit("C1", "african_spearmen", 16, 6, 24.0, 44.0, "")
        + &unit("C2", "african_spearmen", 12, 6, 4.0, 20.0, ", command = [\"musician\"]");
    let mut small = small("", ("republican_roman", &red), ("carthaginian", &blue));
    small.deadly(Side::Red).harmless(Side::Blue).rig("wab.break.test", 6).rig("wab.start.return", 1);
    small.rig("wab.pursuit.roll", 6).rig("wab.flee.distance", 6).rig("wab.panic.friends_broken", 1);
    small.pick("charges").pick("Hold").pick("Pursue").said("pursues off the table");
    assert!(!small.stands("R4"));
    small.fight_on().said("[wab.start.return]");
    assert!(small.stands("R4"));
}

#[test]
fn a_stampede_strikes_whom_it_meets() {
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
    let blue = unit("C7", "elephants", 1, 1, 24.0, 26.0, "")
        + &unit("C1", "african_spearmen", 12, 6, 24.0, 34.0, "");
    let mut small = small("first = \"blue\"", ("republican_roman", &red), ("carthaginian", &blue));
    small.rig("wab.fear.charged", 1).harmless(Side::Red).harmless(Side::Blue).rig("wab.break.test", 6);
    small.rig("wab.troops.elephants", 4).rig("wab.panic.friends_broken", 1);
    small.pick("charges").pick("Hold").fight_on();
    small.said("[wab.troops.elephants]");
}

#[test]
fn the_active_sides_fleers_run_for_the_nearest_edge() {
    let red = unit("R1", "hastati", 12, 6, 24.0, 20.0, "");
    let blue = unit("G1", "warriors", 20, 5, 24.0, 29.5, "");
    let mut small = romans_and_gauls("first = \"blue\"", &red, &blue);
    small.rig("wab.flee.distance", 1).rig("wab.rally.test", 6);
    small.pick("charges").pick("Flee").fight_on();
    small.fight_on();
    assert!(small.state("R1").fleeing && small.front("R1").1 < 16.0, "{:?}", small.front("R1"));
}
