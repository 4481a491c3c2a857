//! Flights and pursuits: how far, over which ground, and back again.

use crate::board::bodies;
use crate::tests::rules::small::{Small, romans_and_gauls, small, unit};
use crate::victory;
use umpire::{Shown, Side};

/// Hastati break spearmen, who run so many times two inches, and pursue six inches, over whatever lies there.
fn pursues(head: &str, run: u8) -> Small {
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
    let blue = unit("C1", "african_spearmen", 18, 6, 24.0, 27.0, "")
        + &unit("C2", "african_spearmen", 12, 6, 4.0, 46.0, "");
    let mut small = small(head, ("republican_roman", &red), ("carthaginian", &blue));
    small.deadly(Side::Red).harmless(Side::Blue).rig("wab.break.test", 6);
    small
        .rig("wab.flee.distance", run)
        .rig("wab.pursuit.roll", 3)
        .rig("wab.rally.test", 6)
        .rig("wab.panic.friends_broken", 1);
    small.pick("charge").pick("Hold").pick("Pursue");
    small
}

const WOOD: &str = "terrain = [{ kind = \"wood\", polygon = [[18, 28], [30, 28], [30, 40], [18, 40]] }]";

#[test]
fn fleers_are_a_mass_without_ranks() {
    ruling::proves!(crate::rule::FLEE_MASS);
    let small = pursues("", 4);
    let board = small.board();
    let fleers = board.body(small.id("C1")).expect("they run");
    let left = fleers.places;
    assert!(fleers.state.fleeing && !fleers.is_column());
    assert_eq!(fleers.files, (1..).find(|f| f * f >= left).expect("there is one"));
}

#[test]
fn ground_slows_pursuers_where_the_house_says_so() {
    let plain = pursues(WOOD, 6);
    assert!((plain.front("R1").1 - 33.0).abs() < 0.05, "{:?}", plain.front("R1"));
    // One inch in the open, and five at half rate.
    let slowed = pursues(&format!("house = {{ flee_terrain_penalty = true }}\n{WOOD}"), 6);
    assert!((slowed.front("R1").1 - 30.5).abs() < 0.05, "{:?}", slowed.front("R1"));
}

#[test]
fn who_pursues_off_the_table_comes_back() {
    ruling::proves!(crate::rule::START_RETURN);
    let red = unit("R4", "equites", 6, 6, 24.0, 36.0, "");
    let blue = unit("C1", "african_spearmen", 16, 6, 24.0, 44.0, "")
        + &unit("C2", "african_spearmen", 12, 6, 4.0, 20.0, ", command = [\"musician\"]");
    let mut small = small("", ("republican_roman", &red), ("carthaginian", &blue));
    small.deadly(Side::Red).harmless(Side::Blue).rig("wab.break.test", 6).rig("wab.start.return", 1);
    small.rig("wab.pursuit.roll", 6).rig("wab.flee.distance", 6).rig("wab.panic.friends_broken", 1);
    small.pick("charge").pick("Hold").pick("Pursue").said("pursued off the table");
    assert!(!small.stands("R4"));
    small.fight_on().said("[wab.start.return]");
    assert!(small.stands("R4"));
    // It comes back over the edge it left by: two inches of horse stand before it.
    let (x, y) = small.front("R4");
    assert!((x - 24.0).abs() < 1.0 && (y - (48.0 - 50.0 / 25.4)).abs() < 0.01, "{x} {y}");
}

/// Elephants beaten by hastati break and stampede; each of their dice shows what it is told.
fn broken_elephants(beasts: u16) -> Small {
    let red = unit("R1", "hastati", 32, 8, 24.0, 20.0, ", command = [\"standard\", \"musician\"]");
    let blue = unit("C7", "elephants", beasts, beasts, 24.0, 26.0, "")
        + &unit("C1", "african_spearmen", 12, 6, 4.0, 44.0, ", command = [\"musician\"]");
    let mut small = small("first = \"blue\"", ("republican_roman", &red), ("carthaginian", &blue));
    small.rig("wab.fear.charged", 1).bloodless().rig("wab.break.test", 6);
    small
}

#[test]
fn beasts_of_one_unit_stampede_each_its_own_way() {
    ruling::proves!(crate::rule::TROOPS_ELEPHANTS);
    let mut small = broken_elephants(2);
    let worth = small.battle.book().kit(small.id("C7")).points;
    let listed = |small: &Small| small.battle.book().is_listed(small.battle.field(), small.id("C7-2"));
    assert!(!listed(&small), "it is part of its unit until then");
    // One runs off to the right, the other to the left.
    small.rig_unit("wab.troops.elephants", "C7", 3).rig_unit("wab.troops.elephants", "C7-2", 4);
    small.pick("charge").pick("Hold").fight_on();
    let at = |small: &Small, label: &str| small.front(label);
    let (one, other) = (at(&small, "C7"), at(&small, "C7-2"));
    let apart = (one.0 - other.0).abs() + (one.1 - other.1).abs();
    assert!(apart > 4.0 && listed(&small), "{one:?} {other:?}");
    for label in ["C7", "C7-2"] {
        let state = small.state(label);
        assert!(state.stampeding && state.fleeing && state.models == 1, "{label}");
    }
    let phase = small.battle.phase();
    let left = victory::present(small.battle.book(), small.battle.field(), phase, Side::Blue);
    assert_eq!(left, 2 + 12);
    let lost = victory::losses(small.battle.book(), small.battle.field(), phase, Side::Blue);
    assert_eq!(lost.points, worth, "the whole unit counts as lost, once");
}

#[test]
fn a_driver_kills_his_own_beast_and_no_other() {
    let mut small = broken_elephants(3);
    small.rig_unit("wab.troops.elephants", "C7", 5).rig_unit("wab.troops.elephants", "C7-2", 2);
    small.rig_unit("wab.troops.elephants", "C7-3", 6);
    small.pick("charge").pick("Hold").fight_on().said("African elephants (C7) died by the hand");
    assert_eq!(["C7", "C7-2", "C7-3"].map(|l| small.stands(l)), [false, true, false]);
    // Nobody rallies it: it runs again in its own compulsory moves.
    let ran = small.times("(C7-2) stampeded");
    small.rig("wab.rally.test", 1).fight_on();
    small.fight_on().not_said("[wab.rally.test]");
    assert!(small.times("(C7-2) stampeded") > ran);
}

#[test]
fn nobody_pursues_or_charges_a_beast_out_of_hand() {
    let mut small = broken_elephants(1);
    // It turns about and runs four inches from the hastati, who see it before them.
    small.rig_next("wab.troops.elephants", &[1, 6, 2, 2]);
    small.pick("charge").pick("Hold").fight_on().not_said("[wab.pursuit.roll]").not_said("hold back");
    assert!(small.stands("C7") && small.state("C7").stampeding);
    assert!(small.options().iter().all(|o| !o.contains("charge African elephants")), "{:?}", small.options());
}

#[test]
fn elephants_that_choose_to_flee_do_not_stampede() {
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
    let blue = unit("C7", "elephants", 2, 2, 24.0, 27.0, "");
    let mut small = small("", ("republican_roman", &red), ("carthaginian", &blue));
    small.rig("wab.fear.charging", 1).rig("wab.flee.distance", 3);
    small.pick("charge").pick("Flee");
    assert!(small.state("C7").fleeing && !small.state("C7").stampeding);
    assert_eq!((small.state("C7").models, small.stands("C7-2")), (2, false));
}

#[test]
fn the_flight_dice_are_rolled_from_left_to_right() {
    // Blue looks south: its left is the east.
    let red = unit("R5", "consul", 1, 1, 24.0, 2.0, "");
    let blue = unit("G4", "noble_cavalry", 6, 6, 24.0, 12.0, "");
    let others = unit("R1", "hastati", 18, 6, 40.0, 20.0, "") + &unit("R2", "hastati", 18, 6, 8.0, 20.0, "");
    let mut small = romans_and_gauls("first = \"blue\"", &(others + &red), &blue);
    small.rig("wab.flee.distance", 6).rig("wab.panic.general", 1);
    small.pick("charge").pick("Flee").fight_on();
    let words = small.words();
    let test = |who: &str| words.find(&format!("({who}) passed a panic test")).expect("it tested");
    assert!(test("R2") < test("R1"), "{words}");
}

#[test]
fn a_stampede_strikes_whom_it_meets() {
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
    let blue = unit("C7", "elephants", 1, 1, 24.0, 26.0, "")
        + &unit("C1", "african_spearmen", 12, 6, 24.0, 34.0, "");
    let mut small = small("first = \"blue\"", ("republican_roman", &red), ("carthaginian", &blue));
    small.rig("wab.fear.charged", 1).bloodless().rig("wab.break.test", 6);
    // Its driver lets it live; it turns about, runs twelve inches and deals three hits.
    small.rig_next("wab.troops.elephants", &[1, 6, 6, 6, 3]).rig("wab.panic.friends_broken", 1);
    small.pick("charge").pick("Hold").fight_on().said("African spearmen (C1) took 3 hits");
    assert!((small.front("C7").1 - 33.0).abs() < 0.05, "an inch short of them: {:?}", small.front("C7"));
}

#[test]
fn the_active_sides_fleers_run_for_the_nearest_edge() {
    let red = unit("R1", "hastati", 12, 6, 24.0, 20.0, "");
    let blue = unit("G1", "warriors", 20, 5, 24.0, 29.5, "");
    let mut small = romans_and_gauls("first = \"blue\"", &red, &blue);
    small.rig("wab.flee.distance", 1).rig("wab.rally.test", 6);
    small.pick("charge").pick("Flee").fight_on();
    small.fight_on();
    assert!(small.state("R1").fleeing && small.front("R1").1 < 16.0, "{:?}", small.front("R1"));
}

/// Hastati flee twelve inches due north from warriors, past whoever else is there.
fn flees_north(head: &str, red: &str, blue: &str) -> Small {
    let red = unit("R1", "hastati", 12, 6, 24.0, 20.0, ", facing = 180") + red;
    let blue = unit("G1", "warriors", 20, 5, 24.0, 11.0, ", facing = 0")
        + &unit("G9", "warriors", 16, 4, 44.0, 40.0, "")
        + blue;
    let mut small = romans_and_gauls(&format!("first = \"blue\"\n{head}"), &red, &blue);
    small.rig("wab.flee.distance", 6).rig("wab.special.warband", 6).rig("wab.panic.friends_fleeing", 1);
    small.rig("wab.rally.test", 6);
    small.pick("(G1) charge Hastati (R1)").pick("Flee");
    small
}

#[test]
fn fleers_go_round_an_enemy_in_their_way() {
    assert_eq!(flees_north("", "", "").facing("R1"), 0.0);
    let ahead = unit("G2", "warriors", 16, 4, 25.5, 30.0, ", facing = 0");
    let round = flees_north("", "", &ahead);
    assert!(round.stands("R1") && round.facing("R1") > 300.0, "{}", round.facing("R1"));
    let lake = "terrain = [{ kind = \"water\", polygon = [[24.5, 26], [30, 26], [30, 30], [24.5, 30]] }]";
    let round = flees_north(lake, "", "");
    assert!(round.facing("R1") > 300.0, "{}", round.facing("R1"));
}

#[test]
fn fleers_who_find_no_way_out_are_destroyed() {
    ruling::proves!(crate::rule::FLEE_THROUGH);
    let line = |label: &str, x: f64, y: f64, facing: u16| {
        unit(label, "warriors", 20, 20, x, y, &format!(", facing = {facing}"))
    };
    let ring = line("G2", 24.0, 26.0, 180) + &line("G3", 14.9, 17.4, 90) + &line("G4", 33.1, 17.4, 270);
    let small = flees_north("", "", &ring);
    small.said("Hastati (R1) found no way out past Warriors (G");
    assert!(!small.stands("R1"));
}

#[test]
fn fleers_stop_at_friends_on_whom_their_roll_ends() {
    ruling::proves!(crate::rule::FLEE_DIRECTION);
    // Without them they would end at 32.8, which is in the midst of theirs.
    let friends = unit("R2", "hastati", 24, 6, 24.0, 33.5, "");
    let small = flees_north("", &friends, "");
    small.said("inches, stopped by Hastati (R2) [wab.flee.direction]");
    let board = small.board();
    let [fleers, friends] = ["R1", "R2"].map(|l| board.body(small.id(l)).expect("they stand").rect);
    assert!(!fleers.overlaps(&friends, 0.02) && table::distance(&fleers, &friends) < 0.05);
    assert!(fleers.centre.y < 30.0, "{}", fleers.centre.y);
}

#[test]
fn fleers_run_through_friends_whom_their_roll_leaves_behind() {
    ruling::proves!(crate::rule::FLEE_THROUGH);
    let friends = unit("R2", "hastati", 12, 6, 24.0, 27.0, "");
    let small = flees_north("", &friends, "");
    small.said("Hastati (R1) fled 12 inches [wab.flee.direction]");
    small.said("Hastati (R1) ran through Hastati (R2) [wab.flee.through]");
    let (x, y) = small.middle("R1");
    assert!((x - 24.0).abs() < 0.05 && (y - 32.79).abs() < 0.05, "exactly the roll: {x} {y}");
}

#[test]
fn fleers_short_of_the_edge_stay_on_the_table() {
    // A friend stands between them and the edge, and the roll does not reach it.
    let red = unit("R1", "hastati", 12, 6, 24.0, 9.0, "") + &unit("R2", "hastati", 12, 6, 24.0, 5.5, "");
    let blue = unit("G1", "warriors", 20, 5, 24.0, 18.0, "");
    let mut small = romans_and_gauls("first = \"blue\"", &red, &blue);
    small.rig("wab.flee.distance", 2).rig("wab.panic.friends_fleeing", 1).rig("wab.rally.test", 1);
    small.pick("charge Hastati (R1)").pick("Flee");
    small.said("of 4 inches, stopped by Hastati (R2)").not_said("[wab.flee.off_table]");
    assert!(small.stands("R1"));
}

#[test]
fn fleers_without_room_to_run_stay_where_they_stood() {
    ruling::proves!(crate::rule::FLEE_THROUGH);
    // Friends close behind and on either hand: a mass would stand upon them.
    let deep = 2.0 * 20.0 / 25.4;
    let red = unit("R1", "hastati", 12, 6, 24.0, 20.0, "")
        + &unit("R2", "hastati", 40, 20, 24.0, 20.0 - deep - 0.05, "");
    let blue = unit("G1", "warriors", 20, 5, 24.0, 29.0, "");
    let mut small = romans_and_gauls("first = \"blue\"", &red, &blue);
    let before = small.middle("R1");
    small.rig("wab.flee.distance", 1).rig("wab.panic.friends_fleeing", 1).rig("wab.rally.test", 1);
    small.pick("charge Hastati (R1)").pick("Flee");
    small.said("Hastati (R1) fled 0 of 2 inches: Hastati (R2) left them no room [wab.flee.through]");
    assert!(!small.stands("R1") || small.middle("R1") == before);
}

#[test]
fn those_who_fled_the_table_come_back_where_the_house_says_so() {
    let back = |head: &str| {
        let red = unit("R1", "hastati", 12, 6, 24.0, 4.0, "") + &unit("R2", "hastati", 12, 6, 4.0, 40.0, "");
        let blue = unit("G1", "warriors", 20, 5, 24.0, 13.5, "");
        let mut small = romans_and_gauls(&format!("first = \"blue\"\n{head}"), &red, &blue);
        small.rig("wab.flee.distance", 6).rig("wab.start.return", 1);
        small.pick("charge Hastati (R1)").pick("Flee").said("Hastati (R1) fled off the table");
        small.stands("R1") && !small.state("R1").fleeing
    };
    assert!(!back(""));
    assert!(back("house = { fled_units_may_return = true }"));
}

#[test]
fn who_comes_back_does_nothing_but_shoot_and_keeps_an_inch_from_enemies() {
    ruling::proves!(crate::rule::START_RETURN);
    // Horse pursues spearmen off the table; before it comes back others stand where it left.
    let red = unit("P6", "persian_cavalry", 6, 6, 24.0, 36.0, "");
    let blue = unit("C1", "african_spearmen", 16, 6, 24.0, 44.0, "")
        + &unit("C2", "scutarii", 10, 10, 33.0, 34.0, ", facing = 0");
    let mut small = small("", ("achaemenid", &red), ("carthaginian", &blue));
    small.deadly(Side::Red).harmless(Side::Blue).rig("wab.break.test", 6).rig("wab.start.return", 1);
    small.rig("wab.pursuit.roll", 6).rig("wab.flee.distance", 6).rig("wab.panic.friends_broken", 1);
    small.pick("charge African").pick("Hold").pick("Pursue").said("pursued off the table");
    small.go("C2", 0, &[crate::tests::rules::small::ahead(5.0)]).said("[wab.start.return]");
    assert!(small.stands("P6"));
    // Their foot is in reach of a charge and in range of javelins: it is asked for shots alone.
    assert_eq!(small.step(), &crate::board::state::Step::Shoot, "{}", small.words());
}

#[test]
fn of_edges_equally_near_the_own_one_is_fled_to() {
    let deep = 40.0 / 25.4 / 2.0;
    let red = unit("R1", "hastati", 12, 6, 24.0, 24.0 + deep, "");
    let blue = unit("G1", "warriors", 20, 5, 4.0, 44.0, "");
    let small = romans_and_gauls("", &red, &blue);
    let board = small.board();
    let hastati = board.body(small.id("R1")).expect("they stand");
    let way = crate::aftermath::flight::to_edge(&board, hastati);
    assert!((way.x, way.y) == (0.0, -1.0), "{way:?}");
    let enemy = bodies::Body { side: Side::Blue, ..*hastati };
    let way = crate::aftermath::flight::to_edge(&board, &enemy);
    assert!((way.x, way.y) == (0.0, 1.0), "{way:?}");
}

#[test]
fn elephants_that_panic_as_their_turn_begins_break_loose_in_the_compulsory_moves() {
    ruling::proves!(crate::rule::START_PANIC);
    // Spearmen flee two inches and stand beside the elephants.
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
    let blue = unit("C1", "african_spearmen", 12, 6, 24.0, 27.9, "")
        + &unit("C7", "elephants", 1, 1, 30.0, 33.0, "");
    let mut small = small("", ("republican_roman", &red), ("carthaginian", &blue));
    small.rig("wab.flee.distance", 1).rig("wab.rally.test", 6).rig("wab.panic.friends_fleeing", 6);
    small.rig("wab.troops.elephants", 3);
    small.pick("charge African").pick("Flee");
    small.said("African elephants (C7) began to flee [wab.start.panic]").said("(C7) stampeded 6 inches");
    assert!(small.state("C7").stampeding);
}

/// Where hastati come to who are charged and broken by two units of spearmen at once.
fn broken_by(first: &str, second: &str) -> (f64, f64) {
    let red = unit("R1", "hastati", 18, 6, 24.0, 24.0, "");
    let blue = format!("{first}{second}");
    let mut small = small("first = \"blue\"", ("republican_roman", &red), ("carthaginian", &blue));
    small.bloodless().rig("wab.panic.flank", 1).rig("wab.break.test", 6).rig("wab.flee.distance", 6);
    small.rig("wab.pursuit.choice", 1).rig("wab.rally.test", 1);
    small.pick("(C1) charge").pick("Hold").pick("(C2) charge").pick("Hold").pick("(C1)");
    while !small.words().contains("Hastati (R1) fled") {
        small.pick("Hold back");
    }
    small.middle("R1")
}

#[test]
fn who_is_broken_by_several_flees_from_the_most() {
    // Twelve before them, thirty on their left.
    let (x, y) = broken_by(
        &unit("C1", "african_spearmen", 12, 6, 24.0, 28.0, ""),
        &unit("C2", "african_spearmen", 30, 6, 17.0, 22.8, ", facing = 90"),
    );
    assert!(x > 33.0 && (y - 22.8).abs() < 2.0, "due east: {x} {y}");
}

#[test]
fn fleers_from_combat_do_not_pass_unbroken_enemies() {
    // Thirty before them and twelve behind: they flee from the many, and not through the few.
    let (x, y) = broken_by(
        &unit("C1", "african_spearmen", 30, 6, 24.0, 28.0, ""),
        &unit("C2", "african_spearmen", 12, 6, 24.0, 18.0, ", facing = 0"),
    );
    assert!((x - 24.0).abs() > 9.0 && (y - 24.0).abs() < 9.0, "aside: {x} {y}");
}

#[test]
fn fleers_hemmed_in_by_closed_ground_stay_before_it() {
    let ring = "terrain = [
        { kind = \"building\", polygon = [[14, 24], [34, 24], [34, 26], [14, 26]] },
        { kind = \"building\", polygon = [[18, 10], [20, 10], [20, 24], [18, 24]] },
        { kind = \"building\", polygon = [[28, 10], [30, 10], [30, 24], [28, 24]] }]";
    let small = flees_north(&ring.replace('\n', " "), "", "");
    assert!(small.stands("R1"), "{}", small.words());
    let (_, y) = small.middle("R1");
    assert!(y < 24.0, "{y}");
}

#[test]
fn the_destroyed_never_come_back() {
    let red = unit("R1", "hastati", 32, 8, 24.0, 20.0, "");
    let blue = unit("G3", "youths", 8, 8, 24.0, 26.0, "") + &unit("G1", "warriors", 20, 5, 4.0, 40.0, "");
    let mut small = romans_and_gauls("house = { fled_units_may_return = true }", &red, &blue);
    small.deadly(Side::Red).harmless(Side::Blue).rig("wab.start.return", 1);
    small.pick("charge").pick("Hold").fight_on().not_said("[wab.start.return]");
}

#[test]
fn who_comes_back_stands_clear_of_enemies() {
    let red = unit("R4", "equites", 6, 6, 24.0, 36.0, "");
    let blue = unit("C1", "african_spearmen", 16, 6, 24.0, 44.0, "")
        + &unit("C2", "numidian_foot", 8, 4, 33.5, 44.0, "");
    let mut small = small("", ("republican_roman", &red), ("carthaginian", &blue));
    small.deadly(Side::Red).harmless(Side::Blue).rig("wab.break.test", 6).rig("wab.start.return", 1);
    small.rig("wab.pursuit.roll", 6).rig("wab.flee.distance", 6).rig("wab.panic.friends_broken", 1);
    small.pick("charge African").pick("Hold").pick("Pursue").said("pursued off the table");
    small.go("C2", 0, &[umpire::Step::Shift(crate::tests::common::inches(5.0))]).fight_on();
    let board = small.board();
    let pair = board.body(small.id("R4")).zip(board.body(small.id("C2"))).expect("both stand");
    assert!(
        pair.0.distance(pair.1) > 0.99 && (small.front("R4").0 - 24.0).abs() > 0.4,
        "{:?}",
        small.front("R4")
    );
}

#[test]
fn elephants_that_panic_stampede_at_once() {
    let red = unit("R4", "equites", 8, 4, 33.0, 25.0, ", facing = 270")
        + &unit("R1", "hastati", 12, 6, 4.0, 4.0, "");
    let blue = unit("C7", "elephants", 1, 1, 24.0, 24.0, "") + &unit("C2", "scutarii", 10, 5, 4.0, 44.0, "");
    let mut small = small("", ("republican_roman", &red), ("carthaginian", &blue));
    small.rig("wab.terror.charge", 1).rig("wab.panic.flank", 6).rig("wab.troops.elephants", 3);
    small.pick("(R4) charge").said("(C7) failed a panic test").said("(C7) stampeded 6 inches");
    assert!(small.state("C7").stampeding);
}
