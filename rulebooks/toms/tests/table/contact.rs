//! Contact: whom a charger touches, whom it cannot charge, and what stands in nobody's way.

use crate::army;
use crate::board::state::{self, Face};
use crate::charge::rules::{Answer, Charged, answers};
use crate::data::tables::tables;
use crate::house::House;
use crate::rule;
use crate::tests::table::small::{
    Small, ahead, blows, charge, cites, contact, land, march, shoot, terrain, told, unit,
};
use form::parse_toml;
use ruling::proves;
use umpire::{Place, Side, UnitId};

fn hoplites(x: f64, y: f64, facing: f64) -> String {
    unit("greek.hoplite", 16, x, y, facing, "")
}

fn levy(x: f64, y: f64) -> String {
    unit("persian.spearman", 16, x, y, 180.0, "")
}

#[test]
fn nobody_charges_whom_he_touches_but_strikes_him_in_the_melee() {
    proves!(rule::CHARGE_CONTACT, rule::MELEE_BROKEN);
    let red = [unit("greek.peltast", 12, 36.0, 26.7, 0.0, "")];
    let blue = [unit("persian.spearman", 16, 36.0, 28.0, 0.0, "")];
    let mut small = Small::of(&red, &blue, "persian", "house = { army_break = 100 }", |phase, marks| {
        phase.contacts.push(contact(0, 2, Face::Rear));
        marks.push((UnitId(2), state::BROKEN, 1));
    });
    small.done(Side::Red, &[]);
    assert_eq!(small.why_not(Side::Red, &charge(0, 2)), rule::CHARGE_CONTACT);
    // It stays and strikes: four dice, no javelins and no gain of charging.
    let journal = small.done(Side::Red, &[1; 4]);
    assert!(blows(&journal)[0].contains("4 dice at 2+"), "{}", told(&journal));
    assert!(!cites(&journal, rule::CHARGE_JAVELIN));
}

#[test]
fn whoever_is_flush_as_a_scenario_begins_is_engaged_and_strikes() {
    proves!(rule::MELEE_LOCKED);
    let mut small = Small::new(&[hoplites(36.0, 26.7, 0.0)], &[levy(36.0, 28.0)], "");
    assert!(small.board().is_engaged(UnitId(0)) && small.board().is_engaged(UnitId(2)));
    small.done(Side::Red, &[]);
    assert_eq!(small.why_not(Side::Red, &charge(0, 2)), rule::MELEE_LOCKED);
    let journal = small.done(Side::Red, &[1; 12]);
    assert_eq!(blows(&journal).len(), 2, "{}", told(&journal));
}

#[test]
fn a_charger_is_engaged_with_everyone_it_touches() {
    proves!(rule::CHARGE_CONTACT);
    let blue = [levy(35.0, 28.0), levy(37.0, 28.0)];
    let mut small = Small::new(&[hoplites(36.0, 20.0, 0.0)], &blue, "");
    small.done(Side::Red, &[]);
    let journal = small.charge(Side::Red, 0, 2, &[]);
    assert!(told(&journal).contains("touched the front of Spearmen (B2) too"), "{}", told(&journal));
    assert!(small.board().is_engaged(UnitId(2)) && small.board().is_engaged(UnitId(3)));
}

#[test]
fn corners_that_meet_are_no_contact() {
    let blue = [levy(36.0, 28.0), levy(38.0, 28.0)];
    let mut small = Small::new(&[hoplites(36.0, 20.0, 0.0)], &blue, "");
    small.done(Side::Red, &[]);
    small.charge(Side::Red, 0, 2, &[]);
    assert!(!small.board().is_engaged(UnitId(3)));
}

#[test]
fn an_elephant_hits_everyone_it_touches() {
    proves!(rule::ELEPHANT_TOUCH);
    let red = [unit("carthaginian.elephant", 1, 36.0, 24.0, 0.0, "")];
    let mut small = Small::new(&red, &[levy(35.0, 30.0), levy(37.0, 30.0)], "");
    small.done(Side::Red, &[]);
    small.charge(Side::Red, 0, 2, &[]);
    let journal = small.done(Side::Red, &[1; 12]);
    let blows = blows(&journal);
    assert_eq!(blows.len(), 2, "{}", told(&journal));
    assert!(blows[0].contains("(R1) struck") && blows[0].contains("struck Spearmen (B1)"), "{blows:?}");
    assert!(blows[1].contains("(R1) struck") && blows[1].contains("struck Spearmen (B2)"), "{blows:?}");
}

#[test]
fn the_hill_one_stands_on_hides_nobody_at_its_foot() {
    proves!(rule::SHOOT_OBSCURED);
    let hill = terrain(&[land("hill", [30.0, 14.0, 42.0, 22.0])]);
    for (y, obscured) in [(20.0, false), (12.0, true)] {
        let red = [unit("greek.archer", 4, 36.0, y, 0.0, "")];
        let mut small = Small::new(&red, &[levy(36.0, 23.85)], &hill);
        let journal = small.play(Side::Red, shoot(0, 0, 0), &[1; 4]);
        assert_eq!(cites(&journal, rule::SHOOT_OBSCURED), obscured, "{y}: {}", told(&journal));
    }
}

#[test]
fn the_engaged_and_the_broken_may_still_fire_at_a_charger() {
    let archers = tables().profiles.iter().find(|who| who.key == "persian.archer").expect("archers");
    for (engaged, broken) in [(true, false), (false, true)] {
        let face = Face::Front;
        let charged = Charged { face, generals: 1, engaged, broken, berserk: false, reacted: false };
        let open = answers(&House::default(), archers, &charged);
        assert_eq!(open.answers, [Answer::Nothing, Answer::Fire]);
        assert_eq!(open.closed[0].rule, rule::REACT_BARRED);
    }
}

#[test]
fn who_has_nowhere_to_run_stays_and_is_told_why() {
    proves!(rule::BROKEN_BLOCKED);
    let ring = |i: u32| {
        let (sin, cos) =
            [(0.0, 1.0), (0.87, 0.5), (0.87, -0.5), (0.0, -1.0), (-0.87, -0.5), (-0.87, 0.5)][i as usize];
        levy(36.0 + 3.1 * sin, 24.0 + 3.1 * cos)
    };
    let blue: Vec<String> = (0..6).map(ring).collect();
    let rest = "house = { army_break = 100 }";
    let mut small = Small::marked(&[hoplites(36.0, 24.0, 180.0)], &blue, rest, &[(0, state::BROKEN, 1)]);
    let journal = small.done(Side::Red, &[]);
    assert_eq!(small.place(0), Place::Table);
    assert!(cites(&journal, rule::BROKEN_BLOCKED), "{}", told(&journal));
    assert!(told(&journal).contains("barred the way"), "{}", told(&journal));
    assert!(small.board().is_sound().is_ok());
}

#[test]
fn light_foot_pass_through_friends_for_the_price_of_difficult_ground() {
    proves!(rule::MOVE_PASS);
    let red = [unit("greek.peltast", 12, 36.0, 20.0, 0.0, ""), hoplites(36.0, 23.0, 0.0)];
    let mut small = Small::new(&red, &[levy(60.0, 40.0)], "");
    small.done(Side::Red, &[]);
    assert_eq!(small.reach(Side::Red, &march(0, &[ahead(9.0)])), Some(8.0));
    assert_eq!(small.why_not(Side::Red, &march(0, &[ahead(3.0)])), rule::MOVE_PASS, "no room upon them");
    small.play(Side::Red, march(0, &[ahead(6.0)]), &[]);
    assert_eq!(small.at(0), (36.0, 26.0, 0.0));
    let mut strict = Small::new(&red, &[levy(60.0, 40.0)], "house = { light_foot_passes = false }");
    strict.done(Side::Red, &[]);
    assert_eq!(strict.why_not(Side::Red, &march(0, &[ahead(6.0)])), rule::MOVE_PASS);
    // Hoplites do not pass through hoplites.
    let heavy = [hoplites(36.0, 20.0, 0.0), hoplites(36.0, 23.0, 0.0)];
    let mut small = Small::new(&heavy, &[levy(60.0, 40.0)], "");
    small.done(Side::Red, &[]);
    assert_eq!(small.why_not(Side::Red, &march(0, &[ahead(6.0)])), rule::MOVE_PASS);
}

#[test]
fn horses_fear_the_elephants_of_their_own_side_too() {
    proves!(rule::ELEPHANT_FC);
    for (house, dice) in [("", &[1, 1][..]), ("house = { elephant_horses = \"enemy\" }", &[])] {
        let red = [
            unit("carthaginian.light_cavalry", 8, 36.0, 10.0, 0.0, ""),
            unit("carthaginian.elephant", 1, 36.0, 26.0, 0.0, ""),
        ];
        let mut small = Small::new(&red, &[levy(60.0, 44.0)], house);
        small.done(Side::Red, &[]);
        let journal = small.play(Side::Red, march(0, &[ahead(8.0)]), dice);
        assert_eq!(cites(&journal, rule::ELEPHANT_FC), !dice.is_empty(), "{}", told(&journal));
    }
}

#[test]
fn mixed_lists_large_units_and_more_generals_are_noted_and_not_refused() {
    proves!(rule::SETUP_POINTS, rule::SETUP_UNIT_SIZE, rule::SETUP_GENERALS);
    let file = "book = \"toms\"\narmy = \"greek\"\nunits = [\n\
        { unit = \"greek.hoplite\", figures = 40, general = true },\n\
        { unit = \"persian.archer\", figures = 8, general = true },\n\
        { unit = \"macedonian.phalangite\", figures = 4, general = true },\n]\n";
    let army = army::read(&parse_toml(file).expect("good TOML")).expect("an army all the same");
    let noted = |what: &str| army.notes.iter().any(|note| note.contains(what));
    assert_eq!(army.points(), 152);
    assert!(noted("persian.archer is not of the greek list"), "{:?}", army.notes);
    assert!(noted("40 of greek.hoplite are not the usual 4 to 32"), "{:?}", army.notes);
    assert!(noted("3 generals, where 152 points bring 1"), "{:?}", army.notes);
}
