//! Rallying: who may, and the place it takes to form up.

use crate::aftermath::rally;
use crate::board::state::Step as At;
use crate::tests::rules::small::{Small, romans_and_gauls, small, unit};
use umpire::Side;

#[test]
fn a_rallied_unit_forms_up_an_inch_from_its_enemies() {
    // The pursuers stop an inch behind the mass of fleers, four ranks deep.
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, ", command = [\"standard\"]");
    let blue = unit("C1", "african_spearmen", 18, 6, 24.0, 27.0, "");
    let mut small = small("", ("republican_roman", &red), ("carthaginian", &blue));
    small.bloodless().rig("wab.break.test", 6).rig("wab.rally.test", 1);
    small.rig("wab.flee.distance", 6).rig_next("wab.pursuit.roll", &[6, 5]);
    small.pick("charge").pick("Hold").pick("Pursue");
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
    small.bloodless().rig("wab.break.test", 6).rig("wab.rally.test", 1);
    small.rig("wab.flee.distance", 6).rig("wab.pursuit.choice", 1);
    small.pick("(R1) charge").pick("Hold").done().pick("Hold back");
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

/// Somebody is charged, flees two inches and tries to rally in its own turn; both dice of the test show a face.
fn rallies(list: &str, entry: &str, size: u16, face: u8) -> Small {
    let red = unit("X1", entry, size, size.min(6), 24.0, 20.0, "")
        + &unit("X2", entry, size, size.min(6), 8.0, 4.0, "");
    let blue = unit("G1", "warriors", 20, 5, 24.0, 29.8, "");
    let mut small = small("first = \"blue\"", (list, &red), ("gallic", &blue));
    small.rig("wab.flee.distance", 1).rig("wab.rally.test", face);
    small.pick("charge").pick("Flee");
    small
}

#[test]
fn an_enemy_near_makes_rallying_harder() {
    ruling::proves!(crate::rule::RALLY_NEAR);
    // Having fallen short the warriors stand seven inches away.
    rallies("republican_roman", "hastati", 12, 3).said("Hastati (X1) passed a rally test on 6");
}

#[test]
fn who_rallied_does_nothing_else() {
    ruling::proves!(crate::rule::MOVE_RATE);
    let mut small = rallies("republican_roman", "hastati", 12, 3);
    let At::Regroup(_) = *small.step() else { panic!("{:?}", small.step()) };
    small.pick("6 files").pick("Facing 0°");
    assert_eq!(small.step(), &At::Remaining);
    assert_eq!(small.against("X1", 0, &[]), ["wab.move.rate"]);
    let mut archers = rallies("achaemenid", "foot_archers", 12, 1);
    archers.pick("6 files").pick("Facing 0°").done();
    assert_eq!(archers.battle.phase().active, Side::Blue, "nor do they shoot");
}

#[test]
fn feigned_flight_is_over_in_the_next_rally() {
    ruling::proves!(crate::rule::SPECIAL_FEIGNED_FLIGHT);
    let feigns = |choice: &str, size: u16| {
        let red = unit("P5", "horse_archers", size, size, 24.0, 20.0, "")
            + &unit("P2", "levy", 20, 5, 4.0, 8.0, "");
        let blue = unit("C7", "elephants", 1, 1, 24.0, 31.0, "");
        let mut small = small("first = \"blue\"", ("achaemenid", &red), ("carthaginian", &blue));
        small.rig("wab.flee.distance", 1).rig("wab.rally.test", 6);
        small.rig("wab.terror.charge", if choice.is_empty() { 6 } else { 1 });
        small.pick("charge");
        if !choice.is_empty() {
            small.pick(choice);
        }
        small.words().contains("[wab.special.feigned_flight]")
    };
    assert!(feigns("Flee", 6) && feigns("Fire and flee", 6));
    assert!(!feigns("", 6), "terror is not feigned");
}

#[test]
fn fewer_than_five_do_not_rally_but_for_those_whose_units_are_small() {
    ruling::proves!(crate::rule::RALLY_FIVE);
    // Five riders lose two to arrows, panic and run.
    let blue =
        unit("G4", "noble_cavalry", 5, 5, 24.0, 22.0, "") + &unit("G1", "warriors", 20, 5, 4.0, 40.0, "");
    let shot = |blue: &str, label: &str, dead: usize| {
        let red = unit("P1", "sparabara", 24, 12, 24.0, 8.0, "");
        let mut small = small("", ("achaemenid", &red), ("gallic", blue));
        small.rig_next("wab.combat.hit", &vec![6; dead]).rig("wab.combat.hit", 1).rig("wab.combat.wound", 6);
        small.rig("wab.combat.save", 1).rig("wab.panic.casualties", 6).rig("wab.flee.distance", 1);
        small.rig("wab.rally.test", 1).done();
        let volley = umpire::Command::Shoot(vec![(small.id("P1"), small.id(label))]);
        small.submit(&volley);
        small
    };
    shot(&blue, "G4", 2).said("Noble cavalry (G4) were too few to rally [wab.rally.five]");
    let chariots =
        unit("G6", "chariots", 2, 2, 24.0, 22.0, "") + &unit("G1", "warriors", 20, 5, 4.0, 40.0, "");
    shot(&chariots, "G6", 2).said("(G6) passed a rally test").not_said("[wab.rally.five]");
    // At half its strength it has one less to roll.
    let eight = unit("G3", "fanatics", 8, 8, 24.0, 22.0, "") + &unit("G1", "youths", 10, 5, 24.0, 24.0, "");
    shot(&eight, "G1", 5).said("Youths with javelins (G1) passed a rally test on 4");
}

#[test]
fn who_began_to_flee_this_turn_does_not_rally_in_it() {
    let red = unit("R4", "equites", 6, 6, 24.0, 20.0, "") + &unit("R1", "hastati", 12, 6, 4.0, 4.0, "");
    let blue = unit("C7", "elephants", 1, 1, 24.0, 29.0, "");
    let mut small = small("", ("republican_roman", &red), ("carthaginian", &blue));
    small.rig("wab.terror.charge", 6).rig("wab.flee.distance", 1).rig("wab.rally.test", 1);
    small.pick("charge").said("Roman cavalry (R4) failed a terror test");
    // It runs for the nearest edge in the compulsory moves of this turn.
    small.said("Roman cavalry (R4) fled 3 inches").not_said("[wab.rally.test]");
}

#[test]
fn a_rallied_unit_forms_up_clear_of_its_friends() {
    // Their line would be nine inches and a half wide.
    let room = |friend: &str, files: u16| {
        let red = unit("X1", "hastati", 12, 6, 24.0, 20.0, "") + friend;
        let blue = unit("G1", "warriors", 20, 5, 24.0, 29.8, "");
        let mut small = romans_and_gauls("first = \"blue\"", &red, &blue);
        small.rig("wab.flee.distance", 1).rig("wab.rally.test", 1).rig("wab.panic.friends_fleeing", 1);
        small.pick("charge Hastati (X1)").pick("Flee").no_charges();
        assert_eq!(small.step(), &At::Regroup(small.id("X1")), "{}", small.words());
        rally::facings(&small.board(), small.id("X1"), files).contains(&table::Facing::NORTH)
    };
    assert!(room("", 12));
    let formed = unit("X2", "hastati", 12, 6, 30.0, 18.0, "");
    let skirmishers = unit("X3", "velites", 8, 4, 31.0, 18.0, "");
    for friend in [&formed, &skirmishers] {
        assert!(room(friend, 6) && !room(friend, 12), "{friend}");
    }
}
