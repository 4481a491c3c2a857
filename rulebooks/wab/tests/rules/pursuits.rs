//! Pursuits: who is asked, whom it may follow, and what is taken from those it rides down.

use crate::board::state::Step as At;
use crate::data::troop::Trait;
use crate::tests::rules::small::{Small, romans_and_gauls, small, unit};
use crate::victory;
use umpire::Side;

/// Hastati charge the middle of three units of spearmen in one line and break them all.
fn three_break(head: &str) -> Small {
    let red = unit("R1", "hastati", 32, 6, 24.0, 20.0, "");
    let line = |label: &str, x: f64| unit(label, "african_spearmen", 12, 4, x, 27.0, "");
    let blue = line("C1", 20.84) + &line("C2", 24.0) + &line("C3", 27.16);
    let mut small = small(head, ("republican_roman", &red), ("carthaginian", &blue));
    small.deadly(Side::Red).harmless(Side::Blue).rig("wab.break.test", 6).rig("wab.flee.distance", 6);
    small.rig("wab.pursuit.roll", 1);
    small.pick("charge African spearmen (C2)").pick("Hold");
    small
}

#[test]
fn who_fails_to_hold_back_is_asked_again_whom_of_several_it_pursues() {
    let mut small = three_break("");
    assert_eq!(small.options().last().map(String::as_str), Some("Hold back"));
    let fleers = small.options().len() - 1;
    assert!(fleers > 1, "{:?}", small.options());
    small.rig("wab.pursuit.choice", 6).pick("Hold back").said("failed a test to hold back");
    assert!(matches!(small.step(), At::Pursue { must: true, .. }), "{:?}", small.step());
    assert_eq!(small.options().len(), fleers, "it cannot hold back any more");
    small.pick("(C1)").said("did not catch African spearmen (C1)").not_said("catch African spearmen (C2)");
}

/// The standards lost so far by blue.
fn standards(small: &Small) -> u32 {
    let battle = &small.battle;
    victory::losses(battle.book(), battle.field(), battle.phase(), Side::Blue).standards
}

/// Hastati break spearmen with a standard, or without, and pursue, or not.
fn breaks(command: &str, choice: &str, pursuit: u8) -> Small {
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, ", command = [\"musician\"]");
    let blue = unit("C1", "african_spearmen", 18, 6, 24.0, 27.0, command)
        + &unit("C2", "african_spearmen", 12, 6, 4.0, 46.0, "");
    let mut small = small("", ("republican_roman", &red), ("carthaginian", &blue));
    small.deadly(Side::Red).harmless(Side::Blue).rig("wab.break.test", 6).rig("wab.panic.friends_broken", 1);
    small.rig("wab.flee.distance", 3).rig("wab.pursuit.roll", pursuit).rig("wab.pursuit.choice", 1);
    small.pick("charge").pick("Hold").pick(choice);
    small
}

const STANDARD: &str = ", command = [\"standard\"]";

#[test]
fn the_standard_of_those_caught_in_pursuit_is_taken() {
    assert_eq!(standards(&breaks(STANDARD, "Pursue", 4)), 1);
    assert_eq!(standards(&breaks("", "Pursue", 4)), 0, "they had none");
    let escaped = breaks(STANDARD, "Pursue", 2);
    assert!(escaped.stands("C1"));
    assert_eq!(standards(&escaped), 0, "they fled with it");
}

#[test]
fn other_fleers_whom_a_pursuit_runs_into_are_ridden_down_and_lose_their_standard() {
    ruling::proves!(crate::rule::PURSUIT_MOVE);
    // Spearmen flee from one unit in the first turn; in the next the pursuit of others runs over them.
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
    let blue = unit("C1", "african_spearmen", 18, 6, 24.0, 27.0, "")
        + &unit("C2", "african_spearmen", 12, 4, 24.0, 34.0, STANDARD)
        + &unit("C3", "african_spearmen", 32, 6, 4.0, 40.0, "");
    let mut small = small("", ("republican_roman", &red), ("carthaginian", &blue));
    small.deadly(Side::Red).harmless(Side::Blue).rig("wab.break.test", 6).rig("wab.flee.distance", 6);
    small.rig("wab.pursuit.roll", 5).rig_unit("wab.panic.friends_broken", "C2", 6);
    small.rig_unit("wab.panic.friends_broken", "C3", 1).rig_unit("wab.flee.distance", "C2", 1);
    small.pick("(R1) charge").pick("Hold").pick("Pursue");
    small.said("(R1) caught African spearmen (C2) and destroyed them [wab.pursuit.move]");
    assert!(!small.stands("C2") && standards(&small) == 1, "{}", small.words());
}

#[test]
fn no_standard_is_taken_from_those_caught_by_a_charge_or_cut_down_where_they_stood() {
    ruling::proves!(crate::rule::FLEE_CAUGHT);
    let red = unit("R4", "equites", 6, 6, 24.0, 15.0, "");
    let blue =
        unit("G1", "warriors", 16, 4, 24.0, 22.0, STANDARD) + &unit("G2", "warriors", 20, 5, 8.0, 32.0, "");
    let mut small = romans_and_gauls("", &red, &blue);
    small.rig("wab.flee.distance", 1).rig("wab.panic.friends_broken", 1);
    small.pick("charge Warriors (G1)").pick("Flee").fight_on().said("[wab.flee.caught]");
    assert!(!small.stands("G1") && standards(&small) == 0);
}

#[test]
fn holding_back_takes_a_test_unless_the_house_says_otherwise() {
    ruling::proves!(crate::rule::PURSUIT_ROLL);
    let holds = |head: &str, hedge: &str| {
        let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
        let blue = unit("C1", "african_spearmen", 18, 6, 24.0, 23.0, "")
            + &unit("C2", "african_spearmen", 12, 6, 4.0, 44.0, "");
        let head = format!("first = \"blue\"\n{head}\n{hedge}");
        let mut small = small(&head, ("republican_roman", &red), ("carthaginian", &blue));
        small.deadly(Side::Red).harmless(Side::Blue).rig("wab.break.test", 6).rig("wab.pursuit.choice", 6);
        small.rig("wab.panic.friends_broken", 1);
        small.pick("(C1) charge").pick("Hold").done().pick("Hold back");
        small.words().contains("[wab.pursuit.roll]")
    };
    assert!(holds("", ""), "it fails the test and must pursue");
    assert!(!holds("house = { restrain_pursuit = \"free\" }", ""));
    let hedge = "terrain = [{ kind = \"hedge\", line = [[18, 20.5], [30, 20.5]] }]";
    assert!(!holds("", hedge), "behind a hedge it defends it need not test");
}

#[test]
fn haters_behind_a_hedge_they_defend_may_stay() {
    let asked = |hedge: &str| {
        let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, ", hates = [\"all\"]");
        let blue = unit("C1", "african_spearmen", 18, 6, 24.0, 23.0, "");
        let head = format!("first = \"blue\"\n{hedge}");
        let mut small = small(&head, ("republican_roman", &red), ("carthaginian", &blue));
        small.deadly(Side::Red).harmless(Side::Blue).rig("wab.break.test", 6);
        small.pick("(C1) charge").pick("Hold");
        matches!(small.step(), At::Pursue { .. })
    };
    assert!(!asked(""));
    assert!(asked("terrain = [{ kind = \"hedge\", line = [[18, 20.5], [30, 20.5]] }]"));
}

#[test]
fn equal_rolls_catch_unless_the_house_says_otherwise() {
    let caught = |head: &str, run: u8| {
        let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
        let blue = unit("C1", "african_spearmen", 18, 6, 24.0, 27.0, "");
        let mut small = small(head, ("republican_roman", &red), ("carthaginian", &blue));
        small.deadly(Side::Red).harmless(Side::Blue).rig("wab.break.test", 6);
        small.rig("wab.flee.distance", run).rig("wab.pursuit.roll", 3);
        small.pick("charge").pick("Hold").pick("Pursue");
        !small.stands("C1")
    };
    assert!(caught("", 3) && !caught("", 4));
    assert!(!caught("house = { pursuit_tie = \"escapes\" }", 3));
    assert!(caught("house = { pursuit_tie = \"escapes\" }", 2));
}

/// Hastati pursue six inches after those they failed to catch, with somebody in their way.
fn pursues(head: &str, red: &str, blue: &str) -> Small {
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "") + red;
    let blue = unit("C1", "african_spearmen", 18, 6, 24.0, 24.0, "") + blue;
    let mut small = small(head, ("republican_roman", &red), ("carthaginian", &blue));
    small.deadly(Side::Red).harmless(Side::Blue).rig("wab.break.test", 6).rig("wab.panic.friends_broken", 1);
    small.rig("wab.flee.distance", 6).rig("wab.pursuit.roll", 3).rig("wab.panic.flank", 1);
    small.pick("(R1) charge").pick("Hold");
    while !matches!(small.step(), At::Pursue { .. }) {
        small.done();
    }
    small.pick("Pursue");
    small
}

#[test]
fn pursuers_stop_at_friends_and_closed_ground() {
    let far = |small: Small| small.front("R1").1 - 24.0;
    assert!((far(pursues("", "", "")) - 6.0).abs() < 0.05);
    // Friends beside the fleers' way, who face as they do: their rear is two inches and a half on.
    let near = unit("R2", "hastati", 12, 6, 28.5, 26.5 + 40.0 / 25.4, "");
    pursues("", &near, "").not_said("ran into");
    let stopped = far(pursues("", &near, ""));
    assert!((stopped - 2.5).abs() < 0.05, "{stopped}");
    let lake = "terrain = [{ kind = \"water\", polygon = [[25, 27], [30, 27], [30, 40], [25, 40]] }]";
    let lake = pursues(lake, "", "");
    assert!((lake.front("R1").1 - 27.0).abs() < 0.05, "{:?} {}", lake.front("R1"), lake.words());
}

#[test]
fn pursuers_who_meet_others_charge_them() {
    ruling::proves!(crate::rule::COMBAT_CHARGED);
    let others =
        unit("C3", "scutarii", 24, 6, 24.0, 28.5, "") + &unit("C4", "scutarii", 10, 5, 4.0, 44.0, "");
    let small = pursues("", "", &others);
    small.said("(R1) ran into Spanish scutarii (C3) [wab.combat.charged]");
    let contact = small.battle.phase().contacts[0];
    assert!(contact.by_pursuit && contact.charged == [true, false] && contact.first);
    // They are faster, and yet may not draw back from it in their own turn.
    assert!(small.options().iter().all(|o| !o.contains("draw back")));
}

#[test]
fn who_is_still_in_contact_with_others_does_not_pursue() {
    let red = unit("R1", "hastati", 32, 6, 24.0, 20.0, "");
    let line = |label: &str, x: f64| unit(label, "african_spearmen", 12, 4, x, 27.0, "");
    let blue = line("C1", 20.84) + &line("C2", 24.0) + &line("C3", 27.16);
    let mut small = small("", ("republican_roman", &red), ("carthaginian", &blue));
    small.bloodless().rig("wab.panic.friends_broken", 1).rig("wab.break.test", 1);
    small.rig_unit("wab.break.test", "C2", 6);
    small.pick("charge African spearmen (C2)").pick("Hold").said("(C2) broke").not_said("[wab.pursuit.roll]");
    assert!(!matches!(small.step(), At::Pursue { .. }), "{:?}", small.step());
}

#[test]
fn a_winner_left_alone_forms_up_if_it_has_a_musician() {
    ruling::proves!(crate::rule::COMBAT_WIPED_OUT);
    let left = |command: &str| {
        let red = unit("R1", "hastati", 32, 8, 24.0, 20.0, command);
        let blue = unit("G3", "youths", 8, 8, 24.0, 26.0, "") + &unit("G1", "warriors", 16, 4, 4.0, 40.0, "");
        let mut small = romans_and_gauls("", &red, &blue);
        small.deadly(Side::Red).harmless(Side::Blue);
        small.pick("charge").pick("Hold");
        assert!(!small.stands("G3"), "{}", small.words());
        matches!(small.step(), At::Regroup(_))
    };
    assert!(left(", command = [\"musician\"]"));
    assert!(!left(""));
}

#[test]
fn who_must_pursue_chooses_whom() {
    let red = unit("G1", "fanatics", 20, 10, 24.0, 20.0, STANDARD);
    let line = |label: &str, x: f64| unit(label, "african_spearmen", 12, 4, x, 27.0, "");
    let blue = line("C1", 20.84) + &line("C2", 24.0) + &line("C3", 27.16);
    let mut small = small("", ("gallic", &red), ("carthaginian", &blue));
    small.bloodless().rig("wab.break.test", 6);
    small.pick("(G1) charge").pick("Hold");
    assert!(matches!(small.step(), At::Pursue { must: true, .. }), "{:?}", small.step());
    assert!(small.options().len() > 1 && small.options().iter().all(|o| o.starts_with("Pursue")));
    // They broke together: none of them tests for the others.
    small.not_said("[wab.panic.friends_broken]");
}

#[test]
fn who_holds_back_forms_up_if_it_has_a_musician() {
    let held = |command: &str| {
        let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, command);
        let blue = unit("C1", "african_spearmen", 18, 6, 24.0, 27.0, "");
        let mut small = small("", ("republican_roman", &red), ("carthaginian", &blue));
        small.deadly(Side::Red).harmless(Side::Blue).rig("wab.break.test", 6).rig("wab.pursuit.choice", 1);
        small.rig("wab.flee.distance", 6).rig("wab.rally.test", 6);
        small.pick("charge").pick("Hold").pick("Hold back");
        *small.step() == At::Regroup(small.id("R1"))
    };
    assert!(held(", command = [\"musician\"]"));
    assert!(!held(""));
    let pursued = breaks("", "Pursue", 4);
    assert!(!matches!(pursued.step(), At::Regroup(_)));
}

#[test]
fn who_charged_over_a_hedge_must_test_to_hold_back() {
    ruling::proves!(crate::rule::PURSUIT_ROLL);
    let hedge = "terrain = [{ kind = \"hedge\", line = [[18, 23.5], [30, 23.5]] }]";
    let red = unit("R1", "hastati", 18, 6, 24.0, 21.0, "");
    let blue = unit("C1", "african_spearmen", 18, 6, 24.0, 24.0, "");
    let mut small = small(hedge, ("republican_roman", &red), ("carthaginian", &blue));
    small.deadly(Side::Red).harmless(Side::Blue).rig("wab.break.test", 6).rig("wab.pursuit.choice", 6);
    small.pick("charge").pick("Hold");
    assert!(matches!(small.step(), At::Pursue { .. }), "{:?} {}", small.step(), small.words());
    small.pick("Hold back").said("[wab.pursuit.roll]");
}

#[test]
fn who_panics_in_a_combat_its_enemy_did_not_win_is_not_pursued() {
    // Two bodies of horse fight a drawn round; beside them spearmen break, and their friends panic.
    let red =
        unit("R4", "equites", 6, 6, 17.0, 16.0, "") + &unit("R1", "hastati", 32, 6, 26.0, 20.0, STANDARD);
    let blue = unit("C5", "spanish_cavalry", 6, 6, 17.0, 27.0, "")
        + &unit("C1", "african_spearmen", 12, 6, 26.0, 26.0, "");
    let mut small = small("", ("republican_roman", &red), ("carthaginian", &blue));
    small.bloodless().rig("wab.break.test", 6).rig("wab.panic.friends_broken", 6).rig("wab.flee.distance", 6);
    small.pick("(R4) charge Spanish").pick("Counter-charge").pick("(R1) charge African").pick("Hold");
    while !small.words().contains("(C5) fled") {
        small.submit(&umpire::Command::Choose(umpire::OptionId(0)));
    }
    small.said("The round was drawn").said("(C5) failed a panic test").said("catch African spearmen (C1)");
    small.not_said("catch Spanish cavalry (C5)").not_said("caught Spanish cavalry (C5)");
}

#[test]
fn a_general_who_pursues_off_the_table_is_not_lost() {
    let red = unit("R4", "equites", 6, 6, 24.0, 36.0, "")
        + "{ id = \"R5\", unit = \"consul\", options = [\"warhorse\"], with = \"R4\" },"
        + &unit("R1", "hastati", 12, 6, 4.0, 4.0, "");
    let blue = unit("C1", "african_spearmen", 16, 6, 24.0, 44.0, "")
        + &unit("C2", "scutarii", 20, 5, 44.0, 20.0, "");
    let mut small = small("", ("republican_roman", &red), ("carthaginian", &blue));
    small.deadly(Side::Red).harmless(Side::Blue).rig("wab.break.test", 6).rig("wab.panic.friends_broken", 1);
    small.rig("wab.pursuit.roll", 6).rig("wab.flee.distance", 6);
    small.pick("(R4) charge").pick("Hold").done();
    while !matches!(small.step(), At::Pursue { .. }) {
        small.submit(&umpire::Command::Choose(umpire::OptionId(0)));
    }
    small.pick("Pursue").said("pursued off the table").not_said("[wab.panic.general]");
}

#[test]
fn those_whom_a_pursuit_meets_in_the_flank_may_run() {
    let others = unit("C3", "scutarii", 20, 5, 25.5, 29.0, ", facing = 90")
        + &unit("C4", "scutarii", 10, 5, 4.0, 44.0, "");
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
    let blue = unit("C1", "african_spearmen", 18, 6, 24.0, 23.0, "") + &others;
    let mut small = small("", ("republican_roman", &red), ("carthaginian", &blue));
    small.deadly(Side::Red).harmless(Side::Blue).rig("wab.break.test", 6).rig("wab.panic.friends_broken", 1);
    small.rig("wab.flee.distance", 3).rig("wab.pursuit.roll", 4).rig("wab.panic.flank", 6);
    small.pick("(R1) charge African").pick("Hold").pick("Pursue");
    small.said("(R1) ran into Spanish scutarii (C3)").said("(C3) failed a panic test").said("(C3) fled");
}

#[test]
fn pursuers_pass_between_their_own_skirmishers() {
    let screen = unit("R3", "velites", 8, 8, 24.0, 26.4, ", facing = 180");
    let small = pursues("", &screen, "");
    assert!((small.front("R1").1 - 30.0).abs() < 0.05, "{:?}", small.front("R1"));
}

#[test]
fn a_chief_alone_may_hold_back_where_his_warband_may_not() {
    let red = unit("G7", "chieftain", 1, 1, 24.0, 20.0, "") + &unit("G1", "warriors", 16, 4, 4.0, 4.0, "");
    let blue = unit("R3", "velites", 16, 8, 24.0, 24.0, "") + &unit("R1", "hastati", 12, 6, 42.0, 44.0, "");
    let mut small = small("", ("gallic", &red), ("republican_roman", &blue));
    small.deadly(Side::Red).harmless(Side::Blue).rig("wab.break.test", 6).rig("wab.panic.friends_broken", 1);
    small.pick("(G7) charge").pick("Hold").done().said("(R3) broke");
    assert_eq!(small.options().last().map(String::as_str), Some("Hold back"), "{:?}", small.step());
}

#[test]
fn engines_do_not_pursue() {
    let asked = |entry: &str, size: u16| {
        let red = unit("R8", entry, size, size, 24.0, 20.0, "");
        let blue = unit("G3", "youths", 8, 8, 24.0, 26.0, "") + &unit("G1", "warriors", 16, 4, 4.0, 40.0, "");
        let mut small = romans_and_gauls("first = \"blue\"", &red, &blue);
        small.deadly(Side::Red).harmless(Side::Blue).rig("wab.break.test", 6).rig("wab.flee.distance", 6);
        small.rig("wab.special.warband", 6).pick("(G3) charge").pick("Hold").done();
        small.said("Youths with javelins (G3) broke").words().contains("[wab.pursuit.roll]")
            || matches!(small.step(), At::Pursue { .. })
    };
    assert!(!asked("scorpion", 1));
    assert!(asked("velites", 6));
}

#[test]
fn who_holds_back_from_several_is_not_asked_again() {
    let mut small = three_break("");
    small.rig("wab.pursuit.choice", 1).pick("Hold back").said("passed a test to hold back");
    assert!(!matches!(small.step(), At::Pursue { .. }), "{:?}", small.step());
    small.not_said("[wab.pursuit.roll]");
}

#[test]
fn haters_who_charged_over_a_hedge_must_pursue() {
    ruling::proves!(crate::rule::HATRED_PURSUE, crate::rule::PURSUIT_ROLL);
    let hedge = "terrain = [{ kind = \"hedge\", line = [[18, 23.5], [30, 23.5]] }]";
    let red = unit("R1", "hastati", 18, 6, 24.0, 21.0, ", hates = [\"all\"]");
    let blue = unit("C1", "african_spearmen", 18, 6, 24.0, 24.0, "");
    let mut small = small(hedge, ("republican_roman", &red), ("carthaginian", &blue));
    small.deadly(Side::Red).harmless(Side::Blue).rig("wab.break.test", 6);
    small.pick("charge").pick("Hold").said("[wab.pursuit.roll]");
}

#[test]
fn a_winner_who_panics_does_not_pursue() {
    // Two units of hastati fight; one breaks its enemy, the other breaks, and the first runs for it.
    let red = unit("R1", "hastati", 18, 6, 16.0, 20.0, "") + &unit("R2", "hastati", 12, 6, 26.0, 20.0, "");
    let blue = unit("G3", "youths", 10, 5, 16.0, 26.0, "")
        + &unit("G1", "warriors", 40, 8, 26.0, 27.0, ", command = [\"standard\"]")
        + &unit("G2", "warriors", 16, 4, 40.0, 40.0, "");
    let mut small = romans_and_gauls("", &red, &blue);
    small.bloodless().rig("wab.break.test", 6).rig("wab.panic.friends_broken", 6).rig("wab.flee.distance", 6);
    small.pick("(R1) charge").pick("Hold").pick("(R2) charge").pick("Hold").pick("(R1)").fight_on();
    small.said("(G3) broke").said("(R2) broke").said("(R1) failed a panic test");
    small.not_said("catch Youths with javelins (G3)").not_said("caught Youths with javelins (G3)");
}

#[test]
fn who_has_lost_its_frenzy_need_not_pursue() {
    // The frenzied of the lists are warbands as well, who must pursue in any case: here hastati are frenzied.
    let asked = |lost: bool| {
        let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, STANDARD);
        let blue = unit("C1", "african_spearmen", 18, 6, 24.0, 27.0, "");
        let table = small("", ("republican_roman", &red), ("carthaginian", &blue));
        let id = table.id("R1");
        let mut small = table.changed(|book, phase| {
            book.kits[id.index()].traits.add(Trait::Frenzy);
            phase.unit_mut(id).frenzy_lost = lost;
        });
        small.bloodless().rig("wab.break.test", 6).pick("charge").pick("Hold").said("(C1) broke");
        matches!(small.step(), At::Pursue { must: false, .. })
    };
    assert!(asked(true) && !asked(false));
}
