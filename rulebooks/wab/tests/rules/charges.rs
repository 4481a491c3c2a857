//! Charges: declared, answered, redirected, moved, failed.

use crate::board::state::Step as At;
use crate::data::armour::Face;
use crate::movement::manner;
use crate::tests::rules::small::{Small, ahead, romans_and_gauls, small, unit};
use umpire::Side;

/// Eighteen hastati before the middle of the table, and warriors somewhere.
fn hastati_and_warriors(head: &str, x: f64, y: f64) -> Small {
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, ", command = [\"standard\", \"musician\"]");
    romans_and_gauls(head, &red, &unit("G1", "warriors", 20, 5, x, y, ""))
}

#[test]
fn a_charge_in_reach_is_offered_and_closes_flush() {
    ruling::proves!(crate::rule::CHARGE_CONTACT, crate::rule::RESULT_SCORE);
    let mut small = hastati_and_warriors("", 25.0, 27.0);
    small.pick("charge");
    // Warriors have no missiles and are no horse: they hold or flee.
    assert_eq!(small.options(), ["Hold", "Flee"]);
    small.pick("Hold").said("[wab.charge.contact]").said("[wab.result.score]");
}

#[test]
fn a_target_out_of_reach_is_not_offered() {
    // Eight inches is as far as M 4 charges; nothing else can be declared, so the moves are asked.
    assert_eq!(hastati_and_warriors("", 24.0, 28.5).step(), &At::Remaining);
}

#[test]
fn a_wood_halves_the_reach_of_close_order() {
    let wood = "terrain = [{ kind = \"wood\", polygon = [[18, 21], [30, 21], [30, 26], [18, 26]] }]";
    assert_eq!(hastati_and_warriors(wood, 24.0, 27.5).step(), &At::Remaining);
}

#[test]
fn where_nobody_measures_a_charge_that_cannot_arrive_is_declared_and_frightens_nobody() {
    ruling::proves!(crate::rule::CHARGE_FAILED);
    let head = "house = { premeasure = false }\nfirst = \"blue\"";
    let blue = unit("C7", "elephants", 1, 1, 24.0, 44.0, "");
    let red = unit("R1", "hastati", 18, 6, 24.0, 10.0, "");
    let mut small = small(head, ("republican_roman", &red), ("carthaginian", &blue));
    small.pick("charge").pick("Hold");
    small.said("[wab.charge.failed]").not_said("[wab.fear.charged]");
    assert!((small.front("C7").1 - 38.0).abs() < 0.01, "a failed charge is a move of 6 inches");
}

#[test]
fn a_charge_in_the_flank_is_tested_once_a_turn() {
    ruling::proves!(crate::rule::PSYCH_ONCE, crate::rule::PANIC_FLANK);
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
    let blue = unit("G1", "warriors", 20, 5, 30.0, 18.5, ", facing = 270")
        + &unit("G2", "warriors", 20, 5, 18.0, 18.5, ", facing = 90");
    let mut small = romans_and_gauls("first = \"blue\"", &red, &blue);
    small.rig("wab.panic.flank", 1);
    small.pick("(G1) charge").pick("Hold").pick("(G2) charge").pick("Hold");
    let tests = small.words().matches("[wab.panic.flank]").count();
    assert_eq!(tests, 1, "having passed one test it takes no second: {}", small.words());
}

#[test]
fn fronts_in_one_line_are_charged_together() {
    ruling::proves!(crate::rule::CHARGE_BOTH);
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
    let blue = unit("G1", "warriors", 20, 5, 20.06, 27.0, "")
        + &unit("G2", "warriors", 20, 5, 24.0, 27.0, "")
        + &unit("G3", "warriors", 20, 5, 27.94, 27.0, "");
    let mut small = romans_and_gauls("", &red, &blue);
    small.pick("(R1) charge Warriors (G2)").pick("Hold").said("were charged as well [wab.charge.both]");
}

#[test]
fn a_wheel_in_a_wood_costs_double_in_a_charge_too() {
    // Thirty degrees of a front of 4.7 inches are 2.5, in a wood 5, and seven inches are left of them.
    let reaches = |head: &str| {
        let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
        let blue = unit("G1", "warriors", 20, 5, 28.4, 25.0, ", facing = 217");
        let small = romans_and_gauls(head, &red, &blue);
        small.step() == &At::Declare
    };
    assert!(reaches(""));
    let wood = "terrain = [{ kind = \"wood\", polygon = [[20, 19.3], [27, 19.3], [27, 20.1], [20, 20.1]] }]";
    assert!(!reaches(wood));
}

#[test]
fn a_charge_that_falls_short_goes_the_way_it_would_have_charged() {
    ruling::proves!(crate::rule::CHARGE_FAILED);
    let head = "house = { premeasure = false }";
    let red = unit("R1", "hastati", 18, 6, 20.0, 10.0, "");
    let blue = unit("G1", "warriors", 20, 5, 22.0, 40.0, "");
    let mut small = romans_and_gauls(head, &red, &blue);
    small.pick("charge").pick("Hold").said("[wab.charge.failed]");
    // Straight on it would meet the front of its target: no wheel is cheaper.
    let (x, y) = small.front("R1");
    assert!((x - 20.0).abs() < 0.01 && (y - 14.0).abs() < 0.01, "{x} {y}");
}

#[test]
fn a_charge_that_falls_short_stops_an_inch_before_an_enemy() {
    ruling::proves!(crate::rule::CHARGE_FAILED);
    // The youths flee out of reach; warriors stand four inches before the chargers, beside their way to them.
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
    let blue = unit("G1", "youths", 8, 3, 24.0, 27.0, "") + &unit("G2", "warriors", 16, 4, 27.6, 24.0, "");
    let mut small = romans_and_gauls("", &red, &blue);
    small.rig("wab.flee.distance", 6);
    small.pick("charge Youths").pick("Flee").pick("keep to the first").said("[wab.charge.failed]");
    let board = small.board();
    let gap = board.body(small.id("R1")).zip(board.body(small.id("G2"))).map(|(r, g)| r.distance(g));
    assert!(gap.is_some_and(|gap| (gap - 1.0).abs() < 0.01), "{gap:?} {:?}", small.front("R1"));
}

#[test]
fn who_rides_down_fleers_stops_where_it_met_them() {
    ruling::proves!(crate::rule::FLEE_CAUGHT);
    let red = unit("R4", "equites", 6, 6, 24.0, 15.0, "");
    let blue = unit("G1", "youths", 8, 4, 28.0, 23.0, "") + &unit("G2", "warriors", 20, 5, 8.0, 22.0, "");
    let mut small = romans_and_gauls("", &red, &blue);
    small.rig("wab.flee.distance", 1);
    small.pick("charge Youths").pick("Flee").fight_on().said("[wab.flee.caught]");
    let board = small.board();
    let riders = board.body(small.id("R4")).expect("they stand");
    let (at, facing) = (riders.rect.front_mid(), riders.facing.to_degrees());
    // Neither flush nor further than the first touch.
    assert!(facing < 60.0 && at.y < 26.0, "{at:?} {facing}");
}

#[test]
fn fear_of_one_charger_does_not_shake_before_another() {
    let red = unit("R1", "hastati", 30, 6, 24.0, 20.0, "");
    let blue = unit("C7", "elephants", 1, 1, 26.0, 26.0, "")
        + &unit("C1", "african_spearmen", 12, 4, 22.4, 26.0, "");
    let mut small = small("first = \"blue\"", ("republican_roman", &red), ("carthaginian", &blue));
    small.rig("wab.fear.charged", 6);
    small.pick("(C7) charge").pick("Hold").pick("(C1) charge").pick("Hold").pick("(C1)");
    let shaken: Vec<(bool, bool)> =
        small.battle.phase().contacts.iter().map(|c| (c.units[0] == small.id("C7"), c.shaken[1])).collect();
    let words = small.words();
    assert!(words.contains("upon the front of"), "{words}");
    assert!(shaken.iter().all(|(elephant, shaken)| elephant == shaken || !shaken), "{shaken:?}");
}

#[test]
fn an_ignored_enemy_is_no_flank_charge() {
    ruling::proves!(crate::rule::PANIC_IGNORED, crate::rule::PANIC_FLANK);
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "")
        + &unit("R2", "hastati", 18, 6, 30.5, 28.6, ", facing = 270");
    let blue = unit("G4", "noble_cavalry", 6, 6, 24.0, 27.8, ", command = [\"musician\"]");
    let mut small = romans_and_gauls("first = \"blue\"", &red, &blue);
    small.rig("wab.panic.ignored", 1).rig("wab.panic.flank", 1);
    small.pick("No more").go("G4", manner::MARCH, &[ahead(0.5)]);
    small.pick("(R1) charge").pick("Hold").pick("(R2) charge");
    small.said("[wab.panic.ignored]").said("[wab.panic.flank]");
}

#[test]
fn horse_counter_charges_horse_and_both_count_as_charging() {
    ruling::proves!(crate::rule::REACT_COUNTER_CHARGE);
    let red = unit("R4", "equites", 6, 6, 24.0, 15.0, "");
    let blue = unit("G4", "noble_cavalry", 6, 6, 24.0, 25.0, "");
    let mut small = romans_and_gauls("", &red, &blue);
    small.bloodless();
    small.pick("charge").pick("Counter-charge").said("[wab.react.counter_charge]");
    // No blows were struck home and both have momentum: 1 to 1.
    small.said("The round was drawn");
}

#[test]
fn fear_roots_a_charger_to_the_spot() {
    ruling::proves!(crate::rule::FEAR_CHARGING);
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, ", command = [\"musician\"]");
    let blue = unit("C7", "elephants", 1, 1, 24.0, 26.0, "");
    let mut small = small("", ("republican_roman", &red), ("carthaginian", &blue));
    small.rig("wab.fear.charging", 6);
    small.pick("charge").said("[wab.fear.charging]");
    assert!(small.state("R1").done.rooted && small.state("R1").now.charging.is_none());
}

#[test]
fn a_march_column_does_not_charge() {
    ruling::proves!(crate::rule::FAST_MARCH_NO_CHARGE);
    let red = unit("R1", "hastati", 18, 3, 24.0, 20.0, "");
    let small = romans_and_gauls("", &red, &unit("G1", "warriors", 20, 5, 24.0, 26.0, ""));
    assert_eq!(small.step(), &At::Remaining);
    let red = red + &unit("R2", "hastati", 12, 6, 34.0, 20.0, "");
    let blue = unit("G1", "warriors", 20, 5, 24.0, 26.0, "") + &unit("G2", "warriors", 20, 5, 34.0, 26.0, "");
    let small = romans_and_gauls("", &red, &blue);
    let charge = umpire::Command::Charge { unit: small.id("R1"), target: small.id("G1") };
    assert_eq!(small.refused(&charge), ["wab.fast_march.no_charge"]);
}

#[test]
fn a_charge_from_the_side_meets_the_side() {
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
    let blue = unit("C1", "african_spearmen", 20, 5, 30.0, 18.5, ", facing = 270");
    let mut small = small("first = \"blue\"", ("republican_roman", &red), ("carthaginian", &blue));
    small.rig("wab.panic.flank", 1).bloodless();
    small.rig("wab.break.test", 1);
    small.pick("charge").pick("Hold");
    let contact = small.battle.phase().contacts[0];
    assert_eq!(contact.faces, [Face::Front, Face::Right]);
    // Close order, two ranks and momentum, and the flank; the Romans lose their ranks and have close order.
    small.said("blue won the round by 4");
}

#[test]
fn engines_and_those_who_came_back_or_stand_rooted_do_not_charge() {
    ruling::proves!(crate::rule::MOVE_RATE);
    let red = unit("R8", "scorpion", 1, 1, 24.0, 20.0, "");
    let near = unit("G1", "warriors", 20, 5, 24.0, 24.0, "");
    assert_eq!(romans_and_gauls("", &red, &near).step(), &At::Remaining);
    // Rooted by fear it is not asked again, neither to charge nor to move.
    let red = unit("P1", "immortals", 18, 6, 24.0, 20.0, "") + &unit("P2", "levy", 20, 5, 8.0, 4.0, "");
    let blue = unit("C7", "elephants", 1, 1, 24.0, 26.0, "");
    let mut small = small("", ("achaemenid", &red), ("carthaginian", &blue));
    small.rig("wab.fear.charging", 6);
    small.pick("charge");
    assert_eq!(
        (small.step(), small.against("P1", 0, &[])),
        (&At::Remaining, vec!["wab.move.rate".to_owned()])
    );
    // Nor does it shoot, though the elephants are in range.
    small.done();
    assert_eq!(small.battle.phase().active, Side::Blue);
}

#[test]
fn the_frenzied_must_charge_the_nearest() {
    ruling::proves!(crate::rule::FRENZY_CHARGE);
    let red = unit("G1", "fanatics", 12, 6, 24.0, 20.0, "");
    let blue = unit("R1", "hastati", 12, 6, 21.0, 27.0, "") + &unit("R2", "hastati", 12, 6, 27.0, 26.0, "");
    let small = small("", ("gallic", &red), ("republican_roman", &blue));
    assert_eq!(small.options(), ["Gaesati fanatics (G1) charge Hastati (R2)"], "and no way out");
    assert_eq!(small.refused(&umpire::Command::Done), ["wab.frenzy.charge"]);
}

#[test]
fn a_warband_that_rolls_a_one_charges_unbidden() {
    ruling::proves!(crate::rule::SPECIAL_WARBAND);
    let charges = |entry: &str, face: u8| {
        let red = unit("G1", entry, 20, 5, 24.0, 20.0, "");
        let blue = unit("R1", "hastati", 12, 6, 24.0, 27.0, "");
        let mut small = small("", ("gallic", &red), ("republican_roman", &blue));
        small.rig("wab.special.warband", face).pick("No more");
        matches!(small.step(), At::Answer { .. })
    };
    assert!(charges("warriors", 1));
    assert!(!charges("warriors", 2));
    assert!(!charges("youths", 1), "they are no warband");
}

#[test]
fn a_charge_passes_through_scattered_friends_only() {
    let offered = |friends: &str| {
        let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "") + friends;
        let small = romans_and_gauls("", &red, &unit("G1", "warriors", 20, 5, 24.0, 27.0, ""));
        small.options().iter().any(|o| o.contains("(R1) charge"))
    };
    assert!(offered(&unit("R3", "velites", 8, 8, 24.0, 23.0, "")));
    assert!(!offered(&unit("R2", "hastati", 12, 3, 26.5, 24.0, "")), "they stand in its way");
}

/// Spanish horse charges hastati from before the line of their front but far to the side.
fn from_the_corner(head: &str) -> Small {
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
    let blue = unit("C5", "spanish_cavalry", 6, 6, 35.0, 24.0, ", facing = 250");
    let mut small =
        small(&format!("first = \"blue\"\n{head}"), ("republican_roman", &red), ("carthaginian", &blue));
    small.rig("wab.panic.flank", 1).bloodless().rig("wab.break.test", 1);
    small.pick("charge").pick("Hold");
    small
}

#[test]
fn the_flank_begins_at_the_line_of_the_front_or_at_the_diagonal() {
    ruling::proves!(crate::rule::PANIC_FLANK);
    from_the_corner("").not_said("[wab.panic.flank]");
    from_the_corner("house = { flank_zone = \"diagonal\" }").said("[wab.panic.flank]");
    // Behind that line it is the flank at once, and the rear only between the sides.
    let faces = |x: f64, y: f64| {
        let small = from_the_corner("");
        let board = small.board();
        let hastati = board.body(small.id("R1")).expect("they stand").rect;
        let at = table::Vec2::new(x, y);
        crate::board::faces::face(&small.battle.book().house, &hastati, at)
    };
    assert_eq!(faces(30.0, 19.9), Face::Right);
    assert_eq!(faces(30.0, 2.0), Face::Right);
    assert_eq!(faces(24.0, 2.0), Face::Rear);
}

#[test]
fn those_charged_besides_the_target_test_as_the_charger_arrives() {
    let horse = |label: &str, x: f64| unit(label, "equites", 6, 3, x, 20.0, "");
    let red = horse("R1", 21.04) + &horse("R2", 24.0) + &horse("R3", 26.96);
    let blue = unit("C7", "elephants", 3, 3, 24.0, 27.0, "");
    let mut small = small("first = \"blue\"", ("republican_roman", &red), ("carthaginian", &blue));
    small.bloodless().rig("wab.break.test", 1).rig("wab.terror.charge", 1);
    small.rig_unit("wab.terror.charge", "R1", 6);
    small.pick("charge Roman cavalry (R2)").pick("Hold");
    small.said("Roman cavalry (R1) were charged as well").said("Roman cavalry (R1) failed a terror test");
    small.said("Roman cavalry (R1) fled").said("Roman cavalry (R3) passed a terror test");
}

#[test]
fn a_charge_at_one_who_is_gone_goes_straight_on() {
    ruling::proves!(crate::rule::FLEE_CAUGHT);
    // Two charge the youths; the first rides them down before the second moves.
    let red = unit("R4", "equites", 6, 6, 24.0, 14.0, "") + &unit("R1", "hastati", 18, 6, 30.0, 20.0, "");
    let blue = unit("G1", "youths", 8, 4, 26.0, 25.0, "") + &unit("G2", "warriors", 20, 5, 4.0, 44.0, "");
    let mut small = romans_and_gauls("", &red, &blue);
    small.rig("wab.flee.distance", 1);
    small.pick("(R4) charge").pick("Hold").pick("(R1) charge").pick("Flee").pick("(R4)");
    small.said("[wab.flee.caught]").said("Hastati (R1) fell short");
    let (x, y) = small.front("R1");
    assert!((x - 30.0).abs() < 0.01 && (y - 24.0).abs() < 0.01, "{x} {y}");
}

#[test]
fn skirmishers_charge_any_way_and_stand_flush_with_whom_they_meet() {
    ruling::proves!(crate::rule::CHARGE_CONTACT);
    let red = unit("R3", "velites", 8, 4, 24.0, 20.0, "");
    let blue = unit("G1", "warriors", 16, 4, 19.0, 12.0, ", facing = 0");
    let mut small = romans_and_gauls("", &red, &blue);
    small.bloodless().rig("wab.break.test", 1);
    // Behind them and to the left, less than ten inches off.
    small.pick("charge").pick("Hold").said("[wab.charge.contact]");
    assert_eq!(small.battle.phase().contacts.len(), 1, "{}", small.words());
    assert!((small.facing("R3") - 180.0).abs() < 0.01, "{}", small.facing("R3"));
    let far = unit("G1", "warriors", 16, 4, 19.0, 5.0, ", facing = 0");
    assert_eq!(romans_and_gauls("", &red, &far).step(), &At::Remaining, "out of reach");
    let lake = "terrain = [{ kind = \"water\", polygon = [[10, 14], [30, 14], [30, 16], [10, 16]] }]";
    assert_eq!(romans_and_gauls(lake, &red, &blue).step(), &At::Remaining, "a lake between them");
}

#[test]
fn whichever_side_of_skirmishers_is_met_counts_as_their_front() {
    let red = unit("R3", "velites", 8, 4, 24.0, 20.0, "");
    let blue = unit("C1", "scutarii", 16, 4, 24.0, 11.0, ", facing = 0");
    let mut small = small("first = \"blue\"", ("republican_roman", &red), ("carthaginian", &blue));
    small.bloodless().rig("wab.break.test", 1);
    small.pick("charge").not_said("[wab.panic.flank]");
    small.pick("Hold");
    assert_eq!(small.battle.phase().contacts[0].faces, [Face::Front; 2]);
}

#[test]
fn nobody_is_charged_whom_the_charger_does_not_see() {
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
    let beside = unit("G1", "warriors", 16, 4, 32.0, 18.0, "");
    assert_eq!(romans_and_gauls("", &red, &beside).step(), &At::Remaining);
    let scattered = unit("R3", "velites", 8, 4, 24.0, 20.0, "");
    assert_eq!(romans_and_gauls("", &scattered, &beside).step(), &At::Declare);
}

#[test]
fn where_nobody_measures_a_charger_too_far_away_fears_nothing() {
    ruling::proves!(crate::rule::CHARGE_FAILED);
    let red = unit("R1", "hastati", 18, 6, 24.0, 10.0, "");
    let blue = unit("C7", "elephants", 1, 1, 24.0, 40.0, "");
    let mut small =
        small("house = { premeasure = false }", ("republican_roman", &red), ("carthaginian", &blue));
    small.rig("wab.fear.charging", 6);
    small.pick("charge").pick("Hold").said("[wab.charge.failed]").not_said("[wab.fear.charging]");
}

#[test]
fn scattered_chargers_come_upon_the_face_before_their_nearest_man() {
    ruling::proves!(crate::rule::PANIC_FLANK);
    // The end of a long line stands before the warriors' front, its middle far out on their flank.
    let red = unit("R3", "velites", 8, 8, 31.0, 29.0, "");
    let blue = unit("G1", "warriors", 16, 4, 24.0, 31.0, "");
    let diagonal = "house = { flank_zone = \"diagonal\" }";
    let mut small = romans_and_gauls(diagonal, &red, &blue);
    small.rig("wab.panic.flank", 1).pick("charge").not_said("[wab.panic.flank]");
    // A formed unit is judged by its middle.
    let red = unit("R4", "equites", 12, 12, 31.5, 29.0, ", facing = 320");
    let mut small = romans_and_gauls(diagonal, &red, &blue);
    small.rig("wab.panic.flank", 1).pick("charge").said("[wab.panic.flank]");
}

#[test]
fn a_charge_upon_several_meets_each_once_and_nobody_else() {
    let red = unit("R1", "hastati", 32, 6, 24.0, 20.0, "");
    let line = |label: &str, x: f64| unit(label, "african_spearmen", 12, 4, x, 27.0, "");
    let blue = line("C1", 20.84) + &line("C2", 24.0) + &line("C3", 27.16) + &line("C4", 40.0);
    let mut small = small("", ("republican_roman", &red), ("carthaginian", &blue));
    small.bloodless().rig("wab.break.test", 1).rig("wab.panic.flank", 1);
    small.pick("charge African spearmen (C2)").pick("Hold");
    let mut met: Vec<_> = small.battle.phase().contacts.iter().map(|c| c.units[1]).collect();
    met.sort_unstable();
    assert_eq!(met, ["C1", "C2", "C3"].map(|label| small.id(label)));
}

#[test]
fn where_nobody_measures_the_eager_must_charge_only_whom_they_can_reach() {
    let forced = |y: f64| {
        let red = unit("G1", "fanatics", 12, 6, 24.0, 20.0, "");
        let blue = unit("R1", "hastati", 18, 6, 24.0, y, "");
        let small = small("house = { premeasure = false }", ("gallic", &red), ("republican_roman", &blue));
        !small.options().iter().any(|o| o.contains("No more"))
    };
    assert!(forced(27.0) && !forced(40.0));
}

#[test]
fn a_chief_alone_charges_nobody_unbidden() {
    let unbidden = |who: &str| {
        let red = who.to_owned() + &unit("G3", "youths", 8, 4, 4.0, 4.0, "");
        let blue = unit("R1", "hastati", 18, 6, 24.0, 27.0, "");
        let mut small = small("", ("gallic", &red), ("republican_roman", &blue));
        small.rig("wab.special.warband", 1).pick("No more");
        small.words().contains("charges unbidden")
    };
    assert!(unbidden(&unit("G1", "warriors", 20, 5, 24.0, 20.0, "")));
    assert!(!unbidden(&unit("G7", "chieftain", 1, 1, 24.0, 20.0, "")));
}
