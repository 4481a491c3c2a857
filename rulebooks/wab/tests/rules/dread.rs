//! Fear and terror: who tests, how often, and what becomes of those who fail.

use crate::board::bodies::Board;
use crate::board::state::{Charging, Phase};
use crate::data::armour::Face;
use crate::nerve::fear::feared_count;
use crate::tests::rules::small::{Small, front_to_front, small, unit};
use umpire::Side;

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
fn terror_once_overcome_is_overcome_for_good_where_the_house_says_so() {
    ruling::proves!(crate::rule::TERROR_PROXIMITY);
    let small = beside_elephants("turns = 4\nfirst = \"blue\"\nhouse = { terror_once = true }");
    assert_eq!(small.times("passed a terror test"), 1, "{}", small.words());
}

#[test]
fn terror_is_tested_every_turn() {
    let small = beside_elephants("turns = 4\nfirst = \"blue\"");
    assert_eq!(small.times("passed a terror test"), 2, "{}", small.words());
}

/// Elephants flee from hastati and stand, still fleeing, near horse and foot as these begin their turn.
fn fleeing_elephants() -> Small {
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "")
        + &unit("R2", "hastati", 18, 6, 24.0, 40.0, ", facing = 180")
        + &unit("R4", "equites", 6, 6, 36.0, 41.0, "");
    let blue = unit("C7", "elephants", 2, 2, 24.0, 27.9, "");
    let mut small = small("", ("republican_roman", &red), ("carthaginian", &blue));
    small.rig("wab.fear.charging", 1).rig("wab.flee.distance", 1).rig("wab.rally.test", 6);
    small.rig("wab.terror.proximity", 1);
    small.pick("(R1) charge").pick("Flee");
    assert!(small.state("C7").fleeing && !small.state("C7").stampeding);
    small
}

#[test]
fn a_fleeing_elephant_terrifies_horse_and_frightens_foot() {
    ruling::proves!(crate::rule::FEAR_CHARGING);
    let mut small = fleeing_elephants();
    // It runs on for the edge in its own turn, two inches at a time.
    small.fight_on().fight_on();
    assert!(small.stands("C7") && small.state("C7").fleeing, "{}", small.words());
    let tests = |small: &Small| small.times("[wab.fear.charging]");
    let before = tests(&small);
    small.said("Roman cavalry (R4) passed a terror test");
    small.pick("(R2) charge");
    assert_eq!(tests(&small), before + 1, "{}", small.words());
}

/// Elephants charge somebody, who rolls a face for every test.
fn charged_by_elephants(head: &str, red: (&str, &str), face: u8) -> Small {
    let blue = unit("C7", "elephants", 2, 2, 22.5, 26.5, "") + &unit("C8", "elephants", 1, 1, 27.5, 26.5, "");
    let mut small = small(&format!("first = \"blue\"\n{head}"), red, ("carthaginian", &blue));
    small.rig("wab.terror.charge", face).rig("wab.fear.charged", face).rig("wab.flee.distance", 6);
    small.pick("(C7) charge");
    small
}

#[test]
fn foot_that_fails_to_face_more_than_itself_flees() {
    ruling::proves!(crate::rule::BASICS_COUNT);
    // Two beasts are ten heads.
    let foot = |size: u16| {
        let red = unit("R1", "hastati", size, 6, 24.0, 20.0, "");
        charged_by_elephants("", ("republican_roman", &red), 6)
    };
    let many = foot(12);
    assert!(!many.state("R1").fleeing && many.options().contains(&"Hold".to_owned()));
    let mut two = foot(12);
    two.pick("Hold").pick("(C8) charge");
    assert!(two.state("R1").fleeing, "three beasts are fifteen: {}", two.words());
}

#[test]
fn horse_counts_as_many_heads_as_the_house_says() {
    // Used to elephants it only fears them: six riders are fewer than ten heads, unless each counts as two.
    let riders = |head: &str| {
        let red = unit("C5", "spanish_cavalry", 6, 6, 24.0, 20.0, "");
        charged_by_elephants(head, ("carthaginian", &red), 6).state("C5").fleeing
    };
    assert!(riders(""));
    assert!(!riders("house = { cavalry_headcount = 2 }"));
}

#[test]
fn the_frenzied_and_elephants_themselves_fear_nothing() {
    let fanatics = unit("G1", "fanatics", 12, 6, 24.0, 20.0, "");
    charged_by_elephants("", ("gallic", &fanatics), 6).not_said("[wab.fear.charged]");
    let beasts = unit("A7", "elephants", 2, 2, 24.0, 20.0, "");
    charged_by_elephants("", ("successor", &beasts), 6).not_said("[wab.terror.charge]");
}

#[test]
fn terror_passed_is_not_tested_for_another_charge_of_the_turn_whatever_the_house_says() {
    let red = unit("R4", "equites", 16, 8, 24.0, 20.0, "");
    let small = |head: &str| {
        let mut small = charged_by_elephants(head, ("republican_roman", &red), 1);
        small.pick("Hold").pick("(C8) charge").pick("Hold");
        small.times("passed a terror test")
    };
    assert_eq!(small(""), 1);
    assert_eq!(small("house = { terror_once = false }"), 1);
}

#[test]
fn fear_passed_is_not_tested_for_another_charge_of_the_turn() {
    ruling::proves!(crate::rule::PSYCH_ONCE);
    let red = unit("R1", "hastati", 18, 9, 24.0, 20.0, "");
    let mut small = charged_by_elephants("", ("republican_roman", &red), 1);
    small.pick("Hold").pick("(C8) charge").pick("Hold");
    assert_eq!(small.times("passed a fear test"), 1, "{}", small.words());
}

#[test]
fn who_is_shaken_hits_on_sixes_until_the_first_round_is_over() {
    let red = unit("R1", "hastati", 32, 8, 24.0, 20.0, "");
    let blue = unit("C7", "elephants", 1, 1, 24.0, 26.5, "");
    let mut small = small("first = \"blue\"", ("republican_roman", &red), ("carthaginian", &blue));
    small
        .rig("wab.fear.charged", 6)
        .rig("wab.break.test", 1)
        .rig("wab.combat.wound", 1)
        .rig("wab.combat.hit", 5);
    small.pick("charge").pick("Hold").said("(C7): 8 attacks, no hits");
    small.fight_on().said("(C7): 4 attacks, 4 hits");
}

#[test]
fn who_is_shaken_shoots_with_sixes_too() {
    let red = unit("P1", "sparabara", 24, 12, 24.0, 20.0, "");
    let blue = unit("C7", "elephants", 1, 1, 24.0, 30.0, "");
    let shots = |face: u8| {
        let mut small = small("first = \"blue\"", ("achaemenid", &red), ("carthaginian", &blue));
        small.rig("wab.fear.charged", face).rig("wab.combat.hit", 5);
        small.pick("charge").pick("Stand and shoot");
        small.words()
    };
    assert!(shots(1).contains("18 shots, 18 hits"), "{}", shots(1));
    assert!(shots(6).contains("18 shots, no hits"), "{}", shots(6));
}

#[test]
fn the_beaten_who_are_outnumbered_by_whom_they_fear_break_without_a_test() {
    ruling::proves!(crate::rule::FEAR_BEATEN, crate::rule::BREAK_TEST);
    let beaten = |size: u16| {
        let red = unit("R1", "hastati", size, 6, 24.0, 20.0, "");
        let blue = unit("C7", "elephants", 3, 3, 24.0, 26.5, "");
        let head = "first = \"blue\"\nhouse = { give_ground_two_to_one = false }";
        let mut small = small(head, ("republican_roman", &red), ("carthaginian", &blue));
        small.rig("wab.fear.charged", 1).rig("wab.break.test", 1).deadly(Side::Blue).harmless(Side::Red);
        small.pick("charge").pick("Hold");
        small.words()
    };
    assert!(
        beaten(16)
            .contains("Hastati (R1) broke without a test: feared enemies outnumbered them [wab.fear.beaten]"),
        "{}",
        beaten(16)
    );
    assert!(beaten(30).contains("Hastati (R1) broke [wab.break.test]"), "{}", beaten(30));
}

#[test]
fn the_engaged_and_the_far_are_not_terrified_as_their_turn_begins() {
    ruling::proves!(crate::rule::TERROR_PROXIMITY);
    let near = |x: f64| {
        let red = unit("R4", "equites", 6, 6, 24.0, 20.0, "");
        let blue =
            unit("C7", "elephants", 1, 1, x, 19.0, "") + &unit("C1", "scutarii", 20, 5, 24.0, 26.0, "");
        let mut small = small("first = \"blue\"", ("republican_roman", &red), ("carthaginian", &blue));
        small.bloodless().rig("wab.break.test", 1).rig("wab.terror.proximity", 1);
        small
    };
    let half = (150.0 + 60.0) / 2.0 / 25.4;
    near(24.0 + half + 7.9).fight_on().said("[wab.terror.proximity]");
    near(24.0 + half + 8.1).fight_on().not_said("[wab.terror.proximity]");
    let mut engaged = near(24.0 + half + 7.9);
    engaged.pick("(C1) charge").pick("Hold").fight_on().not_said("[wab.terror.proximity]");
}

#[test]
fn terror_passed_once_holds_for_the_units_own_charges_too() {
    ruling::proves!(crate::rule::TERROR_ONCE);
    let tests = |head: &str| {
        let red = unit("R4", "equites", 16, 8, 24.0, 20.0, "");
        let blue = unit("C7", "elephants", 1, 1, 24.0, 27.0, "");
        let mut small = small(head, ("republican_roman", &red), ("carthaginian", &blue));
        small.rig("wab.terror.proximity", 1).rig("wab.terror.charge", 1);
        small.pick("charge");
        small.times("passed a terror test")
    };
    // It passed as its turn began, seven inches away.
    assert_eq!(tests("house = { terror_once = true }"), 1);
    assert_eq!(tests(""), 2);
}

#[test]
fn the_feared_who_count_are_those_in_contact_and_those_who_charge() {
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
    let blue = unit("C7", "elephants", 1, 1, 24.0, 20.0, "")
        + &unit("C8", "elephants", 1, 1, 30.0, 30.0, "")
        + &unit("C9", "elephants", 1, 1, 36.0, 30.0, "")
        + &unit("C1", "african_spearmen", 12, 4, 20.0, 20.0, "");
    let small = small("", ("republican_roman", &red), ("carthaginian", &blue));
    let mut phase = small.battle.phase().clone();
    phase.contacts.push(front_to_front(&small, "R1", "C1"));
    let counted = |phase: &Phase| {
        let board = Board::of(small.battle.book(), small.battle.field(), phase);
        board.body(small.id("R1")).map(|b| feared_count(&board, b, small.id("C8")))
    };
    assert_eq!(counted(&phase), Some(5), "the charger, not the spearmen");
    phase.contacts.push(front_to_front(&small, "R1", "C7"));
    assert_eq!(counted(&phase), Some(10), "and the elephant in contact");
    let charge = Charging { target: small.id("R1"), face: Face::Front };
    phase.unit_mut(small.id("C9")).now.charging = Some(charge);
    assert_eq!(counted(&phase), Some(15), "and the one that has declared its charge");
}

#[test]
fn horse_that_flees_is_not_terrified_again_as_its_turn_begins() {
    ruling::proves!(crate::rule::TERROR_PROXIMITY);
    let tests = |charge: bool| {
        let red = unit("R4", "equites", 6, 6, 24.0, 20.0, "");
        let blue = unit("C7", "elephants", 1, 1, 30.0, 26.0, ", facing = 0")
            + &unit("C1", "african_spearmen", 12, 6, 24.0, 27.9, "");
        let mut small = small("first = \"blue\"", ("republican_roman", &red), ("carthaginian", &blue));
        small.rig("wab.flee.distance", 1).rig("wab.rally.test", 6).rig("wab.terror.proximity", 1);
        if charge {
            small.pick("(C1) charge").pick("Flee");
        }
        small.fight_on();
        (small.state("R4").fleeing, small.words().contains("[wab.terror.proximity]"))
    };
    assert_eq!(tests(false), (false, true));
    assert_eq!(tests(true), (true, false));
}
