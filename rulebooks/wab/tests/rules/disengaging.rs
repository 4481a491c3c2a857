//! Disengaging: faster troops draw back from a combat.

use crate::tests::rules::small::{Small, small, unit};

fn spearmen() -> String {
    unit("C1", "african_spearmen", 16, 4, 24.0, 27.0, "")
}

/// Equites, and others, charge spearmen, fight a drawn round and are asked again in their next turn.
fn engaged(head: &str, behind: &str) -> Small {
    engaged_with(head, &(unit("R4", "equites", 6, 6, 24.0, 25.0, "") + behind), &spearmen())
}

fn engaged_with(head: &str, red: &str, blue: &str) -> Small {
    let mut small = small(head, ("republican_roman", red), ("carthaginian", blue));
    small.bloodless().rig("wab.break.test", 1).rig("wab.disengage", 1);
    small.pick("(R4) charge").pick("Hold");
    while small.battle.phase().turn < 2 {
        small.fight_on();
    }
    small
}

fn distances(small: &Small) -> Vec<String> {
    let drawn = |o: &String| o.split_once("draw back ").map(|(_, far)| far.to_owned());
    small.options().iter().filter_map(drawn).collect()
}

#[test]
fn a_unit_draws_back_a_whole_number_of_inches_up_to_its_move() {
    let mut small = engaged("", "");
    let all: Vec<String> = (1..=8).rev().map(|n| umpire::voice::inches(n.into())).collect();
    assert_eq!(distances(&small), all);
    small.pick("draw back 3 inches");
    assert!((small.front("R4").1 - 24.0).abs() < 0.01 && small.facing("R4") == 0.0);
    assert!(small.battle.phase().contacts.is_empty(), "nobody follows");
}

#[test]
fn a_unit_draws_back_no_further_than_there_is_room() {
    // The horse is two inches deep and stands at 27: friends four and a half inches behind leave four whole inches.
    let friends = unit("R1", "hastati", 12, 6, 24.0, 27.0 - 50.0 / 25.4 - 4.5, "");
    assert_eq!(distances(&engaged("", &friends)), ["4 inches", "3 inches", "2 inches", "1 inch"]);
}

#[test]
fn who_fails_its_test_stays_and_fights() {
    let mut small = engaged("", "");
    small.rig("wab.disengage", 6).pick("draw back 8 inches").said("failed a test to disengage");
    assert!((small.front("R4").1 - 27.0).abs() < 0.1 && !small.battle.phase().contacts.is_empty());
}

#[test]
fn who_failed_to_draw_back_does_not_try_again_in_that_turn() {
    // Others could still charge, so that declarations go on.
    let other = unit("R1", "hastati", 12, 6, 8.0, 26.0, "");
    let spear = spearmen() + &unit("C2", "african_spearmen", 12, 6, 8.0, 32.0, "");
    let mut small = engaged_with("", &(unit("R4", "equites", 6, 6, 24.0, 25.0, "") + &other), &spear);
    assert!(!distances(&small).is_empty());
    small.rig("wab.disengage", 6).pick("draw back").said("failed a test to disengage");
    assert!(small.options().iter().any(|o| o.contains("(R1) charge")) && distances(&small).is_empty());
}

#[test]
fn who_draws_back_does_nothing_else() {
    ruling::proves!(crate::rule::MOVE_RATE);
    let mut small = engaged("", &unit("R1", "hastati", 12, 6, 8.0, 5.0, ""));
    small.pick("draw back 6 inches");
    // Its enemy is in reach again, and yet only the others are asked to move.
    assert_eq!(small.against("R4", 0, &[]), ["wab.move.rate"]);
}

#[test]
fn nobody_draws_back_where_the_house_forbids_it_or_there_is_no_room() {
    assert!(distances(&engaged("house = { disengage = false }", "")).is_empty());
    let close = unit("R1", "hastati", 12, 6, 24.0, 27.0 - 50.0 / 25.4 - 0.9, "");
    // They stand so close behind that there is no inch of room.
    let red = unit("R4", "equites", 6, 6, 24.0, 26.2, "");
    assert!(distances(&engaged_with("", &(red + &close), &spearmen())).is_empty());
}

#[test]
fn only_the_faster_draw_back() {
    let horse = unit("C5", "spanish_cavalry", 6, 6, 24.0, 27.0, "");
    let small = engaged_with("", &unit("R4", "equites", 6, 6, 24.0, 20.0, ""), &horse);
    assert!(distances(&small).is_empty(), "{:?}", small.options());
}

#[test]
fn who_has_an_enemy_in_the_flank_does_not_draw_back() {
    let flank = unit("C2", "scutarii", 20, 5, 33.0, 26.0, ", facing = 270");
    let mut small = small(
        "",
        ("republican_roman", &unit("R4", "equites", 6, 6, 24.0, 25.0, "")),
        ("carthaginian", &(spearmen() + &flank)),
    );
    small.bloodless().rig("wab.break.test", 1).rig("wab.panic.flank", 1);
    small.pick("(R4) charge African").pick("Hold").pick("(C2) charge");
    small.fight_on();
    assert_eq!(small.battle.phase().contacts.len(), 2, "{}", small.words());
    assert!(distances(&small).is_empty(), "{:?}", small.options());
}

#[test]
fn the_frenzied_do_not_draw_back() {
    let offered = |list: &str, entry: &str| {
        let red = unit("X1", entry, 20, 5, 24.0, 20.0, "");
        let blue = unit("R1", "hastati", 30, 6, 24.0, 26.0, "");
        let mut small = small("", (list, &red), ("republican_roman", &blue));
        small.bloodless().rig("wab.break.test", 1).rig("wab.frenzy.charge", 1);
        small.pick("(X1) charge").pick("Hold");
        while small.battle.phase().turn < 2 && !matches!(small.step(), crate::board::state::Step::Over(_)) {
            small.fight_on();
        }
        !distances(&small).is_empty()
    };
    assert!(offered("carthaginian", "scutarii"));
    assert!(!offered("gallic", "fanatics"));
}

#[test]
fn bad_ground_behind_shortens_the_way_back() {
    // Cataphracts ride in close order: an inch of open ground, and then half their rate.
    let wood = "terrain = [{ kind = \"wood\", polygon = [[15, 10], [33, 10], [33, 21.03], [15, 21.03]] }]";
    let red = unit("R4", "cataphracts", 6, 6, 24.0, 24.0, "");
    let blue = unit("C1", "african_spearmen", 16, 4, 24.0, 24.5, "");
    let mut small = small(wood, ("successor", &red), ("carthaginian", &blue));
    small.bloodless().rig("wab.break.test", 1).rig("wab.disengage", 1);
    small.pick("(R4) charge").pick("Hold").pick("Kontos");
    while small.battle.phase().turn < 2 {
        small.fight_on();
    }
    small.pick("draw back 7 inches");
    let gone = 24.5 - small.front("R4").1;
    assert!(gone > 3.0 && gone < 5.5, "{gone}");
}

#[test]
fn who_draws_back_does_not_shoot() {
    let red = unit("C4", "numidian_cavalry", 8, 8, 24.0, 20.0, "");
    let blue = unit("R1", "hastati", 30, 6, 24.0, 26.0, "");
    let mut small = small("", ("carthaginian", &red), ("republican_roman", &blue));
    small.bloodless().rig("wab.break.test", 1).rig("wab.disengage", 1);
    small.pick("(C4) charge").pick("Hold");
    while small.battle.phase().turn < 2 {
        small.fight_on();
    }
    small.pick("draw back 4 inches");
    assert_eq!(small.battle.phase().active, umpire::Side::Blue, "{:?}", small.step());
}

#[test]
fn skirmishers_draw_back_from_whichever_side_they_were_met_on() {
    ruling::proves!(crate::rule::DISENGAGE);
    // Numidians look north; the spearmen come upon them from behind.
    let red = unit("C4", "numidian_cavalry", 8, 8, 24.0, 30.0, ", order = \"skirmish\"");
    let blue = unit("R1", "triarii", 16, 8, 24.0, 24.0, ", facing = 0");
    let mut small = small("first = \"blue\"", ("carthaginian", &red), ("republican_roman", &blue));
    small.bloodless().rig("wab.break.test", 1).rig("wab.disengage", 1);
    small.pick("(R1) charge").pick("Hold");
    while small.battle.phase().active != umpire::Side::Red {
        small.fight_on();
    }
    let before = small.front("C4").1;
    small.pick("draw back 4 inches").said("drew back 4 inches");
    assert!((small.front("C4").1 - before - 4.0).abs() < 0.01, "away from the spears: {}", small.words());
}
