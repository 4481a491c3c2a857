//! Break tests: what breaks the beaten, and what saves them.

use crate::tests::rules::small::{Small, romans_and_gauls, small, unit};
use umpire::Side;

/// Hastati with a standard charge somebody in close order and win by so much without a wound.
fn beaten(head: &str, list: &str, blue: &str, face: u8) -> Small {
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, ", command = [\"standard\"]");
    let mut small = small(head, ("republican_roman", &red), (list, blue));
    small.bloodless().rig("wab.break.test", face).rig("wab.panic.friends_broken", 1);
    small.pick("charge").pick("Hold");
    small
}

fn spearmen(size: u16, more: &str) -> String {
    unit("C1", "african_spearmen", size, 6, 24.0, 26.0, more)
}

#[test]
fn the_stubborn_give_ground_once_in_the_battle_or_in_each_combat() {
    ruling::proves!(
        crate::rule::STUBBORN_GIVE_GROUND,
        crate::rule::BREAK_ORDER,
        crate::rule::BREAK_SEQUENCE,
        crate::rule::BREAK_TEST
    );
    // Two rounds lost: the first failure gives ground and is followed, the second breaks.
    let veterans = spearmen(18, ", options = [\"veterans\"]");
    let scene = |head: &str| {
        let small = beaten(head, "carthaginian", &veterans, 6);
        small.said("African spearmen (C1) gave ground");
        small
    };
    let mut followed = scene("");
    followed.pick("Follow").fight_on().said("African spearmen (C1) broke");
    // Let go, they are charged anew: once in the battle is over, once in each combat begins again.
    let again = |head: &str| {
        let mut small = scene(head);
        small.pick("Let them go").fight_on();
        small.pick("charge").pick("Hold");
        small.times("African spearmen (C1) gave ground [wab.break.test]")
    };
    assert_eq!(again(""), 1);
    assert_eq!(again("house = { stubborn_scope = \"combat\" }"), 2);
}

#[test]
fn twice_the_numbers_give_ground_where_the_house_says_so() {
    ruling::proves!(crate::rule::GIVE_GROUND_TWO_TO_ONE, crate::rule::BREAK_TEST);
    let many = unit("G1", "warriors", 48, 6, 24.0, 26.0, "");
    beaten("", "gallic", &many, 6).said("Warriors (G1) broke");
    let house = "house = { give_ground_two_to_one = true }";
    beaten(house, "gallic", &many, 6).said("Warriors (G1) gave ground [wab.break.test]");
    let few = unit("G1", "warriors", 35, 5, 24.0, 26.0, "");
    beaten(house, "gallic", &few, 6).said("Warriors (G1) broke");
}

#[test]
fn skirmishers_do_not_give_ground_for_their_numbers() {
    let red = unit("R4", "equites", 5, 5, 24.0, 20.0, "");
    let blue = unit("G3", "youths", 20, 10, 24.0, 26.0, "");
    let mut small = romans_and_gauls("", &red, &blue);
    small.deadly(Side::Red).harmless(Side::Blue).rig("wab.break.test", 6);
    small.pick("charge").pick("Hold").said("(G3) broke");
}

#[test]
fn two_ones_hold_where_the_house_says_so() {
    ruling::proves!(crate::rule::BREAK_TEST);
    // Beaten by far more than its Leadership.
    let lost = |head: &str, second: u8| {
        let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
        let blue = spearmen(32, "");
        let mut small = small(head, ("republican_roman", &red), ("carthaginian", &blue));
        small.deadly(Side::Red).harmless(Side::Blue).rig_next("wab.break.test", &[1, second]);
        small.pick("charge").pick("Hold");
        small.words()
    };
    assert!(lost("", 1).contains("(C1) broke [wab.break.test]"), "{}", lost("", 1));
    let house = "house = { double_one_holds = true }";
    assert!(lost(house, 1).contains("(C1) held [wab.break.test]"));
    assert!(lost(house, 2).contains("(C1) broke [wab.break.test]"), "a one and a two are no two ones");
}

#[test]
fn haters_test_on_ten() {
    ruling::proves!(crate::rule::HATRED_BREAK);
    let hate = spearmen(12, ", hates = [\"all\"]");
    // Close order, two ranks, a standard and momentum against close order and one rank.
    beaten("", "carthaginian", &hate, 3).said("red won the round by 3").said("(C1) held");
    beaten("", "carthaginian", &spearmen(12, ""), 3).said("(C1) broke");
}

#[test]
fn the_army_standard_lets_those_near_it_test_again() {
    ruling::proves!(crate::rule::STANDARD_REROLL);
    let with = |x: f64, more: &str| {
        let bearer = unit("C6", "army_standard_bearer", 1, 1, x, 30.0, "");
        let blue = spearmen(18, more) + &bearer;
        let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, ", command = [\"standard\"]");
        let mut small = small("", ("republican_roman", &red), ("carthaginian", &blue));
        small.bloodless().rig_next("wab.break.test", &[6, 6, 1, 1]);
        small.rig("wab.panic.friends_broken", 1);
        small.pick("charge African spearmen").pick("Hold");
        small.words()
    };
    assert!(with(30.0, "").contains("(C1) held"), "{}", with(30.0, ""));
    assert!(with(42.0, "").contains("(C1) broke"), "too far");
}

/// Riders are charged, lose so many of six and win or lose the round.
fn under_five(head: &str, dead: usize, win: bool) -> Small {
    let red = unit("R4", "equites", 6, 6, 24.0, 20.0, "");
    let blue = unit("C5", "spanish_cavalry", 18, 6, 24.0, 26.0, "");
    let head = format!("first = \"blue\"\n{head}");
    let mut small = small(&head, ("republican_roman", &red), ("carthaginian", &blue));
    small.bloodless().rig("wab.break.test", 1);
    small.rig("wab.combat.wound", 6).rig("wab.combat.save", 1);
    if win {
        // Who wins is not asked to test, and would fail.
        small.deadly(Side::Red).rig_unit("wab.break.test", "R4", 6);
    }
    small.rig_next("wab.combat.hit", &vec![6; dead]);
    small.pick("charge").pick("Hold");
    small
}

#[test]
fn fewer_than_five_break_once_they_are_so_few_or_only_when_beaten() {
    ruling::proves!(crate::rule::BREAK_FEWER_THAN_FIVE);
    under_five("", 2, false).said(
        "Roman cavalry (R4) broke without a test: fewer than five were left [wab.break.fewer_than_five]",
    );
    under_five("", 1, false).said("Roman cavalry (R4) held");
    under_five("", 2, true).said("red won").said("Roman cavalry (R4) broke");
    let winners = under_five("house = { under_five = \"when_beaten\" }", 2, true);
    winners.not_said("(R4) broke").said("red won");
}

#[test]
fn small_units_of_big_things_do_not_break_for_being_few() {
    ruling::proves!(crate::rule::BREAK_TEST, crate::rule::BREAK_FEWER_THAN_FIVE);
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, ", command = [\"standard\"]");
    let blue = unit("G6", "chariots", 3, 3, 24.0, 26.0, "");
    let mut small = romans_and_gauls("", &red, &blue);
    small.bloodless().rig("wab.break.test", 1);
    small.pick("charge").pick("Hold").said("(G6) held [wab.break.test]");
    let blue = unit("G7", "chieftain", 1, 1, 24.0, 26.0, "") + &unit("G1", "warriors", 20, 5, 4.0, 40.0, "");
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, ", command = [\"standard\"]");
    let mut small = romans_and_gauls("", &red, &blue);
    small.bloodless().rig("wab.break.test", 1);
    small
        .pick("charge Chieftain")
        .pick("Hold")
        .said("(G7) broke without a test: fewer than five were left [wab.break.fewer_than_five]");
}

#[test]
fn the_stubborn_roll_a_die_against_what_would_break_them_at_once() {
    ruling::proves!(crate::rule::STUBBORN_AUTOMATIC, crate::rule::SPECIAL_FEROCIOUS_CHARGE);
    let charged = |face: u8| {
        let red = unit("R7", "triarii", 10, 5, 24.0, 20.0, "");
        let blue = unit("G1", "warriors", 32, 8, 24.0, 27.0, ", command = [\"standard\"]");
        let mut small = romans_and_gauls("first = \"blue\"", &red, &blue);
        small.bloodless().rig("wab.break.test", face);
        small.pick("charge").pick("Hold");
        small.words()
    };
    assert!(charged(4).contains("Triarii (R7) held [wab.special.ferocious_charge]"), "{}", charged(4));
    assert!(charged(3).contains("Triarii (R7) broke [wab.special.ferocious_charge]"));
}

#[test]
fn under_the_harder_rule_of_five_only_losses_break_winners_and_only_the_few() {
    let always = "house = { under_five = \"always\" }";
    under_five(always, 1, true).not_said("(R4) broke");
    // A character alone who wins unhurt stays.
    let red = unit("R5", "consul", 1, 1, 24.0, 20.0, "") + &unit("R1", "hastati", 12, 6, 4.0, 4.0, "");
    let blue = unit("G3", "youths", 12, 6, 24.0, 24.0, "");
    let mut small = romans_and_gauls(always, &red, &blue);
    small.deadly(Side::Red).harmless(Side::Blue).rig("wab.break.test", 1);
    small.pick("(R5) charge").pick("Hold").done().said("red won").not_said("(R5) broke");
    // Chariots that lose one of three are not too few.
    let red = unit("G6", "chariots", 3, 3, 24.0, 20.0, "");
    let blue = unit("R1", "hastati", 32, 8, 24.0, 30.0, "");
    let mut small = crate::tests::rules::small::small(always, ("gallic", &red), ("republican_roman", &blue));
    small.deadly(Side::Red).harmless(Side::Blue).rig_next("wab.combat.hit", &[6; 8]);
    small.rig("wab.combat.wound", 6).rig("wab.combat.save", 1);
    small.rig("wab.troops.chariots", 1).rig("wab.break.test", 1);
    small.rig_unit("wab.break.test", "G6", 6);
    small.pick("charge").pick("Hold").said("red won").not_said("(G6) broke");
    assert!(small.state("G6").models < 3, "{}", small.words());
}

#[test]
fn the_standard_serves_no_skirmishers_and_not_while_it_flees() {
    let near = |entry: &str, charge: bool| {
        let red = unit("R1", entry, 12, 6, 24.0, 20.0, "")
            + &unit("R6", "army_standard_bearer", 1, 1, 30.0, 14.0, "");
        let blue = unit("G1", "warriors", 20, 5, 30.0, 23.9, "");
        let mut small = romans_and_gauls("first = \"blue\"", &red, &blue);
        small.rig("wab.flee.distance", 1).rig("wab.rally.test", 6);
        if charge {
            small.pick("charge Army standard").pick("Flee");
        }
        let board = small.board();
        board.body(small.id("R1")).is_some_and(|b| crate::nerve::leadership::standard_near(&board, b))
    };
    assert!(near("hastati", false));
    assert!(!near("velites", false));
    assert!(!near("hastati", true));
}

#[test]
fn what_the_dice_of_tests_showed_is_told() {
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
    let blue = unit("G1", "warriors", 20, 5, 24.0, 26.0, "");
    let mut small = romans_and_gauls("", &red, &blue);
    small.deadly(umpire::Side::Red).harmless(umpire::Side::Blue).rig("wab.break.test", 6);
    small.pick("charge").pick("Hold");
    let words = small.words_and_dice();
    assert!(words.contains("Warriors (G1) broke, rolling 12 (6+6) where"), "{words}");
}
