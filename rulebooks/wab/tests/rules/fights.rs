//! Fights: who strikes, with what, and who wins the round.

use crate::board::state::{Query, Step as At};
use crate::combat::{bonuses, contact_lines};
use crate::data::troop::Weapon;
use crate::tests::rules::small::{Small, TWO_TO_ONE, romans_and_gauls, small, unit};
use umpire::Side;

#[test]
fn a_ferocious_charge_breaks_whom_it_beats() {
    ruling::proves!(crate::rule::SPECIAL_FEROCIOUS_CHARGE);
    let red = unit("R1", "hastati", 12, 6, 24.0, 20.0, "");
    let blue = unit("G1", "warriors", 32, 8, 24.0, 27.0, ", command = [\"leader\", \"standard\"]");
    let mut small = romans_and_gauls("first = \"blue\"", &red, &blue);
    small.harmless(Side::Red).rig("wab.break.test", 1);
    small.pick("charge").pick("Hold").said(
        "Hastati (R1) broke without a test: the enemy's charge was ferocious [wab.special.ferocious_charge]",
    );
}

#[test]
fn a_ferocious_charge_on_bad_ground_is_kept_for_later() {
    let wood = "first = \"blue\"\nterrain = [{ kind = \"wood\", polygon = [[18, 18], [30, 18], [30, 21], [18, 21]] }]";
    let red = unit("R1", "hastati", 12, 6, 24.0, 20.0, "");
    let blue = unit("G1", "warriors", 32, 8, 24.0, 22.5, "");
    let mut small = romans_and_gauls(wood, &red, &blue);
    small.harmless(Side::Red).rig("wab.break.test", 1);
    small.pick("charge").pick("Hold").not_said("[wab.special.ferocious_charge]");
    assert!(!small.state("G1").ferocious_used);
}

#[test]
fn pikes_or_swords_are_chosen_as_the_combat_starts() {
    ruling::proves!(crate::rule::COMBAT_WEAPONS);
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
    let blue = unit("A1", "phalangites", 24, 6, 24.0, 27.0, "");
    let mut small = small("", ("republican_roman", &red), ("successor", &blue));
    small.bloodless();
    small.pick("charge").pick("Hold");
    let phalanx = small.id("A1");
    assert_eq!((small.asked(), small.step()), (Side::Blue, &At::Prepare(Query::Weapon(phalanx))));
    assert_eq!(small.options().len(), 2);
    small.pick("Hand").said("chose to fight with the hand weapon [wab.combat.weapons]");
    assert_eq!(small.state("A1").weapon, Some(Weapon::HandWeapon));
    // The combat goes on in the next turn: they are not asked again.
    small.fight_on();
    assert_eq!(small.words().matches("[wab.combat.weapons]").count(), 1);
}

#[test]
fn whoever_charges_the_front_of_a_phalanx_has_no_momentum() {
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
    let blue = unit("A1", "phalangites", 24, 6, 24.0, 27.0, "");
    let mut small = small("", ("republican_roman", &red), ("successor", &blue));
    small.pick("charge").pick("Hold");
    let board = small.board();
    let units = [small.id("R1"), small.id("A1")];
    assert!(!bonuses::of(&board, &units, Side::Red).claims.momentum);
    small.fight_on().told(crate::rule::SPECIAL_PHALANX);
}

#[test]
fn charging_lasts_one_round_and_momentum_as_long_as_they_win() {
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, ", command = [\"standard\"]");
    let blue = unit("G1", "warriors", 20, 5, 24.0, 27.0, "");
    let mut small = romans_and_gauls("", &red, &blue);
    small.bloodless().rig("wab.break.test", 1);
    // Close order, two ranks, a standard and momentum against close order and two ranks.
    small.pick("charge").pick("Hold").said("red won the round by 2");
    let contact = small.battle.phase().contacts[0];
    assert_eq!((contact.charged, contact.first, contact.won), ([false; 2], false, Some(Side::Red)));
    // In the Gauls' turn the Romans still have momentum, for they won.
    small.fight_on();
    assert!(small.words().matches("red won the round by 2").count() > 1, "{}", small.words());
}

#[test]
fn momentum_of_charging_alone_is_gone_in_the_second_round() {
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, ", command = [\"standard\"]");
    let blue = unit("G1", "warriors", 20, 5, 24.0, 27.0, "");
    let mut small = romans_and_gauls("house = { momentum = \"charge\" }", &red, &blue);
    small.bloodless().rig("wab.break.test", 1);
    small.pick("charge").pick("Hold").fight_on().said("red won the round by 1");
}

#[test]
fn a_follower_that_meets_someone_else_charges_him() {
    ruling::proves!(crate::rule::COMBAT_CHARGED);
    let red = unit("R1", "hastati", 12, 6, 24.0, 20.0, "");
    let blue = unit("G1", "warriors", 40, 5, 24.0, 27.0, "")
        + &unit("G2", "warriors", 16, 4, 20.3, 28.2, "")
        + &unit("G3", "youths", 8, 8, 40.0, 46.0, "");
    let mut small = romans_and_gauls(TWO_TO_ONE, &red, &blue);
    small.deadly(Side::Red).harmless(Side::Blue).rig("wab.break.test", 6);
    small.pick("(R1) charge Warriors (G1)").pick("Hold");
    small.said("Warriors (G1) gave ground");
    small.pick("Follow").said("Hastati (R1) ran into Warriors (G2) [wab.combat.charged]");
    let (r1, g2) = (small.id("R1"), small.id("G2"));
    let contact = small.battle.phase().contacts.iter().find(|c| c.units == [r1, g2]);
    assert!(contact.is_some_and(|c| c.charged == [true, false] && c.first));
}

#[test]
fn men_on_the_flank_fight_as_they_stand() {
    ruling::proves!(crate::rule::COMBAT_FLANK_FIGHT);
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
    let blue = unit("G1", "warriors", 20, 5, 30.0, 18.5, ", facing = 270");
    let mut small = romans_and_gauls("first = \"blue\"", &red, &blue);
    small.rig("wab.panic.flank", 1).harmless(Side::Blue).deadly(Side::Red).rig("wab.break.test", 1);
    small.pick("charge").pick("Hold");
    // Three ranks have an end man each; pila are thrown to the front only.
    small.said("Hastati (R1) struck Warriors (G1): 3 attacks");
}

#[test]
fn the_army_standard_counts_besides_the_units_own() {
    ruling::proves!(crate::rule::RESULT_ARMY_STANDARD);
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, ", command = [\"standard\"]")
        + "{ id = \"R6\", unit = \"army_standard_bearer\", with = \"R1\" },";
    let blue = unit("C1", "african_spearmen", 18, 6, 24.0, 27.0, "");
    let mut small = small("", ("republican_roman", &red), ("carthaginian", &blue));
    small.bloodless().rig("wab.break.test", 1);
    small.pick("charge").pick("Hold").pick("Strike at the unit");
    // Both have close order and two ranks; the Romans have momentum and two standards.
    small.said("red won the round by 3");
}

#[test]
fn scythed_chariots_that_ran_home_are_spent_and_nobody_panics_for_them() {
    ruling::proves!(crate::rule::TROOPS_CHARIOTS, crate::rule::BREAK_TEST);
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
    let blue = unit("A6", "scythed_chariots", 1, 1, 24.0, 30.0, "")
        + &unit("A3", "thureophoroi", 12, 6, 24.0, 38.0, "");
    let head = "first = \"blue\"\nhouse = { give_ground_two_to_one = false }";
    let mut small = small(head, ("republican_roman", &red), ("successor", &blue));
    small.deadly(Side::Blue).rig("wab.troops.chariots", 3).rig("wab.break.test", 6);
    small.pick("charge").pick("Hold").fight_on().said("[wab.troops.chariots]");
    // Six wounds and momentum against close order and two ranks: the Romans are beaten and run.
    small.said("Hastati (R1) broke [wab.break.test]").not_said("[wab.panic.friends_broken]");
    small.not_said("[wab.pursuit.roll]");
    assert!(!small.stands("A6") && small.stands("A3"));
}

#[test]
fn throwing_spears_have_a_re_roll_of_their_own() {
    ruling::proves!(crate::rule::COMBAT_FIRST_ROUND);
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
    let blue = unit("C5", "spanish_cavalry", 6, 6, 24.0, 30.0, "");
    let mut small = small("first = \"blue\"", ("republican_roman", &red), ("carthaginian", &blue));
    small.rig("wab.combat.hit", 1).rig("wab.combat.weapons", 6);
    small.pick("charge").pick("Hold").said("(C5) struck Hastati (R1): 6 attacks, 6 hits");
}

#[test]
fn who_gives_ground_goes_as_far_as_there_is_room() {
    // Eight ranks of warriors end an inch before the table's edge.
    let red = unit("R1", "hastati", 12, 6, 24.0, 35.0, ", command = [\"standard\"]");
    let deep = 8.0 * 20.0 / 25.4;
    let blue = unit("G1", "warriors", 40, 5, 24.0, 47.0 - deep, "");
    let mut small = romans_and_gauls(TWO_TO_ONE, &red, &blue);
    small.bloodless().rig("wab.break.test", 6);
    small.pick("charge").pick("Hold").said("Warriors (G1) gave ground");
    let (_, y) = small.front("G1");
    assert!((y - (48.0 - deep)).abs() < 0.01, "one inch, not two: {y}");
    assert_eq!(small.options(), ["Follow", "Let them go"]);
}

#[test]
fn haters_pursue_but_need_not_follow_up() {
    let red = unit("R1", "hastati", 12, 6, 24.0, 20.0, ", command = [\"standard\"], hates = [\"all\"]");
    let blue = unit("G1", "warriors", 40, 5, 24.0, 26.0, "");
    let mut small = romans_and_gauls(TWO_TO_ONE, &red, &blue);
    small.bloodless().rig("wab.break.test", 6);
    small.pick("charge").pick("Hold").said("Warriors (G1) gave ground");
    assert_eq!(small.options(), ["Follow", "Let them go"]);
}

#[test]
fn a_single_rank_falls_away_where_it_does_not_touch() {
    // Ten riders overhang a narrow column of foot to their left: they lose there, and keep their touch.
    let red = unit("R1", "hastati", 16, 4, 24.0, 20.0, "");
    let blue = unit("C5", "spanish_cavalry", 10, 10, 27.5, 26.0, "");
    let mut small = small("first = \"blue\"", ("republican_roman", &red), ("carthaginian", &blue));
    small.deadly(Side::Red).harmless(Side::Blue).rig("wab.break.test", 1);
    small.pick("charge").pick("Hold");
    let board = small.board();
    let riders = board.body(small.id("C5")).expect("some are left");
    let foot = board.body(small.id("R1")).expect("they stand");
    assert!(riders.places < 10, "{}", small.words());
    let touching = contact_lines::lines(&board, &[riders.id, foot.id]);
    let men: u16 = touching.iter().filter(|l| l.unit == riders.id).map(|l| l.men).sum();
    assert_eq!(men, riders.places.min(4), "those who touched still do");
}

#[test]
fn the_side_with_more_men_uphill_has_the_high_ground() {
    let hill = "terrain = [{ kind = \"hill\", polygon = [[10, 26.9], [40, 26.9], [40, 40], [10, 40]] }]";
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
    let blue = unit("G1", "warriors", 20, 5, 24.0, 27.0, "");
    let mut small = romans_and_gauls(hill, &red, &blue);
    small.bloodless().rig("wab.break.test", 1);
    small.pick("charge").pick("Hold");
    let board = small.board();
    let units = [small.id("R1"), small.id("G1")];
    let high = Side::ALL.map(|side| bonuses::of(&board, &units, side).claims.high_ground);
    assert_eq!(high, [false, true]);
}

#[test]
fn a_ferocious_charge_counts_against_all_it_touches() {
    ruling::proves!(crate::rule::SPECIAL_FEROCIOUS_CHARGE);
    let red = unit("R1", "hastati", 12, 4, 24.0, 20.0, "")
        + &unit("R2", "hastati", 12, 4, 20.84, 20.0, "")
        + &unit("R3", "hastati", 12, 4, 27.16, 20.0, "");
    let blue = unit("G1", "warriors", 40, 8, 24.0, 26.0, ", command = [\"leader\", \"standard\"]");
    let mut small = romans_and_gauls("first = \"blue\"", &red, &blue);
    small.harmless(Side::Red).rig("wab.break.test", 1);
    small.pick("charge Hastati (R1)").pick("Hold").said("were charged as well");
    small.said(
        "Hastati (R1) broke without a test: the enemy's charge was ferocious [wab.special.ferocious_charge]",
    );
    small.said(
        "Hastati (R2) broke without a test: the enemy's charge was ferocious [wab.special.ferocious_charge]",
    );
}

#[test]
fn a_hedge_before_half_the_front_is_defended() {
    let romans_at = |head: &str| {
        let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
        let blue = unit("G1", "warriors", 20, 5, 24.0, 25.0, "");
        let mut small = romans_and_gauls(head, &red, &blue);
        small.bloodless().rig("wab.break.test", 1);
        small.pick("charge").pick("Hold");
        small.battle.phase().contacts[0].defended
    };
    let defended = |line: &str| romans_at(&format!("terrain = [{{ kind = \"hedge\", line = {line} }}]"));
    assert!(defended("[[18, 24.5], [30, 24.5]]"));
    assert!(defended("[[18, 24.5], [24.1, 24.5]]"), "a little more than half");
    assert!(!defended("[[18, 24.5], [23, 24.5]]"), "less than half");
    assert!(!defended("[[18, 23.5], [30, 23.5]]"), "more than an inch away");
    let wood = "terrain = [{ kind = \"wood\", polygon = [[18, 24.5], [18, 24.9], [30, 24.9], [30, 24.5]] }]";
    assert!(!romans_at(wood), "a wood is no obstacle");
    // Who comes from the side does not come over it.
    let head = "first = \"blue\"\nterrain = [{ kind = \"hedge\", line = [[18, 20.5], [28, 20.5]] }]";
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
    let blue = unit("C1", "scutarii", 20, 5, 32.0, 18.0, ", facing = 270");
    let mut small = small(head, ("republican_roman", &red), ("carthaginian", &blue));
    small.bloodless().rig("wab.break.test", 1).rig("wab.panic.flank", 1);
    small.pick("charge").pick("Hold");
    assert!(!small.battle.phase().contacts[0].defended);
}

/// Hastati beat warriors twice their number, who give ground; others may press them, or stand behind them.
fn gives_ground(head: &str, red: &str, blue: &str) -> Small {
    let red = unit("R1", "hastati", 12, 6, 24.0, 20.0, ", command = [\"standard\"]") + red;
    let blue = unit("G1", "warriors", 48, 6, 24.0, 26.0, "") + blue;
    let mut small = romans_and_gauls(&format!("{TWO_TO_ONE}\n{head}"), &red, &blue);
    small.bloodless().rig("wab.break.test", 6).rig("wab.panic.flank", 1);
    small.pick("(R1) charge Warriors (G1)").pick("Hold");
    small
}

#[test]
fn who_gives_ground_goes_two_inches_and_the_fight_is_over_unless_followed() {
    ruling::proves!(crate::rule::GIVE_GROUND_MOVE);
    let mut small = gives_ground("", "", &unit("G2", "youths", 8, 8, 40.0, 46.0, ""));
    assert!((small.front("G1").1 - 28.0).abs() < 0.01);
    small.pick("Let them go");
    assert!(small.battle.phase().contacts.is_empty());
    let mut small = gives_ground("", "", &unit("G2", "youths", 8, 8, 40.0, 46.0, ""));
    small.pick("Follow");
    assert!((small.front("R1").1 - 28.0).abs() < 0.05 && small.battle.phase().contacts.len() == 1);
}

#[test]
fn who_has_friends_close_behind_gives_no_ground() {
    ruling::proves!(crate::rule::BREAK_TEST, crate::rule::GIVE_GROUND_MOVE);
    let behind = 26.0 + 8.0 * 20.0 / 25.4;
    let friends = unit("G2", "nobles", 12, 6, 24.0, behind + 0.005, "");
    let small = gives_ground("", "", &friends);
    small.said("Warriors (G1) gave ground [wab.break.test]");
    small.said(
        "(G1) gave ground 0 of 2 inches, stopped by Noble retainers on foot (G2) [wab.give_ground.move]",
    );
    assert!((small.front("G1").1 - 26.0).abs() < 0.05 && small.battle.phase().contacts.len() == 1);
    // Skirmishers let them pass, but nobody ends upon them.
    let screen = unit("G3", "youths", 8, 8, 24.0, behind + 0.005, "");
    gives_ground("", "", &screen).said("gave ground 0 of 2 inches, stopped by Youths with javelins (G3)");
}

#[test]
fn who_is_pressed_in_the_flank_gives_no_ground() {
    ruling::proves!(crate::rule::BREAK_TEST);
    let flank = unit("R2", "hastati", 12, 6, 18.0, 29.0, ", facing = 90");
    let red = unit("R1", "hastati", 12, 6, 24.0, 20.0, ", command = [\"standard\"]") + &flank;
    let blue = unit("G1", "warriors", 48, 6, 24.0, 26.0, "");
    let mut small = romans_and_gauls(TWO_TO_ONE, &red, &blue);
    small.bloodless().rig("wab.break.test", 6).rig("wab.panic.flank", 1);
    small.pick("(R1) charge").pick("Hold").pick("(R2) charge").pick("Hold");
    small.pick("(R1)").said("Warriors (G1) gave ground [wab.break.test]");
    small.not_said("[wab.give_ground.move]");
    assert_eq!(small.battle.phase().contacts.len(), 2);
}

#[test]
fn a_ferocious_charge_is_spent_by_the_first_meeting() {
    let red = unit("R1", "hastati", 32, 8, 24.0, 20.0, ", command = [\"standard\"]");
    let blue = unit("G1", "warriors", 16, 4, 24.0, 27.0, "") + &unit("G2", "youths", 8, 8, 40.0, 46.0, "");
    let mut small = romans_and_gauls("first = \"blue\"", &red, &blue);
    small.bloodless().rig("wab.break.test", 1).rig("wab.special.warband", 6);
    small.pick("(G1) charge").pick("Hold").done();
    assert!(small.state("G1").ferocious_used && small.battle.phase().contacts[0].ferocious == [false; 2]);
}

#[test]
fn several_combats_are_fought_in_the_order_their_owner_likes() {
    let red = unit("R1", "hastati", 12, 6, 12.0, 20.0, "") + &unit("R2", "hastati", 12, 6, 36.0, 20.0, "");
    let blue = unit("C1", "scutarii", 20, 5, 12.0, 26.0, "") + &unit("C2", "scutarii", 20, 5, 36.0, 26.0, "");
    let mut small = small("", ("republican_roman", &red), ("carthaginian", &blue));
    small.bloodless().rig("wab.break.test", 1);
    small.pick("(R1) charge").pick("Hold").pick("(R2) charge").pick("Hold").pick("(R1)");
    assert_eq!((small.step(), small.options().len()), (&At::Combat, 2));
    small.pick("R2, C2");
    let words = small.words();
    assert!(words.find("(R2) struck") < words.find("(R1) struck"), "{words}");
}

#[test]
fn warbands_follow_up_without_a_question() {
    ruling::proves!(crate::rule::FRENZY_PURSUE, crate::rule::GIVE_GROUND_MOVE);
    let red = unit("G1", "fanatics", 12, 6, 24.0, 20.0, "");
    let veterans = unit("C1", "african_spearmen", 12, 6, 24.0, 26.0, ", options = [\"veterans\"]");
    let blue = veterans + &unit("C2", "scutarii", 10, 5, 4.0, 44.0, "");
    let mut small = small("", ("gallic", &red), ("carthaginian", &blue));
    small.bloodless().rig("wab.break.test", 6);
    small.pick("(G1) charge").pick("Hold").said("(C1) gave ground 2 inches [wab.give_ground.move]");
    assert!((small.front("G1").1 - 28.0).abs() < 0.05, "{:?}", small.front("G1"));
}

#[test]
fn a_second_charge_is_not_ferocious() {
    ruling::proves!(crate::rule::BREAK_TEST);
    // Warriors cut down velites in their first charge; the hastati they meet next are beaten and test like others.
    let red = unit("G1", "warriors", 32, 8, 24.0, 20.0, ", command = [\"standard\"]");
    let blue = unit("R3", "velites", 8, 8, 24.0, 26.0, "") + &unit("R1", "hastati", 12, 6, 24.0, 35.0, "");
    let mut small = small("", ("gallic", &red), ("republican_roman", &blue));
    small.deadly(Side::Red).harmless(Side::Blue).rig("wab.panic.friends_broken", 1);
    small.pick("charge Velites").pick("Hold").fight_on();
    assert!(!small.stands("R3") && small.state("G1").ferocious_used, "{}", small.words());
    small.bloodless().rig("wab.break.test", 1);
    small.pick("charge Hastati").pick("Hold").said("Hastati (R1) held [wab.break.test]");
}

#[test]
fn a_character_alone_in_one_fight_has_no_part_in_another() {
    let red = unit("R1", "hastati", 12, 6, 12.0, 20.0, "") + &unit("R5", "consul", 1, 1, 36.0, 20.0, "");
    let blue = unit("G1", "warriors", 40, 8, 12.0, 26.0, ", command = [\"standard\"]")
        + &unit("G3", "youths", 12, 6, 36.0, 24.0, "");
    let mut small = romans_and_gauls("", &red, &blue);
    small.bloodless().rig("wab.break.test", 1);
    small.pick("(R1) charge").pick("Hold").pick("(R5) charge").pick("Hold").fight_on();
    small.said("blue won the round").said("red won the round").not_said("(R5) broke");
}
