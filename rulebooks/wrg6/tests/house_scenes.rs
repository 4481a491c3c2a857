//! House rules on the table: a scene played as usual and again under one line of the house.

use crate::aftermath::rout;
use crate::board::Board;
use crate::board::state::{Answer, Fate, Heading, Phase, Step};
use crate::charge::assault;
use crate::tests::small;
use crate::{Wrg6, aftermath, charge, rule};
use dice::Scripted;
use ruling::proves;
use small::{B, Put, R, scenario, step, with_cx};
use umpire::{Cx, Field, Side};

type Table = (Wrg6, Field, Phase);

/// What a scene comes to as usual, and under a house that differs by a line.
fn both<T>(line: &str, scene: impl Fn(&str) -> T) -> (T, T) {
    (scene(""), scene(&format!("[house]\n{line}\n")))
}

/// A house with a strip of ground across the middle of the table, from one depth to another.
fn strip(house: &str, kind: &str, [near, far]: [i32; 2]) -> String {
    let points = format!("[[700, {near}], [1100, {near}], [1100, {far}], [700, {far}]]");
    format!("{house}[[terrain]]\nid = 't'\nkind = '{kind}'\npoints = {points}\n")
}

/// A body facing the other side: 24 foot in three ranks, 12 riders in two, or 2 models.
fn body<'a>(side: &'a str, troop: &'a str, weapon: &'a str, y: i32) -> Put<'a> {
    let (figures, ranks) = match troop {
        "EL" => (2, 1),
        "HC" => (12, 2),
        _ => (24, 3),
    };
    Put(side, side, troop, "regular C", figures, ranks, weapon, [900, y], "C Q A", "")
}

/// Two bodies front to front.
fn met(house: &str, red: (&str, &str), blue: (&str, &str)) -> Table {
    let bodies = [body("red", red.0, red.1, 500), body("blue", blue.0, blue.1, 500)];
    let (book, mut field, mut phase) = scenario(house, &bodies);
    with_cx(&mut field, 1, |cx| small::meet(&book, &mut phase, B, cx));
    (book, field, phase)
}

/// Plays step 9; what the throws for the fight leave over are ones, with which no general falls.
fn step_nine((book, mut field, mut phase): Table, throws: [u8; 4]) -> Table {
    phase.step = Step::Shoot;
    let faces = [throws.as_slice(), &[1; 8]].concat();
    step(&book, &mut field, &mut phase, &faces, |_, _| None);
    (book, field, phase)
}

/// What each of two bodies that meet receives when their dice are even.
fn received(table: Table) -> [u32; 2] {
    let (_, _, phase) = step_nine(table, [3; 4]);
    [R, B].map(|id| phase.state(id).seen.received)
}

/// Pikes beaten by pikes who throw two pips more: 38 casualties against 19, on 24 figures.
fn beaten_two_to_one(house: &str) -> Phase {
    let (_, _, phase) = step_nine(met(house, ("HI", "pike"), ("HI", "pike")), [5, 3, 3, 3]);
    assert_eq!((phase.state(B).seen.received, phase.state(B).seen.inflicted), (38, 19));
    phase
}

/// Whether a body that throws these dice at its first test may advance.
fn advances(house: &str, faces: [u8; 3], change: impl Fn(&mut Phase)) -> bool {
    let bodies = [body("red", "HI", "pike", 500), body("blue", "HI", "pike", 570)];
    let (book, mut field, mut phase) = scenario(house, &bodies);
    phase.step = Step::First;
    phase.units[1].kept.tested_first = true;
    // Nobody is asked for the sign of a general.
    phase.command[Side::Red].generals.clear();
    change(&mut phase);
    step(&book, &mut field, &mut phase, &faces, |_, _| None);
    assert!(phase.state(R).now.tested);
    !phase.state(R).now.no_advance
}

#[test]
fn reaction_value_column_sends_on_whom_the_usual_reading_stops() {
    proves!(rule::REACTION_ADVANCING, rule::REACTION_FACTOR_STANDARD_ADVANCING);
    // One enemy and no friends: 8 as usual, for which class C stops, or 9.
    for line in ["reaction_value_column = 'first_line'", "reaction_value_column = 'as_printed'"] {
        assert_eq!(both(line, |house| advances(house, [3, 3, 2], |_| {})), (false, true), "{line}");
    }
    // With the standard that it carries forward 9 as usual, or 8.
    let with_standard = |phase: &mut Phase| {
        phase.command[Side::Red].standard = Some(R);
        phase.units[0].seen.heading = Heading::Advancing;
    };
    let line = "reaction_value_column = 'line_above'";
    assert_eq!(both(line, |house| advances(house, [2; 3], with_standard)), (true, false));
}

#[test]
fn long_spear_exempt_makes_long_spears_deadlier_to_each_other() {
    let spears = ("HI", "long_thrusting_spear");
    let fights = both("long_spear_exempt = true", |house| received(met(house, spears, spears)));
    // 16 figures with a total of 1, or of 2.
    assert_eq!(fights, ([13; 2], [21; 2]));
}

#[test]
fn impetuous_replaces_charging_costs_a_wild_charge_a_point() {
    proves!(rule::MELEE_TACTICAL_IMPETUOUS, rule::MELEE_LINES);
    let charge = |house: &str| {
        let bodies = [body("red", "HI", "", 460), body("blue", "HI", "", 500)];
        let (book, mut field, mut phase) = scenario(house, &bodies);
        phase.units[0].seen.impetuous = true;
        phase.charges = vec![charge::resolve::way(Board::of(&book, &field, &phase), R, B).expect("in reach")];
        with_cx(&mut field, 1, |cx| assault::charges(&book, &mut phase, cx));
        received((book, field, phase))[1]
    };
    // 8 figures with a total of 5, or of 4.
    assert_eq!(both("impetuous_replaces_charging = true", charge), (20, 16));
}

/// How far a broken body of heavy foot runs with a 3.
fn ran(ground: &str) -> f64 {
    let bodies = [body("red", "HI", "pike", 300), body("blue", "HI", "pike", 1100)];
    let (book, mut field, mut phase) = scenario(ground, &bodies);
    let from = field.shape(R).centre;
    let (mut dice, mut journal) = (Scripted::new([3]), Vec::new());
    let mut cx = Cx::new(&mut field, &mut dice, &mut journal);
    rout::breaks(&book, &mut phase, R, None, &mut cx);
    aftermath::resolve::moves(&book, &mut phase, &mut cx);
    field.shape(R).centre.distance(from)
}

#[test]
fn evade_die_paces_decides_how_far_they_run_and_whether_they_are_caught() {
    let caught = |house: &str| {
        let (book, mut field, mut phase) =
            scenario(house, &[body("red", "HC", "lance", 300), body("blue", "LI", "javelin", 392)]);
        phase.charges = vec![charge::resolve::way(Board::of(&book, &field, &phase), R, B).expect("in reach")];
        phase.units[1].now.answer = Some(Answer::Evade);
        let (mut dice, mut journal) = (Scripted::new([3]), Vec::new());
        let mut cx = Cx::new(&mut field, &mut dice, &mut journal);
        aftermath::resolve::moves(&book, &mut phase, &mut cx);
        assault::charges(&book, &mut phase, &mut cx);
        phase.in_contact(B)
    };
    // A charge of 160 against a start of 92 and a run of 70, or of 55.
    assert_eq!(both("evade_die_paces = 5", caught), (false, true));
    assert_eq!(both("evade_die_paces = 5", ran), (50.0, 35.0));
}

#[test]
fn casualties_per_model_takes_off_an_elephant() {
    let left = |house: &str| {
        let (_, field, _) = step_nine(met(house, ("HI", "pike"), ("EL", "")), [5, 3, 3, 3]);
        field.unit(B).formation.figures
    };
    assert_eq!(both("casualties_per_model = 20", left), (2, 1));
}

#[test]
fn elephant_figures_say_how_hard_the_beasts_trample() {
    proves!(rule::MELEE_WEAPON, rule::CASUALTIES_TABLE);
    let trampled = |house: &str| received(met(house, ("HI", "pike"), ("EL", "")))[0];
    // Two beasts with a total of 1 as 8 figures, or as 16, and 6 men of the crew with 0.
    assert_eq!(both("elephant_figures = 8", trampled), (6 + 4, 13 + 4));
}

/// The casualties that archers inflict on foot so far before them; nothing if they may not shoot.
fn shot(ground: &str, target: &str, far: i32) -> Option<u32> {
    let bodies = [body("red", "LMI", "bow", 400), body("blue", target, "", 400 + far)];
    let (_, _, phase) = step_nine(scenario(ground, &bodies), [4, 3, 3, 3]);
    let state = phase.state(B);
    state.seen.shot.at.then_some(state.kept.shot_casualties)
}

#[test]
fn height_shortens_range_saves_whoever_stands_on_a_hill() {
    proves!(rule::SHOOTING_RANDOM);
    let uphill = |house: &str| shot(&strip(house, "gentle_hill", [620, 720]), "HI", 230).is_some();
    assert_eq!(both("height_shortens_range = false", uphill), (false, true));
}

#[test]
fn super_heavy_foot_immune_makes_arrows_and_crews_vain() {
    let line = "super_heavy_foot_immune = false";
    // 20 figures with a total of -2.
    assert_eq!(both(line, |house| shot(house, "SHI", 60)), (Some(0), Some(8)));
    // The beasts hurt them in any case, the 6 men upon them do with a total of -3.
    let trampled = |house: &str| received(met(house, ("SHI", ""), ("EL", "")))[0];
    assert_eq!(both(line, trampled), (16, 16 + 2));
}

#[test]
fn difficult_terrain_halves_every_way_over_rough_ground() {
    let line = "difficult_terrain_halves = false";
    let rough = |house: &str| strip(house, "rough", [100, 500]);
    let marched = |house: &str, retiring: u8| {
        let bodies = [body("red", "HI", "pike", 300), body("blue", "HI", "pike", 1100)];
        let (book, mut field, mut phase) = scenario(&rough(house), &bodies);
        phase.step = Step::Move;
        phase.units[0].seen.retiring = retiring;
        step(&book, &mut field, &mut phase, &[], |_, _| None);
        field.shape(R).centre.y - 270.0
    };
    assert_eq!(both(line, |house| marched(house, 0)), (30.0, 60.0));
    assert_eq!(both(line, |house| marched(house, 2)), (-30.0, -60.0), "it must retire");
    let may_charge = |house: &str| {
        let bodies = [body("red", "HC", "lance", 300), body("blue", "HI", "pike", 400)];
        let (book, field, phase) = scenario(&rough(house), &bodies);
        !charge::resolve::targets(Board::of(&book, &field, &phase), R).is_empty()
    };
    assert_eq!(both(line, may_charge), (false, true), "100 paces off, with a charge of 80 or 160");
    assert_eq!(both(line, |house| ran(&rough(house))), (25.0, 50.0));
}

#[test]
fn recoil_mounted_says_how_far_beaten_riders_go_back() {
    let back = |house: &str| {
        let (book, mut field, mut phase) = met(house, ("HC", ""), ("HI", "pike"));
        phase.units[0].seen.fate = Some(Fate::Recoil);
        with_cx(&mut field, 1, |cx| aftermath::resolve::moves(&book, &mut phase, cx));
        500.0 - field.shape(R).front_mid().y
    };
    assert_eq!(both("recoil_mounted = 45", back), (60.0, 45.0));
}

#[test]
fn break_ratio_and_break_per_figure_turn_a_rout_into_a_recoil() {
    for line in ["break_ratio = 3", "break_per_figure = 2"] {
        let fate = |house: &str| {
            let phase = beaten_two_to_one(house);
            (phase.state(B).seen.routing, phase.state(B).seen.fate)
        };
        assert_eq!(both(line, fate), ((true, None), (false, Some(Fate::Recoil))), "{line}");
    }
}

#[test]
fn army_break_fraction_lets_an_army_outlive_its_only_body() {
    let over = |house: &str| match beaten_two_to_one(house).step {
        Step::Over(outcome) => Some(outcome.winner),
        _ => None,
    };
    // The commander-in-chief, who has not fallen, is the rest of it.
    assert_eq!(both("army_break_fraction = 0.9", over), (Some(Some(Side::Red)), None));
}
