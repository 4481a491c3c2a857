//! Nerves: panic and its causes, fear, terror, frenzy, hatred, falling back.

use crate::house::House;
use crate::nerve::rules::{Cause, Panicky, excused};
use crate::tests::rules::small::{Small, romans_and_gauls, small, unit};
use umpire::{Command, Side};

/// A unit is charged, flees two inches and stands fleeing beside its friends as their turn begins.
fn fleeing_friends(head: &str, entry: &str, files: u16, friends: &str) -> Small {
    let red = unit("R2", entry, 12, files, 24.0, 20.0, "") + &unit("R1", friends, 12, 6, 31.0, 17.5, "");
    let blue = unit("G1", "warriors", 20, 5, 24.0, 29.5, "");
    let mut small = romans_and_gauls(&format!("first = \"blue\"\n{head}"), &red, &blue);
    small.rig("wab.flee.distance", 1).rig("wab.panic.friends_fleeing", 6).rig("wab.rally.test", 6);
    small.pick("charge").pick("Flee");
    small.fight_on();
    small
}

#[test]
fn fleeing_friends_are_a_cause_of_panic_as_the_turn_begins() {
    ruling::proves!(crate::rule::PANIC_FRIENDS_FLEEING, crate::rule::START_PANIC);
    let small = fleeing_friends("", "hastati", 6, "hastati");
    small.said("[wab.panic.friends_fleeing]").said("Hastati (R1) began to flee [wab.start.panic]");
    assert!(small.state("R1").fleeing || !small.stands("R1"), "{}", small.words());
}

#[test]
fn the_stubborn_do_not_test_nor_do_those_who_see_only_skirmishers_run_where_the_house_says_so() {
    fleeing_friends("", "hastati", 6, "triarii").not_said("[wab.panic.friends_fleeing]");
    fleeing_friends("", "velites", 4, "hastati").said("[wab.panic.friends_fleeing]");
    let house = "house = { skirmishers_spread_panic = false }";
    fleeing_friends(house, "velites", 4, "hastati").not_said("[wab.panic.friends_fleeing]");
}

#[test]
fn who_need_not_panic_is_told_why() {
    let plain = Panicky {
        cause: Cause::FriendsFleeing,
        distance: 3.0,
        casualties: 0,
        models_at_phase_start: 20,
        engaged: false,
        frenzied: false,
        stubborn: false,
        fleeing: false,
        only_skirmishers: false,
    };
    let calm = House { skirmishers_spread_panic: false, ..House::default() };
    let why = |unit: Panicky| excused(&calm, &unit).map(|rule| rule.to_string());
    assert_eq!(why(plain), None);
    assert_eq!(excused(&House::default(), &Panicky { only_skirmishers: true, ..plain }), None);
    assert_eq!(why(Panicky { fleeing: true, ..plain }).as_deref(), Some("wab.panic.exempt"));
    assert_eq!(why(Panicky { engaged: true, ..plain }).as_deref(), Some("wab.panic.exempt"));
    assert_eq!(why(Panicky { only_skirmishers: true, ..plain }).as_deref(), Some("wab.panic.skirmishers"));
    assert_eq!(why(Panicky { frenzied: true, ..plain }).as_deref(), Some("wab.frenzy.immune"));
    assert_eq!(why(Panicky { stubborn: true, ..plain }).as_deref(), Some("wab.stubborn.panic"));
}

#[test]
fn horse_near_elephants_is_terrified_as_its_turn_begins() {
    ruling::proves!(crate::rule::START_TERROR);
    let red = unit("R4", "equites", 6, 6, 24.0, 20.0, "");
    let blue = unit("C7", "elephants", 1, 1, 24.0, 27.0, "");
    let text =
        |red: &str, blue: &str| small("first = \"blue\"", ("republican_roman", red), ("carthaginian", blue));
    let mut table = text(&red, &blue);
    table.rig("wab.terror.proximity", 6).rig("wab.terror.charge", 1).fight_on();
    table.said("Roman cavalry (R4) began to flee [wab.start.terror]");
}

#[test]
fn the_loss_of_the_general_makes_the_army_test() {
    ruling::proves!(crate::rule::PANIC_GENERAL);
    let red = unit("R1", "hastati", 18, 6, 8.0, 20.0, "") + &unit("R5", "consul", 1, 1, 24.0, 2.0, "");
    let blue = unit("G4", "noble_cavalry", 6, 6, 24.0, 12.0, "");
    let mut small = romans_and_gauls("first = \"blue\"", &red, &blue);
    small.rig("wab.flee.distance", 6);
    small.pick("charge").pick("Flee").said("Consul (army general) (R5) fled off the table");
    small.fight_on().said("[wab.panic.general]");
}

/// The consul flees from horse, is not rallied and runs off the table in his own compulsory moves; his hastati fail
/// the test for it.
fn the_consul_runs_off() -> Small {
    let red = unit("R1", "hastati", 12, 6, 8.0, 34.0, "") + &unit("R5", "consul", 1, 1, 24.0, 3.5, "");
    let blue = unit("G4", "noble_cavalry", 6, 6, 24.0, 18.5, "");
    let mut small = romans_and_gauls("first = \"blue\"", &red, &blue);
    small.rig("wab.flee.distance", 1).rig("wab.rally.test", 6).rig("wab.panic.general", 6);
    small.pick("charge Consul").pick("Flee");
    small
}

#[test]
fn an_army_whose_general_is_lost_in_its_own_moves_runs_for_the_edge() {
    let mut small = the_consul_runs_off();
    small
        .said("(R5) failed a rally test")
        .said("Consul (army general) (R5) fled off the table")
        .not_said("[wab.panic.general]");
    let before = small.middle("R1");
    small.done();
    // Due west is the nearest edge; the nearest enemy is south-east of them.
    let (x, y) = small.middle("R1");
    assert!((before.0 - x - 2.0).abs() < 0.01 && (before.1 - y).abs() < 0.01, "{before:?} {x} {y}");
}

#[test]
fn an_army_whose_general_is_lost_in_the_enemys_moves_runs_from_the_enemy() {
    let red = unit("R1", "hastati", 12, 6, 8.0, 34.0, "") + &unit("R5", "consul", 1, 1, 24.0, 2.0, "");
    let blue = unit("G4", "noble_cavalry", 6, 6, 24.0, 12.0, "");
    let mut small = romans_and_gauls("first = \"blue\"", &red, &blue);
    small.rig("wab.flee.distance", 1).rig("wab.panic.general", 6);
    let before = small.middle("R1");
    small.pick("charge").pick("Flee").said("Consul (army general) (R5) fled off the table");
    let (x, y) = small.middle("R1");
    assert!(x < before.0 - 0.5 && y > before.1 + 1.0, "{before:?} {x} {y}");
}

/// Archers shoot down so many of sixteen hastati.
fn shot_down(head: &str, dead: u8) -> Small {
    let red = unit("P1", "sparabara", 24, 12, 24.0, 10.0, "");
    let blue = unit("R1", "hastati", 16, 4, 24.0, 22.0, "");
    let mut small = small(head, ("achaemenid", &red), ("republican_roman", &blue));
    small.rig_next("wab.combat.hit", &vec![6; dead.into()]).rig("wab.combat.hit", 1);
    small.rig("wab.combat.wound", 6).rig("wab.combat.save", 1).rig("wab.panic.casualties", 1);
    small.done();
    let shots = Command::Shoot(vec![(small.id("P1"), small.id("R1"))]);
    small.submit(&shots).said(&format!("{dead} fell"));
    small
}

#[test]
fn a_quarter_shot_down_in_one_phase_is_a_cause_of_panic() {
    ruling::proves!(crate::rule::PANIC_CASUALTIES);
    shot_down("", 3).not_said("[wab.panic.casualties]");
    shot_down("", 4).said("[wab.panic.casualties]");
}

#[test]
fn the_quarter_is_reckoned_from_those_who_stood_as_the_phase_began() {
    // Three of sixteen, then three of thirteen: neither is a quarter, and the first are not counted again.
    let mut small = shot_down("turns = 3", 3);
    small.fight_on();
    small.rig_next("wab.combat.hit", &[6; 3]);
    small.done();
    let shots = Command::Shoot(vec![(small.id("P1"), small.id("R1"))]);
    small.submit(&shots).not_said("[wab.panic.casualties]");
    assert_eq!(small.state("R1").models, 10);
}

/// Warriors charge javelinmen, who stand and shoot four of them down.
fn shot_in_answer(head: &str, size: u16) -> Small {
    let red = unit("R3", "velites", 8, 8, 24.0, 20.0, "");
    let blue =
        unit("G1", "warriors", size, 4, 24.0, 28.0, "") + &unit("G2", "warriors", 16, 4, 4.0, 40.0, "");
    let mut small = romans_and_gauls(&format!("first = \"blue\"\n{head}"), &red, &blue);
    small.rig_next("wab.combat.hit", &[6; 4]).rig("wab.combat.hit", 1);
    small.rig("wab.combat.wound", 6).rig("wab.combat.save", 1).rig("wab.panic.casualties", 1);
    small.pick("(G1) charge").pick("Stand and shoot").fight_on();
    small.said("4 fell");
    small
}

#[test]
fn those_who_fall_to_an_answer_count_only_where_the_house_says_so() {
    shot_in_answer("", 16).not_said("[wab.panic.casualties]");
    shot_in_answer("house = { panic_from_stand_and_shoot = true }", 16).said("(G1) passed a panic test");
    // Four are a quarter of sixteen, not of eighteen who stood as the turn began.
    shot_in_answer("house = { panic_from_stand_and_shoot = true }", 18).not_said("[wab.panic.casualties]");
}

#[test]
fn friends_of_the_broken_test_before_anyone_runs() {
    ruling::proves!(crate::rule::PANIC_FRIENDS_BROKEN, crate::rule::PURSUIT_ROLL);
    let red = unit("R1", "hastati", 12, 6, 24.0, 20.0, "") + &unit("R2", "hastati", 12, 6, 31.0, 16.0, "");
    let blue = unit("G1", "warriors", 32, 8, 24.0, 27.0, ", command = [\"standard\"]");
    let mut small = romans_and_gauls("first = \"blue\"", &red, &blue);
    small.harmless(Side::Red).rig("wab.panic.friends_broken", 1);
    small.pick("charge Hastati (R1)").pick("Hold");
    let words = small.words();
    let at = |what: &str| words.find(what).unwrap_or_else(|| panic!("`{what}` was not said in\n{words}"));
    assert!(at("Hastati (R1) broke") < at("[wab.panic.friends_broken]"));
    assert!(at("[wab.panic.friends_broken]") < at("[wab.pursuit.roll]"));
}

/// Somebody breaks the Romans, and is asked, or not, whether it pursues.
fn beats_romans(list: &str, blue: &str) -> Small {
    let red = unit("R1", "hastati", 32, 6, 24.0, 20.0, "");
    let mut small = small("first = \"blue\"", ("republican_roman", &red), (list, blue));
    small.deadly(Side::Blue).harmless(Side::Red).rig("wab.break.test", 6);
    small.pick("charge").pick("Hold");
    small
}

#[test]
fn the_frenzied_and_the_haters_must_pursue() {
    ruling::proves!(crate::rule::FRENZY_PURSUE, crate::rule::HATRED_PURSUE, crate::rule::PURSUIT_ROLL);
    let fanatics = unit("G1", "fanatics", 12, 6, 24.0, 27.0, "");
    beats_romans("gallic", &fanatics).said("[wab.pursuit.roll]");
    let haters = unit("C1", "african_spearmen", 18, 6, 24.0, 27.0, ", hates = [\"all\"]");
    beats_romans("carthaginian", &haters).said("[wab.pursuit.roll]");
    let calm = unit("C1", "african_spearmen", 18, 6, 24.0, 27.0, "");
    let small = beats_romans("carthaginian", &calm);
    small.not_said("[wab.pursuit.roll]");
    assert_eq!(small.options()[1], "Hold back");
}

#[test]
fn a_near_failure_falls_back_in_good_order_where_the_house_says_so() {
    ruling::proves!(crate::rule::GIVE_GROUND_GOOD_ORDER);
    let beaten = |face: u8| {
        let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
        let blue = unit("C1", "african_spearmen", 12, 6, 24.0, 27.0, "");
        let head = "house = { fall_back_in_good_order = true }";
        let mut small = small(head, ("republican_roman", &red), ("carthaginian", &blue));
        small.bloodless().rig("wab.break.test", face).rig("wab.flee.distance", 6);
        small.rig("wab.pursuit.roll", 1);
        small.pick("charge").pick("Hold").said("red won the round by 2");
        small
    };
    beaten(4).said("(C1) broke");
    // Beaten by two: a six is over 5 and not over 7.
    let mut small = beaten(3);
    small.said("fell back in good order");
    small.fight_on();
    assert!(small.stands("C1") && !small.state("C1").fleeing);
    assert!((small.front("C1").1 - 39.0).abs() < 0.1, "twelve inches back: {:?}", small.front("C1"));
}

#[test]
fn the_frenzied_who_break_are_frenzied_no_more() {
    let red = unit("R1", "hastati", 32, 6, 24.0, 20.0, ", command = [\"standard\"]");
    let blue = unit("G1", "fanatics", 16, 6, 24.0, 27.0, "");
    let mut small = romans_and_gauls("", &red, &blue);
    small.bloodless().rig("wab.break.test", 6);
    small.pick("charge").pick("Hold").said("Gaesati fanatics (G1) broke").told(crate::rule::FRENZY_LOST);
    let board = small.board();
    assert!(board.body(small.id("G1")).is_some_and(|b| !b.is_frenzied()));
}

#[test]
fn who_is_used_to_elephants_does_not_fear_them_on_foot() {
    ruling::proves!(crate::rule::SPECIAL_USED_TO_ELEPHANTS, crate::rule::FEAR_CHARGED);
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
    let blue = unit("C7", "elephants", 1, 1, 24.0, 26.0, "");
    let new = ("republican_roman", red.as_str());
    small("first = \"blue\"", new, ("carthaginian", &blue)).pick("charge").said("[wab.fear.charged]");
    let red = unit("A1", "thureophoroi", 18, 6, 24.0, 20.0, "");
    let used = ("successor", red.as_str());
    small("first = \"blue\"", used, ("carthaginian", &blue)).pick("charge").not_said("[wab.fear.charged]");
}

/// Warriors break hastati; their friends, so far beside them, roll a face for their panic.
fn friends_broken(head: &str, entry: &str, friend: &str, apart: f64, face: u8) -> Small {
    let x = 24.0 + 60.0 / 25.4 + apart;
    let red =
        unit("R1", entry, 12, 6, 24.0, 20.0, "") + &unit("R2", friend, 12, 1, x + 10.0 / 25.4, 20.0, "");
    let blue = unit("G1", "warriors", 32, 8, 24.0, 27.0, ", command = [\"standard\"]");
    let mut small = romans_and_gauls(&format!("first = \"blue\"\n{head}"), &red, &blue);
    small.bloodless().rig("wab.panic.friends_broken", face).rig("wab.break.test", 6);
    small.pick("(R1)").pick("Hold");
    small
}

#[test]
fn friends_within_twelve_inches_of_the_broken_test() {
    ruling::proves!(crate::rule::BREAK_PANIC);
    friends_broken("", "hastati", "hastati", 11.9, 1).said("(R2) passed a panic test on 7");
    friends_broken("", "hastati", "hastati", 12.1, 1).not_said("[wab.panic.friends_broken]");
    friends_broken("", "hastati", "triarii", 11.9, 1).said("(R2) passed a panic test on 8");
}

#[test]
fn skirmishers_alarm_everyone_unless_the_house_says_otherwise() {
    // Scattered they are six bases and five gaps wide.
    let beside = (220.0 - 120.0) / 2.0 / 25.4;
    let velites = |head: &str, friend: &str| friends_broken(head, "velites", friend, beside + 2.0, 1);
    let house = "house = { skirmishers_spread_panic = false }";
    velites(house, "hastati").not_said("[wab.panic.friends_broken]");
    velites(house, "velites").said("(R2) passed a panic test");
    velites("", "hastati").said("(R2) passed a panic test");
}

#[test]
fn who_panics_gives_nobody_else_cause_to() {
    let mut small = friends_broken("", "hastati", "hastati", 11.0, 6);
    small.said("Hastati (R2) failed a panic test");
    // A third unit, near the one that panicked and far from the one that broke, would not have tested.
    let red = unit("R1", "hastati", 12, 6, 8.0, 20.0, "")
        + &unit("R2", "hastati", 12, 1, 20.0, 20.0, "")
        + &unit("R3", "hastati", 12, 1, 30.0, 20.0, "");
    let blue = unit("G1", "warriors", 32, 8, 8.0, 27.0, ", command = [\"standard\"]");
    small = romans_and_gauls("first = \"blue\"", &red, &blue);
    small.bloodless().rig("wab.panic.friends_broken", 6).rig("wab.break.test", 6);
    small
        .pick("charge Hastati (R1)")
        .pick("Hold")
        .said("(R2) failed a panic test")
        .not_said("(R3) failed a panic test on 7 [wab.panic.friends_broken]");
}

#[test]
fn who_won_its_own_round_tests_again() {
    ruling::proves!(crate::rule::PANIC_REROLL);
    // Two combats: hastati break in one, triarii win the other and fail once.
    let red = unit("R1", "hastati", 12, 6, 16.0, 20.0, "")
        + &unit("R2", "hastati", 24, 6, 24.0, 20.0, ", command = [\"standard\"]");
    let blue = unit("G1", "warriors", 32, 8, 16.0, 26.0, ", command = [\"standard\"]")
        + &unit("G2", "youths", 8, 4, 24.5, 26.0, "");
    let mut small = romans_and_gauls("first = \"blue\"", &red, &blue);
    small.bloodless().rig("wab.special.warband", 6);
    small.rig_unit("wab.break.test", "R1", 6).rig_unit("wab.break.test", "G2", 1);
    small.rig_next("wab.panic.friends_broken", &[6, 6, 1, 1]);
    small.pick("charge Hastati (R1)").pick("Hold").pick("(G2) charge Hastati (R2)").pick("Hold");
    while small.battle.phase().active == Side::Blue {
        small.fight_on();
    }
    small.said("Hastati (R2) passed a panic test").said("red won the round");
}

#[test]
fn half_strength_is_one_less_to_roll() {
    ruling::proves!(crate::rule::PANIC_HALF);
    // Eight of sixteen fall to arrows.
    shot_down("", 8).said("(R1) passed a panic test on 6");
    shot_down("", 7).said("(R1) passed a panic test on 7");
}

#[test]
fn a_warband_adds_its_ranks_to_its_leadership() {
    // Ld 5 and two ranks; in a wood they do not count.
    let wood = "terrain = [{ kind = \"wood\", polygon = [[18, 21.9], [30, 21.9], [30, 26], [18, 26]] }]";
    let test = |head: &str| {
        let red = unit("P1", "sparabara", 24, 12, 24.0, 10.0, "");
        let blue = unit("G1", "warriors", 16, 4, 24.0, 22.0, "");
        let mut small = small(head, ("achaemenid", &red), ("gallic", &blue));
        small.rig_next("wab.combat.hit", &[6; 4]).rig("wab.combat.hit", 1).rig("wab.combat.wound", 6);
        small.rig("wab.combat.save", 1).rig("wab.panic.casualties", 1).done();
        let volley = Command::Shoot(vec![(small.id("P1"), small.id("G1"))]);
        small.submit(&volley);
        small.words()
    };
    assert!(test("").contains("passed a panic test on 7"), "{}", test(""));
    assert!(test(wood).contains("passed a panic test on 5"), "{}", test(wood));
}

#[test]
fn the_frenzied_care_neither_for_their_general_nor_for_their_flank() {
    let red = unit("R4", "equites", 6, 6, 24.0, 36.0, "");
    let blue = unit("G5", "war_chief", 1, 1, 24.0, 46.0, "")
        + &unit("G1", "fanatics", 12, 6, 4.0, 20.0, "")
        + &unit("G2", "warriors", 16, 4, 42.0, 20.0, "");
    let mut small = romans_and_gauls("", &red, &blue);
    small.rig("wab.flee.distance", 6).rig("wab.panic.general", 1);
    small.pick("charge War chief").pick("Flee").said("(G5) fled off the table");
    small.said("(G2) passed a panic test").not_said("(G1) passes").not_said("(G1) fails");
    let red = unit("R1", "hastati", 18, 6, 31.0, 18.5, ", facing = 270");
    let blue = unit("G1", "fanatics", 12, 6, 24.0, 20.0, ", facing = 0");
    romans_and_gauls("", &red, &blue).pick("charge").not_said("[wab.panic.flank]");
}

#[test]
fn who_lost_its_own_round_tests_once() {
    // Two combats lost: the one breaks, the other holds and fails its panic.
    let red = unit("R1", "hastati", 12, 6, 16.0, 20.0, "") + &unit("R2", "hastati", 12, 6, 25.0, 20.0, "");
    let blue = unit("C1", "scutarii", 20, 5, 16.0, 26.0, ", command = [\"standard\"]")
        + &unit("C2", "scutarii", 20, 5, 25.0, 26.0, ", command = [\"standard\"]");
    let mut small = small("first = \"blue\"", ("republican_roman", &red), ("carthaginian", &blue));
    small.bloodless().rig_unit("wab.break.test", "R1", 6).rig_unit("wab.break.test", "R2", 1);
    small.rig_next("wab.panic.friends_broken", &[6, 6, 1, 1]);
    small.pick("(C1) charge").pick("Hold").pick("(C2) charge").pick("Hold").pick("(C1)").pick("R1, C1");
    small.said("Hastati (R2) failed a panic test");
}
