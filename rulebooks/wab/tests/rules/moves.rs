//! Moves: inches, wheels, turns, marches, columns that wind, reforming, ground.

use crate::board::bodies;
use crate::board::state::Step as At;
use crate::movement::manner;
use crate::tests::common::inches;
use crate::tests::rules::small::{Small, ahead, romans_and_gauls, small, unit};
use table::{Facing, Vec2};
use umpire::{Command, Side, Step};

fn far_warriors() -> String {
    unit("G1", "warriors", 20, 5, 24.0, 44.0, "")
}

fn hastati(files: u16) -> Small {
    let red = unit("R1", "hastati", 18, files, 24.0, 20.0, ", command = [\"standard\", \"musician\"]");
    romans_and_gauls("", &red, &far_warriors())
}

const NONE: [&str; 0] = [];

#[test]
fn a_move_is_judged_by_inches_wheels_and_turns() {
    let small = hastati(6);
    let rules = |manner: u8, path: &[Step]| small.against("R1", manner, path);
    assert_eq!(rules(manner::MOVE, &[ahead(4.0)]), NONE);
    assert_eq!(rules(manner::MOVE, &[ahead(4.1)]), ["wab.move.rate"]);
    assert_eq!(rules(manner::MARCH, &[ahead(8.0)]), NONE);
    assert_eq!(rules(manner::FAST_MARCH, &[ahead(8.0)]), ["wab.fast_march.column"]);
    // Drilled: one about-face is free, and so is a quarter turn.
    assert_eq!(rules(manner::MOVE, &[Step::Turn(Facing::SOUTH), ahead(4.0)]), NONE);
    assert_eq!(rules(manner::MOVE, &[Step::Turn(Facing::EAST), ahead(4.0)]), NONE);
    assert_eq!(rules(manner::MARCH, &[Step::Turn(Facing::SOUTH)]), ["wab.march.manoeuvre"]);
    assert_eq!(rules(manner::MOVE, &[Step::Shift(inches(1.0))]), ["wab.move.rate"]);
    let wheel = Step::WheelLeft(Facing::degrees(45.0));
    // 45 degrees of 120 mm are 3.7 inches.
    assert_eq!(rules(manner::MOVE, &[wheel]), NONE);
    assert_eq!(rules(manner::MOVE, &[wheel, ahead(1.0)]), ["wab.move.rate"]);
    assert_eq!(rules(manner::DEEPER, &[ahead(2.0)]), NONE);
    assert_eq!(rules(manner::DEEPER, &[ahead(2.2)]), ["wab.move.rate"]);
}

#[test]
fn a_column_one_model_wide_winds_after_its_first_model() {
    ruling::proves!(crate::rule::MOVE_RATE, crate::rule::FAST_MARCH_SNAKE);
    let mut small = hastati(1);
    let quarter = Step::WheelRight(Facing::EAST);
    // Twelve inches are a fast march of M 4, and the bend costs nothing.
    let path = [ahead(2.0), quarter, ahead(10.0)];
    assert_eq!(small.against("R1", manner::FAST_MARCH, &path), NONE);
    let longer = [ahead(2.0), quarter, ahead(10.1)];
    assert_eq!(small.against("R1", manner::FAST_MARCH, &longer), ["wab.move.rate"]);
    let back = [ahead(2.0), Step::WheelRight(Facing::degrees(120.0)), ahead(1.0)];
    assert_eq!(small.against("R1", manner::FAST_MARCH, &back), ["wab.fast_march.snake"]);
    small.go("R1", manner::FAST_MARCH, &path);
    let (x, y) = small.front("R1");
    assert!((x - 34.0).abs() < 0.01 && (y - 22.0).abs() < 0.01, "{x} {y}");
    // A column of three wheels like any other.
    let wide = hastati(3);
    assert_eq!(wide.against("R1", manner::FAST_MARCH, &path), ["wab.move.rate"]);
}

#[test]
fn nobody_is_more_than_twice_his_move_from_where_he_stood_before_the_reform() {
    let mut small = hastati(1);
    // Eighteen in file are fourteen inches long; abreast, the last would have to run more than seven and seven.
    small.go("R1", manner::REFORM, &[]);
    let At::Regroup(unit) = *small.step() else { panic!("{:?}", small.step()) };
    let board = small.board();
    let widths = crate::aftermath::rally::widths(&board, unit);
    let turned = crate::aftermath::rally::facings(&board, unit, 1);
    assert!(widths.contains(&6) && widths.contains(&18));
    // The ends of a file that turns about its middle by a right angle come seven inches from the middle: within reach.
    assert!(turned.contains(&Facing::EAST));
    let long = unit_of_forty();
    let At::Regroup(unit) = *long.step() else { panic!("{:?}", long.step()) };
    let turned = crate::aftermath::rally::facings(&long.board(), unit, 1);
    assert!(!turned.contains(&Facing::EAST), "its ends would go some twenty inches");
    assert!(turned.contains(&Facing::NORTH));
}

fn unit_of_forty() -> Small {
    let red = unit("R1", "hastati", 32, 1, 24.0, 36.0, ", command = [\"musician\"]");
    let mut small = romans_and_gauls("", &red, &unit("G1", "warriors", 20, 5, 4.0, 44.0, ""));
    small.go("R1", manner::REFORM, &[]);
    small
}

#[test]
fn drilled_foot_reform_without_a_test_and_choose_width_and_facing() {
    ruling::proves!(crate::rule::SPECIAL_DRILLED);
    let mut small = hastati(6);
    small.go("R1", manner::REFORM, &[]).not_said("[wab.manoeuvre.reform]");
    small.pick("9 files").pick("Facing 45°");
    let board = small.board();
    let body = board.body(small.id("R1")).expect("it stands");
    assert_eq!((body.files, body.facing), (9, Facing::degrees(45.0)));
    assert!((body.rect.centre - Vec2::new(24.0, 20.0 - 30.0 / 25.4)).len() < 0.01);
}

#[test]
fn who_marched_does_not_shoot() {
    ruling::proves!(crate::rule::MARCH_NO_SHOOTING);
    let red = unit("P1", "sparabara", 16, 8, 24.0, 10.0, ", command = [\"musician\"]");
    let blue = unit("R1", "hastati", 18, 6, 24.0, 30.0, "");
    let set = || small("", ("achaemenid", red.as_str()), ("republican_roman", blue.as_str()));
    let mut stood = set();
    stood.done();
    assert_eq!(stood.step(), &At::Shoot);
    let mut marched = set();
    marched.go("P1", manner::MARCH, &[ahead(1.0)]);
    assert_ne!(marched.step(), &At::Shoot);
    let both = red.clone() + &unit("P2", "sparabara", 16, 8, 36.0, 10.0, "");
    let mut marched = small("", ("achaemenid", both.as_str()), ("republican_roman", blue.as_str()));
    marched.go("P1", manner::MARCH, &[ahead(1.0)]).done();
    let shots = Command::Shoot(vec![(marched.id("P1"), marched.id("R1"))]);
    assert_eq!(marched.refused(&shots), ["wab.march.no_shooting"]);
    let mut marched = set();
    marched.go("P1", manner::MARCH, &[ahead(1.0)]);
    assert_eq!(marched.battle.phase().active, Side::Blue);
}

#[test]
fn the_worst_ground_that_any_part_touches_is_paid_for() {
    ruling::proves!(crate::rule::TERRAIN_PART, crate::rule::MOVE_RATE);
    let wood = "terrain = [{ kind = \"wood\", polygon = [[26, 21], [30, 21], [30, 30], [26, 30]] }]";
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
    let small = romans_and_gauls(wood, &red, &far_warriors());
    // One inch of open ground, then the right end is in the wood: three inches buy one and a half.
    assert_eq!(small.against("R1", manner::MOVE, &[ahead(2.5)]), NONE);
    assert_eq!(small.against("R1", manner::MOVE, &[ahead(2.6)]), ["wab.move.rate"]);
    let mut small = small;
    small.go("R1", manner::MOVE, &[ahead(2.5)]).said("paid 1.5 inches");
}

#[test]
fn nobody_enters_deep_water() {
    ruling::proves!(crate::rule::TERRAIN_IMPASSABLE);
    let lake = "terrain = [{ kind = \"water\", polygon = [[20, 22], [30, 22], [30, 30], [20, 30]] }]";
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "");
    let small = romans_and_gauls(lake, &red, &far_warriors());
    let rules = small.against("R1", manner::MOVE, &[ahead(3.0)]);
    assert!(rules.contains(&"wab.terrain.impassable".to_owned()), "{rules:?}");
}

#[test]
fn light_horse_turns_about_at_no_cost() {
    let blue = unit("A5", "tarentines", 6, 3, 24.0, 30.0, ", order = \"open\"");
    let red = unit("R1", "hastati", 18, 6, 24.0, 4.0, "");
    let small = small("first = \"blue\"", ("republican_roman", &red), ("successor", &blue));
    let about = Step::Turn(Facing::SOUTH);
    assert_eq!(small.against("A5", manner::MOVE, &[about, ahead(8.0)]), NONE);
}

#[test]
fn a_phalanx_does_not_march_near_any_enemy() {
    ruling::proves!(crate::rule::MARCH_ENEMY);
    let red = unit("R1", "hastati", 18, 6, 24.0, 4.0, "") + &unit("R5", "consul", 1, 1, 24.0, 22.0, "");
    let blue = unit("A1", "phalangites", 24, 6, 24.0, 29.0, ", command = [\"musician\"]");
    let small = small("first = \"blue\"", ("republican_roman", &red), ("successor", &blue));
    let mut small = small;
    small.pick("No more");
    // A character alone stops nobody else.
    assert_eq!(small.against("A1", manner::MARCH, &[ahead(1.0)]), ["wab.march.enemy"]);
}

#[test]
fn skirmishers_pass_through_friends_and_are_measured_base_by_base() {
    ruling::proves!(crate::rule::MOVE_RATE);
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "") + &unit("R3", "velites", 9, 3, 24.0, 16.0, "");
    let blue = unit("G3", "youths", 9, 3, 24.0, 40.0, "");
    let small = romans_and_gauls("", &red, &blue);
    assert_eq!(small.against("R3", manner::MOVE, &[ahead(8.0)]), ["wab.move.rate"]);
    let board = small.board();
    let (velites, hastati) = (small.id("R3"), small.id("R1"));
    let (v, h) = (board.body(velites).expect("there"), board.body(hastati).expect("there"));
    // From their front at 16 to the rear of the hastati at 20 less 60 mm.
    assert!((v.distance(h) - (4.0 - 60.0 / 25.4)).abs() < 0.001);
    // Someone whose corner points at the gap between two of them is further away than their outline.
    let pointed = bodies::Body {
        rect: table::Rect::new(v.rect.front_mid() + Vec2::new(0.8, 1.0), Facing::degrees(45.0), 1.0, 1.0),
        ..*h
    };
    assert!(v.distance(&pointed) > table::distance(&v.rect, &pointed.rect) + 0.01);
}

#[test]
fn a_move_that_names_nobody_is_refused() {
    ruling::proves!(crate::rule::MOVE_RATE);
    let small = hastati(6);
    let nobody = Command::Move { manner: manner::MOVE, units: Vec::new(), path: Vec::new() };
    assert_eq!(small.refused(&nobody), ["wab.move.rate"]);
}

#[test]
fn a_drilled_unit_makes_one_quarter_turn_in_a_move() {
    ruling::proves!(crate::rule::SPECIAL_DRILLED);
    let small = hastati(6);
    let twice = [Step::Turn(Facing::EAST), Step::Turn(Facing::EAST)];
    assert_eq!(small.against("R1", manner::MOVE, &twice), ["wab.special.drilled"]);
}

#[test]
fn no_move_leaves_the_table_on_its_way() {
    ruling::proves!(crate::rule::MOVE_RATE);
    let red = unit("R1", "hastati", 18, 6, 24.0, 46.0, ", command = [\"musician\"]");
    let small = romans_and_gauls("", &red, &unit("G1", "warriors", 20, 5, 8.0, 20.0, ""));
    // Two inches on and about is legal; three and back again is not.
    let about = Step::Turn(Facing::SOUTH);
    assert_eq!(small.against("R1", manner::MOVE, &[ahead(1.9), about, ahead(2.0)]), NONE);
    assert_eq!(small.against("R1", manner::MOVE, &[ahead(2.1), about, ahead(1.0)]), ["wab.move.rate"]);
}

#[test]
fn widening_does_not_bring_a_unit_within_an_inch() {
    ruling::proves!(crate::rule::BASICS_ONE_INCH);
    let red = unit("R1", "hastati", 18, 3, 24.0, 20.0, ", command = [\"musician\"]");
    let near = unit("G1", "warriors", 20, 5, 28.5, 22.5, ", facing = 90");
    let mut small = romans_and_gauls("", &red, &near);
    small.no_charges();
    assert_eq!(small.against("R1", manner::TWO_WIDER, &[]), ["wab.basics.one_inch"]);
}

#[test]
fn nobody_wheels_through_a_wood_on_the_march() {
    ruling::proves!(crate::rule::MARCH_TERRAIN);
    let wood = "terrain = [{ kind = \"wood\", polygon = [[20, 20.5], [22, 20.5], [22, 26], [20, 26]] }]";
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, ", command = [\"musician\"]");
    let small = romans_and_gauls(wood, &red, &far_warriors());
    let wheel = [Step::WheelRight(Facing::degrees(45.0))];
    assert_eq!(small.against("R1", manner::MARCH, &wheel), ["wab.march.terrain"]);
}

#[test]
fn ground_may_have_any_outline_that_does_not_cross_itself() {
    ruling::proves!(crate::rule::MOVE_RATE);
    // An elbow of wood: who goes through its notch is not slowed, who goes through its arm is.
    let elbow = "[[18, 22], [30, 22], [30, 30], [27, 30], [27, 24], [18, 24]]";
    let head = format!("terrain = [{{ kind = \"wood\", polygon = {elbow} }}]");
    let red = |x: f64| unit("R1", "hastati", 12, 3, x, 24.5, ", facing = 0");
    let notch = romans_and_gauls(&head, &red(22.0), &far_warriors());
    assert_eq!(notch.against("R1", manner::MOVE, &[ahead(4.0)]), ["wab.move.rate"], "its rear is in the arm");
    let clear = unit("R1", "hastati", 12, 6, 22.0, 26.0, "");
    let clear = romans_and_gauls(&head, &clear, &far_warriors());
    assert_eq!(clear.against("R1", manner::MOVE, &[ahead(4.0)]), NONE);
    let through = unit("R1", "hastati", 12, 6, 28.5, 26.0, "");
    let through = romans_and_gauls(&head, &through, &far_warriors());
    assert_eq!(through.against("R1", manner::MOVE, &[ahead(4.0)]), ["wab.move.rate"]);
}

#[test]
fn a_character_marches_to_his_unit_if_his_way_is_clear() {
    ruling::proves!(crate::rule::TROOPS_CHARACTERS);
    let red = unit("R1", "hastati", 18, 6, 24.0, 20.0, "") + &unit("R5", "consul", 1, 1, 24.0, 10.0, "");
    let small = romans_and_gauls("", &red, &far_warriors());
    let join =
        Command::Move { manner: manner::JOIN, units: vec![small.id("R5"), small.id("R1")], path: vec![] };
    assert_eq!(small.refused(&join), NONE);
    let wall = "terrain = [{ kind = \"building\", polygon = [[20, 12], [28, 12], [28, 14], [20, 14]] }]";
    let small = romans_and_gauls(wall, &red, &far_warriors());
    assert_eq!(small.refused(&join), ["wab.troops.characters"]);
}

#[test]
fn ranks_do_not_pass_through_ranks() {
    let red = unit("R1", "hastati", 18, 6, 24.0, 16.0, "") + &unit("R2", "hastati", 12, 3, 24.0, 20.2, "");
    let small = romans_and_gauls("", &red, &far_warriors());
    assert!(small.against("R1", manner::MOVE, &[ahead(0.5)]).is_empty());
    assert!(!small.against("R1", manner::MOVE, &[ahead(2.0)]).is_empty(), "they stand there");
    let wheel = umpire::Step::WheelLeft(Facing::degrees(30.0));
    assert!(!small.against("R1", manner::MOVE, &[wheel]).is_empty(), "it wheels into them");
}
