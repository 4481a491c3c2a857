//! Somebody or something in the way: of those who close up, follow, pursue, flee and stampede.

use crate::board::state::Step as At;
use crate::tests::rules::small::{Small, TWO_TO_ONE, front_to_front, romans_and_gauls, small, unit};
use umpire::{Command, OptionId, Side};

/// Hastati fall upon the rear of the middle one of three units in one line and cut down its last rank.
fn last_rank_falls(friend: &str, beside: bool) -> Small {
    let red = unit("R1", "hastati", 32, 6, 24.0, 20.0, "") + friend;
    let line = |label: &str, x: f64| unit(label, "african_spearmen", 12, 4, x, 29.36, ", facing = 0");
    let others = if beside { line("C1", 20.84) + &line("C3", 27.16) } else { String::new() };
    let blue = line("C2", 24.0) + &others + &unit("C9", "african_spearmen", 12, 6, 4.0, 44.0, "");
    let head = "house = { double_one_holds = true }";
    let mut small = small(head, ("republican_roman", &red), ("carthaginian", &blue));
    small.bloodless().rig_next("wab.combat.hit", &[6; 4]).rig("wab.combat.wound", 6);
    small.rig("wab.combat.save", 1).rig("wab.break.test", 1).rig("wab.panic.flank", 1);
    small.pick("(R1) charge African spearmen (C2)").pick("Hold");
    while !small.words().contains("won the round") {
        small.done();
    }
    small.said("(R1) struck African spearmen (C2)").said("4 hits, 4 wounds");
    small
}

/// The enemies a unit is in contact with.
fn touched(small: &Small, label: &str) -> Vec<String> {
    let (field, id) = (small.battle.field(), small.id(label));
    let mut met: Vec<String> = small
        .battle
        .phase()
        .contacts_of(id)
        .map(|(c, i)| field.card(c.units[1 - i]).label.to_string())
        .collect();
    met.sort();
    met
}

#[test]
fn who_is_held_by_others_does_not_close_up() {
    let alone = last_rank_falls("", false);
    assert_eq!(touched(&alone, "R1"), ["C2"]);
    assert!((alone.front("R1").1 - 27.79).abs() < 0.02, "{:?}", alone.front("R1"));
    let held = last_rank_falls("", true);
    assert_eq!(touched(&held, "R1"), ["C1", "C3"]);
    assert!((held.front("R1").1 - 27.0).abs() < 0.02, "{:?}", held.front("R1"));
}

#[test]
fn who_has_friends_in_its_way_does_not_close_up() {
    // They stand beside the spearmen, and the hastati overlap them.
    let friend = unit("R2", "hastati", 12, 6, 28.3, 28.7, "");
    let stopped = last_rank_falls(&friend, false);
    assert!(touched(&stopped, "R1").is_empty() && (stopped.front("R1").1 - 27.0).abs() < 0.02);
}

#[test]
fn who_is_more_than_four_inches_off_does_not_close_up() {
    // Three ranks of horse are six inches.
    let left = |dead: usize| {
        let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
        let blue = unit("C5", "spanish_cavalry", 12, 2, 24.0, 26.0 + 12.0 * 25.0 / 25.4, ", facing = 0")
            + &unit("C9", "african_spearmen", 12, 6, 4.0, 44.0, "");
        let head = "house = { double_one_holds = true }";
        let mut small = small(head, ("republican_roman", &red), ("carthaginian", &blue));
        small.bloodless().rig_next("wab.combat.hit", &vec![6; dead]).rig("wab.combat.wound", 6);
        small.rig("wab.combat.save", 1).rig("wab.break.test", 1).rig("wab.panic.flank", 1);
        small.pick("charge Spanish").pick("Hold").said(&format!("{dead} hits, {dead} wounds"));
        touched(&small, "R1").len()
    };
    assert_eq!((left(4), left(6)), (1, 0));
}

#[test]
fn who_is_held_in_its_flank_does_not_close_up() {
    // Hastati fight the rear of spearmen; others fall upon their right before the last rank is cut down.
    let red = unit("R1", "hastati", 32, 6, 24.0, 20.0, "");
    let blue = unit("C2", "african_spearmen", 12, 4, 24.0, 29.36, ", facing = 0")
        + &unit("C4", "african_spearmen", 24, 6, 30.5, 25.0, ", facing = 270")
        + &unit("C9", "african_spearmen", 12, 6, 4.0, 44.0, "");
    let head = "house = { double_one_holds = true }";
    let mut small = small(head, ("republican_roman", &red), ("carthaginian", &blue));
    small.bloodless().rig("wab.break.test", 1).rig("wab.panic.flank", 1);
    small.pick("(R1) charge African spearmen (C2)").pick("Hold").fight_on();
    assert_eq!(touched(&small, "R1"), ["C2"]);
    let rounds = small.times("the round");
    small.deadly(Side::Red).pick("(C4) charge Hastati (R1)");
    while small.times("the round") == rounds {
        small.done();
    }
    assert_eq!(small.state("C2").models, 6, "two ranks are left:\n{}", small.words());
    assert_eq!(touched(&small, "R1"), ["C4"]);
    assert!((small.front("R1").1 - 27.0).abs() < 0.02, "{:?}", small.front("R1"));
}

/// Hastati beat warriors who have a narrower front and give ground; they follow them.
fn follows(head: &str, friend: &str) -> Small {
    let red = unit("R1", "hastati", 16, 8, 24.0, 20.0, ", command = [\"standard\"]") + friend;
    let blue = unit("G1", "warriors", 48, 4, 24.0, 26.0, "") + &unit("G2", "youths", 8, 8, 40.0, 46.0, "");
    let mut small = romans_and_gauls(&format!("{TWO_TO_ONE}\n{head}"), &red, &blue);
    small.bloodless().rig("wab.break.test", 6);
    small.pick("(R1) charge Warriors (G1)").pick("Hold");
    while !matches!(small.step(), At::Follow(..)) {
        small.done();
    }
    small.pick("Follow");
    small
}

#[test]
fn who_has_something_in_its_way_does_not_follow() {
    let went = |small: Small| (small.front("R1").1 - 26.0, touched(&small, "R1").len());
    let (far, fights) = went(follows("", ""));
    assert!((far - 2.0).abs() < 0.05 && fights == 1, "{far} {fights}");
    let friend = unit("R2", "hastati", 12, 6, 29.15, 28.0, "");
    let lake = "terrain = [{ kind = \"water\", polygon = [[26.7, 26.4], [30, 26.4], [30, 40], [26.7, 40]] }]";
    for stopped in [follows("", &friend), follows(lake, "")] {
        let (far, fights) = went(stopped);
        assert!(far.abs() < 0.05 && fights == 0, "{far} {fights}");
    }
    // Friends who skirmish let others pass, but nobody ends upon them.
    let velites = unit("R3", "velites", 8, 4, 29.5, 28.0, "");
    let stopped = follows("", &velites);
    stopped
        .said("(R1) could not follow Warriors (G1): Velites (R3) stood in their way [wab.give_ground.move]");
    assert_eq!(went(stopped).1, 0);
}

#[test]
fn who_follows_rides_down_fleers_it_meets() {
    ruling::proves!(crate::rule::PURSUIT_MOVE);
    // Warriors flee from others and come to stand beside those who will give ground.
    let red = unit("R1", "hastati", 16, 8, 24.0, 20.0, ", command = [\"standard\"]")
        + &unit("R3", "hastati", 12, 6, 43.0, 28.0, ", facing = 270");
    let blue = unit("G1", "warriors", 48, 4, 24.0, 26.0, "")
        + &unit("G2", "warriors", 16, 4, 37.0, 28.0, ", facing = 90");
    let mut small = romans_and_gauls(TWO_TO_ONE, &red, &blue);
    small.bloodless().rig("wab.break.test", 6).rig("wab.flee.distance", 4);
    small.pick("(R3) charge Warriors (G2)").pick("Flee").pick("(R1) charge Warriors (G1)").pick("Hold");
    small.pick("(R3)");
    while !matches!(small.step(), At::Follow(..)) {
        small.done();
    }
    assert!(small.stands("G2") && small.state("G2").fleeing);
    small
        .pick("Follow")
        .said("(R1) caught Warriors (G2) and destroyed them [wab.pursuit.move]")
        .not_said("ran into");
    assert!(!small.stands("G2"));
}

/// Hastati break nobles and pursue into the front of warriors whom others have beaten, or stop before them.
fn runs_into_the_beaten(pursuit: u8) -> Small {
    let red = unit("R1", "hastati", 12, 6, 27.0, 20.0, ", command = [\"standard\"]")
        + &unit("R2", "hastati", 12, 6, 21.0, 23.0, ", command = [\"standard\"]");
    let blue = unit("G2", "nobles", 10, 5, 27.0, 26.0, "")
        + &unit("G1", "warriors", 60, 12, 24.0, 30.0, "")
        + &unit("G9", "warriors", 16, 4, 4.0, 44.0, "");
    let mut small = romans_and_gauls(TWO_TO_ONE, &red, &blue);
    small.bloodless().rig("wab.break.test", 6).rig("wab.panic.friends_broken", 1);
    small.rig("wab.flee.distance", 6).rig("wab.pursuit.roll", pursuit);
    small.pick("(R1) charge Noble").pick("Hold").pick("(R2) charge Warriors").pick("Hold");
    while !matches!(small.step(), At::Pursue { .. }) {
        small.submit(&umpire::Command::Choose(umpire::OptionId(0)));
    }
    small.pick("Pursue").said("Warriors (G1) gave ground [wab.break.test]");
    small
}

#[test]
fn who_is_run_into_by_pursuers_gives_no_ground() {
    ruling::proves!(crate::rule::GIVE_GROUND_MOVE);
    let met = runs_into_the_beaten(3);
    met.said("(R1) ran into Warriors (G1)").not_said("[wab.give_ground.move]");
    assert_eq!(touched(&met, "G1"), ["R1", "R2"]);
    assert!((met.front("G1").1 - 30.0).abs() < 0.05);
    runs_into_the_beaten(1).said("gave ground 2 inches [wab.give_ground.move]");
}

#[test]
fn fleers_pass_through_enemies_who_flee() {
    // Warriors flee from hastati and come to stand where others will flee through them.
    let red = unit("R1", "hastati", 12, 6, 24.0, 20.0, ", facing = 180")
        + &unit("R3", "hastati", 12, 6, 4.0, 31.0, ", facing = 90");
    let blue = unit("G1", "warriors", 20, 5, 24.0, 11.0, ", facing = 0")
        + &unit("G2", "warriors", 16, 4, 11.0, 31.0, ", facing = 270")
        + &unit("G9", "warriors", 16, 4, 44.0, 44.0, "");
    let mut small = romans_and_gauls("", &red, &blue);
    small.rig("wab.flee.distance", 6).rig("wab.special.warband", 6).rig("wab.panic.friends_fleeing", 1);
    small.pick("(R3) charge Warriors (G2)").pick("Flee").fight_on();
    let (x, y) = small.middle("G2");
    assert!(small.state("G2").fleeing && (x - 24.0).abs() < 1.5 && (y - 31.0).abs() < 1.0, "{x} {y}");
    small.pick("(G1) charge Hastati (R1)").pick("Flee");
    assert!(small.stands("R1") && small.facing("R1") == 0.0, "{}", small.facing("R1"));
}

/// An elephant beaten by hastati turns about and runs twelve inches; spearmen stand eight inches behind it.
fn stampedes(head: &str, y: f64) -> Small {
    let red = unit("R1", "hastati", 18, 6, 24.0, y - 6.0, "");
    let behind =
        if y < 34.0 { unit("C1", "african_spearmen", 12, 6, 24.0, y + 8.0, "") } else { String::new() };
    let blue =
        unit("C7", "elephants", 1, 1, 24.0, y, "") + &behind + &unit("C2", "scutarii", 10, 5, 4.0, 8.0, "");
    let head = format!("first = \"blue\"\n{head}");
    let mut small = small(&head, ("republican_roman", &red), ("carthaginian", &blue));
    small.rig("wab.fear.charged", 1).bloodless().rig("wab.break.test", 6);
    small.rig_next("wab.troops.elephants", &[1, 6, 6, 6, 3]).rig("wab.panic.friends_broken", 1);
    small.pick("charge").pick("Hold").fight_on();
    small
}

#[test]
fn a_stampede_ends_at_a_wall_and_off_the_table() {
    ruling::proves!(crate::rule::FLEE_OFF_TABLE);
    stampedes("", 26.0).said("(C1) took 3 hits");
    let wall = "terrain = [{ kind = \"building\", polygon = [[20, 31], [28, 31], [28, 32], [20, 32]] }]";
    let stopped = stampedes(wall, 26.0);
    stopped.not_said("took 3 hits");
    assert!((stopped.front("C7").1 - 31.0).abs() < 0.05, "{:?}", stopped.front("C7"));
    let wood = wall.replace("building", "wood");
    stampedes(&wood, 26.0).said("(C1) took 3 hits");
    // A wall behind those it meets saves nobody.
    let beyond = wall.replace("31]", "37]").replace("32]", "38]");
    stampedes(&beyond, 26.0).said("(C1) took 3 hits");
    let off = stampedes("", 40.0);
    off.said("(C7) ran off the table [wab.flee.off_table]");
    assert!(!off.stands("C7"));
}

#[test]
fn fleers_run_straight_through_a_wood() {
    let flees = |kind: &str| {
        let head = format!(
            "first = \"blue\"\nterrain = [{{ kind = \"{kind}\", polygon = [[23, 23], [30, 23], [30, 28], [23, 28]] }}]"
        );
        let red = unit("R1", "hastati", 12, 6, 24.0, 20.0, ", facing = 180");
        let blue = unit("G1", "warriors", 20, 5, 24.0, 11.0, ", facing = 0");
        let mut small = romans_and_gauls(&head, &red, &blue);
        small.rig("wab.flee.distance", 6).rig("wab.rally.test", 6).pick("charge").pick("Flee");
        small.facing("R1")
    };
    assert_eq!(flees("wood"), 0.0);
    assert!(flees("water") != 0.0, "they go round water");
}

#[test]
fn a_pursuer_does_not_turn_into_an_enemy_beside_it() {
    ruling::proves!(crate::rule::PURSUIT_MOVE);
    // The warriors run to the right; turning after them the hastati would swing their left into the nobles.
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
    let blue = unit("G1", "warriors", 20, 5, 27.0, 20.0, "") + &unit("G2", "nobles", 20, 5, 21.5, 20.4, "");
    let small = romans_and_gauls("", &red, &blue);
    let contact = front_to_front(&small, "R1", "G1");
    let mut small = small.changed(|_, phase| phase.contacts.push(contact));
    small.deadly(Side::Red).harmless(Side::Blue).rig("wab.break.test", 6).rig("wab.panic.friends_broken", 1);
    small.rig_unit("wab.flee.distance", "G1", 6).rig("wab.pursuit.roll", 1);
    small.no_charges();
    for _ in 0..20 {
        if small.words().contains("(R1) pursued") || small.words().contains("(R1) had no room") {
            break;
        }
        match small.step() {
            At::Remaining | At::Shoot => small.done(),
            _ => small.submit(&Command::Choose(OptionId(0))),
        };
    }
    small.said("Hastati (R1) had no room to turn after the fleers and stayed").not_said("(R1) ran into");
    let board = small.board();
    let [one, other] = ["R1", "G2"].map(|l| board.body(small.id(l)).expect("it stands").rect);
    assert!(!one.overlaps(&other, 0.03));
}
