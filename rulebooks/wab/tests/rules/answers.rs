//! Answers to a charge: counter-charges and how far they turn and go.

use crate::small::{Small, romans_and_gauls, small, unit};
use umpire::Side;

/// Nobles, with whoever stands beside them, counter-charge equites to the left of their front.
fn counter_charge(head: &str, beside: &str) -> Small {
    let red = unit("R4", "equites", 6, 6, 32.0, 20.0, "");
    let blue = unit("G4", "noble_cavalry", 6, 6, 24.0, 30.0, "") + beside;
    let mut small = romans_and_gauls(head, &red, &blue);
    small.harmless(Side::Red).harmless(Side::Blue).rig("wab.break.test", 1);
    small.pick("charges Noble").pick("Counter-charge").said("[wab.charge.contact]");
    small
}

#[test]
fn a_counter_charger_turns_to_its_charger_and_goes_half_its_move() {
    let small = counter_charge("", "");
    // Eight inches across and ten down, from due south.
    assert!((small.facing("G4") - (180.0 - 38.66)).abs() < 0.1, "{}", small.facing("G4"));
    let (x, y) = small.front("G4");
    let far = ((x - 24.0).powi(2) + (y - 30.0).powi(2)).sqrt();
    assert!((far - 4.0).abs() < 0.01, "{far}");
}

#[test]
fn a_counter_charger_turns_only_as_far_as_it_touches_nobody() {
    // Friends close on its right stop it after a few degrees, and so does a building.
    let friends = unit("G1", "warriors", 16, 4, 20.8 - 40.0 / 25.4, 29.0, "");
    let building =
        "terrain = [{ kind = \"building\", polygon = [[16, 29], [20.8, 29], [20.8, 33], [16, 33]] }]";
    for small in [counter_charge("", &friends), counter_charge(building, "")] {
        let turned = 180.0 - small.facing("G4");
        assert!(turned > 4.0 && turned < 12.0, "{turned}");
    }
}

#[test]
fn a_counter_charger_goes_half_the_gap_where_that_is_less() {
    // Cataphracts have M 7 and start seven and a half inches away.
    let red = unit("A4", "cataphracts", 6, 6, 24.0, 20.0, "");
    let blue = unit("R4", "equites", 6, 6, 24.0, 27.5, "");
    let mut small = small("", ("successor", &red), ("republican_roman", &blue));
    small.harmless(Side::Red).harmless(Side::Blue).rig("wab.break.test", 1);
    small.pick("charges").pick("Counter-charge").pick("Kontos");
    assert!((small.front("R4").1 - 23.75).abs() < 0.01, "{:?}", small.front("R4"));
}

#[test]
fn a_counter_charger_stops_at_friends_in_its_way() {
    // They stand an inch before its left end: skirmishers let it through, a formed unit does not.
    let past = |entry: &str, files: u16| {
        let red = unit("R4", "equites", 6, 6, 22.0, 20.0, "");
        let blue = unit("G4", "noble_cavalry", 6, 6, 24.0, 30.0, "")
            + &unit("G2", entry, 16, files, 28.1, 29.0, ", facing = 0");
        let mut small = romans_and_gauls("", &red, &blue);
        small.harmless(Side::Red).harmless(Side::Blue).rig("wab.break.test", 1);
        small.pick("charges Noble").pick("Counter-charge");
        30.0 - small.front("G4").1
    };
    assert!(past("youths", 2) > 3.0, "{}", past("youths", 2));
    assert!(past("warriors", 4) < 1.0, "{}", past("warriors", 4));
}
