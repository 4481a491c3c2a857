//! Answers to a charge: counter-charges and how far they turn and go.

use crate::tests::rules::small::{Small, front_to_front, romans_and_gauls, small, unit};
use umpire::Side;

/// Nobles, with whoever stands beside them, counter-charge equites to the left of their front.
fn counter_charge(head: &str, beside: &str) -> Small {
    let red = unit("R4", "equites", 6, 6, 32.0, 20.0, "");
    let blue = unit("G4", "noble_cavalry", 6, 6, 24.0, 30.0, "") + beside;
    let mut small = romans_and_gauls(head, &red, &blue);
    small.bloodless().rig("wab.break.test", 1);
    small.pick("charge Noble").pick("Counter-charge").said("[wab.charge.contact]");
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
    small.bloodless().rig("wab.break.test", 1);
    small.pick("charge").pick("Counter-charge").pick("Kontos");
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
        small.bloodless().rig("wab.break.test", 1);
        small.pick("charge Noble").pick("Counter-charge");
        30.0 - small.front("G4").1
    };
    assert!(past("youths", 2) > 3.0, "{}", past("youths", 2));
    assert!(past("warriors", 4) < 1.0, "{}", past("warriors", 4));
}

/// The answers offered to a charge upon the only red unit.
fn answers(red: (&str, &str), blue: (&str, &str)) -> Vec<String> {
    let mut small = small("first = \"blue\"", red, blue);
    small.rig("wab.panic.flank", 1).rig("wab.fear.charged", 1);
    small.pick("charge");
    small.options()
}

const ALL_ON_FOOT: [&str; 4] = ["Hold", "Stand and shoot", "Flee", "Fire and flee"];

#[test]
fn who_has_missiles_shoots_at_a_charger_more_than_half_its_charge_away() {
    let velites = |red: &str, y: f64, facing: u16| {
        let blue = unit("G1", "warriors", 20, 5, 24.0, y, &format!(", facing = {facing}"));
        answers(("republican_roman", red), ("gallic", &blue))
    };
    let red = unit("R3", "velites", 8, 8, 24.0, 20.0, "");
    assert_eq!(velites(&red, 25.1, 180), ALL_ON_FOOT);
    assert_eq!(velites(&red, 25.0, 180), ["Hold", "Flee"], "just half");
    assert_eq!(velites(&red, 13.5, 0), ALL_ON_FOOT, "skirmishers see all round");
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
    assert_eq!(velites(&red, 27.0, 180), ["Hold", "Flee"], "no missiles");
}

#[test]
fn who_is_charged_from_the_side_or_serves_an_engine_does_not_shoot() {
    let blue = unit("R1", "socii", 18, 6, 31.0, 18.0, ", facing = 270");
    let red = unit("A3", "thureophoroi", 20, 5, 24.0, 20.0, "");
    assert_eq!(answers(("successor", &red), ("republican_roman", &blue)), ["Hold", "Flee"]);
    let red = unit("R8", "scorpion", 1, 1, 24.0, 20.0, "");
    let blue = unit("G1", "warriors", 20, 5, 24.0, 27.0, "");
    assert_eq!(answers(("republican_roman", &red), ("gallic", &blue)), ["Hold", "Flee"]);
}

#[test]
fn the_frenzied_do_not_flee_from_a_charge() {
    let red = unit("G1", "fanatics", 12, 6, 24.0, 20.0, "");
    let blue = unit("R1", "hastati", 18, 6, 24.0, 27.0, "");
    assert_eq!(answers(("gallic", &red), ("republican_roman", &blue)), ["Hold", "Stand and shoot"]);
}

#[test]
fn only_formed_horse_counter_charges_and_only_horse_before_it() {
    let offered_under = |head: &str, blue: &str| {
        let red = unit("C4", "numidian_cavalry", 8, 8, 24.0, 20.0, "");
        let head = format!("first = \"blue\"\n{head}");
        let mut small = small(&head, ("carthaginian", &red), ("republican_roman", blue));
        small.pick("charge").options().contains(&"Counter-charge".to_owned())
    };
    let offered = |red: &str, list: &str, blue: &str| {
        answers(("carthaginian", red), (list, blue)).contains(&"Counter-charge".to_owned())
    };
    let horse = |files: u16, more: &str| unit("C4", "numidian_cavalry", 8, files, 24.0, 20.0, more);
    let equites = |y: f64| unit("R4", "equites", 6, 6, 24.0, y, "");
    assert!(offered(&horse(8, ""), "republican_roman", &equites(28.2)));
    assert!(offered(&horse(8, ""), "republican_roman", &equites(23.0)), "at any distance");
    assert!(!offered_under("house = { counter_charge_far = true }", &equites(27.8)), "too near there");
    assert!(offered_under("house = { counter_charge_far = true }", &equites(28.2)));
    assert!(!offered(&horse(8, ", order = \"skirmish\""), "republican_roman", &equites(28.2)), "scattered");
    assert!(!offered(&horse(2, ""), "republican_roman", &equites(28.2)), "a column");
    let foot = unit("R1", "hastati", 18, 6, 24.0, 27.9, "");
    assert!(!offered(&horse(8, ""), "republican_roman", &foot), "charged by foot");
    let chariots =
        |entry: &str, list: &str| offered(&horse(8, ""), list, &unit("G6", entry, 1, 1, 24.0, 29.0, ""));
    assert!(chariots("chariots", "gallic") && !chariots("scythed_chariots", "achaemenid"));
    let beside = unit("R4", "equites", 6, 6, 35.0, 18.0, ", facing = 270");
    assert!(!offered(&horse(8, ""), "republican_roman", &beside), "charged in the flank");
}

#[test]
fn a_unit_shoots_once_in_answer_and_counter_charges_one() {
    let red = unit("R3", "velites", 8, 8, 24.0, 20.0, "");
    let two = unit("G1", "warriors", 20, 5, 21.5, 27.0, "") + &unit("G2", "warriors", 20, 5, 26.5, 27.0, "");
    let mut small = romans_and_gauls("first = \"blue\"", &red, &two);
    small.pick("(G1) charge").pick("Stand and shoot").pick("(G2) charge");
    assert_eq!(small.options(), ["Hold", "Flee"]);
    let red = unit("R4", "equites", 6, 6, 24.0, 20.0, "");
    let two = unit("G4", "noble_cavalry", 5, 5, 18.0, 31.0, "")
        + &unit("G5", "noble_cavalry", 5, 5, 30.0, 31.0, "");
    let mut small = romans_and_gauls("first = \"blue\"", &red, &two);
    small.bloodless().rig("wab.break.test", 1);
    small.pick("(G4) charge").pick("Counter-charge").pick("(G5) charge");
    small.said("Roman cavalry (R4) held against Noble cavalry (G5)");
    // Having turned to the first it is still met in front by the second.
    small.pick("(G4)");
    let faces: Vec<_> = small.battle.phase().contacts.iter().map(|c| c.faces).collect();
    assert_eq!(faces, [[crate::data::armour::Face::Front; 2]; 2], "{}", small.words());
}

/// Velites fire and flee: the first die shows six, those after it ones.
fn fire_and_flee(head: &str) -> Small {
    let red = unit("R3", "velites", 8, 8, 24.0, 20.0, "");
    let blue = unit("G1", "warriors", 20, 5, 24.0, 28.0, "");
    let mut small = romans_and_gauls(&format!("first = \"blue\"\n{head}"), &red, &blue);
    small.rig_next("wab.flee.distance", &[6, 6, 1]);
    small.pick("charge").pick("Fire and flee").said("(R3) shot at Warriors (G1): 8 shots");
    small
}

#[test]
fn who_fires_first_flees_less_far() {
    fire_and_flee("").said("Velites (R3) fled 6 inches");
    fire_and_flee("house = { fire_flee_reduction = \"reduced_by\" }").said("Velites (R3) fled 11 inches");
}

#[test]
fn a_charge_is_over_only_when_nobody_is_left_to_charge() {
    let red = unit("R3", "velites", 12, 12, 24.0, 20.0, "");
    let blue =
        unit("G4", "noble_cavalry", 5, 5, 24.0, 30.0, "") + &unit("G1", "warriors", 16, 4, 4.0, 44.0, "");
    let mut small = romans_and_gauls("first = \"blue\"", &red, &blue);
    small.deadly(Side::Red).rig("wab.combat.save", 1);
    small
        .pick("charge")
        .pick("Stand and shoot")
        .fight_on()
        .said("5 fell")
        .said("gave up")
        .not_said("upon the front of");
    assert!(!small.stands("G4"));
}

#[test]
fn who_flees_out_of_a_combat_is_not_pursued_and_alarms_nobody() {
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "") + &unit("R2", "hastati", 18, 6, 14.0, 16.0, "");
    let blue = unit("C1", "african_spearmen", 18, 6, 24.0, 24.0, "")
        + &unit("C2", "african_spearmen", 18, 6, 31.0, 18.5, ", facing = 270");
    let mut small = small("first = \"blue\"", ("republican_roman", &red), ("carthaginian", &blue));
    small.bloodless().rig("wab.break.test", 1).rig("wab.panic.flank", 6);
    small.pick("(C1) charge").pick("Hold").pick("(C2) charge").said("Hastati (R1) failed a panic test");
    assert!(small.state("R1").fleeing && small.battle.phase().contacts.is_empty());
    small.not_said("[wab.pursuit.roll]").not_said("[wab.panic.friends_broken]");
}

#[test]
fn who_is_charged_while_it_fights_may_flee_out_of_its_combat() {
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "") + &unit("R2", "hastati", 18, 6, 14.0, 16.0, "");
    let blue = unit("C1", "african_spearmen", 18, 6, 24.0, 20.0, "")
        + &unit("C2", "african_spearmen", 18, 6, 31.0, 18.5, ", facing = 270");
    let small = small("first = \"blue\"", ("republican_roman", &red), ("carthaginian", &blue));
    let contact = front_to_front(&small, "C1", "R1");
    let mut small = small.changed(|_, phase| phase.contacts.push(contact));
    small.bloodless().rig("wab.panic.flank", 6).pick("(C2) charge");
    small.said("Hastati (R1) failed a panic test").told(crate::rule::REACT_FLEE_FROM_COMBAT);
    assert!(small.state("R1").fleeing && small.battle.phase().contacts.is_empty());
}

#[test]
fn a_fleeing_unit_that_is_charged_flees_again() {
    ruling::proves!(crate::rule::REACT_LIMITS);
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
    let two = unit("G1", "warriors", 20, 5, 22.0, 29.5, "") + &unit("G2", "warriors", 20, 5, 27.5, 26.0, "");
    let mut small = romans_and_gauls("first = \"blue\"", &red, &two);
    small.rig("wab.flee.distance", 1).rig("wab.special.warband", 6).rig("wab.rally.test", 6);
    small.pick("(G1) charge").pick("Flee");
    // It has not run out of reach of the other, who drives it on without a question.
    small.pick("(G2) charge");
    assert_eq!(small.times("Hastati (R1) fled 2 inches"), 2, "{}", small.words());
}

#[test]
fn who_is_met_by_another_first_does_not_go_to_meet_the_one_it_would_counter_charge() {
    let red = unit("R4", "equites", 6, 6, 24.0, 20.0, "");
    let two = unit("G4", "noble_cavalry", 5, 5, 20.5, 33.0, "")
        + &unit("G5", "noble_cavalry", 5, 5, 27.5, 31.0, "");
    let stood = |first: &str| {
        let mut small = romans_and_gauls("first = \"blue\"", &red, &two);
        small.bloodless().rig("wab.break.test", 1);
        small.pick("(G4) charge").pick("Counter-charge").pick("(G5) charge").pick(first);
        (small.front("R4").1 - 20.0).abs() < 0.01
    };
    assert!(stood("(G5)") && !stood("(G4)"));
}

#[test]
fn horse_counter_charges_from_any_distance_unless_the_house_says_otherwise() {
    ruling::proves!(crate::rule::REACT_COUNTER_CHARGE);
    // Equites have M 8: at seven and a half inches they are within half of their charge.
    let offered = |head: &str| {
        let red = unit("R4", "equites", 6, 6, 24.0, 20.0, "");
        let blue = unit("G4", "noble_cavalry", 6, 6, 24.0, 27.5, "");
        let mut small = romans_and_gauls(head, &red, &blue);
        small.pick("charge Noble");
        small.options().iter().any(|o| o.contains("Counter-charge"))
    };
    assert!(offered(""));
    assert!(!offered("house = { counter_charge_far = true }"));
}
