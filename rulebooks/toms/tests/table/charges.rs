//! Charges, answers, contact and the order of blows.

use crate::small::{Small, ahead, cites, march, rulings, told, turn, unit};
use testudo_toms::phase::Step;
use testudo_toms::place::Face;
use testudo_toms::rule;
use umpire::{Command, Side, UnitId};

const ONES: [u8; 32] = [1; 32];

fn hoplites(x: f64, y: f64, facing: f64) -> String {
    unit("greek.hoplite", 16, x, y, facing, "")
}

fn levy(x: f64, y: f64, facing: f64) -> String {
    unit("persian.spearman", 16, x, y, facing, "")
}

#[test]
fn a_charger_strikes_before_the_charged() {
    let mut small = Small::new(&[hoplites(36.0, 20.0, 0.0)], &[levy(36.0, 28.0, 180.0)], "");
    small.done(Side::Red, &[]);
    // Eight dice at 3 or more, then the four of the levy's front line.
    small.charge(Side::Red, 0, 2, &[]);
    let faces = [&[3, 3, 2, 2, 2, 2, 2, 2][..], &[1, 6], &ONES[..4]].concat();
    let journal = small.done(Side::Red, &faces);
    let blows: Vec<&str> =
        rulings(&journal).iter().filter(|r| r.rule == rule::MELEE_ORDER).map(|r| r.text.as_str()).collect();
    assert_eq!(blows.len(), 2, "{}", told(&journal));
    assert!(
        blows[0].starts_with("R1 Hoplite strikes")
            && blows[0].contains("8 dice at 3+, 2 kills, 1 saved, 1 lost")
    );
    assert!(blows[1].contains("4 dice at 5+"));
    assert_eq!(small.men(2), 15);
    // The charger stands flush with the front it charged.
    assert_eq!(small.at(0), (36.0, 26.7, 0.0));
    assert!(cites(&journal, rule::MELEE_TWO_LINES));
    assert_eq!(small.battle.phase().contacts[0].charged_face, Face::Front);
}

#[test]
fn holdfast_strikes_before_its_charger() {
    let blue = [unit("persian.phoenician_marine", 12, 36.0, 28.0, 180.0, "")];
    let mut small = Small::of(&[hoplites(36.0, 20.0, 0.0)], &blue, "persian", "", |phase, _| {
        phase.states[2].holdfast = true;
    });
    small.done(Side::Red, &[]);
    let journal = small.charge(Side::Red, 0, 2, &[]);
    assert!(told(&journal).contains("charges"));
    // Marines have javelins, so they are asked whether to fire.
    small.choose(Side::Blue, 0, &[]);
    let journal = small.done(Side::Red, &ONES[..12]);
    let first = rulings(&journal).into_iter().find(|r| r.rule == rule::MELEE_ORDER).expect("a blow");
    assert!(first.text.starts_with("B1") && first.also.contains(&rule::HOLDFAST_FIRST), "{}", first.text);
}

#[test]
fn whoever_holds_fast_neither_shoots_nor_moves_far_next_turn() {
    let mut small = Small::new(&[hoplites(36.0, 20.0, 0.0)], &[levy(36.0, 40.0, 180.0)], "");
    small.done(Side::Red, &[]);
    let hold =
        Command::Move { manner: testudo_toms::march::HOLDFAST, units: vec![UnitId(0)], path: Vec::new() };
    small.play(Side::Red, hold.clone(), &[]);
    assert!(small.board().state(UnitId(0)).holdfast);
    // Untrained troops cannot.
    let journal = small.refused(
        Side::Red,
        &Command::Move { manner: testudo_toms::march::HOLDFAST, units: vec![UnitId(1)], path: Vec::new() },
    );
    assert_eq!(journal[0].rule, rule::HOLDFAST_EFFECT);
    small.done(Side::Red, &[]);
    small.done(Side::Blue, &[]);
    small.done(Side::Blue, &[]);
    small.done(Side::Red, &[]);
    assert!(!small.board().state(UnitId(0)).holdfast && small.board().state(UnitId(0)).held_fast);
    let no = small.refused(Side::Red, &march(0, &[ahead(5.1)]));
    assert_eq!((no[0].rule, no[0].has.map(|m| m.amount)), (rule::MOVE_RATE, Some(5.0)));
    small.play(Side::Red, march(0, &[ahead(5.0)]), &[]);
    assert_eq!(small.at(0), (36.0, 25.0, 0.0));
}

#[test]
fn moves_go_straight_and_keep_away() {
    let mut small = Small::new(
        &[hoplites(36.0, 20.0, 0.0), hoplites(38.5, 20.0, 0.0)],
        &[levy(36.0, 30.0, 180.0)],
        "[terrain]\npieces = [{ kind = \"rough\", polygon = [[35, 22], [37, 22], [37, 23], [35, 23]] }, \
         { kind = \"hill\", polygon = [[30, 10], [34, 10], [34, 15], [30, 15]] }]\n",
    );
    small.done(Side::Red, &[]);
    let rules = |no: Vec<ruling::Refusal>| no.iter().map(|r| r.rule).collect::<Vec<_>>();
    assert_eq!(
        rules(small.refused(Side::Red, &march(0, &[ahead(8.2)]))),
        [rule::MOVE_CONTACT, rule::MOVE_RATE]
    );
    assert_eq!(rules(small.refused(Side::Red, &march(0, &[umpire::Step::Back(5)]))), [rule::MOVE_STRAIGHT]);
    assert_eq!(rules(small.refused(Side::Red, &march(0, &[turn(90.0), ahead(3.0)]))), [rule::MOVE_PASS]);
    assert_eq!(
        rules(small.refused(Side::Red, &march(1, &[turn(90.0), ahead(40.0)]))),
        [rule::MOVE_EDGE, rule::MOVE_RATE]
    );
    // Rough ground costs two inches once, a right angle another two.
    small.play(Side::Red, march(1, &[turn(90.0), ahead(8.0)]), &[]);
    assert_eq!(small.at(1), (46.5, 20.0, 90.0));
    small.play(Side::Red, march(0, &[ahead(7.0)]), &[]);
    assert_eq!(small.at(0).1, 27.0);
}

#[test]
fn a_reform_turns_the_flank_into_a_front() {
    let red = [hoplites(28.0, 28.0, 90.0)];
    let blue = [unit("persian.spearman", 16, 36.0, 28.0, 180.0, ", general = true")];
    let mut small = Small::new(&red, &blue, "");
    small.done(Side::Red, &[]);
    small.charge(Side::Red, 0, 2, &[]);
    assert!(matches!(small.battle.phase().step, Step::React(_)));
    // Stand, counter-charge, reform: four dice without a six, then eight blows and the levy's four and its general's.
    let journal = small.choose(Side::Blue, 2, &[5, 5, 5, 5]);
    small.done(Side::Red, &ONES[..13]);
    assert!(cites(&journal, rule::REACT_REFORM), "{}", told(&journal));
    assert_eq!(small.at(2), (36.0, 28.0, 270.0));
    assert_eq!(small.battle.phase().contacts[0].charged_face, Face::Front);
}

#[test]
fn a_flank_is_struck_harder_and_replies_with_one_line() {
    let red = [hoplites(28.0, 28.0, 90.0)];
    let mut small = Small::of(
        &red,
        &[levy(36.0, 28.0, 180.0)],
        "persian",
        "[house]\ntwo_line_units = \"spears\"\n",
        |_, _| {},
    );
    small.done(Side::Red, &[]);
    small.charge(Side::Red, 0, 2, &[]);
    let journal = small.done(Side::Red, &ONES[..12]);
    assert!(
        told(&journal).contains("8 dice at 2+") && told(&journal).contains("4 dice at 5+"),
        "{}",
        told(&journal)
    );
    assert!(cites(&journal, rule::KILL_SIDE) && cites(&journal, rule::MELEE_FRONT_ONLY));
    assert_eq!(small.at(0), (34.35, 28.0, 90.0));
}

#[test]
fn a_counter_charge_needs_a_general_and_a_four() {
    let blue = [unit("persian.spearman", 16, 36.0, 28.0, 180.0, ", general = true")];
    let mut small = Small::new(&[hoplites(36.0, 20.0, 0.0)], &blue, "");
    small.done(Side::Red, &[]);
    small.charge(Side::Red, 0, 2, &[]);
    let journal = small.choose(Side::Blue, 1, &[4]);
    assert!(told(&journal).contains("B1 Spearmen counter-charges"));
    let journal = small.done(Side::Red, &ONES[..13]);
    assert!(told(&journal).contains("5 dice at 4+"), "{}", told(&journal));
}

#[test]
fn javelins_fly_before_contact_and_a_target_shot_down_is_not_there() {
    let red = [unit("greek.peltast", 12, 36.0, 22.0, 0.0, "")];
    let mut small = Small::new(&red, &[unit("persian.spearman", 4, 36.0, 28.0, 180.0, "")], "");
    small.done(Side::Red, &[]);
    let faces = [&[6, 6, 6, 6][..], &ONES[..8], &[1, 1, 1, 1]].concat();
    let journal = small.charge(Side::Red, 0, 2, &faces);
    assert!(cites(&journal, rule::CHARGE_JAVELIN) && told(&journal).contains("is destroyed"));
    assert_eq!(small.at(0), (36.0, 26.7, 0.0));
    assert!(small.battle.phase().contacts.is_empty());
}

#[test]
fn charges_that_cannot_be_say_why() {
    let red = [
        hoplites(36.0, 20.0, 0.0),
        hoplites(36.0, 22.0, 0.0),
        unit("greek.ballista", 1, 50.0, 20.0, 0.0, ""),
    ];
    let blue = [levy(36.0, 28.0, 180.0), levy(36.0, 40.0, 180.0), levy(50.0, 25.0, 180.0)];
    let mut small = Small::new(&red, &blue, "");
    small.done(Side::Red, &[]);
    let charge = |unit: u16, target: u16| Command::Charge { unit: UnitId(unit), target: UnitId(target) };
    let why = |small: &mut Small, unit, target| small.refused(Side::Red, &charge(unit, target))[0].rule;
    assert_eq!(why(&mut small, 0, 4), rule::CHARGE_PATH);
    assert_eq!(why(&mut small, 1, 5), rule::CHARGE_PATH);
    assert_eq!(why(&mut small, 2, 6), rule::BALLISTA_MOVE);
    assert_eq!(why(&mut small, 1, 0), rule::CHARGE_PATH);
}
