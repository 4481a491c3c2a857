//! Rallying: who may, and the place it takes to form up.

use crate::small::{Small, romans_and_gauls, small, unit};
use testudo_wab::rally;
use testudo_wab::state::Step as At;
use umpire::Side;

#[test]
fn a_rallied_unit_forms_up_an_inch_from_its_enemies() {
    // The pursuers stop an inch behind the mass of fleers, four ranks deep.
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, ", command = [\"standard\"]");
    let blue = unit("C1", "african_spearmen", 18, 6, 24.0, 27.0, "");
    let mut small = small("", ("republican_roman", &red), ("carthaginian", &blue));
    small.harmless(Side::Red).harmless(Side::Blue).rig("wab.break.test", 6).rig("wab.rally.test", 1);
    small.rig("wab.flee.distance", 6).rig_next("wab.pursuit.roll", &[6, 5]);
    small.pick("charges").pick("Hold").pick("Pursue");
    let At::Regroup(fleers) = *small.step() else { panic!("{:?} {}", small.step(), small.words()) };
    let widths = rally::widths(&small.board(), fleers);
    assert_eq!(widths[0], 5, "the mass itself comes first");
    let north = |files: u16| rally::facings(&small.board(), fleers, files).contains(&table::Facing::NORTH);
    assert!(north(6), "three ranks are less deep than the mass");
    assert!(!north(3), "six ranks would come nearer than an inch");
}

/// Fanatics break, run past hastati so close that nothing would be an inch away from them, and rally.
fn rallied_beside(gap: f64) -> Small {
    let red = unit("R1", "hastati", 32, 6, 24.0, 20.0, ", command = [\"standard\"]")
        + &unit("R2", "hastati", 32, 4, 24.0 + 30.0 / 25.4 + gap + 40.0 / 25.4, 42.0, "");
    let blue = unit("G1", "fanatics", 8, 8, 24.0, 26.0, "");
    let mut small = romans_and_gauls("", &red, &blue);
    small.harmless(Side::Red).harmless(Side::Blue).rig("wab.break.test", 6).rig("wab.rally.test", 1);
    small.rig("wab.flee.distance", 6).rig("wab.pursuit.choice", 1);
    small.pick("(R1) charges").pick("Hold").done().pick("Hold back");
    assert!(small.stands("G1") && !small.state("G1").fleeing, "{}", small.words());
    small
}

#[test]
fn where_nothing_fits_a_rallied_unit_stays_as_it_fled() {
    let small = rallied_beside(0.1);
    assert!(!matches!(small.step(), At::Regroup(_)), "{:?}", small.step());
    let files = small.battle.field().unit(small.id("G1")).formation.files;
    assert_eq!((files, small.facing("G1")), (3, 0.0));
    // With an inch between them it is asked.
    assert!(matches!(rallied_beside(1.1).step(), At::Regroup(_)));
}
