//! The table's edge: charges along it, and who comes back over it.

use crate::board::state::Step as At;
use crate::tests::rules::small::{romans_and_gauls, small, unit};
use umpire::Side;

#[test]
fn nobody_charges_where_a_part_of_it_would_pass_the_edge() {
    // They face north-east; the warriors stand as far off as they can go, left of their middle.
    let offered = |x: f64| {
        let red = unit("R1", "hastati", 12, 12, x, 20.0, ", facing = 45");
        let blue = unit("G1", "warriors", 16, 4, x + 4.47, 26.77, ", facing = 225");
        let small = romans_and_gauls("", &red, &blue);
        small.options().iter().any(|o| o.contains("(R1) charge"))
    };
    assert!(offered(35.0));
    assert!(!offered(40.0), "their right would be over the edge");
}

#[test]
fn skirmishers_do_not_charge_where_their_line_would_pass_the_edge() {
    let offered = |x: f64| {
        let red = unit("R3", "velites", 8, 8, x + 8.0, 20.0, "");
        let blue = unit("G1", "warriors", 16, 4, x, 24.0, "");
        let small = romans_and_gauls("", &red, &blue);
        small.options().iter().any(|o| o.contains("(R3) charge"))
    };
    assert!(offered(20.0));
    assert!(!offered(2.0), "their left would be over the edge");
}

#[test]
fn who_would_close_flush_over_the_edge_stays_at_the_angle_at_which_it_met() {
    // The warriors look a little to the west: to face them squarely the hastati swing their rear that way.
    let charges = |x: f64| {
        let red = unit("R1", "hastati", 30, 6, x + 2.46, 20.0, "");
        let blue = unit("G1", "warriors", 16, 4, x + 1.82, 25.54, ", facing = 200");
        let mut small = romans_and_gauls("house = { double_one_holds = true }", &red, &blue);
        small.bloodless().rig("wab.break.test", 1).pick("(R1) charge").pick("Hold");
        let board = small.board();
        let hastati = board.body(small.id("R1")).expect("they stand");
        assert!(board.phase.is_engaged(hastati.id) && board.on_table(&hastati.rect), "{:?}", hastati.rect);
        small.facing("R1")
    };
    assert!((charges(10.0) - 20.0).abs() < 0.1);
    let angle = charges(0.0);
    assert!(!(2.0..358.0).contains(&angle), "{angle}");
}

#[test]
fn who_comes_back_finds_room_beside_scattered_friends() {
    // The velites stand where the right of the horse would be.
    let red = unit("R4", "equites", 6, 6, 24.0, 36.0, "") + &unit("R3", "velites", 8, 4, 29.3, 47.5, "");
    let blue =
        unit("C1", "african_spearmen", 16, 6, 24.0, 44.0, "") + &unit("C2", "scutarii", 20, 5, 4.0, 20.0, "");
    let mut small = small("", ("republican_roman", &red), ("carthaginian", &blue));
    small.deadly(Side::Red).harmless(Side::Blue).rig("wab.break.test", 6).rig("wab.panic.friends_broken", 1);
    small.rig("wab.pursuit.roll", 6).rig("wab.flee.distance", 6).rig("wab.start.return", 1);
    small.pick("(R4) charge African").pick("Hold");
    while !matches!(small.step(), At::Pursue { .. }) {
        small.done();
    }
    small.pick("Pursue").said("(R4) pursued off the table");
    small.fight_on();
    assert!(small.stands("R4"), "{}", small.words());
    let (x, _) = small.front("R4");
    assert!((x - 23.5).abs() < 0.05, "half an inch beside where it left: {x}");
}
