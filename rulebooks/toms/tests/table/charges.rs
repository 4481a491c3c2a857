//! Charges, answers, contact and the order of blows.

use crate::board::state::{Face, Step};
use crate::movement::check::{CHARGE, HOLDFAST};
use crate::rule;
use crate::tests::table::small::{
    Small, ahead, blows, charge, cites, land, march, rulings, shoot, terrain, told, unit,
};
use ruling::proves;
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
    proves!(rule::MELEE_TWO_LINES, rule::KILL_CHARGING, rule::CHARGE_KILL, rule::CHARGE_SEQUENCE);
    let mut small = Small::new(&[hoplites(36.0, 20.0, 0.0)], &[levy(36.0, 28.0, 180.0)], "");
    small.done(Side::Red, &[]);
    // Eight dice at 3 or more, then the four of the levy's front line.
    small.charge(Side::Red, 0, 2, &[]);
    let faces = [&[3, 3, 2, 2, 2, 2, 2, 2][..], &[1, 6], &ONES[..4]].concat();
    let journal = small.done(Side::Red, &faces);
    let blows = blows(&journal);
    assert_eq!(blows.len(), 2, "{}", told(&journal));
    assert!(
        blows[0].starts_with("Hoplite (R1) struck")
            && blows[0].contains("8 dice at 3+: 2 kills, 1 saved; 1 fell")
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
    proves!(rule::MELEE_ORDER, rule::HOLDFAST_FIRST);
    let blue = [unit("persian.phoenician_marine", 12, 36.0, 28.0, 180.0, "")];
    let mut small = Small::of(&[hoplites(36.0, 20.0, 0.0)], &blue, "persian", "", |phase, _| {
        phase.states[2].seen.holdfast = true;
    });
    small.done(Side::Red, &[]);
    let journal = small.charge(Side::Red, 0, 2, &[]);
    assert!(told(&journal).contains("charged"));
    // Marines have javelins, so they are asked whether to fire.
    small.choose(Side::Blue, 0, &[]);
    let journal = small.done(Side::Red, &ONES[..12]);
    let first = rulings(&journal).into_iter().find(|r| r.rule == rule::MELEE_ORDER).expect("a blow");
    assert!(
        first.text.contains("(B1) struck") && first.also.contains(&rule::HOLDFAST_FIRST),
        "{}",
        first.text
    );
}

#[test]
fn whoever_holds_fast_neither_shoots_nor_moves_far_next_turn() {
    proves!(rule::HOLDFAST_EFFECT, rule::MOVE_RATE, rule::HOLDFAST_HALF);
    let mut small = Small::new(&[hoplites(36.0, 20.0, 0.0)], &[levy(36.0, 40.0, 180.0)], "");
    small.done(Side::Red, &[]);
    let hold = Command::Move { manner: HOLDFAST, units: vec![UnitId(0)], path: Vec::new() };
    small.play(Side::Red, hold.clone(), &[]);
    assert!(small.board().state(UnitId(0)).seen.holdfast);
    // Untrained troops cannot.
    let journal = small
        .refused(Side::Red, &Command::Move { manner: HOLDFAST, units: vec![UnitId(1)], path: Vec::new() });
    assert_eq!(journal[0].rule, rule::HOLDFAST_EFFECT);
    small.done(Side::Red, &[]);
    small.done(Side::Blue, &[]);
    small.done(Side::Blue, &[]);
    small.done(Side::Red, &[]);
    assert!(!small.board().state(UnitId(0)).seen.holdfast && small.board().state(UnitId(0)).seen.held_fast);
    let no = small.refused(Side::Red, &march(0, &[ahead(5.1)]));
    assert_eq!((no[0].rule, no[0].has.map(|m| m.amount)), (rule::MOVE_RATE, Some(5.0)));
    small.play(Side::Red, march(0, &[ahead(5.0)]), &[]);
    assert_eq!(small.at(0), (36.0, 25.0, 0.0));
}

#[test]
fn a_reform_turns_the_flank_into_a_front() {
    proves!(rule::REACT_REFORM);
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
    proves!(rule::KILL_SIDE, rule::MELEE_FRONT_ONLY, rule::CHARGE_FACE);
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
    proves!(rule::REACT_COUNTER, rule::REACT_GENERAL);
    let blue = [unit("persian.spearman", 16, 36.0, 28.0, 180.0, ", general = true")];
    let mut small = Small::new(&[hoplites(36.0, 20.0, 0.0)], &blue, "");
    small.done(Side::Red, &[]);
    small.charge(Side::Red, 0, 2, &[]);
    let journal = small.choose(Side::Blue, 1, &[4]);
    assert!(told(&journal).contains("Spearmen (B1) rolled 4, needing a 4, and counter-charged"));
    let journal = small.done(Side::Red, &ONES[..13]);
    assert!(told(&journal).contains("5 dice at 4+"), "{}", told(&journal));
}

#[test]
fn javelins_fly_before_contact_and_a_target_shot_down_is_not_there() {
    proves!(rule::CHARGE_JAVELIN);
    let red = [unit("greek.peltast", 12, 36.0, 22.0, 0.0, "")];
    let mut small = Small::new(&red, &[unit("persian.spearman", 4, 36.0, 28.0, 180.0, "")], "");
    small.done(Side::Red, &[]);
    let faces = [&[6, 6, 6, 6][..], &ONES[..8], &[1, 1, 1, 1]].concat();
    let journal = small.charge(Side::Red, 0, 2, &faces);
    assert!(cites(&journal, rule::CHARGE_JAVELIN) && told(&journal).contains("destroyed"));
    assert_eq!(small.at(0), (36.0, 26.7, 0.0));
    assert!(small.battle.phase().contacts.is_empty());
}

#[test]
fn charges_that_cannot_be_say_why() {
    proves!(rule::CHARGE_PATH, rule::BALLISTA_MOVE);
    let red = [
        hoplites(36.0, 20.0, 0.0),
        hoplites(36.0, 22.0, 0.0),
        unit("greek.ballista", 1, 50.0, 20.0, 0.0, ""),
    ];
    let blue = [levy(36.0, 28.0, 180.0), levy(36.0, 40.0, 180.0), levy(50.0, 25.0, 180.0)];
    let mut small = Small::new(&red, &blue, "");
    small.done(Side::Red, &[]);
    let why = |small: &mut Small, unit, target| small.why_not(Side::Red, &charge(unit, target));
    assert_eq!(why(&mut small, 0, 4), rule::CHARGE_PATH);
    assert_eq!(why(&mut small, 1, 5), rule::CHARGE_PATH);
    assert_eq!(why(&mut small, 2, 6), rule::BALLISTA_MOVE);
    assert_eq!(why(&mut small, 1, 0), rule::CHARGE_PATH);
}

#[test]
fn a_charge_may_touch_two_enemies_at_once_but_not_another_first() {
    proves!(rule::CHARGE_PATH);
    let charge_at = |beside: f64| {
        let blue = [levy(35.0, 28.0, 180.0), levy(37.0, beside, 180.0)];
        let mut small = Small::new(&[hoplites(36.0, 20.0, 0.0)], &blue, "");
        small.done(Side::Red, &[]);
        small
    };
    let mut small = charge_at(28.0);
    small.charge(Side::Red, 0, 2, &[]);
    assert_eq!(small.at(0), (36.0, 26.7, 0.0));
    assert_eq!(small.battle.phase().contacts.len(), 2);
    let straight = Command::Move { manner: CHARGE, units: vec![UnitId(0), UnitId(2)], path: Vec::new() };
    let no = charge_at(27.9).refused(Side::Red, &straight);
    assert!(no[0].rule == rule::CHARGE_PATH && no[0].units.contains(&3), "{no:?}");
}

/// Hoplites whose charge begins at an inch-and-a-bit from 20, the levy at a height of the table.
fn toward(y: f64, pieces: &[String]) -> Small {
    let mut small = Small::new(&[hoplites(36.0, 20.0, 0.0)], &[levy(36.0, y, 180.0)], &terrain(pieces));
    small.done(Side::Red, &[]);
    small
}

#[test]
fn a_charge_gains_four_inches_downhill_and_loses_two_uphill_once() {
    let front = |reach: f64| 20.65 + reach + 0.65;
    let mine = [land("hill", [30.0, 15.0, 42.0, 25.0])];
    toward(front(14.0), &mine).charge(Side::Red, 0, 2, &[]);
    toward(front(14.01), &mine).refused(Side::Red, &charge(0, 2));
    assert_eq!(toward(front(10.01), &[]).reach(Side::Red, &charge(0, 2)), Some(10.0));
    // The way goes up onto the hill and the target stands on it: that is one loss.
    let theirs = [land("hill", [30.0, 25.0, 42.0, 40.0])];
    toward(front(8.0), &theirs).charge(Side::Red, 0, 2, &[]);
    assert_eq!(toward(front(8.01), &theirs).reach(Side::Red, &charge(0, 2)), Some(8.0));
    // Over a hill between them it is the loss of any move.
    let between = [land("hill", [30.0, 22.0, 42.0, 25.0])];
    assert_eq!(toward(front(8.01), &between).reach(Side::Red, &charge(0, 2)), Some(8.0));
}

#[test]
fn a_charge_after_holding_fast_goes_half_as_far() {
    proves!(rule::CHARGE_RATE);
    let red = [hoplites(36.0, 20.0, 0.0)];
    let mut small =
        Small::changed(&red, &[levy(36.0, 28.0, 180.0)], "", |p| p.states[0].seen.holdfast = true);
    small.done(Side::Red, &[]);
    assert_eq!(small.reach(Side::Red, &charge(0, 2)), Some(5.0));
}

#[test]
fn a_charge_into_through_or_within_a_wood_gains_nothing_and_out_of_one_it_does() {
    proves!(rule::CHARGE_WOODS);
    for (south, north, target, needs) in [
        (30.0, 40.0, 26.0, 3), // clear of the wood
        (23.0, 40.0, 26.0, 4), // into it
        (15.0, 40.0, 26.0, 4), // within it
        (22.0, 23.0, 26.0, 4), // through it
        (15.0, 23.0, 26.0, 3), // out of it
    ] {
        let mut small = toward(target, &[land("wood", [30.0, south, 42.0, north])]);
        small.charge(Side::Red, 0, 2, &[]);
        let journal = small.done(Side::Red, &ONES[..12]);
        assert!(
            blows(&journal)[0].contains(&format!("8 dice at {needs}+")),
            "{south} {north} {}",
            told(&journal)
        );
    }
}

#[test]
fn a_charger_broken_by_the_answer_stays_where_it_began_turned_about() {
    proves!(rule::BROKEN_TURN);
    let red = [unit("greek.hoplite", 8, 36.0, 20.0, 0.0, "")];
    let mut small = Small::new(&red, &[unit("persian.archer", 16, 36.0, 28.0, 180.0, "")], "");
    small.done(Side::Red, &[]);
    small.charge(Side::Red, 0, 2, &[]);
    let journal = small.choose(Side::Blue, 1, &[&[5, 5, 5, 5][..], &ONES[..12], &[1; 4], &[5, 1]].concat());
    assert!(small.board().is_broken(UnitId(0)), "{}", told(&journal));
    assert_eq!(small.at(0), (36.0, 20.0, 180.0));
    assert!(small.battle.phase().contacts.is_empty());
    // It has used its turn, and may rally at its end though it has not fled.
    small.done(Side::Red, &[]);
    assert_eq!(small.battle.phase().step, Step::Rally);
}

#[test]
fn a_target_that_javelins_break_is_struck_on_the_face_it_then_shows() {
    for (facing, face, blow) in [(180.0, Face::Rear, "5 dice at 2+"), (0.0, Face::Front, "4 dice at 3+")] {
        let red = [unit("greek.peltast", 12, 36.0, 22.0, 0.0, "")];
        let mut small = Small::new(&red, &[unit("persian.spearman", 8, 36.0, 28.0, facing, "")], "");
        small.done(Side::Red, &[]);
        // Four of eight fall; charged in front they have shields, from behind none.
        let saves = if face == Face::Rear { &[1; 4][..] } else { &[] };
        let faces = [&[4; 4][..], &ONES[..8], saves, &[4, 1]].concat();
        let journal = small.charge(Side::Red, 0, 2, &faces);
        assert_eq!(small.battle.phase().contacts[0].charged_face, face, "{}", told(&journal));
        let dice = if face == Face::Rear { 5 } else { 4 };
        let journal = small.done(Side::Red, &ONES[..dice]);
        assert!(blows(&journal)[0].contains(blow) && blows(&journal).len() == 1, "{}", told(&journal));
    }
}

#[test]
fn a_wood_covers_from_javelins_but_not_from_blows() {
    let wood = terrain(&[land("wood", [30.0, 25.0, 42.0, 35.0])]);
    let mut small =
        Small::new(&[unit("greek.peltast", 12, 36.0, 22.0, 0.0, "")], &[levy(36.0, 28.0, 180.0)], &wood);
    small.done(Side::Red, &[]);
    let thrown = small.charge(Side::Red, 0, 2, &[&[4][..], &ONES[..11], &[5]].concat());
    assert!(told(&thrown).contains("12 dice at 4+: 1 kill, 1 saved; nobody fell"), "{}", told(&thrown));
    let journal = small.done(Side::Red, &[4, 1, 1, 1, 5, 1, 1, 1, 1]);
    assert!(blows(&journal)[0].contains("1 kill; 1 fell"), "{}", told(&journal));
}

#[test]
fn pikes_strike_with_three_lines() {
    proves!(rule::MELEE_PIKES);
    let red = [unit("macedonian.phalangite", 16, 36.0, 20.0, 0.0, "")];
    let mut small = Small::new(&red, &[levy(36.0, 27.0, 180.0)], "");
    small.done(Side::Red, &[]);
    small.charge(Side::Red, 0, 2, &[]);
    // The pikes behind stop arrows, not blows.
    let journal = small.done(Side::Red, &[&ONES[..12], &[5, 1, 1, 1], &[5]].concat());
    assert!(blows(&journal)[0].contains("12 dice at 3+"), "{}", told(&journal));
    assert!(blows(&journal)[1].contains("4 dice at 5+: 1 kill; 1 fell"), "{}", told(&journal));
}

#[test]
fn who_is_to_shoot_does_not_hold_fast_and_who_holds_fast_may_still_answer() {
    proves!(rule::HOLDFAST_NOSHOOT);
    let immortals = unit("persian.immortal_spearman", 16, 36.0, 36.0, 180.0, "");
    let mut small = Small::new(&[hoplites(36.0, 20.0, 0.0)], &[immortals], "");
    small.pass(Side::Red);
    small.play(Side::Blue, shoot(0, 0, 2), &[]);
    let hold = Command::Move { manner: HOLDFAST, units: vec![UnitId(2)], path: vec![ahead(1.0)] };
    assert_eq!(small.why_not(Side::Blue, &hold), rule::HOLDFAST_NOSHOOT);
    small.done(Side::Blue, &ONES[..16]);
    small.pass(Side::Red);
    small.done(Side::Blue, &[]);
    // It moves and then holds fast.
    let near = Command::Move { manner: HOLDFAST, units: vec![UnitId(2)], path: vec![ahead(6.0)] };
    small.play(Side::Blue, near, &[]);
    small.done(Side::Blue, &[]);
    small.done(Side::Red, &[]);
    small.charge(Side::Red, 0, 2, &[]);
    let journal = small.choose(Side::Blue, 1, &ONES[..16]);
    assert!(told(&journal).contains("16 dice at 5+"), "{}", told(&journal));
    let journal = small.done(Side::Red, &ONES[..12]);
    assert!(blows(&journal)[0].contains("(B1) struck"), "{}", told(&journal));
}
