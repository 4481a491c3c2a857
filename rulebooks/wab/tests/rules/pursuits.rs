//! Pursuits: who is asked, whom it may follow, and what is taken from those it rides down.

use crate::small::{Small, romans_and_gauls, small, unit};
use testudo_wab::state::Step as At;
use testudo_wab::turn;
use umpire::Side;

/// Hastati charge the middle of three units of spearmen in one line and break them all.
fn three_break(head: &str) -> Small {
    let red = unit("R1", "hastati", 32, 6, 24.0, 20.0, "");
    let line = |label: &str, x: f64| unit(label, "african_spearmen", 12, 4, x, 27.0, "");
    let blue = line("C1", 20.84) + &line("C2", 24.0) + &line("C3", 27.16);
    let mut small = small(head, ("republican_roman", &red), ("carthaginian", &blue));
    small.deadly(Side::Red).harmless(Side::Blue).rig("wab.break.test", 6).rig("wab.flee.distance", 6);
    small.rig("wab.pursuit.roll", 1);
    small.pick("charges African spearmen (C2)").pick("Hold");
    small
}

#[test]
fn who_fails_to_hold_back_is_asked_again_whom_of_several_it_pursues() {
    let mut small = three_break("");
    assert_eq!(small.options().last().map(String::as_str), Some("Hold back"));
    let fleers = small.options().len() - 1;
    assert!(fleers > 1, "{:?}", small.options());
    small.rig("wab.pursuit.choice", 6).pick("Hold back").said("fails its test to hold back");
    assert!(matches!(small.step(), At::Pursue { must: true, .. }), "{:?}", small.step());
    assert_eq!(small.options().len(), fleers, "it cannot hold back any more");
    small.pick("(C1)").said("does not catch African spearmen (C1)").not_said("catch African spearmen (C2)");
}

/// The standards lost so far by blue.
fn standards(small: &Small) -> u32 {
    let battle = &small.battle;
    turn::losses(battle.book(), battle.field(), battle.phase(), Side::Blue).standards
}

/// Hastati break spearmen with a standard, or without, and pursue, or not.
fn breaks(command: &str, choice: &str, pursuit: u8) -> Small {
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
    let blue = unit("C1", "african_spearmen", 18, 6, 24.0, 27.0, command)
        + &unit("C2", "african_spearmen", 12, 6, 4.0, 46.0, "");
    let mut small = small("", ("republican_roman", &red), ("carthaginian", &blue));
    small.deadly(Side::Red).harmless(Side::Blue).rig("wab.break.test", 6).rig("wab.panic.friends_broken", 1);
    small.rig("wab.flee.distance", 3).rig("wab.pursuit.roll", pursuit).rig("wab.pursuit.choice", 1);
    small.pick("charges").pick("Hold").pick(choice);
    small
}

const STANDARD: &str = ", command = [\"standard\"]";

#[test]
fn the_standard_of_those_caught_in_pursuit_is_taken() {
    assert_eq!(standards(&breaks(STANDARD, "Pursue", 4)), 1);
    assert_eq!(standards(&breaks("", "Pursue", 4)), 0, "they had none");
    let escaped = breaks(STANDARD, "Pursue", 2);
    assert!(escaped.stands("C1"));
    assert_eq!(standards(&escaped), 0, "they fled with it");
}

#[test]
fn other_fleers_whom_a_pursuit_runs_into_are_ridden_down_and_lose_their_standard() {
    // Spearmen flee from one unit in the first turn; in the next the pursuit of others runs over them.
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
    let blue = unit("C1", "african_spearmen", 18, 6, 24.0, 27.0, "")
        + &unit("C2", "african_spearmen", 12, 4, 24.0, 34.0, STANDARD)
        + &unit("C3", "african_spearmen", 32, 6, 4.0, 40.0, "");
    let mut small = small("", ("republican_roman", &red), ("carthaginian", &blue));
    small.deadly(Side::Red).harmless(Side::Blue).rig("wab.break.test", 6).rig("wab.flee.distance", 6);
    small.rig("wab.pursuit.roll", 5).rig_unit("wab.panic.friends_broken", "C2", 6);
    small.rig_unit("wab.panic.friends_broken", "C3", 1).rig_unit("wab.flee.distance", "C2", 1);
    small.pick("(R1) charges").pick("Hold").pick("Pursue");
    small.said("(R1) rides down African spearmen (C2) [wab.pursuit.move]");
    assert!(!small.stands("C2") && standards(&small) == 1, "{}", small.words());
}

#[test]
fn no_standard_is_taken_from_those_caught_by_a_charge_or_cut_down_where_they_stood() {
    let red = unit("R4", "equites", 6, 6, 24.0, 15.0, "");
    let blue =
        unit("G1", "warriors", 16, 4, 24.0, 22.0, STANDARD) + &unit("G2", "warriors", 20, 5, 8.0, 32.0, "");
    let mut small = romans_and_gauls("", &red, &blue);
    small.rig("wab.flee.distance", 1).rig("wab.panic.friends_broken", 1);
    small.pick("charges Warriors (G1)").pick("Flee").fight_on().said("[wab.flee.caught]");
    assert!(!small.stands("G1") && standards(&small) == 0);
}
